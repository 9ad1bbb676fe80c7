//! What the expressions of a file speak of, known before any is built: which
//! variables effects make, and which facts have to be kept at all.

use super::fields::{ACTION, FILE, PHASE, SCORING, TRANSITION};
use crate::dialects::expression::{self, Expr, ExprKind};
use crate::json::Node;
use std::collections::BTreeSet;

/// What is called and named anywhere.
#[derive(Default)]
pub(super) struct Survey {
    called: BTreeSet<String>,
    /// Variables that effects set: name, whether it holds a text, in order.
    pub(super) set: Vec<(String, bool)>,
}

impl Survey {
    /// Looks through every expression of a file.
    pub(super) fn new(root: &Node) -> Survey {
        let mut survey = Survey::default();
        let transitions = |node: Option<&Node>, survey: &mut Survey| {
            for transition in node.map_or(&[][..], Node::items) {
                survey.texts(TRANSITION.get(transition, "when"));
            }
        };
        for phase in FILE.get(root, "phases").map_or(&[][..], Node::items) {
            for field in ["onEnter", "onStep", "onExit", "autoEndTurnCondition"] {
                survey.texts(PHASE.get(phase, field));
            }
            transitions(PHASE.get(phase, "transitions"), &mut survey);
            for action in PHASE.get(phase, "actions").map_or(&[][..], Node::items) {
                survey.texts(ACTION.get(action, "condition"));
                survey.texts(ACTION.get(action, "effect"));
            }
        }
        transitions(FILE.get(root, "globalTransitions"), &mut survey);
        if let Some(scoring) = FILE.get(root, "scoring") {
            for field in SCORING.fields {
                survey.texts(SCORING.get(scoring, field.name));
            }
        }
        survey
    }

    /// Whether a function is called, or named without parentheses.
    pub(super) fn calls(&self, name: &str) -> bool {
        self.called.contains(name)
    }

    fn texts(&mut self, node: Option<&Node>) {
        for text in node.map_or(&[][..], Node::items) {
            if let Some(Ok(expr)) = text.as_str().map(expression::parse) {
                self.expr(&expr);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::String(_) | ExprKind::Bool(_) | ExprKind::Nothing => {}
            ExprKind::Name { name, .. } => {
                self.called.insert(name.to_string());
            }
            ExprKind::ZoneIndex { zone, .. } => {
                self.called.insert(zone.to_string());
            }
            ExprKind::Member(base, _) => self.expr(base),
            ExprKind::Index(base, index) => {
                self.expr(base);
                self.expr(index);
            }
            ExprKind::Call {
                callee,
                receiver,
                args,
            } => {
                self.called.insert(callee.name.to_string());
                if let (Some(is_text), Some(ExprKind::String(name))) =
                    (makes(&callee.name), args.first().map(|a| &a.kind))
                    && !self.set.iter().any(|(known, _)| **known == **name)
                {
                    self.set.push((name.to_string(), is_text));
                }
                receiver.iter().for_each(|r| self.expr(r));
                args.iter().for_each(|a| self.expr(a));
            }
            ExprKind::Unary(_, of) => self.expr(of),
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::List(items) => items.iter().for_each(|i| self.expr(i)),
            ExprKind::Lambda { body, .. } => self.expr(body),
        }
    }
}

/// Whether a function makes a variable, and if so whether of a text.
fn makes(function: &str) -> Option<bool> {
    match function {
        "set_var" | "inc_var" => Some(false),
        "set_str_var" => Some(true),
        _ => None,
    }
}
