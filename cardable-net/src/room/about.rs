//! What a room was made with, and what it keeps of itself.

use cardable_core::OptionValue;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a room is to be like.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// The ruleset, by the name of its folder.
    pub ruleset: String,
    /// What the room is called; nothing for the name of whoever makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How many seats.
    pub seats: u8,
    /// How many of them bots hold from the start.
    #[serde(default)]
    pub bots: u8,
    /// The ruleset's options that differ from their defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// Whether it is not listed, and entered only with its invite code.
    #[serde(default)]
    pub private: bool,
    /// How long seats may think.
    #[serde(default)]
    pub time: TimeLimits,
    /// Who may watch.
    #[serde(default)]
    pub watching: Watching,
    /// When choices may be taken back.
    #[serde(default)]
    pub undo: UndoRule,
    /// Whether a bot plays for who stays away too long.
    #[serde(default = "yes")]
    pub stand_ins: bool,
}

fn yes() -> bool {
    true
}

impl NewRoom {
    /// A room as most want it.
    pub fn of(ruleset: impl Into<String>, seats: u8) -> NewRoom {
        NewRoom {
            ruleset: ruleset.into(),
            title: None,
            seats,
            bots: 0,
            options: BTreeMap::new(),
            private: false,
            time: TimeLimits::default(),
            watching: Watching::default(),
            undo: UndoRule::default(),
            stand_ins: true,
        }
    }
}

/// How long seats may think, in seconds. When the time is up, the rules' default
/// is done, else something legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeLimits {
    /// For one decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<u32>,
    /// For all decisions of a game together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
}

/// Who may watch a room without a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Watching {
    /// Nobody.
    None,
    /// Everybody who may enter.
    #[default]
    Open,
    /// Everybody, but so many choices late.
    Delayed {
        /// How many.
        choices: u16,
    },
    /// Whom the owner lets in.
    Approved,
}

/// When choices may be taken back. All persons on seats must agree in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UndoRule {
    /// Never.
    Never,
    /// When nobody has learned a card by it.
    #[default]
    NothingLearned,
    /// Whatever was seen.
    Always,
}
