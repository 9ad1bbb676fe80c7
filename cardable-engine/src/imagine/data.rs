//! Hidden data: drawn from what it may be.

use crate::game::Game;
use crate::ids::{Seat, Viewer};
use crate::play::computed;
use crate::program::{DataDef, DataVisible, Domain};
use crate::value::{Type, Value};
use crate::vm::engine::Engine;
use crate::world::chance::below;
use crate::world::domains::draw;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// Whether a viewer cannot know what an item holds.
pub(super) fn is_secret(def: &DataDef, owner: Option<Seat>, viewer: Viewer) -> bool {
    let hidden = match def.visible {
        DataVisible::All => false,
        DataVisible::Owner => !matches!(viewer, Viewer::Seat(s) if owner == Some(s)),
        DataVisible::None => true,
    };
    hidden && !def.constant && !def.told && def.computed.is_none()
}

/// What an item holds of which nobody says what it may be: what it is at first.
pub(super) fn blank(def: &DataDef) -> Value {
    match (def.value, def.ty) {
        (Value::Nothing, Type::NUMBER) => Value::Int(0),
        (Value::Nothing, Type::BOOL) => Value::Bool(false),
        (value, _) => value,
    }
}

fn draw_value(game: &mut Game, def: &DataDef, owner: Option<Seat>, rng: &mut ChaCha8Rng) -> Option<Value> {
    match &def.domain {
        // A truth can be two things, and needs nobody to say so.
        Domain::Unknown if def.ty == Type::BOOL => Some(Value::Bool(below(rng, 2) == 1)),
        domain => draw(&mut game.world, &game.table, domain, owner, &mut |n| {
            below(rng, n)
        }),
    }
}

/// Draws hidden data anew where it is said what it may be, and works out what is computed.
pub fn draw_data(game: &mut Game, viewer: Viewer, rng: &mut ChaCha8Rng) {
    draw_set_data(game, viewer, rng);
    if game.table.program.data.computes {
        // What cannot be worked out at this table stays nothing.
        let _ = computed::refresh_computed(&mut Engine::new(&game.table, &mut game.world, None));
    }
}

fn draw_set_data(game: &mut Game, viewer: Viewer, rng: &mut ChaCha8Rng) {
    let table = Arc::clone(&game.table);
    let program = &table.program;
    let mut drawn = |game: &mut Game, def: &DataDef, owner: Option<Seat>| {
        is_secret(def, owner, viewer)
            .then(|| draw_value(game, def, owner, rng))
            .flatten()
    };
    for (at, def) in program.data.globals.iter().enumerate() {
        if let Some(value) = drawn(game, def, None) {
            game.world.values[at] = value;
        }
    }
    for seat in table.every_seat() {
        for (at, def) in program.data.seat.iter().enumerate() {
            if let Some(value) = drawn(game, def, Some(seat)) {
                let slot = table.seat_data_at(seat, at as u16);
                game.world.values[slot] = value;
            }
        }
    }
    let base = game.world.state_data_at(&table);
    for (at, def) in program.state(game.world.scene.state).data.iter().enumerate() {
        if let Some(value) = drawn(game, def, None) {
            game.world.values[base + at] = value;
        }
    }
    // The same for the data of states that do not run just now.
    let Some(extras) = &game.world.extras else {
        return;
    };
    let layers = extras.under.iter().chain(&extras.scenes);
    let states: Vec<_> = layers.map(|(layer, _)| layer.state).collect();
    for (layer, state) in states.into_iter().enumerate() {
        for (at, def) in program.state(state).data.iter().enumerate() {
            // A list that is drawn is kept in the same box.
            if let Some(value) = drawn(game, def, None)
                && let Some(extras) = &mut game.world.extras
                && let Some((_, values)) = extras.under.iter_mut().chain(&mut extras.scenes).nth(layer)
                && let Some(slot) = values.get_mut(at)
            {
                *slot = value;
            }
        }
    }
}
