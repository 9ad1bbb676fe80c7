//! What stands in the log of a room.

use crate::fairness::Dealt;
use cardable_core::log::Entry;
use cardable_core::{Choice, Seat, Seed, Setup};
use serde::{Deserialize, Serialize};

/// An input of a room's game, with the time: everything follows from these.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(
    clippy::large_enum_variant,
    reason = "a record is written or read one at a time, and most of a log's are bytes"
)]
pub(crate) enum Record {
    Begin {
        /// Its number in the room.
        game: u32,
        /// Who plays, and by which house rules.
        setup: Setup,
        seed: Seed,
        /// Where that comes from.
        dealt: Dealt,
        /// When, in milliseconds since 1970.
        t: u64,
    },
    Choice {
        seat: Seat,
        choice: Choice,
        t: u64,
        /// For how many milliseconds it had thought.
        used: u64,
    },
    /// A seat's time was up.
    Timeout {
        seat: Seat,
        t: u64,
        /// For how many milliseconds it had thought.
        used: u64,
    },
    /// The last choice that still stood was taken back.
    Undo { t: u64 },
    /// The game was ended before its end.
    End { t: u64 },
}

/// The records that still stand, in order: what was taken back is left out.
pub(crate) fn standing(records: &[Record]) -> Vec<&Record> {
    let mut standing = Vec::with_capacity(records.len());
    for record in records {
        match record {
            Record::Undo { .. } => {
                standing.pop();
            }
            Record::Begin { .. } | Record::Choice { .. } | Record::Timeout { .. } | Record::End { .. } => {
                standing.push(record)
            }
        }
    }
    standing
}

impl Record {
    /// As it goes into the store.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        // It holds nothing that JSON cannot say.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// As the engine's logs have it; nothing for what the engine does not log.
    pub(crate) fn entry(&self) -> Option<Entry> {
        match self {
            Record::Choice { seat, choice, .. } => Some(Entry::Choice {
                seat: *seat,
                choice: choice.clone(),
            }),
            Record::Timeout { seat, .. } => Some(Entry::Timeout { seat: *seat }),
            Record::Begin { .. } | Record::Undo { .. } | Record::End { .. } => None,
        }
    }
}
