//! Marks on zones: copies that are open or not, and designations.

use crate::event::Event;
use crate::fault::{FaultKind, Run};
use crate::ids::{StrId, ZoneId};
use crate::program::{Facing, Visibility};
use crate::vm::engine::{Engine, Reader};
use crate::world::marks::CLOSED;

impl Reader<'_> {
    /// The open copies of a zone, in their order.
    pub(crate) fn open_copies(&self, zone: ZoneId) -> impl Iterator<Item = ZoneId> {
        let copies = self.table.copies(zone);
        copies.filter(|z| self.world.is_open(self.table, *z))
    }

    /// The copy of a zone that would be opened next.
    pub(crate) fn next_copy(&self, zone: ZoneId) -> Option<ZoneId> {
        let t = self.table;
        let free = |z: &ZoneId| !self.world.is_open(t, *z) && !t.traits[z.index()].absent;
        t.copies(zone).find(free)
    }

    /// Whether one copy fewer may be open.
    pub(crate) fn can_spare(&self, zone: ZoneId) -> bool {
        let least = self.table.zone_def(zone).count.min as usize;
        self.world.is_open(self.table, zone) && self.open_copies(zone).nth(least).is_some()
    }

    /// The number of a designation among those of a zone.
    pub(crate) fn designation(&self, zone: ZoneId, name: StrId) -> Option<u8> {
        let def = self.table.zone_def(zone);
        def.designations().position(|d| d.name == name).map(|at| at as u8)
    }
}

impl Engine<'_> {
    /// Opens the next copy of a zone.
    pub(crate) fn open_copy(&mut self, zone: ZoneId) -> Run<ZoneId> {
        let t = self.table;
        let Some(copy) = self.reader().next_copy(zone) else {
            return Err(FaultKind::TooMany {
                what: "copies of a zone",
                limit: t.zone_def(zone).count.max.into(),
            }
            .into());
        };
        let marks = self.world.marks(t, copy);
        self.world.set_marks(t, copy, marks & !CLOSED);
        self.world.touch(t, copy);
        self.emit(Event::Opened { zone: copy });
        Ok(copy)
    }

    /// Moves all cards of a copy elsewhere and closes it. It need not keep as many as its lower
    /// limit says, for it is gone with the last one.
    pub(crate) fn close_copy_to(&mut self, zone: ZoneId, to: ZoneId) -> Run<()> {
        if !self.reader().can_spare(zone) {
            return Err(FaultKind::Primitive("this zone cannot be closed").into());
        }
        let t = self.table;
        let marks = self.world.marks(t, zone);
        self.world.set_marks(t, zone, marks | CLOSED);
        let moved = self.move_whole(zone, to, Facing::Kept);
        self.world.set_marks(t, zone, marks);
        moved?;
        self.close_copy(zone)
    }

    /// Closes an empty copy of a zone. What it was designated is forgotten.
    pub(crate) fn close_copy(&mut self, zone: ZoneId) -> Run<()> {
        let t = self.table;
        if !self.reader().can_spare(zone) {
            return Err(FaultKind::Primitive("this zone cannot be closed").into());
        }
        if self.world.zone_len(t, zone) > 0 {
            return Err(FaultKind::Primitive("the zone that is closed holds cards").into());
        }
        self.designate_first(zone);
        let marks = self.world.marks(t, zone);
        self.world.set_marks(t, zone, marks | CLOSED);
        self.world.touch(t, zone);
        self.emit(Event::Closed { zone });
        Ok(())
    }

    /// Gives a zone the designations it begins with.
    fn designate_first(&mut self, zone: ZoneId) {
        let t = self.table;
        let mut wanted = 0;
        for (at, designation) in t.zone_def(zone).designations().enumerate() {
            wanted |= u32::from(designation.default) << at;
        }
        self.set_designations(zone, wanted);
    }

    /// Designates a zone, or takes a designation from it. Of a set whose
    /// designations exclude each other the others go.
    pub(crate) fn designate(&mut self, zone: ZoneId, name: StrId, on: bool) -> Run<()> {
        let t = self.table;
        let Some(number) = self.reader().designation(zone, name) else {
            return Err(FaultKind::Primitive("the zone has no such designation").into());
        };
        if !self.world.is_open(t, zone) {
            return Err(FaultKind::ZoneClosed { zone }.into());
        }
        let bit = 1u32 << number;
        let mut bits = self.world.designations(t, zone) & !bit;
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
        self.set_designations(zone, bits);
        Ok(())
    }

    fn set_designations(&mut self, zone: ZoneId, bits: u32) {
        let t = self.table;
        let before = self.world.designations(t, zone);
        if bits == before {
            return;
        }
        let closed = self.world.marks(t, zone) & CLOSED;
        self.world.set_marks(t, zone, closed | u64::from(bits));
        self.world.touch(t, zone);
        for designation in 0..32 {
            let (was, is) = (before >> designation & 1 == 1, bits >> designation & 1 == 1);
            if was != is {
                self.emit(Event::Designated {
                    zone,
                    designation,
                    on: is,
                });
            }
        }
        if t.zone_def(zone).designations().any(|d| d.visible.is_some()) {
            self.refresh_sight(zone);
        }
    }

    /// The rule about faces that a designation of a zone brings; of several,
    /// that of the first one declared.
    pub(crate) fn designated_rule(&self, zone: ZoneId) -> Option<Visibility> {
        let bits = self.world.designations(self.table, zone);
        if bits == 0 {
            return None;
        }
        let designations = self.table.zone_def(zone).designations().enumerate();
        designations
            .filter(|(at, _)| bits >> at & 1 == 1)
            .find_map(|(_, d)| d.visible)
    }
}
