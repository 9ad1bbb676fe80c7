//! What authors ask of a game by their rules: expressions that are worked out in it, why an action is not offered, and all its
//! data; and what they change of it.
//!
//! You need it when your program debugs rulesets itself, as `cardable eval`, `cardable play --debug` and rooms of the host do.
//! What it tells may be hidden from those who play.

mod data;
mod edit;
mod events;
mod expression;
mod why;

#[doc(inline)]
pub use cardable_compiler::opened::{NotCompiled, OpenRules};
#[doc(inline)]
pub use cardable_engine::WorkedOut;
pub use data::{DatumNow, data_now, running_state};
pub use edit::{Edit, NotEdited};
pub use events::{event_lines, step_lines};
pub use expression::{Expression, NoValue, value_text};
pub use why::{NoAnswer, Part, Told, Why, why};
