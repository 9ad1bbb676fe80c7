//! A room, as the lobby lists it and as those in it see it.

#[cfg(doc)]
use super::*;
use super::{ContentItem, Hash, RoomId, RulesetEntry, Settings, is_false, is_zero};
#[cfg(doc)]
use cardable_core::RulesetInfo;
use cardable_core::{FaultReport, GameResult, Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A room, as the lobby lists it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RoomEntry {
    /// The room.
    pub room: RoomId,
    /// What it is called.
    pub title: String,
    /// The ruleset's [`RulesetEntry::name`].
    pub ruleset: String,
    /// How far it is.
    pub phase: Phase,
    /// How many seats it has.
    pub seats: u8,
    /// How many of them persons hold.
    pub persons: u8,
    /// How many bots hold.
    pub bots: u8,
    /// Whether it may be watched.
    pub watchable: bool,
}

/// How far a room is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The game has not begun.
    Open,
    /// It is played.
    Playing,
    /// Its rules have erred, and the owner must say how to go on.
    Suspended,
    /// It is over.
    Over,
}

/// How the list of rooms has changed, or that of the rulesets.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct LobbyChange {
    /// Whether [`LobbyChange::changed`] is the whole list, and what was known before counts no more.
    #[serde(default, skip_serializing_if = "is_false")]
    pub whole: bool,
    /// Rooms that are new, or are no longer as they were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<RoomEntry>,
    /// Rooms that are no longer listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<RoomId>,
    /// All rulesets that rooms can be made of, where these are others now than [`Welcome::rulesets`] said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rulesets: Option<Vec<RulesetEntry>>,
    /// With them, everything that can be fetched now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<ContentItem>,
}

/// A room, as those in it see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RoomInfo {
    /// The room.
    pub room: RoomId,
    /// What it is called.
    pub title: String,
    /// The ruleset's [`RulesetEntry::name`].
    pub ruleset: String,
    /// The ruleset's hash; the room keeps it, also when the host has newer rules of that name.
    pub hash: Hash,
    /// Where the ruleset's [`RulesetInfo`] is found: `/content/` and this hash.
    pub table: Hash,
    /// How far it is.
    pub phase: Phase,
    /// Who the client is here.
    pub you: You,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// The seat of the owner; nothing while no person holds a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// What was chosen for it.
    pub settings: Settings,
    /// The code that lets others in; only those on seats are told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
    /// How many watch.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub watching: u32,
    /// Who asks to watch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
    /// How anybody can check that the seed was fixed before the game; there while or after it is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fairness: Option<Fairness>,
    /// The question whether a choice may be taken back, while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<UndoAsked>,
    /// What the rules did wrong, in a suspended room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultReport>,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Which game of the room it is, from 1; 0 before the first.
    pub game: u32,
}

/// Who a client is in its room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum You {
    /// It has a seat.
    Seat(Seat),
    /// It watches.
    Spectator,
    /// It asks to watch, and sees nothing yet.
    Waiting,
}

/// Somebody who asks to watch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Waiting {
    /// His number in this room.
    pub spectator: u32,
    /// What he is called.
    pub name: String,
}

/// A seat of a room.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SeatInfo {
    /// What it is called: its person's or bot's name.
    pub name: String,
    /// Who holds it.
    pub held: Held,
    /// Whether its person is ready to begin.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ready: bool,
    /// Whether its person is connected.
    #[serde(default, skip_serializing_if = "is_false")]
    pub present: bool,
    /// Whether a bot plays for its person just now.
    #[serde(default, skip_serializing_if = "is_false")]
    pub stand_in: bool,
}

/// Who holds a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Held {
    /// Nobody.
    #[default]
    Free,
    /// A person.
    Person,
    /// A bot.
    Bot,
}

/// How anybody can check that nobody has chosen how a game was dealt.
///
/// Before a game begins, the host promises its part of the seed: the commitment is a hash of that part, a salt
/// and the statement. Then every person at the table is asked for a part of the seed ([`Call::MixIn`]); who
/// gives none within two seconds adds none. The seed is a hash of all parts. `GameFile::dealt` says how both
/// hashes are made. A client that wants to be sure keeps the commitment and its own part, and compares both at
/// the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fairness {
    /// The commitment as 64 hexadecimal digits, told before the game begins.
    pub commitment: Hash,
    /// What it is for, as the text that is hashed: JSON with `room`, `game`, `ruleset` (the hash) and `setup`.
    pub statement: String,
    /// Whether a game is about to begin, and persons with a seat are asked for their parts of its seed: the
    /// commitment is that of the game to come. Everybody in the room is told, and more than once: give your part
    /// once a game, and only if you have a seat.
    #[serde(default, skip_serializing_if = "is_false")]
    pub asks: bool,
    /// The seed as 64 hexadecimal digits. It is told when the game is over, as all below is, and only to
    /// those who may see all cards then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The host's part of the seed as 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// The salt as 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
    /// The parts of the seats as 64 hexadecimal digits each; null for those who gave none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Option<String>>,
}

/// The question whether a choice may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UndoAsked {
    /// Who asked.
    pub by: Seat,
    /// Who has agreed.
    pub agreed: SeatSet,
    /// Whose answer is missing.
    pub missing: SeatSet,
}
