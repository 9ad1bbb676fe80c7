//! Expressions that stand as steps: calls that act, `if`, `while` and lists of steps.

use super::ast::{Expr, ExprKind};
use super::compile::Compiler;
use super::compile::{Call, Names, Origin, Stands};
use crate::hir::build::{Builder, StepExtras, calls, lints, parameters};
use crate::hir::{NodeId, Scope, Stmt};
use crate::text::diag::Code as Problem;

/// Builds the steps of an expression, or of several that stand in a row.
pub fn steps(
    b: &mut Builder,
    scope: &mut Scope,
    names: &dyn Names,
    origin: &dyn Origin,
    expr: &Expr,
) -> Vec<Stmt> {
    Compiler {
        b,
        scope,
        names,
        origin,
        bound: Vec::new(),
        fills: false,
        stands: Stands::Alone,
    }
    .step(expr)
}

impl Compiler<'_> {
    pub(crate) fn step(&mut self, expr: &Expr) -> Vec<Stmt> {
        let span = self.span(expr);
        match &expr.kind {
            ExprKind::Call {
                callee,
                receiver,
                args,
            } => self.call_step(Call {
                callee,
                receiver: receiver.as_deref(),
                args,
                span,
            }),
            ExprKind::List(items) => self.block(items),
            ExprKind::Name { name, dollar: false } => {
                let callee = super::ast::Ident {
                    name: name.clone(),
                    start: expr.start,
                    end: expr.end,
                };
                let call = Call {
                    callee: &callee,
                    receiver: None,
                    args: &[],
                    span,
                };
                if let Some(steps) = self.names.step(self, call) {
                    return steps;
                }
                // Without rules nobody knows the actions that they define.
                match self.callable(name) {
                    None if !self.b.hir.head.lacks_rules => self.idle(expr),
                    _ => self.call_step(call),
                }
            }
            ExprKind::Member(base, name) => match self.names.step_of_member(self, base, name, span) {
                Some(steps) => steps,
                None => self.idle(expr),
            },
            ExprKind::Number(_)
            | ExprKind::String(_)
            | ExprKind::Bool(_)
            | ExprKind::Nothing
            | ExprKind::Name { .. }
            | ExprKind::ZoneIndex { .. }
            | ExprKind::Index(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Lambda { .. } => self.idle(expr),
        }
    }

    fn block(&mut self, items: &[Expr]) -> Vec<Stmt> {
        items.iter().flat_map(|item| self.step(item)).collect()
    }

    /// What has a value and does nothing.
    fn idle(&mut self, expr: &Expr) -> Vec<Stmt> {
        let node = self.value(expr);
        if !self.b.is_broken(node) {
            self.b.warn(
                Problem::UselessStep,
                self.origin.span(expr.start, expr.end),
                "this only works a value out: as a step it does nothing",
                "call something that acts, or take it out".to_owned(),
            );
        }
        Vec::new()
    }

    fn call_step(&mut self, call: Call<'_>) -> Vec<Stmt> {
        if call.receiver.is_none() {
            match &*call.callee.name {
                "while" => return self.while_step(call),
                "if" => return self.if_step(call),
                _ => {}
            }
        }
        if let Some(steps) = self.names.step(self, call) {
            return steps;
        }
        let Some((primitive, nodes)) = self.callee(call) else {
            lints::misread_step(self.b, self.scope);
            return Vec::new();
        };
        self.b
            .step(self.scope, &primitive, nodes, StepExtras::default(), call.span)
    }

    /// `while(condition, step, …)`.
    fn while_step(&mut self, call: Call<'_>) -> Vec<Stmt> {
        let Some((condition, body)) = call.args.split_first().filter(|(_, body)| !body.is_empty()) else {
            return self.miscounted(
                call,
                "`while` takes a condition and steps",
                "while(condition, step)",
            );
        };
        let condition = self.condition(condition);
        let body = self.block(body);
        let Some(condition) = condition else {
            return Vec::new();
        };
        let span = call.span;
        vec![Stmt::While {
            condition,
            body,
            span,
        }]
    }

    /// `if(condition, then)` and `if(condition, then, otherwise)`.
    fn if_step(&mut self, call: Call<'_>) -> Vec<Stmt> {
        let (condition, then, otherwise) = match call.args {
            [condition, then] => (condition, then, None),
            [condition, then, otherwise] => (condition, then, Some(otherwise)),
            _ => {
                return self.miscounted(
                    call,
                    "`if` takes a condition and one or two steps",
                    "if(condition, then, otherwise)",
                );
            }
        };
        let condition = self.condition(condition);
        let then = self.step(then);
        let otherwise = otherwise.map_or_else(Vec::new, |otherwise| self.step(otherwise));
        let Some(condition) = condition else {
            return Vec::new();
        };
        let span = call.span;
        vec![Stmt::If {
            condition,
            then,
            otherwise,
            span,
        }]
    }

    /// A condition of steps; nothing where a mistake was reported.
    fn condition(&mut self, expr: &Expr) -> Option<NodeId> {
        let node = self.value(expr);
        if self.b.is_broken(node) {
            return None;
        }
        let Some(ty) = calls::not_boolean(&self.b.hir, node) else {
            return Some(node);
        };
        let span = self.span(expr);
        self.b.error(
            Problem::ParameterType,
            span,
            format!("a condition is a boolean, found {}", ty.phrase()),
            crate::hir::build::calls::as_condition(ty),
        );
        None
    }

    fn miscounted(&mut self, call: Call<'_>, message: &str, help: &str) -> Vec<Stmt> {
        let message = format!("{message}, found {}", parameters(call.args.len()));
        self.b.error(
            Problem::ParameterCount,
            call.span,
            message,
            format!("write `{help}`"),
        );
        Vec::new()
    }
}
