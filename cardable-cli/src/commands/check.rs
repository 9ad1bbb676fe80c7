//! `cardable check`

use crate::end::{End, Failure};
use crate::load::{self, Found};
use crate::{excerpt, paint};
use cardable_core::content::{
    Collection, ContentPath, Contents, Directory, MAX_BYTES, MemoryFiles, PathError, Roots, is_hidden,
};
use cardable_core::diag::{Code, Diagnostic, Diagnostics, Sources};
use cardable_core::info::Revealing;
use cardable_core::{Checked, Language, Ruleset};
use clap::{Args, ValueEnum};
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Tell what is wrong with rulesets, fragments, card sets and decks, and what to write instead
///
/// A folder that is neither a ruleset nor a card set is looked through. Errors end with exit code
/// 1, warnings only with --strict.
#[derive(Args)]
#[command(after_help = "Examples:
  cardable check my-game
  cardable check --format json rulesets > problems.json")]
pub(crate) struct Check {
    /// Files and folders, or names of games that come with the program
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// Excerpts for people, or one array for other programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Print the texts of rulesets that lack a translation into this language, such as de, to be filled in
    #[arg(long, value_name = "TAG", value_parser = load::language, conflicts_with = "format")]
    texts: Option<Language>,
    /// Let warnings end with exit code 1 too
    #[arg(long)]
    strict: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl Check {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        let mut found = Vec::new();
        for path in &self.paths {
            looked_through(path, &mut found)?;
        }
        if let Some(language) = self.texts {
            return texts(out, &found, language);
        }
        let (mut errors, mut warnings) = (0, 0);
        let mut reports = Vec::new();
        for (name, checked) in &found {
            errors += checked.diagnostics.error_count();
            warnings += checked.diagnostics.warning_count();
            match self.format {
                Format::Text => tell(out, name, checked)?,
                Format::Json => reports.extend(objects(checked)),
            }
        }
        if self.format == Format::Json {
            writeln!(out, "{:#}", serde_json::Value::Array(reports))?;
        }
        let found = errors > 0 || self.strict && warnings > 0;
        Ok(if found { End::Found } else { End::Fine })
    }
}

/// Prints what a file of texts lacks, as it stands in such a file.
fn texts(out: &mut dyn Write, found: &[(String, Checked)], language: Language) -> Result<End, Failure> {
    for (name, checked) in found {
        let Some(ruleset) = &checked.ruleset else {
            load::tell_errors(checked);
            return Err(Failure::Reported);
        };
        writeln!(
            out,
            "// What {name} lacks: put it into texts/{}.json5.",
            language.tag()
        )?;
        writeln!(out, "{{")?;
        for text in ruleset.untranslated(language) {
            writeln!(out, "    {}: \"\",", serde_json::Value::from(text))?;
        }
        writeln!(out, "}}")?;
    }
    Ok(End::Fine)
}

/// All problems of a package as JSON objects.
pub(crate) fn objects(checked: &Checked) -> Vec<serde_json::Value> {
    let reports = checked.reports();
    let objects = reports.iter().map(|report| {
        let place = report.place.as_ref();
        serde_json::json!({
            "file": place.map(|place| &place.file),
            "line": place.map(|place| place.line),
            "column": place.map(|place| place.column),
            "path": place.map(|place| &place.path),
            "code": report.code.as_str(),
            "severity": report.severity.as_str(),
            "message": report.message,
            "help": report.help,
        })
    });
    objects.collect()
}

/// Prints all problems of a package for people.
fn tell(out: &mut dyn Write, name: &str, checked: &Checked) -> std::io::Result<()> {
    for problem in checked.diagnostics.sorted() {
        writeln!(out, "{}\n", excerpt::render(problem, &checked.sources))?;
    }
    let more = checked.diagnostics.dropped();
    if more > 0 {
        writeln!(out, "and {more} more\n")?;
    }
    let (style, verdict) = match (
        checked.diagnostics.error_count(),
        checked.diagnostics.warning_count(),
    ) {
        (0, 0) => (paint::GOOD, "no problems".to_owned()),
        (0, warnings) => (paint::NOTE, counted(warnings, "warning")),
        (errors, 0) => (paint::BAD, counted(errors, "error")),
        (errors, warnings) => (
            paint::BAD,
            format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
        ),
    };
    writeln!(out, "{name}: {}", paint::styled(style, verdict))?;
    // Not a problem, but useful to know: the steps after such a branch reveal something of the secret that it
    // read.
    for Revealing { place, secret, .. } in checked.ruleset.iter().flat_map(Ruleset::revealing) {
        writeln!(
            out,
            "  revealing: what is done depends on {secret} ({}:{}:{})",
            place.file, place.line, place.column
        )?;
    }
    Ok(())
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// Checks whatever is at a path.
fn looked_through(name: &str, found: &mut Vec<(String, Checked)>) -> Result<(), Failure> {
    let path = match load::find(name)? {
        shipped @ Found::Shipped(_) => {
            found.push((name.to_owned(), load::check(&shipped)));
            return Ok(());
        }
        Found::Path(path) => path,
    };
    let before = found.len();
    one(&path, true, found);
    if found.len() == before {
        let mut diagnostics = Diagnostics::new();
        let message = format!("`{name}` has no ruleset, card set, deck or fragment");
        let mut problem = Diagnostic::error(Code::NothingFound, None, message);
        let names = entries(&path)
            .into_iter()
            .filter_map(|entry| entry.file_name()?.to_str().map(str::to_owned));
        if let Some(other) = names
            .into_iter()
            .find(|name| name.eq_ignore_ascii_case("ruleset.json"))
        {
            problem = problem.help(format!(
                "call the file `{other}` `ruleset.json`, in small letters"
            ));
        }
        diagnostics.push(problem);
        found.push((
            name.to_owned(),
            Checked {
                ruleset: None,
                sources: Sources::new(),
                diagnostics,
            },
        ));
    }
    Ok(())
}

fn one(path: &Path, asked_for: bool, found: &mut Vec<(String, Checked)>) {
    let shown = path.display().to_string();
    if path.is_file() {
        let has = contents(path);
        let is_empty = has.rules.is_none() && !has.cards && !has.table_deck;
        if let Some(what) = no_rules(path).filter(|_| asked_for && is_empty) {
            found.push((shown, nothing_to_check(path, what)));
        } else if has.table_deck && has.rules.is_none() && !has.cards {
            found.push((shown, table_deck(path)));
        } else if has.fragment {
            found.push((shown, fragment(path)));
        } else if has.rules.is_some() || asked_for && !has.cards {
            found.push((shown, load::loader().check_path(path)));
        } else if has.cards {
            found.push((shown, collection(path)));
        }
        return;
    }
    let jsons = files_of(path);
    let rulesets = jsons.iter().filter(|file| contents(file).rules.is_some()).count();
    if rulesets > 0 || load::has_rules(path) {
        found.push((shown, load::loader().check_path(path)));
    } else if ["cardset.json", "config.json"]
        .iter()
        .any(|name| path.join(name).is_file())
    {
        found.push((shown, collection(path)));
    } else {
        for file in jsons {
            one(&file, false, found);
        }
        if asked_for {
            for folder in entries(path).into_iter().filter(|entry| entry.is_dir()) {
                one(&folder, false, found);
            }
        }
    }
}

/// What a file is that belongs to a game and holds neither rules nor cards, by where it lies, and what to do with it.
fn no_rules(file: &Path) -> Option<(&'static str, &'static str)> {
    let folder = file.parent().and_then(Path::file_name).and_then(OsStr::to_str);
    let ending = file.extension().and_then(OsStr::to_str)?.to_ascii_lowercase();
    Some(match (folder, &*ending) {
        (_, "csv") => (
            "a table of cards",
            "check the card set that names it in `cards`, or its game",
        ),
        (_, "luau" | "lua") => ("a script", "check the game that names it in `script`"),
        (Some("texts"), "json5" | "json") => (
            "a file of translations",
            "check the game that it belongs to: its translations are checked, too",
        ),
        (Some("tests"), "json5" | "json") => ("a file of tests", "run it with `cardable test`"),
        _ => return None,
    })
}

fn nothing_to_check(path: &Path, (what, help): (&str, &str)) -> Checked {
    let mut diagnostics = Diagnostics::new();
    let message = format!(
        "`{}` is {what}, and not a ruleset, card set or deck",
        path.display()
    );
    diagnostics.push(Diagnostic::error(Code::NothingFound, None, message).help(help));
    Checked {
        ruleset: None,
        sources: Sources::new(),
        diagnostics,
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let entries = entries.filter_map(Result::ok);
    let entries = entries.filter(|entry| !entry.file_name().to_str().is_some_and(is_hidden));
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    entries.sort();
    entries
}

fn files_of(folder: &Path) -> Vec<PathBuf> {
    let is_json = |path: &PathBuf| path.is_file() && path.extension().is_some_and(|e| e == "json");
    entries(folder).into_iter().filter(is_json).collect()
}

/// A fragment without a game that imports it.
fn fragment(path: &Path) -> Checked {
    let beside = folder_of(path);
    // Other fragments of the game may lie beside its rules.
    let (folder, is_apart) = match (beside.file_name(), beside.parent()) {
        (Some(name), Some(game)) if name == "fragments" => (folder_or_here(game), true),
        _ => (beside, false),
    };
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let inner = match is_apart {
        true => ContentPath::new(&format!("fragments/{name}")),
        false => ContentPath::new(name),
    };
    let mut diagnostics = Diagnostics::new();
    match (Directory::open(folder), inner) {
        (Ok(files), Ok(inner)) => return load::loader().check_fragment(&files, &inner),
        (Err(error), _) => unreadable(&mut diagnostics, path, &error),
        (_, Err(error)) => unreadable(&mut diagnostics, path, &error),
    }
    Checked {
        ruleset: None,
        sources: Sources::new(),
        diagnostics,
    }
}

/// The folder that a file is in.
fn folder_of(file: &Path) -> &Path {
    folder_or_here(file.parent().unwrap_or(file))
}

fn folder_or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}

/// Card sets and decks without rules.
fn collection(path: &Path) -> Checked {
    let mut sources = Sources::new();
    let mut diagnostics = Diagnostics::new();
    let folder = if path.is_dir() {
        folder_or_here(path)
    } else {
        folder_of(path)
    };
    let inner = match path.file_name().and_then(|name| name.to_str()) {
        Some(name) if !path.is_dir() => ContentPath::new(name),
        _ => Ok(ContentPath::root()),
    };
    match (Directory::open(folder), inner) {
        (Ok(files), Ok(inner)) => {
            let roots: Vec<Directory> = roots(folder)
                .filter_map(|root| Directory::open(root).ok())
                .collect();
            let roots: Vec<&dyn cardable_core::content::Files> = roots.iter().map(|root| root as _).collect();
            let roots = Roots {
                content: &roots,
                supplied: &[cardable_rulesets::files()],
            };
            Collection::from_files(&files, &inner, roots, &mut sources, &mut diagnostics);
        }
        (Err(error), _) => unreadable(&mut diagnostics, path, &error),
        (_, Err(error)) => unreadable(&mut diagnostics, path, &error),
    }
    Checked {
        ruleset: None,
        sources,
        diagnostics,
    }
}

/// A standalone card-games deck, read without anything else.
fn table_deck(path: &Path) -> Checked {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or("deck.json");
    let mut files = MemoryFiles::new();
    let game = serde_json::json!({
        "name": "deck",
        "players": 1,
        "turns": false,
        "decks": [{ "name": "deck", "source": name }],
        "shared_zones": [{ "name": "table", "control": "all", "decks": ["deck"], "size": "*", "is_library": true }],
        "player_zones": [],
    });
    let read = std::fs::read(path).map_err(|error| error.to_string());
    let game = read.and_then(|deck| {
        let said = |error: PathError| error.to_string();
        files.add(name, deck).map_err(said)?;
        files.add("table.game.json", game.to_string()).map_err(said)?;
        ContentPath::new("table.game.json").map_err(said)
    });
    let mut diagnostics = Diagnostics::new();
    match game {
        Ok(game) => load::loader().check_files(&files, &game),
        Err(error) => {
            unreadable(&mut diagnostics, path, &error);
            Checked {
                ruleset: None,
                sources: Sources::new(),
                diagnostics,
            }
        }
    }
}

fn unreadable(diagnostics: &mut Diagnostics, path: &Path, error: &dyn std::fmt::Display) {
    let message = format!("`{}` cannot be read: {error}", path.display());
    diagnostics.push(Diagnostic::error(Code::Unreadable, None, message));
}

/// Where card sets for loose decks can be: next to their folder, and next to the card set whose `decks` folder
/// it is.
fn roots(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    let up = if folder.file_name().is_some_and(|name| name == "decks") {
        2
    } else {
        1
    };
    folder.ancestors().nth(up).map(Path::to_path_buf).into_iter()
}

/// Classifies a file. An unreadable file is classified by its name alone; its check reports the error.
fn contents(path: &Path) -> Contents {
    let small = std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= MAX_BYTES as u64);
    let text = small.then(|| std::fs::read_to_string(path).ok()).flatten();
    Contents::of(path.to_str().unwrap_or_default(), &text.unwrap_or_default())
}
