//! From texts to the builder. A folder is a dialect, and no dialect knows
//! another; what they share is the language of expressions.

pub mod cardable;
pub mod expression;
pub mod tables;
