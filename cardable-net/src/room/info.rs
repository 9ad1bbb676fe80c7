//! What a room tells: everything in it is made for the viewer it goes to.

use super::state::{TimeLimits, UndoRule, Watching};
use crate::fairness::Dealt;
use crate::protocol::{BotLevel, HintRule};
use crate::store::RoomId;
use cardable_core::setup::OptionValue;
use cardable_core::{FaultReport, GameResult, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    /// What bots do in it.
    pub bots: BotsInfo,
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

/// What bots do in a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotsInfo {
    /// Whether they play for persons who stay away.
    pub stand_ins: bool,
    /// How well they play where no level was chosen.
    pub level: BotLevel,
    /// Who may ask what a bot would do.
    pub hints: HintRule,
    /// Whether the room is debugged, so that they may have to wait.
    pub debug: bool,
    /// Whether they wait now.
    pub wait: bool,
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
    /// How well a bot on it plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<BotLevel>,
    /// Whether the person is connected.
    pub here: bool,
    /// Whether the person is ready to start.
    pub ready: bool,
    /// Whether a bot plays for the person, who may come back.
    pub stand_in: bool,
    /// Under which name the game that is over was played on it, where somebody else holds it by now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played_as: Option<String>,
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
