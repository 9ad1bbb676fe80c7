//! How much work a file's code does between two ticks. Calls and loop iterations are ticks. All other work is
//! charged by its size at the start of its stretch.

use super::Span;
use super::lines::Lines;
use luau_syntax::ast::{
    AstVisitor, BinaryOp, Block, Expression, ExpressionKind, Statement, StatementView, UnaryOp,
};

/// Expressions and statements per tick.
const ONE_TICK: usize = 32;

/// Stretches up to this size are covered by the tick that starts them.
const FREE: usize = 200;

/// Weight of comparing two values that can be long texts, which are compared byte by byte.
const COMPARISON: usize = 16;

/// The weight of an expression without its operands.
fn weight(expression: Expression<'_>) -> usize {
    match expression.kind() {
        ExpressionKind::Binary {
            op: BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual,
            lhs,
            rhs,
            ..
        } if !is_number(lhs) && !is_number(rhs) => COMPARISON,
        _ => 1,
    }
}

/// Whether an expression is always a number. Texts are never compared with numbers.
fn is_number(expression: Expression<'_>) -> bool {
    matches!(
        expression.kind(),
        ExpressionKind::Number { .. }
            | ExpressionKind::Integer { .. }
            | ExpressionKind::Unary {
                op: UnaryOp::Length,
                ..
            }
    )
}

/// A stretch that is charged for: a function's body, or a loop's body with its condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stretch {
    /// The position where it is charged.
    pub(crate) at: usize,
    /// Its price in ticks.
    pub(crate) ticks: usize,
    /// How often it copies the values of `...`, whose number is only known at run time.
    pub(crate) copies: usize,
}

/// The stretches of a file that cost more than the tick that starts them.
pub(super) fn stretches(root: Block<'_>, lines: &Lines<'_>) -> Vec<Stretch> {
    let mut file = Walk {
        lines,
        size: 0,
        copies: 0,
        found: Vec::new(),
    };
    for statement in root.as_slice() {
        statement.visit(&mut file);
    }
    file.found
}

struct Walk<'l, 't> {
    lines: &'l Lines<'t>,
    size: usize,
    copies: usize,
    found: Vec<Stretch>,
}

impl Walk<'_, '_> {
    /// Measures a stretch nested in this one.
    fn inside(&mut self, at: Option<usize>, body: Block<'_>, condition: Option<Expression<'_>>) {
        let mut inner = Walk {
            lines: self.lines,
            size: 0,
            copies: 0,
            found: std::mem::take(&mut self.found),
        };
        for statement in body.as_slice() {
            statement.visit(&mut inner);
        }
        if let Some(condition) = condition {
            condition.visit(&mut inner);
        }
        let (size, copies) = (inner.size, inner.copies);
        self.found = inner.found;
        if let Some(at) = at
            && (size > FREE || copies > 0)
        {
            let ticks = if size > FREE { size / ONE_TICK } else { 0 };
            self.found.push(Stretch { at, ticks, copies });
        }
    }

    fn end_of(&self, location: luau_syntax::location::Location) -> usize {
        self.lines.span(location).end
    }

    fn begin_of(&self, statement: Statement<'_>) -> usize {
        let Span { start, .. } = self.lines.span(statement.location());
        start
    }

    /// Where a function's body can be charged: before its first statement that does work.
    fn first(&self, body: Block<'_>) -> Option<usize> {
        let mut statements = body.as_slice().iter();
        let first = statements.find(|statement| {
            !matches!(
                statement.view(),
                StatementView::FunctionDeclaration(_)
                    | StatementView::LocalFunction(_)
                    | StatementView::TypeAlias(_)
                    | StatementView::TypeFunction(_)
            )
        });
        first.map(|statement| self.begin_of(*statement))
    }
}

impl<'ast> AstVisitor<'ast> for Walk<'_, '_> {
    fn visit_statement(&mut self, statement: Statement<'ast>) -> bool {
        self.size += 1;
        match statement.view() {
            StatementView::While(it) => {
                self.inside(Some(self.end_of(it.do_location)), it.body, Some(it.condition));
                false
            }
            StatementView::Repeat(it) => {
                let at = self.begin_of(statement) + "repeat".len();
                self.inside(Some(at), it.body, Some(it.condition));
                false
            }
            StatementView::NumericFor(it) => {
                for value in [Some(it.start), Some(it.limit), it.step].into_iter().flatten() {
                    value.visit(self);
                }
                self.inside(Some(self.end_of(it.do_location)), it.body, None);
                false
            }
            StatementView::GenericFor(it) => {
                for value in it.values {
                    value.visit(self);
                }
                self.inside(Some(self.end_of(it.do_location)), it.body, None);
                false
            }
            _ => true,
        }
    }

    fn visit_expression(&mut self, expression: Expression<'ast>) -> bool {
        self.size += weight(expression);
        match expression.kind() {
            ExpressionKind::FunctionLiteral(function) => {
                self.inside(self.first(function.body), function.body, None);
                false
            }
            ExpressionKind::Varargs => {
                self.copies += 1;
                true
            }
            _ => true,
        }
    }
}
