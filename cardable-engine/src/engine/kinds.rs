//! Values of one kind, or the fault that says which kind was wanted.

use super::fault::{Fault, FaultKind, Run};
use super::reader::Reader;
use crate::ids::{CardId, Seat, ZoneId};
use crate::program::Strings;
use crate::value::{Kind, Type, Value};

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
    /// Whether a value is of a type, and names something that there is.
    pub(super) fn has_type(&self, value: Value, ty: Type) -> bool {
        self.exists(value)
            && match ty {
                Type::One(kind) => {
                    is_kind(value, kind) && (kind == Kind::Any || !matches!(value, Value::List(_)))
                }
                Type::List(kind) => {
                    matches!(value, Value::List(_)) && (kind == Kind::Any || self.holds_only(value, kind))
                }
                Type::Nothing => value == Value::Nothing,
                Type::State => false,
            }
    }

    /// Whether every item of a list is of a kind.
    pub(super) fn holds_only(&self, list: Value, kind: Kind) -> bool {
        self.each_item(list)
            .all(|item| item != Value::Nothing && is_kind(item, kind))
    }

    /// Whether a value names something of this game: what comes from a script, or from a primitive of the
    /// embedding program, may be made up.
    pub(super) fn exists(&self, value: Value) -> bool {
        match value {
            Value::Float(n) => n.is_finite(),
            Value::Seat(seat) => seat.index() < self.table.seats,
            Value::Card(card) => card.index() < self.table.cards,
            Value::Zone(zone) => zone.index() < self.table.zones,
            Value::Deck(deck) => deck.index() < self.program().decks.len(),
            Value::Nothing | Value::Bool(_) | Value::Int(_) | Value::Str(_) | Value::List(_) => true,
        }
    }

    /// Looks at a value that a primitive of the embedding program has given back: whatever it names
    /// must be there.
    #[cold]
    #[inline(never)]
    pub(super) fn look_over(&self, value: Value) -> Run<()> {
        let there = match value {
            Value::Str(id) => id.0 >= Strings::DYNAMIC || id.index() < self.program().strings.len(),
            Value::List(_) => self.has_list(value),
            other => self.exists(other),
        };
        if there {
            return Ok(());
        }
        Err(FaultKind::Primitive("it gave back something that this game does not have").into())
    }
}

fn is_kind(value: Value, kind: Kind) -> bool {
    match kind {
        Kind::Any => true,
        Kind::Bool => matches!(value, Value::Bool(_)),
        Kind::Number => matches!(value, Value::Int(_) | Value::Float(_)),
        Kind::String => matches!(value, Value::Str(_) | Value::Nothing),
        Kind::Seat => matches!(value, Value::Seat(_) | Value::Nothing),
        Kind::Card => matches!(value, Value::Card(_) | Value::Nothing),
        Kind::Zone => matches!(value, Value::Zone(_) | Value::Nothing),
        Kind::Deck => matches!(value, Value::Deck(_) | Value::Nothing),
    }
}
