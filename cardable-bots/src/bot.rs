//! Bots: who decides for a seat, from what it knows.

use crate::budget::Budget;
use crate::search::Search;
use crate::seen::Seen;
use crate::thought::Thought;
use cardable_core::Choice;

/// Decides for a seat, from what it knows and no more.
///
/// ```
/// use cardable_bots::{Bot, Budget, Seen, Thought};
/// /// Takes what is offered first.
/// struct First;
/// impl Bot for First {
///     fn think(&mut self, seen: &Seen, _: &mut Budget) -> Thought {
///         let choice = seen.decision().and_then(|decision| decision.nth(0));
///         Thought {
///             choice: choice.unwrap_or(cardable_core::Choice::Pass),
///             values: Vec::new(),
///             ranked: Vec::new(),
///             spent: 0,
///         }
///     }
/// }
/// # let _ = First;
/// ```
pub trait Bot {
    /// What it would do. It uses the budget up, or less of it where thinking more changes nothing.
    fn think(&mut self, seen: &Seen, budget: &mut Budget) -> Thought;
}

/// A bot that searches ([`Search`]).
///
/// See the [crate](crate) for an example.
#[derive(Clone, Debug, Default)]
pub struct Searcher {
    /// How much chance there is in what it does: 0 takes the best, 1 goes by how much thought went to each choice.
    pub temperature: f64,
}

impl Bot for Searcher {
    fn think(&mut self, seen: &Seen, budget: &mut Budget) -> Thought {
        let mut search = Search::new(seen.clone());
        search.run(budget);
        let thought = search.thought();
        let chosen = search.choose(self.temperature);
        let mut thought = thought.unwrap_or_else(|| Thought {
            choice: Choice::Pass,
            values: Vec::new(),
            ranked: Vec::new(),
            spent: 0,
        });
        if let Some(choice) = chosen {
            thought.choice = choice;
        }
        thought
    }
}
