//! The phase before the deal: the host has promised its part of the seed and waits briefly for the parts of the
//! people at the table.

use super::command::Refused;
use super::load::apart;
use super::play::{NoPlay, Play};
use super::record::Record;
use super::state::{RoomState, SeatKept, Stage};
use super::task::Room;
use crate::fairness::{Dealt, Statement, part};
use crate::room::broadcast::Change;
use crate::room::{bots, broadcast, delayed, seats, turns};
use cardable_core::{Seat, SeatSet};
use std::sync::Arc;

/// A game that begins once all parts of its seed are known.
#[derive(Debug)]
pub(super) struct Drawing {
    statement: Statement,
    pub(super) dealt: Dealt,
    /// The seats whose parts are missing, and the deadline.
    missing: SeatSet,
    pub(super) until: u64,
}

/// The room's state when a game begins: bots fill the empty seats.
fn about_to_play(room: &Room) -> RoomState {
    let mut state = room.state.clone();
    for kept in &mut state.seats {
        if kept.is_empty() {
            *kept = SeatKept::bot(state.new.bot_level);
        }
        kept.ready = !kept.is_person();
        kept.newcomer = false;
        kept.played_as = None;
    }
    state.name_bots(room.id);
    state.game += 1;
    state.fault = None;
    state.clocks = None;
    state.played = false;
    state
}

/// The statement promised for the next game.
fn statement(room: &Room, state: &RoomState) -> Statement {
    Statement {
        room: room.id.to_string(),
        game: state.game,
        ruleset: room.edition.ruleset.edition().to_string(),
        setup: state.setup(),
    }
}

/// The seats whose people are present.
pub(super) fn persons_here(room: &Room) -> SeatSet {
    room.state
        .persons()
        .filter(|seat| seats::is_here(room, *seat))
        .collect()
}

/// Promises a game, then waits briefly for these seats' parts of its seed.
pub(super) async fn begin(room: &mut Room, asked: SeatSet) -> Result<(), Refused> {
    if room.drawing.is_some() {
        return Err(Refused::not_now("the game is about to begin"));
    }
    let state = about_to_play(room);
    let statement = statement(room, &state);
    let dealt = Dealt::promise(&statement, &room.entropy);
    let wait = room.ctx.limits.seed_parts;
    if wait == 0 || asked.is_empty() {
        return deal(room, state, dealt).await;
    }
    room.drawing = Some(Box::new(Drawing {
        statement,
        dealt,
        missing: asked,
        until: room.ctx.clock.now().saturating_add(wait),
    }));
    room.changed = true;
    Ok(())
}

/// Adds a seat's part.
pub(super) async fn mix_in(room: &mut Room, seat: Seat, value: &str) -> Result<(), Refused> {
    let Some(drawing) = &mut room.drawing else {
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
        finish_drawing(room).await;
    }
    Ok(())
}

/// Stops waiting for the part of a seat whose person has left.
pub(super) fn is_not_asked(room: &mut Room, seat: Seat) {
    let now = room.ctx.clock.now();
    if let Some(drawing) = &mut room.drawing {
        drawing.missing.remove(seat);
        if drawing.missing.is_empty() {
            drawing.until = now;
        }
    }
}

/// Begins the game with the parts received. If the room has changed since the promise, makes a new promise
/// instead.
pub(super) async fn finish_drawing(room: &mut Room) {
    let Some(drawing) = room.drawing.take() else {
        return;
    };
    let state = about_to_play(room);
    let done = if statement(room, &state) == drawing.statement {
        deal(room, state, drawing.dealt).await
    } else {
        begin(room, persons_here(room)).await
    };
    if let Err(error) = done {
        tracing::warn!(room = %room.id, %error, "a game did not begin");
    }
    room.changed = true;
}

async fn deal(room: &mut Room, mut state: RoomState, dealt: Dealt) -> Result<(), Refused> {
    let now = room.ctx.clock.now();
    let first = room.next;
    state.stage = Stage::Playing { first };
    state.touched = now;
    let record = Record::Begin {
        game: state.game,
        setup: state.setup(),
        seed: dealt.seed().ok_or(Refused::Store)?,
        dealt,
        t: now,
    };
    let (ruleset, limits, begin) = (room.edition.ruleset.clone(), state.new.time, record.clone());
    let pace = Arc::clone(&room.edition.pace);
    let begun = apart(room.edition.scripted, move || {
        pace.watch(|| Play::begin(&ruleset, &begin, first, limits))
    })
    .await;
    let play = match begun {
        Ok(Ok(play)) => play,
        Ok(Err(error)) => {
            if let NoPlay::Setup(cardable_core::SetupError::Faulted(report)) = &error {
                turns::diagnose(room, "fault", &format!("{report}\nat the beginning"));
            }
            return Err(Refused::BadRoom {
                reason: error.to_string(),
            });
        }
        Err(panic) => {
            turns::diagnose(room, "panic", &format!("{panic}\nat the beginning"));
            return Err(Refused::BadRoom {
                reason: "the engine failed at the beginning".to_owned(),
            });
        }
    };
    if play.is_over() {
        state.stage = Stage::Over { first };
    }
    room.append(vec![record.to_bytes()], Some(state)).await?;
    room.play = Some(Box::new(play.remembering(bots::remembers(&room.state))));
    room.bots.forget();
    room.bots.wait = false;
    room.run_or_stop_clocks();
    room.asking = None;
    room.delayed = None;
    for there in &mut room.seats {
        there.stand_in = false;
    }
    if !delayed::get_late(room).await {
        tracing::warn!(room = %room.id, "late watchers see nothing of this game");
    }
    // Send the room with the promise before anything of the game.
    broadcast::tell_room(room);
    room.publish();
    broadcast::tell_views(room, Change::None);
    delayed::tell_late_view(room);
    bots::rouse_bots(room);
    room.changed = true;
    Ok(())
}
