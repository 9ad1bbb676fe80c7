//! Data of the rules, as far as the viewer may read it.

use super::Table;
use crate::paint::{FAINT, padded, styled, width};
use cardable_core::ids::StrId;
use cardable_core::program::DataDef;
use cardable_core::value::Value;
use cardable_core::view::Datum;
use cardable_core::{Game, Seat};

/// What scores are called.
pub(crate) const SCORE: &str = "score";

/// Data of the game and of the state that concerns the viewer.
pub(super) fn of_game(table: &Table<'_>) -> Vec<String> {
    let globals = table.rules.globals().zip(&table.view.globals);
    let state = table
        .scene()
        .map(|scene| table.rules.state_data(scene.state).zip(&scene.data));
    globals
        .chain(state.into_iter().flatten())
        .filter_map(|((name, def), datum)| shown(table, name, def, datum))
        .collect()
}

/// Data of all seats, a column for each item that some seat shows.
pub(super) fn of_seats(table: &Table<'_>, seats: &[Seat]) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = vec![Vec::new(); seats.len()];
    for (at, (name, def)) in table.rules.seat_data().enumerate() {
        let of = |seat: &Seat| table.view.seat_data.get(seat.index())?.get(at);
        let cells: Vec<Option<String>> = seats
            .iter()
            .map(|seat| shown(table, name, def, of(seat)?))
            .collect();
        let Some(widest) = cells.iter().flatten().map(|cell| width(cell)).max() else {
            continue;
        };
        for (row, cell) in rows.iter_mut().zip(cells) {
            row.push(padded(&cell.unwrap_or_default(), widest));
        }
    }
    rows
}

/// An item of data as it is shown, if it tells anything.
fn shown(table: &Table<'_>, name: &str, def: &DataDef, datum: &Datum) -> Option<String> {
    let tells = !def.constant && is_told(datum) && (name == SCORE || !is_first(def, datum));
    let label = label(table.rules.data_label(def));
    tells.then(|| format!("{} {}", styled(FAINT, label), value(table.game, datum)))
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
        Datum::Text(text) => *text != StrId::EMPTY,
        Datum::List(items) => !items.is_empty() && items.iter().all(is_told),
        Datum::Bool(_)
        | Datum::Int(_)
        | Datum::Float(_)
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
