//! Forgetting what a viewer cannot know, before it is drawn anew.

use super::data::{blank, is_secret};
use crate::game::Game;
use crate::ids::{Seat, Viewer};
use crate::program::DataDef;
use crate::value::Value;
use crate::world::columns::GRANTED;
use crate::world::table::Table;
use crate::world::whole::{Extras, World};
use crate::world::{card_data, heap};

/// Takes out of a game what a viewer cannot know and what is not drawn from what he knows: the values of
/// hidden data, messages to others, looks that others have at cards, and what others have chosen in secret.
pub(super) fn forget(game: &mut Game, viewer: Viewer) {
    let table = &*game.table;
    let world = &mut game.world;
    forget_data(table, world, viewer);
    if table.card_data.each > 0 {
        forget_card_data(table, world, viewer);
    }
    world.notes.retain(|note| note.audience.contains(viewer));
    if let Some(mut extras) = world.extras.take() {
        // What others were told of a card he can tell where he has known it all the time.
        extras.told.retain(|told| told.followed.contains(viewer));
        forget_looks(table, world, &mut extras, viewer);
        for sealed in &mut extras.sealed {
            if viewer != Viewer::Seat(sealed.seat) {
                sealed.picks.clear();
                sealed.answered = None;
            }
        }
        world.extras = Some(extras);
    }
}

/// Drops lists and texts that nothing refers to, and numbers the other lists anew: the old numbers tell how many
/// lists there were before.
pub(super) fn forget_unused(world: &mut World) {
    heap::number_anew(world);
    // What is left is less than before.
    let _ = heap::tidy(world, false);
}

fn forget_data(table: &Table, world: &mut World, viewer: Viewer) {
    let program = &table.program;
    let base = world.state_data_at(table);
    let globals = program.data.globals.iter().map(|def| (def, None));
    let of_seats = table.every_seat().into_iter().flat_map(|seat: Seat| {
        let data = program.data.seat.iter();
        data.map(move |def| (def, Some(seat)))
    });
    for ((def, owner), slot) in globals.chain(of_seats).zip(&mut world.values) {
        if is_secret(def, owner, viewer) || def.computed.is_some() {
            *slot = blank(def);
        }
    }
    let running = world
        .values
        .get_mut(base..table.card_data.first)
        .unwrap_or_default();
    forget_state(&program.state(world.scene.state).data, running, viewer);
    let Some(extras) = &mut world.extras else { return };
    for (layer, values) in extras.under.iter_mut().chain(&mut extras.scenes) {
        forget_state(&program.state(layer.state).data, values, viewer);
    }
}

/// Of what cards have, all that the viewer does not see: it is what it is at first.
#[cold]
fn forget_card_data(table: &Table, world: &mut World, viewer: Viewer) {
    for card in table.card_ids() {
        for (item, data) in (0..).zip(&table.program.data.card) {
            let slot = table.card_data_at(card, item);
            let is_known = match world.values[slot] {
                Value::Card(other) => card_data::can_tell(world, table, other, viewer),
                _ => true,
            };
            if !is_known || !card_data::is_open(world, table, card, item, viewer) {
                world.values[slot] = data.def.value;
            }
        }
    }
}

/// Of a state's data, and of what states before it have left behind it.
fn forget_state(data: &[DataDef], values: &mut [Value], viewer: Viewer) {
    for (at, slot) in values.iter_mut().enumerate() {
        match data.get(at) {
            Some(def) if is_secret(def, None, viewer) => *slot = blank(def),
            Some(_) => {}
            None => *slot = Value::Nothing,
        }
    }
}

/// Nobody is told who else looks at a card, and when.
fn forget_looks(table: &Table, world: &mut World, extras: &mut Extras, viewer: Viewer) {
    extras.grants.retain(|(card, audience)| {
        let kept = audience.contains(viewer);
        if !kept {
            *world.flags_mut(table, *card) &= !GRANTED;
        }
        kept
    });
}
