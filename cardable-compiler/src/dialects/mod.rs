//! Of the compiler: from texts, or from Rust, to the builder. A folder is a dialect, and no dialect
//! knows another; what they share is the language of expressions, how card sets become
//! part of a program, and some shapes of their tables of fields.

pub mod cardable;
#[cfg(feature = "phases")]
pub mod cardgame;
mod cards;
pub mod expression;
mod format;
#[cfg(feature = "dsl")]
pub mod dsl;
mod shapes;
#[cfg(feature = "tables")]
pub mod tables;

pub(crate) use format::{Format, Reading};
