//! What ends a call from the core's side, to be done once the script is off the stack.

use crate::ids::{Seat, SeatSet, StateId};
use crate::value::Value;
use crate::world::scene::Question;
use smallvec::SmallVec;

/// Why the core ended a call.
pub(crate) enum Pending {
    Ask(Seat, Question),
    /// Several seats are asked; some have answered already.
    AskAll(SeatSet, Question, Vec<(Seat, Value)>),
    /// A state is laid over the running one.
    Push(StateId, SmallVec<[Value; 8]>),
    Pop(Value),
    Transition(StateId, SmallVec<[Value; 8]>),
    /// The state was left, or the game is over.
    Left,
    /// Nothing more may be done: a fault.
    Fault(Box<crate::fault::Fault>),
}
