//! Marks on zones: copies that are open or not, and designations.

use super::table::Table;
use super::whole::World;
use crate::ids::ZoneId;
use crate::program::ZoneName;

/// The zone is a copy that is not open. Lower bits are designations.
pub(crate) const CLOSED: u64 = 1 << 32;

impl Table {
    /// The marks of all zones at the start; none where no zone can be marked.
    pub(crate) fn first_marks(&self) -> Vec<u64> {
        if !self.program.zones.any_marked {
            return Vec::new();
        }
        let mark = |zone| {
            let def = self.zone_def(zone);
            let designated = def
                .designations()
                .enumerate()
                .filter(|(_, d)| d.default)
                .fold(0, |bits, (at, _)| bits | 1 << at);
            if def.copy < def.count.initial && !self.traits[zone.index()].absent {
                designated
            } else {
                designated | CLOSED
            }
        };
        self.zone_ids().map(mark).collect()
    }

    /// The bits that the marks of a zone may have.
    pub(crate) fn possible_marks(&self, zone: ZoneId) -> u64 {
        let def = self.zone_def(zone);
        let designations = (1u64 << def.designations().count()) - 1;
        let closes = def.count.min < def.count.max || self.traits[zone.index()].absent;
        designations | if closes { CLOSED } else { 0 }
    }

    /// All copies of a zone, open or not.
    pub(crate) fn copies(&self, zone: ZoneId) -> impl Iterator<Item = ZoneId> + use<> {
        let traits = self.traits[zone.index()];
        let base = match traits.name {
            ZoneName::Shared(_) => 0,
            ZoneName::Seat(at) => zone.0 - at,
        };
        self.zone_def(zone).copies().map(move |at| ZoneId(base + at))
    }
}

/// What it is designated, as bits, and whether it is [`CLOSED`].
#[inline]
pub(crate) fn marks(world: &World, t: &Table, zone: ZoneId) -> u64 {
    t.columns.marks(&world.block, zone)
}

pub(crate) fn set_marks(world: &mut World, t: &Table, zone: ZoneId, marks: u64) {
    t.columns.set_marks(&mut world.block, zone, marks);
}

/// Whether cards can lie in a zone: it is no copy that is closed.
#[inline]
pub(crate) fn is_open(world: &World, t: &Table, zone: ZoneId) -> bool {
    marks(world, t, zone) & CLOSED == 0
}

/// The designations of a zone, as bits by their numbers.
#[inline]
pub(crate) fn designations(world: &World, t: &Table, zone: ZoneId) -> u32 {
    marks(world, t, zone) as u32
}
