//! Values as a tree with types.

use super::{Body, Node, NodeId, NodeKind, Piece, Root, TestOfPick, children, map_children};
use crate::text::source::Span;
use cardable_engine::primitives::CallKind;
use cardable_engine::program::{Code, PickDef};
use cardable_engine::value::Type;

/// All values of a ruleset. A node names its parts by their places.
#[derive(Debug, Default)]
pub struct Tree {
    pub nodes: Vec<Node>,
    /// What the items are of that functions of queries are asked of.
    pub bound: Vec<NodeId>,
    /// What code is made of, in its order.
    pub pieces: Vec<Piece>,
    pub tests_of_picks: Vec<TestOfPick>,
    /// What prompts let seats pick that have to go together.
    pub answers: Vec<PickDef>,
}

impl Tree {
    pub fn add(&mut self, kind: NodeKind, ty: Type, span: Span) -> NodeId {
        self.nodes.push(Node { kind, ty, span });
        NodeId((self.nodes.len() - 1) as u32)
    }

    pub fn get(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Values that stand for themselves.
    pub fn roots(&self) -> impl Iterator<Item = &Root> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Value(root) => Some(root),
            Piece::Steps(_) => None,
        })
    }

    /// The value that code is to be made of.
    pub fn value_of(&self, code: Code) -> Option<NodeId> {
        match self.pieces.get(code.start as usize)? {
            Piece::Value(root) => Some(root.node),
            Piece::Steps(_) => None,
        }
    }

    /// The steps that code is to be made of.
    pub fn steps_of(&self, code: Code) -> Option<&Body> {
        match self.pieces.get(code.start as usize)? {
            Piece::Steps(body) => Some(body),
            Piece::Value(_) => None,
        }
    }

    /// Steps, with the numbers of their pieces.
    pub fn bodies(&self) -> impl Iterator<Item = (u32, &Body)> {
        self.pieces.iter().zip(0..).filter_map(|(piece, at)| match piece {
            Piece::Steps(body) => Some((at, body)),
            Piece::Value(_) => None,
        })
    }

    /// A copy of a value with all its parts, as long as it has no more than so many; else nothing.
    pub fn copied(&mut self, id: NodeId, left: &mut usize) -> Option<NodeId> {
        *left = left.checked_sub(1)?;
        let mut node = self.get(id).clone();
        let mut is_whole = true;
        map_children(&mut node.kind, |part| match self.copied(part, left) {
            Some(copy) if is_whole => copy,
            _ => {
                is_whole = false;
                part
            }
        });
        is_whole.then(|| self.add(node.kind, node.ty, node.span))
    }

    /// Whether a value has no more than so many levels.
    pub fn has_levels(&self, id: NodeId, most: usize) -> bool {
        let mut stack = vec![(id, most)];
        let mut parts = Vec::new();
        while let Some((id, left)) = stack.pop() {
            let Some(left) = left.checked_sub(1) else {
                return false;
            };
            children(&self.get(id).kind, &mut parts);
            stack.extend(parts.drain(..).map(|part| (part, left)));
        }
        true
    }

    /// Whether a mistake was reported there.
    pub fn is_broken(&self, id: NodeId) -> bool {
        self.get(id).kind == NodeKind::Error
    }

    /// The zone, list or seats whose items a bound name stands for.
    pub fn bound_source(&self, param: u32) -> Option<NodeId> {
        self.bound.get(param as usize).copied()
    }

    /// Whether a test holds of a value or of one of its parts.
    pub fn any(&self, node: NodeId, test: impl Fn(&NodeKind) -> bool) -> bool {
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            let kind = &self.get(id).kind;
            if test(kind) {
                return true;
            }
            children(kind, &mut stack);
        }
        false
    }

    /// Whether two values are written alike, so that they are the same wherever both are worked out at once.
    pub fn alike(&self, a: NodeId, b: NodeId) -> bool {
        let (a, b) = (&self.get(a).kind, &self.get(b).kind);
        let alike = |a: &[NodeId], b: &[NodeId]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.alike(*a, *b))
        };
        match (a, b) {
            (NodeKind::Call(a, own), NodeKind::Call(b, other)) => a == b && alike(own, other),
            (NodeKind::Form(a, own), NodeKind::Form(b, other)) => a == b && alike(own, other),
            (NodeKind::SeatZone(a, at), NodeKind::SeatZone(b, other))
            | (NodeKind::SeatData(a, at), NodeKind::SeatData(b, other))
            | (NodeKind::CardData(a, at), NodeKind::CardData(b, other))
            | (NodeKind::Attribute(a, at), NodeKind::Attribute(b, other)) => {
                at == other && self.alike(*a, *b)
            }
            (a, b) => a == b,
        }
    }

    pub fn reads_local(&self, node: NodeId, local: u16) -> bool {
        self.any(node, |kind| *kind == NodeKind::Local(local))
    }

    /// Whether working a value out changes something or asks somebody.
    pub fn acts(&self, node: NodeId) -> bool {
        self.any(node, |kind| match kind {
            NodeKind::Call(primitive, _) => matches!(
                primitive.kind,
                CallKind::Step | CallKind::Ask | CallKind::Script { acts: true }
            ),
            NodeKind::Ask { .. } | NodeKind::Push(..) | NodeKind::Perform(..) => true,
            _ => false,
        })
    }
}
