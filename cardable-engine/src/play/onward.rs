//! States that run by themselves and stay until one of their transitions holds.

use crate::fault::{Fault, FaultKind, Halt, Run};
use crate::program::{Onward, StateType};
use crate::vm::engine::{Engine, PendingAutos};
use crate::world::scene::Trigger;
use crate::world::whole::World;

/// No transition of a state that runs by itself has held: takes its next step.
pub(crate) fn go_onward(engine: &mut Engine<'_>, on: Trigger) -> Run<()> {
    let table = engine.table;
    let Some(onward) = &table.program.state(engine.world.scene.state).onward else {
        return Ok(());
    };
    if engine.ending.is_some() {
        return Ok(());
    }
    if !onward.steps {
        return Err(halted(engine, onward, Halt::NoSteps));
    }
    if on == Trigger::Step && engine.stepped.as_deref() == Some(&*engine.world) {
        return Err(halted(engine, onward, Halt::Unchanged));
    }
    match &mut engine.stepped {
        Some(before) => World::clone_from(before, engine.world),
        none => *none = Some(Box::new(engine.world.clone())),
    }
    engine.pending_autos = Some(PendingAutos {
        next: 0,
        on: Trigger::Step,
    });
    Ok(())
}

/// A fault in automatic actions: where the steps of one state have used up the fuel, it tells of the
/// transitions that they were to bring about.
#[cold]
pub(crate) fn ended_steps(engine: &Engine<'_>, pending_autos: PendingAutos, fault: Box<Fault>) -> Box<Fault> {
    let state = engine.world.scene.state;
    let def = engine.table.program.state(state);
    let again = engine.trail.iter().filter(|entered| **entered == state).count() > 1;
    match &def.onward {
        Some(onward)
            if matches!(fault.kind, FaultKind::OutOfFuel { .. })
                && def.kind == StateType::Auto
                && pending_autos.on == Trigger::Step
                && !again =>
        {
            halted(engine, onward, Halt::OutOfFuel)
        }
        _ => fault,
    }
}

#[cold]
fn halted(engine: &Engine<'_>, onward: &Onward, halt: Halt) -> Box<Fault> {
    let reader = engine.reader();
    let tests = onward.transitions.iter().map(|transition| {
        let value = match transition.condition.map(|condition| reader.holds(condition)) {
            None | Some(Ok(false)) => "is false".to_owned(),
            Some(Ok(true)) => "is true".to_owned(),
            Some(Err(fault)) => format!("cannot be worked out: {}", fault.kind),
        };
        (transition.when, value)
    });
    let tests = tests.collect();
    FaultKind::NoTransition { halt, tests }.into()
}
