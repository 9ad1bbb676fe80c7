//! What a bot has come to.

use cardable_core::Choice;

/// A choice, and how good a bot finds it.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked {
    /// The choice.
    pub choice: Choice,
    /// How much of the thinking went to it, from 0 to 1.
    pub share: f64,
    /// How well the seat would do after it, from 0 to 1. None where it was not tried.
    pub value: Option<f64>,
}

/// What a bot would do, and why.
///
/// See the [crate](crate) for an example.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// What it would do.
    pub choice: Choice,
    /// How well each seat does when it does that, from 0 to 1.
    pub values: Vec<f64>,
    /// All choices that differ, best first.
    pub ranked: Vec<Ranked>,
    /// How many iterations it has taken in all.
    pub spent: u32,
}
