//! Sealed choices that ask: first come all answers, then what is done with them when everybody has chosen.

use super::{Builder, script};
use crate::hir::{LocalKind, NodeId, NodeKind, Scope, Stmt, children};
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::primitives::{CallKind, Form};
use cardable_engine::program::Sealing;

/// Parts the steps of a sealed action where all its answers are in.
pub(crate) fn answers_first(
    builder: &mut Builder,
    scope: &mut Scope,
    mut steps: Vec<Stmt>,
    (name, span): (&str, Span),
) -> (Vec<Stmt>, Sealing) {
    let asks = |builder: &Builder, step: &Stmt| script::asks(&builder.hir, std::slice::from_ref(step));
    let Some(last) = steps.iter().rposition(|step| asks(builder, step)) else {
        return (steps, Sealing::Picks);
    };
    let after = steps.split_off(last + 1);
    let last = steps.pop();
    let last = last.map(|last| take_questions(builder, scope, last, &mut steps));
    let mut rest = Vec::new();
    if let Some(step) = last {
        match is_quiet(builder, &step) && asks(builder, &step) {
            true => steps.push(step),
            false => rest.push(step),
        }
    }
    let too_early = steps.iter().any(|step| !is_quiet(builder, step));
    if too_early || rest.iter().any(|step| asks(builder, step)) {
        builder.error(
            Problem::PromptInSealed,
            span,
            format!("`{name}` is sealed, and acts before it has asked all it asks, or asks another seat"),
            "ask the seat itself first, and keep the answers in `action_data`; all other steps stand behind the last question"
                .to_owned(),
        );
        return (Vec::new(), Sealing::Open);
    }
    steps.push(Stmt::Seal);
    steps.extend(rest);
    steps.extend(after);
    (steps, Sealing::Answers)
}

/// Puts the questions that a step asks in any case before it, so that it has their answers.
fn take_questions(builder: &mut Builder, scope: &mut Scope, step: Stmt, first: &mut Vec<Stmt>) -> Stmt {
    let roots = match &step {
        Stmt::Do(node) => vec![*node],
        Stmt::Set { place, value, .. } => vec![*place, *value],
        Stmt::Group(_)
        | Stmt::If { .. }
        | Stmt::While { .. }
        | Stmt::EachSeat { .. }
        | Stmt::EachItem { .. }
        | Stmt::Transition { .. }
        | Stmt::Pop { .. }
        | Stmt::Seal => Vec::new(),
    };
    // Only what is worked out whatever the rest comes to.
    let mut stack: Vec<NodeId> = roots;
    let mut questions = Vec::new();
    while let Some(id) = stack.pop() {
        let kind = &builder.get(id).kind;
        match kind {
            NodeKind::Ask { .. } => questions.push(id),
            NodeKind::Form(Form::And | Form::Or | Form::If, _) | NodeKind::Over { .. } => {}
            _ => children(kind, &mut stack),
        }
    }
    // In the order in which they are written.
    questions.sort_unstable_by_key(|id| id.0);
    for id in questions {
        let asked = builder.get(id).clone();
        let local = scope.action.add("", asked.ty, LocalKind::Data(None));
        let question = builder.node(asked.kind, asked.ty, asked.span);
        let place = builder.node(NodeKind::Local(local), asked.ty, asked.span);
        builder.hir.tree.nodes[id.0 as usize].kind = NodeKind::Local(local);
        first.push(Stmt::Set {
            place,
            value: question,
            span: asked.span,
        });
    }
    step
}

/// Whether a step only asks the seat itself and keeps what it says.
fn is_quiet(builder: &Builder, step: &Stmt) -> bool {
    let all = |steps: &[Stmt]| steps.iter().all(|step| is_quiet(builder, step));
    let reads = |node: &NodeId| {
        !builder.hir.tree.any(*node, |kind| match kind {
            NodeKind::Call(primitive, _) => matches!(
                primitive.kind,
                CallKind::Step | CallKind::Ask | CallKind::Script { acts: true }
            ),
            NodeKind::Ask { who, many, .. } => who.is_some() || *many,
            NodeKind::Push(..) | NodeKind::Perform(..) => true,
            _ => false,
        })
    };
    match step {
        Stmt::Do(node) => reads(node),
        Stmt::Set { place, value, .. } => {
            matches!(builder.get(*place).kind, NodeKind::Local(_)) && reads(value)
        }
        Stmt::Group(body) => all(body),
        Stmt::If {
            condition,
            then,
            otherwise,
            ..
        } => reads(condition) && all(then) && all(otherwise),
        Stmt::While { condition, body, .. } => reads(condition) && all(body),
        Stmt::EachItem { list, body, .. } => reads(list) && all(body),
        Stmt::EachSeat { .. } | Stmt::Transition { .. } | Stmt::Pop { .. } | Stmt::Seal => false,
    }
}
