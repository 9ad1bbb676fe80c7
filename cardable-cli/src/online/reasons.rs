//! Why a host refuses something or closes a connection, in the language that the terminal speaks. The host says it in English,
//! and says in English more than its codes do.

use crate::ask::reason;
use crate::say::{say, spoken};
use cardable_core::Language;
use cardable_net::protocol::{Bye, ByeCode, Code, Refused};

/// Why the host has not done something.
pub(super) fn of_refused(refused: &Refused) -> String {
    if let Some(refusal) = &refused.rules {
        return reason(refusal);
    }
    match of_code(refused.code).filter(|_| spoken() != Language::English) {
        Some(reason) => reason,
        None => refused.reason.clone(),
    }
}

/// Why the host ends a connection.
pub(super) fn of_bye(bye: &Bye) -> String {
    match of_bye_code(bye.why).filter(|_| spoken() != Language::English) {
        Some(reason) => reason,
        None => bye.reason.clone(),
    }
}

fn of_code(code: Code) -> Option<String> {
    Some(match code {
        Code::Malformed | Code::NotGreeted => say!("the host has not understood that"),
        Code::Version => say!("this program and the host are of different versions"),
        Code::Rate => say!("you ask too much at once; wait a little"),
        Code::Full => say!("there are as many of these as there may be"),
        Code::Draining => say!("the host is about to stop"),
        Code::NoSuchRoom => say!("there is no such room"),
        Code::Quarantined => say!("this room is set aside until the operator has looked at it"),
        Code::NoSuchRuleset => say!("the host does not have this game"),
        Code::Settings => say!("a room cannot be like that"),
        Code::NotInvited => say!("nobody has invited you with that code"),
        Code::RoomFull => say!("all seats are taken"),
        Code::WrongSeat => say!("that seat is not to be had"),
        Code::WrongToken => say!("you have no seat in this room any more"),
        Code::NoSpectators => say!("nobody may watch in this room"),
        Code::InRoom => say!("leave your room first"),
        Code::NotInRoom => say!("you are in no room"),
        Code::NotSeated => say!("only players may do that"),
        Code::NotOwner => say!("only the owner may do that"),
        Code::NotNow => say!("that cannot be done now"),
        Code::Revealed => say!("that cannot be taken back: somebody has seen a card by it"),
        Code::Rules | Code::Faulted => say!("the rules have failed"),
        Code::NoDebugging => say!("this room is not debugged"),
        Code::Storage => say!("the host could not keep that; try again"),
        Code::Expression | Code::Other => return None,
    })
}

fn of_bye_code(code: ByeCode) -> Option<String> {
    Some(match code {
        ByeCode::Superseded => say!("you have taken this seat on a newer connection"),
        ByeCode::Kicked => say!("you were removed from the room"),
        ByeCode::Draining => say!("the host is stopping; your seat is kept"),
        ByeCode::RoomSleeps => say!("the host has paused this room; your seat is kept"),
        ByeCode::Slow => say!("this connection reads too slowly"),
        ByeCode::Rate => say!("this connection sends too much"),
        ByeCode::TooBig | ByeCode::NotText | ByeCode::Protocol | ByeCode::Handshake => {
            say!("the host has not understood that")
        }
        ByeCode::Idle => say!("this connection was silent for too long"),
        ByeCode::RoomClosed => say!("the room was closed"),
        ByeCode::Other => return None,
    })
}
