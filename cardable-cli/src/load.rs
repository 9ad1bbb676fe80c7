//! Finds rulesets by path, or by name among the available ones.

use crate::end::Failure;
use crate::excerpt;
use cardable_core::content::{Packed, dialect_of_name};
use cardable_core::debug::OpenRules;
use cardable_core::diag::{Diagnostics, Sources, did_you_mean};
use cardable_core::{Checked, Language, Loader, Log, Ruleset};
use cardable_rulesets::Shipped;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Rulesets in this folder can be given by name.
const FOLDER: &str = "rulesets";

/// The default ruleset.
pub(crate) const USUAL: &str = "skullable";

/// The location of a ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    Path(PathBuf),
    /// Included in the program.
    Shipped(Shipped),
}

/// Finds a ruleset: a path, a name in the folder `rulesets`, or a game included in the program.
pub(crate) fn find(name: &str) -> Result<Found, Failure> {
    let path = Path::new(name);
    if path.exists() {
        return Ok(Found::Path(path.to_owned()));
    }
    let in_folder = Path::new(FOLDER).join(name);
    if !name.contains(['/', '\\']) && has_rules(&in_folder) {
        return Ok(Found::Path(in_folder));
    }
    if let Ok(shipped) = cardable_rulesets::game(name) {
        return Ok(Found::Shipped(shipped));
    }
    let known: Vec<&str> = cardable_rulesets::games().map(Shipped::name).collect();
    let local = local_names();
    let near = did_you_mean(
        name,
        local.iter().map(String::as_str).chain(known.iter().copied()),
    );
    let help = match near {
        Some(suggestion) => format!("did you mean `{suggestion}`?"),
        None => format!("name a file, a folder, or one of {}", known.join(", ")),
    };
    Err(Failure::usage(format!("there is no ruleset `{name}`: {help}")))
}

/// The names of rulesets in the current folder and in the folder `rulesets`.
fn local_names() -> Vec<String> {
    let names = |folder: &str| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().take(MOST_BESIDE);
        let rules = entries
            .flatten()
            .filter(|entry| has_rules(&entry.path()) || entry.file_name().to_str().is_some_and(is_rules));
        let mut names: Vec<String> = rules
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort();
        names
    };
    let mut all = names(".");
    all.extend(names(FOLDER));
    all
}

/// Whether a folder has a file with the name of a rules file.
pub(crate) fn has_rules(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .any(|name| dialect_of_name(&name).is_some())
}

#[cfg(feature = "lua")]
static LUAU: std::sync::LazyLock<cardable_lua::Luau> = std::sync::LazyLock::new(cardable_lua::Luau::new);

/// The loader of this program: with the included card sets, and with scripts if compiled in.
pub(crate) fn loader() -> Loader<'static> {
    let loader = Loader::new().supplied(&[cardable_rulesets::files()]);
    #[cfg(feature = "lua")]
    let loader = loader.scripts(&*LUAU);
    loader
}

pub(crate) fn check(found: &Found) -> Checked {
    check_with(found, loader())
}

/// Checks a ruleset with a loader that has no content roots yet.
pub(crate) fn check_with(found: &Found, loader: Loader<'_>) -> Checked {
    match found {
        Found::Path(path) => loader.check_path(path),
        Found::Shipped(game) => game.check_with(&loader),
    }
}

/// Reads a ruleset and keeps it, or prints its errors with their locations.
pub(crate) fn open(found: &Found) -> Result<OpenRules<'static>, Failure> {
    let opened = match found {
        Found::Path(path) => loader().open_path(path),
        Found::Shipped(game) => loader().open_files(cardable_rulesets::files(), &game.path()),
    };
    opened.map_err(|checked| {
        tell_errors(&checked);
        Failure::Reported
    })
}

/// Packs a ruleset into one text. Fails with all problems found.
pub(crate) fn pack(found: &Found) -> Result<Packed, Checked> {
    match found {
        Found::Path(path) => loader().pack_path(path),
        Found::Shipped(game) => loader().pack_files(cardable_rulesets::files(), &game.path()),
    }
}

/// Instructions for players in a language: the `RULES.de.md` of the ruleset's folder, else its `RULES.md`.
pub(crate) fn rules_for_players(found: &Found, language: Language) -> Option<String> {
    match found {
        Found::Path(path) => {
            let folder = match path.is_dir() {
                true => path.as_path(),
                false => path.parent()?,
            };
            let translated = folder.join(format!("RULES.{}.md", language.tag()));
            let read = |path: PathBuf| std::fs::read_to_string(path).ok();
            read(translated).or_else(|| read(folder.join("RULES.md")))
        }
        Found::Shipped(game) => Some(game.rules_in(language).to_owned()),
    }
}

/// The language to tell a game in.
#[derive(Args)]
pub(crate) struct Told {
    /// Tell the game in this language, such as de, if it has texts in it
    #[arg(long, value_name = "TAG", value_parser = language)]
    language: Option<Language>,
}

impl Told {
    /// The language that was asked for.
    pub(crate) fn asked(&self) -> Option<Language> {
        self.language
    }

    /// The language that was asked for; without one, that of the ruleset.
    pub(crate) fn language(&self, ruleset: &Ruleset) -> Language {
        self.language.unwrap_or_else(|| ruleset.language())
    }
}

/// Reads the tag of a language.
pub(crate) fn language(tag: &str) -> Result<Language, String> {
    Language::of_tag(tag).ok_or_else(|| {
        let tags: Vec<&str> = Language::ALL.into_iter().map(Language::tag).collect();
        format!("games are told in: {}", tags.join(", "))
    })
}

/// Loads a ruleset, or prints its errors with their locations.
pub(crate) fn ruleset(name: &str) -> Result<Ruleset, Failure> {
    usable(check(&find(name)?))
}

/// The ruleset if it has no errors. Otherwise prints them with their locations.
pub(crate) fn usable(checked: Checked) -> Result<Ruleset, Failure> {
    match checked.ruleset {
        Some(ruleset) => Ok(ruleset),
        None => {
            tell_errors(&checked);
            Err(Failure::Reported)
        }
    }
}

/// Prints the errors that make a ruleset unusable.
pub(crate) fn tell_errors(checked: &Checked) {
    tell_all(&checked.diagnostics, &checked.sources);
}

/// Prints errors with their locations.
pub(crate) fn tell_all(problems: &Diagnostics, sources: &Sources) {
    let mut err = anstream::stderr().lock();
    for problem in problems.sorted().into_iter().filter(|p| excerpt::is_error(p)) {
        // If this fails, there is no other place to report it.
        let _ = writeln!(err, "{}\n", excerpt::render(problem, sources));
    }
}

/// Result of searching for the ruleset of a saved game.
pub(crate) enum Played {
    /// The same ruleset was found.
    By(Ruleset),
    /// A ruleset of this name exists at this location, but its rules differ.
    Changed(Ruleset, String),
    /// No ruleset of this name was found.
    Nowhere,
}

/// Maximum number of neighbouring folders searched.
const MOST_BESIDE: usize = 200;

/// Finds a log's ruleset in the current folder, its subfolders, the folder `rulesets`, and among the included
/// games.
pub(crate) fn played_by(log: &Log) -> Played {
    let below = |folder: &str| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().take(MOST_BESIDE);
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        paths
    };
    let near = std::iter::once(PathBuf::from("."))
        .chain(below("."))
        .chain(below(FOLDER))
        .filter(|path| has_rules(path) || path.file_name().and_then(|n| n.to_str()).is_some_and(is_rules))
        .map(Found::Path);
    let mut changed = None;
    for found in near.chain(cardable_rulesets::games().map(Found::Shipped)) {
        let Some(ruleset) = check(&found).ruleset else {
            continue;
        };
        if ruleset.rules().to_string() == log.hash {
            return Played::By(ruleset);
        }
        if changed.is_none() && ruleset.name() == log.ruleset {
            let place = match found {
                Found::Path(path) => path.display().to_string(),
                Found::Shipped(game) => game.name().to_owned(),
            };
            changed = Some((ruleset, place));
        }
    }
    changed.map_or(Played::Nowhere, |(ruleset, place)| {
        Played::Changed(ruleset, place)
    })
}

/// Whether a file has the name of a rules file.
fn is_rules(name: &str) -> bool {
    dialect_of_name(name).is_some()
}
