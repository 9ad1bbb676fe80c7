//! Verifies that a text was rewritten completely. The rewriter and the machine parse a text independently. If
//! they ever differed, a loop would silently iterate a table by the addresses of its keys. So the compiled text
//! is parsed once more and refused if anything is left.

use crate::rewrite::Inserted;
use luau_syntax::ast::{AstVisitor, BinaryOp, Expression, ExpressionKind, Statement, StatementView};
use luau_syntax::parser::{ParseOptions, ParsedSource};
use std::collections::BTreeSet;

/// Describes an expression that should have been rewritten and was not.
pub(crate) fn left(text: &str, inserted: &Inserted) -> Option<&'static str> {
    let parsed = match ParsedSource::parse(text, ParseOptions::default()) {
        Ok(parsed) if parsed.metadata().errors.is_empty() => parsed,
        _ => return Some("its syntax"),
    };
    let mut walk = Walk {
        iter: inserted.name("iter"),
        made: inserted.name("made"),
        paid: BTreeSet::new(),
        left: None,
    };
    parsed.root().visit(&mut walk);
    walk.left
}

struct Walk {
    iter: String,
    made: String,
    /// Concatenations whose length is checked, with their operands.
    paid: BTreeSet<*const ()>,
    left: Option<&'static str>,
}

/// The arguments of a call, if it calls this global name.
fn called<'ast>(expression: Expression<'ast>, name: &str) -> Option<&'ast [Expression<'ast>]> {
    match expression.kind() {
        ExpressionKind::Call {
            func,
            args,
            self_call: false,
            ..
        } => match func.kind() {
            ExpressionKind::Global(own) if own.bytes() == name.as_bytes() => Some(args),
            _ => None,
        },
        _ => None,
    }
}

impl<'ast> AstVisitor<'ast> for Walk {
    fn visit_statement(&mut self, statement: Statement<'ast>) -> bool {
        match statement.view() {
            StatementView::GenericFor(it) => match it.values {
                [one] if called(*one, &self.iter).is_some() => {}
                _ => self.left = Some("a loop"),
            },
            StatementView::CompoundAssign(it) if matches!(it.op, BinaryOp::Power | BinaryOp::Concat) => {
                self.left = Some("an assignment by `^=` or `..=`");
            }
            _ => {}
        }
        self.left.is_none()
    }

    fn visit_expression(&mut self, expression: Expression<'ast>) -> bool {
        match expression.kind() {
            ExpressionKind::Binary {
                op: BinaryOp::Power, ..
            } => self.left = Some("a power"),
            ExpressionKind::Binary {
                lhs,
                op: BinaryOp::Concat,
                rhs,
            } => {
                if !self.paid.contains(&expression.as_ptr()) {
                    self.left = Some("a joined text");
                }
                self.paid.extend([lhs.as_ptr(), rhs.as_ptr()]);
            }
            ExpressionKind::Call { .. } => {
                let made = called(expression, &self.made).into_iter().flatten();
                self.paid.extend(made.map(|arg| arg.as_ptr()));
            }
            _ => {}
        }
        self.left.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::left;
    use crate::rewrite::Inserted;

    #[test]
    fn what_is_left_is_found() {
        let inserted = Inserted::apart_from(std::iter::empty());
        for (text, wanted) in [
            ("for x in t do end", Some("a loop")),
            ("for x in __cardable0_iter(t), 1 do end", Some("a loop")),
            ("for x in __cardable0_iter(t) do end", None),
            (
                "local __cardable0_iter for x in __cardable0_iter(t) do end",
                Some("a loop"),
            ),
            ("local a = 2 ^ 3", Some("a power")),
            ("a ..= 'x'", Some("an assignment by `^=` or `..=`")),
            ("local a = b .. c", Some("a joined text")),
            ("local a = __cardable0_made(b .. c .. d)", None),
            ("local a = __cardable0_made(b .. (c .. d))", Some("a joined text")),
            ("local a = (", Some("its syntax")),
        ] {
            assert_eq!(left(text, &inserted), wanted, "{text}");
        }
    }
}
