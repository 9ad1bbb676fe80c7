//! The card sets and games that come with Cardable, as files inside a program.
//!
//! ```
//! use cardable_core::{Game, Seed, Setup};
//!
//! let ruleset = cardable_rulesets::game("crazy-eights")?.load()?;
//! let game = Game::new(&ruleset, &Setup::named(["Ada", "Grace"]), Seed::from(7))?;
//! assert!(game.next_decision().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Your own rulesets find the card sets and decks of this crate when their loader is given [`files`]:
//!
//! ```
//! use cardable_core::Loader;
//!
//! let loader = Loader::new().supplied(&[cardable_rulesets::files()]);
//! # let text = cardable_core::testing::TINY;
//! let ruleset = loader.check_text("my-game.json", text).into_result()?;
//! # Ok::<(), cardable_core::LoadError>(())
//! ```
//!
//! The games `gin-rummy` and `skullable-luau` have scripts. [`Shipped::load_with`] takes the loader that can read them.

mod files;
mod game;

pub use files::{ShippedFiles, files};
pub use game::{Shipped, UnknownGame, game, games};

/// The programs of the README compile and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
