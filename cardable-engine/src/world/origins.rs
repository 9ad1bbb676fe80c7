//! Origin groups: cards with one back that everybody can still tell apart, because they began apart.
//!
//! Which deck brought a card is public until rules mix cards of several decks where nobody sees it. A group
//! begins as the cards of one copy of a deck; a shuffle, or a move that not everybody can follow, merges the
//! groups it finds together, for the whole game. Most games have one group a back, and keep nothing.

use crate::ids::{DeckId, Seat};
use crate::program::Program;
use std::collections::BTreeMap;

/// The groups that cards begin in, where cards with one back begin in several.
#[derive(Debug)]
pub(crate) struct Origins {
    pub(crate) count: usize,
    /// The group that each card begins in.
    pub(crate) of_card: Vec<u16>,
}

impl Origins {
    /// The groups of a game's cards; None where a back says as much.
    pub(crate) fn new(
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
            let back = program.cards.types.get(usize::from(*ty)).map_or(0, |ty| ty.back);
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
