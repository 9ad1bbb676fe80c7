//! Where values and steps of the tree stand.

use super::{Scope, Stmt};
use crate::hir::NodeId;
use cardable_engine::ids::StateId;
use cardable_engine::program::Code;

/// Steps, as an action does them.
#[derive(Debug)]
pub struct Body {
    pub scope: Scope,
    pub steps: Vec<Stmt>,
    pub of: BodyOf,
    /// The code that was made of them.
    pub code: Code,
}

/// Whose steps they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyOf {
    /// An action.
    Action,
    /// An action that is never available.
    Never,
    /// An action that functions of the script call.
    Routine,
    /// No action: they are not called, or cannot be.
    Nothing,
}

/// A value that stands for itself: a condition, a bound, what is picked from.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// The state whose rules it belongs to.
    pub state: Option<StateId>,
    /// Whether there can be an acting seat.
    pub player: bool,
    pub node: NodeId,
}
