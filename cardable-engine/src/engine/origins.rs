//! Origin groups: cards with one back that everybody can still tell apart, because they began apart.
//!
//! Which deck brought a card is public until rules mix cards of several decks where nobody sees it. A group
//! begins as the cards of one copy of a deck; a shuffle, or a move that not everybody can follow, merges the
//! groups it finds together, for the whole game. Most games have one group a back, and keep nothing.

use super::Engine;
use super::table::Table;
use super::world::World;
use crate::ids::{Audience, CardId, DeckId, Seat, ZoneId};
use crate::program::Program;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The groups that cards begin in, where cards with one back begin in several.
#[derive(Debug)]
pub(crate) struct Origins {
    /// How many groups there are.
    pub(crate) count: usize,
    /// The group that each card begins in.
    of_card: Vec<u16>,
}

impl Origins {
    /// The groups of a game's cards; None where a back says as much.
    pub(super) fn new(
        program: &Program,
        types: &[u16],
        decks: &[DeckId],
        seats: &[Option<Seat>],
    ) -> Option<Origins> {
        let mut of_card = Vec::with_capacity(types.len());
        let mut group_of_back: BTreeMap<u16, u16> = BTreeMap::new();
        let mut several = false;
        let (mut group, mut last) = (0u16, None);
        for ((ty, deck), seat) in types.iter().zip(decks).zip(seats) {
            if last.is_some_and(|last| last != (*deck, *seat)) {
                group = group.saturating_add(1);
            }
            last = Some((*deck, *seat));
            of_card.push(group);
            let back = program.types.get(usize::from(*ty)).map_or(0, |ty| ty.back);
            several |= *group_of_back.entry(back).or_insert(group) != group;
        }
        several.then_some(Origins {
            count: usize::from(group) + 1,
            of_card,
        })
    }

    /// Whether numbers read from elsewhere could be what merging makes: a group has the lowest
    /// number of those it was merged with.
    pub(crate) fn are_sound(&self, merged: &[u16]) -> bool {
        let root = |(group, to): (usize, &u16)| {
            usize::from(*to) <= group && merged.get(usize::from(*to)) == Some(to)
        };
        merged.len() == self.count && merged.iter().enumerate().all(root)
    }
}

impl World {
    /// The group of a card, as far as groups are still told apart.
    pub fn origin(&self, t: &Table, card: CardId) -> u16 {
        let Some(origins) = &t.origins else { return 0 };
        let group = origins.of_card.get(card.index()).copied().unwrap_or(0);
        let merged = t.columns.merged_origins(&self.block);
        merged.get(usize::from(group)).copied().unwrap_or(0)
    }
}

impl Engine<'_> {
    /// Before a card leaves a zone: not everybody may be able to tell which one it is.
    #[inline(always)]
    pub(super) fn mix_leaving(&mut self, zone: ZoneId, places: Audience) {
        if self.table.origins.is_some() && places != Audience::ALL && !self.deck_is_told {
            self.mix_origins(zone, 0);
        }
    }

    /// Merges the groups of a zone's cards, from the card at a place on.
    #[cold]
    pub(super) fn mix_origins(&mut self, zone: ZoneId, first: usize) {
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
