//! `cardable test`

use crate::end::{End, Failure};
use crate::load::{self, Found};
use crate::{excerpt, paint};
use cardable_core::cases::{self, CaseRun};
use cardable_core::content::{ContentPath, Directory, Files, FilesError, Kind, MAX_BYTES};
use cardable_core::diag::{Code, Diagnostic, FileId, Sources};
use clap::{Args, ValueEnum};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The folder beside a ruleset in which its tests are.
const FOLDER: &str = "tests";
/// How often `--watch` looks whether a file has changed.
const LOOK: Duration = Duration::from_millis(300);
/// How many files of a game `--watch` looks at.
const MOST_WATCHED: usize = 1_000;

/// Test the rules of games: where a game stands, what seats choose, and what is so then
///
/// Tests are in the folder `tests` beside a ruleset, in files that end with `.json5` or `.json`. A test that fails ends with
/// exit code 1, and so does a game without tests.
#[derive(Args)]
#[command(after_help = "Examples:
  cardable test my-game
  cardable test my-game --only knock --watch
  cardable test rulesets --format json > tests.json")]
pub(crate) struct Test {
    /// Rulesets, files of tests, folders of several games, or names of games that come with the program
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// Run the tests with this text in their names
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Lines for people, or one array for other programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Run them again whenever a file changes, until Ctrl-C
    #[arg(long, conflicts_with = "format")]
    watch: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// A game, and the files of tests that are to be run.
struct Subject {
    name: String,
    game: Found,
    files: Vec<TestFile>,
}

/// A file of tests.
struct TestFile {
    name: String,
    /// What stands in it, or why it cannot be read.
    bytes: Result<Vec<u8>, FilesError>,
}

/// What came of all tests.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    /// Files that could not be read, and games with errors.
    broken: usize,
    objects: Vec<serde_json::Value>,
}

impl Test {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        if !self.watch {
            return self.run_once(out);
        }
        loop {
            let seen = changed_at(&self.paths);
            // A file that is half written is a problem to show, and no reason to end.
            match self.run_once(out) {
                Ok(_) => {}
                Err(Failure::Output(error)) => return Err(Failure::Output(error)),
                Err(failure) => _ = failure.tell(),
            }
            writeln!(out, "waiting for changes; Ctrl-C ends\n")?;
            out.flush()?;
            while changed_at(&self.paths) == seen {
                std::thread::sleep(LOOK);
            }
        }
    }

    fn run_once(&self, out: &mut dyn Write) -> Result<End, Failure> {
        let mut tally = Tally::default();
        for path in &self.paths {
            let subjects = subjects(path)?;
            if subjects.iter().all(|subject| subject.files.is_empty()) {
                return Err(Failure::problem(format!(
                    "`{path}` has no tests: write some into the folder `{FOLDER}` beside its rules, such as `{FOLDER}/rules.json5`"
                )));
            }
            for subject in &subjects {
                self.test(subject, &mut tally, out)?;
            }
        }
        match self.format {
            Format::Json => writeln!(out, "{:#}", serde_json::Value::Array(tally.objects))?,
            Format::Text => {
                let mut said = format!("{} passed", tally.passed);
                if tally.failed > 0 {
                    said += &format!(", {} failed", tally.failed);
                }
                if tally.broken > 0 {
                    said += &format!(", {} could not be read", tally.broken);
                }
                let style = match tally.failed + tally.broken {
                    0 => paint::GOOD,
                    _ => paint::BAD,
                };
                writeln!(out, "{}", paint::styled(style, said))?;
            }
        }
        if tally.failed + tally.broken == 0 && tally.passed == 0 {
            let text = self.only.as_deref().unwrap_or_default();
            return Err(Failure::problem(format!("no test has `{text}` in its name")));
        }
        Ok(match tally.failed + tally.broken {
            0 => End::Fine,
            _ => End::Found,
        })
    }

    fn test(&self, subject: &Subject, tally: &mut Tally, out: &mut dyn Write) -> Result<(), Failure> {
        if subject.files.is_empty() {
            return Ok(());
        }
        if self.format == Format::Text {
            writeln!(out, "{}", subject.name)?;
        }
        let ruleset = match load::usable(load::check(&subject.game)) {
            Ok(ruleset) => ruleset,
            Err(Failure::Output(error)) => return Err(Failure::Output(error)),
            // Other games are tested all the same.
            Err(failure) => {
                failure.tell();
                tally.broken += 1;
                tally.objects.push(object(subject, None, &[], &Sources::new()));
                return Ok(());
            }
        };
        for file in &subject.files {
            let mut sources = Sources::new();
            let file = match file.add_to(&mut sources) {
                Ok(file) => file,
                // The other files are tested all the same.
                Err(problem) => {
                    tally.broken += 1;
                    match self.format {
                        Format::Text => writeln!(out, "{}\n", excerpt::render(&problem, &sources))?,
                        Format::Json => tally.objects.push(object(subject, None, &[&problem], &sources)),
                    }
                    continue;
                }
            };
            let ran = cases::run(&ruleset, file, &sources);
            for problem in ran.unread.sorted() {
                match self.format {
                    Format::Text => writeln!(out, "{}\n", excerpt::render(problem, &sources))?,
                    Format::Json => tally.objects.push(object(subject, None, &[problem], &sources)),
                }
            }
            tally.broken += usize::from(ran.unread.has_errors());
            let wanted = |case: &&CaseRun| self.only.as_ref().is_none_or(|only| case.name.contains(only));
            for case in ran.cases.iter().filter(wanted) {
                let passes = case.problems.is_empty();
                tally.passed += usize::from(passes);
                tally.failed += usize::from(!passes);
                match self.format {
                    Format::Text => tell(case, &sources, out)?,
                    Format::Json => {
                        let problems: Vec<&Diagnostic> = case.problems.iter().collect();
                        tally
                            .objects
                            .push(object(subject, Some(case), &problems, &sources));
                    }
                }
            }
        }
        Ok(())
    }
}

impl TestFile {
    /// A file that somebody has named.
    fn at(path: &Path) -> TestFile {
        let bytes = fs::read(path).map_err(|error| FilesError::Other(error.to_string()));
        TestFile {
            name: path.display().to_string(),
            bytes,
        }
    }

    /// Takes up what stands in it.
    fn add_to(&self, sources: &mut Sources) -> Result<FileId, Box<Diagnostic>> {
        let error = match &self.bytes {
            Ok(bytes) => return sources.add_bytes(self.name.as_str(), bytes),
            Err(error) => error,
        };
        sources.add(self.name.as_str(), "");
        let message = format!("`{}` cannot be read: {error}", self.name);
        let help = match error {
            FilesError::Outside => "put the file itself into the folder of tests, instead of a link to it",
            FilesError::TooLarge { .. } => "divide the tests among several files",
            _ => "look whether it may be read, and try again",
        };
        Err(Box::new(
            Diagnostic::error(Code::Unreadable, None, message).help(help),
        ))
    }
}

fn tell(case: &CaseRun, sources: &Sources, out: &mut dyn Write) -> std::io::Result<()> {
    if case.problems.is_empty() {
        return writeln!(out, "  {} {}", paint::styled(paint::GOOD, "ok"), case.name);
    }
    writeln!(out, "  {} {}", paint::styled(paint::BAD, "failed"), case.name)?;
    for problem in &case.problems {
        writeln!(out, "{}\n", excerpt::render(problem, sources))?;
    }
    Ok(())
}

/// A test, or a file that could not be read, as an object for other programs.
fn object(
    subject: &Subject,
    case: Option<&CaseRun>,
    problems: &[&Diagnostic],
    sources: &Sources,
) -> serde_json::Value {
    let place = |problem: &Diagnostic| problem.span.map(|span| sources.line_column(span));
    let problems: Vec<serde_json::Value> = problems
        .iter()
        .map(|problem| {
            serde_json::json!({
                "line": place(problem).map(|(line, _)| line),
                "column": place(problem).map(|(_, column)| column),
                "code": problem.code.as_str(),
                "message": problem.message,
                "help": problem.help,
            })
        })
        .collect();
    let file = sources.files().next().map(|file| sources.name(file));
    serde_json::json!({
        "game": subject.name,
        "file": file,
        "test": case.map(|case| &case.name),
        "passed": case.is_some() && problems.is_empty(),
        "problems": problems,
    })
}

/// The games at a path with their tests.
fn subjects(name: &str) -> Result<Vec<Subject>, Failure> {
    let path = match load::find(name)? {
        Found::Path(path) => path,
        game @ Found::Shipped(shipped) => {
            let is_test = |path: &str| path.starts_with("tests/") && is_tests(Path::new(path));
            let files = shipped
                .files()
                .filter(|(path, _)| is_test(path))
                .map(|(path, bytes)| TestFile {
                    name: path.to_owned(),
                    bytes: Ok(bytes.to_vec()),
                });
            return Ok(vec![Subject {
                name: name.to_owned(),
                game,
                files: files.collect(),
            }]);
        }
    };
    let game = game_folder(&path);
    if path.is_file() && is_tests(&path) && game != folder_of(&path) {
        return Ok(vec![Subject {
            name: game.display().to_string(),
            files: vec![TestFile::at(&path)],
            game: Found::Path(game),
        }]);
    }
    if path.is_file() && is_tests(&path) && holds_tests(&path) {
        return Err(Failure::problem(format!(
            "`{}` holds tests, and lies in no folder of tests: move it into the folder `{FOLDER}` beside the rules of its game",
            path.display()
        )));
    }
    let path = if path.is_dir() { game } else { path };
    if path.is_file() || load::has_rules(&path) || path.join(FOLDER).is_dir() {
        return Ok(vec![beside(path)?]);
    }
    let games = entries(&path)
        .into_iter()
        .filter(|folder| folder.join(FOLDER).is_dir());
    games.map(beside).collect()
}

/// A ruleset with the tests beside it.
fn beside(path: PathBuf) -> Result<Subject, Failure> {
    let folder = match path.is_dir() {
        true => path.as_path(),
        false => path.parent().unwrap_or(&path),
    };
    let files = tests_in(folder)?;
    Ok(Subject {
        name: path.display().to_string(),
        files,
        game: Found::Path(path),
    })
}

/// The files of tests in the folder of a game. Links that lead out of it are not followed, as for all files of a game.
fn tests_in(folder: &Path) -> Result<Vec<TestFile>, Failure> {
    let here = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let unread = |error: &dyn std::fmt::Display| {
        Failure::problem(format!("`{}` cannot be read: {error}", here.display()))
    };
    let files = Directory::open(here).map_err(|error| unread(&error))?;
    let root = ContentPath::root();
    let inner = ContentPath::new(FOLDER).map_err(|error| unread(&error))?;
    let is_link = files.links_out(&root).iter().any(|link| **link == *FOLDER);
    if is_link {
        return Ok(vec![TestFile {
            name: folder.join(FOLDER).display().to_string(),
            bytes: Err(FilesError::Outside),
        }]);
    }
    if files.kind(&inner) != Some(Kind::Folder) {
        return Ok(Vec::new());
    }
    let listed = files.list(&inner).map_err(|error| unread(&error))?;
    let names = listed.into_iter().map(|entry| entry.name);
    let mut names: Vec<Box<str>> = names.chain(files.links_out(&inner)).collect();
    names.retain(|name| is_tests(Path::new(&**name)));
    names.sort();
    let read = names.iter().map(|name| TestFile {
        name: folder.join(FOLDER).join(&**name).display().to_string(),
        bytes: match inner.join(name) {
            Ok(path) => files.read(&path, MAX_BYTES as u64),
            Err(error) => Err(FilesError::Other(error.to_string())),
        },
    });
    Ok(read.collect())
}

/// The folder of the game to which a path belongs: of a file beside its rules, of its folder of tests, and of a file there.
fn game_folder(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let of_tests = |folder: &Path| folder.file_name() == Some(OsStr::new(FOLDER));
    let whole_folder = if path.is_file() {
        whole.parent()
    } else {
        Some(&*whole)
    };
    match whole_folder {
        Some(whole) if of_tests(whole) => whole.parent().unwrap_or(whole).to_owned(),
        _ if path.is_file() => folder_of(path).to_owned(),
        _ => path.to_owned(),
    }
}

/// The folder in which a file lies.
fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn is_tests(file: &Path) -> bool {
    file.extension()
        .is_some_and(|end| end == "json5" || end == "json")
}

/// Whether a file holds tests of rules, and not rules.
fn holds_tests(file: &Path) -> bool {
    let bytes = fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let has_key = |key: &str| {
        let mut behind = text.match_indices(key).map(|(at, _)| &text[at + key.len()..]);
        behind.any(|rest| rest.trim_start_matches(['"', '\'']).trim_start().starts_with(':'))
    };
    has_key("tests") && !["game_state", "phases", "shared_zones"].into_iter().any(has_key)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut entries: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    entries
}

/// When the files of games were changed last.
fn changed_at(names: &[String]) -> Vec<(PathBuf, Option<SystemTime>)> {
    let mut all = Vec::new();
    for name in names {
        if let Ok(Found::Path(path)) = load::find(name) {
            note_changes(&game_folder(&path), &mut all);
        }
    }
    all
}

fn note_changes(path: &Path, all: &mut Vec<(PathBuf, Option<SystemTime>)>) {
    if all.len() >= MOST_WATCHED {
        return;
    }
    if path.is_dir() {
        for entry in entries(path) {
            note_changes(&entry, all);
        }
        return;
    }
    let changed = fs::metadata(path).and_then(|file| file.modified()).ok();
    all.push((path.to_owned(), changed));
}
