//! From texts, or from Rust, to the tree of a ruleset. A folder is a dialect, and no dialect
//! knows another; what they share is the language of expressions, how card sets become
//! part of a program, and some shapes of their tables of fields.

mod cards;
#[cfg(feature = "dsl")]
pub mod dsl;
#[cfg(feature = "phases")]
pub mod phases;
mod registry;
pub mod ruleset;
mod shapes;
#[cfg(feature = "tables")]
pub mod tables;

pub(crate) use registry::{Format, Reading};
