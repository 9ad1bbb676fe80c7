//! Bots that think, for any ruleset, and know no more than their seat may know.
//!
//! A bot gets a [`Seen`]: a game that was imagined from what its seat knows. It imagines more of them, plays each on in
//! thought ([`Search`]), and gives a [`Thought`]: what it would do, and how good it finds each choice. How much it
//! thinks is a [`Budget`] of iterations; a [`Level`] is a bot with a usual budget. A [`review`] looks back at the choices
//! of a person.
//!
//! ```
//! use cardable_bots::{Bot, Level, Seen};
//! use cardable_core::{Game, Seed, Setup};
//!
//! # let ruleset = cardable_core::testing::tiny_ruleset();
//! let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
//! while let Some(decision) = game.next_decision() {
//!     let seat = decision.seat();
//!     let seen = Seen::new(&game, seat, Seed::from(game.seq())).ok_or("the seat decides")?;
//!     let thought = Level::Easy.bot().think(&seen, &mut Level::Easy.budget());
//!     game.submit(seat, &thought.choice)?;
//! }
//! # assert!(game.is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! There is no clock, no thread and no outside randomness in here: the same game, seed and budget give the same thought.

// No module imports one that stands after it.
mod budget;
mod random;
mod seen;
mod reward;
mod tree;
mod thought;
mod habits;
mod playouts;
mod equilibrium;
mod opponents;
mod tables;
mod search;
mod bot;
mod level;
pub mod review;
#[cfg(feature = "testing")]
pub mod testing;

pub use bot::{Bot, Searcher};
pub use budget::Budget;
pub use habits::Habits;
pub use level::{Level, UnknownLevel};
pub use playouts::Playouts;
pub use search::Search;
pub use seen::Seen;
pub use thought::{Ranked, Thought};
