//! For measuring bots: one that cheats, as a yardstick. Programs in which people play do not have it: it takes the
//! feature `testing`.

use crate::budget::Budget;
use crate::search::Search;
use crate::seen::Seen;
use crate::thought::Thought;
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
