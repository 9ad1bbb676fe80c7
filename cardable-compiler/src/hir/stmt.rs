//! Steps as they are built.

use super::{Hir, NodeId};
use crate::text::source::Span;
use cardable_engine::ids::StateId;

/// Where a transition goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Target {
    /// A state that is known.
    State(StateId),
    /// One whose name is worked out.
    Named(NodeId),
}

impl Target {
    pub(crate) fn name(self) -> Option<NodeId> {
        match self {
            Target::State(_) => None,
            Target::Named(name) => Some(name),
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Stmt {
    /// Works a value out and drops it.
    Do(NodeId),
    /// Works a value out and puts it into a place.
    Set {
        place: NodeId,
        value: NodeId,
        span: Span,
    },
    /// Steps that are one to whatever reacts to them.
    Group(Vec<Stmt>),
    /// Does one list of steps or the other.
    If {
        condition: NodeId,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
        span: Span,
    },
    /// Does steps again and again as long as a condition holds.
    While {
        condition: NodeId,
        body: Vec<Stmt>,
        span: Span,
    },
    /// Does steps for each of some seats, bound as the acting one.
    EachSeat {
        seats: NodeId,
        body: Vec<Stmt>,
        span: Span,
    },
    /// Does steps for each item of a list, which lies in a local.
    EachItem {
        list: NodeId,
        local: u16,
        body: Vec<Stmt>,
        span: Span,
    },
    Transition {
        target: Target,
        args: Vec<NodeId>,
        who: Option<NodeId>,
        new_scene: bool,
        span: Span,
    },
    /// The pushed state ends with this value.
    Pop { value: Option<NodeId>, span: Span },
    /// A sealed choice has all its answers: what follows is done when everybody has chosen.
    Seal,
}

impl Stmt {
    /// Steps that stand in the place of one.
    pub(crate) fn grouped(hir: &Hir, steps: Vec<Stmt>) -> Vec<Stmt> {
        match hir.reactions.has_triggers && steps.len() > 1 {
            true => vec![Stmt::Group(steps)],
            false => steps,
        }
    }

    /// The values that the step itself names.
    pub fn values(&self) -> Vec<NodeId> {
        match self {
            Stmt::Do(node) => vec![*node],
            Stmt::Group(_) | Stmt::Seal => Vec::new(),
            Stmt::Set { place, value, .. } => vec![*place, *value],
            Stmt::If { condition: node, .. }
            | Stmt::While { condition: node, .. }
            | Stmt::EachSeat { seats: node, .. }
            | Stmt::EachItem { list: node, .. } => vec![*node],
            Stmt::Transition {
                target, args, who, ..
            } => target
                .name()
                .into_iter()
                .chain(args.iter().copied())
                .chain(*who)
                .collect(),
            Stmt::Pop { value, .. } => value.iter().copied().collect(),
        }
    }

    pub fn lists(&self) -> [&[Stmt]; 2] {
        match self {
            Stmt::If { then, otherwise, .. } => [then, otherwise],
            Stmt::Group(body) => [body, &[]],
            Stmt::While { body, .. } | Stmt::EachSeat { body, .. } | Stmt::EachItem { body, .. } => {
                [body, &[]]
            }
            Stmt::Do(_) | Stmt::Set { .. } | Stmt::Transition { .. } | Stmt::Pop { .. } | Stmt::Seal => {
                [&[], &[]]
            }
        }
    }
}

/// Puts all values that steps name into a list.
pub fn collect(steps: &[Stmt], used: &mut Vec<NodeId>) {
    for step in steps {
        used.extend(step.values());
        for list in step.lists() {
            collect(list, used);
        }
    }
}
