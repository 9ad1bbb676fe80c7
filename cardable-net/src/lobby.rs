//! Finding, making and entering rooms.

mod context;
mod lanes;
mod life;
mod making;
mod matching;
mod quota;
mod rooms;

pub(crate) use context::Context;
pub use rooms::{Attachment, Rooms};

use crate::protocol::Phase;
use crate::room::SeatToken;
use crate::store::RoomId;
use cardable_core::Seat;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How much a host takes on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RoomLimits {
    /// Rooms in all.
    pub rooms: usize,
    /// Rooms that were made from one address and are still there.
    pub rooms_per_address: usize,
    /// Rooms that were made over one connection and are still there.
    pub rooms_per_person: usize,
    /// Who watches one room.
    pub watchers: usize,
    /// Records of one game.
    pub records: usize,
    /// Letters of what is said at once.
    pub chat_letters: usize,
    /// Lines that one viewer may say in ten seconds.
    pub chat_lines: u32,
    /// Letters of names and titles.
    pub name_letters: usize,
    /// Seconds after which a bot plays for who is away, and after which who sits in a room that
    /// has not started loses the seat.
    pub grace: u64,
    /// Seconds after which a room that nobody looks at sleeps.
    pub sleep: u64,
    /// Hours after which a room that nobody has entered is forgotten, in whose game somebody has chosen.
    pub forget: u64,
    /// The same for all others: nobody has chosen, or the game is over.
    pub forget_unplayed: u64,
    /// Milliseconds that a bot seems to think.
    pub bot_pause: u64,
    /// Milliseconds for which a game that is about to begin waits for the persons' parts of its seed; with 0
    /// the host alone draws it.
    pub seed_parts: u64,
    /// Records after which a snapshot is kept.
    pub snapshot: u64,
    /// How many missed choices are told one by one to who comes back.
    pub catch_up: u64,
    /// Seconds after which a viewer that does not read is given up.
    pub slow: u64,
}

impl Default for RoomLimits {
    fn default() -> RoomLimits {
        RoomLimits {
            rooms: 20_000,
            rooms_per_address: 200,
            rooms_per_person: 20,
            watchers: 100,
            records: 100_000,
            chat_letters: 300,
            chat_lines: 5,
            name_letters: 40,
            grace: 60,
            sleep: 60,
            forget: 72,
            forget_unplayed: 2,
            bot_pause: 700,
            seed_parts: 2_000,
            snapshot: 256,
            catch_up: 64,
            slow: 10,
        }
    }
}

/// Who makes rooms, as far as the host can tell people apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Maker {
    /// Where they are. Only a hash of it is kept, under a key that stays in the store.
    pub address: String,
    /// Their connection: a number that no other has while the host runs.
    pub person: u64,
}

/// A room in the lobby's list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RoomSummary {
    /// The room.
    pub room: RoomId,
    /// What it is called.
    pub title: String,
    /// The ruleset, by the name of its folder.
    pub ruleset: String,
    /// How many seats.
    pub seats: u8,
    /// How many of them are empty.
    pub free: u8,
    /// How many persons are on the others.
    pub persons: u8,
    /// How far it is.
    pub phase: Phase,
    /// Whether it may be watched.
    pub watchable: bool,
}

/// What changed in the lobby's list.
#[derive(Clone, PartialEq, Debug)]
pub enum LobbyChange {
    /// A room is new, or looks like this now.
    Room(Arc<RoomSummary>),
    /// A room is gone, or no longer listed.
    Gone(RoomId),
}

/// A room, as the operator sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RoomReport {
    /// What the list would say.
    pub room: RoomSummary,
    /// Whether it is not listed.
    pub private: bool,
    /// Whether its task runs.
    pub awake: bool,
    /// Why it is set aside, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quarantine: Option<String>,
}

/// A seat that somebody got.
#[derive(Clone, Debug)]
pub struct Seated {
    /// The room.
    pub room: RoomId,
    /// The seat.
    pub seat: Seat,
    /// What holds it.
    pub token: SeatToken,
}

/// Who wants to be told of a room.
#[derive(Clone, Debug)]
pub enum Who {
    /// Who holds a seat.
    Seat {
        /// What holds it.
        token: SeatToken,
        /// What was told before, for who comes back: the game's number and the last
        /// `seq`.
        seen: Option<(u32, u64)>,
    },
    /// Who watches.
    Watcher {
        /// What they call themselves.
        name: String,
        /// The code of a private room.
        invite: Option<String>,
    },
}
