//! What a run is to do next.

use crate::ids::StateId;
use crate::value::Value;
use crate::world::scene::Trigger;
use smallvec::SmallVec;

/// Automatic actions that are to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PendingAutos {
    pub next: u16,
    pub on: Trigger,
}

/// A transition that waits for the bodies of kept choices.
#[derive(Clone, Debug, Default)]
pub struct PendingTransition {
    pub(crate) transition: Option<(StateId, SmallVec<[Value; 8]>)>,
}
