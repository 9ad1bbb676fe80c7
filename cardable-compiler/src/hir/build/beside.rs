//! What stands beside the parameters of a question: what must hold of all that is picked, and whether the order counts.

use super::Builder;
use crate::hir::NodeId;
use crate::hir::build::args;
use crate::text::diag::Code as Problem;
use cardable_engine::primitives::{CallKind, ParamType, Signature};

/// The parameter of a prompt that takes such a condition.
pub(crate) fn parameter(primitive: &Signature) -> Option<usize> {
    let takes = |at: &usize| primitive.params[*at].ty == ParamType::OfPicked;
    (0..primitive.params.len()).find(takes)
}

/// Whether the order of what is picked counts, as a parameter of a question that may stand anywhere.
pub(crate) fn order(builder: &mut Builder, ordered: NodeId) -> NodeId {
    builder.notes.orders.push(ordered);
    ordered
}

/// Whether an argument stands beside the parameters of a question.
pub(crate) fn is_beside(builder: &Builder, arg: NodeId) -> bool {
    builder.notes.orders.contains(&arg) || builder.notes.answers.iter().any(|(rule, _)| *rule == arg)
}

/// What stands beside the parameters of a question.
pub(super) struct Beside {
    /// A condition, and what it is given.
    rule: Option<(NodeId, Vec<NodeId>)>,
    /// Whether the order counts.
    order: Option<NodeId>,
}

/// Takes what stands beside the parameters of a question out of the arguments.
pub(super) fn take_beside(builder: &Builder, mut args: Vec<NodeId>) -> (Vec<NodeId>, Beside) {
    let notes = &builder.notes;
    let rule = notes
        .answers
        .iter()
        .find(|(rule, _)| args.contains(rule))
        .cloned();
    let order = args.iter().copied().find(|arg| notes.orders.contains(arg));
    args.retain(|arg| !is_beside(builder, *arg));
    (args, Beside { rule, order })
}

/// Puts it where the prompt takes it, and what the condition is given behind all others.
pub(super) fn put_beside(
    builder: &mut Builder,
    primitive: &Signature,
    args: &mut Vec<NodeId>,
    beside: Beside,
) -> bool {
    if let Some(order) = beside.order {
        let slot = primitive.params.iter().position(|param| param.name == "ordered");
        if let Some(slot) = slot.and_then(|at| args.get_mut(at)) {
            *slot = order;
        }
    }
    let Some((rule, given)) = beside.rule else {
        return true;
    };
    let slot = parameter(primitive).filter(|_| primitive.kind == CallKind::Ask);
    let Some(slot) = slot.and_then(|at| args.get_mut(at)) else {
        let span = builder.get(rule).span;
        builder.error(
            Problem::ParameterType,
            span,
            format!("`{}` asks for no cards that go together", primitive.name),
            format!("write `{}`", args::signature(primitive)),
        );
        return false;
    };
    *slot = rule;
    args.extend(given);
    true
}
