//! What checking a ruleset gives.

use crate::text::diag::Diagnostics;
use crate::text::report::Report;
use crate::text::source::Sources;
use cardable_engine::Ruleset;
use thiserror::Error;

/// What checking a ruleset gives: the ruleset, where it can be played, and
/// everything there is to say about it.
///
/// ```
/// let checked = cardable_core::Loader::new().check_text("empty.json", "{}");
/// assert!(checked.ruleset.is_none() && checked.diagnostics.has_errors());
/// for report in checked.reports() {
///     println!("{report}");
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Checked {
    /// The ruleset; nothing when there were errors.
    pub ruleset: Option<Ruleset>,
    /// The texts it was read from.
    pub sources: Sources,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

impl Checked {
    /// Errors and warnings, as they are shown.
    pub fn reports(&self) -> Vec<Report> {
        self.diagnostics.reports(&self.sources)
    }

    /// The ruleset, or its errors.
    pub fn into_result(self) -> Result<Ruleset, LoadError> {
        let reports = self.reports();
        self.ruleset.ok_or(LoadError { reports })
    }
}

/// Why a ruleset cannot be played: every problem there is.
///
/// ```
/// let error = cardable_core::parse("{ ruleset: {} }").unwrap_err();
/// assert!(error.reports.iter().any(|report| report.message.contains("game_state")));
/// ```
#[derive(Clone, Debug, Error)]
#[error("{}", shown(reports))]
pub struct LoadError {
    /// The problems, in the order of the files.
    pub reports: Vec<Report>,
}

fn shown(reports: &[Report]) -> String {
    let lines: Vec<String> = reports.iter().map(ToString::to_string).collect();
    if lines.is_empty() {
        "the ruleset cannot be read".to_owned()
    } else {
        lines.join("\n")
    }
}
