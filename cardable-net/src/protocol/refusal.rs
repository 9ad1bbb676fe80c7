//! Refusals, and the reasons for which the host closes a connection.

use super::RoomId;
#[cfg(doc)]
use super::*;
use cardable_core::Refusal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A request that the host refused.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Refused {
    /// The request's number; left out if the request could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    /// The reason, for programs.
    pub code: Code,
    /// The reason, for people.
    pub reason: String,
    /// Why the rules refused the choice, if they did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Refusal>,
}

/// Why the host refused a request.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The message is not a request: it has the wrong format, or does not fit the protocol.
    Malformed,
    /// A [`Call::Hello`] must come first, and only once.
    NotGreeted,
    /// The client speaks another version of the protocol.
    Version,
    /// Too many messages. The host ignored this one.
    Rate,
    /// A limit is reached, such as that of rooms, spectators or chat lines.
    Full,
    /// The host is about to stop and starts nothing new.
    Draining,
    /// There is no such room.
    NoSuchRoom,
    /// The room is set aside until the host's operator has looked at it.
    Quarantined,
    /// There is no such ruleset.
    NoSuchRuleset,
    /// The settings of the new room are not possible.
    Settings,
    /// The room needs an invite code, which is missing or wrong.
    NotInvited,
    /// All seats are taken.
    RoomFull,
    /// The seat does not exist, or it is free or taken where it must not be.
    WrongSeat,
    /// The token does not hold a seat in that room.
    WrongToken,
    /// The room does not allow spectators.
    NoSpectators,
    /// You must leave your room first.
    InRoom,
    /// You are not in a room.
    NotInRoom,
    /// Only people with a seat may do that.
    NotSeated,
    /// Only the owner may do that.
    NotOwner,
    /// It is not possible at this time.
    NotNow,
    /// The choice cannot be undone because it has shown somebody a card.
    Revealed,
    /// The rules refuse the choice; [`Refused::rules`] says why.
    Rules,
    /// The rules have failed. The room is suspended.
    Faulted,
    /// The host or the room does not allow debugging.
    NoDebugging,
    /// The expression cannot be read, or has no value; the reason tells why.
    Expression,
    /// The host could not confirm that the change was stored, or cannot reach the host that has the room. The change may have
    /// been made all the same; if so, you see it when the room is back. Send it again with the same `seen`: it is not done
    /// twice.
    Storage,
    /// A reason of a later version of the protocol.
    #[serde(other)]
    Other,
}

/// The host closes the socket or removes you from your room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Bye {
    /// The reason, for programs.
    pub why: ByeCode,
    /// The reason, for people.
    pub reason: String,
    /// The room that you are removed from; the socket stays open. If left out, the host closes the socket.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
}

/// Why the host closes a socket or removes a client from its room. It closes a socket with the code
/// [`ByeCode::close_code`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ByeCode {
    /// You have taken the same seat on a newer socket. Close code 4001.
    Superseded,
    /// The owner has removed you from your seat or from the room. Close code 4002.
    Kicked,
    /// The host is stopping, or leads people who wait for a match to another one. Your seat is kept: connect again, at once if
    /// other hosts share its rooms, otherwise when it is back. Close code 1012.
    Draining,
    /// The room was put to sleep, or its host is gone. Connect again and resume your seat: mostly at once, at the latest when
    /// the lease of a host that is gone has run out (6 s by default). Close code 4008.
    RoomSleeps,
    /// You read too slowly. Close code 4003.
    Slow,
    /// You send too much. Close code 4004.
    Rate,
    /// A message was too large. Close code 1009.
    TooBig,
    /// A text frame was not UTF-8. Close code 1007.
    NotText,
    /// You were silent for too long. Close code 4005.
    Idle,
    /// You did not say hello in time. Close code 4006.
    Handshake,
    /// You have violated the protocol. Close code 1002.
    Protocol,
    /// The room was closed. Close code 4007.
    RoomClosed,
    /// A reason of a later version of the protocol.
    #[serde(other)]
    Other,
}

impl ByeCode {
    /// The websocket close code.
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
            ByeCode::Other => 1000,
        }
    }
}
