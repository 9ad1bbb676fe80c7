//! What values read, and whether working them out does anything else.

use super::Builder;
use super::lower::children;
use super::node::{NodeId, NodeKind};

impl Builder {
    pub(crate) fn reads_local(&self, node: NodeId, local: u16) -> bool {
        self.any_node(node, |kind| *kind == NodeKind::Local(local))
    }

    pub(crate) fn reads_face(&self, node: NodeId) -> bool {
        use cardable_engine::primitives::Reads;
        self.any_node(node, |kind| match kind {
            NodeKind::Attribute(..) => true,
            NodeKind::Call(primitive, _) => {
                primitive.reads == Reads::Faces || super::script::is_script(primitive)
            }
            _ => false,
        })
    }

    /// Whether working a value out changes something or asks somebody.
    pub(crate) fn acts(&self, node: NodeId) -> bool {
        use cardable_engine::primitives::CallKind;
        self.any_node(node, |kind| match kind {
            NodeKind::Call(primitive, _) => matches!(
                primitive.kind,
                CallKind::Step | CallKind::Ask | CallKind::Script { acts: true }
            ),
            NodeKind::Ask { .. } | NodeKind::Push(..) => true,
            _ => false,
        })
    }

    pub(crate) fn any_node(&self, node: NodeId, test: impl Fn(&NodeKind) -> bool) -> bool {
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
}
