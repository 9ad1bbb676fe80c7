//! For measuring bots: one that cheats, as a yardstick, and small games worked out for all decisions at once. Programs in which
//! people play do not have it: it takes the feature `testing`.

use crate::budget::Budget;
use crate::equilibrium::Equilibrium;
use crate::search::Search;
use crate::seen::Seen;
use crate::thought::Thought;
use cardable_core::search::ChoiceKey;
use cardable_core::{Game, Seat, Seed};

/// What a bot would do that knows every card: how near an honest bot comes to it says how good it is, as luck bounds
/// both alike. None where the seat has nothing to decide.
///
/// ```
/// use cardable_bots::{Budget, testing::cheat};
/// use cardable_core::{Game, Seat, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let thought = cheat(&game, Seat(0), Seed::from(1), &mut Budget::iterations(10)).ok_or("it decides")?;
/// assert!(game.decision(Seat(0)).is_some_and(|decision| decision.index_of(&thought.choice).is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cheat(game: &Game, seat: Seat, seed: Seed, budget: &mut Budget) -> Option<Thought> {
    let mut search = Search::new(Seen::true_game(game, seat, seed)?);
    search.run(budget);
    search.thought()
}

/// A small game that was worked out once. What a bot comes to follows from what everybody knew when the cards were shuffled,
/// so it is the same in each decision after that, and to ask for all of them here takes no longer than to think about one.
#[derive(Debug)]
pub struct WorkedOut(Equilibrium);

impl WorkedOut {
    /// Works out with so many iterations. None where a bot would search.
    pub fn new(seen: &Seen, iterations: u32) -> Option<WorkedOut> {
        let mut equilibrium = Equilibrium::new(seen)?;
        for _ in 0..iterations {
            equilibrium.iterate().ok()?;
        }
        Some(WorkedOut(equilibrium))
    }

    /// How likely a seat makes each of its choices. None where it has not come up what the seat knows.
    pub fn shares(&self, game: &Game, seat: Seat) -> Option<Vec<(ChoiceKey, f64)>> {
        let known = self.0.known(game, seat)?;
        let shares = known.ways.iter().map(|way| (way.key, known.share(way)));
        Some(shares.collect())
    }
}
