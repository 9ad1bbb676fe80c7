//! Functions that act, as steps.

use super::builtins::{self, Builtin};
use super::context::{Named, TurnOrder};
use super::language::Language;
use super::{counts, queries, scoring, targets};
use crate::expr::compile::Call;
use crate::expr::compile::Compiler;
use crate::expr::{Bindings, Expr, ExprKind};
use crate::hir::build::lints;
use crate::hir::{LocalKind, NodeId, NodeKind, Stmt};
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::{Callee, Form};
use cardable_engine::program::{StateType, ZoneName};
use cardable_engine::value::{Kind, Type, Value};

/// The steps of a call that stands as an effect.
pub(super) fn effect(language: &Language<'_>, c: &mut Compiler<'_>, call: Call<'_>) -> Vec<Stmt> {
    let (name, args, span) = (&*call.callee.name, call.args, call.span);
    let Some(builtin) = builtins::find(name) else {
        queries::unknown_function(language, c, name, args, span);
        return Vec::new();
    };
    if !builtin.acts {
        let node = queries::query(language, c, name, args, span);
        if !c.b.is_broken(node) {
            c.b.warn(
                Problem::UselessStep,
                span,
                format!("`{name}` only reads: as an effect it does nothing"),
                "take it out, or use its value in a condition".to_owned(),
            );
        }
        return Vec::new();
    }
    if !queries::right_count(c, builtin, args.len(), span) {
        return Vec::new();
    }
    match builtin.means {
        Some(text) => {
            let names = queries::given(language, c, builtin, args, span);
            names.steps(c.b, c.scope, text)
        }
        None => act(language, c, builtin, args, span),
    }
}

fn act(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    builtin: &Builtin,
    args: &[Expr],
    span: Span,
) -> Vec<Stmt> {
    match builtin.name {
        "deal" => deal(language, c, builtin, args, span),
        "draw" => draw(language, c, builtin, args, span),
        "move_all" => {
            let names = queries::given(language, c, builtin, args, span);
            let limited = names.values().any(|zone| is_limited(c, zone));
            let text = if limited {
                "move_what_fits(from, to)"
            } else {
                "move_all(from, to)"
            };
            names.steps(c.b, c.scope, text)
        }
        "set_face_up" => set_face_up(language, c, args, span),
        "end_turn" => {
            let mut steps = end_turn(language, c, span);
            if let Some(local) = language.at.turn_ended {
                let place = c.b.node(NodeKind::Local(local), Type::BOOL, span);
                let value = c.b.constant(Value::Bool(true), span);
                steps.push(Stmt::Set { place, value, span });
            }
            steps
        }
        "reverse_turn_order" => {
            if language.at.order == TurnOrder::Fixed {
                c.b.warn(
                    Problem::UselessStep,
                    span,
                    "nothing reverses the turn order of this phase: it is `fixed`",
                    "write `\"turnOrder\": \"clockwise\"`, or take this out".to_owned(),
                );
                return Vec::new();
            }
            step_of(c, builtin!(reverse_turn_order), Vec::new(), span)
        }
        "skip_next_player" => turn_step(language, c, builtin!(skip_turn_on), span),
        "set_next_player" => {
            let seat = targets::seat_of(language, c, &args[0]);
            step_of(c, builtin!(set_next_player), vec![seat], span)
        }
        "set_lead_player" => set_lead_player(language, c, &args[0], span),
        "collect_trick" => collect_trick(language, c, args, span),
        "calculate_scores" => scoring::calculate_scores(language, c, span),
        "determine_winners" => scoring::determine_winners(language, c, span),
        "accumulate_scores" => scoring::accumulate_scores(language, c, span),
        "reset_round" => scoring::reset_round(language, c, span),
        "end_game" => scoring::end_game(language, c, span),
        "set_var" | "set_str_var" => set_variable(language, c, args, builtin.sets_text == Some(true), span),
        "inc_var" => increase(language, c, args, span),
        _ => Vec::new(),
    }
}

/// A step that calls a primitive on values that are there.
pub(super) fn step_of(c: &mut Compiler<'_>, primitive: &Callee, args: Vec<NodeId>, span: Span) -> Vec<Stmt> {
    if args.iter().any(|a| c.b.is_broken(*a)) {
        return Vec::new();
    }
    lints::check_none(c.b, primitive, &args, span);
    let call =
        c.b.node(NodeKind::Call(primitive.clone(), args), primitive.result, span);
    vec![Stmt::Do(call)]
}

/// Steps that read what earlier ones of the same list have done: nothing of
/// them is worked out before.
pub(super) fn live(c: &mut Compiler<'_>, steps: Vec<Stmt>, span: Span) -> Vec<Stmt> {
    let once = c.b.hir.constants.list(&[Value::Nothing]);
    let list =
        c.b.node(NodeKind::Const(Value::List(once)), Type::List(Kind::Any), span);
    let local = c.scope.action.add("$once", Type::ANY, LocalKind::Data(None));
    vec![Stmt::EachItem {
        list,
        local,
        body: steps,
        span,
    }]
}

/// Whether a zone holds no more than so many cards.
fn is_limited(c: &Compiler<'_>, zone: NodeId) -> bool {
    let zones = &c.b.hir.zones;
    let def = match c.b.get(zone).kind {
        NodeKind::Const(Value::Zone(zone)) => zones.shared.get(zone.index()),
        NodeKind::SeatZone(_, at) => zones.seat.get(at as usize),
        _ => {
            return zones
                .shared
                .iter()
                .chain(&zones.seat)
                .any(|z| z.size.max < u16::MAX);
        }
    };
    def.is_some_and(|def| def.size.max < u16::MAX)
}

// --- cards

/// The zone that every player has, where a parameter names it for all of them.
fn template(c: &Compiler<'_>, arg: &Expr) -> Option<u16> {
    match &arg.kind {
        ExprKind::Name { name, .. } => c.b.hir.seat_zone_named(name),
        ExprKind::String(text) => c.b.hir.seat_zone_named(text),
        _ => None,
    }
}

/// `draw`: to a zone, or to that zone of whoever is on turn when its turn comes to act.
fn draw(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    builtin: &Builtin,
    args: &[Expr],
    span: Span,
) -> Vec<Stmt> {
    let (names, everyones) = cards_to(language, c, builtin, args, span);
    let Some(zone) = everyones else {
        return names.steps(c.b, c.scope, "move_up_to(from, to, count)");
    };
    let phase = c.scope.state.and_then(|at| c.b.hir.states.get(at.index()));
    if phase.is_some_and(|phase| phase.kind == StateType::Concurrent) {
        let name = c.b.hir.zones.seat.get(usize::from(zone)).map(|zone| zone.name);
        let name = name.map_or("", |name| c.b.hir.strings.get(name)).to_owned();
        c.b.warn(
            Problem::DrawnOnTurn,
            c.span(&args[1]),
            format!("`{name}` is here the zone of the player whose turn it is, whoever does this"),
            format!("write `current_player.{name}` for the player who does it"),
        );
    }
    names.steps(c.b, c.scope, "draw_on_turn(from, to, count)")
}

fn deal(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    builtin: &Builtin,
    args: &[Expr],
    span: Span,
) -> Vec<Stmt> {
    let (names, everyones) = cards_to(language, c, builtin, args, span);
    let text = match everyones {
        Some(_) => "deal_in_blocks(from, to, count)",
        None => "move_up_to(from, to, count)",
    };
    let mut steps = names.steps(c.b, c.scope, text);
    steps.extend(set_fact(c, language.facts.kept.dealt, true, span));
    steps
}

/// The parameters of `deal` and `draw`, and the zone that all players have, where they name such a one.
fn cards_to(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    builtin: &Builtin,
    args: &[Expr],
    span: Span,
) -> (Bindings, Option<u16>) {
    let everyones = template(c, &args[1]);
    let from = targets::zone_of(language, c, &args[0]);
    let count = counts::whole_at(language, c, builtin, 2, &args[2]);
    let to = match everyones {
        Some(zone) => targets::zone_node(c.b, ZoneName::Seat(zone), span),
        None => targets::zone_of(language, c, &args[1]),
    };
    let names = Bindings::at(span).with("from", from).with("to", to);
    (names.with("count", count), everyones)
}

fn set_face_up(language: &Language<'_>, c: &mut Compiler<'_>, args: &[Expr], span: Span) -> Vec<Stmt> {
    let zone = targets::zone_of(language, c, &args[0]);
    let index = counts::place(language, c, &args[1]);
    let up = language.truth(c, &args[2]);
    step_of(c, builtin!(turn_nth), vec![zone, index, up], span)
}

fn collect_trick(language: &Language<'_>, c: &mut Compiler<'_>, args: &[Expr], span: Span) -> Vec<Stmt> {
    let Some(from) = targets::every_zone(language, c, &args[0]) else {
        return Vec::new();
    };
    let text = match from {
        ZoneName::Seat(_) => "gather_from_seats(from, to, true)",
        ZoneName::Shared(_) => "move_all(from, to, true)",
    };
    Bindings::at(span)
        .with("from", targets::zone_node(c.b, from, span))
        .with("to", targets::zone_of(language, c, &args[1]))
        .steps(c.b, c.scope, text)
}

// --- turns

pub(super) fn end_turn(language: &Language<'_>, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
    turn_step(language, c, builtin!(pass_turn_on), span)
}

/// A step that moves the turn on, which way the phase says.
fn turn_step(language: &Language<'_>, c: &mut Compiler<'_>, primitive: &Callee, span: Span) -> Vec<Stmt> {
    let way = match language.at.order {
        TurnOrder::Clockwise => return step_of(c, primitive, Vec::new(), span),
        TurnOrder::Counterclockwise => "against",
        TurnOrder::Fixed => "fixed",
    };
    let way = c.b.text(way, span);
    step_of(c, primitive, vec![way], span)
}

fn set_lead_player(language: &Language<'_>, c: &mut Compiler<'_>, player: &Expr, span: Span) -> Vec<Stmt> {
    let seat = targets::seat_of(language, c, player);
    let mut names = Bindings::at(span).with("seat", seat);
    let mut text = "give_turn(seat)";
    if let Some(variable) = language.facts.variable("lead_player") {
        names = names.with("lead", language.variable_place(c, variable, span));
        text = "[set(lead, seat_index(seat)), give_turn(seat)]";
    }
    names.steps(c.b, c.scope, text)
}

// --- variables

fn set_variable(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    args: &[Expr],
    as_text: bool,
    span: Span,
) -> Vec<Stmt> {
    let named = targets::named(language, c, &args[0]);
    let value = c.value(&args[1]);
    let wanted = if as_text { Type::STRING } else { Type::NUMBER };
    let value = language.wanted(c, value, wanted, "the value");
    let Some(named) = named else { return Vec::new() };
    if c.b.is_broken(value) {
        return Vec::new();
    }
    each_named(language, c, named, span, |language, c, variable| {
        let is_text = language.facts.variables.get(variable).is_some_and(|v| v.is_text);
        if is_text != as_text {
            let name = language
                .facts
                .variables
                .get(variable)
                .map_or("", |v| v.name.as_str());
            let (has, write) = if is_text {
                ("a text", "set_str_var")
            } else {
                ("a number", "set_var")
            };
            c.b.error(
                Problem::ParameterType,
                span,
                format!("`{name}` holds {has}"),
                format!("write `{write}`"),
            );
            return Vec::new();
        }
        let place = language.variable_place(c, variable, span);
        vec![Stmt::Set { place, value, span }]
    })
}

fn increase(language: &Language<'_>, c: &mut Compiler<'_>, args: &[Expr], span: Span) -> Vec<Stmt> {
    let named = targets::named(language, c, &args[0]);
    let amount = match args.get(1) {
        Some(amount) => language.number(c, amount),
        None => c.b.constant(Value::Int(1), span),
    };
    let Some(named) = named else { return Vec::new() };
    each_named(language, c, named, span, |language, c, variable| {
        let place = language.variable_place(c, variable, span);
        let place = language.wanted(c, place, Type::NUMBER, "the variable");
        let value = language.form(c, Form::Add, vec![place, amount], Type::NUMBER, span);
        if c.b.is_broken(value) {
            return Vec::new();
        }
        vec![Stmt::Set { place, value, span }]
    })
}

fn each_named(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    named: Named,
    span: Span,
    mut make: impl FnMut(&Language<'_>, &mut Compiler<'_>, usize) -> Vec<Stmt>,
) -> Vec<Stmt> {
    match named {
        Named::One(variable) => make(language, c, variable),
        Named::Numbered(number, all) => {
            let mut steps = Vec::new();
            for (n, variable) in all {
                let wanted = c.b.constant(Value::Int(n), span);
                let condition = language.form(c, Form::Equal, vec![number, wanted], Type::BOOL, span);
                let then = make(language, c, variable);
                steps.push(Stmt::If {
                    condition,
                    then,
                    otherwise: Vec::new(),
                    span,
                });
            }
            steps
        }
    }
}

/// Notes that something has been done in this round.
pub(super) fn set_fact(c: &mut Compiler<'_>, slot: Option<u16>, to: bool, span: Span) -> Option<Stmt> {
    let place = c.b.node(NodeKind::Global(slot?), Type::BOOL, span);
    let value = c.b.constant(Value::Bool(to), span);
    Some(Stmt::Set { place, value, span })
}
