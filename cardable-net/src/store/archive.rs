//! A store as it is read as a whole, without owning its rooms, and how rooms come to another store.

use super::chain::{End, ends_at, follow, snapshot_sum};
use super::chain::{Link, Placed};
use super::{ContentHash, Diagnosis, Quarantine, Reply, RoomId, RoomLog, Snapshot, StoreError};

/// A room with all that a store keeps of it. The same rooms are equal, whatever store they come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RoomCopy {
    /// Identifies the room.
    pub(crate) room: RoomId,
    /// The room's own metadata.
    pub(crate) about: Vec<u8>,
    /// Why the room must not be woken.
    pub(crate) quarantine: Option<Quarantine>,
    /// All records of its log.
    pub(crate) records: Vec<Vec<u8>>,
    /// Its snapshots, the oldest first.
    pub(crate) snapshots: Vec<Snapshot>,
}

impl RoomCopy {
    /// The records with their places and hashes, and the end of the log.
    pub(super) fn placed(&self) -> (Vec<(Link, &[u8])>, End) {
        let mut end = End::empty(self.room);
        let placed = self.records.iter().map(|record| {
            end = end.behind(record);
            (end.link, &record[..])
        });
        let placed = placed.collect();
        (placed, end)
    }

    /// The hash of the whole log.
    pub(crate) fn link(&self) -> [u8; 16] {
        self.placed().1.link
    }
}

/// A room as it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    /// The room, without what is damaged and can be done without.
    pub(crate) copy: RoomCopy,
    /// What is damaged of it and can be done without: hosts pass over it.
    pub(crate) flaws: Vec<String>,
}

/// Reads a whole store. Nothing is changed, and no room is taken from a host.
pub(crate) trait Archive: Send + Sync + 'static {
    /// All rooms of which something is stored.
    fn rooms(&self) -> Reply<Vec<RoomId>>;

    /// A room with all that is stored of it. Fails with [`StoreError::Damaged`] and what is wrong with it where it is not
    /// whole, and with [`StoreError::NoRoom`] where there is none.
    fn find(&self, room: RoomId) -> Reply<Found>;

    /// The hashes of all content.
    fn hashes(&self) -> Reply<Vec<ContentHash>>;

    /// The content with this hash. Fails with [`StoreError::Damaged`] where it is not what was written.
    fn blob(&self, hash: ContentHash) -> Reply<Option<Vec<u8>>>;

    /// All diagnoses, the oldest first.
    fn all_diagnoses(&self) -> Reply<Vec<Diagnosis>>;

    /// What is missing and belongs to no room that is known.
    fn losses(&self) -> Reply<Vec<String>>;

    /// Whether a host runs on the rooms.
    fn is_served(&self) -> Reply<bool>;
}

/// A store that rooms of another one can come to.
pub(crate) trait Restore: Archive + RoomLog {
    /// Creates a room with all that was stored of it elsewhere, whole or not at all. Fails with [`StoreError::NoRoom`] where
    /// it exists. It belongs to whoever claims or takes it next.
    fn restore(&self, copy: RoomCopy) -> Reply<()>;
}

/// What a store knows of a room, before it is checked.
pub(super) struct Parts {
    pub(super) room: RoomId,
    /// The metadata, if they are what was written. None where there are none.
    pub(super) about: Option<Result<Vec<u8>, String>>,
    /// The end of the log. None where that is not known.
    pub(super) end: Option<End>,
    /// Records that lead to the end.
    pub(super) log: Vec<Placed>,
    /// Records that come after it.
    pub(super) later: Vec<Placed>,
    /// Snapshots with their sums, the oldest first.
    pub(super) snapshots: Vec<(Snapshot, Vec<u8>)>,
    pub(super) quarantine: Option<Quarantine>,
}

impl Parts {
    /// Checks all parts, and puts them together.
    pub(super) fn check(self) -> Result<Found, StoreError> {
        let room = self.room;
        let nothing = self.about.is_none()
            && self.end.is_none()
            && self.log.is_empty()
            && self.later.is_empty()
            && self.snapshots.is_empty()
            && self.quarantine.is_none();
        if nothing {
            return Err(StoreError::NoRoom);
        }
        self.whole(room).map_err(StoreError::Damaged)
    }

    fn whole(self, room: RoomId) -> Result<Found, String> {
        let about = self.about.ok_or("what it keeps of itself is missing")??;
        let known = self.end.ok_or("where its log ends is missing")?;
        let mut records = Vec::with_capacity(self.log.len());
        let end = follow(End::empty(room), self.log, &mut records)?;
        ends_at(end, known)?;
        follow(end, self.later, &mut records)?;
        let mut flaws = Vec::new();
        let mut snapshots = Vec::new();
        for (snapshot, sum) in self.snapshots {
            let at = snapshot.at;
            if snapshot_sum(room, at, &snapshot.bytes)[..] != sum {
                flaws.push(format!("its snapshot at {at} is not what was written"));
            } else if at > records.len() as u64 {
                flaws.push(format!("its snapshot at {at} is of records that are missing"));
            } else {
                snapshots.push(snapshot);
            }
        }
        Ok(Found {
            copy: RoomCopy {
                room,
                about,
                quarantine: self.quarantine,
                records,
                snapshots,
            },
            flaws,
        })
    }
}
