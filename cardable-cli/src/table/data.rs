//! Data of the rules, as far as the viewer may read it.

use super::Table;
use crate::paint::{FAINT, styled};
use cardable_core::program::DataDef;
use cardable_core::value::Value;
use cardable_core::view::Datum;
use cardable_core::{Game, Seat};

/// What scores are called.
pub(crate) const SCORE: &str = "score";

/// Data of the game and of the state that concerns the viewer.
pub(super) fn of_game(table: &Table<'_>) -> Vec<String> {
    let globals = shown(table, table.rules.globals(), &table.view.globals);
    let state = table
        .scene()
        .map(|scene| shown(table, table.rules.state_data(scene.state), &scene.data));
    globals.into_iter().chain(state.into_iter().flatten()).collect()
}

/// Data of a seat.
pub(super) fn of_seat(table: &Table<'_>, seat: Seat) -> Vec<String> {
    let data = table
        .view
        .seat_data
        .get(seat.index())
        .map_or(&[][..], |data| data);
    shown(table, table.rules.seat_data(), data)
}

fn shown<'r>(
    table: &Table<'_>,
    defs: impl Iterator<Item = (&'r str, &'r DataDef)>,
    data: &[Datum],
) -> Vec<String> {
    defs.zip(data)
        .filter(|((name, def), datum)| {
            !def.constant && is_told(datum) && (*name == SCORE || !is_first(def, datum))
        })
        .map(|((name, _), datum)| format!("{} {}", styled(FAINT, label(name)), value(table.game, datum)))
        .collect()
}

/// Whether an item still has the number it began with, which is hardly worth reading.
fn is_first(def: &DataDef, datum: &Datum) -> bool {
    match (datum, def.value) {
        (Datum::Int(now), Value::Int(first)) => *now == first,
        (Datum::Bool(now), Value::Bool(first)) => *now == first,
        _ => false,
    }
}

/// Whether a value tells anything.
pub(crate) fn is_told(datum: &Datum) -> bool {
    match datum {
        Datum::Nothing | Datum::Hidden | Datum::Card => false,
        Datum::List(items) => !items.is_empty() && items.iter().all(is_told),
        Datum::Bool(_)
        | Datum::Int(_)
        | Datum::Float(_)
        | Datum::Text(_)
        | Datum::Written(_)
        | Datum::Seat(_)
        | Datum::Zone(_)
        | Datum::Deck(_) => true,
    }
}

/// A name of the rules as people write it.
pub(crate) fn label(name: &str) -> String {
    name.replace('_', " ")
}

pub(crate) fn value(game: &Game, datum: &Datum) -> String {
    match datum {
        Datum::Bool(true) => "yes".to_owned(),
        Datum::Bool(false) => "no".to_owned(),
        other => game.datum_text(other),
    }
}
