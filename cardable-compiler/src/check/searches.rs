//! Picks of which one listing can surely not look at all.

use crate::hir::{Hir, NodeId, NodeKind};
use crate::text::diag::{Code as Problem, Diagnostics};
use cardable_engine::ids::StateId;
use cardable_engine::primitives::ParamType;
use cardable_engine::program::SEARCH_BUDGET;
use cardable_engine::program::{PickFrom, StateType, cost_by_size, share_of_search};
use cardable_engine::value::Value;

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
    hir.each_value(|_, id| {
        let span = hir.tree.get(id).span;
        if let Some((name, cards, most)) = question_beyond_budget(hir, id) {
            diags.warning(
                Problem::NotAllTried,
                span,
                format!(
                    "not all answers to `{name}` can be tried: there may be {cards} cards to pick from, and the search \
                     lasts for {most}"
                ),
                format!(
                    "lower the most that may be picked, or hand over fewer cards: {SEARCH_BUDGET} cards are tried for each \
                     question; an answer that was not tried is checked when it is given"
                ),
            );
        }
    });
}

/// The prompt that asks for cards that go together, if a search cannot look at all answers: how many cards there may be
/// to pick from, and of how many it can try all answers.
fn question_beyond_budget(hir: &Hir, question: NodeId) -> Option<(String, u64, u64)> {
    let NodeKind::Ask { prompt, args, .. } = &hir.tree.get(question).kind else {
        return None;
    };
    let rule = prompt.params.iter().position(|p| p.ty == ParamType::OfPicked)?;
    let constant = |at: usize| match hir.tree.get(*args.get(at)?).kind {
        NodeKind::Const(value) => Some(value),
        _ => None,
    };
    let number = |at: usize| match constant(at)? {
        Value::Int(n) => u16::try_from(n).ok(),
        _ => None,
    };
    let valid = hir.tree.answers.get(usize::from(number(rule)?))?.valid;
    if valid.is_some_and(|valid| valid.parts.is_some()) {
        return None;
    }
    let from = match hir.tree.get(*args.first()?).kind {
        NodeKind::Const(Value::Zone(zone)) => PickFrom::SharedZone(zone.0),
        NodeKind::SeatZone(_, at) => PickFrom::OwnZone(at),
        _ => return None,
    };
    let (least, most) = (number(1)?, number(2)?);
    let cards = cards_to_pick_from(hir, &[from])?;
    let share = u64::from(share_of_search(1, 1));
    let tried = all_tried(cards, |n| cost_by_size(n, least, most) <= share)?;
    Some((prompt.name.to_string(), cards, tried))
}

/// Of how many things all picks are tried, where these are fewer than there are.
fn all_tried(there: u64, fits: impl Fn(u64) -> bool) -> Option<u64> {
    if fits(there) {
        return None;
    }
    let (mut most, mut too_many) = (0, there);
    while most + 1 < too_many {
        let middle = most.midpoint(too_many);
        if fits(middle) {
            most = middle
        } else {
            too_many = middle
        }
    }
    Some(most)
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
        let Some(cards) = cards_to_pick_from(hir, &pick.from) else {
            continue;
        };
        let fits = |n: u64| cost_by_size(n, pick.min, pick.max) <= share;
        let Some(most) = all_tried(cards, fits) else {
            continue;
        };
        if worst.as_ref().is_none_or(|(.., known)| most < *known) {
            worst = Some((hir.strings.get(name).to_owned(), cards, most));
        }
    }
    worst
}

/// How many cards may lie where a pick is from, when all are dealt evenly to as many seats as can
/// play; nothing where that is not known.
fn cards_to_pick_from(hir: &Hir, from: &[PickFrom]) -> Option<u64> {
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
    let together: Option<usize> = from.iter().map(each).sum();
    Some(together?.min(all) as u64)
}
