//! Whether the files that are written are still those that the next host will open. A file that was
//! deleted, or put aside, can be written for as long as it is open, and all of it is gone after that.

use super::StoreError;
use std::path::{Path, PathBuf};

/// The files of a database.
#[derive(Debug)]
pub(super) struct Standing {
    files: [PathBuf; 2],
    /// What they were when something was written first.
    known: Option<[Identity; 2]>,
}

/// What a file is, whatever it is called.
type Identity = (u64, u64);

impl Standing {
    pub(super) fn of(path: &Path) -> Standing {
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        Standing {
            files: [path.to_owned(), log.into()],
            known: None,
        }
    }

    /// Whether what was written just now will be found.
    pub(super) fn check(&mut self) -> Result<(), StoreError> {
        let gone = |path: &PathBuf| StoreError::Failed(format!("`{}` is gone", path.display()));
        let mut now = [(0, 0); 2];
        for (path, now) in self.files.iter().zip(&mut now) {
            *now = identity(path).ok_or_else(|| gone(path))?;
        }
        let known = self.known.get_or_insert(now);
        let other = self.files.iter().zip(known).zip(&now);
        match other
            .filter(|((_, known), now)| known != now)
            .map(|((path, _), _)| path)
            .next()
        {
            Some(path) => Err(gone(path)),
            None => Ok(()),
        }
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let about = path.metadata().ok()?;
    Some((about.dev(), about.ino()))
}

/// Files that are open cannot be deleted here.
#[cfg(not(unix))]
fn identity(_: &Path) -> Option<Identity> {
    Some((0, 0))
}
