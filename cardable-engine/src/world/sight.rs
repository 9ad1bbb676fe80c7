//! Who sees a face, and who can tell places.

use super::columns::GRANTED;
use super::table::Table;
use super::whole::World;
use crate::event::Spot;
use crate::ids::{Audience, CardId, Viewer, ZoneId};

impl World {
    /// Who sees the face of a card where it lies.
    #[inline]
    pub fn face_audience(&self, t: &Table, card: CardId) -> Audience {
        let zone = self.zone_of(t, card);
        let flags = self.flags(t, card);
        let seen = t.traits[zone.index()].shows(flags, self.sees(t, zone));
        if flags & GRANTED != 0 {
            seen.or(granted(self, card))
        } else {
            seen
        }
    }

    /// Who can tell the cards of a zone apart by their places: everybody when
    /// its order is fixed, else those who see all faces.
    #[inline]
    pub fn places(&self, t: &Table, zone: ZoneId) -> Audience {
        t.traits[zone.index()].places(self.sees(t, zone))
    }
}

/// Whether a viewer sees all faces of a zone, or none; None where the cards have to be asked one by one.
pub(crate) fn faces_open_to(world: &World, t: &Table, zone: ZoneId, viewer: Viewer) -> Option<bool> {
    if viewer == Viewer::Omniscient {
        return Some(true);
    }
    if world
        .extras
        .as_ref()
        .is_some_and(|extras| !extras.grants.is_empty())
    {
        return None;
    }
    match world.sees(t, zone).contains(viewer) {
        true => (t.traits[zone.index()].shown_by == 0).then_some(true),
        false => Some(false),
    }
}

#[cold]
pub(crate) fn granted(world: &World, card: CardId) -> Audience {
    let grants = world.extras.as_ref().map_or(&[][..], |r| &r.grants);
    grants
        .iter()
        .find(|(c, _)| *c == card)
        .map_or(Audience::NONE, |(_, who)| *who)
}

#[inline]
pub(crate) fn spot(world: &World, t: &Table, card: CardId, zone: ZoneId, at: usize) -> Spot {
    Spot {
        zone,
        at: at as u16,
        face: world.face_audience(t, card),
        places: world.places(t, zone),
    }
}
