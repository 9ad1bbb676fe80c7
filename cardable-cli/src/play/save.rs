//! Saved matches: a file holds the log, which is replayed on loading, and how well the bots play.

use crate::ask::attempt;
use crate::end::Failure;
use crate::load::{self, Played};
use crate::paint;
use crate::table::TableView;
use cardable_bots::Level;
use cardable_core::diag::Sources;
use cardable_core::log::{LOG_FORMAT, Misfit, ReplayError};
use cardable_core::{Log, Match, NotApplied, Ruleset, Viewer};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::error::Category;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Maximum size of a file in bytes.
const LARGEST: u64 = 256 << 20;
/// Maximum number of links from one to another.
const MOST_LINKS: usize = 40;

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
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| unreadable(&error))?;
    let read = file.take(LARGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 > LARGEST {
        let most = LARGEST >> 20;
        return Err(unreadable(&format!(
            "it has more than {most} MiB ({LARGEST} bytes)"
        )));
    }
    let mut sources = Sources::new();
    let file = sources.add_bytes("", &bytes).map_err(|problem| {
        let help = problem.help.iter().map(|help| format!("; {help}"));
        unreadable(&format!("{}{}", problem.message, help.collect::<String>()))
    })?;
    let text = sources.file_text(file);
    if let Some(format) = newer_format(&text) {
        return Err(unreadable(&format!(
            "it was written by a newer Cardable, in format {format}, and this one reads format {LOG_FORMAT}"
        )));
    }
    let log = parsed(&text).map_err(|why| match is_ruleset(&text) {
        true => Failure::usage(format!(
            "`{}` is a ruleset, not a saved game: `cardable play {0}` plays it, and `--save FILE` keeps the game",
            path.display()
        )),
        false => unreadable(&why),
    })?;
    let beside: Beside = parsed(&text).map_err(|why| unreadable(&why))?;
    let levels = beside.levels().map_err(|error| unreadable(&error))?;
    Ok(Saved { log, levels })
}

/// The format of a saved game, if it is of a later version.
fn newer_format(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Head {
        format: serde_json::Number,
    }
    let Head { format } = serde_json::from_str(text).ok()?;
    let is_newer = format.as_f64()? >= f64::from(LOG_FORMAT) + 1.0;
    is_newer.then(|| format.to_string())
}

/// Whether a text that is no saved game is a ruleset. Saved games name zones and states, too.
fn is_ruleset(text: &str) -> bool {
    let has_key = |key: &str| text.contains(&format!("\"{key}\""));
    let of_saves = ["format", "hash", "setup", "seed", "entries"];
    let is_saved = of_saves.into_iter().filter(|key| has_key(key)).count() >= 3;
    let holds_rules = ["game_state", "phases", "shared_zones"]
        .iter()
        .any(|key| text.contains(key));
    holds_rules && !is_saved
}

/// Reads a part of a saved game, or says where and why it is none.
fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        damage(error.inner(), Some(path).filter(|path| path != "."))
    });
    let read = read?;
    reader.end().map_err(|error| damage(&error, None))?;
    Ok(read)
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

/// Where a text stops being a valid saved game, and in which field.
fn damage(error: &serde_json::Error, field: Option<String>) -> String {
    let place = format!("line {}, column {}", error.line(), error.column());
    match error.classify() {
        Category::Eof => return format!("it breaks off at {place}"),
        Category::Syntax => return format!("it is damaged at {place}"),
        Category::Data | Category::Io => {}
    }
    let told = error.to_string();
    let told = told.split(" at line ").next().unwrap_or_default();
    let wrong = told
        .strip_prefix("invalid type: ")
        .or_else(|| told.strip_prefix("invalid value: "));
    match (field, wrong.and_then(|wrong| wrong.split_once(", expected "))) {
        (Some(field), Some((found, wanted))) => {
            let wanted = match wanted {
                "u8" => "a whole number from 0 to 255",
                "u16" | "u32" | "u64" | "usize" => "a whole number from 0 on",
                "i8" | "i16" | "i32" | "i64" => "a whole number",
                "a sequence" => "a list",
                "a map" => "an object",
                wanted => wanted,
            };
            format!("`{field}` is {wanted}, and this is {found} ({place})")
        }
        (Some(field), None) => format!("in `{field}`: {told} ({place})"),
        (None, _) => format!("{told} ({place})"),
    }
}

/// Writes a temporary file and renames it, so that a complete file always exists. What a link leads to is written, and the link
/// stays.
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
    let target = behind_links(path);
    let mut beside = target.clone().into_os_string();
    beside.push(".new");
    fs::write(&beside, text)
        .and_then(|()| fs::rename(&beside, &target))
        .map_err(|error| unwritable(&error))
}

/// The file that links lead to, which need not be there.
fn behind_links(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&target) else {
            break;
        };
        target = match target.parent() {
            Some(folder) => folder.join(next),
            None => next,
        };
    }
    target
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

/// A match replayed from a log, which stands in this file, with everything that does not fit changed rules.
pub(crate) fn resume(
    path: &Path,
    log: &Log,
    named: Option<&str>,
    anyway: bool,
) -> Result<(Match, Vec<Misfit>), Failure> {
    let ruleset = ruleset(log, named, anyway)?;
    match anyway {
        true => Match::replay_anyway(&ruleset, log),
        false => Match::replay(&ruleset, log).map(|table| (table, Vec::new())),
    }
    .map_err(|error| not_replayed(path, &ruleset, log, error))
}

/// Why a log, which stands in this file, cannot be replayed.
pub(crate) fn not_replayed(path: &Path, ruleset: &Ruleset, log: &Log, error: ReplayError) -> Failure {
    let (at, why) = match error {
        ReplayError::Entry { at, why } => (at, why),
        error => return Failure::problem(format!("`{}`: {error}", path.display())),
    };
    let tried = Match::replay_to(ruleset, log, at).ok().zip(log.entries.get(at));
    let tried = tried.map(|(table, entry)| {
        let table = TableView::new(table.game(), Viewer::Spectator, paint::columns());
        attempt(&table, entry)
    });
    not_possible(path, at, &tried.unwrap_or_default(), &why, Viewer::Spectator)
}

/// Why a choice of a log, which stands in this file, cannot be made.
pub(crate) fn not_possible(path: &Path, at: usize, tried: &str, why: &NotApplied, viewer: Viewer) -> Failure {
    let mut word = format!("`{}`: choice {} ({tried}) ", path.display(), at + 1);
    match why {
        NotApplied::Refused(why) => word += &format!("is not possible: {why}"),
        NotApplied::Faulted(fault) => {
            word += &format!("is a fault of the rules: {fault}");
            if let Some(said) = fault.said(viewer) {
                word += &format!("\n  the script said: {said}");
            }
        }
    }
    Failure::problem(word)
}
