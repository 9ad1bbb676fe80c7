//! Initial layout: where every card starts.

use super::visibility;
use crate::fault::Run;
use crate::ids::{Seat, StateId};
use crate::program::Lies;
use crate::vm::engine::{Engine, PendingAutos};
use crate::world::columns::{FACE_UP, Packed};
use crate::world::scene::{Layer, Trigger};
use crate::world::table::ZoneTraits;
use smallvec::SmallVec;

/// Sets up zones and cards, then enters the first state.
pub(crate) fn set_up(engine: &mut Engine<'_>) -> Run<()> {
    // Nobody has seen the table before: what lies on it is in the opening view, and no event.
    let events = engine.events.take();
    lay_the_table(engine);
    engine.events = events;
    engine.player = engine.table.program.semantics.turn_outlasts.then_some(Seat(0));
    engine.enter(StateId(0), &[])?;
    engine.pending_autos = Some(PendingAutos {
        next: 0,
        on: Trigger::Entry,
    });
    Ok(())
}

pub(crate) fn lay_the_table(engine: &mut Engine<'_>) {
    let table = engine.table;
    engine.world.scene = Layer::empty(table.every_seat());
    visibility::refresh_visibility(engine);
    if table.program.cards.decks_are_picked {
        table
            .zone_ids()
            .for_each(|zone| visibility::refresh_sight(engine, zone));
    } else {
        lay_out(engine);
    }
}

/// Shuffles the decks and writes the whole order at once. Cards that everybody sees then are known to
/// everybody.
fn lay_out(engine: &mut Engine<'_>) {
    let table = engine.table;
    let layout = table.layout(engine.world);
    let mut cards: SmallVec<[u16; 256]> = (0..table.cards as u16).collect();
    if !table.program.semantics.decks_in_order {
        for copy in &layout.copies {
            engine.shuffle_items(&mut cards[copy.clone()]);
        }
    }
    let w = engine.world.parts(table);
    w.starts.copy_from_slice(&layout.starts);
    for (slot, place) in w.order.iter_mut().zip(&layout.places) {
        *slot = cards[usize::from(*place)];
    }
    begin_to_lie(engine, |_, traits| traits.lies == Lies::Up);
}

/// Lays all cards where they are wanted, zone by zone, the oldest first, some face up where the zone does not say how. Nobody
/// knows more of them than what is to be seen.
pub(crate) fn lay_as(engine: &mut Engine<'_>, zones: &[Vec<u16>], up: &[bool]) {
    let table = engine.table;
    let w = engine.world.parts(table);
    let mut at = 0;
    for (start, cards) in w.starts.iter_mut().zip(zones) {
        *start = at;
        w.order[usize::from(at)..usize::from(at) + cards.len()].copy_from_slice(cards);
        at += cards.len() as u16;
    }
    w.flags.fill(0);
    begin_to_lie(engine, |card, traits| match traits.lies {
        Lies::Up => true,
        Lies::Down => false,
        Lies::AsBefore => up[usize::from(card)],
    });
}

/// Lets everybody forget what they know of cards, and see all again that is to be seen now.
pub(crate) fn see_anew(engine: &mut Engine<'_>) {
    visibility::refresh_visibility(engine);
    let table = engine.table;
    table
        .zone_ids()
        .for_each(|zone| visibility::refresh_sight(engine, zone));
    begin_to_lie(engine, |_, _| false);
}

/// Cards lie in the order that is there, those face up that are meant to, and whoever sees one knows it.
fn begin_to_lie(engine: &mut Engine<'_>, is_up: impl Fn(u16, &ZoneTraits) -> bool) {
    let table = engine.table;
    let mut w = engine.world.parts(table);
    for (zone, (traits, ends)) in table.traits.iter().zip(w.starts.windows(2)).enumerate() {
        let there = &w.order[usize::from(ends[0])..usize::from(ends[1])];
        let mut known = Packed::NONE;
        for card in there {
            w.zone_of[usize::from(*card)] = zone as u16;
            if is_up(*card, traits) {
                w.flags[usize::from(*card)] |= FACE_UP;
            }
            let seen = traits.shows(w.flags[usize::from(*card)], w.sees.get(zone));
            w.knows.set(usize::from(*card), seen);
            known = known.or(seen);
        }
        w.known.set(zone, known);
    }
    for zone in table.zone_ids() {
        visibility::resync_partial(engine, zone);
    }
}
