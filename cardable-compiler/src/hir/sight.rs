//! What is known of who sees what.

use super::{NodeId, Scope};
use crate::text::source::Span;
use cardable_engine::ids::{ActionId, StateId};
use std::collections::BTreeSet;

/// What is known of who sees what, and of where the rules show hidden values.
#[derive(Debug, Default)]
pub(crate) struct Sight {
    /// Which cards steps may let seats look at that they would not see; `None` where nobody has looked for
    /// such steps.
    pub(crate) showing: Option<Showing>,
    /// The values that somebody reads, to be guarded later.
    pub(crate) shown: Vec<Shown>,
    /// Numbers that bound what a seat may choose.
    pub(crate) bounds: Vec<Bound>,
    /// Defined values as conditions read them that are functions of the script.
    pub(crate) by_scripts: Vec<ByScript>,
    /// Shared data that no view lists, and that tell nothing but what has been done.
    pub(crate) known_facts: Vec<u16>,
    /// Branches on values that are hidden from some seat.
    pub(crate) revealing: Vec<(Span, String)>,
    /// Calls of functions of the script in conditions, which may read what is hidden.
    pub(crate) revealing_calls: Vec<(NodeId, Span)>,
    /// Calls of functions whose results a seat reads.
    pub(crate) guarded_calls: BTreeSet<u32>,
    /// The same, with what is worked out by them.
    pub(crate) read_by_seats: Vec<(NodeId, String)>,
}

/// The zones whose cards steps let seats look at.
#[derive(Debug, Default)]
pub(crate) struct Showing {
    zones: BTreeSet<Box<str>>,
    /// Some step shows cards that may lie anywhere.
    all: bool,
}

impl Showing {
    /// Adds a step that shows cards of some zones; with `None` they may lie in any.
    pub(crate) fn add(&mut self, zones: Option<BTreeSet<Box<str>>>) {
        match zones {
            Some(zones) => self.zones.extend(zones),
            None => self.all = true,
        }
    }

    pub(crate) fn may_show(&self, zone: &str) -> bool {
        self.all || self.zones.contains(zone)
    }
}

/// Whose eyes something is for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Eyes {
    /// Those of the acting seat.
    Acting,
    /// Those of the seat, or of all the seats, that a value means.
    Of(NodeId),
    /// Those of everybody, spectators too.
    Everybody,
}

/// A value that somebody reads, and may know only as far as he sees what it depends on.
#[derive(Debug)]
pub(crate) struct Shown {
    pub(crate) scope: Scope,
    /// The value as its author wrote it.
    pub(crate) written: NodeId,
    /// What he reads: the same until guards are put in.
    pub(crate) read: NodeId,
    pub(crate) eyes: Eyes,
    /// Whether cards and zones are told by their places only.
    pub(crate) things: bool,
    /// Whether he knows what is on the backs of picked cards that he does not see.
    pub(crate) picks_by_back: bool,
    /// What it is, in messages.
    pub(crate) what: String,
}

/// A defined value that functions of the script ask for, as the acting seat reads it.
#[derive(Debug)]
pub(crate) struct ByScript {
    /// Its place among the routines, and the states for which it was read.
    pub(crate) routine: usize,
    pub(crate) states: Vec<StateId>,
    pub(crate) scope: Scope,
    /// The value as its author wrote it, and what the seat reads of it.
    pub(crate) written: NodeId,
    pub(crate) read: NodeId,
}

/// A number that bounds what a seat may choose in an action.
#[derive(Debug)]
pub(crate) struct Bound {
    pub(crate) scope: Scope,
    pub(crate) node: NodeId,
    pub(crate) action: ActionId,
}
