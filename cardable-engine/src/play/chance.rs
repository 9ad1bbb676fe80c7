//! Random draws, by the generator or by a replacement for it.

use crate::ids::ZoneId;
use crate::vm::engine::Engine;
use smallvec::SmallVec;

impl Engine<'_> {
    /// A random number below `n`.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        if let Some(chance) = &mut self.chance {
            let picked = chance.below(n);
            return if picked < n { picked } else { 0 };
        }
        match self
            .world
            .extras
            .as_mut()
            .and_then(|extras| extras.mulberry.as_mut())
        {
            Some(other) => other.below(n),
            None => self.drawing.below(&mut self.world.draws, n),
        }
    }

    pub(crate) fn shuffle_items<T>(&mut self, items: &mut [T]) {
        let other = self.world.extras.as_ref().is_some_and(|r| r.mulberry.is_some());
        if self.chance.is_none() && !other {
            return self.drawing.shuffle(&mut self.world.draws, items);
        }
        for last in (1..items.len()).rev() {
            let pick = self.below(last as u32 + 1) as usize;
            items.swap(last, pick);
        }
    }

    /// Shuffles a zone's cards in place, starting at index `first`, without updating knowledge.
    pub(crate) fn shuffle_order(&mut self, zone: ZoneId, first: usize) {
        let t = self.table;
        let mut cards: SmallVec<[u16; 256]> = self.world.zone_cards(t, zone)[first..].into();
        self.shuffle_items(&mut cards);
        self.world.zone_cards_mut(t, zone)[first..].copy_from_slice(&cards);
    }
}
