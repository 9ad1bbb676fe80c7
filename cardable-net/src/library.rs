//! The rulesets for new rooms, and the stored files of existing rooms.
//!
//! An [`Edition`] is a ruleset at one point in time with every file it was read from. A room is pinned to its edition,
//! whose files are stored. Changes on disk create a new edition for new rooms.

mod edition;
mod pace;
mod pinned;
mod recording;
#[cfg(test)]
mod tests;
mod watch;

pub use edition::{Edition, Localized, PinnedFile};
pub use pinned::PinError;

use crate::store::RoomLog;
use cardable_core::content::{ContentPath, Directory, Files, Kind, dialect_of_name};
use cardable_core::diag::{Code, Report, Severity};
use cardable_core::script::ScriptEngine;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::sync::watch::{Receiver, Sender};

/// The rulesets of a host. Clones share them.
#[derive(Clone)]
pub struct Library {
    inner: Arc<Inner>,
}

struct Inner {
    shipped: Box<dyn Files>,
    folders: Vec<PathBuf>,
    scripts: edition::Scripts,
    shelf: Mutex<Shelf>,
    /// Number of changes of the rulesets for new rooms.
    changes: Sender<u64>,
    watcher: Mutex<Option<notify::RecommendedWatcher>>,
}

#[derive(Default)]
struct Shelf {
    editions: BTreeMap<String, Arc<Edition>>,
    problems: BTreeMap<String, Vec<Report>>,
    /// Editions still in use, by the hash of their rulesets.
    in_use: HashMap<[u8; 32], Weak<Edition>>,
}

impl Shelf {
    /// Names and hashes of the rulesets on offer.
    fn offered(&self) -> Vec<(String, [u8; 32])> {
        let editions = self.editions.iter();
        editions
            .map(|(name, edition)| (name.clone(), edition.ruleset.edition().0))
            .collect()
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library")
            .field("folders", &self.inner.folders)
            .field("rulesets", &self.names())
            .finish_non_exhaustive()
    }
}

/// A key that every file with rules contains, and the maximum file size that is searched for it.
const STATES: &[u8] = b"game_state";
const LARGEST: u64 = 16 << 20;

impl Library {
    /// The rulesets included in the host.
    pub fn shipped() -> Library {
        Library::with_folders(Vec::new())
    }

    /// The rulesets in these folders, each a folder or a file `NAME.json`, `NAME.cardgame.json` or
    /// `NAME.game.json`, and the included ones. If a name occurs more than once, the earliest folder wins.
    pub fn with_folders(folders: Vec<PathBuf>) -> Library {
        Library::of_files(*cardable_rulesets::files(), folders)
    }

    /// Rulesets in memory, together with those in folders.
    pub fn of_files(files: impl Files + 'static, folders: Vec<PathBuf>) -> Library {
        Library::new(Box::new(files), folders, edition::usual_scripts())
    }

    /// Like [`Library::of_files`], with another script language than the default.
    pub fn of_files_with_scripts(
        files: impl Files + 'static,
        folders: Vec<PathBuf>,
        scripts: &'static dyn ScriptEngine,
    ) -> Library {
        Library::new(Box::new(files), folders, Some(scripts))
    }

    fn new(files: Box<dyn Files>, folders: Vec<PathBuf>, scripts: edition::Scripts) -> Library {
        let library = Library {
            inner: Arc::new(Inner {
                shipped: files,
                folders,
                scripts,
                shelf: Mutex::default(),
                changes: Sender::new(0),
                watcher: Mutex::new(None),
            }),
        };
        let taken = library.read_anew();
        for replaced in library.replaced(&taken) {
            tracing::warn!(
                ruleset = replaced.name,
                folder = %replaced.folder.display(),
                "`{}` of the folder is served in place of the built-in `{}`; rename its folder or file to serve both",
                replaced.title,
                replaced.built_in
            );
        }
        library
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        // No code panics while holding the lock.
        self.inner.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the files again. If a ruleset now has errors, its last good edition is kept.
    pub fn refresh(&self) {
        self.read_anew();
    }

    /// Reads the files again, and tells which rulesets that come along are replaced: their names and places, and the
    /// folders of those that are served.
    fn read_anew(&self) -> Vec<(String, ContentPath, PathBuf)> {
        let mut folder_of: BTreeMap<String, &Path> = BTreeMap::new();
        let mut found: BTreeMap<String, Result<Edition, Vec<Report>>> = BTreeMap::new();
        for folder in &self.inner.folders {
            match Directory::open(folder) {
                Ok(files) => {
                    let roots: [&dyn Files; 2] = [&files, &*self.inner.shipped];
                    read_all(&roots, self.inner.scripts, &mut found);
                    for name in found.keys() {
                        folder_of.entry(name.clone()).or_insert(folder);
                    }
                }
                Err(error) => {
                    tracing::error!(folder = %folder.display(), %error, "the folder of rulesets cannot be read");
                }
            }
        }
        let shipped: [&dyn Files; 1] = [&*self.inner.shipped];
        let taken = read_all(&shipped, self.inner.scripts, &mut found);
        let mut shelf = self.shelf();
        let before = shelf.offered();
        shelf.editions.retain(|name, _| found.contains_key(name));
        shelf.problems.clear();
        shelf.in_use.retain(|_, edition| edition.strong_count() > 0);
        for (name, read) in found {
            match read {
                Ok(edition) => {
                    let now = shelf.editions.get(&name);
                    if now.is_none_or(|now| now.ruleset.edition() != edition.ruleset.edition()) {
                        tracing::info!(
                            ruleset = name,
                            hash = edition.ruleset.edition().to_string(),
                            "a ruleset is served"
                        );
                        let edition = Arc::new(edition);
                        shelf
                            .in_use
                            .insert(edition.ruleset.edition().0, Arc::downgrade(&edition));
                        shelf.editions.insert(name, edition);
                    }
                }
                Err(reports) => {
                    let first = reports.first().map(ToString::to_string).unwrap_or_default();
                    tracing::warn!(
                        ruleset = name,
                        problems = reports.len(),
                        first,
                        "a ruleset has mistakes and is not offered so; `cardable check` shows all of them"
                    );
                    shelf.problems.insert(name, reports);
                }
            }
        }
        let others = shelf.offered() != before;
        drop(shelf);
        if others {
            self.inner.changes.send_modify(|times| *times += 1);
        }
        let taken = taken.into_iter();
        taken
            .filter_map(|(name, path)| {
                let folder = folder_of.get(&name)?.to_path_buf();
                Some((name, path, folder))
            })
            .collect()
    }

    /// What the rulesets of folders are called that are served in place of ones that come along, and these.
    fn replaced(&self, taken: &[(String, ContentPath, PathBuf)]) -> Vec<Replaced> {
        let shipped: [&dyn Files; 1] = [&*self.inner.shipped];
        let replaced = taken.iter().filter_map(|(name, path, folder)| {
            let built_in = edition::read(name, path, &shipped, self.inner.scripts).ok()?;
            let title = |edition: &Edition| edition.ruleset.name().to_owned();
            Some(Replaced {
                name: name.clone(),
                folder: folder.clone(),
                title: self.shelf().editions.get(name).map(|edition| title(edition))?,
                built_in: title(&built_in),
            })
        });
        replaced.collect()
    }

    /// A counter that increases when the rulesets for new rooms change.
    pub fn changes(&self) -> Receiver<u64> {
        self.inner.changes.subscribe()
    }

    /// Starts watching the files, and reads them again whenever they change.
    pub fn watch(&self) -> Result<(), notify::Error> {
        let watcher = watch::start(self)?;
        *self.inner.watcher.lock().unwrap_or_else(PoisonError::into_inner) = watcher;
        Ok(())
    }

    fn folders(&self) -> &[PathBuf] {
        &self.inner.folders
    }

    /// The names of the rulesets for new rooms.
    pub fn names(&self) -> Vec<String> {
        self.shelf().editions.keys().cloned().collect()
    }

    /// The editions for new rooms, sorted by name.
    pub fn editions(&self) -> Vec<Arc<Edition>> {
        self.shelf().editions.values().cloned().collect()
    }

    /// The edition for new rooms with this name.
    pub fn edition(&self, name: &str) -> Option<Arc<Edition>> {
        self.shelf().editions.get(name).cloned()
    }

    /// The editions for new rooms and those still in use.
    pub fn in_use(&self) -> Vec<Arc<Edition>> {
        self.shelf().in_use.values().filter_map(Weak::upgrade).collect()
    }

    /// Rulesets with errors, and the errors.
    pub fn problems(&self) -> BTreeMap<String, Vec<Report>> {
        self.shelf().problems.clone()
    }

    /// The edition that a room is pinned to, from memory or from the store.
    pub async fn pinned(&self, hash: &[u8; 32], log: &dyn RoomLog) -> Result<Arc<Edition>, PinError> {
        if let Some(edition) = self.shelf().in_use.get(hash).and_then(Weak::upgrade) {
            return Ok(edition);
        }
        let edition = Arc::new(pinned::read(hash, log, self.inner.scripts).await?);
        self.shelf().in_use.insert(*hash, Arc::downgrade(&edition));
        Ok(edition)
    }

    /// The edition with this hash, if it is in use or on offer.
    pub fn by_hash(&self, hash: &[u8; 32]) -> Option<Arc<Edition>> {
        self.shelf().in_use.get(hash).and_then(Weak::upgrade)
    }
}

impl Edition {
    /// Stores everything that the ruleset needs.
    pub(crate) async fn keep(&self, log: &dyn RoomLog) -> Result<(), crate::store::StoreError> {
        pinned::write(self, log).await
    }
}

/// Reads the rulesets of the first root. Its card sets and decks are looked up in all roots. Gives those whose names
/// were found before, with where they lie.
fn read_all(
    roots: &[&dyn Files],
    scripts: edition::Scripts,
    found: &mut BTreeMap<String, Result<Edition, Vec<Report>>>,
) -> Vec<(String, ContentPath)> {
    let mut taken = Vec::new();
    let Some(files) = roots.first() else { return taken };
    let Ok(entries) = files.list(&ContentPath::root()) else {
        return taken;
    };
    let (folders, bare): (Vec<_>, Vec<_>) = entries.into_iter().partition(|e| e.kind == Kind::Folder);
    let mut own = BTreeSet::new();
    for folder in folders {
        let Ok(path) = ContentPath::new(&folder.name) else {
            continue;
        };
        let has_rules = files
            .list(&path)
            .is_ok_and(|entries| entries.iter().any(|e| dialect_of_name(&e.name).is_some()));
        if has_rules {
            own.insert(folder.name.to_string());
            if found.contains_key(&*folder.name) {
                taken.push((folder.name.to_string(), path));
            } else {
                let read = edition::read(&folder.name, &path, roots, scripts);
                found.insert(folder.name.to_string(), read);
            }
        }
    }
    for file in bare {
        let name = match dialect_of_name(&file.name) {
            Some(dialect) => dialect.stem(&file.name),
            None if is_fat(*files, &file.name) => file.name.strip_suffix(".json"),
            None => continue,
        };
        let Some(name) = name else {
            found.insert(file.name.to_string(), Err(vec![not_served(&file.name, None)]));
            continue;
        };
        let Ok(path) = ContentPath::new(&file.name) else {
            continue;
        };
        // The name was used within this folder, not in one with precedence.
        if !own.insert(name.to_owned()) {
            found.insert(
                file.name.to_string(),
                Err(vec![not_served(&file.name, Some(name))]),
            );
        } else if found.contains_key(name) {
            taken.push((name.to_owned(), path));
        } else {
            found.insert(name.to_owned(), edition::read(name, &path, roots, scripts));
        }
    }
    taken
}

/// A ruleset of a folder that is served in place of one that comes along.
#[derive(Debug, PartialEq, Eq)]
struct Replaced {
    name: String,
    folder: PathBuf,
    /// What the game of the folder is called.
    title: String,
    /// What the game that comes along is called.
    built_in: String,
}

/// Whether a single file contains rules. Other files next to it can be card sets, decks or notes.
fn is_fat(files: &dyn Files, name: &str) -> bool {
    let Ok(path) = ContentPath::new(name) else {
        return false;
    };
    let text = name.ends_with(".json").then(|| files.read(&path, LARGEST));
    // Every ruleset has this key, whatever else is wrong with it.
    text.and_then(Result::ok)
        .is_some_and(|text| text.windows(STATES.len()).any(|part| part == STATES))
}

/// Why a file with rules is not offered.
fn not_served(file: &str, taken: Option<&str>) -> Report {
    let (message, help) = match taken {
        Some(name) => (
            format!("another ruleset beside this file is called `{name}` too, and is served in its place"),
            "call the file otherwise".to_owned(),
        ),
        None => (
            format!("`{file}` lies beside the folders of rulesets, and has no name of its own"),
            "put it into a folder, whose name is the ruleset's".to_owned(),
        ),
    };
    Report {
        place: None,
        code: Code::NotServed,
        severity: Severity::Error,
        message,
        help: Some(help),
        text: None,
    }
}

/// Whether rulesets are read from this kind of path.
fn matters(path: &Path) -> bool {
    path.extension().is_none_or(|e| e != "swp" && e != "tmp")
}
