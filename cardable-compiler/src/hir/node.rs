//! What a value is.

use super::{NodeId, Target};
use crate::text::source::Span;
use cardable_engine::primitives::{Callee, Form, Query};
use cardable_engine::value::{Type, Value};

/// What a node is.
#[derive(Clone, PartialEq, Debug)]
pub enum NodeKind {
    /// A mistake was reported here; fits everywhere.
    Error,
    Const(Value),
    List(Vec<NodeId>),
    /// Every seat that is not dismissed.
    Everyone,
    Player,
    /// The running state, as a parameter.
    State,
    Global(u16),
    SeatData(NodeId, u16),
    StateData(u16),
    Setting(u16),
    /// A variable of the code, by its place in the scope.
    Local(u16),
    SeatZone(NodeId, u16),
    Attribute(NodeId, u16),
    /// An item of a card's data.
    CardData(NodeId, u16),
    /// A card does what its ability of that number says.
    Perform(NodeId, u16),
    /// An operator or the like.
    Form(Form, Vec<NodeId>),
    /// The item that a function of a query is asked of, by its number.
    Bound(u32),
    /// A function of such an item.
    Function {
        param: u32,
        body: NodeId,
    },
    /// A function asked of each of several.
    Query {
        query: Query,
        over: NodeId,
        function: NodeId,
    },
    /// A primitive that reads or acts.
    Call(Callee, Vec<NodeId>),
    /// A question to the acting seat, to another seat, or to several.
    Ask {
        prompt: Callee,
        args: Vec<NodeId>,
        who: Option<NodeId>,
        many: bool,
    },
    /// A question about the items of a list, each of which lies in a local while
    /// the test is worked out.
    Over {
        how: Over,
        list: NodeId,
        local: u16,
        test: NodeId,
    },
    /// A pushed state, whose value is what it pops with.
    Push(Target, Vec<NodeId>),
}

/// What is asked about the items of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// Whether the test holds for one of them.
    Some,
    /// Whether it holds for all of them.
    Every,
    /// For how many it holds.
    Count,
    /// The first for which it holds, or nothing.
    First,
    /// All for which it holds, as a list.
    All,
}

/// A value, its type and where it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) ty: Type,
    pub(crate) span: Span,
}

/// Puts other nodes in the place of those right under a node.
pub fn map_children(kind: &mut NodeKind, mut new: impl FnMut(NodeId) -> NodeId) {
    let mut put = |node: &mut NodeId| *node = new(*node);
    match kind {
        NodeKind::Error
        | NodeKind::Const(_)
        | NodeKind::Everyone
        | NodeKind::Player
        | NodeKind::State
        | NodeKind::Global(_)
        | NodeKind::StateData(_)
        | NodeKind::Setting(_)
        | NodeKind::Bound(_)
        | NodeKind::Local(_) => {}
        NodeKind::SeatData(node, _)
        | NodeKind::SeatZone(node, _)
        | NodeKind::Attribute(node, _)
        | NodeKind::CardData(node, _)
        | NodeKind::Perform(node, _) => put(node),
        NodeKind::Function { body, .. } => put(body),
        NodeKind::Query { over, function, .. } => {
            put(over);
            put(function);
        }
        NodeKind::List(nodes) | NodeKind::Form(_, nodes) | NodeKind::Call(_, nodes) => {
            nodes.iter_mut().for_each(put);
        }
        NodeKind::Push(target, nodes) => {
            if let Target::Named(name) = target {
                put(name);
            }
            nodes.iter_mut().for_each(put);
        }
        NodeKind::Over { list, test, .. } => {
            put(list);
            put(test);
        }
        NodeKind::Ask { args, who, .. } => {
            args.iter_mut().for_each(&mut put);
            who.iter_mut().for_each(put);
        }
    }
}

/// The nodes right under a node.
pub fn children(kind: &NodeKind, out: &mut Vec<NodeId>) {
    match kind {
        NodeKind::Error
        | NodeKind::Const(_)
        | NodeKind::Everyone
        | NodeKind::Player
        | NodeKind::State
        | NodeKind::Global(_)
        | NodeKind::StateData(_)
        | NodeKind::Setting(_)
        | NodeKind::Bound(_)
        | NodeKind::Local(_) => {}
        NodeKind::SeatData(node, _)
        | NodeKind::SeatZone(node, _)
        | NodeKind::Attribute(node, _)
        | NodeKind::CardData(node, _)
        | NodeKind::Perform(node, _) => out.push(*node),
        NodeKind::Function { body, .. } => out.push(*body),
        NodeKind::Query { over, function, .. } => out.extend([*over, *function]),
        NodeKind::List(nodes) | NodeKind::Form(_, nodes) | NodeKind::Call(_, nodes) => {
            out.extend(nodes);
        }
        NodeKind::Push(target, nodes) => {
            out.extend(target.name());
            out.extend(nodes);
        }
        NodeKind::Over { list, test, .. } => out.extend([*list, *test]),
        NodeKind::Ask { args, who, .. } => {
            out.extend(args);
            out.extend(who);
        }
    }
}
