//! Picks of which one listing can surely not look at all.

use crate::hir::Hir;
use crate::text::diag::{Code as Problem, Diagnostics};
use cardable_engine::ids::StateId;
use cardable_engine::program::SEARCH_BUDGET;
use cardable_engine::program::{PickDef, PickFrom, StateType, cost_by_size, share_of_search};

/// Warns of states whose actions search for more picks than the budget of a listing allows, even where
/// the cards are dealt to as many seats as can play.
pub(super) fn check(hir: &Hir, diags: &mut Diagnostics) {
    for at in 0..hir.states.len() {
        let Some((name, cards, most)) = beyond_budget(hir, StateId(at as u16)) else {
            continue;
        };
        let state = hir.strings.get(hir.states[at].name);
        let message = format!(
            "not all picks of `{name}` in `{state}` can be tried: there may be {cards} cards to pick from, \
             and its share of the search lasts for {most}"
        );
        let help = format!(
            "lower `max`, narrow what is `legal`, or have fewer actions with `valid` in the state: together they \
             try {SEARCH_BUDGET} cards at each choice; a pick that was not tried is checked when it is made"
        );
        diags.warning(Problem::NotAllTried, hir.places.spans[at], message, help);
    }
}

/// The action that lacks most of what its search needs, how many cards it may have to pick from, and of
/// how many it can try all picks.
fn beyond_budget(hir: &Hir, state: StateId) -> Option<(String, u64, u64)> {
    let def = &hir.states[state.index()];
    let picks = || {
        let actions = def.actions.iter().filter_map(|id| hir.actions.get(id.index()));
        actions.filter_map(|action| Some((action.name, action.pick.as_ref()?)))
    };
    let searches = picks().filter(|(_, pick)| pick.is_searched()).count();
    let one_acts = matches!(def.kind, StateType::RoundRobin | StateType::Grandstand) && !def.off_turn;
    let seats = if one_acts {
        1
    } else {
        usize::from(hir.head.seats.0)
    };
    let share = share_of_search(seats, u16::try_from(searches).unwrap_or(u16::MAX)).into();
    let mut worst: Option<(String, u64, u64)> = None;
    for (name, pick) in picks() {
        let narrowed = pick.valid.is_some_and(|valid| valid.parts.is_some());
        if pick.valid.is_none() || narrowed || pick.count.is_some() || pick.least.is_some() {
            continue;
        }
        let Some(cards) = cards_to_pick_from(hir, pick) else {
            continue;
        };
        let fits = |n: u64| cost_by_size(n, pick.min, pick.max) <= share;
        if fits(cards) {
            continue;
        }
        let (mut most, mut too_many) = (0, cards);
        while most + 1 < too_many {
            let middle = most.midpoint(too_many);
            if fits(middle) {
                most = middle
            } else {
                too_many = middle
            }
        }
        if worst.as_ref().is_none_or(|(.., known)| most < *known) {
            worst = Some((hir.strings.get(name).to_owned(), cards, most));
        }
    }
    worst
}

/// How many cards may lie where a pick is from, when all are dealt evenly to as many seats as can
/// play; nothing where that is not known.
fn cards_to_pick_from(hir: &Hir, pick: &PickDef) -> Option<u64> {
    let all: usize = hir.cards.decks.iter().map(|deck| deck.cards.len()).sum();
    let seats = usize::from(hir.head.seats.1.max(1));
    let each = |from: &PickFrom| {
        let (def, cards) = match from {
            PickFrom::OwnZone(at) => (hir.zones.seat.get(usize::from(*at)), all / seats),
            PickFrom::SharedZone(at) => (hir.zones.shared.get(usize::from(*at)), all),
            PickFrom::EveryonesZone(_) | PickFrom::OthersZone(_) | PickFrom::Code(_) => return None,
        };
        Some(cards.min(def?.size.max.into()))
    };
    let together: Option<usize> = pick.from.iter().map(each).sum();
    Some(together?.min(all) as u64)
}
