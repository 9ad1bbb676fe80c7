//! A match as a file: its log, from which it is played again.

use crate::end::Failure;
use crate::load;
use cardable_core::{Log, Match, Ruleset};
use std::fs;
use std::path::Path;

/// Larger files are not read.
const LARGEST: u64 = 256 << 20;

pub(crate) fn read(path: &Path) -> Result<Log, Failure> {
    let unreadable = |why: &dyn std::fmt::Display| {
        Failure::problem(format!("`{}` is no saved game: {why}", path.display()))
    };
    let about = fs::metadata(path).map_err(|error| unreadable(&error))?;
    if about.len() > LARGEST {
        return Err(unreadable(&format!("it has more than {LARGEST} bytes")));
    }
    let text = fs::read_to_string(path).map_err(|error| unreadable(&error))?;
    serde_json::from_str(&text).map_err(|error| unreadable(&error))
}

/// Writes the file anew beside the old one, so that there is always a whole one.
pub(crate) fn write(path: &Path, log: &Log) -> Result<(), Failure> {
    let unwritable = |why: &dyn std::fmt::Display| {
        Failure::problem(format!("`{}` cannot be written: {why}", path.display()))
    };
    let text = serde_json::to_string(log).map_err(|error| unwritable(&error))?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    fs::write(&beside, text)
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|error| unwritable(&error))
}

/// The ruleset of a log: the one that is named, else the one among all at hand that it was played by.
pub(crate) fn ruleset(log: &Log, named: Option<&str>) -> Result<Ruleset, Failure> {
    match named {
        Some(name) => load::ruleset(name),
        None => load::by_hash(&log.hash).ok_or_else(|| {
            let name = &log.ruleset;
            Failure::usage(format!(
                "no ruleset at hand is {name} as it was when the game was played: name its file or folder"
            ))
        }),
    }
}

pub(crate) fn resume(log: &Log, named: Option<&str>) -> Result<Match, Failure> {
    Match::replay(&ruleset(log, named)?, log).map_err(Failure::problem)
}
