//! Laying out the table: where every card begins.

use super::Engine;
use super::cards::{End, Facing};
use super::fault::Run;
use super::run::Todo;
use super::scene::{Layer, Trigger};
use crate::ids::{CardId, DeckId, StateId, ZoneId};
use crate::program::{Order, Who};

impl Engine<'_> {
    /// Sets up zones and cards, then enters the first state.
    pub(crate) fn set_up(&mut self) -> Run<()> {
        let table = self.table;
        self.world.scene = Layer::empty(table.all_seats());
        self.refresh_visibility();
        for deck in 0..table.program.decks.len() {
            self.place_deck(DeckId(deck as u16))?;
        }
        // What everybody sees now, everybody knows.
        for card in table.card_ids() {
            let seen = self.world.face_audience(table, card);
            *self.world.knows_mut(card) |= seen.0;
        }
        self.player = None;
        self.enter(StateId(0), &[])?;
        self.todo = Some(Todo { next: 0, on: Trigger::Entry });
        Ok(())
    }

    /// Shuffles a deck's cards and deals them to the zones that declare it.
    fn place_deck(&mut self, deck: DeckId) -> Run<()> {
        let table = self.table;
        if table.program.decks_are_picked {
            return Ok(());
        }
        let declaring: Vec<ZoneId> =
            table.zone_ids().filter(|z| table.zone_def(*z).decks.contains(&deck)).collect();
        let cards: Vec<CardId> = table.card_ids().filter(|c| table.card_deck[c.index()] == deck).collect();
        let mut owners: Vec<_> = cards.iter().map(|c| table.card_seat[c.index()]).collect();
        owners.dedup();
        for owner in owners {
            let mut own: Vec<CardId> =
                cards.iter().copied().filter(|c| table.card_seat[c.index()] == owner).collect();
            self.shuffle_items(&mut own);
            let zones: Vec<ZoneId> = declaring
                .iter()
                .copied()
                .filter(|z| owner.is_none() || table.traits[z.index()].owner == owner)
                .collect();
            self.place_cards(&own, &zones);
        }
        Ok(())
    }

    fn place_cards(&mut self, cards: &[CardId], zones: &[ZoneId]) {
        let table = self.table;
        let mut cards = cards.iter().copied();
        if zones.is_empty() {
            let default = table.program.zones.deck.map_or(table.boxed(), |at| table.shared_zone(at));
            for card in cards {
                self.lay(card, default);
            }
            return;
        }
        let (libraries, others): (Vec<ZoneId>, Vec<ZoneId>) =
            zones.iter().partition(|z| table.zone_def(**z).library);
        // Zones with a fewest number take that first; libraries share the rest evenly.
        for zone in &others {
            let def = table.zone_def(*zone);
            let unlimited = libraries.is_empty() && def.max == u16::MAX;
            let wanted = match def.initial {
                Some(n) => n as usize,
                None if unlimited => usize::MAX,
                None => def.min as usize,
            };
            for card in cards.by_ref().take(wanted) {
                self.lay(card, *zone);
            }
        }
        let rest: Vec<CardId> = cards.collect();
        let mut targets: Vec<ZoneId> = libraries;
        if targets.is_empty() {
            targets = others;
        }
        let mut at = 0;
        for card in rest {
            let open: Vec<ZoneId> = targets
                .iter()
                .copied()
                .filter(|z| self.world.zone_len(table, *z) < table.zone_def(*z).max as usize)
                .collect();
            match open.is_empty() {
                true => self.lay(card, table.boxed()),
                false => {
                    self.lay(card, open[at % open.len()]);
                    at += 1;
                }
            }
        }
    }

    /// Lays a card without anybody learning from it but what they see at the end.
    fn lay(&mut self, card: CardId, zone: ZoneId) {
        let def = self.table.zone_def(zone);
        let face = def.visible.who == Who::Face && def.order != Order::Shuffled;
        let facing = if face { Facing::Kept } else { Facing::Down };
        self.put_card(card, zone, End::Newest, facing);
    }
}
