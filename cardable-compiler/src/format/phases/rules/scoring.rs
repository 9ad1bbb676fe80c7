//! Scores, results, rounds and the end.

use super::context::Scored;
use super::facts::Text;
use super::language::Language;
use super::phase::spelled_out;
use super::{effects, summary};
use crate::expr::Bindings;
use crate::expr::compile::{Compiler, Stands};
use crate::hir::{NodeId, NodeKind, Stmt};
use crate::text::source::Span;
use cardable_engine::primitives::Form;
use cardable_engine::value::{Type, Value};

/// What a summary is called when it must be a text.
pub(super) const SUMMARY: &str = "a summary";

/// What a score is called when it must be a number.
const SCORE: &str = "a score";

/// The same language while somebody is scored.
fn scoring<'f>(language: &Language<'f>, who: Scored) -> Language<'f> {
    let mut inner = language.clone();
    inner.at.scored = who;
    inner.at.played = None;
    inner.at.params.clear();
    inner
}

/// An expression of the scoring block; nothing when it is broken.
pub(super) fn scored(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    who: Scored,
    text: &Text,
    ty: Type,
    what: &str,
) -> Option<NodeId> {
    let language = scoring(language, who);
    let mut inner = Compiler {
        b: c.b,
        scope: c.scope,
        names: &language,
        origin: &text.origin,
        bound: Vec::new(),
        fills: false,
        stands: Stands::Alone,
    };
    let built = inner.value(&text.expr);
    let built = language.wanted(&mut inner, built, ty, what);
    (!inner.b.is_broken(built)).then_some(built)
}

/// Everything in the scoring block, for its mistakes.
pub(super) fn check_scoring(language: &Language<'_>, c: &mut Compiler<'_>) {
    let scoring = &language.facts.scoring;
    for (text, ty, what) in [
        (&scoring.method, Type::NUMBER, SCORE),
        (&scoring.win, Type::BOOL, "a condition"),
        (&scoring.bust, Type::BOOL, "a condition"),
        (&scoring.tie, Type::BOOL, "a condition"),
        (&scoring.summary, Type::STRING, SUMMARY),
    ] {
        if let Some(text) = text {
            scored(language, c, Scored::Player, text, ty, what);
        }
    }
}

/// The roles that the rules play and that are scored.
pub(super) fn roles_scored(language: &Language<'_>) -> impl Iterator<Item = (usize, u16)> {
    let slots = &language.facts.kept.role_scores;
    slots
        .iter()
        .enumerate()
        .filter_map(|(role, slot)| Some((role, (*slot)?)))
}

/// `calculate_scores()`
pub(super) fn calculate_scores(language: &Language<'_>, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
    let Some(method) = &language.facts.scoring.method else {
        return Vec::new();
    };
    let mut steps = Vec::new();
    if let Some(value) = scored(language, c, Scored::Player, method, Type::NUMBER, SCORE) {
        let place = language.seat_datum(c, language.facts.kept.score, span);
        let set = vec![Stmt::Set { place, value, span }];
        steps.push(c.b.for_everyone(set, span));
    }
    for (role, slot) in roles_scored(language) {
        if let Some(value) = scored(language, c, Scored::Role(role), method, Type::NUMBER, SCORE) {
            let place = c.b.node(NodeKind::Global(slot), Type::NUMBER, span);
            steps.push(Stmt::Set { place, value, span });
        }
    }
    steps.extend(effects::set_fact(c, language.facts.kept.scored, true, span));
    if !language.facts.kept.accumulates {
        steps.extend(summary::summary(language, c, span));
    }
    effects::live(c, steps, span)
}

/// `determine_winners()`
pub(super) fn determine_winners(language: &Language<'_>, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
    let mut steps = Vec::new();
    if let Some(slot) = language.facts.kept.result {
        let place = language.seat_datum(c, Some(slot), span);
        let body = result(language, c, Scored::Player, place, span);
        steps.push(c.b.for_everyone(body, span));
    }
    let roles: Vec<(usize, u16)> = language
        .facts
        .kept
        .role_results
        .iter()
        .enumerate()
        .filter_map(|(role, slot)| Some((role, (*slot)?)))
        .collect();
    for (role, slot) in roles {
        let place = c.b.node(NodeKind::Global(slot), Type::NUMBER, span);
        // Whoever plays against itself wins by being in.
        if Some(role) == language.dealer() {
            continue;
        }
        steps.extend(result(language, c, Scored::Role(role), place, span));
    }
    steps.extend(summary::summary_of_results(language, c, span));
    effects::live(c, steps, span)
}

/// Out, winner, neither, or loser: the first that holds.
fn result(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    who: Scored,
    place: NodeId,
    span: Span,
) -> Vec<Stmt> {
    let scoring = &language.facts.scoring;
    let words = match who {
        Scored::Player => language.facts.kept.outcome,
        Scored::Role(_) | Scored::Nobody => None,
    };
    let set = |c: &mut Compiler<'_>, n: i64| {
        let value = c.b.constant(Value::Int(n), span);
        let mut steps = vec![Stmt::Set { place, value, span }];
        let text = match n {
            1 => "a win",
            0 => "a tie",
            _ => "a loss",
        };
        steps.extend(set_outcome(c, words, text, span));
        steps
    };
    let mut steps = set(c, -1);
    let tie = match &scoring.tie {
        Some(text) => scored(language, c, who, text, Type::BOOL, "a condition"),
        None => language.dealer().map(|dealer| {
            let own = match who {
                Scored::Role(role) => language.role_score(c, role, span),
                Scored::Player | Scored::Nobody => language.seat_datum(c, language.facts.kept.score, span),
            };
            let other = language.role_score(c, dealer, span);
            language.form(c, Form::Equal, vec![own, other], Type::BOOL, span)
        }),
    };
    for (condition, n) in [
        (tie, 0),
        (scored_if(language, c, who, &scoring.win), 1),
        (scored_if(language, c, who, &scoring.bust), -1),
    ] {
        if let Some(condition) = condition {
            let then = set(c, n);
            steps = vec![Stmt::If {
                condition,
                then,
                otherwise: steps,
                span,
            }];
        }
    }
    steps
}

/// Sets what players read of the acting seat's result.
fn set_outcome(c: &mut Compiler<'_>, slot: Option<u16>, text: &str, span: Span) -> Option<Stmt> {
    let player = c.b.node(NodeKind::Player, Type::SEAT, span);
    let place = c.b.node(NodeKind::SeatData(player, slot?), Type::STRING, span);
    let text = c.b.intern(text);
    let value = c.b.constant(Value::Str(text), span);
    Some(Stmt::Set { place, value, span })
}

fn scored_if(
    language: &Language<'_>,
    c: &mut Compiler<'_>,
    who: Scored,
    text: &Option<Text>,
) -> Option<NodeId> {
    let text = text.as_ref()?;
    scored(language, c, who, text, Type::BOOL, "a condition")
}

/// `accumulate_scores()`
pub(super) fn accumulate_scores(language: &Language<'_>, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
    let kept = &language.facts.kept;
    if kept.cumulative.is_none() {
        return Vec::new();
    }
    let score = if kept.score.is_some() {
        "$player.score"
    } else {
        "0"
    };
    let add = format!("increment($player.cumulative, {score})");
    let body = kept.names(span).steps(c.b, c.scope, &add);
    let mut steps = vec![c.b.for_everyone(body, span)];
    steps.extend(summary::summary(language, c, span));
    effects::live(c, steps, span)
}

/// `reset_round()`: what was reached is kept as the last scores.
pub(super) fn reset_round(language: &Language<'_>, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
    let kept = &language.facts.kept;
    let mut steps = Vec::new();
    let mut keep = Vec::new();
    let names = kept.names(span);
    let mut body = Vec::new();
    if kept.last_scores.is_some() {
        body.extend(names.steps(c.b, c.scope, "set($player.last_score, $player.score)"));
    }
    if kept.last_results.is_some() {
        body.extend(names.steps(c.b, c.scope, "set($player.last_result, $player.result)"));
    }
    if !body.is_empty() {
        keep.push(c.b.for_everyone(body, span));
    }
    for (last, now) in kept.last_role_scores.iter().zip(&kept.role_scores) {
        if let (Some(last), Some(now)) = (*last, *now) {
            let place = c.b.node(NodeKind::Global(last), Type::NUMBER, span);
            let value = c.b.node(NodeKind::Global(now), Type::NUMBER, span);
            keep.push(Stmt::Set { place, value, span });
        }
    }
    if let (Some(scored), false) = (kept.scored, keep.is_empty()) {
        let condition = c.b.node(NodeKind::Global(scored), Type::BOOL, span);
        steps.push(Stmt::If {
            condition,
            then: keep,
            otherwise: Vec::new(),
            span,
        });
    }
    let zero = c.b.constant(Value::Int(0), span);
    let mut body = Vec::new();
    for (item, first) in [
        (kept.score, "set($player.score, 0)"),
        (kept.result, "set($player.result, 0)"),
        (kept.outcome, "set($player.outcome, '')"),
    ] {
        if item.is_some() {
            body.extend(names.steps(c.b, c.scope, first));
        }
    }
    if !body.is_empty() {
        steps.push(c.b.for_everyone(body, span));
    }
    for slot in kept.role_scores.iter().chain(&kept.role_results).flatten() {
        let place = c.b.node(NodeKind::Global(*slot), Type::NUMBER, span);
        steps.push(Stmt::Set {
            place,
            value: zero,
            span,
        });
    }
    for variable in language.facts.variables.iter().filter(|v| v.changes) {
        let ty = if variable.is_text {
            Type::STRING
        } else {
            Type::NUMBER
        };
        let place = c.b.node(NodeKind::Global(variable.at), ty, span);
        let value = c.b.constant(variable.first, span);
        steps.push(Stmt::Set { place, value, span });
    }
    for slot in [kept.dealt, kept.scored] {
        steps.extend(effects::set_fact(c, slot, false, span));
    }
    if let Some(slot) = kept.turn_number {
        let place = c.b.node(NodeKind::Global(slot), Type::NUMBER, span);
        let names = Bindings::at(span).with("turn", place);
        steps.extend(names.steps(c.b, c.scope, "increment(turn)"));
    }
    let names = Bindings::at(span).with("first", language.seat_number(c, 0, span));
    steps.extend(names.steps(c.b, c.scope, "restart_turns(first)"));
    effects::live(c, steps, span)
}

/// `end_game()`: those whose result is a win have won; the phase is why it is over.
pub(super) fn end_game(language: &Language<'_>, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
    let phase = c.scope.state.and_then(|at| c.b.hir.states.get(at.index()));
    let reason = match phase.map(|p| (p.label, p.name)) {
        Some((Some(label), _)) => c.b.constant(Value::Str(label), span),
        Some((None, name)) => {
            let name = spelled_out(c.b.hir.strings.get(name));
            c.b.text(&name, span)
        }
        None => c.b.text("end_game", span),
    };
    ended(language, c, reason, span)
}

/// The step that ends the game for a reason.
pub(super) fn ended(language: &Language<'_>, c: &mut Compiler<'_>, reason: NodeId, span: Span) -> Vec<Stmt> {
    let item = |c: &mut Compiler<'_>, slot: Option<u16>| {
        let name = slot
            .and_then(|slot| c.b.hir.seat_data.get(slot as usize))
            .map(|d| d.name);
        c.b.constant(name.map_or(Value::Nothing, Value::Str), span)
    };
    let kept = &language.facts.kept;
    let names = Bindings::at(span)
        .with("reason", reason)
        .with("result", item(c, kept.result))
        .with("score", item(c, kept.cumulative.or(kept.score)));
    names.steps(c.b, c.scope, "end_by_results(reason, result, score)")
}
