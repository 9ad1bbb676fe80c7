//! What can be picked, by what tests call it.

use cardable_compiler::cases::Picked;
use cardable_engine::ids::{ActionId, CardTypeId, ZoneId};
use cardable_engine::view::CardSeen;
use cardable_engine::{DecisionRef, Game, InZone, Offered, Pick, PickOffered, Seat, Viewer};

/// What a decision offers to be picked for an action.
pub(super) fn pick_offered(decision: &DecisionRef<'_>, action: ActionId) -> Option<PickOffered> {
    decision.offers().into_iter().find_map(|offered| match offered {
        Offered::Action {
            action: one, pick, ..
        } if one == action => pick,
        _ => None,
    })
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
            let is_it = |index| may_be_at(game, decision.seat(), *zone, index, *card);
            lies_at(game, *zone, *index, *wanted, is_it)
        }
        (Pick::Card { zone, index }, Picked::Unseen(wanted)) => {
            let is_unseen = |index| face(game, Viewer::Seat(decision.seat()), *zone, index).is_none();
            lies_at(game, *zone, *index, *wanted, is_unseen)
        }
        (Pick::Zone(zone), Picked::Zone(wanted)) => zone == wanted,
        (Pick::Seat(seat), Picked::Seat(wanted)) => seat == wanted,
        (Pick::Option(_), Picked::Entry(wanted)) => entries_meant(&offered.texts, wanted).contains(&at),
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

/// Whether a place of a zone is the wanted one. Where that says which of several cards is meant, they are those that `is_meant`.
fn lies_at(
    game: &Game,
    zone: ZoneId,
    index: u16,
    wanted: Option<InZone>,
    is_meant: impl Fn(u16) -> bool,
) -> bool {
    let Some(wanted) = wanted else {
        return is_meant(index);
    };
    let places = || game.inspect(Viewer::Omniscient).places(zone).into_iter();
    wanted.zone == zone
        && match wanted.nth {
            None => is_meant(index),
            Some(nth) => places().filter(|place| is_meant(*place)).nth(usize::from(nth)) == Some(index),
        }
}

/// The place of a card in its zone; of several alike, that of the first where it is not said which.
pub(super) fn place_of(game: &Game, card: CardTypeId, at: InZone) -> Option<u16> {
    let inspection = game.inspect(Viewer::Omniscient);
    let lying = inspection
        .cards(at.zone)
        .into_iter()
        .zip(inspection.places(at.zone));
    let mut alike = lying.filter(|(one, _)| *one == card);
    alike
        .nth(usize::from(at.nth.unwrap_or_default()))
        .map(|(_, place)| place)
}

/// The entries of a list that a test means: those that say so, or `Estate[1]` for the second one of those that say `Estate`.
pub(super) fn entries_meant(texts: &[String], wanted: &str) -> Vec<usize> {
    let saying =
        |wanted: &str| -> Vec<usize> { (0..texts.len()).filter(|at| texts[*at] == wanted).collect() };
    let found = saying(wanted);
    let one = wanted.strip_suffix(']').and_then(|text| text.rsplit_once('['));
    match one.and_then(|(text, nth)| Some((text, nth.parse::<usize>().ok()?))) {
        Some((text, nth)) if found.is_empty() => saying(text).into_iter().skip(nth).take(1).collect(),
        _ => found,
    }
}

/// What a test calls an entry of a list.
pub(super) fn entry_text(texts: &[String], at: usize) -> Option<String> {
    let text = texts.get(at)?;
    let before = texts[..at].iter().filter(|other| *other == text).count();
    Some(match before {
        0 => text.clone(),
        nth => format!("{text}[{nth}]"),
    })
}

/// The card at a place of a zone as a seat sees it, whether it sees the face or not.
pub(super) fn card_at(game: &Game, seat: Seat, zone: ZoneId, index: u16) -> Option<CardTypeId> {
    let seen = face(game, Viewer::Seat(seat), zone, index);
    seen.or_else(|| face(game, Viewer::Omniscient, zone, index))
}

/// Whether a card may be the one at a place of a zone as a seat has it before it. Of cards that it neither sees nor can place, chance
/// takes one: all are meant with the same back, if the card is there.
fn may_be_at(game: &Game, seat: Seat, zone: ZoneId, index: u16, card: CardTypeId) -> bool {
    match loose_back(game, seat, zone, index) {
        Some(back) => {
            let types = &game.table.program.cards.types;
            let has_back = types.get(card.index()).is_some_and(|ty| ty.back == back);
            has_back && place_of(game, card, InZone { zone, nth: None }).is_some()
        }
        None => card_at(game, seat, zone, index) == Some(card),
    }
}

/// The back of a card that a seat neither sees nor can place.
pub(super) fn loose_back(game: &Game, seat: Seat, zone: ZoneId, index: u16) -> Option<u16> {
    let view = game.view(Viewer::Seat(seat));
    let zone = view.zones.get(zone.index()).filter(|zone| !zone.ordered)?;
    match zone.cards.get(usize::from(index))? {
        CardSeen::Face(_) => None,
        CardSeen::Back(back) => Some(*back),
    }
}

/// A card of a zone that has a back, where the game has several.
pub(super) fn one_with_back(game: &Game, zone: ZoneId, back: u16) -> Option<CardTypeId> {
    let types = &game.table.program.cards.types;
    let back_of = |card: CardTypeId| types.get(card.index()).map(|ty| ty.back);
    let several = types.iter().any(|ty| ty.back != back);
    let cards = game.inspect(Viewer::Omniscient).cards(zone).into_iter();
    cards.filter(|card| several && back_of(*card) == Some(back)).min()
}

/// The face of a card at a place of a zone, as a viewer has it before him.
pub(super) fn face(game: &Game, viewer: Viewer, zone: ZoneId, index: u16) -> Option<CardTypeId> {
    let view = game.view(viewer);
    match view.zones.get(zone.index())?.cards.get(usize::from(index))? {
        CardSeen::Face(card) => Some(*card),
        CardSeen::Back(_) => None,
    }
}

/// Whether a card that is not to be picked is there at all: the seat sees one, a seat has one, or one lies where the test says. Of
/// the third of some cards it may be the point that there are two.
pub(super) fn is_there(game: &Game, seat: Seat, picked: &Picked) -> bool {
    match picked {
        Picked::Card(card, Some(at)) => at.nth.is_some() || place_of(game, *card, *at).is_some(),
        Picked::Card(card, None) => {
            let of_a_seat = |zone: &ZoneId| {
                game.ruleset()
                    .zone_name(*zone)
                    .is_some_and(|(_, owner)| owner.is_some())
            };
            let has_it = |zone: ZoneId| place_of(game, *card, InZone::any(zone)).is_some();
            meant(game, seat, std::slice::from_ref(picked)).is_some()
                || (0..game.table.zones as u16)
                    .map(ZoneId)
                    .filter(of_a_seat)
                    .any(has_it)
        }
        Picked::Unseen(_) | Picked::Zone(_) | Picked::Seat(_) | Picked::Entry(_) => true,
    }
}

/// What a seat means by its picks where they are not offered: a card of this kind that it sees, in the order of the zones. None
/// where there is none.
pub(super) fn meant(game: &Game, seat: Seat, picks: &[Picked]) -> Option<Vec<Pick>> {
    let view = game.view(Viewer::Seat(seat));
    let card = |wanted: &CardTypeId, at: &Option<InZone>, taken: &[Pick]| {
        if let Some(at) = at.filter(|at| at.nth.is_some()) {
            return place_of(game, *wanted, at).map(|index| Pick::card(at.zone, index));
        }
        let zones = (0..).map(ZoneId).zip(&view.zones);
        let zones = zones.filter(|(id, _)| at.is_none_or(|at| at.zone == *id));
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
            Picked::Card(wanted, at) => card(wanted, at, &all)?,
            Picked::Zone(zone) => Pick::Zone(*zone),
            Picked::Seat(seat) => Pick::Seat(*seat),
            Picked::Unseen(_) | Picked::Entry(_) => return None,
        });
    }
    Some(all)
}
