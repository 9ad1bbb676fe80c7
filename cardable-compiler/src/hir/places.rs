//! Where states are written, and what of them is not known.

use crate::text::source::Span;
use cardable_engine::ids::{StateId, StrId};
use std::collections::{BTreeMap, BTreeSet};

/// What there is to know of states beside what the game reads.
#[derive(Debug, Default)]
pub struct Places {
    /// States by their names: each is looked up wherever it is named.
    pub names: BTreeMap<StrId, StateId>,
    /// Where each state is written.
    pub spans: Vec<Span>,
    /// States whose type is not known, which was said.
    pub unsure: Vec<StateId>,
    /// States that are left only when turns have ended.
    pub awaited: Vec<StateId>,
    /// Zones of seats that are used and not declared, and where.
    pub undeclared: Vec<(Box<str>, Span)>,
    /// Data that is an empty text at first and has no type, by its name and whether seats have it.
    pub untyped_data: Vec<(StrId, bool)>,
    /// What triggers wait for that rules emit, and where.
    pub heard: Vec<(StrId, Span)>,
    /// Where triggers wait for cards that are turned up.
    pub turned_up: Vec<Span>,
    /// Where each option is declared.
    pub options: Vec<Span>,
    /// Options that are declared, and of which something could not be read, which was said.
    pub faulty_options: BTreeSet<StrId>,
    pub lost: Lost,
}

/// What steps that could not be read would have done, so that it is not missed as well.
#[derive(Clone, Debug, Default)]
pub struct Lost {
    /// States that they would have led away from.
    pub transitions: Vec<StateId>,
    /// Whether they would have ended the game, and in which states.
    pub ends: bool,
    pub ends_in: Vec<StateId>,
}

impl Lost {
    /// A step of a state led somewhere.
    pub fn transition(&mut self, state: Option<StateId>) {
        self.transitions.extend(state);
    }

    /// A step of a state ended the game.
    pub fn end(&mut self, state: Option<StateId>) {
        self.ends = true;
        self.ends_in.extend(state);
    }
}
