//! Functions that read.

use super::builtins;
use super::context::Named;
use super::counts;
use super::language::Language;
use super::targets;
use crate::expr::compile::Compiler;
use crate::expr::{Bindings, Expr, ExprKind, Number};
use crate::hir::build::parameters;
use crate::hir::{NodeId, NodeKind};
use crate::text::diag::{Code as Problem, did_you_mean};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::Form;
use cardable_engine::program::ZoneName;
use cardable_engine::value::{Type, Value};

/// The variable that names the suit to be matched in place of the top card's.
pub(super) const ACTIVE_SUIT: &str = "active_suit";

/// A call whose value is used.
pub(super) fn query(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    name: &str,
    args: &[Expr],
    span: Span,
) -> NodeId {
    let Some(builtin) = builtins::find(name) else {
        return unknown_function(language, c, name, args, span);
    };
    if builtin.acts {
        return language.acting_value(c, builtin, span);
    }
    if !right_count(c, builtin, args.len(), span) {
        return c.b.broken(span);
    }
    match builtin.means {
        Some(text) => {
            let names = given(language, c, builtin, args, span);
            names.value(c.b, c.scope, text)
        }
        None => read(language, c, name, args, span),
    }
}

/// The parameters of a call, by their names.
pub(super) fn given(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    builtin: &builtins::Builtin,
    args: &[Expr],
    span: Span,
) -> Bindings {
    let mut names = Bindings::at(span);
    for (at, param) in builtin.params.iter().enumerate() {
        let name = param.trim_end_matches('?');
        let value = match (args.get(at), name) {
            (None, _) => c.b.constant(Value::Nothing, span),
            (Some(zone), "zone" | "from" | "to") => targets::zone_of(language, c, zone),
            (Some(n), "strategy") => language.number(c, n),
            (Some(n), "size" | "length" | "count") => counts::whole_at(language, c, builtin, at, n),
            (Some(other), _) => c.value(other),
        };
        names = names.with(name, value);
    }
    names
}

/// Says so when a call has too many or too few parameters.
pub(super) fn right_count(
    c: &mut Compiler<'_>,
    builtin: &builtins::Builtin,
    found: usize,
    span: Span,
) -> bool {
    if builtin.takes(found) {
        return true;
    }
    c.b.error(
        Problem::ParameterCount,
        span,
        format!("`{}` does not take {}", builtin.name, parameters(found)),
        format!("write `{}`", builtin.signature()),
    );
    false
}

/// What functions that read options are called elsewhere.
const READ_OPTIONS: [&str; 6] = [
    "get_option",
    "getOption",
    "option",
    "options",
    "get_setting",
    "setting",
];

pub(super) fn unknown_function(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    name: &str,
    args: &[Expr],
    span: Span,
) -> NodeId {
    let known = builtins::ALL.iter().map(|b| b.name);
    let is_value = |name: &str| {
        language.facts.variable(name).is_some()
            || c.b.hir.setting_named(name).is_some()
            || c.b.hir.is_faulty_option(name)
    };
    let help = match did_you_mean(name, known) {
        _ if is_value(name) => format!("write `{name}` without parentheses: it is a value, and no function"),
        _ if READ_OPTIONS.contains(&name) => match args.first().map(|arg| &arg.kind) {
            Some(ExprKind::String(option) | ExprKind::Name { name: option, .. }) if is_value(option) => {
                format!("write `{option}`: expressions read an option by its name alone")
            }
            _ => "expressions read an option by its `key` alone, such as `hands`".to_owned(),
        },
        Some(near) => format!("did you mean `{near}`?"),
        None => "the guide of this dialect lists all functions".to_owned(),
    };
    c.b.error(
        Problem::UnknownPrimitive,
        span,
        format!("unknown function `{name}`"),
        help,
    );
    c.b.broken(span)
}

fn read(language: &Language<'_>, c: &mut Compiler<'_>, name: &str, args: &[Expr], span: Span) -> NodeId {
    match name {
        "hand_value" => {
            let zone = targets::zone_of(language, c, &args[0]);
            let target = match args.get(1) {
                Some(target) => language.number(c, target),
                None => c.b.constant(Value::Int(21), span),
            };
            let names = Bindings::at(span).with("zone", zone).with("target", target);
            names.value(c.b, c.scope, "total_value(zone, target)")
        }
        // A strategy is its target.
        "prefer_high_under" => language.number(c, &args[0]),
        "card_rank" => of_card(language, c, args, "value", span),
        "card_rank_name" => of_card(language, c, args, "rank", span),
        "card_suit" => of_card(language, c, args, "suit", span),
        "top_card_rank" => of_top(language, c, &args[0], "value", span),
        "top_card_rank_name" => of_top(language, c, &args[0], "rank", span),
        "top_card_suit" => of_top(language, c, &args[0], "suit", span),
        "card_matches_top" => {
            let card = card_at(language, c, &args[0], &args[1], span);
            matches_top(language, c, card, &args[2], span)
        }
        "played_card_matches_top" => match &language.at.played {
            Some(played) if !language.at.availability => {
                let card = played.card;
                matches_top(language, c, card, &args[0], span)
            }
            _ => {
                targets::zone_of(language, c, &args[0]);
                c.b.constant(Value::Bool(true), span)
            }
        },
        "has_playable_card" => {
            let names = Bindings::at(span)
                .with("hand", targets::zone_of(language, c, &args[0]))
                .with("suit", to_match(language, c, &args[1], "suit", span))
                .with("rank", to_match(language, c, &args[1], "rank", span));
            let any = "has_card(hand, 'suit', suit) || has_card(hand, 'rank', rank)";
            let any = names.value(c.b, c.scope, any);
            any_on(language, c, &args[1], any, span)
        }
        "get_var" => get_variable(language, c, &args[0], false, span),
        "get_str_var" => get_variable(language, c, &args[0], true, span),
        "get_param" => parameter(language, c, &args[0], span),
        "concat" => {
            let given = vec![c.value(&args[0]), c.value(&args[1])];
            language.call(c, builtin!(concat), given, span)
        }
        "if" => choose(language, c, args, span),
        "all_hands_dealt" => fact(c, language.facts.kept.dealt, name, "deal(…)", span),
        "scores_calculated" => fact(c, language.facts.kept.scored, name, "calculate_scores()", span),
        // Where nothing ends the game, it always goes on.
        "continue_game" if language.facts.ends => language.call(c, builtin!(game_goes_on), Vec::new(), span),
        "continue_game" => c.b.constant(Value::Bool(true), span),
        "is_availability_check" => c.b.constant(Value::Bool(language.at.availability), span),
        "get_cumulative_score" => {
            let seat = targets::seat_of(language, c, &args[0]);
            match language.facts.kept.cumulative {
                Some(slot) if !c.b.is_broken(seat) => {
                    c.b.node(NodeKind::SeatData(seat, slot), Type::NUMBER, span)
                }
                _ => c.b.broken(span),
            }
        }
        "max_cumulative_score" => extreme(language, c, "most", span),
        "min_cumulative_score" => extreme(language, c, "least", span),
        _ => of_trick(language, c, name, args, span),
    }
}

// --- cards

fn attribute_of(c: &mut Compiler<'_>, card: NodeId, name: &str, span: Span) -> NodeId {
    if c.b.is_broken(card) {
        return card;
    }
    let Some(at) = c.b.hir.attribute_named(name) else {
        return c.b.broken(span);
    };
    let ty = if name == "value" {
        Type::NUMBER
    } else {
        Type::STRING
    };
    c.b.node(NodeKind::Attribute(card, at), ty, span)
}

fn of_card(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    args: &[Expr],
    attribute: &str,
    span: Span,
) -> NodeId {
    let card = card_at(language, c, &args[0], &args[1], span);
    attribute_of(c, card, attribute, span)
}

fn of_top(language: &Language<'_>, c: &mut Compiler<'_>, zone: &Expr, attribute: &str, span: Span) -> NodeId {
    let zone = targets::zone_of(language, c, zone);
    // Where there is none, this fails, as a condition should.
    let first = c.b.constant(Value::Int(0), span);
    let card = language.call(c, builtin!(nth_card), vec![zone, first], span);
    attribute_of(c, card, attribute, span)
}

/// What a card that is laid on a zone has to match: that of the top card, or the suit that the variable
/// `active_suit` names.
fn to_match(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    zone: &Expr,
    attribute: &str,
    span: Span,
) -> NodeId {
    let top = of_top(language, c, zone, attribute, span);
    let named = language
        .facts
        .variable(ACTIVE_SUIT)
        .filter(|_| attribute == "suit");
    let named = named.filter(|v| language.facts.variables.get(*v).is_some_and(|v| v.is_text));
    let Some(named) = named else { return top };
    let named = language.variable_now(c, named, span);
    let names = Bindings::at(span).with("top", top).with("named", named);
    names.value(c.b, c.scope, "if(named == '', top, named)")
}

/// A card by its place; the played one by its own.
fn card_at(language: &Language<'_>, c: &mut Compiler<'_>, zone: &Expr, index: &Expr, span: Span) -> NodeId {
    let zone = targets::zone_of(language, c, zone);
    let is_played = matches!(&index.kind, ExprKind::Name { name, .. } if &**name == "played_card_index");
    if let Some(played) = &language.at.played
        && is_played
        && played.index.is_none()
        && !language.at.availability
        && is_own(c, zone, played.from)
    {
        return played.card;
    }
    let index = match &index.kind {
        ExprKind::Number(Number::Whole(n)) if *n < 0 => return c.b.broken(span),
        _ => counts::place(language, c, index),
    };
    language.call(c, builtin!(nth_card), vec![zone, index], span)
}

/// Whether a node is the current player's zone, or that of the table.
fn is_own(c: &Compiler<'_>, zone: NodeId, from: ZoneName) -> bool {
    match (&c.b.get(zone).kind, from) {
        (NodeKind::SeatZone(seat, at), ZoneName::Seat(own)) => {
            *at == own && c.b.get(*seat).kind == NodeKind::Player
        }
        (NodeKind::Const(Value::Zone(zone)), ZoneName::Shared(own)) => zone.0 == own,
        _ => false,
    }
}

fn matches_top(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    card: NodeId,
    zone: &Expr,
    span: Span,
) -> NodeId {
    let mut tests = Vec::new();
    for name in ["suit", "rank"] {
        let own = attribute_of(c, card, name, span);
        let top = to_match(language, c, zone, name, span);
        tests.push(language.form(c, Form::Equal, vec![own, top], Type::BOOL, span));
    }
    let any = language.form(c, Form::Or, tests, Type::BOOL, span);
    // Without a top card, nothing but a suit that is named can be matched.
    match language.facts.variable(ACTIVE_SUIT) {
        Some(_) => any_on(language, c, zone, any, span),
        None => any,
    }
}

/// Whether a test holds on a zone: on an empty one it does not.
fn any_on(language: &Language<'_>, c: &mut Compiler<'_>, zone: &Expr, any: NodeId, span: Span) -> NodeId {
    let zone = targets::zone_of(language, c, zone);
    let names = Bindings::at(span).with("zone", zone).with("any", any);
    names.value(c.b, c.scope, "0 < count_cards(zone) && any")
}

// --- variables and facts

fn get_variable(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    name: &Expr,
    as_text: bool,
    span: Span,
) -> NodeId {
    if let ExprKind::String(text) = &name.kind
        && let Some(index) = text
            .strip_prefix("cumulative_score_")
            .and_then(|n| n.parse().ok())
        && let Some(slot) = language.facts.kept.cumulative
    {
        let seat = language.seat_number(c, index, span);
        if c.b.is_broken(seat) {
            return seat;
        }
        return c.b.node(NodeKind::SeatData(seat, slot), Type::NUMBER, span);
    }
    // A text that nobody set is empty.
    if let (true, ExprKind::String(text)) = (as_text, &name.kind)
        && language.facts.variable(text).is_none()
    {
        let span = c.span(name);
        targets::variable(language, c, text, span);
        return c.b.broken(span);
    }
    match targets::named(language, c, name) {
        None => c.b.broken(span),
        Some(Named::One(variable)) => language.variable_now(c, variable, span),
        Some(Named::Numbered(number, all)) => {
            let mut value = match as_text {
                true => c.b.text("", span),
                false => c.b.constant(Value::Nothing, span),
            };
            for (n, variable) in all.into_iter().rev() {
                let wanted = c.b.constant(Value::Int(n), span);
                let test = language.form(c, Form::Equal, vec![number, wanted], Type::BOOL, span);
                let one = language.variable_now(c, variable, span);
                let ty = c.b.get(one).ty;
                value = language.form(c, Form::If, vec![test, one, value], ty, span);
            }
            value
        }
    }
}

fn parameter(language: &Language<'_>, c: &mut Compiler<'_>, name: &Expr, span: Span) -> NodeId {
    let ExprKind::String(text) = &name.kind else {
        c.b.error(
            Problem::ParameterType,
            span,
            "a parameter is named by a text that is written out",
            "write `get_param(\"color\")`".to_owned(),
        );
        return c.b.broken(span);
    };
    let Some(asked) = language.at.params.iter().find(|p| p.name == **text).cloned() else {
        if !language.at.availability {
            c.b.warn(
                Problem::UnknownParameter,
                span,
                format!("nobody is asked for `{text}`: it is always 0"),
                format!("add `\"params\": {{ \"{text}\": {{ \"options\": [ … ] }} }}` to the action"),
            );
        }
        return c.b.constant(Value::Int(0), span);
    };
    let local = c.b.node(NodeKind::Local(asked.local), asked.ty, span);
    if asked.ty == Type::SEAT {
        return language.call(c, builtin!(seat_index), vec![local], span);
    }
    if asked.ty != Type::BOOL {
        return local;
    }
    let (one, zero) = (
        c.b.constant(Value::Int(1), span),
        c.b.constant(Value::Int(0), span),
    );
    language.form(c, Form::If, vec![local, one, zero], Type::NUMBER, span)
}

fn choose(language: &Language<'_>, c: &mut Compiler<'_>, args: &[Expr], span: Span) -> NodeId {
    let condition = language.truth(c, &args[0]);
    let then = c.value(&args[1]);
    let otherwise = match args.get(2) {
        Some(other) => c.value(other),
        None => c.b.constant(Value::Bool(true), span),
    };
    let (a, b) = (c.b.get(then).ty, c.b.get(otherwise).ty);
    let ty = if a == b { a } else { Type::ANY };
    language.form(c, Form::If, vec![condition, then, otherwise], ty, span)
}

/// Whether something has been done in this round.
fn fact(c: &mut Compiler<'_>, slot: Option<u16>, name: &str, doer: &str, span: Span) -> NodeId {
    if let Some(slot) = slot {
        return c.b.node(NodeKind::Global(slot), Type::BOOL, span);
    }
    c.b.warn(
        Problem::NothingSets,
        span,
        format!("no effect is `{doer}`, so `{name}` never holds"),
        format!("write `{doer}` as an effect before it is asked, or `true` in its place"),
    );
    c.b.constant(Value::Bool(false), span)
}

/// The largest or smallest sum of scores.
fn extreme(language: &Language<'_>, c: &mut Compiler<'_>, which: &str, span: Span) -> NodeId {
    let Some(slot) = language.facts.kept.cumulative else {
        return c.b.broken(span);
    };
    let item = c.b.hir.seat_data.get(slot as usize).map(|d| Value::Str(d.name));
    let item = c.b.constant(item.unwrap_or_default(), span);
    let text = format!("{which}_of_seats(item)");
    Bindings::at(span).with("item", item).value(c.b, c.scope, &text)
}

// --- tricks

fn of_trick(language: &Language<'_>, c: &mut Compiler<'_>, name: &str, args: &[Expr], span: Span) -> NodeId {
    let Some(zone) = args
        .first()
        .and_then(|zone| targets::every_zone(language, c, zone))
    else {
        return c.b.broken(span);
    };
    let shared = matches!(zone, ZoneName::Shared(_));
    let text = match (name, shared) {
        ("trick_card_count", false) => "count_before_seats(zone)",
        ("trick_card_count", true) => "count_cards(zone)",
        ("led_card_suit", false) => "suit_laid_by(zone, leader)",
        ("led_card_suit", true) => "if(led_suit(zone) == nothing, '', led_suit(zone))",
        ("trick_winner", false) => "seat_index(winner_before_seats(zone, seat_at(leader), trump))",
        ("trick_winner", true) => "seat_index(trick_winner_seat(zone, seat_at(leader), trump))",
        _ => return unknown_function(language, c, name, args, span),
    };
    let leader = match language.facts.variable("lead_player") {
        Some(variable) => language.variable_place(c, variable, span),
        None => c.b.broken(span),
    };
    let trump = match language.facts.variable("trump_suit") {
        Some(variable) => language.variable_place(c, variable, span),
        None => c.b.constant(Value::Nothing, span),
    };
    let names = Bindings::at(span).with("leader", leader).with("trump", trump);
    let names = names.with("zone", targets::zone_node(c.b, zone, span));
    names.value(c.b, c.scope, text)
}
