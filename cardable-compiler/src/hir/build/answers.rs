//! What must hold of all that a question lets a seat pick. The condition is a piece of code of its own: what it reads
//! of the action around it is given to it when the question is asked.

use super::Builder;
use crate::hir::build::{calls, shown};
use crate::hir::{LocalKind, NodeId, NodeKind, Scope};
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::program::{PickDef, PickOnly, PickWhat, Text};
use cardable_engine::value::{Kind, Type, Value};

/// What is picked, as conditions name it.
const PICKED: &str = "$picked";

/// What names mean in the condition, and what is picked: those around the question, read by the seat that is asked.
pub(crate) fn scope_of(around: &Scope) -> (Scope, u16) {
    let mut scope = around.clone();
    scope.player = true;
    let picked = scope
        .action
        .add(PICKED, Type::List(Kind::Card), LocalKind::Given(0));
    (scope, picked)
}

/// A condition as a parameter of a question. `scope` is that of [`scope_of`].
pub(crate) fn rule(
    builder: &mut Builder,
    mut scope: Scope,
    condition: NodeId,
    message: Option<Text>,
    span: Span,
) -> NodeId {
    if builder.is_broken(condition) {
        return builder.broken(span);
    }
    if let Some(ty) = calls::not_boolean(&builder.hir, condition) {
        let at = builder.get(condition).span;
        builder.error(
            Problem::ParameterType,
            at,
            format!("what goes together is a condition, found {}", ty.phrase()),
            calls::as_condition(ty),
        );
        return builder.broken(span);
    }
    let problems = builder.diags.error_count();
    calls::only_reads(&builder.hir, condition, &mut builder.diags);
    if builder.diags.error_count() > problems {
        return builder.broken(span);
    }
    let (mut given, locals) = captured(builder, &mut scope, condition);
    given.truncate(MOST_GIVEN);
    // Of what is given nobody knows yet who sees it.
    let mut read = scope.clone();
    for local in &mut read.action.locals {
        if &*local.name != PICKED {
            local.kind = LocalKind::Data(None);
        }
    }
    let condition = shown::of_answer(builder, &read, condition, "what goes together");
    for (at, local) in scope.action.locals.iter_mut().enumerate() {
        if &*local.name != PICKED {
            let register = locals.iter().position(|given| usize::from(*given) == at);
            local.kind = match register {
                Some(register) => LocalKind::Given(1 + register as u8),
                None => LocalKind::Data(None),
            };
        }
    }
    let valid = builder.valid(&scope, condition);
    builder.hir.tree.answers.push(PickDef {
        what: PickWhat::Card,
        min: 0,
        max: u16::MAX,
        count: None,
        least: None,
        most: None,
        from: Vec::new(),
        only: PickOnly::All,
        legal: None,
        legal_message: None,
        valid: Some(valid),
        valid_message: message,
        blind: false,
        ordered: false,
        register: 0,
        single: false,
    });
    let number = Value::Int(builder.hir.tree.answers.len() as i64 - 1);
    let rule = builder.constant(number, span);
    builder.notes.answers.push((rule, given));
    rule
}

/// More values than a condition is given: registers are limited.
const MOST_GIVEN: usize = 100;

/// What the condition reads of the action around it and of its state, which may be another one when it is asked. In the
/// condition, variables stand for it.
fn captured(builder: &mut Builder, scope: &mut Scope, condition: NodeId) -> (Vec<NodeId>, Vec<u16>) {
    let (mut given, mut locals): (Vec<NodeId>, Vec<u16>) = (Vec::new(), Vec::new());
    let mut parts = Vec::new();
    builder.hir.tree.each(condition, |id| parts.push(id));
    for id in parts {
        let node = builder.get(id).clone();
        match node.kind {
            NodeKind::Local(at)
                if &*scope.action.locals[usize::from(at)].name != PICKED && !locals.contains(&at) =>
            {
                locals.push(at);
                given.push(builder.node(node.kind, node.ty, node.span));
            }
            NodeKind::StateData(_) => {
                let at = scope.action.add("", node.ty, LocalKind::Data(None));
                locals.push(at);
                given.push(builder.node(node.kind, node.ty, node.span));
                builder.hir.tree.nodes[id.0 as usize].kind = NodeKind::Local(at);
            }
            _ => {}
        }
    }
    (given, locals)
}
