//! A function that may act and ask: the steps of an action, a step of one.

mod crossings;
mod questions;
mod steps;
mod writes;

use super::calls::{CALL, Called, checked_result, fault, limits};
use super::check::{self, Given};
use super::errors::stop;
use super::pending::Pending;
use super::recorder::{Key, Recorder};
use crate::event::Event;
use crate::fault::{FaultKind, Run};
use crate::ids::SeatSet;
use crate::play::exec::{Doing, Exit};
use crate::play::keeping;
use crate::play::waiting::{Place, suspend};
use crate::program::{Operand, Reg};
use crate::script::{Crossed, ScriptError, ScriptStop};
use crate::value::Value;
use crate::vm::engine::Engine;
use crate::world::journal::Gave;
use crate::world::scene::Awaits;
use crate::world::whole::World;

/// The game as a function sees it that may act.
struct WriteHost<'e, 'a> {
    engine: &'e mut Engine<'a>,
    registers: &'e mut [Value],
    called: Called<'a>,
    doing: Doing,
    recorder: Recorder,
    /// The World before a step, where the script may catch the step's error.
    before: Option<Box<World>>,
    catches: bool,
    /// What ends the call; then every further crossing stops.
    pending: Option<Pending>,
    /// The last error that the script was told.
    said: Option<ScriptError>,
}

impl<'a> Engine<'a> {
    /// Calls a function that may act, or calls it again to go on.
    #[inline(never)]
    pub(crate) fn run_script(
        &mut self,
        registers: &mut [Value],
        (d, site): (Reg, u16),
        row: &[Operand],
        doing: Doing,
        pc: u32,
    ) -> Run<Option<Exit>> {
        let table = self.table;
        let called = crate::hosts::calls::called(&table.program, site)?;
        let (recorder, args) = match self.resumed.take() {
            Some(journal) => {
                let args: Given = journal.args.iter().copied().collect();
                (Recorder::again(*journal), args)
            }
            None => {
                let r = self.reader();
                let args: Given = row.iter().map(|from| r.get(registers, *from)).collect();
                let primitive = &called.function.primitive;
                let args = check::arguments(&r, &primitive.name, &primitive.params, &args)
                    .map_err(|error| crate::hosts::calls::bad_arguments(called, error))?;
                (Recorder::new(&args, called.function.waits), args)
            }
        };
        self.fuel = self.fuel.saturating_sub(CALL);
        let limits = limits(called.def, self.fuel);
        let nested = crate::hosts::calls::deeper(&self.temp.nested)?;
        let script = &called.def.script;
        let mut host = WriteHost {
            engine: self,
            registers,
            called,
            doing,
            recorder,
            before: None,
            catches: script.may_catch(called.site.function),
            pending: None,
            said: None,
        };
        let result = script.call(called.site.function, &args, limits, &mut host);
        let WriteHost {
            recorder,
            pending,
            said,
            ..
        } = host;
        self.temp.nested.set(nested);
        match (pending, result) {
            (Some(pending), _) => end_call(self, registers, d, recorder, pending, doing, pc),
            (None, Ok(_)) if recorder.replays() => Err(FaultKind::Diverged.into()),
            (None, Ok(value)) => {
                let value = checked_result(&self.reader(), called, value)?;
                if let Some(register) = registers.get_mut(usize::from(d)) {
                    *register = value;
                }
                Ok(None)
            }
            (None, Err(end)) => Err(fault(called, end, said).into()),
        }
    }
}

/// Does what ended a call from the core's side.
fn end_call(
    engine: &mut Engine<'_>,
    registers: &mut [Value],
    d: Reg,
    recorder: Recorder,
    pending: Pending,
    doing: Doing,
    pc: u32,
) -> Run<Option<Exit>> {
    let (cause, actor) = (doing.cause, doing.actor);
    let (awaits, asked, push) = match pending {
        Pending::Fault(fault) => return Err(fault),
        Pending::Left => return Ok(Some(Exit::Left)),
        Pending::Transition(state, args) => return engine.transition(state, &args),
        Pending::Pop(value) => {
            let value = keeping::keep(engine, value);
            engine.pop(value)?;
            return Ok(Some(Exit::Left));
        }
        Pending::Ask(seat, question) => (Awaits::Answer { seat, question }, SeatSet::one(seat), None),
        Pending::AskAll(waiting, question, given) => {
            let awaits = Awaits::Answers {
                waiting,
                question,
                given,
            };
            (awaits, waiting, None)
        }
        Pending::Push(state, args) => (Awaits::Pop, SeatSet::EMPTY, Some((state, args))),
    };
    if recorder.overflown {
        return Err(FaultKind::TooMany {
            what: "things done before a question",
            limit: crate::world::journal::MOST_ENTRIES,
        }
        .into());
    }
    let place = Place {
        pc,
        into: d,
        cause,
        actor,
    };
    suspend(engine, registers, place, awaits)?;
    let mut journal = recorder.journal;
    journal.each_value(|value| *value = keeping::keep(engine, *value));
    if let Some(frame) = engine.world.suspended.last_mut() {
        frame.journal = Some(Box::new(journal));
    }
    for seat in asked {
        engine.emit(Event::Asked { seat });
    }
    if let Some((state, args)) = push {
        engine.push(state, &args)?;
    }
    Ok(Some(Exit::Suspended))
}

impl WriteHost<'_, '_> {
    fn charge(&mut self, fuel: u32) -> Crossed<()> {
        if self.pending.is_some() {
            return Err(stop());
        }
        if self.engine.fuel <= fuel {
            self.engine.fuel = 0;
            let states = vec![self.engine.world.scene.state];
            return Err(self.end(Pending::Fault(FaultKind::OutOfFuel { states }.into())));
        }
        self.engine.fuel -= fuel;
        Ok(())
    }

    #[cold]
    fn end(&mut self, pending: Pending) -> Box<ScriptStop> {
        if self.pending.is_none() {
            self.pending = Some(pending);
        }
        stop()
    }

    /// A result of the engine as a script gets it.
    fn crossed<T>(&mut self, run: Run<T>) -> Crossed<T> {
        run.map_err(|fault| match check::error_of(&fault.kind) {
            Some(error) => error.into(),
            None => self.end(Pending::Fault(fault)),
        })
    }

    /// Makes a crossing, or returns what it gave when it was made before.
    fn recorded(
        &mut self,
        key: impl FnOnce(&Self) -> Key,
        make: impl FnOnce(&mut Self, u32) -> Crossed<Value>,
    ) -> Crossed<Value> {
        self.charge(1)?;
        if !self.recorder.records {
            let made = make(self, 0);
            self.remember_error(&made);
            return made;
        }
        let key = key(self).number();
        if self.recorder.replays() {
            return self.replayed(key);
        }
        let made = make(self, key).map_err(shortened);
        self.remember_error(&made);
        match &made {
            Ok(value) => self.recorder.note(key, Gave::Value(*value)),
            Err(stop) => {
                if let ScriptStop::Error(error) = &**stop {
                    self.recorder.note(key, Gave::error(error));
                }
            }
        }
        made
    }

    #[inline]
    fn remember_error(&mut self, made: &Crossed<Value>) {
        if let Err(stop) = made
            && let ScriptStop::Error(error) = &**stop
        {
            self.said = Some(error.clone());
        }
    }

    #[cold]
    fn replayed(&mut self, key: u32) -> Crossed<Value> {
        match self.recorder.next() {
            Some(entry) if entry.asked == key => match &entry.gave {
                Gave::Value(value) => Ok(*value),
                Gave::Error(error) => Err((**error).clone().into()),
            },
            _ => Err(self.end(Pending::Fault(FaultKind::Diverged.into()))),
        }
    }
}

/// An error as it will be when it is told again.
#[cold]
fn shortened(stop: Box<ScriptStop>) -> Box<ScriptStop> {
    match *stop {
        ScriptStop::Error(error) => match Gave::error(&error) {
            Gave::Error(kept) => (*kept).into(),
            Gave::Value(_) => error.into(),
        },
        ScriptStop::Stop => stop,
    }
}
