//! Initial layout: where every card starts.

use super::visibility;
use crate::fault::Run;
use crate::ids::{Seat, StateId};
use crate::program::Lies;
use crate::vm::engine::{Engine, PendingAutos};
use crate::world::columns::{FACE_UP, Packed};
use crate::world::scene::{Layer, Trigger};
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
    let mut w = engine.world.parts(table);
    w.starts.copy_from_slice(&layout.starts);
    for (slot, place) in w.order.iter_mut().zip(&layout.places) {
        *slot = cards[usize::from(*place)];
    }
    for (zone, (traits, ends)) in table.traits.iter().zip(w.starts.windows(2)).enumerate() {
        let there = &w.order[usize::from(ends[0])..usize::from(ends[1])];
        let flags = if traits.lies == Lies::Up { FACE_UP } else { 0 };
        let seen = traits.shows(flags, w.sees.get(zone));
        for card in there {
            w.zone_of[usize::from(*card)] = zone as u16;
            w.flags[usize::from(*card)] |= flags;
            w.knows.set(usize::from(*card), seen);
        }
        w.known
            .set(zone, if there.is_empty() { Packed::NONE } else { seen });
    }
    for zone in table.zone_ids() {
        visibility::resync_partial(engine, zone);
    }
}
