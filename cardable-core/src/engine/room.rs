//! Whether there is room for the cards that an action moves.

use super::legal::Unmet;
use super::reader::Reader;
use crate::ids::{Seat, ZoneId};
use crate::program::{Fill, Filling};

impl Reader<'_> {
    /// How many cards may be picked so that all that an action moves at first
    /// fits into its zones, and which zone says so; if nothing fits, which is full.
    #[cold]
    pub(crate) fn room_for(&self, seat: Seat, fills: &[Fill]) -> Result<Option<(u16, ZoneId)>, Unmet> {
        let t = self.table;
        let mut most: Option<(u16, ZoneId)> = None;
        for fill in fills {
            let Some(zone) = t.zone_named(fill.zone, Some(seat)) else {
                continue;
            };
            let counted = fills
                .iter()
                .filter(|f| f.zone == fill.zone)
                .map(|f| match f.cards {
                    Filling::Count(n) => usize::from(n),
                    Filling::Picked => 0,
                });
            let coming = self.world.zone_len(t, zone) + counted.sum::<usize>();
            let room = usize::from(t.zone_def(zone).max).checked_sub(coming);
            match room.filter(|_| self.world.is_open(t, zone)) {
                None => return Err(Unmet::Full { zone }),
                Some(room) if fill.cards == Filling::Picked => {
                    if room == 0 {
                        return Err(Unmet::Full { zone });
                    }
                    let room = u16::try_from(room).unwrap_or(u16::MAX);
                    if most.is_none_or(|(least, _)| room < least) {
                        most = Some((room, zone));
                    }
                }
                Some(_) => {}
            }
        }
        Ok(most)
    }
}
