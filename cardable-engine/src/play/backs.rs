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

/// Whether a seat that does not know where in a zone each card lies still picks its cards by their backs. A blind pick
/// from cards that it sees is one of all of them.
#[inline]
pub(crate) fn are_told_apart(reader: &Reader<'_>, seat: Seat, zone: ZoneId, blind: bool) -> bool {
    reader.table.one_back.is_none() && seen_from_behind(reader, seat, zone, blind)
}

#[cold]
fn seen_from_behind(reader: &Reader<'_>, seat: Seat, zone: ZoneId, blind: bool) -> bool {
    let (t, world, viewer) = (reader.table, reader.world, Viewer::Seat(seat));
    let is_seen = |card: &u16| world.face_audience(t, CardId(*card)).contains(viewer);
    let picks_from_seen = || blind && world.zone_cards(t, zone).iter().any(is_seen);
    !(world.places(t, zone).contains(viewer) || picks_from_seen())
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
