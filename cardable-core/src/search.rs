//! What a search uses beside [`Game::fork`](crate::Game::fork) and [`Game::imagine`](crate::Game::imagine): playouts,
//! chance of your own, and a [`Walk`] through games in which everything was possible that was chosen since the cards were
//! shuffled, from a [`History`].
//!
//! ```
//! use cardable_core::{Game, Seed, Setup, rand_chacha::ChaCha8Rng, rand_chacha::rand_core::SeedableRng};
//! # let ruleset = cardable_core::testing::tiny_ruleset();
//! let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
//! let mut rng = ChaCha8Rng::seed_from_u64(1);
//! let mut wins = [0; 2];
//! for _ in 0..10 {
//!     let mut copy = game.fork();
//!     copy.playout(&mut rng, 1_000)?;
//!     for winner in copy.result().into_iter().flat_map(|result| result.winners.clone()) {
//!         wins[winner.index()] += 1;
//!     }
//! }
//! assert!(wins.iter().sum::<u32>() >= 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(inline)]
pub use cardable_engine::{
    Best, Chance, ChoiceKey, History, KeyedChoice, Knowledge, Moment, PastChoice, Playout, PlayoutObserver,
    Scoring, SeenHistory, Standings, UntilScored, Walk, work_of,
};
