//! What bots say about choices.

use super::is_false;
#[cfg(doc)]
use super::*;
use cardable_core::Choice;
#[cfg(doc)]
use cardable_core::View;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a bot would do in your place. It knows what you know, and no more.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Opinion {
    /// The [`View::seq`] of the view for which it holds.
    pub seen: u64,
    /// The best choices, the best one first, and three at most.
    pub ranked: Vec<Rated>,
}

/// What a bot thinks of a choice that you have made. It knows what you knew then.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReviewedChoice {
    /// How many choices were made in the game before it: its place in [`Replay::happened`], from 0.
    pub at: u32,
    /// The choice.
    pub made: Choice,
    /// The choices that the bot finds best, the best one first, and three at most.
    pub ranked: Vec<Rated>,
    /// How much worse your choice was than the best one, from 0 to 1; left out if the bot could not compare them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Whether the bot would have done the same.
    #[serde(default, skip_serializing_if = "is_false")]
    pub alike: bool,
}

/// A choice, and how good a bot finds it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Rated {
    /// The choice.
    pub choice: Choice,
    /// How well you would do after it, from 0 to 1; left out if the bot has not tried it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}
