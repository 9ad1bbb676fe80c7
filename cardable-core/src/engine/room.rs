//! Whether there is room for the cards that an action moves, and enough stay where they lay.

use super::legal::Unmet;
use super::reader::Reader;
use crate::ids::Seat;
use crate::program::{Fill, Filling, Way};

impl Reader<'_> {
    /// How many cards may be picked so that all that an action moves at first
    /// fits into its zones and may leave those it comes from, and which zone says so;
    /// if nothing fits, why.
    #[cold]
    pub(crate) fn room_for(&self, seat: Seat, fills: &[Fill]) -> Result<Option<(u16, Unmet)>, Unmet> {
        let t = self.table;
        let mut most: Option<(u16, Unmet)> = None;
        for fill in fills {
            let Some(zone) = t.zone_named(fill.zone, Some(seat)) else {
                continue;
            };
            let counted = fills
                .iter()
                .filter(|f| f.zone == fill.zone && f.way == fill.way)
                .map(|f| match f.cards {
                    Filling::Count(n) => usize::from(n),
                    Filling::Picked => 0,
                });
            let counted = counted.sum::<usize>();
            let there = self.world.zone_len(t, zone);
            let def = t.zone_def(zone);
            let (room, unmet) = match fill.way {
                Way::In => {
                    let room = usize::from(def.max).checked_sub(there + counted);
                    let open = self.world.is_open(t, zone);
                    (room.filter(|_| open), Unmet::Full { zone })
                }
                Way::Out => (
                    there.checked_sub(usize::from(def.min) + counted),
                    Unmet::Kept { zone },
                ),
            };
            match room {
                None => return Err(unmet),
                Some(0) if fill.cards == Filling::Picked => return Err(unmet),
                Some(room) if fill.cards == Filling::Picked => {
                    let room = u16::try_from(room).unwrap_or(u16::MAX);
                    if most.is_none_or(|(least, _)| room < least) {
                        most = Some((room, unmet));
                    }
                }
                Some(_) => {}
            }
        }
        Ok(most)
    }
}
