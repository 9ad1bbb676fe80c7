//! The texts of scripts, and what is said about them.

use super::SharedScript;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The scripts of a ruleset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScriptSources {
    /// The files; the first is the one whose functions the ruleset names.
    pub files: Vec<ScriptFile>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScriptFile {
    /// Its path in the package, with `/` and its ending. A script that stands in the ruleset
    /// itself is called `script`.
    pub name: String,
    pub text: Arc<str>,
}

impl ScriptSources {
    /// The file that a name means where a file requires it.
    pub fn required(&self, from: &str, name: &str, extension: &str) -> Option<&ScriptFile> {
        let path = required_path(from, name, extension)?;
        self.files.iter().find(|file| file.name == path)
    }
}

/// The path in the package that a required name means: beside the requiring file when it begins
/// with `./` or `../`, else from the package's folder. Nothing when it leads out of the package.
pub fn required_path(from: &str, name: &str, extension: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    if name.starts_with("./") || name.starts_with("../") {
        parts.extend(from.split('/'));
        parts.pop();
    }
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            "" => return None,
            part if part.contains(['\\', '\0', ':']) => return None,
            part => parts.push(part),
        }
    }
    let last = parts.last()?;
    let has_ending = last
        .rsplit_once('.')
        .is_some_and(|(_, ending)| ending == extension);
    let path = parts.join("/");
    Some(if has_ending {
        path
    } else {
        format!("{path}.{extension}")
    })
}

/// What a language makes of the sources: the script, and what is wrong with it.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The script; nothing when there are errors.
    pub script: Option<SharedScript>,
    /// What there is to say, all of it at once.
    pub problems: Vec<Problem>,
    /// Texts that stand in it: a game knows them from the start, and need not keep them when they are
    /// handed to it.
    pub texts: Vec<String>,
}

/// Something to say about a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The place of the file in [`ScriptSources::files`].
    pub file: usize,
    /// Line, from 1; 0 for the file as a whole.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// How many characters it concerns; 0 for one place.
    pub length: u32,
    /// Whether the script can be used all the same.
    pub severity: Severity,
    /// What is wrong: lower case, no full stop, names in backticks.
    pub message: String,
    pub help: Option<String>,
    /// The function that the scripts lack, by its place in [`Declarations::functions`]: the problem
    /// is told where the ruleset names it, and `file` and `line` mean nothing.
    ///
    /// [`Declarations::functions`]: super::Declarations::functions
    pub lacks: Option<usize>,
}

/// How bad a problem is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The script cannot be used.
    Error,
    /// It may be a slip.
    Warning,
}
