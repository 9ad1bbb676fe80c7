//! Names of roles.

use super::Builder;
use crate::hir::{NodeId, NodeKind};
use crate::text::diag::{Code as Problem, suggestion_or};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::value::{Kind, Type, Value};

/// The place of a role, with a suggestion when there is none.
pub(crate) fn role(builder: &mut Builder, name: &str, span: Span) -> Option<u8> {
    let found = builder.hir.role_named(name);
    if found.is_none() {
        let names = builder.hir.names_of(builder.hir.roles.iter().map(|r| r.name));
        let none = "declare it in `game_area.roles`";
        let help = suggestion_or(name, &names, none, |names| format!("the roles are {names}"));
        builder.not_declared(Problem::UnknownRole, span, format!("unknown role `{name}`"), help);
    }
    found
}

/// `$roles.name`: the seat of a role that has one, else its seats.
pub(super) fn role_member(builder: &mut Builder, name: &str, span: Span) -> Option<NodeId> {
    let role = builder.hir.role_named(name)?;
    let def = builder.hir.roles.get(role as usize)?;
    let (single, id) = (def.max == 1 && def.min == 1, def.name);
    let (call, ty) = if single {
        (builtin!(role_seat), Type::SEAT)
    } else {
        (builtin!(role_seats), Type::List(Kind::Seat))
    };
    let name = builder.constant(Value::Str(id), span);
    Some(builder.node(NodeKind::Call(call.clone(), vec![name]), ty, span))
}
