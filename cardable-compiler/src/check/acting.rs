//! Values that act or ask where they are only looked at.

use crate::diag::{Code as Problem, Diagnostics};
use crate::hir::{Hir, NodeId, NodeKind, RootKind, children};
use cardable_engine::builtin;
use cardable_engine::primitives::CallKind;

/// Says where conditions, bounds and the like act.
pub(super) fn check(hir: &Hir, diags: &mut Diagnostics) {
    for root in hir.tree.roots() {
        match root.kind {
            RootKind::Value | RootKind::Condition | RootKind::OfCandidate | RootKind::OfPicked => {
                only_reads(hir, root.node, diags);
            }
            RootKind::Trial => {}
        }
    }
}

/// Reports a value that acts or asks where the rules only look: a condition may be looked at
/// at any time, and any number of times.
pub(crate) fn only_reads(hir: &Hir, node: NodeId, diags: &mut Diagnostics) {
    let mut stack = vec![node];
    while let Some(id) = stack.pop() {
        let kind = &hir.tree.get(id).kind;
        let acts = match kind {
            NodeKind::Call(primitive, _) => {
                matches!(primitive.kind, CallKind::Step | CallKind::Script { acts: true })
                    .then_some(&*primitive.name)
            }
            NodeKind::Ask { prompt, .. } => Some(&*prompt.name),
            NodeKind::Push(..) => Some(&*builtin!(state_push).name),
            NodeKind::Error
            | NodeKind::Const(_)
            | NodeKind::List(_)
            | NodeKind::Everyone
            | NodeKind::Player
            | NodeKind::State
            | NodeKind::Global(_)
            | NodeKind::SeatData(..)
            | NodeKind::StateData(_)
            | NodeKind::Setting(_)
            | NodeKind::Local(_)
            | NodeKind::SeatZone(..)
            | NodeKind::Attribute(..)
            | NodeKind::Bound(_)
            | NodeKind::Function { .. }
            | NodeKind::Query { .. }
            | NodeKind::Over { .. }
            | NodeKind::Form(..) => None,
        };
        if let Some(name) = acts {
            let span = hir.tree.get(id).span;
            diags.error(
                Problem::PromptInCondition,
                span,
                format!("`{name}` acts or asks, and this is only looked at"),
                "do it in a step that keeps the result in data, and read that here".to_owned(),
            );
            return;
        }
        children(kind, &mut stack);
    }
}
