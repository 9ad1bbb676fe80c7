//! The protocol between clients and the host.
//!
//! A client opens one websocket at `/ws`. Every message is one JSON value in a text frame or, for clients that
//! request it, one MessagePack value in a binary frame (see [`Format`](crate::wire::Format)). A client sends
//! [`Request`]s such as `{"id": 3, "call": {"chat": {"text": "hello"}}}`, the host sends [`Message`]s. Readers
//! ignore keys that they do not know, since later versions may add some.
//!
//! Views, events, offers and choices have the serialised form of `cardable-core`.
//! `docs/protocol.schema.json` and the lists of `docs/protocol.md` are generated from these types, and
//! `docs/protocol-session.txt` is a recorded session.

// From a client to the host.
mod request;
mod settings;

// Both ways, for rooms that are debugged.
mod debugging;

// From the host to a client.
mod message;
mod opinion;
mod refusal;
mod room;
mod welcome;

// The table: views and events.
mod table;

pub use cardable_core::Decision;
pub use debugging::{
    CandidateTold, DatumTold, DebugCall, Debugged, PartTold, Told, ValueTold, WhyTold, ZoneTold,
};
pub use message::{ChatLine, Done, Message, Seated};
pub use opinion::{Opinion, Rated, ReviewedChoice};
pub use refusal::{Bye, ByeCode, Code, Refused};
pub use request::{AfterFault, Call, Hello, Join, MatchWanted, Request, Resume, Spectate};
pub use room::{Fairness, Held, LobbyChange, Phase, RoomEntry, RoomInfo, SeatInfo, UndoAsked, Waiting, You};
pub use settings::{BotLevel, ClockSettings, Create, HintRule, HouseRules, Settings, Spectators, UndoRule};
pub use table::{Beginning, Clock, Clocks, Happened, Replay, TableView};
pub use welcome::{ContentItem, RulesetEntry, Welcome, WireLimits};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The newest version of the protocol. Clients and hosts say which versions they speak, and the newest that both know holds.
///
/// A version may add keys, messages, calls, and codes of refusals and goodbyes, and [`OLDEST`] stays for one version: hosts and
/// clients of both meet while a service is upgraded. With anything else [`OLDEST`] rises, too.
pub const PROTOCOL: u32 = 4;

/// The oldest version of the protocol that is still spoken.
pub const OLDEST: u32 = 4;

/// Identifies a room for as long as the host keeps it. It is opaque.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct RoomId(pub String);

/// The secret that holds a seat: whoever has it plays on that seat. The host sends it once, to the client
/// that took the seat, and stores only its hash.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Token(pub String);

impl std::fmt::Debug for Token {
    /// Hides the secret, so that it never gets into logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(..)")
    }
}

/// A BLAKE3 hash, as 64 hexadecimal digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Hash(pub String);

/// Numbers the messages about a table that one viewer gets. They have no gaps: if you see one, you have
/// missed a message and ask for a [`Call::Resync`].
pub type Seq = u64;

fn is_false(value: &bool) -> bool {
    !*value
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}
