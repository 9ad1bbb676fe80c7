//! Finds expressions that cannot be a table or a function, so that they need no check as table keys.

use luau_syntax::ast::{BinaryOp, Expression, ExpressionKind, UnaryOp};
use std::collections::BTreeSet;

/// Whether an expression is always a number, a text or a boolean. `plain` are the local names that are.
pub(super) fn is_plain(expression: Expression<'_>, plain: &BTreeSet<u64>) -> bool {
    let is = |of: Expression<'_>| is_plain(of, plain);
    match expression.kind() {
        ExpressionKind::Boolean(_)
        | ExpressionKind::Integer { .. }
        | ExpressionKind::Nil
        | ExpressionKind::Number { .. }
        | ExpressionKind::String { .. }
        | ExpressionKind::InterpString { .. } => true,
        ExpressionKind::Grouped(inner) => is(inner),
        ExpressionKind::TypeAssertion { expr, .. } => is(expr),
        ExpressionKind::If {
            then_expression,
            else_expression,
            ..
        } => is(then_expression) && is(else_expression),
        ExpressionKind::Unary { op, rhs } => match op {
            // Luau accepts only a number from `__len`.
            UnaryOp::Length | UnaryOp::Not => true,
            UnaryOp::Negate => is(rhs),
        },
        ExpressionKind::Binary { lhs, op, rhs } => match op {
            BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual => true,
            _ => is(lhs) && is(rhs),
        },
        ExpressionKind::Local { local, .. } => plain.contains(&local.identity().as_u64()),
        _ => false,
    }
}

/// Whether an expression is a path of names, points, and names or literals in brackets, so that it can be
/// repeated in the rewritten text.
pub(super) fn is_simple_place(expression: Expression<'_>) -> bool {
    match expression.kind() {
        ExpressionKind::Global(_) | ExpressionKind::Local { .. } => true,
        ExpressionKind::IndexName { expr, .. } => is_simple_place(expr),
        ExpressionKind::IndexExpr { expr, index } => {
            let simple = matches!(
                index.kind(),
                ExpressionKind::Global(_)
                    | ExpressionKind::Local { .. }
                    | ExpressionKind::Number { .. }
                    | ExpressionKind::String { .. }
            );
            simple && is_simple_place(expr)
        }
        _ => false,
    }
}
