//! What authors ask of a game by their rules: expressions that are worked out in it, and why an action is not offered.
//!
//! You need it when your program debugs rulesets itself, as `cardable eval` and `cardable play --debug` do. What it tells may
//! be hidden from those who play.

mod expression;
mod why;

#[doc(inline)]
pub use cardable_compiler::opened::{NotCompiled, OpenRules};
#[doc(inline)]
pub use cardable_engine::WorkedOut;
pub use expression::{Expression, NoValue, value_text};
pub use why::{NoAnswer, Part, Told, Why, why};
