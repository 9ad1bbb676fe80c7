//! A game as numbers, for programs that learn to play: fixed numbers for all choices of a ruleset, with masks of those that
//! are legal, and what a seat knows as a row of numbers whose shape never changes.
//!
//! ```
//! use cardable_core::learning::{ActionSpace, Observation};
//! use cardable_core::{Game, Seed, Setup, Viewer};
//! # let ruleset = cardable_core::testing::tiny_ruleset();
//! let space = ActionSpace::of(&ruleset);
//! let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
//! while let Some(decision) = game.next_decision() {
//!     let seat = decision.seat();
//!     let seen = Observation::of(&game, Viewer::Seat(seat));
//!     let mask = space.mask(&decision);
//!     // A network would get `seen.values` and give a number that `mask` allows.
//!     let number = mask.iter().position(|legal| *legal).ok_or("something is legal")?;
//!     # let _ = seen;
//!     let choice = space.choice(&decision, number).ok_or("it is legal")?;
//!     game.submit(seat, &choice)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(inline)]
pub use cardable_engine::{ActionSpace, Observation};
