//! Primitives of the embedding program: how they are declared, and what they reach of a game.
//!
//! You need it when a rule cannot be said in the language of rulesets, and when you look the engine's primitives up.
//! [`Loader::primitive`](crate::Loader::primitive) adds one.

#[doc(inline)]
pub use cardable_engine::fault::{Fault, FaultKind, Run};
#[doc(inline)]
pub use cardable_engine::primitives::{
    Arity, End, Facing, Family, Moves, Param, ParamType, Primitive, Question, Reads, Requirement, Signature,
    all, find, manual, manual_of, of_ruleset,
};
#[doc(inline)]
pub use cardable_engine::vm::engine::{Engine, Reader};
