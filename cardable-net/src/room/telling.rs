//! What those in a room are told, each what was made for them.

use super::about::{Holder, Learns, Stage, seat_at};
use super::info::{Opened, Phase, Promise, Proposal, RoomInfo, SeatInfo, SeatKind, Told, WatcherInfo};
use super::outbox::{CloseReason, Text};
use super::play::Play;
use super::task::Room;
use super::viewer::{Behind, Part, ViewerKey};
use crate::fairness::{Dealt, seed_hex};
use crate::protocol::{Asked, Beginning, Hash, You};
use crate::room::hex;
use crate::wire::Pen;
use cardable_core::story::{Happened, Line};
use cardable_core::{Game, Seat, SeatSet, ViewEvent, Viewer as See};
use smallvec::SmallVec;

impl Room {
    /// The room, as somebody in it may know it.
    pub(super) fn info(&self, learns: Learns) -> RoomInfo {
        let about = &self.about;
        let seats = about.seats.iter().zip(&self.seats).map(|(kept, there)| SeatInfo {
            name: kept.name.clone(),
            kind: match kept.holder {
                Holder::Empty => SeatKind::Empty,
                Holder::Bot => SeatKind::Bot,
                Holder::Person { .. } => SeatKind::Person,
            },
            here: there.here.is_some(),
            ready: kept.ready,
            stand_in: there.stand_in,
        });
        let watchers = self.viewers.values().filter_map(|viewer| match &viewer.part {
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
            room: self.id,
            title: about.title.clone(),
            ruleset: about.new.ruleset.clone(),
            hash: about.hash.clone(),
            options: about.new.options.clone(),
            teams: about.new.teams.clone(),
            roles: about.new.roles.clone(),
            private: about.new.private,
            invite: about.invite.clone().filter(|_| learns.invite),
            time: about.new.time,
            watching: about.new.watching,
            undo: about.new.undo,
            stand_ins: about.new.stand_ins,
            owner: about.owner,
            seats: seats.collect(),
            watchers: watchers.collect(),
            phase: self.phase(learns),
            game: about.game,
            promise: self.promise(),
            proposal: self.asking.as_ref().map(|asking| Proposal {
                by: asking.by,
                agreed: list(asking.agreed),
                missing: list(asking.missing),
            }),
        }
    }

    /// The promise of the game that is about to begin, else of the last one.
    fn promise(&self) -> Option<Promise> {
        let about = |dealt: &Dealt, asks: bool| Promise {
            commitment: dealt.commitment.clone(),
            statement: dealt.statement.clone(),
            asks,
        };
        match (&self.drawing, &self.play) {
            (Some(drawing), _) => Some(about(&drawing.dealt, true)),
            (None, Some(play)) => Some(about(&play.dealt, false)),
            (None, None) => None,
        }
    }

    fn phase(&self, learns: Learns) -> Phase {
        match (self.about.stage, &self.about.fault, self.play.as_deref()) {
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
            // Its last game could not be brought back: there is nothing to show of it.
            (Stage::Over { .. }, _, None) => Phase::Gathering,
        }
    }

    pub(super) fn sheet(&self) -> Hash {
        Hash(hex(&self.edition.table.hash))
    }

    /// Tells everybody how the room is now.
    pub(super) fn tell_room(&mut self) {
        let now = self.ctx.clock.now();
        let table = self.sheet();
        // Seats are told apart; of those who watch there are two kinds.
        let mut kinds: SmallVec<[You; 8]> = self.viewers.values().map(|viewer| viewer.part.you()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for you in kinds {
            let Some(part) = self
                .viewers
                .values()
                .map(|v| &v.part)
                .find(|part| part.you() == you)
            else {
                continue;
            };
            let info = self.info(self.about.learns(part));
            let text = Pen::new(you, table.clone()).write(Told::Room(&info));
            for viewer in self
                .viewers
                .values_mut()
                .filter(|viewer| viewer.part.you() == you)
            {
                viewer.tell(text.clone(), now);
            }
        }
    }

    /// Tells one viewer how the room is.
    pub(super) fn tell_room_to(&mut self, key: ViewerKey) {
        let now = self.ctx.clock.now();
        let Some(viewer) = self.viewers.get(key) else {
            return;
        };
        let info = self.info(self.about.learns(&viewer.part));
        let text = Pen::new(viewer.part.you(), self.sheet()).write(Told::Room(&info));
        if let Some(viewer) = self.viewers.get_mut(key) {
            viewer.tell(text, now);
        }
    }

    /// The game as a kind of viewer has it before it.
    pub(super) fn play_for(&self, see: See) -> Option<&Play> {
        match (see, &self.late) {
            (See::Seat(_), _) => self.play.as_deref(),
            (See::Spectator | See::Omniscient, Some(late)) => Some(&late.play),
            (See::Spectator | See::Omniscient, None) => self.play.as_deref(),
        }
    }

    pub(super) fn fresh_pen(&self, see: See) -> Pen {
        let you = match see {
            See::Seat(seat) => You::Seat(seat),
            See::Spectator | See::Omniscient => You::Spectator,
        };
        Pen::new(you, self.sheet())
    }

    pub(super) fn put_pen(&mut self, see: See, pen: Pen) {
        match see {
            See::Seat(seat) => {
                if let Some(slot) = self.pens.get_mut(seat.index()) {
                    *slot = Some(pen);
                }
            }
            See::Spectator | See::Omniscient => self.watcher_pen = Some(pen),
        }
    }

    /// Writes the whole table for a kind of viewer; events go on behind it.
    pub(super) fn view_text(&mut self, see: See, rewound: bool) -> Option<Text> {
        let now = self.ctx.clock.now();
        let play = self.play_for(see)?;
        let view = play.game.view(see);
        let decision = decision_of(play, see);
        let clocks = self.clocks_for(play, see, now);
        let beginning = beginning_of(play, see, &self.seat_names(&play.game));
        let mut pen = self.fresh_pen(see);
        let text = pen.write(Told::View {
            game: play.number,
            seq: play.seq,
            view: &view,
            beginning,
            decision,
            clocks: &clocks,
            rewound,
        });
        self.put_pen(see, pen);
        Some(text)
    }

    pub(super) fn clocks_for(&self, play: &Play, see: See, now: u64) -> Vec<super::info::SeatClock> {
        // Who watches late sees other decisions than those the clocks run for.
        let late = see == See::Spectator && self.late.is_some();
        if late || play.is_over() {
            return Vec::new();
        }
        play.clocks.shown(now)
    }

    /// Tells one viewer the whole table.
    pub(super) fn tell_view(&mut self, key: ViewerKey) {
        let now = self.ctx.clock.now();
        let Some(see) = self.viewers.get(key).and_then(|v| self.about.sees(&v.part)) else {
            return;
        };
        if let Some(text) = self.view_text(see, false)
            && let Some(viewer) = self.viewers.get_mut(key)
        {
            viewer.tell(text, now);
        }
    }

    /// Tells every viewer of the live game the whole table.
    pub(super) fn tell_views(&mut self, rewound: bool) {
        for see in self.kinds() {
            if see == See::Spectator && self.late.is_some() {
                continue;
            }
            if let Some(text) = self.view_text(see, rewound) {
                self.tell_kind(see, &text);
            }
        }
    }

    /// The kinds of viewers that somebody is of.
    pub(super) fn kinds(&self) -> SmallVec<[See; 8]> {
        let mut kinds: SmallVec<[See; 8]> = SmallVec::new();
        for see in self.viewers.values().filter_map(|v| self.about.sees(&v.part)) {
            if !kinds.contains(&see) {
                kinds.push(see);
            }
        }
        kinds
    }

    pub(super) fn tell_kind(&mut self, see: See, text: &Text) {
        let now = self.ctx.clock.now();
        for viewer in self.viewers.values_mut() {
            if self.about.sees(&viewer.part) == Some(see) {
                viewer.tell(text.clone(), now);
            }
        }
    }

    /// Tells what happened in the last choice of the live game.
    pub(super) fn tell_step(&mut self) {
        for see in self.kinds() {
            if see == See::Spectator && self.late.is_some() {
                continue;
            }
            self.tell_step_to(see);
        }
    }

    /// Tells a kind of viewer what happened in the last choice of the game before it.
    pub(super) fn tell_step_to(&mut self, see: See) {
        let now = self.ctx.clock.now();
        let pen = match see {
            See::Seat(seat) => self.pens.get_mut(seat.index()).and_then(Option::take),
            See::Spectator | See::Omniscient => self.watcher_pen.take(),
        };
        let (Some(mut pen), Some(play)) = (pen, self.play_for(see)) else {
            return;
        };
        let clocks = self.clocks_for(play, see, now);
        let text = step_text(&mut pen, play, see, &clocks, &self.seat_names(&play.game));
        self.put_pen(see, pen);
        self.tell_kind(see, &text);
    }

    /// Tells the clocks, after they were stopped or have gone on.
    pub(super) fn tell_clocks(&mut self) {
        let now = self.ctx.clock.now();
        let Some(clocks) = self.play.as_ref().map(|play| play.clocks.shown(now)) else {
            return;
        };
        if clocks.is_empty() {
            return;
        }
        let text = self.fresh_pen(See::Spectator).write(Told::Clocks(&clocks));
        for see in self.kinds() {
            if see != See::Spectator || self.late.is_none() {
                self.tell_kind(see, &text);
            }
        }
    }

    /// Gives those who did not keep up a fresh start, and gives up who does not read at all.
    pub(super) fn look_after_slow_viewers(&mut self, now: u64) {
        let patience = self.ctx.limits.slow * 1000;
        let behind: Vec<(ViewerKey, Behind)> = self
            .viewers
            .iter_mut()
            .map(|(key, viewer)| (key, viewer.look(now, patience)))
            .collect();
        for (key, what) in behind {
            match what {
                Behind::No | Behind::Wait => {
                    if self.viewers.get(key).is_some_and(super::viewer::Viewer::is_gone) {
                        self.detach(key);
                    }
                }
                Behind::Restart => {
                    self.tell_room_to(key);
                    self.tell_view(key);
                }
                Behind::GiveUp => {
                    if let Some(viewer) = self.viewers.get(key) {
                        viewer.close(CloseReason::TooSlow);
                        metrics::counter!("cardable_viewers_too_slow").increment(1);
                    }
                    self.detach(key);
                }
            }
        }
    }

    /// What the seats of a game are called: behind those of persons and bots come those that the game
    /// itself plays.
    pub(super) fn seat_names(&self, game: &Game) -> Vec<String> {
        let held = self.about.seats.iter().map(|kept| kept.name.clone());
        let played = (self.about.seats.len()..game.seats()).map(|at| game.seat_name(seat_at(at)).to_owned());
        held.chain(played).collect()
    }

    /// A list of all seats that persons hold.
    pub(super) fn persons(&self) -> SeatSet {
        let seats = self.about.seats.iter().enumerate();
        seats
            .filter(|(_, kept)| kept.is_person())
            .map(|(at, _)| seat_at(at))
            .collect()
    }
}

/// The events of the last choice of a game, for a kind of viewer, and their story. The pen knows how it
/// stood before.
pub(super) fn story_of(pen: &Pen, play: &Play, see: See, names: &[String]) -> (Vec<ViewEvent>, Vec<Line>) {
    let (view, events) = (play.game.view(see), play.game.events(see));
    let happened = Happened {
        view: &view,
        before: Some(pen.status()),
        events: &events,
        timed_out: play.timed_out,
    };
    let story = play.game.ruleset().story(happened, names);
    (events, story)
}

/// How a game began, for a kind of viewer; None where something was chosen since.
pub(super) fn beginning_of(play: &Play, see: See, names: &[String]) -> Option<Box<Beginning>> {
    let begun = play.begun.as_deref()?;
    let (view, events) = (begun.view(see), begun.events(see));
    let happened = Happened {
        view: &view,
        before: None,
        events: &events,
        timed_out: None,
    };
    let story = begun.ruleset().story(happened, names);
    Beginning::of(&events, story)
}

/// What happened in the last choice of a game, for a kind of viewer.
pub(super) fn step_text(
    pen: &mut Pen,
    play: &Play,
    see: See,
    clocks: &[super::info::SeatClock],
    names: &[String],
) -> Text {
    let decision = decision_of(play, see);
    let (events, story) = story_of(pen, play, see, names);
    pen.write(Told::Events {
        seq: play.seq,
        timed_out: play.timed_out,
        events,
        story,
        decision,
        clocks,
    })
}

/// What a viewer may do now.
fn decision_of(play: &Play, see: See) -> Option<Asked> {
    let See::Seat(seat) = see else { return None };
    if play.is_over() {
        return None;
    }
    shown(&play.game, seat)
}

fn shown(game: &Game, seat: Seat) -> Option<Asked> {
    let decision = game.decision(seat)?;
    Some(Asked {
        offers: decision.offers(),
        unavailable: decision.unavailable(),
        touches: game.legal_interactions(seat),
    })
}

#[cfg(test)]
mod tests {
    use super::super::about::TimeLimits;
    use super::super::record::Record;
    use super::*;
    use crate::fairness::Statement;
    use crate::library::Library;
    use cardable_core::{Bot as _, RandomBot, Seed, Setup};

    fn written(play: &Play, see: See) -> String {
        let mut pen = Pen::new(You::Spectator, Hash(String::new()));
        let view = play.game.view(see);
        let text = pen.write(Told::View {
            game: play.number,
            seq: play.seq,
            view: &view,
            beginning: None,
            decision: decision_of(play, see),
            clocks: &[],
            rewound: false,
        });
        text.to_string()
    }

    /// Whatever the hidden cards are, what is written for a viewer is the same, byte for byte: in
    /// every shipped game, for everybody, after every choice.
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
