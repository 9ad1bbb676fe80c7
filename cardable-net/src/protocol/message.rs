//! What the host says.

#[cfg(doc)]
use super::*;
use super::{
    Bye, Clocks, Happened, LobbyChange, Refused, Replay, RoomEntry, RoomId, RoomInfo, TableView, Token,
    Welcome, is_false,
};
use crate::fairness::GameFile;
#[cfg(doc)]
use cardable_core::View;
use cardable_core::decision::Extensions;
use cardable_core::{RulesetInfo, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the host says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// What the host has done.
    Answer {
        /// The request's number.
        id: u32,
        /// What came of it.
        done: Box<Done>,
    },
    /// What the host has not done, and why. Nothing has changed.
    Refused(Refused),
    /// How the list of rooms has changed.
    Lobby(LobbyChange),
    /// A room was made for those who waited for the same game, and this client has a seat in it.
    Matched(Seated),
    /// The room in which the client is, whenever something of it changes.
    Room(Box<RoomInfo>),
    /// The whole table. It comes first, after an undo, and when the client has missed too much.
    View(Box<TableView>),
    /// What has happened since the message before.
    Events(Box<Happened>),
    /// How much time the seats have left, when that changes without a choice.
    Clocks(Clocks),
    /// Somebody said something.
    Chat(ChatLine),
    /// The host closes the socket, or puts the client out of its room, and says why.
    Bye(Bye),
}

/// What came of a request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Done {
    /// It is done, and there is nothing to tell.
    Ok {},
    /// The host greets.
    Hello(Box<Welcome>),
    /// The rooms.
    Rooms {
        /// The rooms that anybody may find.
        rooms: Vec<RoomEntry>,
    },
    /// What a table needs to know of a ruleset.
    Table(Box<RulesetInfo>),
    /// The client has a seat. [`Message::Room`] comes with it, and [`Message::View`] or
    /// [`Message::Events`] when the game has begun.
    Seated(Seated),
    /// The client watches, or waits for the owner's word. [`Message::Room`] comes with it.
    Watching {
        /// The room.
        room: RoomId,
        /// Whether the owner must allow it first.
        waiting: bool,
    },
    /// The choice is made.
    Chosen {
        /// The [`View::seq`] that it led to.
        seq: u64,
    },
    /// What may be picked next; nothing when no choice begins so.
    Extensions {
        /// What may be picked, and whether it is enough.
        extensions: Option<Extensions>,
    },
    /// The log of a game that is over, with what proves that its seed was fixed before it. Saved as
    /// it is, it is a file for `cardable replay --verify`.
    Record(Box<GameFile>),
    /// A game that is over, from its beginning.
    Replay(Box<Replay>),
}

/// The client has a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Seated {
    /// The room.
    pub room: RoomId,
    /// The seat.
    pub seat: Seat,
    /// What holds the seat; left out where the client has it already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Token>,
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// When, in milliseconds since 1970.
    pub when: u64,
    /// By whom; nothing for those who watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What he is called.
    pub name: String,
    /// What.
    pub text: String,
    /// Whether it was said before the client came in, and is told so that it can be read.
    #[serde(default, skip_serializing_if = "is_false")]
    pub before: bool,
}
