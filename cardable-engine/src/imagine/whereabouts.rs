//! What a viewer can tell in hindsight of where cards lay.

use super::cards::Pinned;
use super::draws::shuffle;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{CardId, CardTypeId, Viewer, ZoneId};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

/// Follows the cards that a viewer does not know. Those that he cannot tell apart are in one group: what he sees come out of
/// the group lay in one of its places, he cannot say in which.
pub(super) struct Whereabouts {
    viewer: Viewer,
    /// For each card another one of its group, or itself; None for one that he knew from the beginning.
    group: Vec<Option<CardId>>,
    /// The cards that he has seen since, and their types.
    seen: Vec<Pinned>,
}

/// Places at the beginning, and what lay in some of them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Group {
    places: Vec<CardId>,
    types: Vec<CardTypeId>,
}

impl Whereabouts {
    pub(super) fn new(begin: &Game, viewer: Viewer) -> Whereabouts {
        let (t, world) = (&*begin.table, &begin.world);
        let unknown = |card: CardId| (!world.knows(t, card).contains(viewer)).then_some(card);
        let mut whereabouts = Whereabouts {
            viewer,
            group: t.card_ids().map(unknown).collect(),
            seen: Vec::new(),
        };
        for zone in t.zone_ids() {
            whereabouts.mix(begin, zone);
        }
        whereabouts
    }

    /// The cards of a zone cannot be told apart, unless the viewer can tell their places.
    fn mix(&mut self, game: &Game, zone: ZoneId) {
        if game.world.places(&game.table, zone).contains(self.viewer) {
            return;
        }
        let mut first = None;
        for card in game.world.zone_cards(&game.table, zone) {
            let card = CardId(*card);
            let is_known = self.seen.iter().any(|(seen, _)| *seen == card);
            let Some(of) = self.group_of(card).filter(|_| !is_known) else {
                continue;
            };
            let first = *first.get_or_insert(of);
            self.group[of.index()] = Some(first);
        }
    }

    /// The card that stands for the group of a card.
    fn group_of(&self, card: CardId) -> Option<CardId> {
        let mut card = card;
        loop {
            let next = (*self.group.get(card.index())?)?;
            if next == card {
                return Some(card);
            }
            card = next;
        }
    }

    /// A choice has led to this game, with these events.
    pub(super) fn note(&mut self, now: &Game, events: &[Event]) {
        let (t, world) = (&now.table, &now.world);
        for event in events {
            if let Event::Moved { from, to, .. } = event {
                self.mix(now, from.zone);
                self.mix(now, to.zone);
            }
        }
        for card in t.card_ids() {
            let is_new = !self.seen.iter().any(|(seen, _)| *seen == card);
            if !is_new || !world.knows(t, card).contains(self.viewer) || self.group_of(card).is_none() {
                continue;
            }
            // It may be an equal card that he saw before, and lost track of.
            let ty = world.type_of(t, card);
            let is_lost = |seen: CardId| !world.knows(t, seen).contains(self.viewer);
            if !self.seen.iter().any(|(seen, of)| *of == ty && is_lost(*seen)) {
                self.seen.push((card, ty));
            }
        }
    }

    /// The groups of which anything is known, with the cards under new numbers.
    pub(super) fn groups(&self, renamed: &[CardId]) -> Vec<Group> {
        let mut by_first: BTreeMap<CardId, Group> = BTreeMap::new();
        for at in 0..self.group.len() {
            let card = CardId(at as u16);
            let Some(first) = self.group_of(card) else {
                continue;
            };
            let group = by_first.entry(first).or_insert_with(|| Group {
                places: Vec::new(),
                types: Vec::new(),
            });
            group.places.push(renamed.get(at).copied().unwrap_or(card));
            let seen = self.seen.iter().find(|(seen, _)| *seen == card);
            group.types.extend(seen.map(|(_, ty)| *ty));
        }
        let mut groups: Vec<Group> = by_first
            .into_values()
            .filter(|group| !group.types.is_empty())
            .collect();
        for group in &mut groups {
            group.places.sort_unstable();
            group.types.sort_unstable();
        }
        groups.sort_unstable();
        groups
    }
}

impl Group {
    /// Puts each type in one of the places.
    pub(super) fn pin(&self, rng: &mut ChaCha8Rng) -> impl Iterator<Item = Pinned> + use<> {
        let mut places = self.places.clone();
        shuffle(&mut places, rng);
        places.into_iter().zip(self.types.clone())
    }
}
