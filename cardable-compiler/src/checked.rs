//! What checking a ruleset gives.

use crate::diag::{Diagnostics, Report};
use crate::loader::Loader;
use crate::source::Sources;
use cardable_engine::Ruleset;
use thiserror::Error;

/// What checking a ruleset gives: the ruleset, where it can be played, and
/// everything there is to say about it.
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

/// Reads a fat file: a text with everything in it.
///
/// ```
/// let problem = cardable_core::parse("{ ruleset: {} }").unwrap_err();
/// assert!(problem.to_string().contains("game_state"));
/// ```
pub fn parse(text: impl AsRef<str>) -> Result<Ruleset, LoadError> {
    Loader::new()
        .check_text("ruleset.json", text.as_ref())
        .into_result()
}

/// Reads a ruleset from a file or folder of the disk. Card sets and decks that it does not bring along are
/// looked for in the folders beside it, and in no others: see [`Loader::check_path`].
#[cfg(feature = "fs")]
pub fn load(path: impl AsRef<std::path::Path>) -> Result<Ruleset, LoadError> {
    Loader::new().check_path(path).into_result()
}
