//! Converts between the types of rooms and the lobby and those of the protocol. Rooms have already
//! redacted everything for its viewer; nothing is added here.

mod encoding;

pub use encoding::{DecodeError, Encoded, Encodings, Format};

use crate::lobby::{self, RoomSummary};
use crate::protocol::{
    AfterFault, Bye, ByeCode, ChatLine, ClockSettings, Code, Create, Fairness, Hash, Held, LobbyChange,
    Phase, Refused, RoomEntry, RoomId, RoomInfo, SeatInfo, Settings, Spectators, Token, UndoAsked, UndoRule,
    Waiting, You,
};
use crate::room::{self, CloseReason};
use cardable_core::SeatSet;

/// Converts a chat line. `before` says that it was written before its reader came in.
pub(crate) fn chat_line(line: &room::ChatLine, before: bool) -> ChatLine {
    ChatLine {
        when: line.when,
        seat: line.seat,
        name: line.name.clone(),
        text: line.text.clone(),
        before,
    }
}

/// Converts a room's identifier.
pub fn room_id(room: crate::store::RoomId) -> RoomId {
    RoomId(room.to_string())
}

/// Parses a room's identifier.
pub fn room_named(name: &RoomId) -> Result<crate::store::RoomId, room::Refused> {
    name.0.trim().parse().map_err(|_| room::Refused::NoRoom)
}

/// Describes a room to somebody in it. `table` is the content hash of its `RulesetInfo`.
pub(crate) fn room_info(info: &room::RoomInfo, you: You, table: &Hash) -> RoomInfo {
    let mut fairness = info.promise.as_ref().map(|promise| Fairness {
        commitment: Hash(promise.commitment.clone()),
        statement: promise.statement.clone(),
        asks: promise.asks,
        seed: None,
        secret: None,
        salt: None,
        parts: Vec::new(),
    });
    let (phase, fault, result) = match &info.phase {
        room::Phase::Gathering => (Phase::Open, None, None),
        room::Phase::Playing => (Phase::Playing, None, None),
        room::Phase::Suspended { fault } => (Phase::Suspended, fault.clone(), None),
        room::Phase::Over { result, opened } => {
            // Only the finished game's seed is opened, not that of the next game, whose commitment may be out already.
            if let (Some(fairness), Some(opened)) = (fairness.as_mut().filter(|f| !f.asks), opened) {
                fairness.seed = Some(opened.seed.clone());
                fairness.secret = Some(opened.dealt.secret.clone());
                fairness.salt = Some(opened.dealt.salt.clone());
                fairness.parts.clone_from(&opened.dealt.parts);
            }
            (Phase::Over, None, result.clone())
        }
    };
    let set = |seats: &[cardable_core::Seat]| seats.iter().copied().collect::<SeatSet>();
    RoomInfo {
        room: room_id(info.room),
        title: info.title.clone(),
        ruleset: info.ruleset.clone(),
        hash: Hash(info.hash.clone()),
        table: table.clone(),
        phase,
        you,
        seats: info.seats.iter().map(seat_info).collect(),
        owner: info.owner,
        settings: Settings {
            seats: Some(info.seats.len() as u8),
            options: info.options.clone(),
            teams: info.teams.clone(),
            roles: info.roles.clone(),
            private: info.private,
            spectators: spectators(info.watching),
            clocks: ClockSettings {
                decision: info.time.decision,
                game: info.time.game,
            },
            undo: undo_rule(info.undo),
            no_stand_in: !info.bots.stand_ins,
            bot_level: info.bots.level,
            hints: info.bots.hints,
            debug: info.bots.debug,
        },
        invite: info.invite.clone(),
        watching: info.watchers.iter().filter(|w| w.admitted).count() as u32,
        waiting: info
            .watchers
            .iter()
            .filter(|w| !w.admitted)
            .map(|w| Waiting {
                spectator: w.watcher,
                name: w.name.clone(),
            })
            .collect(),
        fairness,
        undo: info.proposal.as_ref().map(|proposal| UndoAsked {
            by: proposal.by,
            agreed: set(&proposal.agreed),
            missing: set(&proposal.missing),
        }),
        fault,
        result,
        game: info.game,
        bots_wait: info.bots.wait,
    }
}

fn seat_info(seat: &room::SeatInfo) -> SeatInfo {
    SeatInfo {
        name: seat.name.clone(),
        held: match seat.kind {
            room::SeatKind::Empty => Held::Free,
            room::SeatKind::Person => Held::Person,
            room::SeatKind::Bot => Held::Bot,
        },
        level: seat.level,
        ready: seat.ready,
        present: seat.here,
        stand_in: seat.stand_in,
        played_as: seat.played_as.clone(),
    }
}

fn spectators(watching: room::Watching) -> Spectators {
    match watching {
        room::Watching::None => Spectators::None,
        room::Watching::Open => Spectators::Open,
        room::Watching::Delayed { choices } => Spectators::Delayed { choices },
        room::Watching::Approved => Spectators::Approved,
    }
}

fn undo_rule(rule: room::UndoRule) -> UndoRule {
    match rule {
        room::UndoRule::Never => UndoRule::Never,
        room::UndoRule::NothingLearned => UndoRule::NothingLearned,
        room::UndoRule::Always => UndoRule::Always,
    }
}

/// Converts a request for a room. `fewest` is the ruleset's minimum number of seats, and the default.
pub fn new_room(create: Create, ruleset: String, fewest: u8) -> room::NewRoom {
    let settings = create.settings;
    room::NewRoom {
        title: Some(create.title).filter(|title| !title.is_empty()),
        bots: create.bots,
        options: settings.options,
        teams: settings.teams,
        roles: settings.roles,
        private: settings.private,
        time: room::TimeLimits {
            decision: settings.clocks.decision,
            game: settings.clocks.game,
        },
        watching: match settings.spectators {
            Spectators::None => room::Watching::None,
            Spectators::Open => room::Watching::Open,
            Spectators::Delayed { choices } => room::Watching::Delayed { choices },
            Spectators::Approved => room::Watching::Approved,
        },
        undo: match settings.undo {
            UndoRule::Never => room::UndoRule::Never,
            UndoRule::NothingLearned => room::UndoRule::NothingLearned,
            UndoRule::Always => room::UndoRule::Always,
        },
        stand_ins: !settings.no_stand_in,
        bot_level: settings.bot_level,
        hints: settings.hints,
        debug: settings.debug,
        ..room::NewRoom::of(ruleset, settings.seats.unwrap_or(fewest))
    }
}

/// Converts the owner's answer to a fault.
pub fn after_fault(how: AfterFault) -> room::Resume {
    match how {
        AfterFault::GoOn => room::Resume::GoOn,
        AfterFault::Undo => room::Resume::Undo,
        AfterFault::End => room::Resume::End,
    }
}

/// Converts a room of the lobby's list.
pub fn room_entry(room: &RoomSummary) -> RoomEntry {
    RoomEntry {
        room: room_id(room.room),
        title: room.title.clone(),
        ruleset: room.ruleset.clone(),
        phase: room.phase,
        seats: room.seats,
        persons: room.persons,
        bots: room.seats.saturating_sub(room.free).saturating_sub(room.persons),
        watchable: room.watchable,
        debug: room.debug,
    }
}

/// Converts a change of the lobby's list.
pub fn lobby_change(change: &lobby::LobbyChange) -> LobbyChange {
    match change {
        lobby::LobbyChange::Room(room) => LobbyChange {
            changed: vec![room_entry(room)],
            ..LobbyChange::default()
        },
        lobby::LobbyChange::Gone(room) => LobbyChange {
            gone: vec![room_id(*room)],
            ..LobbyChange::default()
        },
    }
}

/// Tells a client the seat that it got, with the token that holds it.
pub fn seated(seated: &lobby::Seated) -> crate::protocol::Seated {
    crate::protocol::Seated {
        room: room_id(seated.room),
        seat: seated.seat,
        token: Some(Token(seated.token.secret().to_owned())),
    }
}

/// Converts a refusal and assigns its code.
pub fn refused(id: Option<u32>, refused: room::Refused) -> Refused {
    let reason = refused.to_string();
    let mut rules = None;
    let code = match refused {
        room::Refused::Rules(refusal) => {
            rules = Some(refusal);
            Code::Rules
        }
        room::Refused::Fault(_) => Code::Faulted,
        room::Refused::NoDebugging { .. } => Code::NoDebugging,
        room::Refused::Expression { .. } => Code::Expression,
        room::Refused::NoRoom => Code::NoSuchRoom,
        room::Refused::NoRuleset => Code::NoSuchRuleset,
        room::Refused::BadRoom { .. } => Code::Settings,
        room::Refused::Full => Code::RoomFull,
        room::Refused::NotInvited => Code::NotInvited,
        room::Refused::BadToken => Code::WrongToken,
        room::Refused::NotWatched => Code::NoSpectators,
        room::Refused::NoSeat => Code::NotSeated,
        room::Refused::NotOwner => Code::NotOwner,
        room::Refused::WrongSeat { .. } => Code::WrongSeat,
        room::Refused::NotNow { .. } | room::Refused::Moving => Code::NotNow,
        room::Refused::Revealed => Code::Revealed,
        room::Refused::Limit { .. } => Code::Full,
        room::Refused::Store | room::Refused::Elsewhere { .. } => Code::Storage,
        room::Refused::Quarantined => Code::Quarantined,
        room::Refused::Draining => Code::Draining,
    };
    Refused {
        id,
        code,
        reason,
        rules,
    }
}

/// Converts the reason for which a room closes a connection, and words it for people.
pub fn bye(reason: CloseReason) -> Bye {
    let (why, text) = match reason {
        CloseReason::Replaced => (
            ByeCode::Superseded,
            "you have taken this seat on a newer connection",
        ),
        CloseReason::TooSlow => (ByeCode::Slow, "this connection reads too slowly"),
        CloseReason::Removed => (ByeCode::Kicked, "the owner has removed you from the room"),
        CloseReason::RoomClosed => (ByeCode::RoomClosed, "the room was closed"),
        CloseReason::RoomSleeps => (
            ByeCode::RoomSleeps,
            "the host has paused this room; your seat is kept",
        ),
        CloseReason::HostStops => (ByeCode::Draining, "the host is stopping; your seat is kept"),
    };
    Bye {
        why,
        reason: text.to_owned(),
        room: None,
    }
}
