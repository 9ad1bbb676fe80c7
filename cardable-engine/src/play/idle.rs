//! Skips turns of seats that have nothing to do.

use super::legal_set::LegalSet;
use super::{in_play, rounds};
use crate::event::Event;
use crate::fault::Run;
use crate::program::StateType;
use crate::vm::engine::Engine;

/// Passes the turn of a seat that has nothing to do. Returns whether there is something to run now.
pub(crate) fn pass_idle_turn(engine: &mut Engine<'_>, legal: &LegalSet, idle_turns: &mut usize) -> Run<bool> {
    if engine.world.extras.as_ref().is_none_or(|r| r.scenes.is_empty()) {
        let scene = &engine.world.scene;
        let waits = match scene.turn {
            Some(seat) => legal.has(seat),
            None => true,
        };
        if waits || engine.table.program.state(scene.state).kind != StateType::RoundRobin {
            return Ok(false);
        }
    }
    for scene in in_play::scenes(engine) {
        let layer = match &engine.world.extras {
            Some(extras) if engine.world.scene.scene != scene => extras
                .scenes
                .iter()
                .find(|(l, _)| l.scene == scene)
                .map_or(engine.world.scene, |(l, _)| *l),
            _ => engine.world.scene,
        };
        if engine.table.program.state(layer.state).kind != StateType::RoundRobin
            || engine.world.suspended.iter().any(|s| s.scene == scene)
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
        in_play::focus(engine, scene);
        if !engine.table.seating.automatic.contains(seat) {
            engine.emit(Event::TurnSkipped { seat });
        }
        rounds::turn_ended(engine, seat)?;
        return Ok(true);
    }
    let first = in_play::scenes(engine)[0];
    in_play::focus(engine, first);
    Ok(false)
}
