//! A game as numbers, for programs that learn to play.

mod actions;
mod observation;

pub use actions::ActionSpace;
pub use observation::Observation;
