//! Bots: whoever plays a seat without being a person. A bot sees what a person
//! on its seat would see, and nothing else.

use crate::choice::Choice;
use crate::decision::DecisionRef;
use crate::setup::Seed;
use crate::view::View;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Decides for a seat.
///
/// ```
/// use cardable_core::{Bot, Choice, DecisionRef, Game, Seed, Setup, View};
/// /// Takes what is offered first.
/// struct First;
/// impl Bot for First {
///     fn choose(&mut self, _: &View, decision: &DecisionRef<'_>) -> Choice {
///         decision.nth(0).unwrap_or(Choice::Pass)
///     }
/// }
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1))?;
/// let decision = game.next_decision().ok_or("a new game asks somebody")?;
/// let seat = decision.seat();
/// let choice = First.choose(&game.view(cardable_core::Viewer::Seat(seat)), &decision);
/// game.submit(seat, &choice)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "agent")]
#[doc(alias = "AI")]
pub trait Bot {
    /// Chooses, knowing the seat's own view and its decision.
    fn choose(&mut self, view: &View, decision: &DecisionRef<'_>) -> Choice;
}

/// A bot that does anything that is allowed, each choice as likely as the others.
///
/// ```
/// use cardable_core::{Bot, Game, RandomBot, Seed, Setup, Viewer};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(3), Seed::from(1))?;
/// let mut bot = RandomBot::new(Seed::from(2));
/// while let Some(decision) = game.next_decision() {
///     let seat = decision.seat();
///     let choice = bot.choose(&game.view(Viewer::Seat(seat)), &decision);
///     game.submit(seat, &choice)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandomBot {
    rng: ChaCha8Rng,
}

impl RandomBot {
    /// A bot whose choices follow from a seed.
    pub fn new(seed: Seed) -> RandomBot {
        RandomBot {
            rng: ChaCha8Rng::from_seed(seed.0),
        }
    }
}

impl Bot for RandomBot {
    fn choose(&mut self, _: &View, decision: &DecisionRef<'_>) -> Choice {
        decision.sample(&mut self.rng).unwrap_or(Choice::Pass)
    }
}
