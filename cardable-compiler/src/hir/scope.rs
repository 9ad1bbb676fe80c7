//! What names mean where a value stands.

use super::NodeId;
use cardable_engine::ids::StateId;
use cardable_engine::value::Type;

/// A variable of a piece of code.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Local {
    pub(crate) name: Box<str>,
    pub(crate) ty: Type,
    pub(crate) kind: LocalKind,
}

/// Where a variable's value comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LocalKind {
    /// Given to the code in the register of that number.
    Given(u8),
    /// Data of the action, nothing at first or what the node says.
    Data(Option<NodeId>),
    /// A parameter, worked out when the code begins.
    Param(NodeId),
}

/// The variables of an action. Names that begin with `$` stand by themselves
/// (`$card`); the others are read as `$action.name`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ActionScope {
    pub(crate) locals: Vec<Local>,
}

/// What names mean where a value stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Scope {
    /// The state whose data `$state` means.
    pub state: Option<StateId>,
    /// Whether there can be an acting seat.
    pub player: bool,
    pub action: ActionScope,
    /// Whether a seat reads what this depends on: it may not read what the seat
    /// may not see.
    pub read_by_seat: bool,
    /// Whether the author said that it may.
    pub reveals: bool,
}

impl Scope {
    /// Where nothing but shared data means something.
    pub fn outside() -> Scope {
        Scope {
            state: None,
            player: false,
            action: ActionScope::default(),
            read_by_seat: false,
            reveals: false,
        }
    }

    /// Whether a name stands for what is picked: for a candidate, or for all that are picked together.
    pub(crate) fn is_picked(&self, local: u16) -> bool {
        let local = self.action.locals.get(usize::from(local));
        local.is_some_and(|local| matches!(local.kind, LocalKind::Given(_)) && &*local.name != "$zone")
    }
}

impl ActionScope {
    pub fn find(&self, name: &str) -> Option<u16> {
        self.locals
            .iter()
            .rposition(|l| &*l.name == name)
            .map(|at| at as u16)
    }

    pub(crate) fn add(&mut self, name: &str, ty: Type, kind: LocalKind) -> u16 {
        self.locals.push(Local {
            name: name.into(),
            ty,
            kind,
        });
        (self.locals.len() - 1) as u16
    }
}
