//! Which states may follow which, for drawing and for warnings; no game reads it.

use crate::ids::{ActionId, StateId};

/// One state may follow another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lead {
    pub(crate) from: StateId,
    pub(crate) to: StateId,
    /// By an action of a seat.
    pub(crate) by_seat: bool,
    /// The action that leads there.
    pub(crate) action: ActionId,
}

/// All the ways from state to state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Leads {
    /// Those whose end is written out.
    pub(crate) known: Vec<Lead>,
    /// States from which the game can go somewhere that is known only at run time.
    pub(crate) anywhere: Vec<StateId>,
    /// States in which the game may end.
    pub(crate) ends: Vec<StateId>,
    /// States that go back to the one they were laid over.
    pub(crate) pops: Vec<StateId>,
}
