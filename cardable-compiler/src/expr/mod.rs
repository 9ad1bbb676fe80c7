//! The syntax of expressions: from text to a tree with byte spans, and from a tree to text.
//!
//! Nothing here knows what a name means. `all_players_done` may be a call without arguments, a
//! zone or a binding; `if(c, a, b)` and `while(c, body)` are calls like any other. Meaning and
//! types come one stage later.
//!
//! From loosest to tightest:
//!
//! | Form | Written |
//! |---|---|
//! | function | `c => …`, `(a, b) => …` |
//! | or | `\|\|`, `or` |
//! | and | `&&`, `and` |
//! | equality | `==`, `!=` |
//! | comparison | `<`, `<=`, `>`, `>=`, `in` |
//! | sum | `+`, `-` |
//! | product | `*`, `/`, `%` |
//! | unary | `!`, `not`, `-` |
//! | postfix | `a.b`, `a.f(x)`, `a[i]`, `f(x)` |
//!
//! Equalities and comparisons do not chain: `a < b < c` is an error. All other binary operators
//! group from the left. A function reaches as far to the right as it can; as an operand it needs
//! parentheses.
//!
//! A tree that `parse` returns has at most [`MAX_NODES`] nodes and is at most [`MAX_LEVELS`]
//! levels deep, so that later stages may walk it by recursion.

mod assign;
mod ast;
mod bindings;
pub mod compile;
pub(crate) mod filled;
mod functions;
mod lex;
mod parse;
mod steps;
#[cfg(test)]
mod tests;

pub(crate) use assign::assignment;
pub use ast::{BinaryOp, Expr, ExprKind, Ident, Number, UnaryOp};
pub use bindings::Bindings;
pub use compile::{Names, Origin, Plain, compile, function};
pub use parse::parse;
pub use steps::steps;

/// The most nodes that an expression may have, the parameters of functions included.
pub const MAX_NODES: usize = 1_000;

/// The most levels that an expression may have below its root, whether they come from brackets
/// and unary operators or from a long row of operators (`a + b + c` has two).
pub const MAX_LEVELS: usize = 64;

/// The one thing that is wrong with the text of an expression.
///
/// `start` and `end` are byte offsets in the text, on character boundaries; they are equal where
/// something is missing at the end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SyntaxError {
    /// Where the offending text begins.
    pub start: u32,
    /// Where the offending text ends.
    pub end: u32,
    /// What is wrong: lower case, without a full stop, the author's text in backticks.
    pub message: String,
    /// What to write instead, where that can be said.
    pub help: Option<String>,
    /// What is called with names for its parameters, where that is the mistake.
    pub callee: Option<Box<str>>,
}

impl SyntaxError {
    pub(crate) fn what_to_write(self) -> String {
        let usual = "write it as in `$player.score > 2 && !is_empty(deck)`";
        self.help.unwrap_or_else(|| usual.to_owned())
    }

    fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            start: span.start,
            end: span.end,
            message: message.into(),
            help: None,
            callee: None,
        }
    }

    fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}

/// A stretch of the text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    start: u32,
    end: u32,
}

impl Span {
    fn to(self, end: Span) -> Span {
        Span {
            start: self.start,
            end: end.end,
        }
    }

    fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

/// The author's text as a message quotes it: in backticks, shortened, without control characters.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 32;
    let mut out = String::from("`");
    for (index, character) in text.chars().enumerate() {
        if index == LONGEST {
            out.push('…');
            break;
        }
        if character.is_control() {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out.push('`');
    out
}
