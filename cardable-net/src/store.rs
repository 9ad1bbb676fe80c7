//! What a host must not lose: logs, snapshots, seats, content.
//!
//! A [`RoomLog`] keeps records as bytes and knows nothing of games. Every room
//! belongs to one host at a time, by an *epoch*: who claims the rooms raises it,
//! and whoever still writes with an older one is refused. Every append names the
//! place it expects to write to, so that no record is lost or written twice.

mod beside;
mod chain;
mod check;
mod fence;
mod head;
mod host_row;
mod journal;
mod marks;
mod memory;
mod sqlite;
mod standing;
mod wal;
mod writer;

pub use marks::Working;
pub use memory::{Breakage, MemoryLog};
pub use sqlite::{Opening, SqliteLog};

use serde::{Deserialize, Serialize};
use std::future::Future;
use std::pin::Pin;
use thiserror::Error;

/// The BLAKE3 hash of some content.
pub type ContentHash = [u8; 32];

/// A room's name in the store: a random number, written with 13 letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomId(pub u64);

/// What comes back from the store some time later.
pub type Reply<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// Why the store did not do something. Nothing was changed then.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// The disk, or the file on it, failed.
    #[error("the store failed: {0}")]
    Failed(String),
    /// Another host has claimed the room since.
    #[error("another host has taken the room over")]
    Fenced,
    /// The log does not end where the writer thought.
    #[error("the log goes on at {found}, not at {expected}")]
    Sequence {
        /// Where the writer wanted to write.
        expected: u64,
        /// Where the log ends.
        found: u64,
    },
    /// What is kept is not what was written.
    #[error("{0}")]
    Damaged(String),
    /// The room is there already, or not there.
    #[error("the store has no such room")]
    NoRoom,
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
}

/// A room as it was found when the rooms were claimed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimed {
    /// The room.
    pub room: RoomId,
    /// What the room keeps of itself; nothing where that is lost.
    pub about: Vec<u8>,
    /// Why it is not to be woken.
    pub quarantine: Option<Quarantine>,
}

/// Why a room is set aside until the operator has looked at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Quarantine {
    /// Something is wrong with it.
    Sure(String),
    /// If a game is played in it: something is lost that may have been its last choices.
    IfPlayed(String),
}

/// What is to be written, all of it or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The room.
    pub room: RoomId,
    /// The epoch the writer holds the room by.
    pub epoch: u64,
    /// The place of the first record.
    pub at: u64,
    /// The records.
    pub records: Vec<Vec<u8>>,
    /// What the room keeps of itself from now on; nothing when that stays.
    pub about: Option<Vec<u8>>,
}

/// A state to begin replays from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// How many records it stands behind.
    pub at: u64,
    /// The state.
    pub bytes: Vec<u8>,
}

/// Something that went wrong in a room: kept apart from its log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Diagnosis {
    /// The room.
    pub room: RoomId,
    /// When, in milliseconds since 1970.
    pub when: u64,
    /// What it was: `fault`, `panic`, `store` and the like.
    pub kind: String,
    /// All that is known of it. It may hold secrets: for the operator only.
    pub detail: String,
}

/// Where rooms keep what they must not lose.
///
/// Every answer comes after the change is durable.
pub trait RoomLog: Send + Sync + 'static {
    /// Takes all rooms for the caller, by a new epoch.
    fn claim(&self) -> Reply<(u64, Vec<Claimed>)>;

    /// Makes a room, with an empty log.
    fn create(&self, room: RoomId, epoch: u64, about: Vec<u8>) -> Reply<()>;

    /// Writes records behind a room's log, where they are meant to stand ([`StoreError::Sequence`]
    /// otherwise). After [`StoreError::Failed`] they may be there or not: nobody was told of them, and
    /// who finds them later goes on from them.
    fn append(&self, append: Append) -> Reply<()>;

    /// The records of a room from a place on, in order.
    fn read(&self, room: RoomId, from: u64) -> Reply<Vec<Vec<u8>>>;

    /// Keeps a snapshot; of each room the last two are kept.
    fn keep_snapshot(&self, room: RoomId, epoch: u64, snapshot: Snapshot) -> Reply<()>;

    /// The newest snapshot that stands behind no more than so many records.
    fn snapshot(&self, room: RoomId, up_to: u64) -> Reply<Option<Snapshot>>;

    /// Forgets a room with its log.
    fn remove(&self, room: RoomId, epoch: u64) -> Reply<()>;

    /// Keeps content under its hash.
    fn keep_content(&self, blobs: Vec<(ContentHash, Vec<u8>)>) -> Reply<()>;

    /// The content of a hash.
    fn content(&self, hash: ContentHash) -> Reply<Option<Vec<u8>>>;

    /// Sets a room aside: those who claim the rooms later are told why.
    fn quarantine(&self, room: RoomId, epoch: u64, why: String) -> Reply<()>;

    /// A room is set aside no longer.
    fn release(&self, room: RoomId, epoch: u64) -> Reply<()>;

    /// Notes that a room is worked on while its log has so many records, until what is given is dropped. When
    /// the process ends before that, whoever opens the store next knows of it, and sets the room aside when
    /// the same has happened before. A store that ends with its process notes nothing.
    fn work_on(&self, room: RoomId, place: u64) -> Option<Working> {
        let _ = (room, place);
        None
    }

    /// Writes down what went wrong.
    fn diagnose(&self, diagnosis: Diagnosis) -> Reply<()>;

    /// What went wrong last, the newest first.
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

/// A text is not the name of a room.
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
            // 13 letters are 65 bits.
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
