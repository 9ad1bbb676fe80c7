//! The host's greeting.

#[cfg(doc)]
use super::*;
use super::{Hash, Refused, Seated, is_false};
#[cfg(doc)]
use cardable_core::RulesetInfo;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The host's greeting.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Welcome {
    /// The version of the protocol that holds: the newest that you and the host speak.
    pub protocol: u32,
    /// The host's name.
    pub server: String,
    /// The version of the host program.
    pub version: String,
    /// The host's limits for clients.
    pub limits: WireLimits,
    /// The rulesets that you can make rooms with.
    pub rulesets: Vec<RulesetEntry>,
    /// Everything that you can fetch from `/content/`, with its hash. You need not download again what you
    /// have.
    pub content: Vec<ContentItem>,
    /// The seat that you have taken up again, if you asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seated: Option<Seated>,
    /// Why you could not take up the seat that you asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_resumed: Option<Refused>,
    /// Whether rooms may be made that are debugged (`Settings::debug`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub debug: bool,
}

/// Limits for clients. The host closes sockets that exceed them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WireLimits {
    /// Maximum size of a message to the host in bytes.
    pub message_bytes: u32,
    /// Messages to the host a second, sustained.
    pub messages_per_second: u32,
    /// Messages that you may send at once.
    pub messages_burst: u32,
    /// Maximum length of a chat line in characters.
    pub chat_chars: u32,
    /// Maximum length of the names of people and rooms in characters. The host cuts off the rest.
    #[serde(default)]
    pub name_chars: u32,
    /// Seconds of silence after which the host closes the socket. Answers to the host's websocket pings count as
    /// messages.
    pub idle_seconds: u32,
    /// Seconds that a seat waits for a person who is away.
    pub grace_seconds: u32,
}

/// A ruleset that you can make rooms with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RulesetEntry {
    /// A short name, such as that of its folder.
    pub name: String,
    /// The hash of all its files. Two rulesets are identical exactly if their hashes are.
    pub hash: Hash,
    /// The name of the game.
    pub title: String,
    /// What people who look for a game are told of it.
    #[serde(flatten)]
    pub profile: cardable_core::info::Profile,
    /// Minimum number of seats.
    pub min_seats: u8,
    /// Maximum number of seats.
    pub max_seats: u8,
    /// The hash of its [`RulesetInfo`], which is at `/content/` and this hash.
    pub table: Hash,
    /// The options that you can set for a room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<cardable_core::info::OptionInfo>,
    /// Whether the rules never end the game.
    #[serde(default, skip_serializing_if = "is_false")]
    pub endless: bool,
}

/// A file that you can fetch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ContentItem {
    /// The hash of the ruleset to which it belongs.
    pub ruleset: Hash,
    /// Its path: `table.json`, that of a picture or, if the host publishes them, that of a source file.
    pub path: String,
    /// The hash of its bytes. You find it at `/content/` and this hash.
    pub hash: Hash,
    /// Its size in bytes.
    pub bytes: u64,
}
