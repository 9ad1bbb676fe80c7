//! Rooms, as the lobby lists them and as the people in them see them.

#[cfg(doc)]
use super::*;
use super::{BotLevel, ContentItem, Hash, RoomId, RulesetEntry, Settings, is_false, is_zero};
#[cfg(doc)]
use cardable_core::RulesetInfo;
use cardable_core::{FaultReport, GameResult, Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A room in the lobby's list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RoomEntry {
    /// The room.
    pub room: RoomId,
    /// Its name.
    pub title: String,
    /// The ruleset's [`RulesetEntry::name`].
    pub ruleset: String,
    /// What is going on in it.
    pub phase: Phase,
    /// How many seats it has.
    pub seats: u8,
    /// How many of the seats people hold.
    pub persons: u8,
    /// How many of the seats bots hold.
    pub bots: u8,
    /// Whether it allows spectators.
    pub watchable: bool,
    /// Whether it is debugged, so that its owner may see all that is hidden (`Settings::debug`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub debug: bool,
}

/// What is going on in a room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The game has not begun.
    Open,
    /// The game is being played.
    Playing,
    /// The rules have failed, and the owner must say how to continue.
    Suspended,
    /// The game is over.
    Over,
}

/// A change of the list of rooms or of the rulesets.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct LobbyChange {
    /// Whether [`LobbyChange::changed`] is the whole list and replaces the one that you have.
    #[serde(default, skip_serializing_if = "is_false")]
    pub whole: bool,
    /// Rooms that are new or have changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<RoomEntry>,
    /// Rooms that are no longer listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<RoomId>,
    /// All rulesets, if they have changed since [`Welcome::rulesets`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rulesets: Option<Vec<RulesetEntry>>,
    /// If the rulesets have changed, everything that can be fetched now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<ContentItem>,
}

/// A room, as the people in it see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RoomInfo {
    /// The room.
    pub room: RoomId,
    /// Its name.
    pub title: String,
    /// The ruleset's [`RulesetEntry::name`].
    pub ruleset: String,
    /// The ruleset's hash. The room keeps its ruleset even if the host gets a newer one of that name.
    pub hash: Hash,
    /// Where the ruleset's [`RulesetInfo`] is found: `/content/` and this hash.
    pub table: Hash,
    /// What is going on in it.
    pub phase: Phase,
    /// Your role in the room.
    pub you: You,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// The owner's seat; left out while no person holds a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// Its settings.
    pub settings: Settings,
    /// The code that lets others in. Only people on seats get it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
    /// The number of spectators.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub watching: u32,
    /// The people who wait for approval to watch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
    /// How to check that nobody chose the seed. Left out before the first game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fairness: Option<Fairness>,
    /// The open request to undo a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<UndoAsked>,
    /// How the rules failed, in a suspended room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultReport>,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// The number of the game in this room, from 1; 0 before the first.
    pub game: u32,
    /// Whether bots wait, and clocks stand still, because the owner debugs the game ([`DebugCall::Wait`]).
    #[serde(default, skip_serializing_if = "is_false")]
    pub bots_wait: bool,
}

/// Your role in your room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum You {
    /// You have a seat.
    Seat(Seat),
    /// You watch.
    Spectator,
    /// You wait for approval to watch, and do not see the table yet.
    Waiting,
}

/// Somebody who waits for approval to watch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Waiting {
    /// The person's number in this room.
    pub spectator: u32,
    /// The person's name.
    pub name: String,
}

/// A seat of a room.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SeatInfo {
    /// The name of the person or bot.
    pub name: String,
    /// Who holds it.
    pub held: Held,
    /// How well its bot plays; left out if no bot holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<BotLevel>,
    /// Whether the person is ready to start.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ready: bool,
    /// Whether the person is connected.
    #[serde(default, skip_serializing_if = "is_false")]
    pub present: bool,
    /// Whether a bot is standing in for the person.
    #[serde(default, skip_serializing_if = "is_false")]
    pub stand_in: bool,
    /// Under which name the game that is over was played on it, where somebody else holds it by now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played_as: Option<String>,
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

/// How to check that nobody chose the seed of a game, and so how it was dealt.
///
/// Before a game begins, the host commits itself to its part of the seed: the commitment is a hash of that
/// part, a salt and the statement. Then it asks every person at the table for a part of the seed
/// ([`Call::MixIn`]) and waits two seconds at most. The seed is a hash of all parts. `GameFile::dealt` defines
/// both hashes. To be sure, keep the commitment and your own part, and compare both at the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fairness {
    /// The commitment as 64 hexadecimal digits, sent before the game begins.
    pub commitment: Hash,
    /// The game that it applies to, as the text that is hashed: JSON with `room`, `game`, `ruleset` (the hash) and
    /// `setup`.
    pub statement: String,
    /// Whether a game is about to begin and the host asks for parts of its seed; the commitment is that of the
    /// coming game. Everybody in the room gets this, and more than once: give your part once a game, and only if
    /// you have a seat.
    #[serde(default, skip_serializing_if = "is_false")]
    pub asks: bool,
    /// The seed as 64 hexadecimal digits. Like the fields below, it is sent when the game is over, and only to
    /// people who may see all cards then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The host's part of the seed, as 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// The salt as 64 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
    /// The seats' parts of the seed, each as 64 hexadecimal digits; null for a seat that gave none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Option<String>>,
}

/// A request to undo a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UndoAsked {
    /// Who asked.
    pub by: Seat,
    /// The seats that have agreed.
    pub agreed: SeatSet,
    /// The seats that have not answered yet.
    pub missing: SeatSet,
}
