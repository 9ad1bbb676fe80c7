//! Renders the data that the viewer can read.

use super::TableView;
use crate::paint::{FAINT, padded, styled, width, with_minus};
use cardable_core::Seat;
use cardable_core::info::DataInfo;
use cardable_core::info::Shown;
use cardable_core::view::Datum;

/// Data of the game and of the state relevant to the viewer.
pub(super) fn of_game(table: &TableView<'_>) -> Vec<String> {
    let info = table.info();
    let globals = info.globals.iter().zip(&table.view.globals);
    let state = table.scene().and_then(|scene| {
        let state = info.states.get(scene.state.index())?;
        Some(state.data.iter().zip(&scene.data))
    });
    globals
        .chain(state.into_iter().flatten())
        .filter(|(info, _)| info.shown == Shown::Table)
        .filter_map(|(info, datum)| shown(table, info, datum))
        .collect()
}

/// Data of all seats, with one column for each item that any seat shows.
pub(super) fn of_seats(table: &TableView<'_>, seats: &[Seat]) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = vec![Vec::new(); seats.len()];
    for (at, info) in table.info().seat_data.iter().enumerate() {
        if info.shown == Shown::Nowhere {
            continue;
        }
        let of = |seat: &Seat| table.view.seat_data.get(seat.index())?.get(at);
        let cells: Vec<Option<String>> = seats.iter().map(|seat| shown(table, info, of(seat)?)).collect();
        let Some(widest) = cells.iter().flatten().map(|cell| width(cell)).max() else {
            continue;
        };
        for (row, cell) in rows.iter_mut().zip(cells) {
            row.push(padded(&cell.unwrap_or_default(), widest));
        }
    }
    rows
}

/// One item as text, or `None` if it says nothing. A true boolean is shown by its label alone.
fn shown(table: &TableView<'_>, info: &DataInfo, datum: &Datum) -> Option<String> {
    // Leave out values that have not changed yet.
    if info.is_first(datum) && !table.info().is_score(info) {
        return None;
    }
    let text = info.text(datum, |datum| table.game.words().datum_text(datum))?;
    let text = match datum {
        Datum::Int(_) | Datum::Float(_) => with_minus(&text),
        _ => text,
    };
    let label = styled(FAINT, &info.label);
    Some(match text.is_empty() {
        true => label,
        false => format!("{label} {text}"),
    })
}

/// Turns an identifier into words.
pub(crate) fn label(name: &str) -> String {
    name.replace('_', " ")
}
