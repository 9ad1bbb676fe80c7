//! Laying out the table: where every card begins.

use super::Engine;
use super::fault::Run;
use super::run::Todo;
use super::scene::{Layer, Trigger};
use super::world::FACE_UP;
use crate::ids::{CardId, DeckId, Seat, StateId, ZoneId};
use crate::program::Lies;
use smallvec::SmallVec;

impl Engine<'_> {
    /// Sets up zones and cards, then enters the first state.
    pub(crate) fn set_up(&mut self) -> Run<()> {
        // Nobody has seen the table before: what lies on it is in the opening view, and no event.
        let events = self.events.take();
        self.lay_the_table();
        self.events = events;
        self.player = self.table.program.manners.turn_outlasts.then_some(Seat(0));
        self.enter(StateId(0), &[])?;
        self.todo = Some(Todo {
            next: 0,
            on: Trigger::Entry,
        });
        Ok(())
    }

    /// Sets up zones and cards.
    pub(crate) fn lay_the_table(&mut self) {
        let table = self.table;
        self.world.scene = Layer::empty(table.every_seat());
        self.refresh_visibility();
        if !table.program.decks_are_picked {
            let mut laid: Vec<Vec<CardId>> = vec![Vec::new(); table.zones];
            for deck in 0..table.program.decks.len() {
                self.place_deck(DeckId(deck as u16), &mut laid);
            }
            self.lay_out(&laid);
        }
    }

    /// Shuffles a deck's cards and deals them to the zones that declare it.
    fn place_deck(&mut self, deck: DeckId, laid: &mut [Vec<CardId>]) {
        let table = self.table;
        let cards = table.cards_of(deck);
        let copies = table.deck_copies(deck);
        let each = cards.len() / copies.max(1);
        let declaring = table
            .zone_ids()
            .filter(|z| table.zone_def(*z).decks.contains(&deck) && self.world.is_open(table, *z));
        let declaring: SmallVec<[ZoneId; 8]> = declaring.collect();
        for copy in 0..copies {
            let first = cards.start + copy * each;
            let mut own: SmallVec<[CardId; 64]> = (first..first + each).map(|c| CardId(c as u16)).collect();
            if !table.program.manners.decks_in_order {
                self.shuffle_items(&mut own);
            }
            let owner = table.card_seat.get(first).copied().flatten();
            let zones: SmallVec<[ZoneId; 8]> = declaring
                .iter()
                .copied()
                .filter(|z| {
                    let of = table.traits[z.index()].owner;
                    owner.is_none() || of.is_none() || of == owner
                })
                .collect();
            self.deal_out(&own, &zones, laid);
        }
    }

    /// Zones that declare how many cards they begin with take those first,
    /// libraries share the rest evenly; what fits nowhere goes to the box.
    fn deal_out(&self, cards: &[CardId], zones: &[ZoneId], laid: &mut [Vec<CardId>]) {
        let table = self.table;
        let program = &table.program;
        let boxed = table.boxed();
        if zones.is_empty() {
            let zone = program.zones.deck.map_or(boxed, |at| table.shared_zone(at));
            laid[zone.index()].extend_from_slice(cards);
            return;
        }
        let mut cards = cards.iter().copied();
        let (libraries, others): (Vec<ZoneId>, Vec<ZoneId>) =
            zones.iter().partition(|z| table.zone_def(**z).library);
        for zone in &others {
            let def = table.zone_def(*zone);
            let unlimited = libraries.is_empty() && def.max == u16::MAX;
            let wanted = match def.initial {
                // What another of its decks has brought counts.
                Some(n) => (n as usize).saturating_sub(laid[zone.index()].len()),
                None if unlimited => usize::MAX,
                None => def.min as usize,
            };
            laid[zone.index()].extend(cards.by_ref().take(wanted));
        }
        let pile = program.zones.leftovers.map(|at| table.shared_zone(at));
        let targets = match (libraries.is_empty(), pile) {
            (false, _) => libraries,
            (true, Some(_)) => Vec::new(),
            (true, None) => {
                let open = |z: &ZoneId| table.zone_def(*z).initial.is_none();
                others.into_iter().filter(open).collect()
            }
        };
        let cards: Vec<CardId> = cards.collect();
        let mut dealt = 0;
        while dealt < cards.len() {
            // Round by round, so that all get the same, as far as they have room.
            let room = |z: &&ZoneId| laid[z.index()].len() < table.zone_def(**z).max as usize;
            let open: SmallVec<[ZoneId; 8]> = targets.iter().filter(room).copied().collect();
            let uneven = pile.is_some() && cards.len() - dealt < open.len();
            if open.is_empty() || uneven {
                break;
            }
            for zone in open {
                let Some(card) = cards.get(dealt) else { break };
                laid[zone.index()].push(*card);
                dealt += 1;
            }
        }
        let rest = cards.get(dealt..).unwrap_or_default();
        laid[pile.unwrap_or(boxed).index()].extend_from_slice(rest);
    }

    /// Writes the whole order at once. What everybody sees then, everybody knows.
    fn lay_out(&mut self, laid: &[Vec<CardId>]) {
        let table = self.table;
        let n = table.cards;
        let mut at = 0;
        for (zone, cards) in table.zone_ids().zip(laid) {
            if table.traits[zone.index()].lies == Lies::Up {
                for card in cards {
                    *self.world.flags_mut(table, *card) |= FACE_UP;
                }
            }
        }
        for (zone, cards) in laid.iter().enumerate() {
            self.world.ints[5 * n + zone] = at as u16;
            for card in cards {
                self.world.ints[at] = card.0;
                self.world.ints[n + card.index()] = zone as u16;
                at += 1;
            }
        }
        self.world.ints[5 * n + table.zones] = at as u16;
        for zone in table.zone_ids() {
            self.resync_partial(zone);
            let mut known = 0;
            for card in &laid[zone.index()] {
                let seen = self.world.face_audience(table, *card);
                *self.world.knows_mut(*card) = seen.0;
                known |= seen.0;
            }
            *self.world.known_mut(table, zone) = known;
        }
    }
}
