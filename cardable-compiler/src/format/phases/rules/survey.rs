//! What the expressions of a file speak of, known before any is built: which
//! variables effects make, and which facts have to be kept at all.

use super::builtins::{self, Builtin};
use super::facts::{InString, Text};
use super::fields::{File, Transition};
use crate::expr::{Expr, ExprKind, Origin};
use crate::text::fields::read::Text as Written;
use crate::text::source::{Sources, Span};
use std::collections::BTreeSet;

/// The variable that `set_lead_player` sets.
pub(super) const LEAD_PLAYER: &str = "lead_player";

/// What is called and named anywhere.
pub(super) struct Survey<'s> {
    sources: &'s Sources,
    called: BTreeSet<String>,
    /// Variables that effects set, in order.
    pub(super) set: Vec<SetVariable>,
    /// How the names of all variables that effects set begin, and whether they end there.
    setters: Vec<(String, bool)>,
}

pub(super) struct SetVariable {
    pub(super) name: String,
    pub(super) is_text: bool,
    /// Where it is named first.
    pub(super) span: Span,
}

impl<'s> Survey<'s> {
    /// Looks through every expression of a file.
    pub(super) fn new(file: File<'_>, sources: &'s Sources) -> Self {
        let mut survey = Survey {
            sources,
            called: BTreeSet::new(),
            set: Vec::new(),
            setters: Vec::new(),
        };
        for phase in file.phases() {
            survey.texts(phase.on_enter());
            survey.texts(phase.on_step());
            survey.texts(phase.on_exit());
            survey.texts(phase.auto_end_turn_condition());
            survey.texts(phase.transitions().iter().filter_map(Transition::when));
            for action in phase.actions() {
                survey.texts(action.condition());
                survey.texts(action.effect());
            }
        }
        survey.texts(file.global_transitions().iter().filter_map(Transition::when));
        if let Some(scoring) = file.scoring() {
            survey.texts(scoring.method());
            survey.texts(scoring.win_condition());
            survey.texts(scoring.bust_condition());
            survey.texts(scoring.tie_condition());
            survey.texts(scoring.summary());
            survey.texts(scoring.auto_end_turn_condition());
        }
        survey
    }

    /// Whether a function is called, or named without parentheses.
    pub(super) fn calls(&self, name: &str) -> bool {
        self.called.contains(name)
    }

    /// Whether any function like that is called.
    pub(super) fn calls_any(&self, like: impl Fn(&Builtin) -> bool) -> bool {
        builtins::ALL
            .iter()
            .any(|builtin| like(builtin) && self.calls(builtin.name))
    }

    pub(super) fn sets(&self, variable: &str) -> bool {
        let by_itself = variable == LEAD_PLAYER && self.calls("set_lead_player");
        let named = |(name, whole): &(String, bool)| match whole {
            true => name == variable,
            false => variable.starts_with(&**name),
        };
        by_itself || self.setters.iter().any(named)
    }

    fn texts<'n>(&mut self, all: impl IntoIterator<Item = Written<'n>>) {
        for written in all {
            if let Ok(text) = Text::read(self.sources, written) {
                self.expr(&text.expr, &text.origin);
            }
        }
    }

    fn expr(&mut self, expr: &Expr, origin: &InString) {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::String(_) | ExprKind::Bool(_) | ExprKind::Nothing => {}
            ExprKind::Name { name, .. } => {
                self.called.insert(name.to_string());
            }
            ExprKind::ZoneIndex { zone, .. } => {
                self.called.insert(zone.to_string());
            }
            ExprKind::Member(base, _) => self.expr(base, origin),
            ExprKind::Index(base, index) => {
                self.expr(base, origin);
                self.expr(index, origin);
            }
            ExprKind::Call {
                callee,
                receiver,
                args,
            } => {
                self.called.insert(callee.name.to_string());
                let sets_text = builtins::find(&callee.name).and_then(|builtin| builtin.sets_text);
                if sets_text.is_some() {
                    self.setters.extend(args.first().and_then(set_name));
                }
                if let (Some(is_text), Some(first)) = (sets_text, args.first())
                    && let ExprKind::String(name) = &first.kind
                    && !self.set.iter().any(|known| *known.name == **name)
                {
                    self.set.push(SetVariable {
                        name: name.to_string(),
                        is_text,
                        span: origin.span(first.start, first.end),
                    });
                }
                receiver.iter().for_each(|r| self.expr(r, origin));
                args.iter().for_each(|a| self.expr(a, origin));
            }
            ExprKind::Unary(_, of) => self.expr(of, origin),
            ExprKind::Binary(op, left, right) => {
                let operands = op.row(left, right).into_iter();
                operands.for_each(|operand| self.expr(operand, origin));
            }
            ExprKind::List(items) => items.iter().for_each(|i| self.expr(i, origin)),
            ExprKind::Lambda { body, .. } => self.expr(body, origin),
        }
    }
}

/// How the name of the variable that a parameter means begins, and whether it ends there.
fn set_name(expr: &Expr) -> Option<(String, bool)> {
    match &expr.kind {
        ExprKind::String(name) => Some((name.to_string(), true)),
        ExprKind::Name { name, .. } => Some((name.to_string(), true)),
        ExprKind::Call { callee, args, .. } if &*callee.name == "concat" => {
            let (beginning, _) = set_name(args.first()?)?;
            Some((beginning, false))
        }
        _ => None,
    }
}
