//! Sends messages to the viewers of a room, each made for its recipient.

use super::delayed;
use super::info::{BotsInfo, Opened, Phase, Promise, Proposal, RoomInfo, SeatInfo, SeatKind, WatcherInfo};
use super::outbox::CloseReason;
use super::play::Play;
use super::state::{Learns, Occupant, Stage, seat_at};
use super::task::Room;
use super::viewer::{Behind, Part, Viewer, ViewerKey};
use crate::fairness::{Dealt, seed_hex};
use crate::protocol::{Beginning, Clocks, Decision, Happened, Hash, Message, TableView, You};
use crate::room::hex;
use crate::wire::{self, Encodings};
use cardable_core::view::Status;
use cardable_core::{Game, Language, Seat, SeatSet, View, Viewer as See, story};
use smallvec::SmallVec;

/// What those read who see the same in the same language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reader {
    pub(super) see: See,
    pub(super) language: Language,
}

/// The room's information, as far as the recipient may know it.
pub(super) fn info(room: &Room, learns: Learns) -> RoomInfo {
    let state = &room.state;
    let seats = state.seats.iter().zip(&room.seats).map(|(kept, there)| SeatInfo {
        name: kept.name.clone(),
        kind: match kept.occupant {
            Occupant::Empty => SeatKind::Empty,
            Occupant::Bot => SeatKind::Bot,
            Occupant::Person { .. } => SeatKind::Person,
        },
        level: (kept.occupant == Occupant::Bot).then_some(kept.level),
        here: there.here.is_some(),
        ready: kept.ready,
        stand_in: there.stand_in,
        played_as: kept.played_as.clone(),
    });
    let watchers = room.viewers.values().filter_map(|viewer| match &viewer.part {
        Part::Seat(_) => None,
        Part::Watcher {
            number,
            name,
            admitted,
        } => Some(WatcherInfo {
            watcher: *number,
            name: name.clone(),
            admitted: *admitted,
        }),
    });
    let list = |seats: SeatSet| seats.into_iter().collect::<Vec<Seat>>();
    RoomInfo {
        room: room.id,
        title: state.title.clone(),
        ruleset: state.new.ruleset.clone(),
        hash: state.hash.clone(),
        options: state.new.options.clone(),
        teams: state.new.teams.clone(),
        roles: state.new.roles.clone(),
        private: state.new.private,
        invite: state.invite.clone().filter(|_| learns.invite),
        time: state.new.time,
        watching: state.new.watching,
        undo: state.new.undo,
        bots: BotsInfo {
            stand_ins: state.new.stand_ins,
            level: state.new.bot_level,
            hints: state.new.hints,
            debug: state.new.debug,
            wait: room.bots.wait,
        },
        owner: state.owner,
        seats: seats.collect(),
        watchers: watchers.collect(),
        phase: phase(room, learns),
        game: state.game,
        promise: promise(room),
        proposal: room.asking.as_ref().map(|asking| Proposal {
            by: asking.by,
            agreed: list(asking.agreed),
            missing: list(asking.missing),
        }),
    }
}

/// The promise for the game about to begin, otherwise for the last one.
fn promise(room: &Room) -> Option<Promise> {
    let state = |dealt: &Dealt, asks: bool| Promise {
        commitment: dealt.commitment.clone(),
        statement: dealt.statement.clone(),
        asks,
    };
    match (&room.drawing, &room.play) {
        (Some(drawing), _) => Some(state(&drawing.dealt, true)),
        (None, Some(play)) => Some(state(&play.dealt, false)),
        (None, None) => None,
    }
}

fn phase(room: &Room, learns: Learns) -> Phase {
    match (room.state.stage, &room.state.fault, room.play.as_deref()) {
        (Stage::Gathering, _, _) => Phase::Gathering,
        (Stage::Playing { .. }, Some(fault), _) => Phase::Suspended {
            fault: learns.game.then(|| fault.clone()),
        },
        (Stage::Playing { .. }, None, _) => Phase::Playing,
        (Stage::Over { .. }, _, Some(play)) => Phase::Over {
            result: play.game.result().filter(|_| learns.game).cloned(),
            opened: learns.game.then(|| Opened {
                seed: seed_hex(play.seed),
                dealt: Dealt::clone(&play.dealt),
            }),
        },
        // Its last game could not be restored, so there is no result to show.
        (Stage::Over { .. }, _, None) => Phase::Gathering,
    }
}

/// The room message for a viewer.
fn room_message(room: &Room, part: &Part, language: Language) -> Message {
    let table = Hash(hex(&room.edition.localized(language).table.hash));
    let info = info(room, room.state.learns(part));
    Message::Room(Box::new(wire::room_info(&info, part.you(), &table)))
}

/// Sends everybody the state of the room.
pub(super) fn tell_room(room: &mut Room) {
    let now = room.ctx.clock.now();
    // Each seat gets its own message. Watchers get one of two.
    let kind = |viewer: &Viewer| (viewer.part.you(), viewer.language());
    let mut kinds: SmallVec<[(You, Language); 8]> = room.viewers.values().map(kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for wanted in kinds {
        let Some(part) = room
            .viewers
            .values()
            .find(|viewer| kind(viewer) == wanted)
            .map(|viewer| &viewer.part)
        else {
            continue;
        };
        let (_, language) = wanted;
        let mut message = Encodings::from(room_message(room, part, language));
        for viewer in room.viewers.values_mut().filter(|viewer| kind(viewer) == wanted) {
            viewer.tell(&mut message, now);
        }
    }
}

/// Sends one viewer the state of the room.
pub(super) fn tell_room_to(room: &mut Room, key: ViewerKey) {
    if let Some(viewer) = room.viewers.get(key) {
        let message = room_message(room, &viewer.part, viewer.language());
        tell_one(room, key, message);
    }
}

/// The game as shown to a kind of viewer.
pub(super) fn play_for(room: &Room, see: See) -> Option<&Play> {
    match (see, &room.delayed) {
        (See::Seat(_), _) => room.play.as_deref(),
        (See::Spectator | See::Omniscient, Some(delayed)) => Some(&delayed.play),
        (See::Spectator | See::Omniscient, None) if delayed::watchers_are_late(room) => None,
        (See::Spectator | See::Omniscient, None) => room.play.as_deref(),
    }
}

/// Why the whole table is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// It is new to the viewer, or the game has ended.
    None,
    /// The game went back.
    Rewound,
    /// Whoever debugs the game has changed it.
    Edited,
}

/// The whole table for a kind of viewer. Later events build on it.
fn table_message(room: &mut Room, reader: Reader, change: Change) -> Option<Message> {
    let see = reader.see;
    let now = room.ctx.clock.now();
    let play = play_for(room, see)?;
    let names = seat_names(room, &play.game);
    let table = TableView {
        decision: decision_of(play, reader),
        clocks: clocks_for(room, play, see, now),
        rewound: change == Change::Rewound,
        edited: change == Change::Edited,
        ..table_of(play, reader, &names)
    };
    room.last_sent.set(see, &table.view);
    Some(Message::View(Box::new(table)))
}

pub(super) fn clocks_for(room: &Room, play: &Play, see: See, now: u64) -> Clocks {
    // Delayed watchers see other decisions than those for which the clocks run.
    let delayed = see == See::Spectator && delayed::watchers_are_late(room);
    if delayed || play.is_over() {
        return Clocks::default();
    }
    play.clocks.shown(now)
}

/// Sends one viewer the whole table.
pub(super) fn tell_view(room: &mut Room, key: ViewerKey) {
    let Some(reader) = room.viewers.get(key).and_then(|viewer| reads(room, viewer)) else {
        return;
    };
    if let Some(message) = table_message(room, reader, Change::None) {
        tell_one(room, key, message);
    }
}

/// Sends a kind of viewer the whole table.
pub(super) fn tell_view_to(room: &mut Room, see: See, change: Change) {
    for reader in readers(room).into_iter().filter(|reader| reader.see == see) {
        if let Some(message) = table_message(room, reader, change) {
            tell_reader(room, reader, message);
        }
    }
}

/// Sends every viewer of the live game the whole table.
pub(super) fn tell_views(room: &mut Room, change: Change) {
    for see in kinds(room) {
        if see == See::Spectator && delayed::watchers_are_late(room) {
            continue;
        }
        tell_view_to(room, see, change);
    }
}

/// What a viewer reads; nothing while they see nothing.
fn reads(room: &Room, viewer: &Viewer) -> Option<Reader> {
    let see = room.state.sees(&viewer.part)?;
    let language = viewer.language();
    Some(Reader { see, language })
}

/// Each kind of viewer present once, in each of its languages.
fn readers(room: &Room) -> SmallVec<[Reader; 8]> {
    let mut readers: SmallVec<[Reader; 8]> = SmallVec::new();
    for reader in room.viewers.values().filter_map(|viewer| reads(room, viewer)) {
        if !readers.contains(&reader) {
            readers.push(reader);
        }
    }
    readers
}

/// The kinds of viewers present.
fn kinds(room: &Room) -> SmallVec<[See; 8]> {
    let mut kinds: SmallVec<[See; 8]> = SmallVec::new();
    for Reader { see, .. } in readers(room) {
        if !kinds.contains(&see) {
            kinds.push(see);
        }
    }
    kinds
}

/// Whether a kind of viewer is present.
pub(super) fn is_seen_by(room: &Room, see: See) -> bool {
    kinds(room).contains(&see)
}

pub(super) fn tell_one(room: &mut Room, key: ViewerKey, message: Message) {
    let now = room.ctx.clock.now();
    if let Some(viewer) = room.viewers.get_mut(key) {
        viewer.tell(&mut message.into(), now);
    }
}

/// Sends the same message to all viewers who read the same. It is encoded once per format.
fn tell_reader(room: &mut Room, reader: Reader, message: Message) {
    tell_where(room, message, |see, language| Reader { see, language } == reader);
}

/// Sends the same message to all viewers of a kind, whatever their language. It is encoded once per format.
fn tell_kind(room: &mut Room, see: See, message: Message) {
    tell_where(room, message, |seen, _| seen == see);
}

fn tell_where(room: &mut Room, message: Message, is_meant: impl Fn(See, Language) -> bool) {
    let now = room.ctx.clock.now();
    let mut message = Encodings::from(message);
    for viewer in room.viewers.values_mut() {
        let see = room.state.sees(&viewer.part);
        if see.is_some_and(|see| is_meant(see, viewer.language())) {
            viewer.tell(&mut message, now);
        }
    }
}

/// Sends the events of the live game's last choice.
pub(super) fn tell_step(room: &mut Room) {
    for see in kinds(room) {
        if see == See::Spectator && delayed::watchers_are_late(room) {
            continue;
        }
        tell_step_to(room, see);
    }
}

/// Sends a kind of viewer the events of the last choice in the game they see.
pub(super) fn tell_step_to(room: &mut Room, see: See) {
    let now = room.ctx.clock.now();
    let (Some(before), Some(play)) = (room.last_sent.get(see), play_for(room, see)) else {
        return;
    };
    let names = seat_names(room, &play.game);
    let clocks = clocks_for(room, play, see, now);
    let (mut messages, mut view) = (SmallVec::<[(Reader, Message); 1]>::new(), None);
    for reader in readers(room).into_iter().filter(|reader| reader.see == see) {
        let (happened, now) = happened(play, reader, Some(before), &names);
        let happened = Happened {
            decision: decision_of(play, reader),
            clocks: clocks.clone(),
            ..happened
        };
        messages.push((reader, Message::Events(Box::new(happened))));
        view = Some(now);
    }
    if let Some(view) = view {
        room.last_sent.set(see, &view);
    }
    for (reader, message) in messages {
        tell_reader(room, reader, message);
    }
}

/// Sends the clocks after they were stopped or resumed.
pub(super) fn tell_clocks(room: &mut Room) {
    let now = room.ctx.clock.now();
    let Some(clocks) = room.play.as_ref().map(|play| play.clocks.shown(now)) else {
        return;
    };
    if clocks.is_none() {
        return;
    }
    for see in kinds(room) {
        if see != See::Spectator || !delayed::watchers_are_late(room) {
            tell_kind(room, see, Message::Clocks(clocks.clone()));
        }
    }
}

/// Resends the state to viewers who fell behind, and disconnects those who do not read.
pub(super) fn look_after_slow_viewers(room: &mut Room, now: u64) {
    let patience = room.ctx.limits.slow.saturating_mul(1000);
    let behind: Vec<(ViewerKey, Behind)> = room
        .viewers
        .iter_mut()
        .map(|(key, viewer)| (key, viewer.look(now, patience)))
        .collect();
    for (key, what) in behind {
        match what {
            Behind::No | Behind::Wait => {
                if room.viewers.get(key).is_some_and(super::viewer::Viewer::is_gone) {
                    room.detach(key);
                }
            }
            Behind::Restart => {
                tell_room_to(room, key);
                tell_view(room, key);
            }
            Behind::GiveUp => {
                if let Some(viewer) = room.viewers.get(key) {
                    viewer.close(CloseReason::TooSlow);
                    metrics::counter!("cardable_viewers_too_slow").increment(1);
                }
                room.detach(key);
            }
        }
    }
}

/// The names of a game's seats: people and bots first, then the seats that the game itself plays.
pub(super) fn seat_names(room: &Room, game: &Game) -> Vec<String> {
    let held = room
        .state
        .seats
        .iter()
        .map(|kept| kept.played_as.as_ref().unwrap_or(&kept.name).clone());
    let played = (room.state.seats.len()..game.seating().count())
        .map(|at| game.seating().name(seat_at(at)).unwrap_or_default().to_owned());
    held.chain(played).collect()
}

/// The seats held by people.
pub(super) fn persons(room: &Room) -> SeatSet {
    let seats = room.state.seats.iter().enumerate();
    seats
        .filter(|(_, kept)| kept.is_person())
        .map(|(at, _)| seat_at(at))
        .collect()
}

/// A game's table as a kind of viewer sees it, without a decision.
pub(super) fn table_of(play: &Play, reader: Reader, names: &[String]) -> TableView {
    TableView {
        game: play.number,
        seq: play.seq,
        view: play.game.view(reader.see),
        beginning: beginning_of(play, reader, names),
        decision: None,
        clocks: Clocks::default(),
        rewound: false,
        edited: false,
    }
}

/// The beginning of a game for a kind of viewer. `None` once something has been chosen.
fn beginning_of(play: &Play, reader: Reader, names: &[String]) -> Option<Box<Beginning>> {
    let begun = play.begun.as_deref()?;
    let (view, events) = (begun.view(reader.see), begun.events(reader.see));
    let happened = story::Happened {
        view: &view,
        before: None,
        events: &events,
        timed_out: None,
    };
    let ruleset = begun.ruleset().in_language(reader.language);
    let story = ruleset.words().with_seats(names).story(happened);
    Beginning::of(events, story)
}

/// The events of a game's last choice for a kind of viewer, without a decision, and the view after it. `before`
/// is the status before the choice, if known.
pub(super) fn happened(
    play: &Play,
    reader: Reader,
    before: Option<&Status>,
    names: &[String],
) -> (Happened, View) {
    let (view, events) = (play.game.view(reader.see), play.game.events(reader.see));
    let ruleset = play.game.ruleset().in_language(reader.language);
    let told = story::Happened {
        view: &view,
        before,
        events: &events,
        timed_out: play.timed_out,
    };
    let happened = Happened {
        seq: play.seq,
        timed_out: play.timed_out,
        story: ruleset.words().with_seats(names).story(told),
        events,
        decision: None,
        clocks: Clocks::default(),
    };
    (happened, view)
}

/// The decision of a viewer, if any.
pub(super) fn decision_of(play: &Play, reader: Reader) -> Option<Box<Decision>> {
    let See::Seat(seat) = reader.see else { return None };
    if play.is_over() {
        return None;
    }
    let decision = play.game.decision(seat)?.in_language(reader.language);
    Some(Box::new(decision.to_decision().without_names()))
}

#[cfg(test)]
mod tests {
    use super::super::record::Record;
    use super::super::state::TimeLimits;
    use super::*;
    use crate::fairness::Statement;
    use crate::library::Library;
    use crate::wire::{Encoded, Format};
    use cardable_core::{Bot as _, RandomBot, Seed, Setup};

    fn written(play: &Play, see: See) -> Encoded {
        let language = Language::English;
        let reader = Reader { see, language };
        let table = TableView {
            beginning: None,
            decision: decision_of(play, reader),
            ..table_of(play, reader, &[])
        };
        Format::Json.encode(&Message::View(Box::new(table)))
    }

    /// Messages for a viewer do not depend on hidden cards: they are the same byte for byte, in every shipped
    /// game, for everybody, after every choice.
    #[test]
    fn hidden_cards_do_not_show_in_what_is_told() {
        for edition in Library::shipped().editions() {
            let ruleset = &edition.ruleset;
            let seats = *ruleset.seats().start();
            let setup = Setup::seats(seats);
            let statement = Statement {
                room: String::new(),
                game: 1,
                ruleset: String::new(),
                setup: setup.clone(),
            };
            let dealt = Dealt::of(&statement, [11; 32], [0; 32]);
            let begin = Record::Begin {
                game: 1,
                setup,
                seed: dealt.seed().unwrap(),
                dealt,
                t: 0,
            };
            let mut play = Play::begin(ruleset, &begin, 0, TimeLimits::default()).unwrap();
            let mut bot = RandomBot::new(Seed::from(3));
            for step in 0..60u64 {
                let seats = (0..seats).map(|at| See::Seat(seat_at(at)));
                for see in seats.chain([See::Spectator]) {
                    let other = Play {
                        game: play.game.imagine(see, Seed::from(step)),
                        ..play.clone()
                    };
                    assert_eq!(
                        written(&other, see),
                        written(&play, see),
                        "{} {step}",
                        edition.name
                    );
                }
                let Some(decision) = play.game.next_decision() else {
                    break;
                };
                let seat = decision.seat();
                let choice = bot.choose(&play.game.view(See::Seat(seat)), &decision);
                let record = Record::Choice {
                    seat,
                    choice,
                    t: 0,
                    used: 0,
                };
                play.attempt(&record, None).unwrap();
                play.count(&record);
            }
        }
    }
}
