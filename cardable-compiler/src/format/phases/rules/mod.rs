//! The dialect of `.cardgame.json`: games in phases, with expressions in strings.
//!
//! A phase is a state, its transitions are automatic actions; a function of its expressions is a
//! primitive or a few of them. `facts` holds what the whole file says, `language` what names mean
//! in one place of it.

mod actions;
mod asked;
mod builtins;
mod counts;
mod data;
mod deck;
mod effects;
mod facts;
pub mod fields;
mod head;
mod held;
mod labels;
mod language;
mod options;
mod params;
mod phase;
mod context;
mod presets;
mod queries;
mod roles;
mod scoring;
mod stale;
mod summary;
mod survey;
mod targets;
mod zones;

use crate::content::Reading;
use crate::expr::{self, Expr, ExprKind};
use crate::hir::build::shown;
use crate::hir::build::{Builder, calls, hoist};
use crate::hir::{NodeId, NodeKind, Stmt};
use crate::secrecy::steps;
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{Expression, Items, Text as Written};
use crate::text::source::Sources;
use cardable_engine::builtin;
use cardable_engine::primitives::Callee;
use cardable_engine::program::StateType;
use context::{Context, TurnOrder};
use facts::{Facts, Text};
use fields::{FILE, File};
use language::Language;
use survey::Survey;

/// Builds a file's rules. Mistakes are in the builder's diagnostics.
pub(crate) fn build(of: &Reading<'_>) -> Builder {
    let (package, sources) = (of.package, of.sources);
    let mut b = Builder::new();
    let filled = FILE.without_empty(&package.ruleset, &mut b.diags);
    let root = filled.as_ref().unwrap_or(&package.ruleset);
    FILE.check(root, &mut b.diags);
    let repaired = (b.diags.contains(Problem::UnknownField)).then(|| FILE.repaired(root));
    let file = File {
        node: repaired.as_ref().unwrap_or(root),
    };
    b.hir.head.semantics.forgiving = true;
    b.hir.head.semantics.turn_outlasts = true;
    b.hir.head.semantics.ends_at_rest = true;
    b.hir.head.in_phases = true;
    let mut reader = PhasesReader {
        b: &mut b,
        sources,
        facts: Facts::default(),
        survey: Survey::new(file, sources),
    };
    reader.head(file);
    reader.roles(file);
    deck::deck(&mut reader, file);
    let zones = zones::zones(&mut reader, file);
    zones::role_zones(&mut reader, &zones);
    crate::format::options::options(&mut reader, file.options());
    data::variables(&mut reader, file);
    data::name_variables(&mut reader, file);
    reader.scoring_texts(file);
    data::declare_kept(&mut reader);
    reader.facts.ends = reader.survey.calls("end_game");
    let phases = phase::declare_phases(&mut reader, file);
    zones::visibilities(&mut reader, file, &zones);
    phase::phases(&mut reader, file, &phases);
    reader.check_labels(file);
    crate::format::bots::bots(reader.b, file.bots());
    if let Some(asked) = of.asked {
        let language = Language {
            facts: &reader.facts,
            at: Context::new(asked.state, TurnOrder::default()),
        };
        (asked.read)(reader.b, &language);
    }
    b
}

struct PhasesReader<'a> {
    b: &'a mut Builder,
    sources: &'a Sources,
    facts: Facts,
    survey: Survey<'a>,
}

impl PhasesReader<'_> {
    /// Reads an expression, saying what is wrong with its text.
    fn text(&mut self, written: Written<'_>) -> Option<Text> {
        match Text::read(self.sources, written) {
            Ok(text) => Some(text),
            Err((span, message, help)) => {
                self.b.error(Problem::BadExpression, span, message, help);
                None
            }
        }
    }

    /// The condition of what a player may do: it shows whether it holds.
    fn shown_condition(&mut self, at: &Context, written: Written<'_>) -> Option<NodeId> {
        let condition = self.any_condition(at, written)?;
        Some(shown::to_seat(self.b, &at.scope, condition, "a condition"))
    }

    /// A condition that the rules go by; nothing when it is broken, which was said.
    fn condition(&mut self, at: &Context, written: Written<'_>) -> Option<NodeId> {
        let built = self.any_condition(at, written)?;
        steps::note_revealing(self.b, &at.scope, built);
        Some(built)
    }

    fn any_condition(&mut self, at: &Context, written: Written<'_>) -> Option<NodeId> {
        let text = self.text(written)?;
        let language = Language {
            facts: &self.facts,
            at: at.clone(),
        };
        let built = expr::compile(self.b, &at.scope, &language, &text.origin, &text.expr);
        if self.b.is_broken(built) {
            return None;
        }
        if let Some(found) = calls::not_boolean(&self.b.hir, built) {
            self.b.error(
                Problem::ParameterType,
                written.span(),
                format!("a condition is true or false, found a {found}"),
                "compare it with something, such as `… > 0`".to_owned(),
            );
            return None;
        }
        Some(built)
    }

    /// The steps of a list of effects: what they are given is worked out before the
    /// first of them acts.
    fn effects(&mut self, at: &mut Context, effects: Items<'_, Expression>) -> Vec<Stmt> {
        let mut all = Vec::new();
        let mut moves_turn = None;
        let mut texts = Vec::new();
        for written in effects {
            let Some(text) = self.text(written) else {
                continue;
            };
            let language = Language {
                facts: &self.facts,
                at: at.clone(),
            };
            let builtin = |part: &Expr| match &part.kind {
                ExprKind::Name { name, .. } => builtins::find(name),
                _ => part.called().and_then(builtins::find),
            };
            if text
                .expr
                .any(&mut |part| builtin(part).is_some_and(|builtin| builtin.moves_turn))
            {
                moves_turn = Some(written.span());
            }
            all.extend(expr::steps(
                self.b,
                &mut at.scope,
                &language,
                &text.origin,
                &text.expr,
            ));
            texts.push(text);
        }
        self.check_stale(&texts);
        self.follow_turns(at, &mut all);
        let mut steps = hoist::at_once(self.b, &mut at.scope, all);
        if let Some(span) = moves_turn {
            steps.push(self.step(builtin!(settle_turn), Vec::new(), span));
        }
        steps
    }

    /// What goes round in an automatic phase sees whose turn it is after each round.
    fn follow_turns(&mut self, at: &Context, steps: &mut [Stmt]) {
        let phase = at.scope.state.and_then(|at| self.b.hir.states.get(at.index()));
        if phase.is_none_or(|phase| phase.kind != StateType::Auto) {
            return;
        }
        for step in steps {
            if let Stmt::While { body, span, .. } = step {
                body.push(self.step(builtin!(follow_turn), Vec::new(), *span));
            }
        }
    }

    /// A step that calls a primitive on values that are there.
    fn step(&mut self, primitive: &Callee, args: Vec<NodeId>, span: crate::text::source::Span) -> Stmt {
        let call = NodeKind::Call(primitive.clone(), args);
        Stmt::Do(self.b.node(call, primitive.result, span))
    }

    /// Reads the scoring block; its expressions are built where players are scored.
    fn scoring_texts(&mut self, file: File<'_>) {
        let Some(block) = file.scoring() else {
            return;
        };
        let mut read = |written: Option<Written<'_>>| self.text(written?);
        let (method, win) = (read(block.method()), read(block.win_condition()));
        let (bust, tie) = (read(block.bust_condition()), read(block.tie_condition()));
        let summary = read(block.summary());
        self.facts.scoring = facts::Scoring {
            method,
            win,
            bust,
            tie,
            summary,
        };
    }
}
