//! Turns, passing, dismissals and votes.

use super::{moves, raising, visibility};
use crate::event::Event;
use crate::fault::Run;
use crate::ids::{ActionId, Seat, SeatSet, StateId};
use crate::program::{Edge, StateType};
use crate::vm::engine::{Engine, PendingAutos, Reader};
use crate::world::members;
use crate::world::scene::{ABSTAINED, Trigger};

/// The next seat of a set after `from`, in the direction of play.
pub(crate) fn next_among(engine: &Engine<'_>, from: Seat, set: SeatSet) -> Option<Seat> {
    let mut at = from;
    for _ in 0..engine.table.seats {
        at = beside(engine, at);
        if set.contains(at) {
            return Some(at);
        }
    }
    None
}

/// The neighbouring seat in the direction of play.
#[inline]
fn beside(engine: &Engine<'_>, seat: Seat) -> Seat {
    let last = (engine.table.seats - 1) as u8;
    let beside = |place: u8| {
        if engine.world.direction > 0 {
            if place >= last { 0 } else { place + 1 }
        } else if place == 0 {
            last
        } else {
            place - 1
        }
    };
    match members::places(engine.world) {
        None => Seat(beside(seat.0)),
        Some(places) => members::across(places, seat, beside),
    }
}

pub(crate) fn set_turn(engine: &mut Engine<'_>, seat: Option<Seat>) {
    engine.world.scene.turn = seat;
    engine.world.scene.turns = engine.world.scene.turns.wrapping_add(1);
    if let Some(seat) = seat {
        engine.emit(Event::Turn { seat });
        raising::turn(engine, Edge::Begins, seat);
    }
}

/// Passes the turn on (round robin) and triggers the actions at its start.
pub(crate) fn advance_turn(engine: &mut Engine<'_>) -> Run<()> {
    let def = engine.table.program.state(engine.world.scene.state);
    if def.kind != StateType::RoundRobin {
        return Ok(());
    }
    let scene = &mut engine.world.scene;
    let Some(from) = scene.turn else { return Ok(()) };
    scene.ended.insert(from);
    let members = scene.members.minus(engine.world.dismissed);
    let chosen = scene.next.is_some() || scene.extra_turn || scene.skips > 0;
    let next = match chosen {
        true => chosen_turn(engine, from, members),
        false => step_turn(engine, from, members),
    };
    // With everybody out the last seat stays on turn, so that an automatic
    // action may still end the state.
    set_turn(engine, next.or(Some(from)));
    if engine.table.program.zones.visible_by_turn {
        visibility::refresh_visibility(engine);
    }
    moves::replenish_when(engine, engine.world.scene.turn, |w| w.turn_start)?;
    let scene = &engine.world.scene;
    let ends_at_once = scene.turn.is_some_and(|seat| scene.ending.contains(seat));
    let autos = def.autos_on.turn || (engine.heard.any && !def.autos.is_empty());
    let follows = autos || !def.votes.is_empty() || ends_at_once;
    engine.pending_autos = follows.then_some(PendingAutos {
        next: 0,
        on: Trigger::Turn,
    });
    Ok(())
}

/// The next turn if the rules have chosen one.
#[cold]
fn chosen_turn(engine: &mut Engine<'_>, from: Seat, members: SeatSet) -> Option<Seat> {
    let scene = &mut engine.world.scene;
    let (next, extra, skips) = (scene.next.take(), scene.extra_turn, scene.skips);
    scene.extra_turn = false;
    scene.skips = 0;
    let mut next = match next {
        Some(seat) if members.contains(seat) => Some(seat),
        _ if extra && members.contains(from) => Some(from),
        _ => step_turn(engine, from, members),
    };
    for _ in 0..skips {
        next = next.and_then(|seat| step_turn(engine, seat, members));
    }
    next
}

/// Advances the turn to the next member in play. When it reaches the first seat, passes that last for one cycle
/// end.
fn step_turn(engine: &mut Engine<'_>, from: Seat, members: SeatSet) -> Option<Seat> {
    let mut seat = from;
    let first = engine.world.scene.first;
    for _ in 0..engine.table.seats {
        seat = beside(engine, seat);
        let scene = &mut engine.world.scene;
        if Some(seat) == first {
            scene.passed_cycle = SeatSet::EMPTY;
        }
        if members.contains(seat) && !scene.out().contains(seat) {
            return Some(seat);
        }
    }
    None
}

/// Marks a seat as passing, until the state ends or until play returns to the first seat.
pub(crate) fn pass(engine: &mut Engine<'_>, seat: Seat, for_cycle: bool) {
    let scene = &mut engine.world.scene;
    if for_cycle {
        scene.passed_cycle.insert(seat);
    } else {
        scene.passed.insert(seat);
    }
    engine.emit(Event::Passed { seat });
}

/// Takes a seat out of play. It can still watch.
pub(crate) fn dismiss(engine: &mut Engine<'_>, seat: Seat) -> Run<()> {
    if engine.world.dismissed.contains(seat) {
        return Ok(());
    }
    // The action that dismisses it goes on, whosever it is.
    let running = engine.calls.clone();
    engine.cancel_seat(seat, &running);
    engine.world.dismissed.insert(seat);
    engine.emit(Event::Dismissed { seat });
    if engine.world.scene.turn == Some(seat) && engine.player != Some(seat) {
        advance_turn(engine)?;
    }
    Ok(())
}

/// Returns all dismissed seats to play.
pub(crate) fn recall(engine: &mut Engine<'_>) {
    for seat in std::mem::take(&mut engine.world.dismissed) {
        engine.emit(Event::Recalled { seat });
    }
}

// --- votes

/// Records a seat's vote. `None` abstains.
pub(crate) fn cast(engine: &mut Engine<'_>, seat: Seat, vote: Option<ActionId>) {
    let def = engine.table.program.state(engine.world.scene.state);
    let place = vote.and_then(|v| def.votes.iter().position(|a| *a == v));
    let scene = &mut engine.world.scene;
    scene.votes[seat.index() & 31] = place.map_or(ABSTAINED, |p| p as u8 + 1);
    scene.acted.insert(seat);
    engine.emit(Event::Voted { seat, action: vote });
}

/// When all have voted and no action handles the result, enters the state that the vote chose.
pub(crate) fn finish_vote(engine: &mut Engine<'_>) -> Run<()> {
    let def = engine.table.program.state(engine.world.scene.state);
    if def.votes.is_empty() || def.vote_is_read || engine.pending_autos.is_some() {
        return Ok(());
    }
    let voters = engine
        .world
        .scene
        .members
        .minus(engine.world.dismissed)
        .minus(engine.table.seating.automatic);
    let all_in = voters
        .into_iter()
        .all(|s| engine.world.scene.votes[s.index() & 31] != 0);
    if all_in && let Some(state) = vote_winner(&engine.reader()) {
        engine.enter(state, &[])?;
    }
    Ok(())
}

/// The state with the most votes. Ties, and votes without any ballot, go to the one declared first.
pub(crate) fn vote_winner(reader: &Reader<'_>) -> Option<StateId> {
    let scene = &reader.world.scene;
    let def = reader.program().state(scene.state);
    let votes = |place: usize| {
        scene
            .votes
            .iter()
            .filter(|v| usize::from(**v) == place + 1)
            .count()
    };
    // `max_by_key` keeps the last of equals, so the places go backwards.
    let winner = (0..def.votes.len()).rev().max_by_key(|place| votes(*place))?;
    let action = reader.program().action(*def.votes.get(winner)?);
    action.vote.as_ref().map(|v| v.target)
}
