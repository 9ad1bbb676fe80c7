//! Examines the write-ahead log before SQLite opens it. SQLite silently returns to the last intact commit. That
//! is right if a commit was being written when power failed, but it loses data if intact commits follow.

use std::io;
use std::path::Path;

const HEADER: usize = 32;
const FRAME_HEAD: usize = 24;

/// State of a write-ahead log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wal {
    /// Missing or empty.
    None,
    /// Every acknowledged commit is intact.
    Whole,
    /// The last commit is not intact: it was being written, or was damaged later.
    Torn,
    /// Acknowledged commits are lost.
    Damaged,
}

/// Examines the write-ahead log of a database.
pub(super) fn look_at(database: &Path) -> io::Result<Wal> {
    let mut name = database.as_os_str().to_owned();
    name.push("-wal");
    match std::fs::read(Path::new(&name)) {
        Ok(bytes) => Ok(judge(&bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Wal::None),
        Err(error) => Err(error),
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    let found = bytes.get(at..).and_then(<[u8]>::first_chunk);
    found.map_or(0, |word| u32::from_be_bytes(*word))
}

/// SQLite's running checksum.
fn checksum(bytes: &[u8], big: bool, mut sums: (u32, u32)) -> (u32, u32) {
    for pair in bytes.chunks_exact(8) {
        let (one, other) = (word(pair, 0), word(pair, 4));
        let (one, other) = if big {
            (one, other)
        } else {
            (one.swap_bytes(), other.swap_bytes())
        };
        sums.0 = sums.0.wrapping_add(one).wrapping_add(sums.1);
        sums.1 = sums.1.wrapping_add(other).wrapping_add(sums.0);
    }
    sums
}

fn judge(bytes: &[u8]) -> Wal {
    let (Some(head), Some(frames)) = (bytes.get(..HEADER), bytes.get(HEADER..)) else {
        return if bytes.is_empty() { Wal::None } else { Wal::Torn };
    };
    if bytes.iter().all(|byte| *byte == 0) {
        return Wal::Damaged;
    }
    let big = word(head, 0) & 1 == 1;
    let page = word(head, 8) as usize;
    let mut sums = checksum(head.get(..24).unwrap_or_default(), big, (0, 0));
    let known = word(head, 0) & !1 == 0x377f_0682 && page.is_power_of_two() && (512..=65_536).contains(&page);
    if !known || sums != (word(head, 24), word(head, 28)) {
        return if frames.len() < FRAME_HEAD {
            Wal::Torn
        } else {
            Wal::Damaged
        };
    }
    let salts = (word(head, 16), word(head, 20));
    let (mut whole, mut commits_behind, mut torn) = (true, 0, false);
    for frame in frames.chunks(FRAME_HEAD + page) {
        let of_this_log = (word(frame, 8), word(frame, 12)) == salts && frame.len() >= FRAME_HEAD;
        let commits = of_this_log && word(frame, 4) != 0;
        if whole {
            let before = checksum(frame.get(..8).unwrap_or_default(), big, sums);
            let now = checksum(frame.get(FRAME_HEAD..).unwrap_or_default(), big, before);
            let fits = frame.len() == FRAME_HEAD + page && now == (word(frame, 16), word(frame, 20));
            if of_this_log && fits {
                sums = now;
                continue;
            }
            whole = false;
        }
        // Remains of an earlier log have different salts.
        torn |= of_this_log;
        commits_behind += u32::from(commits);
    }
    match (torn, commits_behind) {
        (false, _) => Wal::Whole,
        // Pages of an unfinished commit reach the disk in any order.
        (true, 0 | 1) => Wal::Torn,
        (true, _) => Wal::Damaged,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

    /// A log with this many commits of several pages each.
    fn log(commits: usize) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("db");
        let db = Connection::open(&path).unwrap();
        db.pragma_update(None, "journal_mode", "WAL").unwrap();
        db.execute_batch("CREATE TABLE t (x BLOB)").unwrap();
        for _ in 1..commits {
            db.execute_batch("INSERT INTO t VALUES (randomblob(9000))")
                .unwrap();
        }
        let bytes = std::fs::read(folder.path().join("db-wal")).unwrap();
        assert_eq!(look_at(&path).unwrap(), Wal::Whole);
        bytes
    }

    #[test]
    fn a_commit_that_was_being_written_is_no_loss_and_others_are() {
        let bytes = log(5);
        assert_eq!(judge(&bytes), Wal::Whole);
        assert_eq!(judge(&[]), Wal::None);
        let mut changed = bytes.clone();
        // The first commit is damaged, so all are lost.
        changed[HEADER + FRAME_HEAD + 100] ^= 1;
        assert_eq!(judge(&changed), Wal::Damaged);
        let mut changed = bytes.clone();
        changed[17] ^= 1;
        assert_eq!(judge(&changed), Wal::Damaged, "its head");
        // The last commit is damaged.
        let mut changed = bytes.clone();
        let last = changed.len() - 10;
        changed[last] ^= 1;
        assert_eq!(judge(&changed), Wal::Torn);
        assert_eq!(judge(&bytes[..bytes.len() - 10]), Wal::Torn);
        // Remains of an earlier log behind the end are ignored.
        let mut older = bytes.clone();
        let frame = FRAME_HEAD + 4096;
        for at in (HEADER..older.len()).step_by(frame).skip(2) {
            older[at + 8] ^= 1;
        }
        assert_eq!(judge(&older), Wal::Whole);
    }
}
