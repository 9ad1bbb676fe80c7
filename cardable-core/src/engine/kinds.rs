//! Values of one kind, or the fault that says which kind was wanted.

use super::fault::{Fault, FaultKind, Run};
use super::reader::Reader;
use crate::ids::{CardId, Seat, ZoneId};
use crate::program::Strings;
use crate::value::Value;

#[cold]
pub(super) fn wrong(wanted: &'static str, found: Value) -> Box<Fault> {
    FaultKind::WrongKind { wanted, found }.into()
}

/// The boolean of a value.
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

/// The seat of a value.
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

/// The card of a value.
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

/// The zone of a value.
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

/// The whole number of a value.
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

impl Reader<'_> {
    /// Looks at a value that a primitive of the embedding program has given back: whatever it names
    /// must be there.
    #[cold]
    #[inline(never)]
    pub(super) fn look_over(&self, value: Value) -> Run<()> {
        let program = self.program();
        let there = match value {
            Value::Nothing | Value::Bool(_) | Value::Int(_) => true,
            Value::Float(n) => n.is_finite(),
            Value::Str(id) => id.0 >= Strings::DYNAMIC || id.index() < program.strings.len(),
            Value::Seat(seat) => seat.index() < self.table.seats,
            Value::Card(card) => card.index() < self.table.cards,
            Value::Zone(zone) => zone.index() < self.table.zones,
            Value::Deck(deck) => deck.index() < program.decks.len(),
            Value::List(_) => self.has_list(value),
        };
        if there {
            return Ok(());
        }
        Err(FaultKind::Primitive("it gave back something that this game does not have").into())
    }
}
