//! A choice in words, before anything comes of it.

use super::names::Names as _;
use crate::table::Table;
use cardable_core::{Choice, Entry, Offered, Pick, Seat};

/// What a seat does by an entry of a log, as the viewer of the table may know it: what another seat
/// answers or picks may be its secret.
pub(crate) fn attempt(table: &Table<'_>, entry: &Entry) -> String {
    let (seat, choice) = match entry {
        Entry::Timeout { seat } => return format!("{}: out of time", table.game.seat_name(*seat)),
        Entry::Choice { seat, choice } => (*seat, choice),
    };
    let may_know = table.own() == Some(seat) || table.is_omniscient();
    let what = match choice {
        Choice::Pass => "pass".to_owned(),
        Choice::Number(number) if may_know => format!("answers {number}"),
        Choice::Items(places) if may_know => format!("answers {}", answered(table, seat, places)),
        Choice::Number(_) | Choice::Items(_) => "answers".to_owned(),
        Choice::Act { action, picks } => {
            let label = table.rules.action_label(*action);
            match may_know && !picks.is_empty() {
                true => format!(
                    "{label}: {}",
                    table.candidates(picks, &texts(table, seat, picks)).join(", ")
                ),
                false => label.to_owned(),
            }
        }
    };
    format!("{}: {what}", table.game.seat_name(seat))
}

/// The entries of the question that a seat is asked.
fn answered(table: &Table<'_>, seat: Seat, places: &[u16]) -> String {
    let offers = table
        .game
        .decision(seat)
        .into_iter()
        .flat_map(|decision| decision.offers());
    let items = offers.into_iter().find_map(|offered| match offered {
        Offered::Items { items, .. } => Some(items),
        _ => None,
    });
    let items = items.unwrap_or_default();
    let named = places.iter().map(|at| match items.get(usize::from(*at)) {
        Some(item) => item.clone(),
        None => format!("entry {}", at + 1),
    });
    named.collect::<Vec<_>>().join(", ")
}

/// The texts of what is picked, where entries of a list are.
fn texts(table: &Table<'_>, seat: Seat, picks: &[Pick]) -> Vec<String> {
    let offers = table
        .game
        .decision(seat)
        .into_iter()
        .flat_map(|decision| decision.offers());
    let offered: Vec<_> = offers
        .into_iter()
        .filter_map(|offered| match offered {
            Offered::Action { pick: Some(pick), .. } => Some(pick),
            _ => None,
        })
        .collect();
    let text = |pick: &Pick| {
        offered.iter().find_map(|of| {
            let at = of.candidates.iter().position(|candidate| candidate == pick)?;
            of.texts.get(at).cloned()
        })
    };
    picks.iter().map(|pick| text(pick).unwrap_or_default()).collect()
}
