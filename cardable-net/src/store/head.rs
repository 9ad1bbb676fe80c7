//! How many commits a store has acknowledged, noted beside it after each: a write-ahead log that is cut or
//! missing takes commits along, and SQLite says nothing of it.

use super::beside::{beside, open, write_at};
use super::chain::{Link, sum};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The bytes of the note: the number and a hash of it.
const NOTE: u64 = 24;

/// The note of a store.
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

impl Head {
    /// The note of a database, and what stands in it. A store whose note cannot be kept does without.
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

    /// Notes that so many commits are on the disk. It comes after each of them, so it never says more than is
    /// there.
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
        std::fs::write(beside(&path, "-head"), "something else, and longer than a note").unwrap();
        assert_eq!(Head::of(&path).1, None);
    }
}
