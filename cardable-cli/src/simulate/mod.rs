//! Simulates many random games and reports statistics.

mod contest;
pub(crate) mod json;
pub(crate) mod kept;
mod players;
mod playout;
mod tally;
pub(crate) mod text;
mod workers;

pub(crate) use players::{Move, Player, Players};
pub(crate) use tally::Tally;
pub(crate) use workers::run;

use crate::stop::Stop;
use cardable_core::ids::StateId;
use cardable_core::{Ruleset, Setup};

/// The most choices of a game, if nobody says how many.
pub(crate) const LONGEST: u64 = 10_000;

/// The same where a game is not meant to end.
pub(crate) const LONGEST_OF_ENDLESS: u64 = 500;

/// Games of bots are broken off after so many times the choices of long random games.
const LONGEST_TIMES: u64 = 4;

/// Games of bots may always have so many choices.
const LONGEST_AT_LEAST: u64 = 200;

/// Games of bots are broken off there where no random game ended.
const LONGEST_OF_UNENDED: u64 = 500;

/// How many random games show how long games are.
const FIRST_GAMES: u64 = 10;

/// After how many choices a game of bots, who think about each, is broken off. `long` is how many choices long random games
/// have; `None` where none ended.
pub(crate) fn longest_of_bots(long: Option<u64>) -> u64 {
    match long {
        None => LONGEST_OF_UNENDED,
        Some(long) => (LONGEST_TIMES * long).clamp(LONGEST_AT_LEAST, LONGEST),
    }
}

/// The games to simulate.
pub(crate) struct Plan<'a> {
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) setup: &'a Setup,
    pub(crate) games: u64,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    /// When no new game is to begin.
    pub(crate) stop: Stop,
    /// Stop a game when it reaches this state.
    pub(crate) until: Option<StateId>,
    /// Stop a game after this many choices.
    pub(crate) choices: u64,
    /// Who plays, the first one on the first seat of each deal's first game. Empty where chance plays.
    pub(crate) bots: &'a [Player],
    /// The other command-line arguments needed to repeat a single game.
    pub(crate) table: String,
    /// The ruleset as given on the command line.
    pub(crate) named: &'a str,
}

impl Plan<'_> {
    /// How many games are played with the same cards.
    pub(crate) fn games_of_a_deal(&self) -> u64 {
        self.bots.len().max(1) as u64
    }

    /// Why there are not as many games as were asked for; None if there are.
    pub(crate) fn ended_early(&self, tally: &Tally) -> Option<String> {
        let (played, asked) = (
            text::grouped(tally.games as f64),
            text::grouped(self.games as f64),
        );
        let is_early = tally.games < self.games && self.stop.is_interrupted();
        is_early.then(|| format!("It was ended early: {played} of {asked} games were played"))
    }

    /// After how many choices its games of bots are broken off, by some that chance plays.
    pub(crate) fn longest_of_bots(&self) -> u64 {
        let tally = run(&Plan {
            bots: &[],
            games: FIRST_GAMES,
            until: None,
            stop: self.stop.clone(),
            table: String::new(),
            ..*self
        });
        // Games that were broken off are the longest ones.
        let ended = tally.ended as f64 / tally.games.max(1) as f64;
        longest_of_bots((tally.ended > 0).then(|| tally.choices_at(0.95 * ended)))
    }

    /// By how many seats the bots have moved on in a game.
    fn moved(&self, game: u64) -> usize {
        (game % self.games_of_a_deal()) as usize
    }

    /// The seed of a game.
    pub(crate) fn seed_of(&self, game: u64) -> u64 {
        // Bots play each deal once from every seat.
        let game = game / self.games_of_a_deal();
        deal_seed(self.seed, game)
    }
}

/// The seed of a deal. The first deal has the given seed itself, so that any game can be repeated as the only one. The
/// others are spread over numbers that JSON represents exactly.
pub(crate) fn deal_seed(seed: u64, deal: u64) -> u64 {
    if deal == 0 {
        return seed;
    }
    let mut mixed = seed.wrapping_add(deal.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ mixed >> 31) >> 16
}
