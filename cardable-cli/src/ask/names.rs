//! Names of candidates.

use crate::say::say;
use crate::table::{TableView, cards};
use cardable_core::Pick;
use cardable_core::ids::ZoneId;
use cardable_core::info::Order;
use cardable_core::view::{CardSeen, Datum, ZoneSeen};

/// Names candidates at a local or remote table.
pub(crate) trait Names {
    /// Names of the candidates. `texts` are used for candidates that are entries of a list.
    fn candidates(&self, all: &[Pick], texts: &[String]) -> Vec<String>;

    /// The full name of a visible card that is displayed with symbols. Suit symbols, for example, are hard to
    /// type.
    fn whole_name(&self, pick: Pick) -> Option<String>;

    /// The displayed position of a card in a zone whose order has no meaning.
    fn place_shown(&self, zone: ZoneId, index: u16) -> Option<usize>;
}

/// Sorts candidates as the table shows their cards: by zone in order of appearance. In zones whose order has no
/// meaning, by the sorting of a hand.
pub(crate) fn sort_as_shown<T>(names: &dyn Names, picks: &mut [T], pick: impl Fn(&T) -> Pick) {
    let mut zones = Vec::new();
    for one in picks.iter() {
        if let Pick::Card { zone, .. } = pick(one)
            && !zones.contains(&zone)
        {
            zones.push(zone);
        }
    }
    picks.sort_by_key(|one| match pick(one) {
        Pick::Card { zone, index } => {
            let at = zones.iter().position(|known| *known == zone);
            (at.unwrap_or(0), names.place_shown(zone, index))
        }
        Pick::Zone(_) | Pick::Seat(_) | Pick::Deck(_) | Pick::Option(_) => (0, None),
    });
}

/// Whether all candidates are in the same zone.
fn in_one_zone(picks: &[Pick]) -> bool {
    let zone_of = |pick: &Pick| match pick {
        Pick::Card { zone, .. } => Some(*zone),
        Pick::Zone(_) | Pick::Seat(_) | Pick::Deck(_) | Pick::Option(_) => None,
    };
    let first = picks.first().and_then(zone_of);
    picks.iter().all(|pick| zone_of(pick) == first)
}

impl Names for TableView<'_> {
    fn candidates(&self, all: &[Pick], texts: &[String]) -> Vec<String> {
        let name = |(at, pick): (usize, &Pick)| match pick {
            Pick::Card { zone, index } => card(self, *zone, *index, among(all, *zone)),
            Pick::Zone(zone) => self.zone_label(*zone, true),
            Pick::Seat(seat) => self.game.seating().name(*seat).unwrap_or_default().to_owned(),
            Pick::Deck(deck) => self.game.words().datum_text(&Datum::Deck(*deck)),
            Pick::Option(_) => texts.get(at).cloned().unwrap_or_default(),
        };
        all.iter().enumerate().map(name).collect()
    }

    fn whole_name(&self, pick: Pick) -> Option<String> {
        let Pick::Card { zone, index } = pick else {
            return None;
        };
        match self.view.zone(zone)?.cards.get(usize::from(index))? {
            CardSeen::Face(ty) => Some(self.rules.words().card_name(*ty).unwrap_or_default()),
            CardSeen::Back(_) => None,
        }
    }

    fn place_shown(&self, zone: ZoneId, index: u16) -> Option<usize> {
        let seen = self.view.zone(zone).filter(|_| self.is_free(zone))?;
        let place = self.place_in_hand(*seen.cards.get(usize::from(index))?);
        Some(usize::from(place))
    }
}

/// How a card stands among all candidates.
#[derive(Clone, Copy)]
pub(crate) struct Among {
    /// Whether all are in the same zone.
    same_zone: bool,
    /// Whether it is the only one of its zone.
    alone: bool,
}

/// How a card of a zone stands among all candidates.
pub(crate) fn among(all: &[Pick], zone: ZoneId) -> Among {
    let of_zone = |pick: &&Pick| matches!(pick, Pick::Card { zone: other, .. } if *other == zone);
    Among {
        same_zone: in_one_zone(all),
        alone: all.iter().filter(of_zone).count() == 1,
    }
}

fn card(table: &TableView<'_>, zone: ZoneId, index: u16, among: Among) -> String {
    let Some(seen) = table.view.zone(zone) else {
        return String::new();
    };
    let face = match seen.cards.get(usize::from(index)) {
        Some(CardSeen::Face(ty)) => Some(cards::face(table.info(), *ty)),
        Some(CardSeen::Back(_)) | None => None,
    };
    let order = table.zone_info(zone).map(|info| info.order);
    let name = card_there(face, &table.zone_label(zone, true), seen, order, index, among);
    match seen.cards.get(usize::from(index)) {
        Some(CardSeen::Back(back)) => cards::unseen(table.info(), *back, name),
        Some(CardSeen::Face(_)) | None => name,
    }
}

/// A card by its face if visible, otherwise by its position.
pub(crate) fn card_there(
    face: Option<String>,
    zone: &str,
    seen: &ZoneSeen,
    order: Option<Order>,
    index: u16,
    among: Among,
) -> String {
    let count = seen.cards.len();
    // Where others of the zone can be picked too, their places tell them apart.
    let is_next = among.alone
        && match order {
            Some(Order::FixedFifo) => index == 0,
            Some(Order::FixedLifo) => usize::from(index) + 1 == count,
            Some(Order::Shuffled | Order::Any) | None => false,
        };
    match face {
        Some(face) if among.same_zone => face,
        Some(face) => say!("{0} of {1}", face, zone),
        None if is_next => say!("next card of {0}", zone),
        None if seen.ordered && count > 1 => say!("card {0} of {1}", index + 1, zone),
        None => say!("a card of {0}", zone),
    }
}
