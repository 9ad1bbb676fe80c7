//! Going through cards without copying them, and asking the same of each.

use super::args::{Cards, arg, attribute};
use crate::fault::Run;
use crate::ids::CardId;
use crate::program::TypeSet;
use crate::value::Value;
use crate::vm::budget::look_at;
use crate::vm::engine::Reader;
use smallvec::SmallVec;

/// The cards of a card, a list of cards, or a zone, one after the other: those of a zone are not
/// copied.
pub(super) fn each_card<'w>(r: &Reader<'w>, value: Value) -> Run<EachCard<'w>> {
    let each = match value {
        Value::Zone(zone) => EachCard::Lying(r.world.zone_cards(r.table, zone).iter()),
        value => EachCard::Named(r.cards(value)?.into_iter()),
    };
    look_at(r, each.len())?;
    Ok(each)
}

/// Several cards, one after the other.
pub(super) enum EachCard<'w> {
    /// Those of a zone.
    Lying(std::slice::Iter<'w, u16>),
    /// Others.
    Named(<Cards as IntoIterator>::IntoIter),
}

impl Iterator for EachCard<'_> {
    type Item = CardId;

    #[inline]
    fn next(&mut self) -> Option<CardId> {
        match self {
            EachCard::Lying(cards) => cards.next().map(|c| CardId(*c)),
            EachCard::Named(cards) => cards.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            EachCard::Lying(cards) => cards.size_hint(),
            EachCard::Named(cards) => cards.size_hint(),
        }
    }
}

impl ExactSizeIterator for EachCard<'_> {}

/// The card types that have a value in an attribute; nothing when none does.
pub(super) fn types_with<'p>(r: &Reader<'p>, attribute: u16, value: Value) -> Option<&'p TypeSet> {
    r.program()
        .cards
        .attributes
        .get(usize::from(attribute))?
        .having(value)
}

/// The values that occur in the attribute of the second argument among the cards of the first, in
/// the order in which they first do, and how often.
pub(super) fn groups(r: &Reader<'_>, args: &[Value]) -> Run<SmallVec<[(Value, usize); 16]>> {
    let at = attribute(r, arg(args, 1))?;
    let cards = each_card(r, arg(args, 0))?;
    let Some(def) = r.program().cards.attributes.get(usize::from(at)) else {
        return Ok(SmallVec::new());
    };
    // Card types with the same value have the same place.
    let mut places: SmallVec<[(u16, usize); 16]> = SmallVec::new();
    for card in cards {
        let Some(place) = def.place.get(r.world.type_of(r.table, card).index()) else {
            continue;
        };
        look_at(r, places.len())?;
        match places.iter_mut().find(|(other, _)| other == place) {
            Some((_, n)) => *n += 1,
            None => places.push((*place, 1)),
        }
    }
    let valued = |(place, n): (u16, usize)| Some((def.having.get(usize::from(place))?.0, n));
    let groups = places.into_iter().filter_map(valued);
    Ok(groups.filter(|(value, _)| *value != Value::Nothing).collect())
}
