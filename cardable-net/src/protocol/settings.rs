//! The settings of a room.

use super::is_false;
#[cfg(doc)]
use super::*;
use cardable_core::setup::OptionValue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A new room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Create {
    /// The ruleset's hash, or its [`RulesetEntry::name`].
    pub ruleset: String,
    /// The room's name for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The room's settings.
    #[serde(default)]
    pub settings: Settings,
    /// How many seats to give to bots right away. They play at [`Settings::bot_level`].
    #[serde(default)]
    pub bots: u8,
}

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotLevel {
    /// It thinks little and makes mistakes.
    Easy,
    /// It plays soundly.
    #[default]
    Medium,
    /// It thinks as long as people wait for.
    Hard,
}

/// The settings of a room. Each has a default.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Settings {
    /// The number of seats; the ruleset's minimum if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// The ruleset's options that differ from their defaults.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// The team of every seat, from 0, if the ruleset lets you choose teams; its default teams if left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<u8>,
    /// The role of every seat, by name, if the ruleset has roles; its default roles if left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<String>,
    /// Whether people need the invite code to enter. Private rooms are not listed.
    pub private: bool,
    /// Who may watch.
    pub spectators: Spectators,
    /// How long people may think.
    pub clocks: ClockSettings,
    /// When people may undo choices.
    pub undo: UndoRule,
    /// Whether the game waits for a person who is away. Otherwise a bot stands in after the grace time, at the medium
    /// level.
    pub no_stand_in: bool,
    /// How well bots play that nobody has chosen a level for: those of [`Create::bots`] and those that take free seats
    /// when the game starts.
    pub bot_level: BotLevel,
    /// Who may ask what a bot would do ([`Call::Hint`]).
    pub hints: HintRule,
    /// Whether the room is debugged, for authors of rules: its owner may see all that is hidden, and change the game
    /// ([`Call::Debug`]). Tell everybody in the room. Only hosts allow it that say so in [`Welcome::debug`].
    #[serde(skip_serializing_if = "is_false")]
    pub debug: bool,
}

/// The settings that the owner can change before the game, all at once. What is left out gets its default.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct HouseRules {
    /// The ruleset's options that differ from their defaults.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// The team of every seat, from 0, if the ruleset lets you choose teams.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<u8>,
    /// The role of every seat, by name, if the ruleset has roles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<String>,
}

/// When people may undo choices. Everybody on a seat must agree in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoRule {
    /// Never.
    Never,
    /// If the choice showed no card to any person. A person who plays against bots alone may always undo.
    #[default]
    NothingLearned,
    /// Whatever the choice has shown.
    Always,
}

/// When people may ask what a bot would do in their place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HintRule {
    /// Never.
    Never,
    /// If only one person plays.
    #[default]
    Alone,
    /// Always.
    Always,
}

/// Who may watch a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spectators {
    /// Nobody.
    None,
    /// Everybody who can enter the room. In a game in which all see cards but their owner, the owner of the room must agree, as
    /// with `approved`.
    #[default]
    Open,
    /// Everybody who can enter the room, with a delay.
    Delayed {
        /// The delay in choices.
        choices: u16,
    },
    /// Those whom the owner approves.
    Approved,
}

/// How long people may think. When the time is up, the host makes the choice that the rules declare for
/// that, or a random legal one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ClockSettings {
    /// Seconds for each decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<u32>,
    /// Seconds for all decisions of a game together. They run at the same time as those for the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
}
