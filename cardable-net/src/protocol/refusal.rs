//! What the host has not done, and why it ends a conversation.

use super::RoomId;
#[cfg(doc)]
use super::*;
use cardable_core::Refusal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the host has not done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Refused {
    /// The request's number; nothing where the request could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    /// Why, for programs.
    pub code: Code,
    /// Why, for people.
    pub reason: String,
    /// Why, as the rules say it, where they refused a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Refusal>,
}

/// Why something was not done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The message is no request: not in the connection's format, or not of this protocol.
    Malformed,
    /// A [`Call::Hello`] must come first, and only once.
    NotGreeted,
    /// The client speaks another version of the protocol.
    Version,
    /// Too many messages; this one was not looked at.
    Rate,
    /// The host, or the client's address, has as many of these as it may have.
    Full,
    /// The host is about to stop and begins nothing new.
    Draining,
    /// There is no such room.
    NoSuchRoom,
    /// The room is set aside until the host's operator has looked at it.
    Quarantined,
    /// There is no such ruleset.
    NoSuchRuleset,
    /// The room cannot be made like that.
    Settings,
    /// The room is entered with its invite code, and that is missing or wrong.
    NotInvited,
    /// All seats are taken.
    RoomFull,
    /// There is no such seat, or nobody, or somebody, is on it.
    WrongSeat,
    /// The token holds no seat of that room.
    WrongToken,
    /// The room may not be watched.
    NoSpectators,
    /// The client must leave its room first.
    InRoom,
    /// The client is in no room.
    NotInRoom,
    /// Only those with a seat may do that.
    NotSeated,
    /// Only the owner may do that.
    NotOwner,
    /// It cannot be done at this time.
    NotNow,
    /// Somebody has seen a card by the choice that is to be taken back.
    Revealed,
    /// The rules refuse the choice; [`Refused::rules`] says why.
    Rules,
    /// The rules have erred; the room is suspended.
    Faulted,
    /// The host could not store it. It is not done.
    Storage,
}

/// The host closes the socket, or puts the client out of its room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Bye {
    /// Why, for programs.
    pub why: ByeCode,
    /// Why, for people.
    pub reason: String,
    /// The room that the client is out of; the socket stays open. Without it the socket is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
}

/// Why the host closes a socket, or puts a client out of its room. A socket is closed with the code
/// of [`ByeCode::close_code`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ByeCode {
    /// The same seat was taken up on a newer socket. Close code 4001.
    Superseded,
    /// The owner took the client off its seat, or out of the room. Close code 4002.
    Kicked,
    /// The host stops; seats are kept, and can be taken up again when it is back. Close code 1012.
    Draining,
    /// The operator put the room to sleep; it wakes for whoever comes back, who can do so at once. Close
    /// code 4008.
    RoomSleeps,
    /// The client does not read what it is sent. Close code 4003.
    Slow,
    /// The client sends too much. Close code 4004.
    Rate,
    /// A message was too large. Close code 1009.
    TooBig,
    /// A text frame was not UTF-8. Close code 1007.
    NotText,
    /// Nothing came for too long. Close code 4005.
    Idle,
    /// The client did not say hello in time. Close code 4006.
    Handshake,
    /// The client does not keep to the protocol. Close code 1002.
    Protocol,
    /// The room was closed. Close code 4007.
    RoomClosed,
}

impl ByeCode {
    /// The code with which the socket is closed.
    pub const fn close_code(self) -> u16 {
        match self {
            ByeCode::Superseded => 4001,
            ByeCode::Kicked => 4002,
            ByeCode::Draining => 1012,
            ByeCode::RoomSleeps => 4008,
            ByeCode::Slow => 4003,
            ByeCode::Rate => 4004,
            ByeCode::TooBig => 1009,
            ByeCode::NotText => 1007,
            ByeCode::Idle => 4005,
            ByeCode::Handshake => 4006,
            ByeCode::Protocol => 1002,
            ByeCode::RoomClosed => 4007,
        }
    }
}
