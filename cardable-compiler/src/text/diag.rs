//! What is wrong, where, and what to write instead.
//!
//! Nothing here stops at the first problem: whoever finds one pushes a [`Diagnostic`] into the
//! [`Diagnostics`] of the run, puts a placeholder where the thing should have been, and goes on.
//!
//! Messages are lower case without a full stop, quote what the author wrote in backticks and
//! leave what to do about it to the help text. How they look on a screen is decided elsewhere:
//! `Report` is the plain form that command lines and editors share.

mod codes;
mod collect;
pub(crate) mod synonyms;

use serde::{Deserialize, Serialize};

pub use cardable_engine::suggest::did_you_mean;
pub(crate) use cardable_engine::suggest::{Listed, listed, suggestion_or, suggestion_or_list};
pub use codes::Code;
pub use collect::Diagnostics;

use crate::text::span::Span;

/// Whether a game can be played in spite of it.
///
/// See [`Diagnostic`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    /// It can, though it is hardly what was meant.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// One problem.
///
/// ```
/// use cardable_core::diag::{Code, Diagnostic, Severity};
///
/// let problem = Diagnostic::error(Code::UnknownField, None, "a deck has no field `contents`")
///     .help("did you mean `content`?");
/// assert_eq!(problem.severity, Severity::Error);
/// assert_eq!(problem.help.as_deref(), Some("did you mean `content`?"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether it can be lived with.
    pub severity: Severity,
    /// Which kind of problem.
    pub code: Code,
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// Where; nothing for what is in no file.
    pub span: Option<Span>,
}

impl Diagnostic {
    /// A problem that keeps the game from being played.
    pub fn error(code: Code, span: impl Into<Option<Span>>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, span.into(), message.into())
    }

    /// A problem that can be lived with.
    pub fn warning(code: Code, span: impl Into<Option<Span>>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, span.into(), message.into())
    }

    fn new(severity: Severity, code: Code, span: Option<Span>, message: String) -> Diagnostic {
        Diagnostic {
            severity,
            code,
            message,
            help: None,
            span,
        }
    }

    /// Adds what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Adds what to write instead, where it is known.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Diagnostic {
        self.help = help.or(self.help);
        self
    }
}
