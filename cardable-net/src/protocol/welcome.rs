//! How the host greets.

#[cfg(doc)]
use super::*;
use super::{Hash, Refused, Seated, is_false};
#[cfg(doc)]
use cardable_core::RulesetInfo;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The host greets.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Welcome {
    /// The version of the protocol that the host speaks.
    pub protocol: u32,
    /// What the host is called.
    pub server: String,
    /// The version of the host's program.
    pub version: String,
    /// What a client may do at most.
    pub limits: WireLimits,
    /// The rulesets that rooms can be made of.
    pub rulesets: Vec<RulesetEntry>,
    /// Everything that can be fetched from `/content/` and its hash: a client that has it downloads
    /// nothing.
    pub content: Vec<ContentItem>,
    /// The seat that the client is back on, when it asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seated: Option<Seated>,
    /// Why it is not, when it asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_resumed: Option<Refused>,
}

/// What a client may do at most. The host closes sockets that do more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WireLimits {
    /// Bytes of a message to the host.
    pub message_bytes: u32,
    /// Messages to the host in a second, over a longer time.
    pub messages_per_second: u32,
    /// How many may come at once.
    pub messages_burst: u32,
    /// Characters of what is said in a room.
    pub chat_chars: u32,
    /// Characters of names, of persons and of rooms; more are left out.
    #[serde(default)]
    pub name_chars: u32,
    /// Seconds without any message, after which the host closes the socket. Answers to the host's
    /// pings count as messages.
    pub idle_seconds: u32,
    /// Seconds for which a seat waits for a person who is away.
    pub grace_seconds: u32,
}

/// A ruleset that rooms can be made of.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RulesetEntry {
    /// A short name, such as that of its folder.
    pub name: String,
    /// The hash of all its texts: it is the same ruleset exactly when this is the same.
    pub hash: Hash,
    /// What players call the game.
    pub title: String,
    /// A sentence or more about it, where the ruleset has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Fewest seats.
    pub min_seats: u8,
    /// Most seats.
    pub max_seats: u8,
    /// Where its [`RulesetInfo`] is found: `/content/` and this hash.
    pub table: Hash,
    /// The options that can be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<cardable_core::info::OptionInfo>,
    /// Whether nothing in the rules ends the game.
    #[serde(default, skip_serializing_if = "is_false")]
    pub endless: bool,
}

/// Something that can be fetched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ContentItem {
    /// The hash of the ruleset that it belongs to.
    pub ruleset: Hash,
    /// What it is called there: `table.json`, the path of a picture, or of a text where the host
    /// shows them.
    pub path: String,
    /// The hash of its bytes; it is found at `/content/` and this.
    pub hash: Hash,
    /// How many bytes it has.
    pub bytes: u64,
}
