//! The number of acknowledged commits, stored next to the database after each one. SQLite does not report
//! commits lost in a truncated or missing write-ahead log; this number reveals them.

use super::beside::{beside, open, write_at};
use super::chain::{Link, sum};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// Length of the note in bytes: the number and its hash.
const NOTE: u64 = 24;

/// The note of a store. `None` if it cannot be written.
#[derive(Debug)]
pub(super) struct Head(Option<File>);

fn sum_of(commits: u64) -> Link {
    sum("a head", &[&commits.to_le_bytes()])
}

fn read(file: &File) -> io::Result<Option<u64>> {
    let mut bytes = Vec::new();
    file.take(NOTE).read_to_end(&mut bytes)?;
    let noted = bytes.split_first_chunk().and_then(|(number, rest)| {
        let commits = u64::from_le_bytes(*number);
        (*rest == sum_of(commits)).then_some(commits)
    });
    Ok(noted)
}

/// The number that is noted beside a database. Changes nothing.
pub(super) fn noted(database: &Path) -> Option<u64> {
    let file = File::open(beside(database, "-head")).ok()?;
    read(&file).ok().flatten()
}

impl Head {
    /// Opens the note of a database and returns the stored number. A store whose note cannot be opened works
    /// without.
    pub(super) fn of(database: &Path) -> (Head, Option<u64>) {
        let opened = open(&beside(database, "-head")).and_then(|file| {
            let noted = read(&file)?;
            Ok((file, noted))
        });
        match opened {
            Ok((file, noted)) => (Head(Some(file)), noted),
            Err(error) => {
                tracing::warn!(%error, "how far the store has come cannot be noted beside it");
                (Head(None), None)
            }
        }
    }

    /// Stores the number of durable commits. Called after each commit, so it never exceeds what is on disk.
    pub(super) fn note(&self, commits: u64) {
        let Some(file) = &self.0 else { return };
        let bytes: Vec<u8> = commits.to_le_bytes().into_iter().chain(sum_of(commits)).collect();
        if let Err(error) = write_at(file, &bytes, 0) {
            tracing::warn!(%error, "how far the store has come cannot be noted beside it");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_last_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rooms.db");
        let (head, noted) = Head::of(&path);
        assert_eq!(noted, None);
        head.note(7);
        head.note(8);
        assert_eq!(Head::of(&path).1, Some(8));
        assert_eq!(super::noted(&path), Some(8));
        std::fs::write(beside(&path, "-head"), "something else, and longer than a note").unwrap();
        assert_eq!(Head::of(&path).1, None);
    }
}
