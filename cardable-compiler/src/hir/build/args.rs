//! Parameters of calls: what may stand for what.

use super::Builder;
use crate::hir::build;
use crate::hir::build::{lints, marks, refs, roles};
use crate::hir::{Hir, LocalKind, NodeId, NodeKind, Scope};
use crate::text::diag::{Code as Problem, suggestion_or, suggestion_or_list};
use crate::text::json::Number;
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::{Arity, Callee, Form, MAX_COUNT, ParamType, Signature, parameters_wanted};
use cardable_engine::value::{Kind, Type, Value};

/// Whether a parameter may take a value of this type.
pub(crate) fn may_take(takes: ParamType, ty: Type) -> bool {
    match takes {
        ParamType::Value(wanted) => ty.fits(wanted),
        ParamType::Contents => ty.fits(Type::ANY),
        ParamType::Whole | ParamType::Count => ty.fits(Type::NUMBER),
        ParamType::EachSeat | ParamType::Seats => ty.fits(Type::SEAT) || ty.fits(Type::List(Kind::Seat)),
        ParamType::Cards => ty.fits(Type::CARD) || ty.fits(Type::List(Kind::Card)) || ty.fits(Type::ZONE),
        ParamType::StateName | ParamType::Designation | ParamType::Role => ty.fits(Type::STRING),
        ParamType::Items => ty.fits(Type::List(Kind::Any)) || ty.fits(Type::ZONE),
        ParamType::Place
        | ParamType::SeatZone
        | ParamType::Attribute
        | ParamType::Prompt
        | ParamType::Step
        | ParamType::Function
        | ParamType::OfPicked => false,
    }
}

/// Checks the parameters of a call and brings them into their slots;
/// optional ones that are missing become nothing.
pub(crate) fn check_args(
    builder: &mut Builder,
    scope: &Scope,
    primitive: &Callee,
    args: Vec<NodeId>,
    span: Span,
) -> Option<Vec<NodeId>> {
    let args = spread(builder, scope, args)?;
    let params = &primitive.params;
    let required = params.iter().filter(|p| p.arity == Arity::Required).count();
    let rest = params.last().is_some_and(|p| p.arity == Arity::Rest);
    if args.len() < required || (!rest && args.len() > params.len()) {
        let wanted = parameters_wanted(required, (!rest).then_some(params.len()));
        builder.error(
            Problem::ParameterCount,
            span,
            format!("`{}` takes {wanted}, found {}", primitive.name, args.len()),
            format!("write `{}`", signature(primitive)),
        );
        return None;
    }
    let mut checked = Vec::with_capacity(params.len());
    for (at, arg) in args.iter().enumerate() {
        let param = &params[at.min(params.len() - 1)];
        checked.push(check_arg(builder, scope, primitive, &param.name, param.ty, *arg)?);
    }
    for param in params.iter().skip(args.len()) {
        if param.arity == Arity::Optional {
            checked.push(builder.constant(Value::Nothing, span));
        }
    }
    bounds_in_order(builder, primitive, &checked, span).then_some(checked)
}

/// Puts the items of a spread list in its place.
fn spread(builder: &mut Builder, scope: &Scope, args: Vec<NodeId>) -> Option<Vec<NodeId>> {
    let mut all = Vec::with_capacity(args.len());
    for arg in args {
        let NodeKind::Form(Form::Spread, inner) = &builder.get(arg).kind else {
            all.push(arg);
            continue;
        };
        let mut list = inner.first().copied()?;
        if let NodeKind::Local(at) = builder.get(list).kind
            && let LocalKind::Param(given) = scope.action.locals[at as usize].kind
        {
            list = given;
        }
        let span = builder.get(arg).span;
        match builder.get(list).kind.clone() {
            NodeKind::List(items) => all.extend(items),
            NodeKind::Const(Value::List(id)) => {
                for value in builder.hir.constants.items(id).to_vec() {
                    all.push(builder.constant(value, span));
                }
            }
            NodeKind::Error => return None,
            _ => {
                builder.error(
                    Problem::ParameterType,
                    span,
                    "only a list that is written out can be split into parameters",
                    "write its items one by one".to_owned(),
                );
                return None;
            }
        }
    }
    Some(all)
}

pub(super) fn check_arg(
    builder: &mut Builder,
    scope: &Scope,
    primitive: &Callee,
    name: &str,
    takes: ParamType,
    arg: NodeId,
) -> Option<NodeId> {
    if builder.is_broken(arg) {
        return None;
    }
    let arg = match takes {
        ParamType::Value(wanted) => builder.named_or_nothing(arg, wanted),
        ParamType::EachSeat | ParamType::Seats => builder.named_or_nothing(arg, Type::SEAT),
        ParamType::Cards => builder.named_or_nothing(arg, Type::CARD),
        ParamType::Whole | ParamType::Count => without_fraction(builder, arg),
        _ => arg,
    };
    let node = builder.get(arg);
    let (ty, span) = (node.ty, node.span);
    let text = builder.hir.const_text(arg).map(str::to_owned);
    match (takes, text) {
        (ParamType::Value(Type::One(Kind::Zone)) | ParamType::Cards, Some(_)) => {
            return zone_by_name(builder, scope, arg);
        }
        (ParamType::Contents, Some(text)) if names_zone(&builder.hir, &text) => {
            return zone_by_name(builder, scope, arg);
        }
        (ParamType::Value(Type::One(Kind::Seat)), Some(text)) if text == "self" => {
            return Some(builder.player(scope, span));
        }
        (ParamType::EachSeat | ParamType::Seats, Some(text)) => match text.as_str() {
            "self" => return Some(builder.player(scope, span)),
            "all" | "all_players" => {
                return Some(builder.node(NodeKind::Everyone, Type::List(Kind::Seat), span));
            }
            _ => {}
        },
        (ParamType::SeatZone, Some(text)) => {
            let at = match builder.hir.seat_zone_named(&text) {
                Some(at) => at,
                None if builder.hir.zones.seat.iter().any(|z| z.declared)
                    && !matches!(&*text, "deck" | "hand" | "front" | "discard") =>
                {
                    let known = builder
                        .hir
                        .names_of(builder.hir.zones.seat.iter().map(|z| z.name));
                    let none = "declare it in `game_area.player_zones`";
                    let help = suggestion_or_list(&text, &known, none);
                    builder.not_declared(
                        Problem::UnknownZone,
                        span,
                        format!("seats have no zone `{text}`"),
                        help,
                    );
                    return None;
                }
                None => builder.make_seat_zone(&text, span),
            };
            return Some(builder.constant(Value::Int(at.into()), span));
        }
        (ParamType::SeatZone, None) => {
            // `$player.front` names the zone as well.
            if let NodeKind::SeatZone(_, at) = builder.get(arg).kind {
                return Some(builder.constant(Value::Int(at.into()), span));
            }
        }
        (ParamType::Attribute, Some(text)) => {
            let at = build::attribute(builder, &text, span)?;
            return Some(builder.constant(Value::Int(at.into()), span));
        }
        (ParamType::Designation, Some(text)) => {
            marks::designation(builder, &text, span)?;
            return Some(arg);
        }
        (ParamType::Role, Some(text)) => {
            roles::role(builder, &text, span)?;
            return Some(arg);
        }
        (ParamType::StateName, Some(text)) => {
            refs::state_by_name(builder, &text, span)?;
            return Some(arg);
        }
        (ParamType::Place, _) => {
            return check_place(builder, arg).then_some(arg);
        }
        (ParamType::Prompt, _) => {
            if matches!(builder.get(arg).kind, NodeKind::Ask { .. }) {
                return Some(arg);
            }
        }
        (ParamType::Whole | ParamType::Count, _) if !is_whole(builder, primitive, name, takes, arg) => {
            return None;
        }
        _ => {}
    }
    let nothing_given =
        ty == Type::Nothing && matches!(takes, ParamType::Seats | ParamType::Cards | ParamType::EachSeat);
    if may_take(takes, ty) || nothing_given || optional_nothing(primitive, name, ty) {
        return Some(arg);
    }
    let found = match builder.hir.const_text(arg) {
        Some(text) => format!("the text `{text}`"),
        None => ty.phrase(),
    };
    let is_number = builder
        .hir
        .const_text(arg)
        .is_some_and(|text| text.trim().parse::<f64>().is_ok());
    let is_zone_for_list = matches!(takes, ParamType::Value(Type::List(_))) && ty == Type::ZONE;
    let help = match lints::as_call(builder, arg) {
        Some(help) => help,
        None if is_number => without_quotes(builder, arg),
        None if is_zone_for_list => "the list of its cards is `cards_of(zone)`".to_owned(),
        None => format!("write `{}`", signature(primitive)),
    };
    builder.error(
        Problem::ParameterType,
        span,
        format!(
            "`{name}` of `{}` takes {}, found {found}",
            primitive.name,
            takes.phrase()
        ),
        help,
    );
    None
}

/// A constant such as `3.0`, which other programs write for `3`, as the whole number that it is.
fn without_fraction(builder: &mut Builder, arg: NodeId) -> NodeId {
    let (kind, span) = (&builder.get(arg).kind, builder.get(arg).span);
    match *kind {
        NodeKind::Const(Value::Float(n)) => match Number::Float(n).as_i64() {
            Some(whole) => builder.constant(Value::Int(whole), span),
            None => arg,
        },
        _ => arg,
    }
}

/// Whether a constant can be a whole number, or how many, saying so when not.
fn is_whole(builder: &mut Builder, primitive: &Signature, name: &str, takes: ParamType, arg: NodeId) -> bool {
    let (kind, span) = (&builder.get(arg).kind, builder.get(arg).span);
    let (code, message) = match *kind {
        NodeKind::Const(Value::Float(n)) => (
            Problem::ParameterType,
            format!("`{name}` takes a whole number, found {n}"),
        ),
        NodeKind::Const(Value::Int(n)) if takes == ParamType::Count && !(0..=MAX_COUNT).contains(&n) => (
            Problem::OutOfBounds,
            format!("`{name}` lies between 0 and {MAX_COUNT}, `{n}` does not"),
        ),
        _ => return true,
    };
    builder.error(code, span, message, format!("write `{}`", signature(primitive)));
    false
}

/// Whether constant bounds, which follow each other among the parameters, leave something
/// between them, saying so when not.
fn bounds_in_order(builder: &mut Builder, primitive: &Signature, args: &[NodeId], span: Span) -> bool {
    for (pair, given) in primitive.params.windows(2).zip(args.windows(2)) {
        let ([low, high], [a, b]) = (pair, given) else {
            continue;
        };
        let above = low.name == "above";
        if high.name != "max" || !(above || low.name == "min") {
            continue;
        }
        let number = |node: NodeId| match builder.get(node).kind {
            NodeKind::Const(value) => value.as_f64(),
            _ => None,
        };
        let (Some(least), Some(most)) = (number(*a), number(*b)) else {
            continue;
        };
        if least < most || (least == most && !above) {
            continue;
        }
        let between = if above {
            format!("above {least} and up to {most}")
        } else {
            format!("from {least} to {most}")
        };
        builder.error(
            Problem::OutOfBounds,
            span,
            format!("no number is {between}"),
            format!("the lower bound comes first: `{}`", signature(primitive)),
        );
        return false;
    }
    true
}

/// What is written in place of a text where a number is wanted.
pub(crate) fn without_quotes(builder: &mut Builder, text: NodeId) -> String {
    lints::forget_reference(builder, text);
    match builder.hir.const_text(text).map(str::trim) {
        Some(text) if text.parse::<f64>().is_ok() => format!("write `{text}`, without quotes"),
        Some(text) if text.starts_with('$') => format!("write `{text}`, without quotes"),
        _ => "write a number, or what has one".to_owned(),
    }
}

fn names_zone(hir: &Hir, text: &str) -> bool {
    hir.zone_named(text).is_some() || hir.seat_zone_named(text).is_some()
}

/// A zone by its name: the acting seat's, else a shared one.
fn zone_by_name(builder: &mut Builder, scope: &Scope, text: NodeId) -> Option<NodeId> {
    let span = builder.get(text).span;
    let name = builder.hir.const_text(text)?.to_owned();
    if let Some(zone) = builder.hir.zone_named(&name) {
        return Some(builder.constant(Value::Zone(zone), span));
    }
    if let Some(at) = builder.hir.seat_zone_named(&name) {
        let player = builder.player(scope, span);
        return Some(builder.node(NodeKind::SeatZone(player, at), Type::ZONE, span));
    }
    let help = lints::as_call(builder, text)
        .unwrap_or_else(|| builder.diags.help_for(|| suggested_zone(&builder.hir, &name)));
    builder.not_declared(Problem::UnknownZone, span, format!("unknown zone `{name}`"), help);
    None
}

/// Says that no zone has a name.
pub(crate) fn unknown_zone(builder: &mut Builder, name: &str, span: Span) {
    let help = builder.diags.help_for(|| suggested_zone(&builder.hir, name));
    builder.not_declared(Problem::UnknownZone, span, format!("unknown zone `{name}`"), help);
}

/// The zone that was probably meant, else all there are.
pub(crate) fn suggested_zone(hir: &Hir, name: &str) -> String {
    let mut known = hir.names_of(hir.zones.shared.iter().map(|z| z.name));
    known.extend(hir.names_of(hir.zones.seat.iter().map(|z| z.name)));
    let none = "there are none yet: declare it in `game_area.shared_zones`";
    suggestion_or(name, &known, none, |zones| format!("the zones are {zones}"))
}

/// Whether something can be assigned, saying so when not.
pub(crate) fn check_place(builder: &mut Builder, place: NodeId) -> bool {
    let value = builder.notes.values.get(&place).cloned();
    let span = value.as_ref().map_or(builder.get(place).span, |(_, span)| *span);
    if builder.hir.computed_item(&builder.get(place).kind).is_some() {
        builder.error(
            Problem::ComputedSet,
            span,
            "this item of data is computed, and cannot be set",
            "take `computed` from its declaration, or set what it is computed from".to_owned(),
        );
        return false;
    }
    let constant = match builder.get(place).kind {
        NodeKind::Error => return false,
        NodeKind::Global(at) => builder.hir.globals[at as usize].constant,
        NodeKind::SeatData(_, at) => builder.hir.seat_data[at as usize].constant,
        NodeKind::CardData(_, at) => builder.hir.cards.data[at as usize].def.constant,
        NodeKind::StateData(_) | NodeKind::Local(_) => false,
        ref kind => {
            let (message, help) = match (kind, value) {
                (_, Some((value, _))) => (
                    format!(
                        "the defined value `{}` is worked out, and cannot be set",
                        value.name
                    ),
                    "set the data that it is worked out from, or declare an item of data in its place",
                ),
                (NodeKind::Attribute(_, at), None) => {
                    let attribute = builder.hir.cards.attributes.get(usize::from(*at));
                    let name = attribute.map_or("", |attribute| builder.hir.strings.get(attribute.name));
                    (
                        format!("`{name}` is printed on cards, and cannot be set"),
                        "declare an item of `card_data` with a `key` of its own, and set that: `set(card.key, …)`",
                    )
                }
                (NodeKind::Call(primitive, _), None) if *primitive == *builtin!(list_item) => (
                    "an item of a list cannot be assigned".to_owned(),
                    "set the whole list, with another item in its place: \
                     `set($globals.x, replace_item($globals.x, 0, item))`",
                ),
                _ => (
                    "this cannot be assigned".to_owned(),
                    "write a reference to data, such as `$globals.round` or `$player.score`",
                ),
            };
            builder.error(Problem::NotAPlace, span, message, help);
            return false;
        }
    };
    if constant {
        builder.error(
            Problem::ConstantData,
            span,
            "this item of data is constant",
            "take `const` from its declaration, or use another item".to_owned(),
        );
    }
    !constant
}

/// Whether something looks like it could be assigned.
pub(crate) fn is_place(hir: &Hir, node: NodeId) -> bool {
    matches!(
        hir.tree.get(node).kind,
        NodeKind::Global(_)
            | NodeKind::SeatData(..)
            | NodeKind::CardData(..)
            | NodeKind::StateData(_)
            | NodeKind::Local(_)
    )
}

fn optional_nothing(primitive: &Signature, name: &str, ty: Type) -> bool {
    ty == Type::Nothing
        && primitive
            .params
            .iter()
            .any(|p| p.name == name && p.arity == Arity::Optional)
}

/// So many parameters, in words.
pub(crate) fn parameters(n: usize) -> String {
    if n == 1 {
        "1 parameter".to_owned()
    } else {
        format!("{n} parameters")
    }
}

/// How a primitive is called, for help.
pub(crate) fn signature(primitive: &Signature) -> String {
    let params: Vec<String> = primitive
        .params
        .iter()
        .map(|p| match p.arity {
            Arity::Required => p.name.to_string(),
            Arity::Optional => format!("{}?", p.name),
            Arity::Rest => format!("{}…", p.name),
        })
        .collect();
    format!("{}({})", primitive.name, params.join(", "))
}
