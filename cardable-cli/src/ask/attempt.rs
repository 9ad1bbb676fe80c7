//! Describes a choice in words, before it is applied.

use super::names::Names as _;
use crate::table::TableView;
use cardable_core::decision::Offered;
use cardable_core::log::Entry;
use cardable_core::{Choice, Pick, Seat};

/// Describes what a seat does in a log entry, as far as the viewer can know it: another seat's answers or picks
/// can be secret.
pub(crate) fn attempt(table: &TableView<'_>, entry: &Entry) -> String {
    let (seat, choice) = match entry {
        Entry::Timeout { seat } => {
            return format!(
                "{}: out of time",
                table.game.seating().name(*seat).unwrap_or_default()
            );
        }
        Entry::Choice { seat, choice } => (*seat, choice),
    };
    let may_know = table.own() == Some(seat) || table.is_omniscient();
    let what = match choice {
        Choice::Pass => "pass".to_owned(),
        Choice::Number(_) | Choice::Items(_) => {
            let decision = table.game.decision(seat).filter(|_| may_know);
            let answer = decision.and_then(|decision| decision.choice_text(choice));
            answer.map_or_else(|| "answers".to_owned(), |answer| format!("answers {answer}"))
        }
        Choice::Act { action, picks } => {
            let label = table.rules.words().action_label(*action).unwrap_or_default();
            match may_know && !picks.is_empty() {
                true => format!(
                    "{label}: {}",
                    table.candidates(picks, &texts(table, seat, picks)).join(", ")
                ),
                false => label.to_owned(),
            }
        }
    };
    format!("{}: {what}", table.game.seating().name(seat).unwrap_or_default())
}

/// The texts of the picks, if they are entries of a list.
fn texts(table: &TableView<'_>, seat: Seat, picks: &[Pick]) -> Vec<String> {
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
