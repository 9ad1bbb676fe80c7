//! Random games, many of them, and what they have in common.

pub(crate) mod json;
pub(crate) mod kept;
mod playout;
mod tally;
pub(crate) mod text;
mod workers;

pub(crate) use tally::Tally;
pub(crate) use workers::run;

use cardable_core::ids::StateId;
use cardable_core::{Ruleset, Setup};

/// What is to be played.
pub(crate) struct Plan<'a> {
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) setup: &'a Setup,
    pub(crate) games: u64,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    /// A game that reaches this state is broken off.
    pub(crate) until: Option<StateId>,
    /// A game of so many choices is broken off.
    pub(crate) choices: u64,
    /// What else stands on the command line that a single game follows from.
    pub(crate) table: String,
    /// The ruleset, as the command line names it.
    pub(crate) named: &'a str,
}

impl Plan<'_> {
    /// The seed of a game. The first game has the plan's own, so that any game can be played again
    /// as the only one; the others are spread over numbers that JSON can hold exactly.
    pub(crate) fn seed_of(&self, game: u64) -> u64 {
        if game == 0 {
            return self.seed;
        }
        let mut mixed = self.seed.wrapping_add(game.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) >> 16
    }
}
