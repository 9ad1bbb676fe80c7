//! Rounds: a round ends when every seat has ended a turn.

use super::{moves, raising, turns};
use crate::fault::Run;
use crate::ids::{Seat, SeatSet};
use crate::program::Edge;
use crate::vm::engine::{Engine, PendingAutos};
use crate::world::scene::Trigger;

/// Ends a seat's turn: triggers the end of a round if it is due, then passes the turn.
pub(crate) fn turn_ended(engine: &mut Engine<'_>, seat: Seat) -> Run<()> {
    raising::turn(engine, Edge::Ends, seat);
    if engine
        .table
        .program
        .state(engine.world.scene.state)
        .rounds
        .counted
    {
        engine.world.scene.this_round.insert(seat);
        let scene = &engine.world.scene;
        let playing = scene.members.minus(engine.world.dismissed).minus(scene.out());
        if playing.minus(scene.this_round).is_empty() {
            return round_ended(engine);
        }
    }
    if raising::is_awaited(engine) {
        // What waits for the end of the turn is done before the turn passes, as at the end of a round: without
        // automatic actions.
        let autos = engine.table.program.state(engine.world.scene.state).autos.len();
        engine.pending_autos = Some(PendingAutos {
            next: autos as u16,
            on: Trigger::Round,
        });
        return Ok(());
    }
    turns::advance_turn(engine)
}

/// Without turns: starts a new round once everybody has ended a turn, if anything depends on that.
pub(crate) fn round_of_all(engine: &mut Engine<'_>) -> Run<()> {
    if !engine
        .table
        .program
        .state(engine.world.scene.state)
        .rounds
        .counted
    {
        return Ok(());
    }
    let scene = &engine.world.scene;
    let playing = scene.members.minus(engine.world.dismissed);
    if engine.pending_autos.is_some() || playing.is_empty() || !playing.minus(scene.acted).is_empty() {
        return Ok(());
    }
    engine.world.scene.acted = SeatSet::EMPTY;
    round_ended(engine)
}

fn round_ended(engine: &mut Engine<'_>) -> Run<()> {
    engine.world.scene.this_round = SeatSet::EMPTY;
    raising::round(engine, Edge::Ends);
    raising::round(engine, Edge::Begins);
    if engine.table.program.state(engine.world.scene.state).rounds.turns {
        moves::replenish_when(engine, None, |w| w.round_end)?;
        moves::replenish_when(engine, None, |w| w.round_start)?;
    }
    engine.pending_autos = Some(PendingAutos {
        next: 0,
        on: Trigger::Round,
    });
    Ok(())
}

/// Ends the round because a step of the rules says so.
pub(crate) fn end_round(engine: &mut Engine<'_>) -> Run<()> {
    engine.world.scene.this_round = SeatSet::EMPTY;
    raising::round(engine, Edge::Ends);
    raising::round(engine, Edge::Begins);
    moves::replenish_when(engine, None, |w| w.round_end)?;
    moves::replenish_when(engine, None, |w| w.round_start)
}
