//! Running the code of an action, up to its end, a prompt or a transition.

use super::Engine;
use super::fault::{Fault, FaultKind, Run};
use super::reader::{Next, seat};
use super::scene::{Awaits, Cause, Form, Question, Suspended};
use super::world::World;
use crate::event::{DataAt, Event};
use crate::ids::{ListId, Seat, SeatSet, StateId};
use crate::primitives::Body;
use crate::program::{Code, Constants, Op};
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
            let mut registers: SmallVec<[Value; 64]> = smallvec::smallvec![Value::Nothing; code.registers as usize];
            registers[..given.len()].copy_from_slice(given);
            self.exec(code.start, &mut registers, cause)
        }
    }

    /// Runs code that may act and returns what it gives, for trying values out.
    pub(crate) fn run_value(&mut self, code: Code) -> Run<(Exit, Value)> {
        let mut registers: SmallVec<[Value; 64]> =
            smallvec::smallvec![Value::Nothing; (code.registers as usize).max(1)];
        let cause = Cause::Auto { next: 0, on: super::scene::Trigger::Entry };
        let exit = self.exec(code.start, &mut registers, cause)?;
        // A value's code keeps its result where its last instruction says.
        let end = self.table.program.code.iter().skip(code.start as usize);
        let result = end.clone().find_map(|op| match op {
            Op::Return { s } => Some(registers[*s as usize]),
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
            if self.fuel == 0 {
                return Err(self.fault_at(pc, self.exhausted()));
            }
            self.fuel -= 1;
            let Some(op) = self.table.program.code.get(pc as usize).copied() else { return Ok(Exit::Done) };
            match self.exec_one(op, r, pc, cause, actor) {
                Ok(Flow::Go) => pc += 1,
                Ok(Flow::To(to)) => pc = to,
                Ok(Flow::Exit(exit)) => return Ok(exit),
                Err(fault) => {
                    if self.deferred.is_some() && matches!(op, Op::Step { .. }) && self.may_skip(&fault.kind) {
                        self.skip_step(cause, actor);
                        pc += 1;
                        continue;
                    }
                    return Err(if fault.pc == u32::MAX { self.fault_at(pc, fault.kind) } else { fault });
                }
            }
        }
    }

    pub(crate) fn fault_at(&self, pc: u32, kind: FaultKind) -> Box<Fault> {
        Box::new(Fault { kind, pc, state: self.world.scene.state })
    }

    fn exhausted(&self) -> FaultKind {
        let mut states = self.trail.to_vec();
        states.push(self.world.scene.state);
        FaultKind::OutOfFuel { states }
    }

    #[inline]
    fn exec_one(&mut self, op: Op, r: &mut [Value], pc: u32, cause: Cause, actor: Option<Seat>) -> Run<Flow> {
        match op {
            Op::SetGlobal { s, at } => {
                let value = self.keep(r[s as usize]);
                self.world.values[at as usize] = value;
                self.emit(Event::Data { at: DataAt::Global(at), value });
            }
            Op::SetSeatData { s, seat: who, at } => {
                let who = seat(r[who as usize])?;
                let value = self.keep(r[s as usize]);
                let slot = self.world.seat_data_at(self.table, who, at);
                self.world.values[slot] = value;
                self.emit(Event::Data { at: DataAt::Seat(who, at), value });
            }
            Op::SetStateData { s, at } => {
                let value = self.keep(r[s as usize]);
                let slot = self.world.state_data_at(self.table) + at as usize;
                self.world.values[slot] = value;
                let scene = self.world.scene.scene;
                self.emit(Event::Data { at: DataAt::State(scene, at), value });
            }
            Op::Step { first, n, primitive } => {
                let (first, n) = (first as usize, n as usize);
                if let Body::Step(run) = self.table.program.primitives[primitive as usize].body {
                    let value = run(self, &r[first..first + n])?;
                    if first < r.len() {
                        r[first] = value;
                    }
                }
                if self.world.over {
                    return Ok(Flow::Exit(Exit::Left));
                }
            }
            Op::Ask { first, n, primitive } => {
                let question = self.question(r, first, n, primitive)?;
                let who = seat(r[first as usize - 1])?;
                self.suspend(r, pc + 1, first, cause, actor, Awaits::Answer { seat: who, question })?;
                self.emit(Event::Asked { seat: who });
                return Ok(Flow::Exit(Exit::Suspended));
            }
            Op::AskAll { first, n, primitive } => {
                let question = self.question(r, first, n, primitive)?;
                let waiting = match r[first as usize - 1] {
                    Value::Int(mask) => SeatSet(mask as u32).minus(self.world.dismissed),
                    _ => SeatSet::EMPTY,
                };
                if waiting.is_empty() {
                    r[first as usize] = self.reader().list(Vec::new());
                    return Ok(Flow::Go);
                }
                self.suspend(r, pc + 1, first, cause, actor, Awaits::Answers { waiting, question, given: Vec::new() })?;
                for seat in waiting {
                    self.emit(Event::Asked { seat });
                }
                return Ok(Flow::Exit(Exit::Suspended));
            }
            Op::Transition { first, n, state } => {
                return self.transition(StateId(state), &r[first as usize..first as usize + n as usize]);
            }
            Op::TransitionTo { name, first, n } => {
                let state = match r[name as usize] {
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
                    return Ok(Flow::Exit(Exit::Left));
                }
            }
            Op::Push { first, n, state } => {
                let args: SmallVec<[Value; 8]> = r[first as usize..first as usize + n as usize].into();
                self.suspend(r, pc + 1, first, cause, actor, Awaits::Pop)?;
                self.push(StateId(state), &args)?;
                return Ok(Flow::Exit(Exit::Suspended));
            }
            Op::Pop { s } => {
                let value = self.keep(r[s as usize]);
                self.pop(value)?;
                return Ok(Flow::Exit(Exit::Left));
            }
            Op::Return { .. } | Op::End => return Ok(Flow::Exit(Exit::Done)),
            other => {
                let mut reader = self.reader();
                let next = reader.step(other, r)?;
                let player = reader.player;
                self.player = player;
                return Ok(match next {
                    Next::Go => Flow::Go,
                    Next::To(to) => Flow::To(to),
                    Next::Return(_) => Flow::Exit(Exit::Done),
                    Next::Acts => Flow::Go,
                });
            }
        }
        Ok(Flow::Go)
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
    pub(crate) fn keep(&mut self, value: Value) -> Value {
        let Value::List(id) = value else { return value };
        if id.0 < Constants::DYNAMIC * 2 {
            return value;
        }
        let items = self.temp.get(id).unwrap_or_default();
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
            return Err(FaultKind::TooMany { what: "suspended actions", limit: MAX_SUSPENDED }.into());
        }
        let mut registers: SmallVec<[Value; 8]> = r.into();
        registers.iter_mut().for_each(|v| *v = self.keep(*v));
        let World { scene, rare, suspended, .. } = &mut *self.world;
        let depth = rare.as_ref().map_or(0, |r| r.under.iter().filter(|(l, _)| l.scene == scene.scene).count());
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

    fn transition(&mut self, state: StateId, args: &[Value]) -> Run<Flow> {
        if let Some(deferred) = &mut self.deferred {
            if deferred.transition.is_none() {
                deferred.transition = Some((state, args.into()));
            }
            return Ok(Flow::Exit(Exit::Left));
        }
        let args: SmallVec<[Value; 8]> = args.into();
        self.enter(state, &args)?;
        Ok(Flow::Exit(Exit::Left))
    }
}

enum Flow {
    Go,
    To(u32),
    Exit(Exit),
}
