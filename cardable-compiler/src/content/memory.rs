//! Files that a program or a test holds itself.

use std::collections::BTreeMap;

use super::{ContentPath, Entry, Files, FilesError, Kind, PathError, files::MAX_ENTRIES};

/// Files in memory.
///
/// ```
/// use cardable_core::content::{ContentPath, Files, MemoryFiles};
///
/// let mut files = MemoryFiles::new();
/// files.add("skull/ruleset.json", "{}")?;
/// let listed = files.list(&ContentPath::root()).unwrap();
/// assert_eq!(&*listed[0].name, "skull");
/// # Ok::<(), cardable_core::content::PathError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    name: String,
    files: BTreeMap<ContentPath, Vec<u8>>,
}

impl MemoryFiles {
    /// No files.
    pub fn new() -> MemoryFiles {
        MemoryFiles::default()
    }

    /// No files, under a name that messages put in front of paths.
    pub fn named(name: impl Into<String>) -> MemoryFiles {
        MemoryFiles {
            name: name.into(),
            files: BTreeMap::new(),
        }
    }

    /// Puts a file at a path, in place of what was there.
    pub fn add(&mut self, path: &str, bytes: impl Into<Vec<u8>>) -> Result<(), PathError> {
        self.files.insert(ContentPath::new(path)?, bytes.into());
        Ok(())
    }

    /// All files below a folder, with what follows the folder in their paths.
    fn below(&self, folder: &ContentPath) -> impl Iterator<Item = &str> {
        let skipped = match folder.as_str() {
            "" => 0,
            path => path.len() + 1,
        };
        let files = self.files.range(folder.clone()..).map(|(path, _)| path);
        // Everything with the folder's path in front comes in a row, but `a b` before `a/b`.
        files
            .take_while(|path| path.as_str().starts_with(folder.as_str()))
            .filter(|path| path.is_in(folder))
            .filter_map(move |path| path.as_str().get(skipped..))
    }
}

impl Files for MemoryFiles {
    fn name(&self) -> &str {
        &self.name
    }

    fn read(&self, path: &ContentPath, limit: u64) -> Result<Vec<u8>, FilesError> {
        let Some(bytes) = self.files.get(path) else {
            return Err(match self.kind(path) {
                Some(_) => FilesError::WrongKind("a file"),
                None => FilesError::NotFound,
            });
        };
        if bytes.len() as u64 > limit {
            return Err(FilesError::TooLarge { limit });
        }
        Ok(bytes.clone())
    }

    fn list(&self, path: &ContentPath) -> Result<Vec<Entry>, FilesError> {
        match self.kind(path) {
            Some(Kind::Folder) => {}
            Some(Kind::File) => return Err(FilesError::WrongKind("a folder")),
            None => return Err(FilesError::NotFound),
        }
        let mut entries: Vec<Entry> = self
            .below(path)
            .map(|rest| match rest.split_once('/') {
                Some((folder, _)) => Entry {
                    name: folder.into(),
                    kind: Kind::Folder,
                },
                None => Entry {
                    name: rest.into(),
                    kind: Kind::File,
                },
            })
            .collect();
        entries.sort();
        entries.dedup();
        if entries.len() > MAX_ENTRIES {
            return Err(FilesError::TooMany { limit: MAX_ENTRIES });
        }
        Ok(entries)
    }

    fn kind(&self, path: &ContentPath) -> Option<Kind> {
        if self.files.contains_key(path) {
            return Some(Kind::File);
        }
        let is_folder = path.as_str().is_empty() || self.below(path).next().is_some();
        is_folder.then_some(Kind::Folder)
    }
}
