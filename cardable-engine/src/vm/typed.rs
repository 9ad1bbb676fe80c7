//! Checks that values have a type and exist in this game.

use super::engine::Reader;
use crate::fault::{FaultKind, Run};
use crate::program::Strings;
use crate::value::{Kind, Type, Value};
use crate::vm::lists;

/// Whether a value has a type and refers to something that exists.
pub(crate) fn has_type(reader: &Reader<'_>, value: Value, ty: Type) -> bool {
    exists(reader, value)
        && match ty {
            Type::One(kind) => {
                is_kind(value, kind) && (kind == Kind::Any || !matches!(value, Value::List(_)))
            }
            Type::List(kind) => {
                matches!(value, Value::List(_)) && (kind == Kind::Any || holds_only(reader, value, kind))
            }
            Type::Nothing => value == Value::Nothing,
            Type::State => false,
        }
}

/// Whether every item of a list is of a kind.
pub(crate) fn holds_only(reader: &Reader<'_>, list: Value, kind: Kind) -> bool {
    reader
        .each_item(list)
        .all(|item| item != Value::Nothing && is_kind(item, kind))
}

/// Whether a value refers to something in this game. Scripts and primitives of the embedding program can return
/// arbitrary values.
pub(crate) fn exists(reader: &Reader<'_>, value: Value) -> bool {
    match value {
        Value::Float(n) => n.is_finite(),
        Value::Seat(seat) => seat.index() < reader.table.seats,
        Value::Card(card) => card.index() < reader.table.cards,
        Value::Zone(zone) => zone.index() < reader.table.zones,
        Value::Deck(deck) => deck.index() < reader.program().cards.decks.len(),
        Value::Nothing | Value::Bool(_) | Value::Int(_) | Value::Str(_) | Value::List(_) => true,
    }
}

/// Checks a value returned by a primitive of the embedding program: everything it refers to must exist.
#[cold]
#[inline(never)]
pub(crate) fn look_over(reader: &Reader<'_>, value: Value) -> Run<()> {
    let there = match value {
        Value::Str(id) => id.0 >= Strings::DYNAMIC || id.index() < reader.program().strings.len(),
        Value::List(_) => lists::has_list(reader, value),
        other => exists(reader, other),
    };
    if there {
        return Ok(());
    }
    Err(FaultKind::Primitive("it gave back something that this game does not have").into())
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
