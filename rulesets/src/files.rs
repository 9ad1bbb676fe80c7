//! The files themselves.

use cardable_core::content::{ContentPath, Entry, Files, FilesError, Kind};

/// Every file by its path, in the order of the paths.
static FILES: ShippedFiles = ShippedFiles {
    files: include!(concat!(env!("OUT_DIR"), "/files.rs")),
};

/// The files of all shipped card sets and games: `standard/cardset.json`, `crazy-eights/ruleset.json` and so on.
///
/// Give them to [`Loader::supplied`](cardable_core::Loader::supplied), and rulesets find the card sets.
pub fn files() -> &'static ShippedFiles {
    &FILES
}

/// The files of all shipped card sets and games; [`files`] has them.
#[derive(Clone, Copy, Debug)]
pub struct ShippedFiles {
    files: &'static [(&'static str, &'static [u8])],
}

impl ShippedFiles {
    /// The path and content of every file, sorted by path.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static [u8])> + use<> {
        self.files.iter().copied()
    }

    /// The content of a file.
    pub fn get(&self, path: &str) -> Option<&'static [u8]> {
        let at = self
            .files
            .binary_search_by(|(known, _)| (*known).cmp(path))
            .ok()?;
        self.files.get(at).map(|(_, bytes)| *bytes)
    }

    /// All files below a folder, with what follows the folder in their paths.
    pub(crate) fn below<'f>(
        &self,
        folder: &'f str,
    ) -> impl Iterator<Item = (&'static str, &'static [u8])> + use<'f> {
        // Folders are few, and nothing is gained by a search.
        self.files.iter().filter_map(move |(path, bytes)| {
            let rest = path.strip_prefix(folder)?;
            match folder {
                "" => Some((rest, *bytes)),
                _ => Some((rest.strip_prefix('/')?, *bytes)),
            }
        })
    }
}

impl Files for ShippedFiles {
    fn name(&self) -> &str {
        "rulesets"
    }

    fn read(&self, path: &ContentPath, limit: u64) -> Result<Vec<u8>, FilesError> {
        match self.get(path.as_str()) {
            Some(bytes) if bytes.len() as u64 > limit => Err(FilesError::TooLarge { limit }),
            Some(bytes) => Ok(bytes.to_vec()),
            None if self.kind(path).is_some() => Err(FilesError::WrongKind("a file")),
            None => Err(FilesError::NotFound),
        }
    }

    fn list(&self, path: &ContentPath) -> Result<Vec<Entry>, FilesError> {
        match self.kind(path) {
            Some(Kind::Folder) => {}
            Some(Kind::File) => return Err(FilesError::WrongKind("a folder")),
            None => return Err(FilesError::NotFound),
        }
        let entry = |rest: &str| match rest.split_once('/') {
            Some((folder, _)) => Entry {
                name: folder.into(),
                kind: Kind::Folder,
            },
            None => Entry {
                name: rest.into(),
                kind: Kind::File,
            },
        };
        let mut entries: Vec<Entry> = self.below(path.as_str()).map(|(rest, _)| entry(rest)).collect();
        entries.sort();
        entries.dedup();
        Ok(entries)
    }

    fn kind(&self, path: &ContentPath) -> Option<Kind> {
        if self.get(path.as_str()).is_some() {
            return Some(Kind::File);
        }
        self.below(path.as_str()).next().map(|_| Kind::Folder)
    }
}
