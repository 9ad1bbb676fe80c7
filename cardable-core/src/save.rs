//! Saves: a game as it stands, also in the middle of a question.
//!
//! [`Game::save`](crate::Game::save) writes one, and [`Game::restore`](crate::Game::restore) reads it. You need this
//! module to tell why one cannot be restored.

#[doc(inline)]
pub use cardable_engine::{MAX_SAVE, RestoreError, SAVE_FORMAT};
