//! Scores, results, rounds and the end.

use super::facts::Text;
use super::language::Language;
use super::phases::spelled_out;
use super::place::Scored;
use crate::dialects::expression::compile::Compiler;
use crate::hir::{NodeId, NodeKind, Stmt};
use crate::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::Form;
use cardable_engine::value::{Kind, Type, Value};

/// What a summary is called when it must be a text.
pub(super) const SUMMARY: &str = "a summary";

/// What a score is called when it must be a number.
const SCORE: &str = "a score";

impl Language<'_> {
    /// The same language while somebody is scored.
    fn scoring(&self, who: Scored) -> Self {
        let mut inner = self.clone();
        inner.at.scored = who;
        inner.at.played = None;
        inner.at.params.clear();
        inner
    }

    /// An expression of the scoring block; nothing when it is broken.
    pub(super) fn scored(
        &self,
        c: &mut Compiler<'_>,
        who: Scored,
        text: &Text,
        ty: Type,
        what: &str,
    ) -> Option<NodeId> {
        let language = self.scoring(who);
        let mut inner = Compiler {
            b: c.b,
            scope: c.scope,
            names: &language,
            origin: &text.origin,
            bound: Vec::new(),
        };
        let built = inner.value(&text.expr);
        let built = language.wanted(&mut inner, built, ty, what);
        (!inner.b.is_broken(built)).then_some(built)
    }

    /// Everything in the scoring block, for its mistakes.
    pub(super) fn check_scoring(&self, c: &mut Compiler<'_>) {
        let scoring = &self.facts.scoring;
        for (text, ty, what) in [
            (&scoring.method, Type::NUMBER, SCORE),
            (&scoring.win, Type::BOOL, "a condition"),
            (&scoring.bust, Type::BOOL, "a condition"),
            (&scoring.tie, Type::BOOL, "a condition"),
            (&scoring.summary, Type::STRING, SUMMARY),
        ] {
            if let Some(text) = text {
                self.scored(c, Scored::Player, text, ty, what);
            }
        }
    }

    pub(super) fn everyone(&self, c: &mut Compiler<'_>, span: Span) -> NodeId {
        c.b.node(NodeKind::Everyone, Type::List(Kind::Seat), span)
    }

    /// The roles that the rules play and that are scored.
    pub(super) fn roles_scored(&self) -> impl Iterator<Item = (usize, u16)> {
        let slots = &self.facts.kept.role_scores;
        slots
            .iter()
            .enumerate()
            .filter_map(|(role, slot)| Some((role, (*slot)?)))
    }

    /// `calculate_scores()`
    pub(super) fn calculate_scores(&self, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
        let Some(method) = &self.facts.scoring.method else {
            return Vec::new();
        };
        let mut steps = Vec::new();
        if let Some(value) = self.scored(c, Scored::Player, method, Type::NUMBER, SCORE) {
            let place = self.seat_datum(c, self.facts.kept.score, span);
            let seats = self.everyone(c, span);
            steps.push(Stmt::EachSeat {
                seats,
                body: vec![Stmt::Set { place, value, span }],
                span,
            });
        }
        for (role, slot) in self.roles_scored() {
            if let Some(value) = self.scored(c, Scored::Role(role), method, Type::NUMBER, SCORE) {
                let place = c.b.node(NodeKind::Global(slot), Type::NUMBER, span);
                steps.push(Stmt::Set { place, value, span });
            }
        }
        steps.extend(self.set_fact(c, self.facts.kept.scored, true, span));
        if !self.facts.kept.accumulates {
            steps.extend(self.summary(c, span));
        }
        self.live(c, steps, span)
    }

    /// `determine_winners()`
    pub(super) fn determine_winners(&self, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
        let mut steps = Vec::new();
        if let Some(slot) = self.facts.kept.result {
            let place = self.seat_datum(c, Some(slot), span);
            let body = self.result(c, Scored::Player, place, span);
            let seats = self.everyone(c, span);
            steps.push(Stmt::EachSeat { seats, body, span });
        }
        let roles: Vec<(usize, u16)> = self
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
            if Some(role) == self.dealer() {
                continue;
            }
            steps.extend(self.result(c, Scored::Role(role), place, span));
        }
        steps.extend(self.summary_of_results(c, span));
        self.live(c, steps, span)
    }

    /// Out, winner, neither, or loser: the first that holds.
    fn result(&self, c: &mut Compiler<'_>, who: Scored, place: NodeId, span: Span) -> Vec<Stmt> {
        let scoring = &self.facts.scoring;
        let words = match who {
            Scored::Player => self.facts.kept.outcome,
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
            steps.extend(self.set_outcome(c, words, text, span));
            steps
        };
        let mut steps = set(c, -1);
        let tie = match &scoring.tie {
            Some(text) => self.scored(c, who, text, Type::BOOL, "a condition"),
            None => self.dealer().map(|dealer| {
                let own = match who {
                    Scored::Role(role) => self.role_score(c, role, span),
                    Scored::Player | Scored::Nobody => self.seat_datum(c, self.facts.kept.score, span),
                };
                let other = self.role_score(c, dealer, span);
                self.form(c, Form::Equal, vec![own, other], Type::BOOL, span)
            }),
        };
        for (condition, n) in [
            (tie, 0),
            (self.scored_if(c, who, &scoring.win), 1),
            (self.scored_if(c, who, &scoring.bust), -1),
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
    fn set_outcome(&self, c: &mut Compiler<'_>, slot: Option<u16>, text: &str, span: Span) -> Option<Stmt> {
        let player = c.b.node(NodeKind::Player, Type::SEAT, span);
        let place = c.b.node(NodeKind::SeatData(player, slot?), Type::STRING, span);
        let text = c.b.intern(text);
        let value = c.b.constant(Value::Str(text), span);
        Some(Stmt::Set { place, value, span })
    }

    fn scored_if(&self, c: &mut Compiler<'_>, who: Scored, text: &Option<Text>) -> Option<NodeId> {
        let text = text.as_ref()?;
        self.scored(c, who, text, Type::BOOL, "a condition")
    }

    /// `accumulate_scores()`
    pub(super) fn accumulate_scores(&self, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
        let Some(slot) = self.facts.kept.cumulative else {
            return Vec::new();
        };
        let place = self.seat_datum(c, Some(slot), span);
        let score = self.seat_datum(c, self.facts.kept.score, span);
        let value = self.form(c, Form::Add, vec![place, score], Type::NUMBER, span);
        let seats = self.everyone(c, span);
        let mut steps = vec![Stmt::EachSeat {
            seats,
            body: vec![Stmt::Set { place, value, span }],
            span,
        }];
        steps.extend(self.summary(c, span));
        self.live(c, steps, span)
    }

    /// `reset_round()`: what was reached is kept as the last scores.
    pub(super) fn reset_round(&self, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
        let kept = &self.facts.kept;
        let mut steps = Vec::new();
        let mut keep = Vec::new();
        let mut body = Vec::new();
        for (last, now) in [(kept.last_scores, kept.score), (kept.last_results, kept.result)] {
            if last.is_some() {
                let place = self.seat_datum(c, last, span);
                let value = self.seat_datum(c, now, span);
                body.push(Stmt::Set { place, value, span });
            }
        }
        if !body.is_empty() {
            let seats = self.everyone(c, span);
            keep.push(Stmt::EachSeat { seats, body, span });
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
        for slot in [kept.score, kept.result].into_iter().flatten() {
            let place = self.seat_datum(c, Some(slot), span);
            body.push(Stmt::Set {
                place,
                value: zero,
                span,
            });
        }
        body.extend(self.set_outcome(c, kept.outcome, "", span));
        if !body.is_empty() {
            let seats = self.everyone(c, span);
            steps.push(Stmt::EachSeat { seats, body, span });
        }
        for slot in kept.role_scores.iter().chain(&kept.role_results).flatten() {
            let place = c.b.node(NodeKind::Global(*slot), Type::NUMBER, span);
            steps.push(Stmt::Set {
                place,
                value: zero,
                span,
            });
        }
        for variable in self.facts.variables.iter().filter(|v| v.changes) {
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
            steps.extend(self.set_fact(c, slot, false, span));
        }
        if let Some(slot) = kept.turn_number {
            let place = c.b.node(NodeKind::Global(slot), Type::NUMBER, span);
            let one = c.b.constant(Value::Int(1), span);
            let value = self.form(c, Form::Add, vec![place, one], Type::NUMBER, span);
            steps.push(Stmt::Set { place, value, span });
        }
        let first = self.seat_number(c, 0, span);
        steps.extend(self.step_of(c, builtin!(restart_turns), vec![first], span));
        self.live(c, steps, span)
    }

    /// `end_game()`: those whose result is a win have won; the phase is why it is over.
    pub(super) fn end_game(&self, c: &mut Compiler<'_>, span: Span) -> Vec<Stmt> {
        let phase = c.scope.state.and_then(|at| c.b.hir.states.get(at.index()));
        let reason = match phase.map(|p| (p.label, p.name)) {
            Some((Some(label), _)) => c.b.constant(Value::Str(label), span),
            Some((None, name)) => {
                let name = spelled_out(c.b.hir.strings.get(name));
                c.b.text(&name, span)
            }
            None => c.b.text("end_game", span),
        };
        self.ended(c, reason, span)
    }

    /// The step that ends the game for a reason.
    pub(super) fn ended(&self, c: &mut Compiler<'_>, reason: NodeId, span: Span) -> Vec<Stmt> {
        let item = |c: &mut Compiler<'_>, slot: Option<u16>| {
            let name = slot
                .and_then(|slot| c.b.hir.seat_data.get(slot as usize))
                .map(|d| d.name);
            c.b.constant(name.map_or(Value::Nothing, Value::Str), span)
        };
        let result = item(c, self.facts.kept.result);
        let score = item(c, self.facts.kept.cumulative.or(self.facts.kept.score));
        self.step_of(c, builtin!(end_by_results), vec![reason, result, score], span)
    }
}
