//! Renders the data that the viewer can read.

use super::TableView;
use super::cards::unseen;
use crate::paint::{FAINT, padded, styled, width, with_minus};
use crate::say::say;
use cardable_core::ids::ZoneId;
use cardable_core::info::DataInfo;
use cardable_core::info::Shown;
use cardable_core::view::{CardSeen, Datum};
use cardable_core::{Seat, Viewer};
use std::collections::BTreeMap;

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

/// Maximum number of cards that are named of which a card may be one.
const NAMED: usize = 4;

/// What the cards of a zone have, and what the viewer was told of those that he does not see, by their places.
pub(super) fn of_cards(table: &TableView<'_>, zone: ZoneId) -> BTreeMap<u16, Vec<String>> {
    let mut all: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    let name = |card: &CardSeen| match card {
        CardSeen::Face(card) => table.game.words().card_name(*card).unwrap_or_default(),
        CardSeen::Back(back) => unseen(table.info(), *back, say!("a card")),
    };
    let status = &table.view.status;
    for datum in status.cards.iter().filter(|datum| datum.zone == zone) {
        let info = table.info().card_data.get(usize::from(datum.item));
        let Some(info) = info.filter(|info| info.shown != Shown::Nowhere) else {
            continue;
        };
        let text = match &datum.value {
            Datum::CardAt { zone, index } => {
                let zone = table.view.zone(*zone);
                let other = zone.and_then(|zone| zone.cards.get(usize::from(*index)));
                let label = styled(FAINT, &info.label);
                other.map(|other| format!("{label} {}", name(other)))
            }
            value => shown(table, info, value),
        };
        all.entry(datum.index).or_default().extend(text);
    }
    let own = |seat: Seat| table.view.viewer == Viewer::Seat(seat);
    for told in status
        .told
        .iter()
        .filter(|told| told.zone == zone && own(told.seat))
    {
        let names: Vec<String> = told
            .may_be
            .iter()
            .map(|card| name(&CardSeen::Face(*card)))
            .collect();
        let text = match names.len() > NAMED {
            true => say!("one of {0} cards", names.len()),
            false => names.join(&say!(" or ")),
        };
        all.entry(told.index).or_default().push(text);
    }
    all.retain(|_, facts| !facts.is_empty());
    all
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
