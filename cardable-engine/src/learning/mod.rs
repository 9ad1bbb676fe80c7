//! A game as numbers, for programs that learn to play.

mod questions;
mod numbers;
mod actions;
mod observation;
mod returns;

pub use actions::{ActionSpace, LegalNumber};
pub use observation::Observation;
pub use returns::returns;

use crate::ids::ZoneId;
use crate::ruleset::{Ruleset, zone_def};
use crate::value::Value;
use crate::view::Datum;

/// The name of a zone, with the number of its copy and the seat whose it is.
fn zone_name(ruleset: &Ruleset, zone: ZoneId) -> String {
    let Some((name, owner)) = ruleset.zone_name(zone) else {
        return String::new();
    };
    // Copies of a zone have one name.
    let copy = match zone_def(&ruleset.program, zone).map_or(0, |def| def.copy) {
        0 => String::new(),
        copy => format!("#{copy}"),
    };
    let owner = owner.map_or_else(String::new, |seat| format!(":{}", seat.0));
    format!("{name}{copy}{owner}")
}

/// A value that a ruleset writes out, as views show it.
fn plain_datum(value: Value) -> Datum {
    match value {
        Value::Bool(holds) => Datum::Bool(holds),
        Value::Int(n) => Datum::Int(n),
        Value::Float(n) => Datum::Float(n),
        Value::Str(text) => Datum::Text(text),
        Value::Seat(seat) => Datum::Seat(seat),
        Value::Zone(zone) => Datum::Zone(zone),
        Value::Deck(deck) => Datum::Deck(deck),
        Value::Nothing | Value::Card(_) | Value::List(_) => Datum::Nothing,
    }
}
