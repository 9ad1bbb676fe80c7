//! What can be picked, by what tests call it.

use cardable_compiler::cases::Picked;
use cardable_engine::ids::{ActionId, CardTypeId, ZoneId};
use cardable_engine::view::CardSeen;
use cardable_engine::{DecisionRef, Game, Offered, Pick, PickOffered, Ruleset, Seat, Viewer};

/// What a decision offers to be picked for an action.
pub(super) fn pick_offered(decision: &DecisionRef<'_>, action: ActionId) -> Option<PickOffered> {
    decision.offers().into_iter().find_map(|offered| match offered {
        Offered::Action {
            action: one, pick, ..
        } if one == action => pick,
        _ => None,
    })
}

/// A zone as tests call it: `hand:0`, and of several copies `meld:0#1` for the second.
pub(super) fn zone_text(ruleset: &Ruleset, zone: ZoneId) -> Option<String> {
    let (name, owner) = ruleset.zone_name(zone)?;
    let name = match owner {
        Some(seat) => format!("{name}:{}", seat.0),
        None => name.to_owned(),
    };
    let first = ruleset.zone(&name)?;
    let copy = ruleset.copies(first).position(|copy| copy == zone)?;
    Some(if copy == 0 { name } else { format!("{name}#{copy}") })
}

/// The candidates of an action that are what is wanted. Zones and seats that are picked after cards are taken as they are: what may
/// be picked then is known only once the choice is made.
pub(super) fn candidates(
    game: &Game,
    decision: &DecisionRef<'_>,
    action: ActionId,
    wanted: &Picked,
) -> Vec<Pick> {
    let Some(offered) = pick_offered(decision, action) else {
        return Vec::new();
    };
    let fits = |at: usize, pick: &Pick| match (pick, wanted) {
        (Pick::Card { zone, index }, Picked::Card(card, wanted)) => {
            wanted.is_none_or(|wanted| wanted == *zone)
                && card_at(game, decision.seat(), *zone, *index) == Some(*card)
        }
        (Pick::Card { zone, index }, Picked::Unseen(wanted)) => {
            wanted.is_none_or(|wanted| wanted == *zone)
                && face(game, Viewer::Seat(decision.seat()), *zone, *index).is_none()
        }
        (Pick::Zone(zone), Picked::Zone(wanted)) => zone == wanted,
        (Pick::Seat(seat), Picked::Seat(wanted)) => seat == wanted,
        (Pick::Option(_), Picked::Entry(wanted)) => offered.texts.get(at) == Some(wanted),
        _ => false,
    };
    let is_card = |pick: &Pick| matches!(pick, Pick::Card { .. });
    if offered.candidates.iter().all(is_card) {
        match wanted {
            Picked::Zone(zone) => return vec![Pick::Zone(*zone)],
            Picked::Seat(seat) => return vec![Pick::Seat(*seat)],
            Picked::Card(..) | Picked::Unseen(_) | Picked::Entry(_) => {}
        }
    }
    let all = offered.candidates.iter().enumerate();
    all.filter(|(at, pick)| fits(*at, pick))
        .map(|(_, pick)| *pick)
        .collect()
}

/// The card at a place of a zone as a seat sees it, whether it sees the face or not.
pub(super) fn card_at(game: &Game, seat: Seat, zone: ZoneId, index: u16) -> Option<CardTypeId> {
    let seen = face(game, Viewer::Seat(seat), zone, index);
    seen.or_else(|| face(game, Viewer::Omniscient, zone, index))
}

/// The face of a card at a place of a zone, as a viewer has it before him.
pub(super) fn face(game: &Game, viewer: Viewer, zone: ZoneId, index: u16) -> Option<CardTypeId> {
    let view = game.view(viewer);
    match view.zones.get(zone.index())?.cards.get(usize::from(index))? {
        CardSeen::Face(card) => Some(*card),
        CardSeen::Back(_) => None,
    }
}

/// What a seat means by its picks where they are not offered: a card of this kind that it sees, in the order of the zones. None
/// where there is none.
pub(super) fn meant(game: &Game, seat: Seat, picks: &[Picked]) -> Option<Vec<Pick>> {
    let view = game.view(Viewer::Seat(seat));
    let card = |wanted: &CardTypeId, zone: &Option<ZoneId>, taken: &[Pick]| {
        let zones = (0..).map(ZoneId).zip(&view.zones);
        let zones = zones.filter(|(id, _)| zone.is_none_or(|zone| zone == *id));
        let mut all = zones.flat_map(|(id, zone)| {
            (0..)
                .zip(&zone.cards)
                .map(move |(at, card)| (Pick::card(id, at), card))
        });
        all.find(|(pick, card)| **card == CardSeen::Face(*wanted) && !taken.contains(pick))
            .map(|(pick, _)| pick)
    };
    let mut all = Vec::new();
    for pick in picks {
        all.push(match pick {
            Picked::Card(wanted, zone) => card(wanted, zone, &all)?,
            Picked::Zone(zone) => Pick::Zone(*zone),
            Picked::Seat(seat) => Pick::Seat(*seat),
            Picked::Unseen(_) | Picked::Entry(_) => return None,
        });
    }
    Some(all)
}
