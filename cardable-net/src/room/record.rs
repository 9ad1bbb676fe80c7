//! The records in a room's log.

use crate::fairness::Dealt;
use cardable_core::debug::Edit;
use cardable_core::log::Entry;
use cardable_core::{Choice, Seat, Seed, Setup};
use serde::{Deserialize, Serialize};

/// An input to a room's game with its time. The game follows from these alone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(
    clippy::large_enum_variant,
    reason = "a record is written or read one at a time, and most of a log's are bytes"
)]
pub(crate) enum Record {
    Begin {
        /// The game's number in the room.
        game: u32,
        /// The players and house rules.
        setup: Setup,
        seed: Seed,
        /// How the seed was made.
        dealt: Dealt,
        /// Milliseconds since 1970.
        t: u64,
    },
    Choice {
        seat: Seat,
        choice: Choice,
        t: u64,
        /// Thinking time in milliseconds.
        used: u64,
    },
    /// A seat's time ran out.
    Timeout {
        seat: Seat,
        t: u64,
        /// Thinking time in milliseconds.
        used: u64,
    },
    /// The owner of a debugged room has changed the game.
    Edit { edit: Edit, t: u64 },
    /// The last remaining choice or change was taken back.
    Undo { t: u64 },
    /// The game was ended early.
    End { t: u64 },
}

/// The records that remain after all undos, in order.
pub(crate) fn standing(records: &[Record]) -> Vec<&Record> {
    let mut standing = Vec::with_capacity(records.len());
    for record in records {
        match record {
            Record::Undo { .. } => {
                standing.pop();
            }
            Record::Begin { .. }
            | Record::Choice { .. }
            | Record::Timeout { .. }
            | Record::Edit { .. }
            | Record::End { .. } => standing.push(record),
        }
    }
    standing
}

impl Record {
    /// Serializes the record for the store.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        // All its values can be represented in JSON.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The entry for the engine's log. `None` for records that the engine does not log.
    pub(crate) fn entry(&self) -> Option<Entry> {
        match self {
            Record::Choice { seat, choice, .. } => Some(Entry::Choice {
                seat: *seat,
                choice: choice.clone(),
            }),
            Record::Timeout { seat, .. } => Some(Entry::Timeout { seat: *seat }),
            Record::Begin { .. } | Record::Edit { .. } | Record::Undo { .. } | Record::End { .. } => None,
        }
    }
}
