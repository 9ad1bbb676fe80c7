//! Numbers.

use super::args::{arg, each_item, number, rest};
use super::macros::primitives;
use super::param_types::{ANY, NUMBER};
use crate::fault::{FaultKind, Run};
use crate::program::BinaryOp;
use crate::signature::Form;
use crate::value::{Type, Value};
use crate::vm::engine::Reader;
use crate::vm::operators::{absolute, binary};

primitives! {
    family Arithmetic;

    /// The sum of numbers; 0 of none.
    #[errors("the result is out of range")]
    add(
        /// The numbers.
        numbers: Rest NUMBER,
    ) -> Type::NUMBER;
    example "add(1, 2, 3)" => "6";
    example "1 + 2 * 3" => "7";
    = Form Form::Add;

    /// The difference of two numbers.
    #[errors("the result is out of range")]
    subtract(
        /// The number.
        a: Required NUMBER,
        /// What is taken from it.
        b: Required NUMBER,
    ) -> Type::NUMBER;
    example "subtract(5, 7)" => "-2";
    = Form Form::Subtract;

    /// The product of numbers; 1 of none.
    #[errors("the result is out of range")]
    multiply(
        /// The numbers.
        numbers: Rest NUMBER,
    ) -> Type::NUMBER;
    example "multiply(2, 3, 4)" => "24";
    = Form Form::Multiply;

    /// The quotient of two numbers: whole when it comes out even.
    #[errors("division by zero; the result is out of range")]
    divide(
        /// The number.
        a: Required NUMBER,
        /// What it is divided by.
        b: Required NUMBER,
    ) -> Type::NUMBER;
    example "divide(7, 2)" => "3.5";
    example "divide(6, 2)" => "3";
    = Form Form::Divide;

    /// What a division leaves over; it has the sign of the divisor.
    #[errors("division by zero")]
    remainder(
        /// The number.
        a: Required NUMBER,
        /// What it is divided by.
        b: Required NUMBER,
    ) -> Type::NUMBER;
    example "remainder(7, 3)" => "1";
    example "-1 % 3" => "2";
    = Form Form::Remainder;

    /// What a division leaves over; it has the sign of the number that is divided.
    /// It is what games in phases mean by `%`; rulesets write `remainder`.
    #[internal(phases)]
    #[errors("division by zero")]
    signed_remainder(
        /// The number.
        a: Required NUMBER,
        /// What it is divided by.
        b: Required NUMBER,
    ) -> Type::NUMBER;
    example "signed_remainder(7, 3)" => "1";
    example "signed_remainder(-1, 3)" => "-1";
    = Query |_, args| match (arg(args, 0), arg(args, 1)) {
        (Value::Int(_), Value::Int(0)) => Err(FaultKind::DivisionByZero.into()),
        (Value::Int(a), Value::Int(b)) => Ok(Value::Int(a.checked_rem(b).unwrap_or(0))),
        (a, b) => {
            let (a, b) = (number(a)?, number(b)?);
            if b == 0.0 {
                return Err(FaultKind::DivisionByZero.into());
            }
            Ok(Value::Float(libm::fmod(a, b)))
        }
    };

    /// A number without its sign.
    #[folds(Absolute)]
    #[errors("the result is out of range")]
    abs(
        /// The number.
        number: Required NUMBER,
    ) -> Type::NUMBER;
    example "abs(-4)" => "4";
    = Query |_, args| absolute(arg(args, 0));

    /// The smallest of numbers.
    #[errors("there is no number")]
    min(
        /// Numbers, or lists of numbers.
        numbers: Rest ANY,
    ) -> Type::NUMBER;
    example "min(3, 1, 2)" => "1";
    example "min([3, 2])" => "2";
    = Query |r, args| extreme(r, args, |new, best| new < best);

    /// The largest of numbers.
    #[errors("there is no number")]
    max(
        /// Numbers, or lists of numbers.
        numbers: Rest ANY,
    ) -> Type::NUMBER;
    example "max(3, 1, 2)" => "3";
    = Query |r, args| extreme(r, args, |new, best| new > best);

    /// A number, or the bound it lies beyond.
    #[errors("the lower bound is above the upper one")]
    clamp(
        /// The number.
        number: Required NUMBER,
        /// The lower bound.
        min: Required NUMBER,
        /// The upper bound.
        max: Required NUMBER,
    ) -> Type::NUMBER;
    example "clamp(12, 1, 10)" => "10";
    = Query |_, args| {
        let (n, low, high) = (number(arg(args, 0))?, number(arg(args, 1))?, number(arg(args, 2))?);
        if low > high {
            return Err(FaultKind::OutOfRange { what: "lower bound" }.into());
        }
        Ok(arg(args, if n < low { 1 } else if n > high { 2 } else { 0 }))
    };

    /// The next whole number that is not above.
    floor(
        /// The number.
        number: Required NUMBER,
    ) -> Type::NUMBER;
    example "floor(2.7)" => "2";
    = Query |_, args| to_whole(arg(args, 0), libm::floor);

    /// The next whole number that is not below.
    ceil(
        /// The number.
        number: Required NUMBER,
    ) -> Type::NUMBER;
    example "ceil(2.2)" => "3";
    = Query |_, args| to_whole(arg(args, 0), libm::ceil);

    /// The nearest whole number; from the middle it goes away from 0.
    round(
        /// The number.
        number: Required NUMBER,
    ) -> Type::NUMBER;
    example "round(2.5)" => "3";
    example "round(-2.5)" => "-3";
    = Query |_, args| to_whole(arg(args, 0), libm::round);

    /// A number raised to a power.
    #[errors("the result is out of range or no number")]
    pow(
        /// The number.
        base: Required NUMBER,
        /// The power.
        exponent: Required NUMBER,
    ) -> Type::NUMBER;
    example "pow(2, 10)" => "1024";
    = Query |_, args| {
        if let (Value::Int(base), Value::Int(n)) = (arg(args, 0), arg(args, 1))
            && let Ok(n) = u32::try_from(n)
        {
            return base.checked_pow(n).map(Value::Int).ok_or_else(|| FaultKind::NumberRange.into());
        }
        let result = libm::pow(number(arg(args, 0))?, number(arg(args, 1))?);
        if result.is_finite() { Ok(Value::Float(result)) } else { Err(FaultKind::NumberRange.into()) }
    };
}

/// The sum of values.
pub(super) fn total(values: impl IntoIterator<Item = Value>) -> Run<Value> {
    values
        .into_iter()
        .try_fold(Value::Int(0), |sum, value| binary(BinaryOp::Add, sum, value))
}

/// The number that comes before all others.
fn extreme(r: &Reader<'_>, args: &[Value], comes_first: fn(f64, f64) -> bool) -> Run<Value> {
    let mut best: Option<(f64, Value)> = None;
    for arg in rest(args, 0) {
        for value in each_item(r, *arg)? {
            let new = number(value)?;
            if best.is_none_or(|(best, _)| comes_first(new, best)) {
                best = Some((new, value));
            }
        }
    }
    best.map(|(_, value)| value).ok_or_else(|| {
        FaultKind::OutOfRange {
            what: "number of numbers",
        }
        .into()
    })
}

fn to_whole(value: Value, to: fn(f64) -> f64) -> Run<Value> {
    if let Value::Int(_) = value {
        return Ok(value);
    }
    let n = to(number(value)?);
    // Beyond this, whole numbers are not all there as fractions either.
    Ok(if n.abs() < 9e15 {
        Value::Int(n as i64)
    } else {
        Value::Float(n)
    })
}
