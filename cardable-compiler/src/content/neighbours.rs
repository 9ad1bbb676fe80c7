//! What lies around a ruleset's folder, where nobody has named a content root.

use super::{ContentPath, Directory, Entry, Files, FilesError, Kind};
use std::io;
use std::path::Path;

/// The folder that a ruleset's folder is in, and the folders beside it, but nothing below those: it may
/// be anybody's home, which is not to be searched.
#[derive(Clone, Debug)]
pub struct Neighbours(Directory);

impl Neighbours {
    /// Takes the parent of a ruleset's folder.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Neighbours> {
        Directory::open(path).map(Neighbours)
    }
}

impl Files for Neighbours {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn read(&self, path: &ContentPath, limit: u64) -> Result<Vec<u8>, FilesError> {
        self.0.read(path, limit)
    }

    fn list(&self, path: &ContentPath) -> Result<Vec<Entry>, FilesError> {
        let mut entries = self.0.list(path)?;
        if path.parts().next().is_some() {
            entries.retain(|entry| entry.kind == Kind::File);
        }
        Ok(entries)
    }

    fn links_out(&self, folder: &ContentPath) -> Vec<Box<str>> {
        self.0.links_out(folder)
    }

    fn kind(&self, path: &ContentPath) -> Option<Kind> {
        self.0.kind(path)
    }
}
