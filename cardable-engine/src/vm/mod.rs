//! Code that runs: values and conditions of a game, and what one run may use.

// No module imports one that stands after it.
pub(crate) mod known;
pub mod temp;
pub(crate) mod kinds;
pub mod engine;
pub(crate) mod budget;
pub mod lists;
pub(crate) mod texts;
pub(crate) mod typed;
pub mod operators;
pub(crate) mod computed;
pub(crate) mod interpret;
pub(crate) mod evaluate;
pub(crate) mod select;
pub(crate) mod forgiven;
pub(crate) mod conditions;
pub(crate) mod query;
pub mod wording;

pub use engine::{Engine, Reader};
