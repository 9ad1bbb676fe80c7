//! Finding a ruleset by its path, or by its name among those that are at hand.

use crate::end::Failure;
use crate::{excerpt, shipped};
use cardable_core::content::{ContentPath, Dialect};
use cardable_core::diag::did_you_mean;
use cardable_core::{Checked, Loader, Ruleset};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder beside which a name is enough.
const FOLDER: &str = "rulesets";

/// What is played when nobody says.
pub(crate) const USUAL: &str = "skullable";

/// Where a ruleset is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// A file or folder.
    Path(PathBuf),
    /// Among those that come with the program.
    Shipped(&'static str),
}

/// Finds a ruleset: a path, a name in the folder `rulesets`, or a game that comes with the program.
pub(crate) fn find(name: &str) -> Result<Found, Failure> {
    let path = Path::new(name);
    if path.exists() {
        return Ok(Found::Path(path.to_owned()));
    }
    let in_folder = Path::new(FOLDER).join(name);
    if !name.contains(['/', '\\']) && has_rules(&in_folder) {
        return Ok(Found::Path(in_folder));
    }
    if let Some(shipped) = shipped::names().find(|shipped| *shipped == name) {
        return Ok(Found::Shipped(shipped));
    }
    let known: Vec<&str> = shipped::names().collect();
    let help = match did_you_mean(name, known.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("name a file, a folder, or one of {}", known.join(", ")),
    };
    Err(Failure::usage(format!("there is no ruleset `{name}`: {help}")))
}

/// Whether a folder has a file whose name says that it holds rules.
pub(crate) fn has_rules(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .any(|name| Dialect::of_name(&name).is_some())
}

#[cfg(feature = "lua")]
static LUAU: std::sync::LazyLock<cardable_lua::Luau> = std::sync::LazyLock::new(cardable_lua::Luau::new);

/// How this program reads rulesets: with scripts, where it was built with them.
pub(crate) fn loader() -> Loader<'static> {
    let loader = Loader::new();
    #[cfg(feature = "lua")]
    let loader = loader.scripts(&*LUAU);
    loader
}

/// Checks a ruleset.
pub(crate) fn check(found: &Found) -> Checked {
    check_with(found, loader())
}

/// Checks a ruleset with a loader that has no roots yet.
pub(crate) fn check_with(found: &Found, loader: Loader<'_>) -> Checked {
    match found {
        Found::Path(path) => loader.check_path(path),
        Found::Shipped(name) => {
            let files = shipped::files();
            let path = ContentPath::new(name).unwrap_or_else(|_| ContentPath::root());
            loader.roots(&[&files]).check_files(&files, &path)
        }
    }
}

/// Loads a ruleset; what keeps it from being played is told with its place.
pub(crate) fn ruleset(name: &str) -> Result<Ruleset, Failure> {
    let checked = check(&find(name)?);
    match checked.ruleset {
        Some(ruleset) => Ok(ruleset),
        None => {
            tell_errors(&checked);
            Err(Failure::Told)
        }
    }
}

/// Shows what keeps a ruleset from being played.
pub(crate) fn tell_errors(checked: &Checked) {
    let mut err = anstream::stderr().lock();
    let problems = checked.diagnostics.sorted();
    for problem in problems.into_iter().filter(|p| excerpt::is_error(p)) {
        // There is nowhere left to tell that this failed.
        let _ = writeln!(err, "{}\n", excerpt::render(problem, &checked.sources));
    }
}

/// The ruleset with this hash, of all that are at hand.
pub(crate) fn by_hash(hash: &str) -> Option<Ruleset> {
    let folder = std::fs::read_dir(FOLDER).into_iter().flatten();
    let near = folder.filter_map(|entry| Some(Found::Path(entry.ok()?.path())));
    let near = near.filter(|found| matches!(found, Found::Path(path) if has_rules(path)));
    let shipped = shipped::names().map(Found::Shipped);
    near.chain(shipped)
        .filter_map(|found| check(&found).ruleset)
        .find(|ruleset| ruleset.hash_hex() == hash)
}
