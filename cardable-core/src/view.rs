//! What a [`View`](crate::View) and a [`ViewEvent`](crate::ViewEvent) are made of.
//!
//! You need it when you draw a table or tell what happened. Everything in it is what one viewer may know; nothing else
//! leaves the engine.
//!
//! ```
//! use cardable_core::{Game, Seed, Setup, Viewer, view::CardSeen};
//! # let ruleset = cardable_core::testing::tiny_ruleset();
//! let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
//! for zone in game.view(Viewer::Spectator).zones {
//!     let faces = zone.cards.iter().filter(|card| matches!(card, CardSeen::Face(_))).count();
//!     println!("{} cards, {faces} of them face up", zone.cards.len());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(inline)]
pub use cardable_engine::view::{
    CardDatum, CardSeen, DataRef, Datum, Hint, KnownCard, MessageSeen, SceneSeen, SeatSeen, Slot, Status,
    ToldCard, ZoneSeen,
};
