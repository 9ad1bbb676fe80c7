//! Describes a choice in words, before it is applied.

use super::names::Names as _;
use crate::say::say;
use crate::table::TableView;
use cardable_core::decision::Offered;
use cardable_core::ids::ActionId;
use cardable_core::log::Entry;
use cardable_core::{Choice, Pick, Seat};

/// Describes what a seat does in a log entry, as far as the viewer can know it: another seat's answers or picks
/// can be secret.
pub(crate) fn attempt(table: &TableView<'_>, entry: &Entry) -> String {
    let (seat, choice) = match entry {
        Entry::Timeout { seat } => {
            return say!(
                "{0}: out of time",
                table.game.seating().name(*seat).unwrap_or_default()
            );
        }
        Entry::Choice { seat, choice } => (*seat, choice),
    };
    let may_know = table.own() == Some(seat) || table.is_omniscient();
    let what = match choice {
        Choice::Number(_) | Choice::Items(_) if may_know => {
            say!("answers {0}", described(table, seat, choice))
                .trim_end()
                .to_owned()
        }
        Choice::Number(_) | Choice::Items(_) => say!("answers"),
        Choice::Act { action, .. } if !may_know => label(table, *action),
        Choice::Act { .. } | Choice::Pass => described(table, seat, choice),
    };
    format!("{}: {what}", table.game.seating().name(seat).unwrap_or_default())
}

/// Describes a choice of the viewer's own seat, before it is applied.
pub(crate) fn described(table: &TableView<'_>, seat: Seat, choice: &Choice) -> String {
    match choice {
        Choice::Pass => say!("pass"),
        Choice::Number(_) | Choice::Items(_) => {
            let decision = table.game.decision(seat);
            let answer = decision.and_then(|decision| decision.choice_text(choice));
            answer.unwrap_or_default()
        }
        Choice::Act { action, picks } if picks.is_empty() => label(table, *action),
        Choice::Act { action, picks } => format!(
            "{}: {}",
            label(table, *action),
            table.candidates(picks, &texts(table, seat, picks)).join(", ")
        ),
    }
}

fn label(table: &TableView<'_>, action: ActionId) -> String {
    table
        .rules
        .words()
        .action_label(action)
        .unwrap_or_default()
        .to_owned()
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
