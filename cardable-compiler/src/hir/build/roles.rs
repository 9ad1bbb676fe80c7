//! Names of roles.

use super::Builder;
use crate::hir::{NodeId, NodeKind};
use crate::text::diag::{Code as Problem, suggestion_or};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::program::RoleDef;
use cardable_engine::value::{Kind, Type, Value};

/// The most seats that a game may have.
pub(crate) const MAX_SEATS: u8 = 32;

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

/// For every number of players there must be roles for all of them.
pub(crate) fn check_roles(builder: &mut Builder, span: Span) {
    let (fewest, most) = builder.hir.head.seats;
    let sum = |of: fn(&RoleDef) -> u8, automatic: bool| -> u32 {
        let roles = builder.hir.roles.iter().filter(|r| r.automatic == automatic);
        roles.map(|r| u32::from(of(r))).sum()
    };
    let (least, room, own) = (sum(|r| r.min, false), sum(|r| r.max, false), sum(|r| r.max, true));
    let message = if least > fewest.into() {
        format!("the roles need {least} players, and {fewest} may play")
    } else if room < most.into() {
        format!("the roles have room for {room} players, and {most} may play")
    } else if u32::from(most) + own > MAX_SEATS.into() {
        format!("{most} players and {own} automatic seats are more than {MAX_SEATS}")
    } else {
        return;
    };
    builder.error(
        Problem::RolesDoNotFit,
        span,
        message,
        "change `seats` of a role, or `min_players` and `max_players`".to_owned(),
    );
}
