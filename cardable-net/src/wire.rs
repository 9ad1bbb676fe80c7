//! From what rooms and the lobby tell to what goes over the wire, and back. What is told was made
//! for its viewer before it comes here; nothing is added to it.

use crate::lobby::{self, RoomSummary};
use crate::protocol::{
    AfterFault, Beginning, Bye, ByeCode, ChatLine, Clock, ClockSettings, Clocks, Code, Create, Event,
    Fairness, Happened, Hash, Held, LobbyChange, Memory, Message, Phase, Refused, RoomEntry, RoomId,
    RoomInfo, SeatInfo, Settings, Spectators, StatusChange, TableView, Token, UndoAsked, UndoRule, Waiting,
    You,
};
use crate::room;
use crate::room::{CloseReason, Told};
use cardable_core::story::Line;
use cardable_core::view::Status;
use cardable_core::{SeatSet, View, ViewEvent};
use std::cell::RefCell;

/// Writes what one kind of viewer is told: a seat, those who watch, or those who wait to.
///
/// Of the status of a view and of decisions only what changed is told, so it remembers what it told
/// last. Every text goes to all viewers of the kind; who comes later begins with a view.
#[derive(Clone, Debug)]
pub struct Pen {
    you: You,
    table: Hash,
    step: u64,
    status: Status,
    decisions: Memory,
}

impl Pen {
    /// Writes for a kind of viewer. `table` is the hash of the ruleset's sheet among the content.
    pub fn new(you: You, table: Hash) -> Pen {
        Pen {
            you,
            table,
            step: 0,
            status: Status::default(),
            decisions: Memory::default(),
        }
    }

    /// Goes on behind a view that the viewers have, which this pen did not write. What they know of
    /// decisions does not matter: this pen leaves out only what it told itself.
    pub fn goes_on_behind(&mut self, view: &View) {
        self.step = view.seq;
        self.status.clone_from(&view.status);
    }

    /// The whole table, with nothing to decide; what happens goes on behind it.
    pub(crate) fn table(
        &mut self,
        game: u32,
        seq: u64,
        view: &View,
        beginning: Option<Box<Beginning>>,
    ) -> TableView {
        self.goes_on_behind(view);
        self.decisions = Memory::default();
        TableView {
            game,
            seq,
            view: view.clone(),
            beginning,
            decision: None,
            clocks: Clocks::default(),
            rewound: false,
        }
    }

    /// How the table stood when it was told last.
    pub(crate) fn status(&self) -> &Status {
        &self.status
    }

    /// What happened in one choice, and its story; `decides` is whether a decision is told with it.
    pub(crate) fn happened(
        &mut self,
        seq: u64,
        events: Vec<ViewEvent>,
        story: Vec<Line>,
        decides: bool,
    ) -> Happened {
        let mut happened = Happened {
            story,
            seq,
            step: None,
            timed_out: None,
            events: Vec::with_capacity(events.len().saturating_sub(1)),
            status: StatusChange::default(),
            decision: None,
            clocks: Clocks::default(),
        };
        for event in events {
            match event {
                ViewEvent::Status { seq, status } => {
                    happened.step = (seq != self.step + 1).then_some(seq);
                    happened.status = StatusChange::between(&self.status, &status, decides);
                    self.step = seq;
                    self.status = *status;
                }
                event => happened.events.push(Event::from(&event)),
            }
        }
        happened
    }

    /// Writes a message.
    pub fn write(&mut self, told: Told<'_>) -> room::Text {
        text(&self.message(told))
    }

    fn message(&mut self, told: Told<'_>) -> Message {
        match told {
            Told::Room(info) => Message::Room(Box::new(room_info(info, self.you, &self.table))),
            Told::View {
                game,
                seq,
                view,
                beginning,
                decision,
                clocks,
                rewound,
            } => {
                let mut table = self.table(game, seq, view, beginning);
                table.decision = decision.map(|asked| Box::new(self.decisions.shorten(asked)));
                table.clocks = shown_clocks(clocks);
                table.rewound = rewound;
                Message::View(Box::new(table))
            }
            Told::Events {
                seq,
                timed_out,
                events,
                story,
                decision,
                clocks,
            } => {
                let decision = decision.map(|asked| Box::new(self.decisions.shorten(asked)));
                let mut happened = self.happened(seq, events, story, decision.is_some());
                happened.timed_out = timed_out;
                happened.decision = decision;
                happened.clocks = shown_clocks(clocks);
                Message::Events(Box::new(happened))
            }
            Told::Clocks(clocks) => Message::Clocks(shown_clocks(clocks)),
            Told::Chat(line) => Message::Chat(chat_line(line, false)),
            Told::Talk(line) => Message::Chat(chat_line(line, true)),
        }
    }
}

fn chat_line(line: &room::ChatLine, before: bool) -> ChatLine {
    ChatLine {
        when: line.when,
        seat: line.seat,
        name: line.name.clone(),
        text: line.text.clone(),
        before,
    }
}

/// Up to how many bytes a thread keeps to write messages into.
const PAPER: usize = 16 << 10;

/// A message as it goes over the wire.
pub fn text(message: &Message) -> room::Text {
    thread_local! {
        static PAPER_OF_THREAD: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    PAPER_OF_THREAD.with_borrow_mut(|paper| {
        paper.clear();
        // The types hold nothing that JSON cannot say: maps have texts as keys.
        let written = serde_json::to_writer(&mut *paper, message);
        let text = match std::str::from_utf8(paper) {
            // A copy that is as long as the text: it waits in queues.
            Ok(text) if written.is_ok() => text.to_owned().into(),
            _ => room::Text::default(),
        };
        paper.shrink_to(PAPER);
        text
    })
}

fn shown_clocks(clocks: &[room::SeatClock]) -> Clocks {
    let clock = |clock: &room::SeatClock| Clock {
        seat: clock.seat,
        decision_ms: clock.left,
        game_ms: clock.game,
    };
    Clocks(clocks.iter().map(clock).collect())
}

/// A room's name, as it goes over the wire.
pub fn room_id(room: crate::store::RoomId) -> RoomId {
    RoomId(room.to_string())
}

/// The room that a name means.
pub fn room_named(name: &RoomId) -> Result<crate::store::RoomId, room::Refused> {
    name.0.trim().parse().map_err(|_| room::Refused::NoRoom)
}

fn room_info(info: &room::RoomInfo, you: You, table: &Hash) -> RoomInfo {
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
            // What is opened is of the game that is over, not of the next one.
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
            no_stand_in: !info.stand_ins,
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
        ready: seat.ready,
        present: seat.here,
        stand_in: seat.stand_in,
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

/// The room that somebody wants; `fewest` is how many seats its ruleset needs.
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
        ..room::NewRoom::of(ruleset, settings.seats.unwrap_or(fewest))
    }
}

/// How a room goes on after a fault.
pub fn after_fault(how: AfterFault) -> room::Resume {
    match how {
        AfterFault::GoOn => room::Resume::GoOn,
        AfterFault::Undo => room::Resume::Undo,
        AfterFault::End => room::Resume::End,
    }
}

/// A room of the lobby's list.
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
    }
}

/// A change of the lobby's list.
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

/// A seat that somebody got.
pub fn seated(seated: &lobby::Seated) -> crate::protocol::Seated {
    crate::protocol::Seated {
        room: room_id(seated.room),
        seat: seated.seat,
        token: Some(Token(seated.token.secret().to_owned())),
    }
}

/// Why something was not done.
pub fn refused(id: Option<u32>, refused: room::Refused) -> Refused {
    let reason = refused.to_string();
    let mut rules = None;
    let code = match refused {
        room::Refused::Rules(refusal) => {
            rules = Some(refusal);
            Code::Rules
        }
        room::Refused::Fault(_) => Code::Faulted,
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
        room::Refused::NotNow { .. } => Code::NotNow,
        room::Refused::Revealed => Code::Revealed,
        room::Refused::Limit { .. } => Code::Full,
        room::Refused::Store => Code::Storage,
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

/// Why a connection ends.
pub fn bye(reason: CloseReason) -> Bye {
    let (why, text) = match reason {
        CloseReason::Replaced => (
            ByeCode::Superseded,
            "this seat was taken up on a newer connection",
        ),
        CloseReason::TooSlow => (ByeCode::Slow, "this connection does not read what it is sent"),
        CloseReason::Removed => (ByeCode::Kicked, "the owner of the room has taken you out of it"),
        CloseReason::RoomClosed => (ByeCode::RoomClosed, "the room was closed"),
        CloseReason::RoomSleeps => (
            ByeCode::RoomSleeps,
            "the host put this table aside for a moment; your seat is kept",
        ),
        CloseReason::HostStops => (
            ByeCode::Draining,
            "the host stops; your seat is kept until it is back",
        ),
    };
    Bye {
        why,
        reason: text.to_owned(),
        room: None,
    }
}
