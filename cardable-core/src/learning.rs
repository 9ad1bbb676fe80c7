//! A game as numbers, for programs that learn to play: fixed numbers for all choices of a ruleset, with masks of those that
//! are legal, what a seat knows as a row of numbers whose shape never changes, and what a game has brought.
//!
//! ```
//! use cardable_core::learning::{self, ActionSpace, Observation};
//! use cardable_core::{Game, Seed, Setup, Viewer};
//! # let ruleset = cardable_core::testing::tiny_ruleset();
//! let space = ActionSpace::of(&ruleset);
//! let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
//! let mut seen = Observation::of(&game, Viewer::Spectator);
//! while let Some(decision) = game.next_decision() {
//!     let (seat, legal) = (decision.seat(), space.legal(&decision));
//!     seen.observe(&game, Viewer::Seat(seat));
//!     // A network would get `seen.values` and weigh the numbers of `legal`.
//!     let chosen = legal[0];
//!     game.submit_nth(seat, chosen.nth)?;
//! }
//! assert_eq!(learning::returns(&game).len(), 2); // what it has brought to each seat
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(inline)]
pub use cardable_engine::{ActionSpace, LegalNumber, Observation, returns};
