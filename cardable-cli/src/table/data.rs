//! Data of the rules, as far as the viewer may read it.

use super::Table;
use crate::paint::{FAINT, padded, styled, width, with_minus};
use cardable_core::Seat;
use cardable_core::program::{DataDef, Shown};
use cardable_core::value::Value;
use cardable_core::view::Datum;

/// Data of the game and of the state that concerns the viewer.
pub(super) fn of_game(table: &Table<'_>) -> Vec<String> {
    let globals = table.rules.globals().zip(&table.view.globals);
    let state = table
        .scene()
        .map(|scene| table.rules.state_data(scene.state).zip(&scene.data));
    globals
        .chain(state.into_iter().flatten())
        .filter(|((_, def), _)| table.rules.shown_of_all(def) == Shown::Table)
        .filter_map(|((name, def), datum)| shown(table, name, def, datum))
        .collect()
}

/// Data of all seats, a column for each item that some seat shows.
pub(super) fn of_seats(table: &Table<'_>, seats: &[Seat]) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = vec![Vec::new(); seats.len()];
    for (at, (name, def)) in table.rules.seat_data().enumerate() {
        if table.rules.shown_of_seat(name, def) == Shown::Nowhere {
            continue;
        }
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

/// An item of data as it is shown, if it tells anything. Of a truth that holds the label says all.
fn shown(table: &Table<'_>, name: &str, def: &DataDef, datum: &Datum) -> Option<String> {
    if is_first(def, datum) && !table.rules.is_score(name) {
        return None;
    }
    let seats: Vec<&str> = (0..table.game.seats())
        .map(|at| table.game.seat_name(Seat(at as u8)))
        .collect();
    let text = table.rules.data_text(def, datum, &seats)?;
    let text = match datum {
        Datum::Int(_) | Datum::Float(_) => with_minus(&text),
        _ => text,
    };
    let label = styled(FAINT, table.rules.data_words(name, def));
    Some(match text.is_empty() {
        true => label,
        false => format!("{label} {text}"),
    })
}

/// Whether an item still has the number it began with, which is hardly worth reading.
fn is_first(def: &DataDef, datum: &Datum) -> bool {
    match (datum, def.value) {
        (Datum::Int(now), Value::Int(first)) => *now == first,
        (Datum::Bool(now), Value::Bool(first)) => *now == first,
        _ => false,
    }
}

/// A name of the rules as people write it.
pub(crate) fn label(name: &str) -> String {
    name.replace('_', " ")
}
