//! Unwraps values of one kind. The fault for another kind says which one was expected.

use crate::fault::{Fault, FaultKind, Run};
use crate::ids::{CardId, Seat, ZoneId};
use crate::value::Value;

#[cold]
pub(crate) fn wrong(wanted: &'static str, found: Value) -> Box<Fault> {
    FaultKind::WrongKind { wanted, found }.into()
}

#[inline]
pub(crate) fn truth(value: Value) -> Run<bool> {
    match value {
        Value::Bool(b) => Ok(b),
        found => Err(FaultKind::WrongKind {
            wanted: "a boolean",
            found,
        }
        .into()),
    }
}

#[inline]
pub(crate) fn seat(value: Value) -> Run<Seat> {
    match value {
        Value::Seat(seat) => Ok(seat),
        found => Err(FaultKind::WrongKind {
            wanted: "a seat",
            found,
        }
        .into()),
    }
}

#[inline]
pub(crate) fn card(value: Value) -> Run<CardId> {
    match value {
        Value::Card(card) => Ok(card),
        found => Err(FaultKind::WrongKind {
            wanted: "a card",
            found,
        }
        .into()),
    }
}

#[inline]
pub(crate) fn zone(value: Value) -> Run<ZoneId> {
    match value {
        Value::Zone(zone) => Ok(zone),
        found => Err(FaultKind::WrongKind {
            wanted: "a zone",
            found,
        }
        .into()),
    }
}

#[inline]
pub(crate) fn whole(value: Value) -> Run<i64> {
    match value {
        Value::Int(n) => Ok(n),
        Value::Float(n) if n.trunc() == n && n.abs() < 9e15 => Ok(n as i64),
        found => Err(FaultKind::WrongKind {
            wanted: "a whole number",
            found,
        }
        .into()),
    }
}
