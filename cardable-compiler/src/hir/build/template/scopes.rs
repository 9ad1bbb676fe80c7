//! What names mean in the conditions and the command of a template.

use super::*;
use crate::hir::Hir;
use cardable_engine::builtin;

pub(super) fn base_scopes(state: StateId, reveals: bool, given: &ActionScope) -> TemplateScopes {
    let scope = Scope {
        state: Some(state),
        player: true,
        action: given.clone(),
        read_by_seat: false,
        reveals,
    };
    TemplateScopes {
        tests: Scope {
            read_by_seat: true,
            ..scope.clone()
        },
        body: scope,
    }
}

/// The scopes of a template that is set off by a tap: what is tapped is
/// `$action.tapped`, or `$action.entity` like what is drawn in a drag; in conditions it is also `$card`, and `$zone` where it lies.
pub(crate) fn tap_scopes(
    state: StateId,
    reveals: bool,
    given: &ActionScope,
    what: PickWhat,
    single: bool,
) -> TemplateScopes {
    let mut scopes = base_scopes(state, reveals, given);
    let kind = if what == PickWhat::Zone {
        Kind::Zone
    } else {
        Kind::Card
    };
    let tests = &mut scopes.tests.action;
    tests.add("$card", Type::One(kind), LocalKind::Given(0));
    tests.add("$zone", Type::ZONE, LocalKind::Given(1));
    tests.add("$picked", Type::List(kind), LocalKind::Given(2));
    tests.add("tapped", Type::One(kind), LocalKind::Given(0));
    tests.add("entity", Type::One(kind), LocalKind::Given(0));
    let ty = if single { Type::One(kind) } else { Type::List(kind) };
    scopes.body.action.add("tapped", ty, LocalKind::Given(0));
    scopes.body.action.add("entity", ty, LocalKind::Given(0));
    scopes
}

/// The scopes of a template that is set off by a drag: `$action.dragged` and
/// `$action.target`.
pub(crate) fn drag_scopes(
    builder: &mut Builder,
    state: StateId,
    reveals: bool,
    given: &ActionScope,
    types: (Type, Type),
    span: Span,
) -> TemplateScopes {
    let mut scopes = base_scopes(state, reveals, given);
    let tests = &mut scopes.tests.action;
    tests.add("$card", Type::ANY, LocalKind::Given(0));
    tests.add("$zone", Type::ZONE, LocalKind::Given(1));
    let picked = tests.add("$picked", Type::List(Kind::Any), LocalKind::Given(2));
    let dragged = item_of(builder, picked, 0, types.0, span);
    let tests = &mut scopes.tests.action;
    tests.add("dragged", types.0, LocalKind::Param(dragged));
    tests.add("entity", types.0, LocalKind::Param(dragged));
    tests.add("target", types.1, LocalKind::Given(0));
    let pair = scopes
        .body
        .action
        .add("$pair", Type::List(Kind::Any), LocalKind::Given(0));
    for (at, (name, ty)) in [("dragged", types.0), ("target", types.1)]
        .into_iter()
        .enumerate()
    {
        let item = item_of(builder, pair, at as i64, ty, span);
        scopes.body.action.add(name, ty, LocalKind::Param(item));
        if at == 0 {
            scopes.body.action.add("entity", ty, LocalKind::Param(item));
        }
    }
    scopes
}

/// The scopes of a template that is set off by a message: its data are
/// `$action.name`.
pub(crate) fn message_scopes(
    builder: &mut Builder,
    state: StateId,
    reveals: bool,
    given: &ActionScope,
    params: &[ParamDraft],
    span: Span,
) -> TemplateScopes {
    let mut scopes = base_scopes(state, reveals, given);
    for scope in [&mut scopes.tests, &mut scopes.body] {
        if let [one] = params {
            scope.action.add(&one.name, one.ty, LocalKind::Given(0));
            continue;
        }
        let data = scope
            .action
            .add("$data", Type::List(Kind::Any), LocalKind::Given(0));
        for (at, param) in params.iter().enumerate() {
            let item = item_of(builder, data, at as i64, param.ty, span);
            scope.action.add(&param.name, param.ty, LocalKind::Param(item));
        }
    }
    scopes
}

pub(super) fn item_of(builder: &mut Builder, list: u16, at: i64, ty: Type, span: Span) -> NodeId {
    let list = builder.node(NodeKind::Local(list), Type::List(Kind::Any), span);
    let at = builder.constant(Value::Int(at), span);
    builder.call_of(builtin!(list_item), vec![list, at], ty, span)
}

/// The locals that stand for what is touched or said.
pub(crate) fn thing_locals(hir: &Hir, scope: &Scope) -> Vec<u16> {
    let locals = scope.action.locals.iter().enumerate();
    let mut things: Vec<u16> = Vec::new();
    for (at, local) in locals {
        let is = match local.kind {
            LocalKind::Given(_) => true,
            LocalKind::Param(node) => things.iter().any(|t| hir.tree.reads_local(node, *t)),
            LocalKind::Data(_) => false,
        };
        if is {
            things.push(at as u16);
        }
    }
    things
}

pub(super) fn reads_any(hir: &Hir, node: NodeId, locals: &[u16]) -> bool {
    locals.iter().any(|l| hir.tree.reads_local(node, *l))
}

/// A test of faces holds only for cards whose faces the seat sees.
pub(super) fn guarded(builder: &mut Builder, scope: &Scope, node: NodeId, things: &[u16]) -> NodeId {
    if scope.reveals {
        return node;
    }
    let mut guards = Vec::new();
    for local in things {
        let ty = scope.action.locals[*local as usize].ty;
        let of = |kind: &NodeKind| *kind == NodeKind::Local(*local);
        let reads = builder.hir.tree.any(node, |kind| match kind {
            NodeKind::Attribute(card, _) => of(&builder.get(*card).kind),
            NodeKind::Call(primitive, args) => {
                primitive.reads == cardable_engine::primitives::Reads::Faces
                    && args.iter().any(|a| of(&builder.get(*a).kind))
            }
            _ => false,
        });
        if reads && matches!(ty, Type::One(Kind::Card | Kind::Any)) {
            let span = builder.get(node).span;
            let card = builder.node(NodeKind::Local(*local), ty, span);
            guards.push(builder.call_of(builtin!(sees_face), vec![card], Type::BOOL, span));
        }
    }
    if guards.is_empty() {
        return node;
    }
    guards.push(node);
    let span = builder.get(node).span;
    builder.all_of(guards, span)
}
