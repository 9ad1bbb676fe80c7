//! Rounds: one ends when every seat has ended a turn.

use super::turns;
use crate::fault::Run;
use crate::ids::{Seat, SeatSet};
use crate::vm::engine::{Engine, PendingAutos};
use crate::world::scene::Trigger;

impl Engine<'_> {
    /// A seat's turn has ended: passes it on, after what the end of a round sets off.
    pub(crate) fn turn_ended(&mut self, seat: Seat) -> Run<()> {
        if self.table.program.state(self.world.scene.state).rounds.counted {
            self.world.scene.this_round.insert(seat);
            let scene = &self.world.scene;
            let playing = scene.members.minus(self.world.dismissed).minus(scene.out());
            if playing.minus(scene.this_round).is_empty() {
                return self.round_ended();
            }
        }
        turns::advance_turn(self)
    }

    /// Where everybody acts at the same time: when all have ended their turns, a new round begins,
    /// where anything waits for that.
    pub(crate) fn round_of_all(&mut self) -> Run<()> {
        if !self.table.program.state(self.world.scene.state).rounds.counted {
            return Ok(());
        }
        let scene = &self.world.scene;
        let playing = scene.members.minus(self.world.dismissed);
        if self.pending_autos.is_some() || playing.is_empty() || !playing.minus(scene.acted).is_empty() {
            return Ok(());
        }
        self.world.scene.acted = SeatSet::EMPTY;
        self.round_ended()
    }

    fn round_ended(&mut self) -> Run<()> {
        self.world.scene.this_round = SeatSet::EMPTY;
        if self.table.program.state(self.world.scene.state).rounds.turns {
            self.replenish_when(None, |w| w.round_end)?;
            self.replenish_when(None, |w| w.round_start)?;
        }
        self.pending_autos = Some(PendingAutos {
            next: 0,
            on: Trigger::Round,
        });
        Ok(())
    }

    /// Ends a round by the rules' own word.
    pub(crate) fn end_round(&mut self) -> Run<()> {
        self.world.scene.this_round = SeatSet::EMPTY;
        self.replenish_when(None, |w| w.round_end)?;
        self.replenish_when(None, |w| w.round_start)
    }
}
