//! Runs an action's code until it ends, reaches a prompt, or leaves its state.

use super::cards::End;
use super::keeping::keep;
use super::waiting::Place;
use super::{arrange, card_data, entry, moves, raising, sealed, waiting};
use crate::event::{DataAt, Event};
use crate::fault::{Fault, FaultKind, Run};
use crate::ids::{CardId, Seat, SeatSet, StateId, StrId, ZoneId};
use crate::program::{Code, Facing, Heard, Op, Operand, Reg};
use crate::value::Value;
use crate::vm::engine::{Calls, Engine, LinkedTable, Reader};
use crate::vm::interpret::{Machine, interpret};
use crate::vm::kinds::{card as card_of, seat};
use crate::vm::{interpret, typed};
use crate::world::scene::{Awaits, Cause, Suspended};
use crate::world::whole::Answered;
use smallvec::SmallVec;

/// Why a piece of code stopped.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Exit {
    /// It ran to its end.
    Done,
    /// It waits: for an answer, for other code, or for the choices of others.
    Suspended,
    /// It left its state. Nothing of it remains.
    Left,
}

/// How a call came to rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Called {
    Done,
    /// It left the state: whoever waited for it is gone.
    Left,
    /// It waits; the number by which it is known.
    Waits(u16),
}

/// An action's code while it runs.
struct Acting<'e, 'a> {
    engine: &'e mut Engine<'a>,
    cause: Cause,
    /// Whose action it is. The code can bind `$player` to other seats.
    actor: Option<Seat>,
}

impl<'a> Machine<'a> for Acting<'_, 'a> {
    type Stop = Exit;

    #[inline(always)]
    fn table(&self) -> &'a LinkedTable {
        self.engine.table
    }

    #[inline(always)]
    fn reader(&self) -> Reader<'_> {
        self.engine.reader()
    }

    #[inline(always)]
    fn bind(&mut self, seat: Option<Seat>) {
        self.engine.player = seat;
    }

    #[inline(always)]
    fn fuel(&mut self) -> &mut u32 {
        &mut self.engine.fuel
    }

    #[inline(always)]
    fn end(&mut self, _: Value) -> Exit {
        Exit::Done
    }

    const ACTS: bool = true;

    #[inline(always)]
    fn set(&mut self, slot: usize, value: &Value, at: DataAt) {
        self.engine.set_data(slot, value, at);
    }

    #[inline]
    fn draw(&mut self, from: ZoneId, to: ZoneId, facing: Facing) -> Run<()> {
        match moves::draw(self.engine, from, to, facing) {
            Ok(()) => Ok(()),
            Err(fault) => self.skip_or_fail(fault),
        }
    }

    #[inline]
    fn place(&mut self, card: CardId, to: ZoneId, facing: Facing) -> Run<()> {
        match moves::move_card(self.engine, card, to, End::Newest, facing) {
            Ok(()) => Ok(()),
            Err(fault) => self.skip_or_fail(fault),
        }
    }

    #[inline]
    fn move_all(&mut self, from: ZoneId, to: ZoneId, facing: Facing) -> Run<()> {
        match arrange::move_whole(self.engine, from, to, facing) {
            Ok(()) => Ok(()),
            Err(fault) => self.skip_or_fail(fault),
        }
    }

    #[inline]
    fn act(&mut self, op: &Op, r: &mut [Value], pc: u32) -> Run<Option<Exit>> {
        let Op::Step {
            d,
            n,
            primitive,
            args,
        } = *op
        else {
            return self.act_seldom(op, r, pc);
        };
        if let Err(fault) = self.engine.step(r, d, n, primitive, args) {
            self.skip_or_fail(fault)?;
        }
        Ok(self.engine.world.over.then_some(Exit::Left))
    }
}

impl Acting<'_, '_> {
    /// Skips a step of a sealed choice that has become impossible; otherwise fails.
    #[cold]
    fn skip_or_fail(&mut self, fault: Box<Fault>) -> Run<()> {
        if self.engine.pending_transition.is_some() && may_skip(&fault.kind) {
            skip_step(self.engine, self.cause, self.actor);
            return Ok(());
        }
        Err(fault)
    }

    #[inline(never)]
    fn act_seldom(&mut self, op: &Op, r: &mut [Value], pc: u32) -> Run<Option<Exit>> {
        let (cause, actor) = (self.cause, self.actor);
        let after = |into| Place {
            pc: pc + 1,
            into,
            cause,
            actor,
        };
        let e = &mut *self.engine;
        match *op {
            Op::SetSeatData { s, seat: who, at } => {
                let who = seat(e.reader().get(r, who))?;
                let value = e.reader().get(r, s);
                let slot = e.table.seat_data_at(who, at);
                e.set_data(slot, &value, DataAt::Seat(who, at));
            }
            Op::SetCardData { s, card, at } => {
                let card = card_of(e.reader().get(r, card))?;
                let value = e.reader().get(r, s);
                card_data::set(e, card, at, value)?;
            }
            Op::Seal => {
                if e.pending_transition.is_none()
                    && let (Cause::Act(action), Some(seat)) = (cause, actor)
                {
                    let pc = pc + 1;
                    let registers = waiting::still_read(e, r, pc);
                    let answered = Answered { pc, registers };
                    sealed::keep(e, seat, action, SmallVec::new(), Some(answered))?;
                    return Ok(Some(Exit::Suspended));
                }
            }
            Op::Settle => {
                let called = Calls::settle(e)?;
                return await_call(e, called, r, after(0));
            }
            Op::Perform { s, ability } => {
                let card = card_of(e.reader().get(r, s))?;
                let called = Calls::perform(e, card, ability)?;
                return await_call(e, called, r, after(0));
            }
            Op::Script { d, n, site, args } => {
                let table = e.table;
                let row = table
                    .program
                    .code
                    .operands
                    .get(args as usize..args as usize + n as usize);
                let doing = Doing { cause, actor };
                return e.run_script(r, (d, site), row.unwrap_or_default(), doing, pc);
            }
            Op::Ask {
                d,
                n,
                seat: who,
                primitive,
                args,
            } => {
                let who = seat(e.reader().get(r, who))?;
                let question = waiting::question(e, r, (args, n), primitive, SeatSet::one(who))?;
                let waits = waiting::ask(e, r, after(d), who, question)?;
                return Ok(waits.then_some(Exit::Suspended));
            }
            Op::AskAll {
                d,
                n,
                mask,
                primitive,
                args,
            } => {
                let asked = match r[mask as usize] {
                    Value::Int(mask) => SeatSet(mask as u32)
                        .and(e.table.every_seat())
                        .minus(e.world.dismissed),
                    _ => SeatSet::EMPTY,
                };
                let question = waiting::question(e, r, (args, n), primitive, asked)?;
                let waits = waiting::ask_all(e, r, after(d), asked, question)?;
                return Ok(waits.then_some(Exit::Suspended));
            }
            Op::Transition { first, n, state } => {
                return e.transition(StateId(state), &r[first as usize..first as usize + n as usize]);
            }
            Op::TransitionTo { name, first, n } => {
                let args = &r[first as usize..first as usize + n as usize];
                let state = entry::state_to_enter(&e.reader(), e.reader().get(r, name), args)?;
                return e.transition(state, args);
            }
            Op::TransitionSeats { first, n, state, new } => {
                let seats = match r[first as usize - 1] {
                    Value::Int(mask) => SeatSet(mask as u32),
                    _ => SeatSet::EMPTY,
                };
                let args: SmallVec<[Value; 8]> = r[first as usize..first as usize + n as usize].into();
                if e.move_seats(seats, StateId(state), new, &args)? {
                    return Ok(Some(Exit::Left));
                }
            }
            Op::Push { d, first, n, state } => {
                let args: SmallVec<[Value; 8]> = r[first as usize..first as usize + n as usize].into();
                waiting::suspend(e, r, after(d), Awaits::Pop)?;
                e.push(StateId(state), &args)?;
                return Ok(Some(Exit::Suspended));
            }
            Op::PushTo { d, name, first, n } => {
                let args: SmallVec<[Value; 8]> = r[first as usize..first as usize + n as usize].into();
                let state = entry::state_to_enter(&e.reader(), e.reader().get(r, name), &args)?;
                waiting::suspend(e, r, after(d), Awaits::Pop)?;
                e.push(state, &args)?;
                return Ok(Some(Exit::Suspended));
            }
            Op::Pop { s } => {
                let value = e.reader().get(r, s);
                let value = keep(e, value);
                e.pop(value)?;
                return Ok(Some(Exit::Left));
            }
            Op::Load { .. }
            | Op::ChangeGlobal { .. }
            | Op::JumpUnlessInt { .. }
            | Op::BindPlayer { .. }
            | Op::SetGlobal { .. }
            | Op::SetStateData { .. }
            | Op::SeatData { .. }
            | Op::ComputedGlobal { .. }
            | Op::ComputedSeatData { .. }
            | Op::SeatZone { .. }
            | Op::CardData { .. }
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
            | Op::PlayingMask { .. }
            | Op::NextSeat { .. }
            | Op::NextItem { .. }
            | Op::NextOf { .. }
            | Op::Append { .. }
            | Op::Sift { .. }
            | Op::Find { .. }
            | Op::Measure { .. }
            | Op::Round { .. }
            | Op::Query { .. }
            | Op::ScriptValue { .. }
            | Op::Step { .. }
            | Op::Draw { .. }
            | Op::Place { .. }
            | Op::MoveAll { .. }
            | Op::Return { .. }
            | Op::End => {}
        }
        Ok(None)
    }
}

/// Goes on after a call, or waits for it.
fn await_call(engine: &mut Engine<'_>, called: Called, r: &[Value], place: Place) -> Run<Option<Exit>> {
    match called {
        Called::Done => Ok(engine.world.over.then_some(Exit::Left)),
        Called::Left => Ok(Some(Exit::Left)),
        Called::Waits(number) => {
            waiting::suspend(engine, r, place, Awaits::Call(number))?;
            Ok(Some(Exit::Suspended))
        }
    }
}

impl Engine<'_> {
    /// Runs code from its start, with its first registers set to `given`.
    pub fn run_code(&mut self, code: Code, given: &[Value], cause: Cause) -> Run<Exit> {
        run_filled(self, code, cause, |registers| {
            for (register, value) in registers.iter_mut().zip(given) {
                *register = *value;
            }
        })
    }

    /// Runs code and returns its value, for testing expressions.
    pub fn run_value(&mut self, code: Code) -> Run<(Exit, Value)> {
        let mut registers: SmallVec<[Value; 64]> =
            smallvec::smallvec![Value::Nothing; (code.registers as usize).max(1)];
        let cause = Cause::Auto {
            next: 0,
            on: crate::world::scene::Trigger::Entry,
        };
        let exit = self.exec(code.start, &mut registers, cause)?;
        // A value's code keeps its result where its last instruction says.
        let mut end = self.table.program.code.ops.iter().skip(code.start as usize);
        let result = end.find_map(|op| match op {
            Op::Return { s } => Some(self.reader().get(&registers, *s)),
            _ => None,
        });
        Ok((exit, result.unwrap_or_default()))
    }

    /// Goes on after what a suspended action waited for.
    ///
    /// It is passed by reference, because it is large.
    pub(crate) fn resume(&mut self, frame: &mut Suspended, answer: Value) -> Run<Exit> {
        self.player = frame.player;
        if let Some(mut journal) = frame.journal.take() {
            journal.answered(answer);
            self.resumed = Some(journal);
        } else if let Some(register) = frame.registers.get_mut(frame.into as usize) {
            *register = answer;
        }
        let calls = Calls::resume(frame.cause, StrId(0));
        let outer = std::mem::replace(&mut self.calls, calls);
        let exit = self.exec(frame.pc, &mut frame.registers, frame.cause);
        self.calls = outer;
        exit
    }

    #[inline(always)]
    pub(crate) fn exec(&mut self, start: u32, r: &mut [Value], cause: Cause) -> Run<Exit> {
        let actor = self.player;
        let mut acting = Acting {
            engine: self,
            cause,
            actor,
        };
        match interpret(&mut acting, start, r) {
            Err(fault) if self.fuel == 0 => Err(fault_at(self, fault.pc, exhausted(self))),
            done => done,
        }
    }

    /// Changes an item of data.
    ///
    /// The value is passed by reference, because assembling a copy first would stall the processor.
    #[inline(always)]
    pub(crate) fn set_data(&mut self, slot: usize, value: &Value, at: DataAt) {
        if self.heard.data && is_heard(self.heard, at) {
            note_change(self, slot, *value, at);
        }
        match value {
            Value::List(_) | Value::Str(_) => set_shared(self, slot, value),
            _ => self.world.values[slot] = *value,
        }
        if self.events.is_some() {
            let value = self.world.values[slot];
            self.emit(Event::Data { at, value });
        }
    }

    /// Calls a primitive that acts.
    #[inline]
    fn step(&mut self, r: &mut [Value], d: u8, n: u8, primitive: u16, args: u32) -> Run<()> {
        let program = &*self.table.program;
        let function = &self.table.functions.code[primitive as usize];
        let run = |engine: &mut Self, given: &[Value]| match function.step(engine, given) {
            Some(done) => done,
            None => Err(FaultKind::Primitive("not a step").into()),
        };
        let row = &program.code.operands[args as usize..args as usize + n as usize];
        let reader = self.reader();
        let get = |from: Operand| reader.get(r, from);
        r[d as usize] = match *row {
            [] => run(self, &[])?,
            [a] => {
                let given = [get(a)];
                run(self, &given)?
            }
            [a, b] => {
                let given = [get(a), get(b)];
                run(self, &given)?
            }
            [a, b, c] => {
                let given = [get(a), get(b), get(c)];
                run(self, &given)?
            }
            [a, b, c, d] => {
                let given = [get(a), get(b), get(c), get(d)];
                run(self, &given)?
            }
            [a, b, c, d, e] => {
                let given = [get(a), get(b), get(c), get(d), get(e)];
                run(self, &given)?
            }
            _ => {
                let given = interpret::arguments(&reader, r, row);
                run(self, &given)?
            }
        };
        if program.code.calls_custom {
            typed::look_over(&self.reader(), r[d as usize])?;
        }
        Ok(())
    }

    pub(crate) fn transition(&mut self, state: StateId, args: &[Value]) -> Run<Option<Exit>> {
        if let Some(pending_transition) = &mut self.pending_transition {
            if pending_transition.transition.is_none() {
                pending_transition.transition = Some((state, args.into()));
            }
            return Ok(Some(Exit::Left));
        }
        let args: SmallVec<[Value; 8]> = args.into();
        self.enter(state, &args)?;
        Ok(Some(Exit::Left))
    }
}

/// Whether something waits for changes of data of this kind.
#[inline]
fn is_heard(heard: Heard, at: DataAt) -> bool {
    match at {
        DataAt::Global(_) => heard.globals,
        DataAt::Seat(..) => heard.of_seats,
        DataAt::State(..) => heard.of_states,
    }
}

/// Lets reactions hear that an item of data is about to have another value.
#[cold]
fn note_change(engine: &mut Engine<'_>, slot: usize, value: Value, at: DataAt) {
    let old = engine.world.values.get(slot).copied().unwrap_or_default();
    let new = keep(engine, value);
    raising::changed(engine, at, old, new);
}

/// Runs code with at most one register set.
#[inline(always)]
pub(crate) fn run_given(
    engine: &mut Engine<'_>,
    code: Code,
    given: Option<(Reg, Value)>,
    cause: Cause,
) -> Run<Exit> {
    run_filled(engine, code, cause, |registers| {
        if let Some((register, value)) = given
            && let Some(slot) = registers.get_mut(register as usize)
        {
            *slot = value;
        }
    })
}

#[inline(always)]
fn run_filled(
    engine: &mut Engine<'_>,
    code: Code,
    cause: Cause,
    fill: impl FnOnce(&mut [Value]),
) -> Run<Exit> {
    match code.registers {
        0..=4 => run_in(engine, code, cause, fill, &mut [Value::Nothing; 4]),
        5..=8 => run_in(engine, code, cause, fill, &mut [Value::Nothing; 8]),
        many => {
            let mut memory = engine.temp.take_memory();
            memory.resize(many as usize, Value::Nothing);
            let exit = run_in(engine, code, cause, fill, &mut memory);
            engine.temp.give_memory(memory);
            exit
        }
    }
}

/// Runs code in the first of these registers, as many as it has.
#[inline(always)]
fn run_in(
    engine: &mut Engine<'_>,
    code: Code,
    cause: Cause,
    fill: impl FnOnce(&mut [Value]),
    registers: &mut [Value],
) -> Run<Exit> {
    let registers = registers.get_mut(..code.registers as usize).unwrap_or_default();
    fill(registers);
    engine.exec(code.start, registers, cause)
}

/// Stores a value that can be temporary. Kept separate, because checking more than the kind in place would take
/// the value apart before each copy.
#[inline(never)]
fn set_shared(engine: &mut Engine<'_>, slot: usize, value: &Value) {
    engine.world.values[slot] = keep(engine, *value);
}

pub(crate) fn fault_at(engine: &Engine<'_>, pc: u32, kind: FaultKind) -> Box<Fault> {
    Box::new(Fault {
        kind,
        pc,
        state: engine.world.scene.state,
    })
}

/// The fault for rules that did not stop.
#[cold]
pub(crate) fn exhausted(engine: &Engine<'_>) -> FaultKind {
    let mut states = engine.trail.to_vec();
    states.push(engine.world.scene.state);
    FaultKind::OutOfFuel { states }
}

/// Whose action a call belongs to, and why it runs.
#[derive(Clone, Copy)]
pub(crate) struct Doing {
    pub(crate) cause: Cause,
    pub(crate) actor: Option<Seat>,
}

/// Whether a fault only means that a sealed choice came too late.
pub(crate) fn may_skip(kind: &FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::NotEnoughCards { .. }
            | FaultKind::ZoneFull { .. }
            | FaultKind::ZoneTooSmall { .. }
            | FaultKind::ZoneClosed { .. }
    )
}

pub(crate) fn skip_step(engine: &mut Engine<'_>, cause: Cause, actor: Option<Seat>) {
    if let (Cause::Act(action), Some(seat)) = (cause, actor) {
        engine.emit(Event::StepSkipped { seat, action });
    }
}
