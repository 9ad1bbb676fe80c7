//! From texts, or from Rust, to the builder. A folder is a dialect, and no dialect
//! knows another; what they share is the language of expressions and how card sets
//! become part of a program.

pub mod cardable;
pub mod cardgame;
mod cards;
pub mod expression;
pub mod native;
pub mod tables;
