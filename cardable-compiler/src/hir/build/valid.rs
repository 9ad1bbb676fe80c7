//! What may be picked: which candidates, when a finished pick is right, and what must hold of every part of one that is.

use super::Builder;
use crate::hir::{NodeId, NodeKind, Piece, RootKind, Scope};
use cardable_engine::primitives::Form;
use cardable_engine::program::{Code, Legal, Valid};
use cardable_engine::value::Type;

impl Builder {
    /// The condition of a candidate. The candidate is in register 0, its zone in 1, what is picked already in 2.
    pub fn legal(&mut self, scope: &Scope, node: NodeId) -> Legal {
        let picked = scope.action.find("$picked");
        let by_back = self.hir.reads_only_backs(scope, node);
        Legal {
            code: self.root_code(scope, node, RootKind::OfCandidate),
            reads_picked: picked.is_some_and(|p| self.hir.tree.reads_local(node, p)),
            // What reads a back as if it were the card's own is asked only of cards that are seen.
            reads_face: !by_back && self.hir.reads_face(node),
            by_back,
        }
    }

    /// The condition of a finished pick, which reads `$picked`.
    pub(crate) fn valid(&mut self, scope: &Scope, condition: NodeId) -> Valid {
        Valid {
            code: self.root_code(scope, condition, RootKind::OfPicked),
            parts: None,
            by_back: self.hir.reads_only_backs(scope, condition),
        }
    }
}

/// Says of every pick what follows from the condition on it for all of its parts: the guards of the condition
/// are parts of that.
pub(crate) fn note_parts(builder: &mut Builder) {
    for at in 0..builder.hir.actions.len() {
        let pick = builder.hir.actions[at].pick.as_ref();
        let valid = pick.and_then(|pick| pick.valid);
        let parts = valid.and_then(|valid| parts_of(builder, valid));
        let pick = builder.hir.actions[at].pick.as_mut();
        if let Some(valid) = pick.and_then(|pick| pick.valid.as_mut()) {
            valid.parts = parts;
        }
    }
    for at in 0..builder.hir.tree.answers.len() {
        let valid = builder.hir.tree.answers[at].valid;
        let parts = valid.and_then(|valid| parts_of(builder, valid));
        if let Some(valid) = builder.hir.tree.answers[at].valid.as_mut() {
            valid.parts = parts;
        }
    }
}

fn parts_of(builder: &mut Builder, valid: Valid) -> Option<Code> {
    let Some(Piece::Value(root)) = builder.hir.tree.pieces.get(valid.code.start as usize) else {
        return None;
    };
    let (scope, condition) = (root.scope.clone(), root.node);
    let picked = scope.action.find("$picked")?;
    let parts = of_all_parts(builder, condition, picked)?;
    Some(match parts == condition {
        true => valid.code,
        false => builder.root_code(&scope, parts, RootKind::OfPicked),
    })
}

/// What follows from a condition for every part of the pick of which it holds; nothing where that is
/// not seen.
fn of_all_parts(builder: &mut Builder, condition: NodeId, picked: u16) -> Option<NodeId> {
    let (kind, span) = (builder.get(condition).kind.clone(), builder.get(condition).span);
    match kind {
        NodeKind::Call(primitive, args) => {
            let [cards, others @ ..] = &args[..] else {
                return None;
            };
            let of_picked = builder.get(*cards).kind == NodeKind::Local(picked);
            let plain = !others
                .iter()
                .any(|other| builder.hir.tree.reads_local(*other, picked));
            (primitive.properties.holds_for_parts && of_picked && plain).then_some(condition)
        }
        NodeKind::Form(Form::And, args) => {
            let parts = args.iter().filter_map(|arg| of_all_parts(builder, *arg, picked));
            let parts: Vec<NodeId> = parts.collect();
            match parts[..] {
                [] => None,
                [one] => Some(one),
                _ => Some(builder.node(NodeKind::Form(Form::And, parts), Type::BOOL, span)),
            }
        }
        NodeKind::Form(Form::Or, args) => {
            let parts: Option<Vec<NodeId>> = args
                .iter()
                .map(|arg| of_all_parts(builder, *arg, picked))
                .collect();
            Some(builder.node(NodeKind::Form(Form::Or, parts?), Type::BOOL, span))
        }
        _ => None,
    }
}
