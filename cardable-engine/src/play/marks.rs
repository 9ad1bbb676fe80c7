//! Open copies of zones, and designations.

use super::{arrange, visibility};
use crate::event::Event;
use crate::fault::{FaultKind, Run};
use crate::ids::{StrId, ZoneId};
use crate::program::Facing;
use crate::vm::engine::{Engine, Reader};
use crate::world::zone_marks;
use crate::world::zone_marks::CLOSED;

/// The open copies of a zone in order.
pub(crate) fn open_copies(reader: &Reader<'_>, zone: ZoneId) -> impl Iterator<Item = ZoneId> {
    let copies = reader.table.copies(zone);
    copies.filter(|z| zone_marks::is_open(reader.world, reader.table, *z))
}

/// The copy of a zone that opens next.
pub(crate) fn next_copy(reader: &Reader<'_>, zone: ZoneId) -> Option<ZoneId> {
    let t = reader.table;
    let free = |z: &ZoneId| !zone_marks::is_open(reader.world, t, *z) && !t.traits[z.index()].absent;
    t.copies(zone).find(free)
}

/// Whether a copy can be closed.
pub(crate) fn can_spare(reader: &Reader<'_>, zone: ZoneId) -> bool {
    let least = reader.table.zone_def(zone).count.min as usize;
    zone_marks::is_open(reader.world, reader.table, zone) && open_copies(reader, zone).nth(least).is_some()
}

/// A designation's number among those of a zone.
pub(crate) fn designation(reader: &Reader<'_>, zone: ZoneId, name: StrId) -> Option<u8> {
    let def = reader.table.zone_def(zone);
    def.designations().position(|d| d.name == name).map(|at| at as u8)
}

/// Opens the next copy of a zone.
pub(crate) fn open_copy(engine: &mut Engine<'_>, zone: ZoneId) -> Run<ZoneId> {
    let t = engine.table;
    let Some(copy) = next_copy(&engine.reader(), zone) else {
        return Err(FaultKind::TooMany {
            what: "copies of a zone",
            limit: t.zone_def(zone).count.max.into(),
        }
        .into());
    };
    let marks = zone_marks::marks(engine.world, t, copy);
    zone_marks::set_marks(engine.world, t, copy, marks & !CLOSED);
    engine.world.touch(t, copy);
    engine.emit(Event::Opened { zone: copy });
    Ok(copy)
}

/// Opens a copy in which cards are about to lie.
pub(crate) fn open_with_cards(engine: &mut Engine<'_>, zone: ZoneId) {
    let t = engine.table;
    let marks = zone_marks::marks(engine.world, t, zone);
    if marks & CLOSED != 0 {
        zone_marks::set_marks(engine.world, t, zone, marks & !CLOSED);
        engine.world.touch(t, zone);
    }
}

/// Moves all cards of a copy elsewhere and closes it. Its lower limit does not apply, because it is gone
/// afterwards.
pub(crate) fn close_copy_to(engine: &mut Engine<'_>, zone: ZoneId, to: ZoneId) -> Run<()> {
    if !can_spare(&engine.reader(), zone) {
        return Err(FaultKind::Primitive("this zone cannot be closed").into());
    }
    let t = engine.table;
    let marks = zone_marks::marks(engine.world, t, zone);
    zone_marks::set_marks(engine.world, t, zone, marks | CLOSED);
    let moved = arrange::move_whole(engine, zone, to, Facing::Kept);
    zone_marks::set_marks(engine.world, t, zone, marks);
    moved?;
    close_copy(engine, zone)
}

/// Closes an empty copy of a zone and clears its designations.
pub(crate) fn close_copy(engine: &mut Engine<'_>, zone: ZoneId) -> Run<()> {
    let t = engine.table;
    if !can_spare(&engine.reader(), zone) {
        return Err(FaultKind::Primitive("this zone cannot be closed").into());
    }
    if engine.world.zone_len(t, zone) > 0 {
        return Err(FaultKind::Primitive("the zone that is closed holds cards").into());
    }
    designate_first(engine, zone);
    let marks = zone_marks::marks(engine.world, t, zone);
    zone_marks::set_marks(engine.world, t, zone, marks | CLOSED);
    engine.world.touch(t, zone);
    engine.emit(Event::Closed { zone });
    Ok(())
}

/// Gives a zone its initial designations.
fn designate_first(engine: &mut Engine<'_>, zone: ZoneId) {
    let t = engine.table;
    let mut wanted = 0;
    for (at, designation) in t.zone_def(zone).designations().enumerate() {
        wanted |= u32::from(designation.default) << at;
    }
    set_designations(engine, zone, wanted);
}

/// Adds or removes a designation. Adding one removes others of the same exclusive set.
pub(crate) fn designate(engine: &mut Engine<'_>, zone: ZoneId, name: StrId, on: bool) -> Run<()> {
    let t = engine.table;
    let Some(number) = designation(&engine.reader(), zone, name) else {
        return Err(FaultKind::Primitive("the zone has no such designation").into());
    };
    if !zone_marks::is_open(engine.world, t, zone) {
        return Err(FaultKind::ZoneClosed { zone }.into());
    }
    let bit = 1u32 << number;
    let mut bits = zone_marks::designations(engine.world, t, zone) & !bit;
    if on {
        let mut first = 0;
        for set in &t.zone_def(zone).designations {
            let next = first + set.values.len();
            if set.exclusive && (first..next).contains(&usize::from(number)) {
                let all = (1u64 << next) - (1u64 << first);
                bits &= !(all as u32);
            }
            first = next;
        }
        bits |= bit;
    }
    set_designations(engine, zone, bits);
    Ok(())
}

fn set_designations(engine: &mut Engine<'_>, zone: ZoneId, bits: u32) {
    let t = engine.table;
    let before = zone_marks::designations(engine.world, t, zone);
    if bits == before {
        return;
    }
    let closed = zone_marks::marks(engine.world, t, zone) & CLOSED;
    zone_marks::set_marks(engine.world, t, zone, closed | u64::from(bits));
    engine.world.touch(t, zone);
    for designation in 0..32 {
        let (was, is) = (before >> designation & 1 == 1, bits >> designation & 1 == 1);
        if was != is {
            engine.emit(Event::Designated {
                zone,
                designation,
                on: is,
            });
        }
    }
    if t.zone_def(zone).designations().any(|d| d.visible.is_some()) {
        visibility::refresh_sight(engine, zone);
    }
}
