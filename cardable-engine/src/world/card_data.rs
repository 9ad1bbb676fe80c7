//! The data of cards: what it is, and who sees it.
//!
//! A viewer sees an item of a card where he can tell the card from its neighbours by its place. An item for everybody is
//! only ever set on cards that everybody can tell, and so is the same for all viewers.

use super::table::Table;
use super::whole::World;
use crate::event::Spot;
use crate::ids::{Audience, CardId, Viewer, ZoneId};
use crate::program::{DataDef, DataVisible};
use crate::value::Value;

/// An item of a card.
#[inline]
pub(crate) fn value(world: &World, t: &Table, card: CardId, item: u16) -> Value {
    let slot = t.card_data_at(card, item);
    world.values.get(slot).copied().unwrap_or_default()
}

/// The items of a card that are not what they are at first.
pub(crate) fn changed<'w>(
    world: &'w World,
    t: &'w Table,
    card: CardId,
) -> impl Iterator<Item = (u16, Value)> + 'w {
    let first = t.card_data_at(card, 0);
    let values = world
        .values
        .get(first..first + t.card_data.each)
        .unwrap_or_default();
    let items = values.iter().zip(&t.program.data.card).zip(0..);
    items.filter_map(|((value, data), item)| (*value != data.def.value).then_some((item, *value)))
}

/// Whether everybody can tell the cards of a zone from each other.
#[inline]
pub(crate) fn all_can_tell(world: &World, t: &Table, zone: ZoneId) -> bool {
    let lacking = Audience::ALL.minus(world.places(t, zone));
    lacking.is_none()
}

/// Whether a viewer can tell a card from its neighbours by its place.
pub(crate) fn can_tell(world: &World, t: &Table, card: CardId, viewer: Viewer) -> bool {
    world.places(t, world.zone_of(t, card)).contains(viewer)
}

/// Whether a viewer sees an item of a card where it lies.
pub(crate) fn is_open(world: &World, t: &Table, card: CardId, item: u16, viewer: Viewer) -> bool {
    let Some(data) = t.program.data.card.get(usize::from(item)) else {
        return false;
    };
    let zone = world.zone_of(t, card);
    let spot = Spot {
        zone,
        at: 0,
        face: world.face_audience(t, card),
        places: world.places(t, zone),
    };
    is_open_at(&data.def, &spot, viewer)
}

/// Whether a viewer sees an item of a card at a spot.
pub(crate) fn is_open_at(def: &DataDef, spot: &Spot, viewer: Viewer) -> bool {
    spot.places.contains(viewer)
        && match def.visible {
            DataVisible::All => true,
            DataVisible::Owner => spot.face.contains(viewer),
            DataVisible::None => viewer == Viewer::Omniscient,
        }
}

/// Gives every card the data of the one that had another number before.
#[cold]
pub(crate) fn renumber(world: &mut World, t: &Table, new: &[CardId]) {
    let of_cards = t.card_data.first..t.value_count();
    let before: Vec<Value> = world.values.get(of_cards).unwrap_or_default().to_vec();
    for (old, new) in t.card_ids().zip(new) {
        for item in 0..t.card_data.each {
            let value = before.get(old.index() * t.card_data.each + item).copied();
            world.values[t.card_data_at(*new, item as u16)] = value.unwrap_or_default();
        }
    }
}
