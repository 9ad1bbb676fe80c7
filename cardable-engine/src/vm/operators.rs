//! Evaluates operators.

use super::engine::Reader;
use super::kinds::truth;
use crate::fault::{FaultKind, Run};
use crate::program::{BinaryOp, MANY_ROUNDS};
use crate::value::Value;
use crate::vm::lists;

/// Evaluates a comparison. Lists are compared by their items.
#[inline(always)]
pub(crate) fn compare_any<'r>(
    op: BinaryOp,
    a: Value,
    b: Value,
    reader: impl Fn() -> Reader<'r>,
) -> Run<bool> {
    match (op, a, b) {
        (BinaryOp::Eq, Value::List(_), Value::List(_)) => lists::same_items(&reader(), a, b),
        (BinaryOp::Ne, Value::List(_), Value::List(_)) => Ok(!lists::same_items(&reader(), a, b)?),
        _ => compare(op, a, b),
    }
}

/// Evaluates a comparison of single values.
#[inline(always)]
pub(crate) fn compare(op: BinaryOp, a: Value, b: Value) -> Run<bool> {
    match (op, a, b) {
        (BinaryOp::Eq, _, _) => Ok(a.same(b)),
        (BinaryOp::Ne, _, _) => Ok(!a.same(b)),
        (BinaryOp::Lt, Value::Int(x), Value::Int(y)) => Ok(x < y),
        (BinaryOp::Le, Value::Int(x), Value::Int(y)) => Ok(x <= y),
        _ => truth(binary(op, a, b)?),
    }
}

#[inline]
pub fn binary(op: BinaryOp, a: Value, b: Value) -> Run<Value> {
    match op {
        BinaryOp::Eq => return Ok(Value::Bool(a.same(b))),
        BinaryOp::Ne => return Ok(Value::Bool(!a.same(b))),
        _ => {}
    }
    if let (Value::Int(x), Value::Int(y)) = (a, b) {
        let whole = match op {
            BinaryOp::Add => x.checked_add(y),
            BinaryOp::Sub => x.checked_sub(y),
            BinaryOp::Mul => x.checked_mul(y),
            BinaryOp::Div if y == 0 => return Err(FaultKind::DivisionByZero.into()),
            BinaryOp::Div if x.checked_rem(y) == Some(0) => x.checked_div(y),
            BinaryOp::Div => return finite(x as f64 / y as f64),
            BinaryOp::Rem if y == 0 => return Err(FaultKind::DivisionByZero.into()),
            BinaryOp::Rem => x
                .checked_rem_euclid(y)
                .map(|m| if y < 0 && m != 0 { m + y } else { m }),
            BinaryOp::Lt => return Ok(Value::Bool(x < y)),
            BinaryOp::Le => return Ok(Value::Bool(x <= y)),
            BinaryOp::Eq | BinaryOp::Ne => None,
        };
        return whole.map(Value::Int).ok_or_else(|| FaultKind::NumberRange.into());
    }
    mixed(op, a, b)
}

#[cold]
fn mixed(op: BinaryOp, a: Value, b: Value) -> Run<Value> {
    let number = |v: Value| {
        v.as_f64().ok_or_else(|| {
            FaultKind::WrongKind {
                wanted: "a number",
                found: v,
            }
            .into()
        })
    };
    let (x, y): (f64, f64) = match (number(a), number(b)) {
        (Ok(x), Ok(y)) => (x, y),
        (Err(e), _) | (_, Err(e)) => return Err(e),
    };
    match op {
        BinaryOp::Add => finite(x + y),
        BinaryOp::Sub => finite(x - y),
        BinaryOp::Mul => finite(x * y),
        BinaryOp::Div | BinaryOp::Rem if y == 0.0 => Err(FaultKind::DivisionByZero.into()),
        BinaryOp::Div => finite(x / y),
        BinaryOp::Rem => finite(x - y * libm::floor(x / y)),
        BinaryOp::Lt => Ok(Value::Bool(x < y)),
        BinaryOp::Le => Ok(Value::Bool(x <= y)),
        BinaryOp::Eq => Ok(Value::Bool(x == y)),
        BinaryOp::Ne => Ok(Value::Bool(x != y)),
    }
}

/// The absolute value of a number.
pub fn absolute(value: Value) -> Run<Value> {
    match value {
        Value::Int(n) => n
            .checked_abs()
            .map(Value::Int)
            .ok_or_else(|| FaultKind::NumberRange.into()),
        Value::Float(n) => Ok(Value::Float(libm::fabs(n))),
        found => Err(super::kinds::wrong("a number", found)),
    }
}

fn finite(n: f64) -> Run<Value> {
    if n.is_finite() {
        Ok(Value::Float(n))
    } else {
        Err(FaultKind::NumberRange.into())
    }
}

/// Counts an iteration of a `while`. If the fuel is nearly used up after many iterations, the fault names the
/// loop as endless.
pub(crate) fn next_round(count: Value, left: u32) -> Run<Value> {
    match count {
        Value::Int(rounds) if rounds >= MANY_ROUNDS && left < crate::vm::engine::Engine::FUEL / 50 => {
            Err(FaultKind::TooManyRounds { rounds }.into())
        }
        Value::Int(rounds) => Ok(Value::Int(rounds.saturating_add(1))),
        other => Err(crate::vm::kinds::wrong("a number", other)),
    }
}
