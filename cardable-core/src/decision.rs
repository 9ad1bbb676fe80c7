//! What a decision offers, in parts: for interfaces that show buttons, candidates and reasons.
//!
//! You need it when you list what a seat may do. A bot that picks a choice by its number needs only
//! [`DecisionRef`](crate::DecisionRef) and [`Choice`](crate::Choice).
//!
//! ```
//! use cardable_core::{Game, Seed, Setup, decision::Offered};
//! # let ruleset = cardable_core::testing::tiny_ruleset();
//! let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
//! let decision = game.next_decision().ok_or("somebody decides")?;
//! for offered in decision.offers() {
//!     if let Offered::Action { label, pick, .. } = offered {
//!         println!("[{label}] with {} candidates", pick.map_or(0, |pick| pick.candidates.len()));
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(inline)]
pub use cardable_engine::{Count, Extensions, Labelled, Offered, PickOffered, Unavailable};
