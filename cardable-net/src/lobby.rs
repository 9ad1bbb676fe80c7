//! Finds, creates and joins rooms.

mod clock_watch;
mod context;
mod entry;
mod lanes;
mod last_snapshots;
mod life;
mod making;
mod matching;
mod membership;
mod ownership;
mod quota;
mod rooms;

pub(crate) use context::Context;
pub(crate) use quota::AddressKey;
pub use rooms::{Attachment, Rooms};

use crate::protocol::Phase;
use crate::room::SeatToken;
use crate::store::RoomId;
use cardable_core::Seat;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Limits for rooms.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RoomLimits {
    /// Maximum number of rooms.
    pub rooms: usize,
    /// Maximum number of existing rooms made from one address.
    pub rooms_per_address: usize,
    /// Maximum number of existing rooms made over one connection.
    pub rooms_per_person: usize,
    /// Maximum number of watchers per room.
    pub watchers: usize,
    /// Maximum number of records per game.
    pub records: usize,
    /// Maximum length of a chat line in characters.
    pub chat_letters: usize,
    /// Maximum number of chat lines per viewer in ten seconds.
    pub chat_lines: u32,
    /// Maximum length of names and titles in characters.
    pub name_letters: usize,
    /// Seconds after which a bot stands in for an absent person. In a room that has not started, absent people
    /// lose their seats instead.
    pub grace: u64,
    /// Seconds after which a room without viewers sleeps.
    pub sleep: u64,
    /// Hours after which an unvisited room is deleted if somebody has made a choice in its current game.
    pub forget: u64,
    /// Hours after which any other unvisited room is deleted: nobody has made a choice, or the game is over.
    pub forget_unplayed: u64,
    /// Milliseconds before a bot's choice. Bots that think take 50 at least.
    pub bot_pause: u64,
    /// Number of threads on which bots think. With 0 there is one for every two cores.
    pub bot_threads: usize,
    /// Maximum number of iterations that a bot thinks for a choice. With 0 bots choose at random.
    pub bot_iterations: u32,
    /// Milliseconds that a game about to begin waits for the people's parts of its seed. With 0 the host alone
    /// draws it.
    pub seed_parts: u64,
    /// Number of records between snapshots.
    pub snapshot: u64,
    /// Maximum number of missed choices sent one by one to a returning viewer.
    pub catch_up: u64,
    /// Seconds after which a viewer that does not read is disconnected.
    pub slow: u64,
    /// Whether rooms may be made whose owner debugs the game: sees all that is hidden, and changes it.
    pub debug: bool,
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
            bot_threads: 0,
            bot_iterations: 1_000,
            seed_parts: 2_000,
            snapshot: 256,
            catch_up: 64,
            slow: 10,
            debug: false,
        }
    }
}

/// The maker of a room, as far as the host can distinguish people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Maker {
    /// The maker's address. Only a keyed hash of it is stored, and the key stays in the store.
    pub address: String,
    /// The maker's connection, by a number that is unique while the host runs.
    pub person: u64,
}

/// A room in the lobby's list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RoomSummary {
    /// Identifies the room.
    pub room: RoomId,
    /// Display name.
    pub title: String,
    /// The ruleset, by the name of its folder.
    pub ruleset: String,
    /// Number of seats.
    pub seats: u8,
    /// Number of empty seats.
    pub free: u8,
    /// Number of seats held by people.
    pub persons: u8,
    /// What is going on in it.
    pub phase: Phase,
    /// Whether it can be watched.
    pub watchable: bool,
    /// Whether it is debugged.
    pub debug: bool,
}

/// A change in the lobby's list.
#[derive(Clone, PartialEq, Debug)]
pub enum LobbyChange {
    /// A room was added or changed.
    Room(Arc<RoomSummary>),
    /// A room was removed or is no longer listed.
    Gone(RoomId),
}

/// A room in the operator's report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RoomReport {
    /// The room as in the lobby's list.
    pub room: RoomSummary,
    /// Whether it is unlisted.
    pub private: bool,
    /// Whether its task is running.
    pub awake: bool,
    /// Why it is quarantined. `None` if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quarantine: Option<String>,
}

/// A seat that somebody has got.
#[derive(Clone, Debug)]
pub struct Seated {
    /// The room of the seat.
    pub room: RoomId,
    /// Number of the seat.
    pub seat: Seat,
    /// The token that holds it.
    pub token: SeatToken,
}

/// Who attaches to a room.
#[derive(Clone, Debug)]
pub enum Who {
    /// The holder of a seat.
    Seat {
        /// The token that holds it.
        token: SeatToken,
        /// What a returning viewer already knows: the game's number and the last `seq`.
        seen: Option<(u32, u64)>,
    },
    /// A watcher.
    Watcher {
        /// Display name.
        name: String,
        /// The invite code of a private room.
        invite: Option<String>,
    },
}
