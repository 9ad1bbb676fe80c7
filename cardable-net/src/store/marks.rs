//! Marks rooms that are being worked on. The marks survive the process, so a room that crashes it can be
//! identified. They are written to a file without sync, because they need not survive a crash of the machine.

use super::chain::{Link, sum};
use super::{RoomId, beside};
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum number of marks at a time. Further work runs unmarked.
const SLOTS: usize = 256;

/// Length of a mark in bytes: room, position and a hash of both.
const SLOT: usize = 32;

/// Work in progress when the process ended, whether or not it was the cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub(super) room: RoomId,
    /// Length of the room's log.
    pub(super) place: u64,
}

/// The marks of this process.
#[derive(Debug)]
pub(super) struct Marks {
    file: File,
    used: Mutex<[bool; SLOTS]>,
}

/// Keeps a room marked until dropped.
#[derive(Debug)]
pub struct Working {
    marks: Arc<Marks>,
    slot: usize,
}

fn bytes_of(mark: Mark) -> [u8; SLOT] {
    let mut bytes = [0; SLOT];
    let parts = mark
        .room
        .0
        .to_le_bytes()
        .into_iter()
        .chain(mark.place.to_le_bytes());
    for (to, from) in bytes.iter_mut().zip(parts.chain(sum_of(mark))) {
        *to = from;
    }
    bytes
}

fn sum_of(mark: Mark) -> Link {
    sum("a mark", &[&mark.room.0.to_le_bytes(), &mark.place.to_le_bytes()])
}

fn mark_of(bytes: &[u8]) -> Option<Mark> {
    let (room, rest) = bytes.split_first_chunk()?;
    let (place, rest) = rest.split_first_chunk()?;
    let mark = Mark {
        room: RoomId(u64::from_le_bytes(*room)),
        place: u64::from_le_bytes(*place),
    };
    (*rest == sum_of(mark)).then_some(mark)
}

/// Whether a process has this file open. Where that cannot be found out, none has.
pub(super) fn is_in_use(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| !beside::is_alone(&file))
}

impl Marks {
    /// Opens the file and returns the marks left by the last process. They are empty if that process is still
    /// alive, because then this one is taking over.
    pub(super) fn open(path: &Path) -> std::io::Result<(Marks, Vec<Mark>)> {
        let file = beside::open(path)?;
        let mut bytes = Vec::new();
        (&file).take((SLOT * SLOTS) as u64).read_to_end(&mut bytes)?;
        let mut left: Vec<Mark> = bytes.chunks_exact(SLOT).filter_map(mark_of).collect();
        left.sort_unstable_by_key(|mark| (mark.room, mark.place));
        left.dedup();
        if !beside::is_alone(&file) {
            left.clear();
        }
        let used = Mutex::new([false; SLOTS]);
        Ok((Marks { file, used }, left))
    }

    /// Clears the marks left by the last process.
    pub(super) fn clear(&self) -> std::io::Result<()> {
        self.file.set_len(0)?;
        self.file.set_len((SLOT * SLOTS) as u64)
    }

    fn used(&self) -> MutexGuard<'_, [bool; SLOTS]> {
        // No code panics while holding the lock.
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks a room until the result is dropped. `None` if no slot is free or the write fails.
    pub(super) fn mark(self: &Arc<Marks>, mark: Mark) -> Option<Working> {
        let slot = {
            let mut used = self.used();
            let slot = used.iter().position(|used| !used)?;
            *used.get_mut(slot)? = true;
            slot
        };
        let working = Working {
            marks: Arc::clone(self),
            slot,
        };
        // Write without the lock: every choice in every room sets a mark, and rooms must not wait for each
        // other.
        self.write(slot, &bytes_of(mark)).then_some(working)
    }

    /// Writes a slot. Returns false on failure.
    fn write(&self, slot: usize, bytes: &[u8; SLOT]) -> bool {
        let written = beside::write_at(&self.file, bytes, (slot * SLOT) as u64);
        if let Err(error) = &written {
            tracing::warn!(%error, "which rooms are worked on cannot be noted");
        }
        written.is_ok()
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.marks.write(self.slot, &[0; SLOT]);
        if let Some(used) = self.marks.used().get_mut(self.slot) {
            *used = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_under_way_is_found_by_the_next_who_opens_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("working");
        let (marks, left) = Marks::open(&path).unwrap();
        assert_eq!(left, []);
        let marks = Arc::new(marks);
        let mark = |room, place| Mark {
            room: RoomId(room),
            place,
        };
        let one = marks.mark(mark(1, 5));
        let other = marks.mark(mark(2, u64::MAX));
        drop(one);
        let third = marks.mark(mark(0, 0));
        // What a process leaves behind if it ends now.
        let left = |path: &Path| {
            let copy = folder.path().join("copy");
            std::fs::copy(path, &copy).unwrap();
            Marks::open(&copy).unwrap().1
        };
        assert_eq!(left(&path), [mark(0, 0), mark(2, u64::MAX)]);
        assert_eq!(is_in_use(&path), cfg!(unix));
        assert!(!is_in_use(&folder.path().join("copy")));
        // The process is alive, so it crashed nothing.
        assert!(cfg!(not(unix)) || Marks::open(&path).unwrap().1.is_empty());
        drop((other, third));
        assert_eq!(left(&path), []);
        // The file has a limited number of slots.
        let all: Vec<_> = (0..300).map(|room| marks.mark(mark(room, 1))).collect();
        assert_eq!(all.iter().flatten().count(), SLOTS);
        assert_eq!(left(&path).len(), SLOTS);
        std::fs::write(&path, "nothing that was written here").unwrap();
        let (marks, left) = Marks::open(&path).unwrap();
        assert_eq!(left, []);
        marks.clear().unwrap();
    }
}
