//! A room, as the lobby lists it and as those in it see it.

#[cfg(doc)]
use super::*;
use super::{ContentItem, Hash, RoomId, RulesetInfo, Settings, is_false, is_zero};
#[cfg(doc)]
use cardable_core::Sheet;
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
    /// The ruleset's [`RulesetInfo::name`].
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
    pub rulesets: Option<Vec<RulesetInfo>>,
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
    /// The ruleset's [`RulesetInfo::name`].
    pub ruleset: String,
    /// The ruleset's hash; the room keeps it, also when the host has newer rules of that name.
    pub hash: Hash,
    /// Where the ruleset's [`Sheet`] is found: `/content/` and this hash.
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

/// How anybody can check that the seed was fixed before the game. The commitment is the BLAKE3 hash
/// of the salt and the seed, one after the other, in the mode that derives keys, with the context
/// `cardable 2026 commitment to the seed of a game`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fairness {
    /// The commitment as 64 hexadecimal digits, told when the game begins.
    pub commitment: Hash,
    /// The seed as 64 hexadecimal digits, told when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The salt as 64 hexadecimal digits, told with the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
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
