//! Which hidden cards a seat tells apart by their backs.

use super::legal_set::Candidate;
use crate::ids::{CardId, Seat, Viewer, ZoneId};
use crate::vm::engine::Reader;
use crate::world::table::Table;
use crate::world::whole::World;

/// The number of a card's back.
pub(crate) fn of(t: &Table, world: &World, card: CardId) -> u16 {
    let ty = world.type_of(t, card);
    t.program.cards.types.get(ty.index()).map_or(0, |ty| ty.back)
}

/// Whether a seat sees cards of a zone, or knows where each lies: a blind pick from them is one of all of them.
#[cold]
pub(crate) fn are_looked_through(reader: &Reader<'_>, seat: Seat, zone: ZoneId) -> bool {
    let (t, world, viewer) = (reader.table, reader.world, Viewer::Seat(seat));
    let is_seen = |card: &u16| world.face_audience(t, CardId(*card)).contains(viewer);
    world.places(t, zone).contains(viewer) || world.zone_cards(t, zone).iter().any(is_seen)
}

/// The cards that a candidate stands for, which a seat cannot tell apart.
pub(crate) fn stood_for<'w>(
    t: &'w Table,
    world: &'w World,
    seat: Option<Seat>,
    blind: bool,
    candidate: Candidate,
) -> impl Iterator<Item = CardId> + use<'w> {
    let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
    let cards = world.zone_cards(t, ZoneId(candidate.raw)).iter();
    cards.map(|card| CardId(*card)).filter(move |card| {
        let unseen = blind || !world.face_audience(t, *card).contains(viewer);
        unseen && candidate.back().is_none_or(|back| of(t, world, *card) == back)
    })
}
