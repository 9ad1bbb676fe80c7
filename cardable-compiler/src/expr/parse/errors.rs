//! What is wrong with an expression at the next token, and what to write instead.

use super::{Parser, Tree};
use crate::expr::ast::BinaryOp;
use crate::expr::lex::TokenKind;
use crate::expr::{SyntaxError, quoted};

impl Parser<'_> {
    pub(super) fn expected(&self, what: &str) -> SyntaxError {
        let found = match self.token.kind {
            TokenKind::End => "the end of the expression".to_owned(),
            _ => quoted(self.token.span.of(self.text)),
        };
        SyntaxError::new(self.token.span, format!("expected {what}, found {found}"))
    }

    /// What should stand here, with the advice that the found token calls for or else `help`.
    pub(super) fn unexpected_here(&self, what: &str, help: &str) -> SyntaxError {
        let help = self.advice().unwrap_or(help);
        self.expected(what).help(help)
    }

    /// An operand is missing.
    pub(super) fn no_value(&self) -> SyntaxError {
        let error = self.expected("a value");
        match self.token.kind {
            TokenKind::Symbol("+") => error.help("leave out the `+`"),
            TokenKind::Symbol(".") => error.help("write a name before `.`, or a number as `0.5`"),
            TokenKind::Symbol(":") => error.help("write a copy of a zone as `hand:0`"),
            TokenKind::Symbol("=>") => error.help("write a function as `c => …`"),
            _ => error,
        }
    }

    /// The expression is complete but the text goes on.
    pub(super) fn left_over(&self) -> SyntaxError {
        let error = match self.token.kind {
            TokenKind::Symbol(_) => {
                let written = quoted(self.token.span.of(self.text));
                SyntaxError::new(self.token.span, format!("unexpected {written}"))
            }
            _ => self.expected("an operator"),
        };
        let help = match self.token.kind {
            TokenKind::Symbol(")") => Some("leave it out, or open it with `(`"),
            TokenKind::Symbol("]") => Some("leave it out, or open it with `[`"),
            TokenKind::Symbol(",") => Some("write a list as `[a, b]`"),
            _ => self.control().or_else(|| self.advice()),
        };
        match help {
            Some(help) => error.help(help),
            None => error,
        }
    }

    /// What the author probably meant by a token that cannot follow a value.
    fn advice(&self) -> Option<&'static str> {
        match self.token.kind {
            TokenKind::Symbol("=>") => {
                Some("write a function as `c => …`, in parentheses when it is an operand")
            }
            TokenKind::Symbol(":") => {
                Some("write a copy of a zone as `hand:0`, without spaces and without `$`")
            }
            TokenKind::Symbol("!")
            | TokenKind::Name {
                name: "not",
                dollar: false,
            } => Some("write `!` before the whole, as in `!(a in b)`"),
            TokenKind::Name { dollar: true, .. } if self.touches_name() => {
                Some("`$` stands only at the start of a name")
            }
            _ => None,
        }
    }

    /// How a control form is written that begins as in other languages: `if a then b`.
    fn control(&self) -> Option<&'static str> {
        let text = self.text.trim_start();
        let word = text.split(|c: char| !c.is_alphanumeric()).next()?;
        match word {
            "if" => Some("write `if(condition, then, otherwise)`"),
            "while" => Some("write `while(condition, step)`"),
            "for" | "foreach" => Some("write a step `{ \"for_each\": \"all\", \"primitives\": [ … ] }`"),
            _ => None,
        }
    }

    /// Whether a name ends right where the next token begins.
    fn touches_name(&self) -> bool {
        self.text
            .get(..self.token.span.start as usize)
            .is_some_and(|before| before.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
    }

    /// What stands before the next token, a parenthesis, is no name.
    pub(super) fn no_callee(&self, of: &Tree) -> SyntaxError {
        let written = quoted(of.span().of(self.text));
        SyntaxError::new(self.token.span, format!("{written} cannot be called"))
            .help("write a name before `(`")
    }

    /// The next token stands behind a name as if that were the name of a parameter.
    pub(super) fn named_argument(&self, callee: &str, name: &str) -> SyntaxError {
        let written = quoted(&format!("{name}:"));
        let error = SyntaxError::new(
            self.token.span,
            format!("{written} names a parameter, and parameters are told by their order"),
        );
        SyntaxError {
            callee: Some(callee.into()),
            ..error.help(format!(
                "leave {written} out, and write the values in their order"
            ))
        }
    }

    /// The next token, `second`, continues a comparison as if comparisons could stand in a row.
    pub(super) fn chain(&self, left: &Tree, op: BinaryOp, middle: &Tree, second: BinaryOp) -> SyntaxError {
        let (a, b) = (left.span().of(self.text), middle.span().of(self.text));
        let (op, second) = (op.symbol(), second.symbol());
        let help = if a.len() + b.len() > 40 || format!("{a}{b}").contains(char::is_control) {
            format!("write `a {op} b && b {second} c`")
        } else {
            format!("write `{a} {op} {b} && {b} {second} …`")
        };
        SyntaxError::new(
            self.token.span,
            format!("`{op}` and `{second}` cannot stand in a row"),
        )
        .help(help)
    }
}
