//! The summary of a round: what everybody took, what it counted, and how much that is in all.

use super::language::Language;
use super::phases::spelled_out;
use super::place::Scored;
use super::scoring::SUMMARY;
use crate::dialects::expression::compile::Compiler;
use crate::hir::{NodeId, NodeKind, Stmt};
use crate::source::Span;
use cardable_engine::builtin;
use cardable_engine::story::capital;
use cardable_engine::value::Type;

impl Language<'_> {
    /// What everybody has scored, those too that the rules play. Where totals are kept, this follows them.
    pub(super) fn summary(&self, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
        let kept = &self.facts.kept;
        let mut steps = Vec::new();
        if kept.score.is_some() {
            let mut values = vec![self.seat(c, span), self.seat_datum(c, kept.score, span)];
            let mut body = self.took(c, span);
            let mut text = match kept.took {
                Some(slot) => {
                    values.push(self.seat_datum(c, Some(slot), span));
                    "{0} {2}: ".to_owned()
                }
                None => "{0}: ".to_owned(),
            };
            text.push_str("{1} {1|point|points}");
            if kept.accumulates {
                text.push_str(&format!(", {{{}}} in all", values.len()));
                values.push(self.seat_datum(c, kept.cumulative, span));
            }
            body.extend(self.summarise(c, &text, values, span));
            let seats = self.everyone(c, span);
            steps.push(Stmt::EachSeat { seats, body, span });
        }
        let roles: Vec<(usize, u16)> = self.roles_scored().collect();
        for (role, slot) in roles {
            let name = self.facts.roles.get(role).map_or("", |role| &*role.name);
            let name = c.b.text(&capital(&spelled_out(name)), span);
            let score = c.b.node(NodeKind::Global(slot), Type::NUMBER, span);
            steps.extend(self.summarise(c, "{0}: {1} {1|point|points}", vec![name, score], span));
        }
        steps
    }

    /// Works out what the acting seat took. It is public data first, for who writes a summary means all to know
    /// it, whatever cards it is made of.
    fn took(&self, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
        let (Some(slot), Some(text)) = (self.facts.kept.took, &self.facts.scoring.summary) else {
            return Vec::new();
        };
        let value = self.scored(c, Scored::Player, text, Type::STRING, SUMMARY);
        let set = value.map(|value| Stmt::Set {
            place: self.seat_datum(c, Some(slot), span),
            value,
            span,
        });
        set.into_iter().collect()
    }

    /// Who has won against a role that the rules play.
    pub(super) fn summary_of_results(&self, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
        if self.dealer().is_none() || self.facts.kept.outcome.is_none() {
            return Vec::new();
        }
        let values = vec![
            self.seat(c, span),
            self.seat_datum(c, self.facts.kept.outcome, span),
        ];
        let body = self.summarise(c, "{0}: {1}", values, span);
        let seats = self.everyone(c, span);
        vec![Stmt::EachSeat { seats, body, span }]
    }

    fn seat(&self, c: &mut Compiler<'_>, span: Span) -> NodeId {
        c.b.node(NodeKind::Player, Type::SEAT, span)
    }

    fn summarise(&self, c: &mut Compiler<'_>, text: &str, values: Vec<NodeId>, span: Span) -> Vec<Stmt> {
        let mut args = vec![c.b.text(text, span)];
        args.extend(values);
        self.step_of(c, builtin!(summarise), args, span)
    }
}
