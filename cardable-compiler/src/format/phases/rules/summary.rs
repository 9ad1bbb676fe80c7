//! The summary of a round: what everybody took, what it counted, and how much that is in all.

use super::context::Scored;
use super::language::Language;
use super::phase::spelled_out;
use super::scoring::{self, SUMMARY};
use crate::expr::Bindings;
use crate::expr::compile::Compiler;
use crate::hir::{NodeKind, Stmt};
use crate::text::source::Span;
use cardable_engine::story::capital;
use cardable_engine::value::Type;

/// What everybody has scored, those too that the rules play and that players are measured by. Where totals are kept, this
/// follows them.
pub(super) fn summary(language: &Language<'_>, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
    let kept = &language.facts.kept;
    let mut steps = Vec::new();
    if kept.score.is_some() {
        let mut values = vec!["$player", "$player.score"];
        let mut body = took(language, c, span);
        let mut text = match kept.took {
            Some(_) => {
                values.push("$player.took");
                "{0} {2}: ".to_owned()
            }
            None => "{0}: ".to_owned(),
        };
        text.push_str("{1} {1|point|points}");
        if kept.accumulates {
            text.push_str(&format!(", {{{}}} in all", values.len()));
            values.push("$player.cumulative");
        }
        let line = format!("summarise('{text}', {})", values.join(", "));
        body.extend(kept.names(span).steps(c.b, c.scope, &line));
        steps.push(c.b.for_everyone(body, span));
    }
    let roles: Vec<(usize, u16)> = scoring::roles_scored(language).collect();
    for (role, slot) in roles {
        if kept.role_scores_read.get(role) != Some(&true) {
            continue;
        }
        let name = language.facts.roles.get(role).map_or("", |role| &*role.name);
        let name = c.b.text(&capital(&spelled_out(name)), span);
        let score = c.b.node(NodeKind::Global(slot), Type::NUMBER, span);
        let names = Bindings::at(span).with("name", name).with("score", score);
        let line = "summarise('{0}: {1} {1|point|points}', name, score)";
        steps.extend(names.steps(c.b, c.scope, line));
    }
    steps
}

/// Works out what the acting seat took. It is public data first, for who writes a summary means all to know
/// it, whatever cards it is made of.
fn took(language: &Language<'_>, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
    let (Some(slot), Some(text)) = (language.facts.kept.took, &language.facts.scoring.summary) else {
        return Vec::new();
    };
    let value = scoring::scored(language, c, Scored::Player, text, Type::STRING, SUMMARY);
    let set = value.map(|value| Stmt::Set {
        place: language.seat_datum(c, Some(slot), span),
        value,
        span,
    });
    set.into_iter().collect()
}

/// Who has won against a role that the rules play.
pub(super) fn summary_of_results(language: &Language<'_>, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
    if language.dealer().is_none() || language.facts.kept.outcome.is_none() {
        return Vec::new();
    }
    let line = "summarise('{0}: {1}', $player, $player.outcome)";
    let body = language.facts.kept.names(span).steps(c.b, c.scope, line);
    vec![c.b.for_everyone(body, span)]
}
