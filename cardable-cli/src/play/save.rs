//! Saved matches: a file holds the log, which is replayed on loading, and how well the bots play.

use crate::end::Failure;
use crate::load::{self, Played};
use cardable_bots::Level;
use cardable_core::log::Misfit;
use cardable_core::{Log, Match, Ruleset};
use serde::{Deserialize, Serialize};
use serde_json::error::Category;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Maximum size of a file in bytes.
const LARGEST: u64 = 256 << 20;

/// A saved match.
pub(crate) struct Saved {
    pub(crate) log: Log,
    /// The level of each seat's bot; empty for the usual ones. Programs that know only logs ignore it.
    pub(crate) levels: Vec<Level>,
}

/// The part of a saved match that is not the log.
#[derive(Default, Serialize, Deserialize)]
struct Beside {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bots: Vec<String>,
}

impl Beside {
    fn levels(self) -> Result<Vec<Level>, cardable_bots::UnknownLevel> {
        self.bots.iter().map(|word| word.parse()).collect()
    }
}

pub(crate) fn read(path: &Path) -> Result<Saved, Failure> {
    let unreadable = |why: &dyn std::fmt::Display| {
        Failure::problem(format!("`{}` is no saved game: {why}", path.display()))
    };
    let about = fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::usage(format!("there is no file `{}`", path.display())),
        _ => unreadable(&error),
    })?;
    if load::has_rules(path) {
        return Err(Failure::usage(format!(
            "`{}` is the folder of a ruleset, not a saved game: `cardable play {0}` plays it, and `--save FILE` \
             keeps the game",
            path.display()
        )));
    }
    if !about.is_file() {
        return Err(unreadable(&"it is no regular file"));
    }
    // The file can grow while it is read.
    let mut text = String::new();
    let file = fs::File::open(path).map_err(|error| unreadable(&error))?;
    let read = file.take(LARGEST + 1).read_to_string(&mut text);
    read.map_err(|error| unreadable(&error))?;
    if text.len() as u64 > LARGEST {
        let most = LARGEST >> 20;
        return Err(unreadable(&format!(
            "it has more than {most} MiB ({LARGEST} bytes)"
        )));
    }
    let log = serde_json::from_str(&text).map_err(|error| {
        // A saved game also mentions zones and states, but after its `format` field.
        let saved = text
            .trim_start_matches(['{', ' ', '\n', '\r', '\t'])
            .starts_with("\"format\"");
        let holds_rules = ["game_state", "phases", "shared_zones"].iter().any(|key| text.contains(key));
        match holds_rules && !saved {
            true => Failure::usage(format!(
                "`{}` is a ruleset, not a saved game: `cardable play {0}` plays it, and `--save FILE` keeps the game",
                path.display()
            )),
            false => unreadable(&damage(&error)),
        }
    })?;
    let beside: Beside = serde_json::from_str(&text).map_err(|error| unreadable(&damage(&error)))?;
    let levels = beside.levels().map_err(|error| unreadable(&error))?;
    Ok(Saved { log, levels })
}

/// Leaves out all choices of a game but the first ones.
pub(crate) fn keep_first(log: &mut Log, choices: usize) -> Result<(), Failure> {
    let all = log.entries.len();
    if choices > all {
        return Err(Failure::usage(format!(
            "there is no choice {choices}: the game has {all}"
        )));
    }
    log.entries.truncate(choices);
    Ok(())
}

/// Where a text stops being a valid saved game.
fn damage(error: &serde_json::Error) -> String {
    let place = format!("line {}, column {}", error.line(), error.column());
    match error.classify() {
        Category::Eof => format!("it breaks off at {place}"),
        Category::Syntax => format!("it is damaged at {place}"),
        Category::Data | Category::Io => format!("what stands before {place} is none of a saved game"),
    }
}

/// Writes a temporary file and renames it, so that a complete file always exists.
pub(crate) fn write(path: &Path, log: &Log, levels: &[Level]) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct File<'a> {
        #[serde(flatten)]
        log: &'a Log,
        #[serde(flatten)]
        beside: Beside,
    }
    let unwritable = |why: &dyn std::fmt::Display| {
        Failure::problem(format!("`{}` cannot be written: {why}", path.display()))
    };
    let bots = levels.iter().map(Level::to_string).collect();
    let beside = Beside { bots };
    let text = serde_json::to_string(&File { log, beside }).map_err(|error| unwritable(&error))?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    fs::write(&beside, text)
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|error| unwritable(&error))
}

/// The ruleset of a log: the named one, otherwise the matching one among all available. With `anyway` its rules
/// can differ.
pub(crate) fn ruleset(log: &Log, named: Option<&str>, anyway: bool) -> Result<Ruleset, Failure> {
    let game = &log.ruleset;
    match named {
        Some(named) => {
            let ruleset = load::ruleset(named)?;
            if ruleset.rules().to_string() == log.hash || anyway {
                Ok(ruleset)
            } else if ruleset.name() == game {
                Err(changed(game, named))
            } else {
                Err(Failure::problem(format!(
                    "the game is one of {game}, and `{named}` is {}",
                    ruleset.name()
                )))
            }
        }
        None => match load::played_by(log) {
            Played::By(ruleset) => Ok(ruleset),
            Played::Changed(ruleset, _) if anyway => Ok(ruleset),
            Played::Changed(_, place) => Err(changed(game, &place)),
            Played::Nowhere => Err(Failure::usage(format!(
                "no ruleset at hand is {game}: name its file or folder with `--ruleset`"
            ))),
        },
    }
}

fn changed(game: &str, place: &str) -> Failure {
    Failure::problem(format!(
        "the rules of {game} in `{place}` have changed since the game was played: its choices may mean something else \
         by them; take the rules as they were, or try these with `--anyway`"
    ))
}

/// A match replayed from a log, with everything that does not fit changed rules.
pub(crate) fn resume(log: &Log, named: Option<&str>, anyway: bool) -> Result<(Match, Vec<Misfit>), Failure> {
    let ruleset = ruleset(log, named, anyway)?;
    match anyway {
        true => Match::replay_anyway(&ruleset, log),
        false => Match::replay(&ruleset, log).map(|table| (table, Vec::new())),
    }
    .map_err(Failure::problem)
}
