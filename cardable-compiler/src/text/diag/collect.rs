//! Collecting problems.

use super::{Code, Diagnostic, Severity};
use crate::text::span::Span;

/// The problems found so far.
///
/// Of errors and of warnings, the first [`Diagnostics::CAP`] are kept each; the rest is counted.
///
/// ```
/// use cardable_core::diag::{Code, Diagnostics};
///
/// let mut diags = Diagnostics::new();
/// diags.warning(Code::EmptyDeck, None, "the deck `spare` has no cards", "name them");
/// assert!(!diags.has_errors());
/// diags.error(Code::NoRuleset, None, "`game.json` has no `ruleset`", "add one");
/// assert!(diags.has_errors());
/// assert_eq!(diags.sorted().len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl Diagnostics {
    /// How many errors, and how many warnings, are kept.
    pub const CAP: usize = 500;

    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds one problem. What is said of one place already, because that place is
    /// read several times, is neither kept nor counted again.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.span.is_some() && self.list.contains(&diagnostic) {
            return;
        }
        let count = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        if *count <= Diagnostics::CAP {
            self.list.push(diagnostic);
        }
    }

    /// Adds an error: what is wrong, and what to write instead.
    pub fn error(
        &mut self,
        code: Code,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(Diagnostic::error(code, span, message).help(help));
    }

    /// Adds a warning: what may be wrong, and what to write instead.
    pub fn warning(
        &mut self,
        code: Code,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(Diagnostic::warning(code, span, message).help(help));
    }

    /// Counts an error where further ones are not described.
    pub(crate) fn further_error(&mut self) {
        self.errors += 1;
    }

    /// Adds all that another collection holds.
    pub fn append(&mut self, other: Diagnostics) {
        let kept = |severity| other.list.iter().filter(|d| d.severity == severity).count();
        let lost_errors = other.errors - kept(Severity::Error);
        let lost_warnings = other.warnings - kept(Severity::Warning);
        for diagnostic in other.list {
            self.push(diagnostic);
        }
        self.errors += lost_errors;
        self.warnings += lost_warnings;
    }

    /// The same, without errors of a kind at places of which an error was told before.
    pub(crate) fn append_unless_told(&mut self, code: Code, mut other: Diagnostics) {
        let is_told = |span: Span| {
            let mut errors = self.list.iter().filter(|d| d.severity == Severity::Error);
            errors.any(|d| {
                d.span
                    .is_some_and(|known| (known.file, known.start) == (span.file, span.start))
            })
        };
        let all = other.list.len();
        other.list.retain(|d| {
            let may_repeat = d.code == code && d.severity == Severity::Error;
            !(may_repeat && d.span.is_some_and(is_told))
        });
        other.errors -= all - other.list.len();
        self.append(other);
    }

    /// Says every problem that was kept in other words.
    pub(crate) fn reword(&mut self, mut change: impl FnMut(&mut Diagnostic)) {
        self.list.iter_mut().for_each(&mut change);
    }

    /// Leaves out the problems that do not matter, and no longer counts them.
    pub(crate) fn retain(&mut self, mut matters: impl FnMut(&Diagnostic) -> bool) {
        let (errors, warnings) = (&mut self.errors, &mut self.warnings);
        self.list.retain(|problem| {
            let stays = matters(problem);
            if !stays {
                let count = match problem.severity {
                    Severity::Error => &mut *errors,
                    Severity::Warning => &mut *warnings,
                };
                *count -= 1;
            }
            stays
        });
    }

    /// Whether one of the problems that were kept is of this kind.
    pub fn contains(&self, code: Code) -> bool {
        self.list.iter().any(|problem| problem.code == code)
    }

    /// Whether anything keeps the game from being played.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.errors == 0 && self.warnings == 0
    }

    /// How many errors were found, kept or not.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// How many warnings were found, kept or not.
    pub fn warning_count(&self) -> usize {
        self.warnings
    }

    /// Whether further errors will only be counted, so that there is no use in describing them.
    pub fn is_full(&self) -> bool {
        self.errors >= Diagnostics::CAP
    }

    /// What to write instead of a name that means nothing, which `help` finds out. Where the error will only be
    /// counted nobody reads it, so it is not found out.
    pub(crate) fn help_for(&self, help: impl FnOnce() -> String) -> String {
        if self.is_full() { String::new() } else { help() }
    }

    /// The problems that were kept, by file and position, each once.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut list: Vec<&Diagnostic> = self.list.iter().collect();
        list.sort_by(|a, b| key(a).cmp(&key(b)));
        list.dedup();
        list
    }

    /// How many problems were counted but not kept.
    pub fn dropped(&self) -> usize {
        (self.errors + self.warnings).saturating_sub(self.list.len())
    }
}

/// What is in no file comes last; in one place, errors come before warnings.
fn key(d: &Diagnostic) -> impl Ord + '_ {
    (d.span.is_none(), d.span, d.severity, d.code, &d.message, &d.help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::source::Sources;

    #[test]
    fn order_does_not_depend_on_discovery() {
        let mut sources = Sources::new();
        let (a, b) = (sources.add("a", "xyz"), sources.add("b", "xyz"));
        let problems = [
            Diagnostic::error(Code::BadNumber, Span::new(a, 0, 1), "one"),
            Diagnostic::error(Code::BadNumber, Span::new(a, 2, 3), "two"),
            Diagnostic::warning(Code::EmptyDeck, Span::new(a, 2, 3), "three"),
            Diagnostic::error(Code::BadNumber, Span::new(b, 0, 1), "four"),
            Diagnostic::error(Code::NoRuleset, None, "five"),
        ];
        let mut diags = Diagnostics::new();
        for n in [3, 1, 4, 2, 0, 1, 3] {
            diags.push(problems[n].clone());
        }
        let found: Vec<Diagnostic> = diags.sorted().into_iter().cloned().collect();
        assert_eq!(found, problems);
    }

    #[test]
    fn one_mistake_is_counted_once() {
        let span = Span::new(Sources::new().add("a", "xyz"), 0, 1);
        let mut diags = Diagnostics::new();
        for message in ["one", "two", "one", "one"] {
            diags.error(Code::BadNumber, span, message, "mend it");
        }
        let mut all = diags.clone();
        all.append(diags);
        assert_eq!((all.error_count(), all.sorted().len(), all.dropped()), (2, 2, 0));
    }

    #[test]
    fn no_help_is_worked_out_for_what_is_only_counted() {
        let mut diags = Diagnostics::new();
        let mut worked_out = 0;
        let file = Sources::new().add("a", "x".repeat(20_000));
        for at in 0..20_000 {
            let help = diags.help_for(|| {
                worked_out += 1;
                "write another".to_owned()
            });
            let span = Span::new(file, at, at + 1);
            diags.error(Code::UnknownReference, span, "unknown", help);
        }
        assert_eq!((worked_out, diags.error_count()), (Diagnostics::CAP, 20_000));
    }

    #[test]
    fn errors_survive_a_flood_of_warnings() {
        let mut diags = Diagnostics::new();
        for n in 0..Diagnostics::CAP + 7 {
            diags.warning(Code::EmptyDeck, None, n.to_string(), "mend it");
        }
        diags.error(Code::NoRuleset, None, "x", "mend it");
        assert_eq!(diags.sorted().len(), Diagnostics::CAP + 1);
        assert_eq!(diags.dropped(), 7);
        assert!(diags.has_errors() && !diags.is_full());

        let mut all = Diagnostics::new();
        all.append(diags);
        assert_eq!(
            (all.error_count(), all.warning_count(), all.dropped()),
            (1, 507, 7)
        );
    }
}
