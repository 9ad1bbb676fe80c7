//! Evaluates code that only reads: values and conditions. Simple ones need no interpreter.

use super::budget::MAX_LOOKED_AT;
use super::engine::{LinkedTable, Reader};
use super::interpret::{Machine, interpret};
use super::kinds::truth;
use crate::event::DataAt;
use crate::fault::{FaultKind, Run};
use crate::ids::{CardId, Seat, ZoneId};
use crate::program::{Code, Facing, Op, Operand};
use crate::value::Value;

/// Code that is run only to read.
pub(crate) struct Evaluation<'a> {
    pub(crate) reader: Reader<'a>,
    pub(crate) fuel: u32,
}

pub(crate) enum Stop {
    Return(Value),
    /// The next instruction would change the game.
    Acts(Op),
}

impl<'a> Machine<'a> for Evaluation<'a> {
    type Stop = Stop;

    #[inline(always)]
    fn table(&self) -> &'a LinkedTable {
        self.reader.table
    }

    #[inline(always)]
    fn reader(&self) -> Reader<'_> {
        self.reader
    }

    #[inline(always)]
    fn bind(&mut self, seat: Option<Seat>) {
        self.reader.player = seat;
    }

    #[inline(always)]
    fn fuel(&mut self) -> &mut u32 {
        &mut self.fuel
    }

    const ACTS: bool = false;

    fn set(&mut self, _: usize, _: &Value, _: DataAt) {}

    fn draw(&mut self, _: ZoneId, _: ZoneId, _: Facing) -> Run<()> {
        Ok(())
    }

    fn place(&mut self, _: CardId, _: ZoneId, _: Facing) -> Run<()> {
        Ok(())
    }

    fn move_all(&mut self, _: ZoneId, _: ZoneId, _: Facing) -> Run<()> {
        Ok(())
    }

    fn act(&mut self, op: &Op, _: &mut [Value], _: u32) -> Run<Option<Stop>> {
        Ok(Some(Stop::Acts(*op)))
    }

    #[inline(always)]
    fn end(&mut self, value: Value) -> Stop {
        Stop::Return(value)
    }
}

/// Registers with the first ones set to these values.
#[inline(always)]
fn filled<'r>(registers: &'r mut [Value], given: &[Value]) -> &'r mut [Value] {
    for (register, value) in registers.iter_mut().zip(given) {
        *register = *value;
    }
    registers
}

/// Fuel per run for reading, apart from the code of actions.
const FUEL_OF_A_RUN: u32 = 20 * crate::vm::engine::Engine::FUEL;
/// Number of cards and items examined by primitives per unit of fuel.
pub(crate) const LOOKED_AT_FOR_FUEL: usize = 4;

impl Reader<'_> {
    /// The remaining fuel for code that only reads.
    #[inline]
    pub(crate) fn fuel(&self) -> u32 {
        let left = FUEL_OF_A_RUN.saturating_sub(self.temp.burnt.get());
        left.min(crate::vm::engine::Engine::FUEL)
    }

    #[inline]
    pub(crate) fn burn(&self, fuel: u32) {
        let burnt = &self.temp.burnt;
        burnt.set(burnt.get().saturating_add(fuel));
    }

    #[inline]
    pub(crate) fn eval(&self, code: Code) -> Run<Value> {
        match ready(self, code) {
            Some(value) => Ok(value),
            None => self.eval_with(code, &[]),
        }
    }

    /// Evaluates code with its first registers set.
    #[inline(never)]
    pub(crate) fn eval_with(&self, code: Code, given: &[Value]) -> Run<Value> {
        let needed = (code.registers as usize).max(given.len());
        match needed {
            0..=4 => eval_in(self, code, filled(&mut [Value::Nothing; 4], given)),
            5..=16 => eval_in(self, code, filled(&mut [Value::Nothing; 16], given)),
            _ => eval_in(self, code, filled(&mut vec![Value::Nothing; needed], given)),
        }
    }

    /// Evaluates code and subtracts its cost from `fuel`.
    pub(crate) fn eval_metered(&self, code: Code, fuel: &mut u32) -> Run<Value> {
        if let Some(value) = ready(self, code) {
            return Ok(value);
        }
        let mut evaluation = Evaluation {
            reader: *self,
            fuel: *fuel,
        };
        let mut registers = vec![Value::Nothing; code.registers as usize];
        let stop = interpret(&mut evaluation, code.start, &mut registers);
        *fuel = evaluation.fuel;
        match stop? {
            Stop::Return(value) => Ok(value),
            Stop::Acts(_) => Err(FaultKind::Primitive("a condition may not act").into()),
        }
    }
}

/// The result of a question that is asked repeatedly, if the shared fuel for all of them suffices. It uses no
/// other fuel of the run.
pub(crate) fn within(
    reader: &Reader<'_>,
    left: &mut u32,
    question: impl FnOnce(&Reader) -> Run<bool>,
) -> Run<Option<bool>> {
    let temp = reader.temp;
    let (burnt, looked_at) = (temp.burnt.get(), temp.looked_at.get());
    let forgiven = temp.forgiven.borrow().len();
    let may_burn = (*left).min(FUEL_OF_A_RUN);
    let may_look = (*left as usize)
        .saturating_mul(LOOKED_AT_FOR_FUEL)
        .min(MAX_LOOKED_AT);
    temp.burnt.set(FUEL_OF_A_RUN - may_burn);
    temp.looked_at.set(MAX_LOOKED_AT - may_look);
    let holds = question(reader);
    let fuel = temp.burnt.replace(burnt) - (FUEL_OF_A_RUN - may_burn);
    let looked = temp.looked_at.replace(looked_at) - (MAX_LOOKED_AT - may_look);
    let all =
        u32::try_from(looked / LOOKED_AT_FOR_FUEL).map_or(u32::MAX, |looked| looked.saturating_add(fuel));
    // What looks at more than a run may has met a fault of its own.
    let out = fuel >= may_burn || looked > may_look && may_look < MAX_LOOKED_AT;
    if out {
        *left = 0;
        temp.forgiven.borrow_mut().truncate(forgiven);
        return Ok(None);
    }
    *left = left.saturating_sub(all);
    holds.map(Some)
}

/// The value of code that needs no registers.
#[inline]
fn ready(reader: &Reader<'_>, code: Code) -> Option<Value> {
    match reader.program().code.ops.get(code.start as usize) {
        Some(Op::Return { s }) if s.kind() != Operand::REGISTER => Some(reader.get(&[], *s)),
        _ => None,
    }
}

#[inline(never)]
pub(crate) fn eval_condition(reader: &Reader<'_>, code: Code) -> Run<bool> {
    truth(reader.eval_with(code, &[])?)
}

fn eval_in(reader: &Reader<'_>, code: Code, registers: &mut [Value]) -> Run<Value> {
    let given = reader.fuel();
    let mut evaluation = Evaluation {
        reader: *reader,
        fuel: given,
    };
    let stop = interpret(&mut evaluation, code.start, registers);
    reader.burn(given - evaluation.fuel);
    match stop? {
        Stop::Return(value) => Ok(value),
        Stop::Acts(_) => Err(FaultKind::Primitive("a condition may not act").into()),
    }
}
