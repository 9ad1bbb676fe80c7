//! What can be chosen for a room.

#[cfg(doc)]
use super::*;
use cardable_core::setup::OptionValue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Makes a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Create {
    /// The ruleset's hash, or its [`RulesetEntry::name`].
    pub ruleset: String,
    /// What the room is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// All that can be chosen.
    #[serde(default)]
    pub settings: Settings,
    /// How many bots take seats at once.
    #[serde(default)]
    pub bots: u8,
}

/// What can be chosen for a room. What is left out is as usual.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Settings {
    /// How many seats; the fewest that the ruleset allows when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// The ruleset's options that differ from their defaults.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// The team of every seat, from 0, where teams can be chosen; the usual ones when left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<u8>,
    /// The role of every seat by its name, where there are roles; the usual ones when left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<String>,
    /// Whether only those come in who have the invite code; such a room is not listed.
    pub private: bool,
    /// Who may watch.
    pub spectators: Spectators,
    /// How long persons may think.
    pub clocks: ClockSettings,
    /// When choices may be taken back.
    pub undo: UndoRule,
    /// Whether nobody plays for a person who is away for longer than the grace time; else a bot does.
    pub no_stand_in: bool,
}

/// What the owner chooses anew before the game, all at once. What is left out is as usual.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct HouseRules {
    /// The ruleset's options that differ from their defaults.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// The team of every seat, from 0, where teams can be chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<u8>,
    /// The role of every seat by its name, where there are roles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<String>,
}

/// When choices may be taken back. All persons on seats must agree in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoRule {
    /// Never.
    Never,
    /// When no person has seen a card by it; against bots alone whatever was seen.
    #[default]
    NothingLearned,
    /// Whatever was seen.
    Always,
}

/// Who may watch a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spectators {
    /// Nobody.
    None,
    /// Everybody who can enter.
    #[default]
    Open,
    /// Everybody who can enter, so many choices late.
    Delayed {
        /// How many.
        choices: u16,
    },
    /// Those whom the owner lets in.
    Approved,
}

/// How long persons may think. When the time is up, the seat does what the rules declare for that,
/// or something legal at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ClockSettings {
    /// Seconds for each decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<u32>,
    /// Seconds for all decisions of a game together; they are used up when the decision's own are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
}
