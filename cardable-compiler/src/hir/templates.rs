//! Action templates beside the actions that they became.

use cardable_engine::ids::{ActionId, StateId};
use cardable_engine::program::{RustFunction, Template};

/// Action templates, and the compound actions that they are parts of.
#[derive(Debug, Default)]
pub struct Templates {
    pub all: Vec<Template>,
    /// Predicates of the embedding program.
    pub rust_functions: Vec<RustFunction>,
    pub compound_states: Vec<StateId>,
    /// The item of seats' data that tells which compound action a seat has begun.
    pub compound_slot: Option<u16>,
    pub compound_parts: Vec<ActionId>,
}
