//! The scene in play: code reads its turn, data and members.

use super::visibility;
use crate::ids::Seat;
use crate::value::Value;
use crate::vm::engine::Engine;
use crate::world::whole::StateValues;
use smallvec::SmallVec;

/// Maximum number of scenes, and of pushed states.
pub(crate) const MAX_SCENES: usize = 32;

/// Makes a scene the one in play.
pub(crate) fn focus(engine: &mut Engine<'_>, scene: u16) {
    if engine.world.scene.scene == scene {
        return;
    }
    let data = state_values(engine);
    let running = engine.world.scene;
    let extras = engine.world.extras_mut();
    let Some(at) = extras.scenes.iter().position(|(l, _)| l.scene == scene) else {
        return;
    };
    let (layer, values) = std::mem::replace(&mut extras.scenes[at], (running, data));
    // In order, whichever was in play before: saves and searches must not depend on that.
    extras.scenes.sort_by_key(|(l, _)| l.scene);
    engine.world.scene = layer;
    set_state_values(engine, &values);
    if engine.table.program.zones.visible_by_state || engine.table.program.zones.visible_by_turn {
        visibility::refresh_visibility(engine);
    }
}

/// The numbers of all scenes in order.
pub(crate) fn scenes(engine: &Engine<'_>) -> SmallVec<[u16; 4]> {
    let mut all: SmallVec<[u16; 4]> = smallvec::smallvec![engine.world.scene.scene];
    if let Some(extras) = &engine.world.extras {
        all.extend(extras.scenes.iter().map(|(l, _)| l.scene));
        all.sort_unstable();
    }
    all
}

/// The scene of which a seat is a member.
pub(crate) fn scene_of(engine: &Engine<'_>, seat: Seat) -> u16 {
    let other = engine
        .world
        .extras
        .as_ref()
        .and_then(|r| r.scenes.iter().find(|(l, _)| l.all().contains(seat)));
    match other {
        Some((layer, _)) if !engine.world.scene.all().contains(seat) => layer.scene,
        _ => engine.world.scene.scene,
    }
}

/// The data of the running state.
pub(crate) fn state_values(engine: &Engine<'_>) -> StateValues {
    let table = engine.table;
    StateValues::from_slice(&engine.world.values[table.state_data..table.card_data.first])
}

pub(crate) fn set_state_values(engine: &mut Engine<'_>, values: &[Value]) {
    let at = engine.world.state_data_at(engine.table);
    for (slot, value) in engine.world.values[at..].iter_mut().zip(values) {
        *slot = *value;
    }
}
