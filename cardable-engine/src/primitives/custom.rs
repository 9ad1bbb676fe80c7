//! Predicates that are functions of the embedding program.

use super::args::{arg, items};
use super::declaration::Builtin;
use super::param_types::{ANY, WHOLE};
use crate::fault::{FaultKind, Run};
use crate::program::argument::{Argument, Face};
use crate::signature::{CallKind, Family, Param, Reads, Signature};
use crate::value::{Type, Value};
use crate::vm::engine::{Function, Reader};

static PARAMS: [Param; 2] = [
    Param::required("function", "its number", WHOLE),
    Param::rest("arguments", "what it is asked about", ANY),
];

/// A call of such a function: its number, then its arguments.
pub static FUNCTION: Builtin = Builtin {
    signature: Signature::new(
        "a function of the program",
        Family::Logic,
        "Calls a predicate of the embedding program.",
        &PARAMS,
        Type::BOOL,
        CallKind::Query,
    )
    .reading(Reads::Faces),
    function: Function::Query(call),
};

fn call(r: &Reader<'_>, args: &[Value]) -> Run<Value> {
    let number = crate::vm::kinds::whole(arg(args, 0))?;
    let function = usize::try_from(number)
        .ok()
        .and_then(|at| r.program().code.rust_functions.get(at))
        .ok_or(FaultKind::OutOfRange { what: "function" })?;
    let given: Vec<Argument<'_>> = super::args::rest(args, 1)
        .iter()
        .map(|v| argument(r, *v))
        .collect::<Run<_>>()?;
    Ok(Value::Bool((function.0)(&given)))
}

fn argument<'a>(r: &Reader<'a>, value: Value) -> Run<Argument<'a>> {
    Ok(match value {
        Value::Nothing | Value::Deck(_) => Argument::Nothing,
        Value::Bool(b) => Argument::Bool(b),
        Value::Int(n) => Argument::Int(n),
        Value::Float(n) => Argument::Float(n),
        Value::Str(id) => Argument::Text(r.program().str(id)),
        Value::Seat(seat) => Argument::Seat(seat),
        Value::Card(card) => Argument::Card(Face {
            program: r.program(),
            kind: r.world.type_of(r.table, card),
        }),
        Value::Zone(zone) => {
            let name = r.program().str(r.table.zone_def(zone).name);
            Argument::Zone(name, r.world.zone_len(r.table, zone))
        }
        Value::List(_) => Argument::List(
            items(r, value)?
                .into_iter()
                .map(|v| argument(r, v))
                .collect::<Run<_>>()?,
        ),
    })
}
