//! Durable storage of a host: logs, snapshots, seats, content.
//!
//! A [`RoomLog`] stores records as bytes and does not interpret them. One host at a time owns all rooms, by an
//! *epoch*: claiming the rooms increases it, and writes with an older epoch are refused. Every append names the
//! position it expects to write to, so that no record is lost or written twice.

mod archive;
mod beside;
mod chain;
mod check;
mod fence;
mod head;
mod host_row;
mod journal;
mod marks;
mod memory;
#[cfg(feature = "postgres")]
mod postgres;
mod shared;
mod sqlite;
mod standing;
mod wal;
mod writer;

pub(crate) use archive::{Archive, Restore, RoomCopy};
pub use marks::Working;
pub use memory::{Breakage, MemoryLog};
#[cfg(feature = "postgres")]
pub use postgres::{PostgresAddress, PostgresLog};
pub use shared::{
    AddressMark, Announced, Changes, Creation, Joined, MadeBy, Neighbour, Renewed, SharedLog, Spent, Taken,
};
pub use sqlite::{Opening, SqliteLog};
pub(crate) use sqlite::{SqliteArchive, is_served};

use serde::{Deserialize, Serialize};
use std::future::Future;
use std::pin::Pin;
use thiserror::Error;

/// BLAKE3 hash of a blob of content.
pub type ContentHash = [u8; 32];

/// Identifies a room in the store: a random number, displayed as 13 letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomId(pub u64);

/// A future result of the store.
pub type Reply<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// Why the store refused an operation. Except after [`StoreError::Failed`], nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// The disk or the file failed.
    #[error("the store failed: {0}")]
    Failed(String),
    /// Another host has claimed the room.
    #[error("another host has taken the room over")]
    Fenced,
    /// The log does not end at the expected position.
    #[error("the log goes on at {found}, not at {expected}")]
    Sequence {
        /// The position given by the writer.
        expected: u64,
        /// The position where the log ends.
        found: u64,
    },
    /// Stored data differs from what was written.
    #[error("{0}")]
    Damaged(String),
    /// The room already exists, or does not exist.
    #[error("the store has no such room")]
    NoRoom,
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

/// A room as found when the rooms were claimed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimed {
    /// Identifies the room.
    pub room: RoomId,
    /// The room's own metadata. Empty if it is lost.
    pub about: Vec<u8>,
    /// Why the room must not be woken. `None` for a healthy room.
    pub quarantine: Option<Quarantine>,
}

/// Why a room is quarantined until the operator has examined it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Quarantine {
    /// The room is certainly affected, for this reason.
    Sure(String),
    /// The room is affected if a game is in progress: data is lost that could include its last choices.
    IfPlayed(String),
}

/// One atomic write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The room to write to.
    pub room: RoomId,
    /// The writer's epoch.
    pub epoch: u64,
    /// Position of the first record in the log.
    pub at: u64,
    /// The records to append.
    pub records: Vec<Vec<u8>>,
    /// New metadata of the room. `None` keeps the old.
    pub about: Option<Vec<u8>>,
}

/// A state from which a replay can start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// Number of records that lead to this state.
    pub at: u64,
    /// The serialized state.
    pub bytes: Vec<u8>,
}

/// A problem in a room, stored apart from its log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Diagnosis {
    /// The affected room.
    pub room: RoomId,
    /// Milliseconds since 1970.
    pub when: u64,
    /// The kind of problem, such as `fault`, `panic` or `store`.
    pub kind: String,
    /// All known details. They can contain secrets and are for the operator only.
    pub detail: String,
}

/// Durable storage for rooms.
///
/// Every operation completes only after the change is durable.
pub trait RoomLog: Send + Sync + 'static {
    /// The store as one that several hosts can share. `None` where one host owns all rooms.
    fn shared(&self) -> Option<&dyn SharedLog> {
        None
    }

    /// Claims all rooms for the caller under a new epoch, whoever owned them.
    fn claim(&self) -> Reply<(u64, Vec<Claimed>)>;

    /// Creates a room with an empty log.
    fn create(&self, room: RoomId, epoch: u64, about: Vec<u8>) -> Reply<()>;

    /// Appends records at the expected position, or fails with [`StoreError::Sequence`]. After
    /// [`StoreError::Failed`] they may or may not be stored. They were never acknowledged, and a later host
    /// that finds them continues after them.
    fn append(&self, append: Append) -> Reply<()>;

    /// The records of a room from a position on, in order.
    fn read(&self, room: RoomId, from: u64) -> Reply<Vec<Vec<u8>>>;

    /// Stores a snapshot. Each room keeps its last two.
    fn keep_snapshot(&self, room: RoomId, epoch: u64, snapshot: Snapshot) -> Reply<()>;

    /// The newest snapshot that covers at most `up_to` records.
    fn snapshot(&self, room: RoomId, up_to: u64) -> Reply<Option<Snapshot>>;

    /// Deletes a room and its log.
    fn remove(&self, room: RoomId, epoch: u64) -> Reply<()>;

    /// Stores content under its hash.
    fn keep_content(&self, blobs: Vec<(ContentHash, Vec<u8>)>) -> Reply<()>;

    /// The content with this hash, or `None`.
    fn content(&self, hash: ContentHash) -> Reply<Option<Vec<u8>>>;

    /// Quarantines a room. Later claims report the reason.
    fn quarantine(&self, room: RoomId, epoch: u64, why: String) -> Reply<()>;

    /// Releases a room from quarantine.
    fn release(&self, room: RoomId, epoch: u64) -> Reply<()>;

    /// Marks a room as being worked on, at this length of its log, until the result is dropped. If the process
    /// dies before that, whoever opens the store next sees the mark, and quarantines the room if the same has
    /// happened before. `None` from a store that does not outlive its process.
    fn work_on(&self, room: RoomId, place: u64) -> Option<Working> {
        let _ = (room, place);
        None
    }

    /// Stores a diagnosis.
    fn diagnose(&self, diagnosis: Diagnosis) -> Reply<()>;

    /// The latest diagnoses, newest first.
    fn diagnoses(&self, most: usize) -> Reply<Vec<Diagnosis>>;
}

const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl std::fmt::Display for RoomId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use std::fmt::Write as _;
        for shift in (0..13).rev() {
            let at = (self.0 >> (shift * 5)) as usize & 31;
            f.write_char(char::from(LETTERS.get(at).copied().unwrap_or(b'0')))?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for RoomId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

/// The text is not a valid room id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("that is not the name of a room")]
pub struct NotARoom;

impl std::str::FromStr for RoomId {
    type Err = NotARoom;

    fn from_str(text: &str) -> Result<RoomId, NotARoom> {
        if text.len() != 13 {
            return Err(NotARoom);
        }
        let mut number: u64 = 0;
        for (at, letter) in text.bytes().enumerate() {
            let digit = LETTERS.iter().position(|l| *l == letter).ok_or(NotARoom)? as u64;
            // 13 letters encode 65 bits, so the first must leave the top bit unset.
            if at == 0 && digit > 15 {
                return Err(NotARoom);
            }
            number = number << 5 | digit;
        }
        Ok(RoomId(number))
    }
}

impl Serialize for RoomId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RoomId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<RoomId, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl schemars::JsonSchema for RoomId {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RoomId".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[0-9a-hjkmnp-tv-z]{13}$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_names_go_there_and_back() {
        for number in [0, 1, 31, 32, u64::MAX, 0x0123_4567_89ab_cdef] {
            let id = RoomId(number);
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        for text in [
            "",
            "zzzzzzzzzzzzz",
            "0000000000000 ",
            "000000000000l",
            "../../../../..",
        ] {
            assert_eq!(text.parse::<RoomId>(), Err(NotARoom), "{text}");
        }
    }
}
