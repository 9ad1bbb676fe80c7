//! Checks that the open files are still those that the next host will open. A deleted or renamed file stays
//! writable while it is open, but what is written to it is lost afterwards.

use super::StoreError;
use std::path::{Path, PathBuf};

/// The files of a database.
#[derive(Debug)]
pub(super) struct Standing {
    files: [PathBuf; 2],
    /// The identities of the files at the first write.
    known: Option<[Identity; 2]>,
}

/// Identifies a file independently of its name.
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

    /// Fails if the data just written is not in the file that will be opened next.
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

/// Open files cannot be deleted on this platform.
#[cfg(not(unix))]
fn identity(_: &Path) -> Option<Identity> {
    Some((0, 0))
}
