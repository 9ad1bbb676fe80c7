//! What a stretch of a file's code does between two ticks: calls and rounds of loops are ticks, all else is
//! paid for by its size where the stretch begins.

use super::Span;
use super::lines::Lines;
use luau_syntax::ast::{
    AstVisitor, BinaryOp, Block, Expression, ExpressionKind, Statement, StatementView, UnaryOp,
};

/// How many expressions and statements a tick pays for.
const ONE_TICK: usize = 32;

/// A stretch up to this size is paid for by the tick that it begins with.
const FREE: usize = 200;

/// What a comparison of two values weighs that may be long texts, which are compared byte by byte.
const COMPARISON: usize = 16;

/// What an expression weighs by itself.
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

/// Whether an expression is a number for certain: a text is never compared with one.
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

/// A stretch that is paid for: a function's body, or the body of a loop with its condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stretch {
    /// Where it is paid for.
    pub(crate) at: usize,
    /// How many ticks it costs.
    pub(crate) ticks: usize,
    /// How often it copies the values of `...`, however many those are.
    pub(crate) copies: usize,
}

/// The stretches of a file that cost more than the tick that they begin with.
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
    /// Goes over a stretch inside this one.
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

    /// Where a function's body can be paid for: before the first statement that does something.
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
