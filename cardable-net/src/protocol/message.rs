//! Messages from the host.

#[cfg(doc)]
use super::*;
use super::{
    Bye, Clocks, Debugged, Happened, LobbyChange, Opinion, Refused, Replay, ReviewedChoice, RoomEntry,
    RoomId, RoomInfo, TableView, Token, Welcome, is_false,
};
use crate::fairness::GameFile;
#[cfg(doc)]
use cardable_core::View;
use cardable_core::decision::Extensions;
use cardable_core::{RulesetInfo, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A message from the host.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// The host did what you requested.
    Answer {
        /// The request's number.
        id: u32,
        /// The outcome.
        done: Box<Done>,
    },
    /// The host refused a request, and why. Nothing has changed.
    Refused(Refused),
    /// The list of rooms has changed.
    Lobby(LobbyChange),
    /// The host found others for your match and made a room, in which you have a seat.
    Matched(Seated),
    /// Your room, whenever something in it changes.
    Room(Box<RoomInfo>),
    /// The whole table: first when a game begins or you come in, after an undo, and when you have missed too
    /// much.
    View(Box<TableView>),
    /// What has happened at the table since the message before.
    Events(Box<Happened>),
    /// How much time the seats have left, when that changes without a choice.
    Clocks(Clocks),
    /// Somebody wrote a chat line.
    Chat(ChatLine),
    /// The host closes the socket or removes you from your room, and says why.
    Bye(Bye),
}

impl Message {
    /// The keys of all kinds of messages. Clients pass over others: a later version has added them.
    pub const KINDS: [&str; 10] = [
        "answer", "refused", "lobby", "matched", "room", "view", "events", "clocks", "chat", "bye",
    ];
}

/// The outcome of a request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Done {
    /// It is done, without further data.
    Ok {},
    /// The host greets.
    Hello(Box<Welcome>),
    /// The list of rooms.
    Rooms {
        /// All rooms that are not private.
        rooms: Vec<RoomEntry>,
    },
    /// What a table needs to know of a ruleset.
    Table(Box<RulesetInfo>),
    /// You have a seat. [`Message::Room`] comes with it and, when the game has begun, [`Message::View`] or
    /// [`Message::Events`].
    Seated(Seated),
    /// You watch the room, or wait for the owner's approval. [`Message::Room`] comes with it.
    Watching {
        /// The room.
        room: RoomId,
        /// Whether the owner must approve first.
        waiting: bool,
    },
    /// The choice is made.
    Chosen {
        /// The [`View::seq`] that it led to.
        seq: u64,
    },
    /// What may be picked next.
    Extensions {
        /// The possible next picks, and whether the choice is complete without them; null if no legal choice
        /// begins like this one.
        extensions: Option<Extensions>,
    },
    /// What a bot would do in your place.
    Hint(Opinion),
    /// What a bot thinks of your choices in a finished game.
    Review {
        /// Your choices that had alternatives, in the order of the game.
        choices: Vec<ReviewedChoice>,
        /// Those that cost you most, by [`ReviewedChoice::at`], the worst first, and three at most. A choice that the bot
        /// has tried seldom must have cost more.
        costliest: Vec<u32>,
        /// Whether there were too many for the host to think about: the last ones are left out. Say so to the player.
        #[serde(default, skip_serializing_if = "is_false")]
        partial: bool,
    },
    /// The log of a finished game, with the proof that nobody chose its seed. Save it unchanged as a file for
    /// `cardable replay --verify`.
    Record(Box<GameFile>),
    /// A finished game from its start.
    Replay(Box<Replay>),
    /// What came of debugging.
    Debugged(Debugged),
}

/// A seat that you hold.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Seated {
    /// The room.
    pub room: RoomId,
    /// The seat.
    pub seat: Seat,
    /// The secret that holds the seat; left out if you have it already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Token>,
}

/// A chat line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// When it was written, in milliseconds since 1970.
    pub when: u64,
    /// The writer's seat; left out for spectators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The writer's name.
    pub name: String,
    /// The text.
    pub text: String,
    /// Whether it was written before you came in.
    #[serde(default, skip_serializing_if = "is_false")]
    pub before: bool,
}
