//! Problems in the plain form that tools exchange.

use std::fmt;

use serde::Serialize;

use crate::text::diag::{Code, Diagnostic, Diagnostics, Severity};
use crate::text::source::Sources;
use cardable_engine::program::Place;

/// The longest offending text that a report quotes, in characters.
const LONGEST_TEXT: usize = 120;

/// One problem with its place spelled out.
///
/// `Display` gives the form that editors and terminals turn into links.
///
/// ```
/// use cardable_core::diag::{Code, Diagnostics};
/// use cardable_compiler::text::source::{Sources, Span};
///
/// let mut sources = Sources::new();
/// let file = sources.add("game.json", "{seats: 'many'}");
/// let mut diags = Diagnostics::new();
/// diags.error(Code::WrongType, Span::new(file, 8, 14), "`seats` is a number, not a string", "write `4`");
/// let report = &diags.reports(&sources)[0];
/// let place = report.place.as_ref().ok_or("it is in the file")?;
/// assert_eq!((place.line, place.column, &*place.path), (1, 9, "$.seats"));
/// assert_eq!(
///     report.to_string(),
///     "game.json:1:9: error[E203]: `seats` is a number, not a string\n  help: write `4`"
/// );
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Where; None when the problem is in no file.
    #[serde(flatten)]
    pub place: Option<Place>,
    /// Which kind of problem.
    pub code: Code,
    /// `error` or `warning`.
    pub severity: Severity,
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// The offending text, cut to its first line; None when the problem is in no file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl Diagnostics {
    /// All problems in the order of [`Diagnostics::sorted`], and at last how many were left out.
    pub fn reports(&self, sources: &Sources) -> Vec<Report> {
        let mut reports: Vec<Report> = self
            .sorted()
            .into_iter()
            .map(|problem| Report::new(problem, sources))
            .collect();
        let more = self.dropped();
        if more > 0 {
            let message = format!("{more} further problems are not listed");
            let note = if self.error_count() > Diagnostics::CAP {
                Diagnostic::error(Code::MoreProblems, None, message)
            } else {
                Diagnostic::warning(Code::MoreProblems, None, message)
            };
            reports.push(Report::new(&note, sources));
        }
        reports
    }
}

impl Report {
    /// Spells out the place of one problem.
    pub fn new(problem: &Diagnostic, sources: &Sources) -> Report {
        let placed = problem.span.map(|span| {
            let (line, column) = sources.line_column(span);
            let place = Place {
                file: sources.name(span.file).into(),
                line,
                column,
                path: sources.path(span).into(),
            };
            (place, first_line(sources.text(span)))
        });
        let (place, text) = placed.unzip();
        Report {
            place,
            code: problem.code,
            severity: problem.severity,
            message: problem.message.clone(),
            help: problem.help.clone(),
            text,
        }
    }
}

fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or("").trim_end();
    let mut shown: String = line.chars().take(LONGEST_TEXT).collect();
    if shown.len() < text.trim_end().len() {
        shown.push('…');
    }
    shown
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place {
            file, line, column, ..
        }) = &self.place
        {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        let Report {
            severity,
            code,
            message,
            ..
        } = self;
        write!(f, "{}[{}]: {message}", severity.as_str(), code.as_str())?;
        if let Some(help) = &self.help {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::source::Span;

    #[test]
    fn the_machine_readable_form() {
        let mut sources = Sources::new();
        let file = sources.add("a.json", "{\n  b: [1,\n 2]}");
        let mut diags = Diagnostics::new();
        diags.push(Diagnostic::warning(Code::EmptyDeck, Span::new(file, 7, 14), "odd").help("mend it"));
        let json = serde_json::to_value(diags.reports(&sources)).unwrap();
        let expected = serde_json::json!([{
            "file": "a.json", "line": 2, "column": 6, "path": "$.b", "code": "W202",
            "severity": "warning", "message": "odd", "help": "mend it", "text": "[1,…"
        }]);
        assert_eq!(json, expected);
    }

    #[test]
    fn what_is_left_out_is_said() {
        let mut diags = Diagnostics::new();
        for n in 0..Diagnostics::CAP + 2 {
            diags.error(Code::BadNumber, None, format!("{n:04}"), "mend it");
        }
        let reports = diags.reports(&Sources::new());
        let last = reports.last().unwrap();
        assert_eq!(last.to_string(), "error[E100]: 2 further problems are not listed");
    }
}
