//! Where texts and pictures come from.

use super::ContentPath;

/// Something that holds files, reachable by paths below one root.
///
/// The engine reads content only through this, so a game can come from a directory, an archive,
/// a program's own resources or a test's memory alike.
///
/// ```
/// use cardable_core::content::{ContentPath, Entry, Files, FilesError, Kind};
/// /// One file that is part of the program.
/// struct Own;
/// impl Files for Own {
///     fn read(&self, path: &ContentPath, _limit: u64) -> Result<Vec<u8>, FilesError> {
///         match path.as_str() {
///             "tiny.json" => Ok(cardable_core::testing::TINY.into()),
///             _ => Err(FilesError::NotFound),
///         }
///     }
///     fn list(&self, _: &ContentPath) -> Result<Vec<Entry>, FilesError> {
///         Ok(vec![Entry { name: "tiny.json".into(), kind: Kind::File }])
///     }
///     fn kind(&self, path: &ContentPath) -> Option<Kind> {
///         (path.as_str() == "tiny.json").then_some(Kind::File)
///     }
/// }
/// let checked = cardable_core::Loader::new().check_files(&Own, &ContentPath::new("tiny.json")?);
/// assert!(checked.ruleset.is_some());
/// # Ok::<(), cardable_core::content::PathError>(())
/// ```
pub trait Files: Send + Sync {
    /// What messages put in front of a path, such as the directory as the user named it; empty
    /// when a path says enough.
    fn name(&self) -> &str {
        ""
    }

    /// The bytes of a file.
    ///
    /// A file of more than `limit` bytes is refused before it is read.
    fn read(&self, path: &ContentPath, limit: u64) -> Result<Vec<u8>, FilesError>;

    /// What is directly in a folder, sorted by name.
    fn list(&self, path: &ContentPath) -> Result<Vec<Entry>, FilesError>;

    /// What a path leads to; nothing if it leads nowhere.
    fn kind(&self, path: &ContentPath) -> Option<Kind>;

    /// The links of a folder that are not followed, because they lead out of the root: told to
    /// authors who miss what they link to.
    fn links_out(&self, folder: &ContentPath) -> Vec<Box<str>> {
        let _ = folder;
        Vec::new()
    }
}

/// Whether a file or folder is none that an author wrote: systems and editors keep what is theirs in names that begin with a
/// dot (`.DS_Store`, `._de.json5`, `.#de.json5`). Nothing of a game is read from these.
///
/// ```
/// use cardable_core::content::is_hidden;
/// assert!(is_hidden("._ruleset.json") && !is_hidden("ruleset.json"));
/// ```
pub fn is_hidden(name: &str) -> bool {
    name.starts_with('.')
}

/// What an author has put into a folder.
pub(crate) fn entries(files: &dyn Files, folder: &ContentPath) -> Result<Vec<Entry>, FilesError> {
    let mut entries = files.list(folder)?;
    entries.retain(|entry| !is_hidden(&entry.name));
    Ok(entries)
}

/// Whether a path leads nowhere because it, or a folder on its way, is a link out of the root.
pub(crate) fn leads_out(files: &dyn Files, path: &ContentPath) -> bool {
    let mut at = Some(path.clone());
    while let Some(here) = at {
        let (Some(folder), Some(name)) = (here.parent(), here.file_name()) else {
            return false;
        };
        if files.links_out(&folder).iter().any(|link| **link == *name) {
            return true;
        }
        at = Some(folder);
    }
    false
}

/// How many entries of one folder are listed.
pub(super) const MAX_ENTRIES: usize = 10_000;

/// One entry of a folder.
///
/// See [`Files`] for an example.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Its name, without the path.
    pub name: Box<str>,
    /// What it is.
    pub kind: Kind,
}

/// What a path can lead to.
///
/// See [`Files`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A file.
    File,
    /// A folder.
    Folder,
}

/// Why a file or folder could not be read.
///
/// ```
/// use cardable_core::content::{ContentPath, Files, FilesError, MemoryFiles};
/// let read = MemoryFiles::new().read(&ContentPath::new("cards.json")?, 1_000);
/// assert_eq!(read, Err(FilesError::NotFound));
/// # Ok::<(), cardable_core::content::PathError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilesError {
    /// There is none.
    #[error("it does not exist")]
    NotFound,
    /// It is no file, or no folder.
    #[error("it is not {0}")]
    WrongKind(&'static str),
    /// The file is larger than what was asked for.
    #[error("it has more than {limit} bytes")]
    TooLarge {
        /// How much may be read.
        limit: u64,
    },
    /// The folder has too many entries.
    #[error("it has more than {limit} entries")]
    TooMany {
        /// How many may be listed.
        limit: usize,
    },
    /// A link leads out of the root.
    #[error("it leads out of its root")]
    Outside,
    /// The system said no.
    #[error("{0}")]
    Other(String),
}
