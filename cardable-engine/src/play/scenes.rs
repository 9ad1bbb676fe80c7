//! Several scenes at once: seats in different states. Only one is in play at a time.

use super::{in_play, members, run, turns};
use crate::fault::{FaultKind, Run};
use crate::ids::{SeatSet, StateId};
use crate::value::Value;
use crate::vm::engine::{Calls, Engine};
use crate::world::scene::Layer;

impl Engine<'_> {
    /// Moves seats from the running scene to the scene that is in the given state, or to a new one. Returns
    /// whether the running code has lost its scene.
    pub(crate) fn move_seats(
        &mut self,
        seats: SeatSet,
        state: StateId,
        new: bool,
        args: &[Value],
    ) -> Run<bool> {
        let leaving = seats.and(self.world.scene.all());
        if leaving.is_empty() {
            return Ok(false);
        }
        let home = self.world.scene.scene;
        let target = if new {
            None
        } else {
            let others = self.world.extras.as_ref().map_or(&[][..], |r| &r.scenes);
            others
                .iter()
                .find(|(l, _)| l.state == state)
                .map(|(l, _)| l.scene)
        };
        let staying = self
            .world
            .scene
            .all()
            .minus(leaving)
            .minus(self.table.seating.automatic);
        if target.is_none() && staying.is_empty() && run::depth(self, home) == 0 {
            self.enter(state, args)?;
            return Ok(true);
        }
        let acting = self.player;
        for seat in leaving {
            self.cancel_seat(seat, &Calls::default());
            self.world.scene.acted.remove(seat);
            self.world.scene.ending.remove(seat);
        }
        let turn_left = self.world.scene.turn.is_some_and(|t| leaving.contains(t));
        self.world.scene.members = self.world.scene.members.minus(leaving);
        self.world.scene.resting = self.world.scene.resting.minus(leaving);
        if turn_left && !self.world.scene.members.is_empty() {
            turns::advance_turn(self)?;
        }
        let pending_before = self.pending_autos.take();
        match target {
            Some(scene) => {
                if !args.is_empty() {
                    return Err(FaultKind::StateHasBegun {
                        state: self
                            .table
                            .program
                            .str(self.table.program.state(state).name)
                            .into(),
                    }
                    .into());
                }
                let extras = self.world.extras_mut();
                for (layer, _) in extras.scenes.iter_mut().filter(|(l, _)| l.scene == scene) {
                    layer.members = layer.members.or(leaving);
                    layer.acted = layer.acted.minus(leaving);
                }
                if self.table.chooses_members(state) {
                    members::sort_joined(self, scene, leaving)?;
                }
                self.pending_autos = pending_before;
            }
            None => {
                let data = in_play::state_values(self);
                let running = self.world.scene;
                let extras = self.world.extras_mut();
                if extras.scenes.len() >= in_play::MAX_SCENES {
                    return Err(FaultKind::TooMany {
                        what: "scenes",
                        limit: in_play::MAX_SCENES,
                    }
                    .into());
                }
                let number = extras.next_scene.checked_add(1);
                let number = number.ok_or(FaultKind::TooMany {
                    what: "numbers of scenes",
                    limit: u16::MAX.into(),
                })?;
                extras.next_scene = number;
                extras.scenes.push((running, data));
                extras.scenes.sort_by_key(|(l, _)| l.scene);
                self.begin(
                    Layer {
                        scene: number,
                        state,
                        led_by: acting,
                        ..Layer::empty(leaving)
                    },
                    args,
                )?;
                // The new scene's entry actions run before the old scene goes on.
                while let Some(pending_autos) = self.pending_autos.take() {
                    self.run_autos(pending_autos)?;
                }
                if self.world.over {
                    return Ok(true);
                }
                in_play::focus(self, home);
                self.player = acting;
                self.pending_autos = pending_before;
            }
        }
        let left = self.world.scene.all().minus(self.table.seating.automatic);
        if left.is_empty() && self.world.scene.scene == home {
            close_scene(self);
            return Ok(true);
        }
        Ok(acting.is_some_and(|a| leaving.contains(a)))
    }
}

/// Ends the running scene after its last seat has left.
fn close_scene(engine: &mut Engine<'_>) {
    let gone = engine.world.scene.scene;
    engine.cancel_scene();
    let Some(extras) = &mut engine.world.extras else {
        return;
    };
    extras.under.retain(|(l, _)| l.scene != gone);
    if extras.scenes.is_empty() {
        return;
    }
    let (layer, values) = extras.scenes.remove(0);
    engine.world.scene = layer;
    in_play::set_state_values(engine, &values);
}
