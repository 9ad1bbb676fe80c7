//! Finding, making and entering rooms.

use crate::fairness::GameFile;
use crate::library::Library;
use crate::room::{Answer, Command, NewRoom, Outbox, Refused, SeatToken};
use crate::store::{Diagnosis, RoomId, RoomLog, StoreError};
use cardable_core::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;

/// How much a host takes on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RoomLimits {
    /// Rooms in all.
    pub rooms: usize,
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
    /// Hours after which a room that nobody has entered is forgotten.
    pub forget: u64,
    /// Milliseconds that a bot seems to think.
    pub bot_pause: u64,
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
            watchers: 100,
            records: 100_000,
            chat_letters: 300,
            chat_lines: 5,
            name_letters: 40,
            grace: 60,
            sleep: 60,
            forget: 72,
            bot_pause: 700,
            snapshot: 256,
            catch_up: 64,
            slow: 10,
        }
    }
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
    /// Whether a game is going on.
    pub playing: bool,
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
    /// Whether it is suspended by a fault.
    pub suspended: bool,
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

/// All rooms of a host. Clones share them.
#[derive(Clone, Debug)]
pub struct Rooms {
    _later: (),
}

impl Rooms {
    /// Claims the rooms of a store; they come back as somebody asks for them, or
    /// when their clocks run.
    pub async fn open(
        _log: Arc<dyn RoomLog>,
        _library: Library,
        _limits: RoomLimits,
    ) -> Result<Rooms, StoreError> {
        Err(StoreError::Closed)
    }

    /// The rooms that anybody may enter or watch.
    pub fn list(&self) -> Vec<Arc<RoomSummary>> {
        Vec::new()
    }

    /// How the list changes from now on.
    pub fn changes(&self) -> broadcast::Receiver<LobbyChange> {
        broadcast::channel(1).1
    }

    /// Makes a room; who makes it is its owner and gets its first seat.
    pub async fn create(&self, _new: NewRoom, _name: &str) -> Result<Seated, Refused> {
        Err(Refused::NoRoom)
    }

    /// Takes a seat of a room: this one, or any.
    pub async fn join(
        &self,
        _room: RoomId,
        _name: &str,
        _invite: Option<&str>,
        _seat: Option<Seat>,
    ) -> Result<Seated, Refused> {
        Err(Refused::NoRoom)
    }

    /// Waits for others who want the same game; when there are enough, a room is made for them and
    /// its game starts. Who drops this waits no longer.
    pub async fn match_up(&self, _ruleset: &str, _seats: u8, _name: &str) -> Result<Seated, Refused> {
        Err(Refused::NoRoom)
    }

    /// Lets a viewer be told of a room. The room and the table come through the
    /// outbox before anything else.
    pub async fn attach(&self, _room: RoomId, _who: Who, _outbox: Outbox) -> Result<Attachment, Refused> {
        Err(Refused::NoRoom)
    }

    /// The log of a room's last game, once it is over.
    pub async fn game_file(&self, _room: RoomId) -> Result<GameFile, Refused> {
        Err(Refused::NoRoom)
    }

    /// All rooms, for the operator.
    pub fn report(&self) -> Vec<RoomReport> {
        Vec::new()
    }

    /// What went wrong last, for the operator.
    pub async fn diagnoses(&self, _most: usize) -> Result<Vec<Diagnosis>, StoreError> {
        Ok(Vec::new())
    }

    /// Ends a room: everybody in it is told.
    pub async fn end(&self, _room: RoomId) -> Result<(), Refused> {
        Err(Refused::NoRoom)
    }

    /// Lets a room sleep, whoever is in it: they can come back to it at once.
    pub async fn put_to_sleep(&self, _room: RoomId) -> Result<(), Refused> {
        Err(Refused::NoRoom)
    }

    /// Takes no new rooms any more, tells everybody that the host stops, and waits until all
    /// rooms have put down their pens.
    pub async fn drain(&self, _longest: Duration) {}
}

/// A connection to a room. Dropping it detaches the viewer.
#[derive(Debug)]
pub struct Attachment {
    room: RoomId,
    viewer: Viewer,
}

impl Attachment {
    /// The room.
    pub fn room(&self) -> RoomId {
        self.room
    }

    /// As whom.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Whether the owner must let this viewer in first.
    pub fn waits(&self) -> bool {
        false
    }

    /// Asks for something. What it changed is in the outbox before this answers.
    pub async fn send(&self, _command: Command) -> Result<Answer, Refused> {
        Err(Refused::NoRoom)
    }
}
