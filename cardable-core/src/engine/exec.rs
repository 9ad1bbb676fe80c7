//! Running the code of an action, up to its end, a prompt or a transition.

use super::Engine;
use super::fault::{Fault, FaultKind, Run};
use super::reader::{Stop, seat};
use super::scene::{Awaits, Cause, Form, Question, Suspended};
use super::world::World;
use crate::event::{DataAt, Event};
use crate::ids::{ListId, Seat, SeatSet, StateId};
use crate::primitives::Body;
use crate::program::{Code, Constants, Op, Strings};
use crate::value::Value;
use smallvec::SmallVec;

/// The most actions that may wait at once.
pub(crate) const MAX_SUSPENDED: usize = 64;

/// How a piece of code came to rest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Exit {
    /// It ran to its end.
    Done,
    /// It waits for an answer.
    Suspended,
    /// It left its state; nothing of it remains.
    Left,
}

impl Engine<'_> {
    /// Runs a piece of code from its start with its first registers filled.
    pub(crate) fn run_code(&mut self, code: Code, given: &[Value], cause: Cause) -> Run<Exit> {
        if code.registers <= 16 {
            let mut registers = [Value::Nothing; 16];
            registers[..given.len()].copy_from_slice(given);
            self.exec(code.start, &mut registers[..code.registers as usize], cause)
        } else {
            let mut registers: SmallVec<[Value; 64]> =
                smallvec::smallvec![Value::Nothing; code.registers as usize];
            registers[..given.len()].copy_from_slice(given);
            self.exec(code.start, &mut registers, cause)
        }
    }

    /// Runs code that may act and returns what it gives, for trying values out.
    pub(crate) fn run_value(&mut self, code: Code) -> Run<(Exit, Value)> {
        let mut registers: SmallVec<[Value; 64]> =
            smallvec::smallvec![Value::Nothing; (code.registers as usize).max(1)];
        let cause = Cause::Auto {
            next: 0,
            on: super::scene::Trigger::Entry,
        };
        let exit = self.exec(code.start, &mut registers, cause)?;
        // A value's code keeps its result where its last instruction says.
        let mut end = self.table.program.code.iter().skip(code.start as usize);
        let result = end.find_map(|op| match op {
            Op::Return { s } => Some(self.reader().get(&registers, *s)),
            _ => None,
        });
        Ok((exit, result.unwrap_or_default()))
    }

    /// Goes on with a suspended action.
    pub(crate) fn resume(&mut self, mut frame: Suspended, answer: Value) -> Run<Exit> {
        self.player = frame.player;
        if let Some(register) = frame.registers.get_mut(frame.into as usize) {
            *register = answer;
        }
        self.exec(frame.pc, &mut frame.registers, frame.cause)
    }

    fn exec(&mut self, start: u32, r: &mut [Value], cause: Cause) -> Run<Exit> {
        let actor = self.player;
        let mut pc = start;
        loop {
            let mut fuel = self.fuel;
            let mut reader = self.reader();
            let stop = reader.run(&mut pc, r, &mut fuel);
            let player = reader.player;
            self.player = player;
            self.fuel = fuel;
            let op = match stop {
                Ok(Stop::Return(_)) => return Ok(Exit::Done),
                Ok(Stop::Acts(op)) => op,
                Err(fault) if self.fuel == 0 => return Err(self.fault_at(fault.pc, self.exhausted())),
                Err(fault) => return Err(fault),
            };
            match self.act(op, r, pc, cause, actor) {
                Ok(None) => pc += 1,
                Ok(Some(exit)) => return Ok(exit),
                Err(fault) => {
                    if self.deferred.is_some() && matches!(op, Op::Step { .. }) && self.may_skip(&fault.kind)
                    {
                        self.skip_step(cause, actor);
                        pc += 1;
                        continue;
                    }
                    return Err(if fault.pc == u32::MAX {
                        self.fault_at(pc, fault.kind)
                    } else {
                        fault
                    });
                }
            }
        }
    }

    pub(crate) fn fault_at(&self, pc: u32, kind: FaultKind) -> Box<Fault> {
        Box::new(Fault {
            kind,
            pc,
            state: self.world.scene.state,
        })
    }

    fn exhausted(&self) -> FaultKind {
        let mut states = self.trail.to_vec();
        states.push(self.world.scene.state);
        FaultKind::OutOfFuel { states }
    }

    /// Carries out an instruction that acts. What it returns ends the code.
    #[inline]
    fn act(
        &mut self,
        op: Op,
        r: &mut [Value],
        pc: u32,
        cause: Cause,
        actor: Option<Seat>,
    ) -> Run<Option<Exit>> {
        match op {
            Op::SetGlobal { s, at } => {
                let value = self.reader().get(r, s);
                let value = self.keep(value);
                self.world.values[at as usize] = value;
                if self.events.is_some() {
                    self.emit(Event::Data {
                        at: DataAt::Global(at),
                        value,
                    });
                }
            }
            Op::SetSeatData { s, seat: who, at } => {
                let who = seat(self.reader().get(r, who))?;
                let value = self.reader().get(r, s);
                let value = self.keep(value);
                let slot = self.world.seat_data_at(self.table, who, at);
                self.world.values[slot] = value;
                if self.events.is_some() {
                    self.emit(Event::Data {
                        at: DataAt::Seat(who, at),
                        value,
                    });
                }
            }
            Op::SetStateData { s, at } => {
                let value = self.reader().get(r, s);
                let value = self.keep(value);
                let slot = self.table.state_data + at as usize;
                self.world.values[slot] = value;
                let scene = self.world.scene.scene;
                if self.events.is_some() {
                    self.emit(Event::Data {
                        at: DataAt::State(scene, at),
                        value,
                    });
                }
            }
            Op::Step {
                d,
                first,
                n,
                primitive,
            } => {
                let (first, n) = (first as usize, n as usize);
                if let Body::Step(run) = self.table.program.primitives[primitive as usize].body {
                    let value = run(self, &r[first..first + n])?;
                    r[d as usize] = value;
                }
                if self.world.over {
                    return Ok(Some(Exit::Left));
                }
            }
            Op::Ask {
                d,
                first,
                n,
                primitive,
            } => {
                let question = self.question(r, first, n, primitive)?;
                let who = seat(r[first as usize - 1])?;
                if self.table.automatic.contains(who) {
                    r[d as usize] = self.automatic_answer(&question)?;
                    return Ok(None);
                }
                self.suspend(r, pc + 1, d, cause, actor, Awaits::Answer { seat: who, question })?;
                self.emit(Event::Asked { seat: who });
                return Ok(Some(Exit::Suspended));
            }
            Op::AskAll {
                d,
                first,
                n,
                primitive,
            } => {
                let question = self.question(r, first, n, primitive)?;
                let waiting = match r[first as usize - 1] {
                    Value::Int(mask) => SeatSet(mask as u32).minus(self.world.dismissed),
                    _ => SeatSet::EMPTY,
                };
                let mut given = Vec::new();
                for seat in waiting.and(self.table.automatic) {
                    given.push((seat, self.automatic_answer(&question)?));
                }
                let waiting = waiting.minus(self.table.automatic);
                if waiting.is_empty() {
                    let answers = given.into_iter().map(|(_, answer)| answer).collect();
                    r[d as usize] = self.reader().list(answers);
                    return Ok(None);
                }
                self.suspend(
                    r,
                    pc + 1,
                    d,
                    cause,
                    actor,
                    Awaits::Answers {
                        waiting,
                        question,
                        given,
                    },
                )?;
                for seat in waiting {
                    self.emit(Event::Asked { seat });
                }
                return Ok(Some(Exit::Suspended));
            }
            Op::Transition { first, n, state } => {
                return self.transition(StateId(state), &r[first as usize..first as usize + n as usize]);
            }
            Op::TransitionTo { name, first, n } => {
                let state = match self.reader().get(r, name) {
                    Value::Str(id) => self.table.program.state_named(id),
                    _ => None,
                };
                let state = state.ok_or(FaultKind::UnknownState)?;
                return self.transition(state, &r[first as usize..first as usize + n as usize]);
            }
            Op::TransitionSeats { first, n, state, new } => {
                let seats = match r[first as usize - 1] {
                    Value::Int(mask) => SeatSet(mask as u32),
                    _ => SeatSet::EMPTY,
                };
                let args: SmallVec<[Value; 8]> = r[first as usize..first as usize + n as usize].into();
                if self.move_seats(seats, StateId(state), new, &args)? {
                    return Ok(Some(Exit::Left));
                }
            }
            Op::Push { d, first, n, state } => {
                let args: SmallVec<[Value; 8]> = r[first as usize..first as usize + n as usize].into();
                self.suspend(r, pc + 1, d, cause, actor, Awaits::Pop)?;
                self.push(StateId(state), &args)?;
                return Ok(Some(Exit::Suspended));
            }
            Op::Pop { s } => {
                let value = self.reader().get(r, s);
                let value = self.keep(value);
                self.pop(value)?;
                return Ok(Some(Exit::Left));
            }
            Op::End => return Ok(Some(Exit::Done)),
            Op::Load { .. }
            | Op::BindPlayer { .. }
            | Op::SeatData { .. }
            | Op::SeatZone { .. }
            | Op::Attribute { .. }
            | Op::TopAttribute { .. }
            | Op::Top { .. }
            | Op::Count { .. }
            | Op::Binary { .. }
            | Op::Not { .. }
            | Op::Jump { .. }
            | Op::JumpIf { .. }
            | Op::JumpUnless { .. }
            | Op::JumpUnlessHolds { .. }
            | Op::JumpIfCards { .. }
            | Op::MakeList { .. }
            | Op::SeatMask { .. }
            | Op::NextSeat { .. }
            | Op::NextItem { .. }
            | Op::NextOf { .. }
            | Op::Append { .. }
            | Op::Sift { .. }
            | Op::Measure { .. }
            | Op::Round { .. }
            | Op::Query { .. }
            | Op::Return { .. } => {}
        }
        Ok(None)
    }

    fn question(&mut self, r: &[Value], first: u8, n: u8, primitive: u16) -> Run<Question> {
        let args = &r[first as usize..first as usize + n as usize];
        let Body::Ask(run) = self.table.program.primitives[primitive as usize].body else {
            return Err(FaultKind::Primitive("not a prompt").into());
        };
        let mut question = run(&self.reader(), args)?;
        let possible = match question.form {
            Form::Number { min, max } => min <= max,
            Form::OneOf { list } => !self.reader().items(list)?.is_empty(),
            Form::Several { list, min, max } => {
                min <= max && self.reader().items(list)?.len() >= min as usize
            }
            Form::Confirm => true,
        };
        if !possible {
            return Err(FaultKind::NoAnswer.into());
        }
        self.keep_question(&mut question);
        Ok(question)
    }

    fn keep_question(&mut self, question: &mut Question) {
        question.default = self.keep(question.default);
        question.label = self.keep(question.label);
        match &mut question.form {
            Form::OneOf { list } | Form::Several { list, .. } => *list = self.keep(*list),
            Form::Number { .. } | Form::Confirm => {}
        }
    }

    /// Makes a value last: a list of this run is handed to the World.
    #[inline]
    pub(crate) fn keep(&mut self, value: Value) -> Value {
        match value {
            Value::List(id) if id.0 >= Constants::DYNAMIC * 2 => self.keep_list(id),
            Value::Str(id) if id.0 >= Strings::DYNAMIC => self.keep_text(id),
            other => other,
        }
    }

    /// Lists in lists are copied as well, which costs fuel.
    #[cold]
    fn keep_list(&mut self, id: ListId) -> Value {
        let items = self.temp.get(id).unwrap_or_default();
        self.fuel = self.fuel.saturating_sub(items.len() as u32);
        if self.fuel == 0 {
            // The next instruction faults; what is kept until then does not matter.
            return Value::Nothing;
        }
        let items = items.into_iter().map(|v| self.keep(v)).collect();
        let kept: ListId = self.world.keep_list(items);
        Value::List(kept)
    }

    fn suspend(
        &mut self,
        r: &[Value],
        pc: u32,
        into: u8,
        cause: Cause,
        actor: Option<Seat>,
        awaits: Awaits,
    ) -> Run<()> {
        if self.world.suspended.len() >= MAX_SUSPENDED {
            return Err(FaultKind::TooMany {
                what: "suspended actions",
                limit: MAX_SUSPENDED,
            }
            .into());
        }
        let mut registers: SmallVec<[Value; 8]> = r.into();
        registers.iter_mut().for_each(|v| *v = self.keep(*v));
        let World {
            scene,
            rare,
            suspended,
            ..
        } = &mut *self.world;
        let depth = rare.as_ref().map_or(0, |r| {
            r.under.iter().filter(|(l, _)| l.scene == scene.scene).count()
        });
        suspended.push(Suspended {
            scene: scene.scene,
            depth: depth as u16,
            pc,
            player: self.player,
            actor,
            cause,
            into,
            awaits,
            registers,
        });
        Ok(())
    }

    fn transition(&mut self, state: StateId, args: &[Value]) -> Run<Option<Exit>> {
        if let Some(deferred) = &mut self.deferred {
            if deferred.transition.is_none() {
                deferred.transition = Some((state, args.into()));
            }
            return Ok(Some(Exit::Left));
        }
        let args: SmallVec<[Value; 8]> = args.into();
        self.enter(state, &args)?;
        Ok(Some(Exit::Left))
    }
}
