//! What the lobby knows of a room.

use super::RoomSummary;
use crate::entropy::Entropy;
use crate::protocol::Phase;
use crate::room::{Occupant, Posted, RoomState, Stage, Watching};
use crate::store::{Claimed, Quarantine, RoomId};
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// The lobby's record of a room.
pub(super) struct Entry {
    pub(super) about: Arc<RoomState>,
    pub(super) summary: Arc<RoomSummary>,
    /// The mailbox of a room that is awake.
    pub(super) mail: Option<mpsc::Sender<Posted>>,
    /// To whom it belongs: to this host, if it is this host's epoch.
    pub(super) epoch: u64,
    /// When that was noted last.
    pub(super) since: Instant,
    /// Whether this host could not bring it back, and left it to others. It stays so until this host takes it again.
    pub(super) is_given_back: bool,
    /// The source of its randomness whenever it is awake.
    pub(super) entropy: Entropy,
    /// Why it must not be woken.
    pub(super) quarantine: Option<Arc<str>>,
    /// The connection that made it, if that was during this run of the host.
    pub(super) person: Option<u64>,
}

impl Entry {
    /// Whether the lobby lists it. Private rooms are not listed, nor finished games without viewers.
    pub(super) fn is_listed(&self) -> bool {
        let is_left = self.summary.phase == Phase::Over && self.mail.is_none();
        !self.about.new.private && !is_left && self.quarantine.is_none()
    }

    /// It belongs to a host from now on.
    pub(super) fn belong_to(&mut self, epoch: u64) {
        self.epoch = epoch;
        self.since = Instant::now();
    }

    /// Whether time passes in it although nobody is there.
    pub(super) fn is_restless(&self) -> bool {
        self.about.stage == Stage::Gathering && self.quarantine.is_none()
    }
}

/// What the list tells of a room.
pub(super) fn summary(room: RoomId, about: &RoomState) -> RoomSummary {
    let count = |is: fn(&Occupant) -> bool| about.seats.iter().filter(|kept| is(&kept.occupant)).count();
    let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    RoomSummary {
        room,
        title: about.title.clone(),
        ruleset: about.new.ruleset.clone(),
        seats: small(about.seats.len()),
        free: small(count(|occupant| *occupant == Occupant::Empty)),
        persons: small(count(|occupant| matches!(occupant, Occupant::Person { .. }))),
        phase: match (about.stage, &about.fault) {
            (Stage::Gathering, _) => Phase::Open,
            (Stage::Playing { .. }, None) => Phase::Playing,
            (Stage::Playing { .. }, Some(_)) => Phase::Suspended,
            (Stage::Over { .. }, _) => Phase::Over,
        },
        watchable: about.new.watching != Watching::None,
        debug: about.new.debug,
    }
}

/// A room as found in the store.
pub(super) struct Found {
    pub(super) room: RoomId,
    pub(super) about: RoomState,
    pub(super) quarantine: Option<String>,
}

impl From<Claimed> for Found {
    fn from(claimed: Claimed) -> Found {
        let about = serde_json::from_slice::<RoomState>(&claimed.about);
        let quarantine = match (&about, claimed.quarantine) {
            (_, Some(Quarantine::Sure(why))) => Some(why),
            (Ok(about), Some(Quarantine::IfPlayed(why))) if matches!(about.stage, Stage::Playing { .. }) => {
                Some(why)
            }
            (Err(error), _) => Some(format!("what it keeps of itself cannot be read: {error}")),
            (Ok(_), None | Some(Quarantine::IfPlayed(_))) => None,
        };
        Found {
            room: claimed.room,
            about: about.unwrap_or_else(|_| RoomState::lost()),
            quarantine,
        }
    }
}
