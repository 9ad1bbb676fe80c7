//! Whose turn it is, passing, dismissals and votes.

use super::legal_set::LegalSet;
use crate::event::Event;
use crate::fault::Run;
use crate::ids::{ActionId, Seat, SeatSet, StateId};
use crate::program::StateType;
use crate::vm::engine::{Engine, PendingAutos};
use crate::world::scene::{ABSTAINED, Trigger};

impl Engine<'_> {
    /// The next seat of a set after a seat, in the direction of play.
    pub(crate) fn next_among(&self, from: Seat, set: SeatSet) -> Option<Seat> {
        let mut at = from;
        for _ in 0..self.table.seats {
            at = self.beside(at);
            if set.contains(at) {
                return Some(at);
            }
        }
        None
    }

    /// The seat next to a seat, in the direction of play.
    #[inline]
    fn beside(&self, seat: Seat) -> Seat {
        let last = (self.table.seats - 1) as u8;
        Seat(if self.world.direction > 0 {
            if seat.0 >= last { 0 } else { seat.0 + 1 }
        } else if seat.0 == 0 {
            last
        } else {
            seat.0 - 1
        })
    }

    pub(crate) fn set_turn(&mut self, seat: Option<Seat>) {
        self.world.scene.turn = seat;
        self.world.scene.turns = self.world.scene.turns.wrapping_add(1);
        if let Some(seat) = seat {
            self.emit(Event::Turn { seat });
        }
    }

    /// Passes the turn on (round robin) and orders the actions at its start.
    pub(crate) fn advance_turn(&mut self) -> Run<()> {
        let def = self.table.program.state(self.world.scene.state);
        if def.kind != StateType::RoundRobin {
            return Ok(());
        }
        let scene = &mut self.world.scene;
        let Some(from) = scene.turn else { return Ok(()) };
        scene.ended.insert(from);
        let members = scene.members.minus(self.world.dismissed);
        let chosen = scene.next.is_some() || scene.extra_turn || scene.skips > 0;
        let next = match chosen {
            true => self.chosen_turn(from, members),
            false => self.step_turn(from, members),
        };
        // With everybody out the last seat stays on turn, so that an automatic
        // action may still end the state.
        self.set_turn(next.or(Some(from)));
        if self.table.program.turn_visibility {
            self.refresh_visibility();
        }
        self.replenish_when(self.world.scene.turn, |w| w.turn_start)?;
        let scene = &self.world.scene;
        let ends_at_once = scene.turn.is_some_and(|seat| scene.ending.contains(seat));
        let follows = !def.autos.is_empty() || !def.votes.is_empty() || ends_at_once;
        self.pending_autos = follows.then_some(PendingAutos {
            next: 0,
            on: Trigger::Turn,
        });
        Ok(())
    }

    /// Whose turn is next where the rules have said something about that.
    #[cold]
    fn chosen_turn(&mut self, from: Seat, members: SeatSet) -> Option<Seat> {
        let scene = &mut self.world.scene;
        let (next, extra, skips) = (scene.next.take(), scene.extra_turn, scene.skips);
        scene.extra_turn = false;
        scene.skips = 0;
        let mut next = match next {
            Some(seat) if members.contains(seat) => Some(seat),
            _ if extra && members.contains(from) => Some(from),
            _ => self.step_turn(from, members),
        };
        for _ in 0..skips {
            next = next.and_then(|seat| self.step_turn(seat, members));
        }
        next
    }

    /// One step of the turn; when it comes by the seat that began, passes for one
    /// time round end.
    fn step_turn(&mut self, from: Seat, members: SeatSet) -> Option<Seat> {
        let mut seat = from;
        let first = self.world.scene.first;
        for _ in 0..self.table.seats {
            seat = self.beside(seat);
            let scene = &mut self.world.scene;
            if Some(seat) == first {
                scene.passed_cycle = SeatSet::EMPTY;
            }
            if members.contains(seat) && !scene.out().contains(seat) {
                return Some(seat);
            }
        }
        None
    }

    /// In a turn-taking scene whose seat has nothing to do, passes its turn.
    /// Tells whether there is something to run now.
    pub(crate) fn pass_idle_turn(&mut self, legal: &LegalSet, idle_turns: &mut usize) -> Run<bool> {
        if self.world.extras.as_ref().is_none_or(|r| r.scenes.is_empty()) {
            let scene = &self.world.scene;
            let waits = match scene.turn {
                Some(seat) => legal.has(seat),
                None => true,
            };
            if waits || self.table.program.state(scene.state).kind != StateType::RoundRobin {
                return Ok(false);
            }
        }
        for scene in self.scenes() {
            let layer = match &self.world.extras {
                Some(extras) if self.world.scene.scene != scene => extras
                    .scenes
                    .iter()
                    .find(|(l, _)| l.scene == scene)
                    .map_or(self.world.scene, |(l, _)| *l),
                _ => self.world.scene,
            };
            if self.table.program.state(layer.state).kind != StateType::RoundRobin
                || self.world.suspended.iter().any(|s| s.scene == scene)
            {
                continue;
            }
            let Some(seat) = layer.turn else { continue };
            if legal.has(seat) {
                continue;
            }
            *idle_turns += 1;
            if *idle_turns > layer.members.len() + 1 {
                continue;
            }
            self.focus(scene);
            if !self.table.automatic.contains(seat) {
                self.emit(Event::TurnSkipped { seat });
            }
            self.turn_ended(seat)?;
            return Ok(true);
        }
        let first = self.scenes()[0];
        self.focus(first);
        Ok(false)
    }

    /// A seat passes; until the state ends, or until play returns to the first seat.
    pub(crate) fn pass(&mut self, seat: Seat, for_cycle: bool) {
        let scene = &mut self.world.scene;
        if for_cycle {
            scene.passed_cycle.insert(seat);
        } else {
            scene.passed.insert(seat);
        }
        self.emit(Event::Passed { seat });
    }

    /// Puts a seat out of play; it watches.
    pub(crate) fn dismiss(&mut self, seat: Seat) -> Run<()> {
        if self.world.dismissed.contains(seat) {
            return Ok(());
        }
        self.cancel_seat(seat);
        self.world.dismissed.insert(seat);
        self.emit(Event::Dismissed { seat });
        if self.world.scene.turn == Some(seat) && self.player != Some(seat) {
            self.advance_turn()?;
        }
        Ok(())
    }

    /// Brings all dismissed seats back.
    pub(crate) fn recall(&mut self) {
        for seat in std::mem::take(&mut self.world.dismissed) {
            self.emit(Event::Recalled { seat });
        }
    }

    // --- votes

    /// Takes a seat's vote; `None` abstains.
    pub(crate) fn cast(&mut self, seat: Seat, vote: Option<ActionId>) {
        let def = self.table.program.state(self.world.scene.state);
        let place = vote.and_then(|v| def.votes.iter().position(|a| *a == v));
        let scene = &mut self.world.scene;
        scene.votes[seat.index() & 31] = place.map_or(ABSTAINED, |p| p as u8 + 1);
        scene.acted.insert(seat);
        self.emit(Event::Voted { seat, action: vote });
    }

    /// The state that has most votes; ties, and no vote at all, go to the one
    /// declared first.
    pub(crate) fn vote_winner(&self) -> Option<StateId> {
        self.reader().vote_winner()
    }

    /// When all have voted and no action does anything about it, goes where the
    /// vote says.
    pub(crate) fn finish_vote(&mut self) -> Run<()> {
        let def = self.table.program.state(self.world.scene.state);
        if def.votes.is_empty() || def.vote_is_read || self.pending_autos.is_some() {
            return Ok(());
        }
        let voters = self
            .world
            .scene
            .members
            .minus(self.world.dismissed)
            .minus(self.table.automatic);
        let all_in = voters
            .into_iter()
            .all(|s| self.world.scene.votes[s.index() & 31] != 0);
        if all_in && let Some(state) = self.vote_winner() {
            self.enter(state, &[])?;
        }
        Ok(())
    }
}

impl crate::vm::engine::Reader<'_> {
    /// See [`Engine::vote_winner`].
    pub(crate) fn vote_winner(&self) -> Option<StateId> {
        let scene = &self.world.scene;
        let def = self.program().state(scene.state);
        let votes = |place: usize| {
            scene
                .votes
                .iter()
                .filter(|v| usize::from(**v) == place + 1)
                .count()
        };
        // `max_by_key` keeps the last of equals, so the places go backwards.
        let winner = (0..def.votes.len()).rev().max_by_key(|place| votes(*place))?;
        let action = self.program().action(*def.votes.get(winner)?);
        action.vote.as_ref().map(|v| v.target)
    }
}
