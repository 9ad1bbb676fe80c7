//! Records which files are read.

use cardable_core::content::{ContentPath, Entry, Files, FilesError, Kind};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum size of a stored picture in bytes.
const LARGEST: u64 = 4 << 20;

/// Files that record every read.
pub(super) struct Recording<'a> {
    files: &'a dyn Files,
    read: Mutex<BTreeMap<ContentPath, Vec<u8>>>,
}

impl<'a> Recording<'a> {
    pub(super) fn of(files: &'a dyn Files) -> Recording<'a> {
        Recording {
            files,
            read: Mutex::default(),
        }
    }

    /// Everything that was read, and the pictures in the folders that were listed.
    pub(super) fn finish(self) -> BTreeMap<ContentPath, Vec<u8>> {
        self.read.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn kept(&self) -> MutexGuard<'_, BTreeMap<ContentPath, Vec<u8>>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_pictures(&self, folder: &ContentPath, entries: &[Entry]) {
        if !folder.parts().any(|part| part == "resources") {
            return;
        }
        for entry in entries.iter().filter(|e| e.kind == Kind::File) {
            if let Ok(path) = folder.join(&entry.name)
                && !self.kept().contains_key(&path)
                && let Ok(bytes) = self.files.read(&path, LARGEST)
            {
                self.kept().insert(path, bytes);
            }
        }
    }
}

impl Files for Recording<'_> {
    /// The folder's name only: players see where rules faulted, but not where the files are on disk.
    fn name(&self) -> &str {
        let name = self.files.name();
        name.rsplit(['/', '\\']).next().unwrap_or(name)
    }

    fn read(&self, path: &ContentPath, limit: u64) -> Result<Vec<u8>, FilesError> {
        let bytes = self.files.read(path, limit)?;
        self.kept().insert(path.clone(), bytes.clone());
        Ok(bytes)
    }

    fn list(&self, path: &ContentPath) -> Result<Vec<Entry>, FilesError> {
        let entries = self.files.list(path)?;
        self.take_pictures(path, &entries);
        Ok(entries)
    }

    fn links_out(&self, folder: &ContentPath) -> Vec<Box<str>> {
        self.files.links_out(folder)
    }

    fn kind(&self, path: &ContentPath) -> Option<Kind> {
        self.files.kind(path)
    }
}
