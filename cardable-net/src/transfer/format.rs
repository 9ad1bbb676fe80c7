//! The lines of a file of exported rooms: JSON, one value a line.
//!
//! ```text
//! {"cardable_store":{"version":1}}
//! {"content":{"hash":"…","bytes":"…"}}
//! {"room":{"room":"…","about":"…","records":2,"snapshots":1,"link":"…"}}
//! {"record":"…"}
//! {"record":"…"}
//! {"snapshot":{"at":2,"state":"…"}}
//! {"diagnosis":{…}}
//! {"end":{"rooms":1,"contents":1,"diagnoses":1,"sum":"…"}}
//! ```
//!
//! The records and snapshots of a room follow it. Bytes are base64, hashes hexadecimal digits. The sum at the end is the BLAKE3
//! hash of all lines before it.

use crate::room::{from_hex, hex};
use crate::store::{Diagnosis, RoomId};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// The version of the format.
pub(super) const VERSION: u32 = 1;

/// A line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    /// The first line.
    CardableStore(Head),
    Content(Content),
    Room(Room),
    /// The next record of the room.
    Record(Bytes),
    /// The next snapshot of the room.
    Snapshot(State),
    Diagnosis(Diagnosis),
    /// The last line.
    End(End),
}

/// Other versions may have more fields.
#[derive(Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) version: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Content {
    pub(super) hash: Hex<32>,
    pub(super) bytes: Bytes,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Room {
    pub(super) room: RoomId,
    pub(super) about: Bytes,
    /// How many records follow.
    pub(super) records: u64,
    /// How many snapshots follow after them.
    pub(super) snapshots: u64,
    /// The hash of the last record, and so of all of them.
    pub(super) link: Hex<16>,
    /// Why it is set aside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) quarantine: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    pub(super) at: u64,
    pub(super) state: Bytes,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct End {
    pub(super) rooms: u64,
    pub(super) contents: u64,
    pub(super) diagnoses: u64,
    pub(super) sum: Hex<32>,
}

/// Bytes as base64.
pub(super) struct Bytes(pub(super) Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        STANDARD.decode(&*text).map(Bytes).map_err(D::Error::custom)
    }
}

/// Bytes as hexadecimal digits.
#[derive(PartialEq, Eq)]
pub(super) struct Hex<const N: usize>(pub(super) [u8; N]);

impl<const N: usize> Serialize for Hex<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex(&self.0))
    }
}

impl<'de, const N: usize> Deserialize<'de> for Hex<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex<N>, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let bytes = from_hex(&text).map(Hex);
        bytes.ok_or_else(|| D::Error::custom("these are no hexadecimal digits, or too many or few"))
    }
}
