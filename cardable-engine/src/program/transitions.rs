//! Which states may follow which, for drawing and for warnings; no game reads it.

use crate::ids::{ActionId, StateId};
use serde::{Deserialize, Serialize};

/// One state may follow another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Transition {
    pub from: StateId,
    pub to: StateId,
    /// By an action of a seat.
    pub by_seat: bool,
    /// None where a trigger or an ability leads there.
    pub action: Option<ActionId>,
}

/// All the ways from state to state.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Transitions {
    /// Those whose end is written out.
    pub known: Vec<Transition>,
    /// States from which the game can go somewhere that is known only at run time.
    pub anywhere: Vec<StateId>,
    /// States in which the game may end.
    pub ends: Vec<StateId>,
    /// States that go back to the one they were laid over.
    pub pops: Vec<StateId>,
}
