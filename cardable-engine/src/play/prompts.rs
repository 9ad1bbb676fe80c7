//! Answers to prompts, and sealed choices, which wait until everybody has chosen.

use super::exec::Exit;
use super::legal_set::LegalSet;
use super::sealed;
use crate::event::Event;
use crate::fault::Run;
use crate::ids::{ActionId, Seat};
use crate::play::{in_play, keeping};
use crate::program::ActionDef;
use crate::value::Value;
use crate::vm::engine::{Engine, PendingAutos, PendingTransition};
use crate::world::scene::{Awaits, Cause, Trigger};
use crate::world::whole::{Answered, World};
use smallvec::SmallVec;

impl Engine<'_> {
    /// Applies a seat's answer to its newest question.
    pub fn answer(&mut self, seat: Seat, value: Value) -> Run<()> {
        let Some(at) = self
            .world
            .suspended
            .iter()
            .rposition(|s| s.waiting().contains(seat))
        else {
            return Ok(());
        };
        let frame = &self.world.suspended[at];
        let scene = frame.scene;
        let action = match frame.cause {
            // What a sealed choice is others read when all are opened.
            Cause::Act(action) if self.table.program.action(action).sealing.is_sealed() => None,
            Cause::Act(action) if frame.actor == Some(seat) => Some(action),
            Cause::Act(_) | Cause::Auto { .. } | Cause::Call(_) => None,
        };
        let value = keeping::keep(self, value);
        self.emit(Event::Answered {
            seat,
            answer: value,
            action,
        });
        in_play::focus(self, scene);
        if let Awaits::Answers { waiting, given, .. } = &mut self.world.suspended[at].awaits {
            waiting.remove(seat);
            given.push((seat, value));
            if !waiting.is_empty() {
                return Ok(());
            }
        }
        let mut frame = self.world.suspended.remove(at);
        let answer = match &mut frame.awaits {
            Awaits::Answers { given, .. } => {
                let mut given = std::mem::take(given);
                given.sort_by_key(|(s, _)| *s);
                self.reader().list(given.into_iter().map(|(_, v)| v))?
            }
            Awaits::Answer { .. } | Awaits::Pop | Awaits::Call(_) => value,
        };
        let (cause, actor) = (frame.cause, frame.actor);
        if self.resume(&mut frame, answer)? == Exit::Done {
            self.after_code(cause, actor)?;
        }
        Ok(())
    }
}

/// Stores a sealed choice. Runs all of them once the last one has been made.
pub(crate) fn commit(
    engine: &mut Engine<'_>,
    seat: Seat,
    action: ActionId,
    picks: &[Value],
    others_left: bool,
) -> Run<()> {
    let picks: SmallVec<[Value; 8]> = picks.iter().map(|v| keeping::keep(engine, *v)).collect();
    sealed::keep(engine, seat, action, picks, None)?;
    if others_left {
        return Ok(());
    }
    open_sealed(engine)
}

/// Whether there are sealed choices that wait for others.
#[inline]
pub(crate) fn keeps_choices(world: &World) -> bool {
    let extras = world.extras.as_ref();
    extras.is_some_and(|extras| !extras.sealed.is_empty())
}

/// Opens the sealed choices of a scene in which nobody else can choose any more.
pub(crate) fn open_waiting_choices(engine: &mut Engine<'_>, legal: &LegalSet) -> Run<bool> {
    let Some(extras) = &engine.world.extras else {
        return Ok(false);
    };
    let running = &engine.world.scene;
    let others = extras.scenes.iter().map(|(layer, _)| layer);
    let is_open = |scene: u16| {
        let mut layers = std::iter::once(running).chain(others.clone());
        let layer = layers.find(|layer| layer.scene == scene);
        layer.is_some_and(|layer| legal.seats.and(layer.members.minus(layer.acted)).is_empty())
    };
    let Some(scene) = extras
        .sealed
        .iter()
        .map(|s| s.scene)
        .find(|scene| is_open(*scene))
    else {
        return Ok(false);
    };
    in_play::focus(engine, scene);
    open_sealed(engine)?;
    Ok(true)
}

/// Runs all sealed choices of the scene in seat order.
pub(crate) fn open_sealed(engine: &mut Engine<'_>) -> Run<()> {
    let scene = engine.world.scene.scene;
    let extras = engine.world.extras_mut();
    let mut kept: SmallVec<[_; 8]> = extras
        .sealed
        .iter()
        .filter(|s| s.scene == scene)
        .cloned()
        .collect();
    extras.sealed.retain(|s| s.scene != scene);
    kept.sort_by_key(|s| s.seat);
    engine.pending_transition = Some(PendingTransition::default());
    for choice in kept {
        engine.player = Some(choice.seat);
        engine.emit(Event::Acted {
            seat: choice.seat,
            action: choice.action,
        });
        let cause = Cause::Act(choice.action);
        let exit = match choice.answered {
            Some(Answered { pc, mut registers }) => engine.exec(pc, &mut registers, cause),
            None => {
                let def = engine.table.program.action(choice.action);
                let given = pick_registers(engine, def, &choice.picks)?;
                engine.run_code(def.body, &given, cause)
            }
        };
        if exit.is_err() {
            engine.pending_transition = None;
        }
        if exit? == Exit::Left && engine.world.over {
            engine.pending_transition = None;
            return Ok(());
        }
    }
    let pending_transition = engine.pending_transition.take().and_then(|d| d.transition);
    match pending_transition {
        Some((state, args)) => engine.enter(state, &args),
        None => {
            engine.pending_autos = Some(PendingAutos {
                next: 0,
                on: Trigger::Action,
            });
            Ok(())
        }
    }
}

/// The first registers of an action's code: its picks.
pub(crate) fn pick_registers(
    engine: &mut Engine<'_>,
    def: &ActionDef,
    picks: &[Value],
) -> Run<SmallVec<[Value; 8]>> {
    let Some(pick) = &def.pick else {
        return Ok(SmallVec::new());
    };
    let mut given: SmallVec<[Value; 8]> = smallvec::smallvec![Value::Nothing; pick.register as usize + 1];
    given[pick.register as usize] = if pick.single {
        picks.first().copied().unwrap_or(Value::Nothing)
    } else {
        engine.reader().list(picks.iter().copied())?
    };
    Ok(given)
}
