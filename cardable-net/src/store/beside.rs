//! Small files beside the database. They are written and not synced: they outlive the process, and need not
//! outlive the machine.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The file beside a database whose name ends like this.
pub(super) fn beside(database: &Path, end: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Opens such a file, or makes it.
pub(super) fn open(path: &Path) -> io::Result<File> {
    File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
}

#[cfg(unix)]
pub(super) fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
}

#[cfg(windows)]
pub(super) fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    // It is less than a sector: it is written as a whole.
    std::os::windows::fs::FileExt::seek_write(file, bytes, at).map(drop)
}

/// Whether nobody else has the file open, who says so by the same call; the file says so from now on.
#[cfg(unix)]
pub(super) fn is_alone(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    let alone = flock(file, FlockOperation::NonBlockingLockExclusive).is_ok();
    // Whoever opens it next sees that it is in use, and many may use it.
    let _ = flock(file, FlockOperation::NonBlockingLockShared);
    alone
}

/// Nobody can tell here.
#[cfg(not(unix))]
pub(super) fn is_alone(_: &File) -> bool {
    true
}
