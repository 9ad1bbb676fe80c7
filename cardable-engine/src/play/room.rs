//! Whether zones have room for the cards that an action moves, and whether enough cards stay behind.

use super::legal_set::Unmet;
use crate::ids::{Seat, SeatSet, ZoneId};
use crate::program::{CapacityChange, ChangedCards, Way, ZoneName};
use crate::vm::engine::Reader;
use crate::world::zone_marks;

/// How many cards can be picked so that everything the action moves fits into its zones and may leave the zones
/// it comes from, and which zone sets that limit. If nothing fits, the reason.
pub(crate) fn room_for(
    reader: &Reader<'_>,
    seat: Seat,
    capacity: &[CapacityChange],
) -> Result<Option<(u16, Unmet)>, Unmet> {
    if let [one] = capacity
        && one.cards == ChangedCards::Picked
        && !one.each_seat
    {
        return room_for_picked(reader, seat, one);
    }
    let mut most: Option<(u16, Unmet)> = None;
    for fill in capacity {
        let seats = match fill.each_seat {
            true => reader.playing(),
            false => SeatSet::one(seat),
        };
        for owner in seats {
            let Some(zone) = reader.table.zone_named(fill.zone, Some(owner)) else {
                continue;
            };
            let who = if fill.each_seat { owner } else { seat };
            let Some((room, unmet)) = room_in(reader, who, zone, fill, capacity) else {
                continue;
            };
            match room {
                None => return Err(unmet),
                Some(0) if fill.cards == ChangedCards::Picked => return Err(unmet),
                Some(room) if fill.cards == ChangedCards::Picked => {
                    let room = u16::try_from(room).unwrap_or(u16::MAX);
                    if most.is_none_or(|(least, _)| room < least) {
                        most = Some((room, unmet));
                    }
                }
                Some(_) => {}
            }
        }
    }
    Ok(most)
}

/// Like [`room_for`], if only the picked cards move, into one zone or out of one.
fn room_for_picked(
    reader: &Reader<'_>,
    seat: Seat,
    change: &CapacityChange,
) -> Result<Option<(u16, Unmet)>, Unmet> {
    let Some(zone) = reader.table.zone_named(change.zone, Some(seat)) else {
        return Ok(None);
    };
    let there = reader.world.zone_len(reader.table, zone);
    let def = reader.table.zone_def(zone);
    let (room, unmet) = match change.way {
        Way::In if !zone_marks::is_open(reader.world, reader.table, zone) => (None, Unmet::Full { zone }),
        Way::In => (usize::from(def.size.max).checked_sub(there), Unmet::Full { zone }),
        Way::Out => (there.checked_sub(usize::from(def.size.min)), Unmet::Kept { zone }),
    };
    match room {
        None | Some(0) => Err(unmet),
        Some(room) => Ok(Some((u16::try_from(room).unwrap_or(u16::MAX), unmet))),
    }
}

/// The remaining room in a zone after all known arrivals, or the number of cards that may still leave it.
/// `None` if no card moves.
fn room_in(
    reader: &Reader<'_>,
    seat: Seat,
    zone: ZoneId,
    fill: &CapacityChange,
    capacity: &[CapacityChange],
) -> Option<(Option<usize>, Unmet)> {
    let t = reader.table;
    let there = reader.world.zone_len(t, zone);
    let def = t.zone_def(zone);
    if let ChangedCards::Instead(other) = fill.cards {
        let coming = held(reader, seat, other);
        let fits = (usize::from(def.size.min)..=usize::from(def.size.max)).contains(&coming);
        let fits = fits && zone_marks::is_open(reader.world, t, zone);
        let unmet = match coming < usize::from(def.size.min) {
            true => Unmet::Kept { zone },
            false => Unmet::Full { zone },
        };
        return Some((fits.then_some(0), unmet));
    }
    let same = capacity
        .iter()
        .filter(|f| f.zone == fill.zone && f.way == fill.way);
    let times = |f: &CapacityChange| {
        if f.per_seat {
            reader.playing().into_iter().count()
        } else {
            1
        }
    };
    let counted: usize = same
        .map(|f| known_to_move(reader, seat, zone, f.cards).saturating_mul(times(f)))
        .sum();
    if counted == 0 && fill.cards != ChangedCards::Picked {
        return None;
    }
    Some(match fill.way {
        Way::In => {
            let room = usize::from(def.size.max).checked_sub(there + counted);
            let open = zone_marks::is_open(reader.world, t, zone);
            (room.filter(|_| open), Unmet::Full { zone })
        }
        Way::Out => (
            there.checked_sub(usize::from(def.size.min) + counted),
            Unmet::Kept { zone },
        ),
    })
}

/// How many cards are known to move, apart from the picked ones.
fn known_to_move(reader: &Reader<'_>, seat: Seat, to: ZoneId, cards: ChangedCards) -> usize {
    match cards {
        ChangedCards::Picked | ChangedCards::Instead(_) => 0,
        ChangedCards::Count(n) => usize::from(n),
        ChangedCards::Of { zone, most } => held(reader, seat, zone).min(usize::from(most)),
        ChangedCards::InGame => {
            let t = reader.table;
            let boxed = reader.world.zone_len(t, t.boxed());
            t.cards.saturating_sub(boxed + reader.world.zone_len(t, to))
        }
        ChangedCards::OfSeats(at) => {
            let seats = reader.table.every_seat().into_iter();
            seats.map(|seat| held(reader, seat, ZoneName::Seat(at))).sum()
        }
    }
}

fn held(reader: &Reader<'_>, seat: Seat, zone: ZoneName) -> usize {
    let zone = reader.table.zone_named(zone, Some(seat));
    zone.map_or(0, |zone| reader.world.zone_len(reader.table, zone))
}
