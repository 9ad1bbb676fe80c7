//! The protocol: what a client and the host say to each other.
//!
//! One websocket, at `/ws`; every message is one JSON value in a text frame, or the same in MessagePack in a
//! binary frame for clients that ask for it (see [`Format`](crate::wire::Format)). A client sends
//! [`Request`]s, the host sends [`Message`]s: `{"id": 3, "call": {"chat": {"text": "hello"}}}`. Keys that a
//! reader does not know are to be ignored: later versions may add some.
//!
//! What is about a game, such as views, events, offers and choices, is as `cardable-core` serialises it.
//! `docs/protocol.schema.json` and the lists of `docs/protocol.md` are made from these types; a recorded
//! session shows how they follow each other.

// From a client to the host.
mod request;
mod settings;

// From the host to a client.
mod message;
mod refusal;
mod room;
mod welcome;

// The table: the whole of it, then what happens.
mod table;

pub use cardable_core::Decision;
pub use message::{ChatLine, Done, Message, Seated};
pub use refusal::{Bye, ByeCode, Code, Refused};
pub use request::{AfterFault, Call, Hello, Join, MatchWanted, Request, Resume, Spectate};
pub use room::{Fairness, Held, LobbyChange, Phase, RoomEntry, RoomInfo, SeatInfo, UndoAsked, Waiting, You};
pub use settings::{ClockSettings, Create, HouseRules, Settings, Spectators, UndoRule};
pub use table::{Beginning, Clock, Clocks, Happened, Replay, TableView};
pub use welcome::{ContentItem, RulesetEntry, Welcome, WireLimits};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the protocol that this host speaks. A client says which one it speaks; a host
/// refuses others.
pub const PROTOCOL: u32 = 4;

/// Names a room, for as long as the host keeps it. It tells nothing else.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct RoomId(pub String);

/// What holds a seat: whoever has it plays on that seat. It is told once, to the client that took
/// the seat, and to nobody else; the host keeps its hash alone.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Token(pub String);

impl std::fmt::Debug for Token {
    /// Logs never hold a token.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(..)")
    }
}

/// A BLAKE3 hash, as 64 hexadecimal digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Hash(pub String);

/// Numbers the messages of a table that one viewer has got, from 1. There are no gaps: whoever
/// sees one has missed something and asks for a [`Call::Resync`].
pub type Seq = u64;

fn is_false(value: &bool) -> bool {
    !*value
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}
