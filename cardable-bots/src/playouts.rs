//! How a search plays on beyond its tree.

use crate::habits::Habits;
use cardable_core::rand::{Rng, RngExt as _};
use cardable_core::search::{ChoiceKey, Moment, PlayoutObserver, UntilScored};
use cardable_core::{DecisionRef, Seat, SeatSet};

/// How likely the better one of two choices is taken, and not the first that was drawn.
const SENSE: f64 = 0.8;

/// How a search plays on beyond its tree.
///
/// ```
/// use cardable_bots::{Budget, Playouts, Search, Seen};
/// use cardable_core::{Game, Seat, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let seen = Seen::new(&game, Seat(0), Seed::from(1)).ok_or("seat 0 begins")?;
/// let mut search = Search::new(seen).with_playouts(Playouts::Habits);
/// search.run(&mut Budget::iterations(16));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Playouts {
    /// Every choice is as likely as the others.
    #[default]
    Uniform,
    /// Mostly the better one of two that were drawn, by what the search has learnt so far ([`Habits`]).
    Habits,
}

/// Plays by chance, so many choices at most. The limit of the playout itself is no substitute: near to it the engine notes
/// how actions began that wait for an answer, which costs a copy of the game for each choice, and nobody asks for it here.
pub(crate) struct Cut<'p> {
    pub(crate) until: &'p mut UntilScored,
    pub(crate) left: u64,
}

impl Cut<'_> {
    /// The limit of a playout that is cut before.
    pub(crate) const NO_LIMIT: u64 = u64::MAX;
}

impl PlayoutObserver for Cut<'_> {
    #[inline]
    fn next_seat(&mut self, seats: SeatSet, rng: &mut impl Rng) -> Option<Seat> {
        self.until.next_seat(seats, rng)
    }

    #[inline]
    fn stop(&mut self, moment: &Moment<'_>) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0 || self.until.stop(moment)
    }
}

/// Plays by habits, and notes what is chosen.
pub(crate) struct Habitual<'p> {
    pub(crate) until: Cut<'p>,
    pub(crate) habits: &'p Habits,
    pub(crate) made: &'p mut Vec<(Seat, ChoiceKey)>,
}

impl PlayoutObserver for Habitual<'_> {
    fn next_seat(&mut self, seats: SeatSet, rng: &mut impl Rng) -> Option<Seat> {
        self.until.next_seat(seats, rng)
    }

    fn stop(&mut self, moment: &Moment<'_>) -> bool {
        self.until.stop(moment)
    }

    fn choose(&mut self, decision: &DecisionRef<'_>, rng: &mut impl Rng) -> Option<u64> {
        let count = decision.count().get();
        if count < 2 {
            return None;
        }
        let seat = decision.seat();
        let one = rng.random_range(0..count);
        let mut chosen = (one, decision.key_of_nth(one)?);
        if rng.random_bool(SENSE) {
            let other = rng.random_range(0..count);
            if other != one {
                let key = decision.key_of_nth(other)?;
                if self.habits.value(seat, key) > self.habits.value(seat, chosen.1) {
                    chosen = (other, key);
                }
            }
        }
        self.made.push((seat, chosen.1));
        Some(chosen.0)
    }
}
