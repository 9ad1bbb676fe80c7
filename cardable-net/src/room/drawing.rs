//! Before the deal: the host has promised its part of the seed, and waits a moment for those of the persons.

use super::command::Refused;
use super::load::apart;
use super::play::{NoPlay, Play};
use super::record::Record;
use super::state::{RoomState, SeatKept, Stage, seat_at};
use super::task::Room;
use crate::fairness::{Dealt, Statement, part};
use cardable_core::{Seat, SeatSet};
use std::sync::Arc;

/// A game that begins as soon as all parts of its seed are there.
#[derive(Debug)]
pub(super) struct Drawing {
    statement: Statement,
    pub(super) dealt: Dealt,
    /// Whose parts are waited for, and until when.
    missing: SeatSet,
    pub(super) until: u64,
}

impl Room {
    /// The room as it is when a game begins: bots sit on empty seats.
    fn about_to_play(&self) -> RoomState {
        let mut state = self.state.clone();
        for (at, kept) in state.seats.iter_mut().enumerate() {
            if kept.is_empty() {
                *kept = SeatKept::bot(seat_at(at));
            }
            kept.ready = !kept.is_person();
            kept.newcomer = false;
        }
        state.game += 1;
        state.fault = None;
        state.clocks = None;
        state.played = false;
        state
    }

    /// What is promised for the next game.
    fn statement(&self, state: &RoomState) -> Statement {
        Statement {
            room: self.id.to_string(),
            game: state.game,
            ruleset: self.edition.ruleset.hash_hex(),
            setup: state.setup(),
        }
    }

    /// The persons who are at the table.
    pub(super) fn persons_here(&self) -> SeatSet {
        self.state.persons().filter(|seat| self.is_here(*seat)).collect()
    }

    /// Promises a game, and waits a moment for the parts that these seats add to its seed.
    pub(super) async fn begin(&mut self, asked: SeatSet) -> Result<(), Refused> {
        if self.drawing.is_some() {
            return Err(Refused::not_now("the game is about to begin"));
        }
        let state = self.about_to_play();
        let statement = self.statement(&state);
        let dealt = Dealt::promise(&statement, &self.entropy);
        let wait = self.ctx.limits.seed_parts;
        if wait == 0 || asked.is_empty() {
            return self.deal(state, dealt).await;
        }
        self.drawing = Some(Box::new(Drawing {
            statement,
            dealt,
            missing: asked,
            until: self.ctx.clock.now() + wait,
        }));
        self.changed = true;
        Ok(())
    }

    /// A seat adds its part.
    pub(super) async fn mix_in(&mut self, seat: Seat, value: &str) -> Result<(), Refused> {
        let Some(drawing) = &mut self.drawing else {
            return Err(Refused::not_now("no game is about to begin"));
        };
        if !drawing.missing.contains(seat) {
            return Err(Refused::not_now(
                "this seat has given its part already, or is not asked",
            ));
        }
        let Some(value) = part(value) else {
            return Err(Refused::not_now("a part of the seed is 64 hexadecimal digits"));
        };
        drawing.missing.remove(seat);
        if let Some(slot) = drawing.dealt.parts.get_mut(seat.index()) {
            *slot = Some(value);
        }
        if drawing.missing.is_empty() {
            self.finish_drawing().await;
        }
        Ok(())
    }

    /// Stops waiting for the part of a seat whose person has left.
    pub(super) fn is_not_asked(&mut self, seat: Seat) {
        let now = self.ctx.clock.now();
        if let Some(drawing) = &mut self.drawing {
            drawing.missing.remove(seat);
            if drawing.missing.is_empty() {
                drawing.until = now;
            }
        }
    }

    /// The game begins with the parts that are there. If the room has changed since the promise was made, there
    /// is another promise.
    pub(super) async fn finish_drawing(&mut self) {
        let Some(drawing) = self.drawing.take() else {
            return;
        };
        let state = self.about_to_play();
        let done = if self.statement(&state) == drawing.statement {
            self.deal(state, drawing.dealt).await
        } else {
            self.begin(self.persons_here()).await
        };
        if let Err(error) = done {
            tracing::warn!(room = %self.id, %error, "a game did not begin");
        }
        self.changed = true;
    }

    async fn deal(&mut self, mut state: RoomState, dealt: Dealt) -> Result<(), Refused> {
        let now = self.ctx.clock.now();
        let first = self.next;
        state.stage = Stage::Playing { first };
        state.touched = now;
        let record = Record::Begin {
            game: state.game,
            setup: state.setup(),
            seed: dealt.seed().ok_or(Refused::Store)?,
            dealt,
            t: now,
        };
        let (ruleset, limits, begin) = (self.edition.ruleset.clone(), state.new.time, record.clone());
        let pace = Arc::clone(&self.edition.pace);
        let begun = apart(self.edition.scripted, move || {
            pace.watch(|| Play::begin(&ruleset, &begin, first, limits))
        })
        .await;
        let play = match begun {
            Ok(Ok(play)) => play,
            Ok(Err(error)) => {
                if let NoPlay::Setup(cardable_core::SetupError::Faulted(report)) = &error {
                    self.diagnose("fault", &format!("{report}\nat the beginning"));
                }
                return Err(Refused::BadRoom {
                    reason: error.to_string(),
                });
            }
            Err(panic) => {
                self.diagnose("panic", &format!("{panic}\nat the beginning"));
                return Err(Refused::BadRoom {
                    reason: "the engine failed at the beginning".to_owned(),
                });
            }
        };
        if play.is_over() {
            state.stage = Stage::Over { first };
        }
        self.append(vec![record.to_bytes()], Some(state)).await?;
        self.play = Some(Box::new(play));
        self.run_or_stop_clocks();
        self.asking = None;
        self.delayed = None;
        for there in &mut self.seats {
            there.stand_in = false;
        }
        if !self.get_late().await {
            tracing::warn!(room = %self.id, "late watchers see nothing of this game");
        }
        // The room, with the promise of the seed, before anything of the game.
        self.tell_room();
        self.publish();
        self.tell_views(false);
        self.tell_late_view();
        self.rouse_bots();
        self.changed = true;
        Ok(())
    }
}
