//! What a room tells: everything in it is made for the viewer it goes to.

use super::about::{TimeLimits, UndoRule, Watching};
use crate::fairness::Dealt;
use crate::protocol::{Asked, Beginning};
use crate::store::RoomId;
use cardable_core::OptionValue;
use cardable_core::story::Line;
use cardable_core::{FaultReport, GameResult, Seat, View, ViewEvent};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the room tells a viewer. The wire's form of it is the protocol's.
#[derive(Clone, PartialEq, Debug)]
pub enum Told<'a> {
    /// The room, whenever something of it changed.
    Room(&'a RoomInfo),
    /// The whole table.
    View {
        /// Which game of the room, from 1.
        game: u32,
        /// How many choices the viewer has been told of: events go on behind it.
        seq: u64,
        /// The table.
        view: &'a View,
        /// How the game began, where nothing was chosen yet.
        beginning: Option<Box<Beginning>>,
        /// What the viewer may do now.
        decision: Option<Asked>,
        /// The time that seats have left.
        clocks: &'a [SeatClock],
        /// Whether the game was taken back to an earlier decision.
        rewound: bool,
    },
    /// What happened in one choice.
    Events {
        /// The choice's number for this viewer: each is one more than the last.
        seq: u64,
        /// Whose time was up, where that is why it happened.
        timed_out: Option<Seat>,
        /// What happened.
        events: Vec<ViewEvent>,
        /// The same in words.
        story: Vec<Line>,
        /// What the viewer may do now.
        decision: Option<Asked>,
        /// The time that seats have left.
        clocks: &'a [SeatClock],
    },
    /// The time that seats have left, when that changed without a choice.
    Clocks(&'a [SeatClock]),
    /// Something that somebody said.
    Chat(&'a ChatLine),
    /// Something that somebody said before the viewer came.
    Talk(&'a ChatLine),
}

/// The time a seat has left, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatClock {
    /// The seat.
    pub seat: Seat,
    /// For this decision, when the message was written; nothing where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// For the rest of the game, where that is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
}

/// A room, as everybody in it may know it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RoomInfo {
    /// The room.
    pub room: RoomId,
    /// What it is called.
    pub title: String,
    /// The ruleset, by the name of its folder.
    pub ruleset: String,
    /// The hash the room is pinned to, in hexadecimal digits.
    pub hash: String,
    /// The ruleset's options that differ from their defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// Whether it is entered only with its invite code.
    pub private: bool,
    /// The invite code; only for those who have a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
    /// How long seats may think.
    pub time: TimeLimits,
    /// Who may watch.
    pub watching: Watching,
    /// When choices may be taken back.
    pub undo: UndoRule,
    /// Whether bots play for persons who stay away.
    pub stand_ins: bool,
    /// The team of every seat, where others than the usual ones were chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<u8>,
    /// The role of every seat, where others than the usual ones were chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<String>,
    /// Whose room it is.
    pub owner: Option<Seat>,
    /// The seats, in order.
    pub seats: Vec<SeatInfo>,
    /// Who watches, or wants to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watchers: Vec<WatcherInfo>,
    /// What is going on.
    pub phase: Phase,
    /// The game's number in this room, from 1; 0 before the first.
    pub game: u32,
    /// What the host promised about the game's seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promise: Option<Promise>,
    /// A choice that is to be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposal>,
}

/// What is going on in a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// People sit down.
    Gathering,
    /// A game is played.
    Playing,
    /// The ruleset erred: the owner says how it goes on.
    Suspended {
        /// What and where; only for those who are at the table.
        fault: Option<FaultReport>,
    },
    /// The game is over.
    Over {
        /// How it ended; nothing when it was ended before its end.
        result: Option<GameResult>,
        /// What proves how it was dealt; only for those who may learn every card.
        opened: Option<Opened>,
    },
}

/// What is promised about the seed of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Promise {
    /// The commitment, in hexadecimal digits.
    pub commitment: String,
    /// What it is for.
    pub statement: String,
    /// Whether the game is about to begin, and persons give their parts of the seed now.
    pub asks: bool,
}

/// What was promised before a game, opened after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opened {
    /// The seed, in hexadecimal digits.
    pub seed: String,
    /// Where it comes from.
    pub dealt: Dealt,
}

/// Who is on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Nobody.
    Empty,
    /// A person.
    Person,
    /// A bot.
    Bot,
}

/// A seat, as everybody in the room may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatInfo {
    /// What it is called.
    pub name: String,
    /// Who is on it.
    pub kind: SeatKind,
    /// Whether the person is connected.
    pub here: bool,
    /// Whether the person is ready to start.
    pub ready: bool,
    /// Whether a bot plays for the person, who may come back.
    pub stand_in: bool,
}

/// Somebody who watches, or wants to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WatcherInfo {
    /// A number for [`Admit`](super::Command::Admit).
    pub watcher: u32,
    /// What they call themselves.
    pub name: String,
    /// Whether they were let in.
    pub admitted: bool,
}

/// A choice that is to be taken back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    /// Who wants it.
    pub by: Seat,
    /// Who has agreed.
    pub agreed: Vec<Seat>,
    /// Whose answer is missing.
    pub missing: Vec<Seat>,
}

/// Something that somebody said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatLine {
    /// The seat; nothing for somebody who watches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Their name.
    pub name: String,
    /// What they said.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub when: u64,
}
