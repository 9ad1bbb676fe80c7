//! Parameters that name something: zones, players, variables.

use super::context::{Named, Scored, numbered};
use super::held;
use super::language::Language;
use super::queries;
use crate::expr::compile::Compiler;
use crate::expr::{Expr, ExprKind, Number};
use crate::hir::build::Builder;
use crate::hir::{NodeId, NodeKind};
use crate::text::diag::{Code as Problem, did_you_mean, suggestion_or_list};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::ids::ZoneId;
use cardable_engine::primitives::Form;
use cardable_engine::program::ZoneName;
use cardable_engine::value::{Type, Value};

/// A parameter that is a zone: its name, that of a player's copy, quoted or
/// not, or something that gives one.
pub(super) fn zone_of(language: &Language<'_>, c: &mut Compiler<'_>, expr: &Expr) -> NodeId {
    let span = c.span(expr);
    match &expr.kind {
        ExprKind::String(text) => zone_text(language, c, text, span),
        ExprKind::Name { name, .. } => match zone_by_name(language, c, name, span) {
            Some(zone) => zone,
            None if holds_text(language, c, name) => {
                let text = c.value(expr);
                let text = held::zone(c, text);
                language.call(c, builtin!(zone_called), vec![text], span)
            }
            // What is wrong with it was said.
            None if c.b.hir.is_faulty_option(name) => c.b.broken(span),
            None => unknown_zone(c, name, span),
        },
        ExprKind::ZoneIndex { zone, index } => match zone_copy(language, c, zone, *index, span) {
            Some(zone) => zone,
            None => unknown_zone(c, zone, span),
        },
        ExprKind::Call { callee, args, .. } if &*callee.name == "concat" && args.len() == 2 => {
            zone_joined(language, c, args, span)
        }
        ExprKind::Call { callee, args, .. } if &*callee.name == "if" && args.len() == 3 => {
            let condition = language.truth(c, &args[0]);
            let (then, otherwise) = (zone_of(language, c, &args[1]), zone_of(language, c, &args[2]));
            language.form(c, Form::If, vec![condition, then, otherwise], Type::ZONE, span)
        }
        _ => {
            let value = c.value(expr);
            let ty = c.b.get(value).ty;
            if c.b.is_broken(value) || ty == Type::ZONE {
                return value;
            }
            let value = language.wanted(c, value, Type::STRING, "a zone's name");
            language.call(c, builtin!(zone_called), vec![value], span)
        }
    }
}

/// Whether a variable or an option of this name holds a text.
fn holds_text(language: &Language<'_>, c: &Compiler<'_>, name: &str) -> bool {
    let variable = language.facts.variable(name);
    let variable = variable.and_then(|at| language.facts.variables.get(at));
    let option = c.b.hir.setting_named(name).map(usize::from);
    let option = option.and_then(|at| c.b.hir.settings.get(at));
    variable.map_or(option.is_some_and(|def| def.ty == Type::STRING), |v| v.is_text)
}

/// `concat("hand:", n)`: a player's copy by a number that is worked out.
fn zone_joined(language: &Language<'_>, c: &mut Compiler<'_>, args: &[Expr], span: Span) -> NodeId {
    if let [first, number] = args
        && let ExprKind::String(beginning) = &first.kind
        && let Some(name) = beginning.strip_suffix(':')
        && let Some(zone) = c.b.hir.seat_zone_named(name)
    {
        let seat = seat_of(language, c, number);
        if c.b.is_broken(seat) {
            return seat;
        }
        return c.b.node(NodeKind::SeatZone(seat, zone), Type::ZONE, span);
    }
    let joined = queries::query(language, c, "concat", args, span);
    language.call(c, builtin!(zone_called), vec![joined], span)
}

fn zone_text(language: &Language<'_>, c: &mut Compiler<'_>, text: &str, span: Span) -> NodeId {
    if let Some((name, index)) = text.split_once(':')
        && let Ok(index) = index.parse()
    {
        return match zone_copy(language, c, name, index, span) {
            Some(zone) => zone,
            None => unknown_zone(c, name, span),
        };
    }
    match zone_by_name(language, c, text, span) {
        Some(zone) => zone,
        None => unknown_zone(c, text, span),
    }
}

/// A zone by its plain name: on the table, or the current player's, or that
/// of whoever is scored.
pub(super) fn zone_by_name(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    name: &str,
    span: Span,
) -> Option<NodeId> {
    if let Some(zone) =
        c.b.hir
            .zone_named(name)
            .filter(|z| z.0 != c.b.hir.zones.boxed || language.facts.own_box)
    {
        return Some(c.b.constant(Value::Zone(zone), span));
    }
    if let Scored::Role(role) = language.at.scored
        && let Some(zone) = zone_of_role(language, c, role, name)
    {
        return Some(c.b.constant(Value::Zone(zone), span));
    }
    let zone = c.b.hir.seat_zone_named(name)?;
    let player = language.player(c, span);
    if c.b.is_broken(player) {
        return Some(player);
    }
    Some(c.b.node(NodeKind::SeatZone(player, zone), Type::ZONE, span))
}

/// The zone of a role that stands for a player's zone of that name:
/// `dealer_hand` for the dealer's `hand`, or the only one it has.
pub(super) fn zone_of_role(
    language: &Language<'_>,
    c: &Compiler<'_>,
    role: usize,
    name: &str,
) -> Option<ZoneId> {
    let of_players = c.b.hir.seat_zone_named(name).is_some();
    let own = language.facts.role_zones.get(role)?;
    let full = format!("{}_{name}", language.facts.roles.get(role)?.name);
    let called = |wanted: &str| own.iter().find(|(zone, _)| zone == wanted);
    let found = called(&full).or_else(|| called(name)).or(match own.as_slice() {
        [only] if of_players => Some(only),
        _ => None,
    });
    found.map(|(_, zone)| *zone)
}

/// A player's copy of a zone by its number.
pub(super) fn zone_copy(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    name: &str,
    index: u32,
    span: Span,
) -> Option<NodeId> {
    let zone = c.b.hir.seat_zone_named(name)?;
    let seat = language.seat_number(c, index, span);
    if c.b.is_broken(seat) {
        return Some(seat);
    }
    Some(c.b.node(NodeKind::SeatZone(seat, zone), Type::ZONE, span))
}

pub(super) fn unknown_zone(c: &mut Compiler<'_>, name: &str, span: Span) -> NodeId {
    let zones =
        c.b.hir
            .zones
            .shared
            .iter()
            .chain(&c.b.hir.zones.seat)
            .map(|z| z.name);
    let mut known = c.b.hir.names_of(zones);
    known.retain(|n| *n != "box");
    let help = suggestion_or_list(name, &known, "declare it under `zones`");
    c.b.error(Problem::UnknownZone, span, format!("unknown zone `{name}`"), help);
    c.b.broken(span)
}

/// A parameter that names a zone of all players at once, or one of the table.
pub(super) fn every_zone(language: &Language<'_>, c: &mut Compiler<'_>, expr: &Expr) -> Option<ZoneName> {
    let span = c.span(expr);
    let name = match &expr.kind {
        ExprKind::String(text) => text.strip_suffix(':').unwrap_or(text),
        ExprKind::Name { name, .. } => name,
        _ => {
            c.b.error(
                Problem::ParameterType,
                span,
                "this is the name of a zone that players have",
                "write it in quotes, such as `\"trick\"`".to_owned(),
            );
            return None;
        }
    };
    let found = language.named_zone(c, name);
    if found.is_none() {
        unknown_zone(c, name, span);
    }
    found
}

/// A zone of the table, or the acting player's, which stands for that of every player where all are meant.
pub(super) fn zone_node(b: &mut Builder, zone: ZoneName, span: Span) -> NodeId {
    match zone {
        ZoneName::Shared(at) => b.constant(Value::Zone(ZoneId(at)), span),
        ZoneName::Seat(at) => {
            let player = b.node(NodeKind::Player, Type::SEAT, span);
            b.node(NodeKind::SeatZone(player, at), Type::ZONE, span)
        }
    }
}

/// A parameter that is a player, by his number.
pub(super) fn seat_of(language: &Language<'_>, c: &mut Compiler<'_>, expr: &Expr) -> NodeId {
    let span = c.span(expr);
    match &expr.kind {
        ExprKind::Number(Number::Whole(n)) => {
            let index = u32::try_from(*n).unwrap_or(u32::MAX);
            language.seat_number(c, index, span)
        }
        ExprKind::Name { name, .. } if &**name == "current_player_index" => language.player_on_turn(c, span),
        ExprKind::Name { name, .. } if &**name == "current_player" => language.player(c, span),
        _ => {
            let value = c.value(expr);
            let number = held::player(language, c, value);
            seat_from(language, c, number, span)
        }
    }
}

/// The seat of a number; of a seat's number, that seat.
fn seat_from(language: &Language<'_>, c: &mut Compiler<'_>, number: NodeId, span: Span) -> NodeId {
    if let NodeKind::Call(call, args) = &c.b.get(number).kind
        && builtin!(seat_at).properties.undoes == Some(&call.name)
        && let Some(seat) = args.first()
    {
        return *seat;
    }
    language.call(c, builtin!(seat_at), vec![number], span)
}

/// A parameter that names a variable.
pub(super) fn named(language: &Language<'_>, c: &mut Compiler<'_>, expr: &Expr) -> Option<Named> {
    let span = c.span(expr);
    match &expr.kind {
        ExprKind::String(name) => variable(language, c, name, span).map(Named::One),
        ExprKind::Name { name, .. } => variable(language, c, name, span).map(Named::One),
        ExprKind::Call { callee, args, .. } if &*callee.name == "concat" => {
            if let [first, number] = &args[..]
                && let ExprKind::String(beginning) = &first.kind
            {
                let all = numbered(&language.facts.variables, beginning);
                if all.is_empty() {
                    variable(language, c, &format!("{beginning}0"), span);
                    return None;
                }
                let number = language.number(c, number);
                return (!c.b.is_broken(number)).then_some(Named::Numbered(number, all));
            }
            not_a_name(c, span);
            None
        }
        _ => {
            not_a_name(c, span);
            None
        }
    }
}

/// The variable of a name, or an error that says which was meant.
pub(super) fn variable(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    name: &str,
    span: Span,
) -> Option<usize> {
    let found = language.facts.variable(name);
    let is_option = c.b.hir.setting_named(name).is_some();
    if found.is_none() && !is_option && c.b.hir.is_faulty_option(name) {
        return None;
    }
    if found.is_none() && is_option {
        c.b.error(
            Problem::UnknownVariable,
            span,
            format!("`{name}` is an option, not a variable: nothing changes it during a game"),
            format!("read it as `{name}`; what changes is a variable, which an effect may set to the option"),
        );
    } else if found.is_none() {
        let known: Vec<&str> = language.facts.variables.iter().map(|v| v.name.as_str()).collect();
        let help = match did_you_mean(name, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare it: `\"variables\": {{ \"{name}\": {{ \"initial\": 0 }} }}`"),
        };
        c.b.error(
            Problem::UnknownVariable,
            span,
            format!("unknown variable `{name}`"),
            help,
        );
    }
    found
}

fn not_a_name(c: &mut Compiler<'_>, span: Span) {
    c.b.error(
        Problem::ParameterType,
        span,
        "a variable is named by a text that is written out",
        "write `\"total\"`, or `concat(\"total_\", n)` for one of several".to_owned(),
    );
}
