//! Values as a viewer holds them.

use super::table::Datum;
use crate::program::Strings;
use crate::value::Value;
use crate::vm::engine::Reader;

/// What a viewer may hold of a value that is open to him.
#[inline]
pub(super) fn datum(reader: &Reader<'_>, value: Value) -> Datum {
    match value {
        Value::Nothing => Datum::Nothing,
        Value::Bool(b) => Datum::Bool(b),
        Value::Int(n) => Datum::Int(n),
        Value::Float(n) => Datum::Float(n),
        Value::Str(id) if id.0 >= Strings::DYNAMIC => Datum::Written(reader.text(id).into()),
        Value::Str(id) => Datum::Text(id),
        Value::Seat(seat) => Datum::Seat(seat),
        Value::Card(_) => Datum::Card,
        Value::Zone(zone) => Datum::Zone(zone),
        Value::Deck(deck) => Datum::Deck(deck),
        Value::List(_) => Datum::List(data_of_list(reader, value)),
    }
}

/// A function of its own, so that [`datum`] calls nothing of itself and can be inlined.
#[inline(never)]
fn data_of_list(reader: &Reader<'_>, list: Value) -> Vec<Datum> {
    let items = reader.items(list).unwrap_or_default();
    items.into_iter().map(|v| datum(reader, v)).collect()
}

/// [`datum`] for where it is seldom needed: called in few places, that one is inlined.
#[inline(never)]
pub(super) fn any_datum(reader: &Reader<'_>, value: Value) -> Datum {
    datum(reader, value)
}
