//! Cards of several decks that rules mix where nobody sees it.

use crate::ids::{Audience, CardId, ZoneId};
use crate::vm::engine::Engine;
use smallvec::SmallVec;

impl Engine<'_> {
    /// Before a card leaves a zone: not everybody may be able to tell which one it is.
    #[inline(always)]
    pub(crate) fn mix_leaving(&mut self, zone: ZoneId, places: Audience) {
        if self.table.origins.is_some() && places != Audience::ALL && !self.deck_is_told {
            self.mix_origins(zone, 0);
        }
    }

    /// Merges the groups of a zone's cards, from the card at a place on.
    #[cold]
    pub(crate) fn mix_origins(&mut self, zone: ZoneId, first: usize) {
        let t = self.table;
        let mut found: SmallVec<[u16; 8]> = SmallVec::new();
        for card in self.world.zone_cards(t, zone).iter().skip(first) {
            let group = self.world.origin(t, CardId(*card));
            if !found.contains(&group) {
                found.push(group);
            }
        }
        let Some(least) = found.iter().copied().min().filter(|_| found.len() > 1) else {
            return;
        };
        let merged = t.columns.merged_origins_mut(&mut self.world.block);
        for group in merged.iter_mut().filter(|group| found.contains(group)) {
            *group = least;
        }
    }
}
