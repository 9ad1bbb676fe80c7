//! Small files next to the database. They are written without sync: they survive the process, and need not
//! survive a crash of the machine.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The path of the file next to a database with this suffix.
pub(super) fn beside(database: &Path, end: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Opens or creates such a file. Nobody else on the machine may read a new one: stores hold seeds and hidden cards.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(unix)]
pub(super) fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
}

#[cfg(windows)]
pub(super) fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    // The write is smaller than a sector, so it is atomic.
    std::os::windows::fs::FileExt::seek_write(file, bytes, at).map(drop)
}

/// Takes a shared lock on the file. Returns whether nobody else held one.
#[cfg(unix)]
pub(super) fn is_alone(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    let alone = flock(file, FlockOperation::NonBlockingLockExclusive).is_ok();
    // Keep a shared lock: it shows the file is in use, and others can share it.
    let _ = flock(file, FlockOperation::NonBlockingLockShared);
    alone
}

/// Not detectable on this platform.
#[cfg(not(unix))]
pub(super) fn is_alone(_: &File) -> bool {
    true
}
