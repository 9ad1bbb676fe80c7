//! Moving, turning and shuffling cards, with all that viewers learn and lose by it.

use super::Engine;
use super::fault::Run;
use super::world::{EXPOSED, FACE_UP, GRANTED};
use crate::event::{Event, Spot};
use crate::ids::{Audience, CardId, ZoneId};
use crate::program::Lies;

/// Where in the new zone a card goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// As its newest card.
    Newest,
    /// As its oldest card.
    Oldest,
}

/// How the card lies afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Facing {
    /// As it did.
    Kept,
    /// Face up.
    Up,
    /// Face down.
    Down,
}

impl Engine<'_> {
    /// The card that would be drawn next.
    #[inline]
    pub(crate) fn top(&self, zone: ZoneId) -> Option<CardId> {
        let cards = self.world.zone_cards(self.table, zone);
        let fifo = self.table.traits[zone.index()].fifo;
        if fifo { cards.first() } else { cards.last() }.map(|c| CardId(*c))
    }

    /// Moves a card, checking the limits of both zones.
    pub fn move_card(&mut self, card: CardId, to: ZoneId, end: End, facing: Facing) -> Run<()> {
        let t = self.table;
        let from = self.world.zone_of(t, card);
        if t.traits[to.index()].watched && from != to {
            self.has_room(to)?;
        }
        self.put_card(card, to, end, facing);
        if t.traits[to.index()].shuffled {
            self.shuffle(to);
        }
        if t.traits[from.index()].watched && from != to {
            self.after_taking(from)?;
        }
        Ok(())
    }

    /// Moves a card without looking at limits.
    pub(crate) fn put_card(&mut self, card: CardId, to: ZoneId, end: End, facing: Facing) {
        let t = self.table;
        let from = self.world.zone_of(t, card);
        let from_at = self.world.place_of(t, card);
        let was_top = self.top(from) == Some(card);
        let spot_from = self.world.spot(t, card, from, from_at);
        if self.world.flags(t, card) & GRANTED != 0 {
            self.drop_grants(card);
        }
        let to_at = self.shift(from, from_at, to, end);
        self.world.ints[t.cards + card.index()] = to.0;
        let flags = self.world.flags_mut(t, card);
        *flags &= !EXPOSED;
        match facing {
            Facing::Kept => match t.traits[to.index()].lies {
                Lies::AsBefore => {}
                Lies::Up => *flags |= FACE_UP,
                Lies::Down => *flags &= !FACE_UP,
            },
            Facing::Up => *flags |= FACE_UP,
            Facing::Down => *flags &= !FACE_UP,
        }
        let spot_to = self.world.spot(t, card, to, to_at);
        let followable_top = was_top && t.traits[from.index()].shuffled;
        self.follow(card, spot_from, spot_to, followable_top);
        self.world.touch(t, from);
        self.world.touch(t, to);
        if self.events.is_some() {
            self.emit(Event::Moved {
                card,
                from: spot_from,
                to: spot_to,
            });
        }
        self.resync_partial(from);
        if from != to {
            self.resync_partial(to);
        }
    }

    /// Shifts the order so that the card at a place of one zone becomes the
    /// newest or oldest of another. Returns its new place.
    pub(super) fn shift(&mut self, from: ZoneId, from_at: usize, to: ZoneId, end: End) -> usize {
        let t = self.table;
        let starts = 5 * t.cards;
        let ints = &mut self.world.ints;
        let source = ints[starts + from.index()] as usize + from_at;
        let card = ints[source];
        let (begin, after) = (
            ints[starts + to.index()] as usize,
            ints[starts + to.index() + 1] as usize,
        );
        if from.0 < to.0 {
            let target = if end == End::Newest { after - 1 } else { begin - 1 };
            ints.copy_within(source + 1..target + 1, source);
            ints[target] = card;
            for start in &mut ints[starts + from.index() + 1..=starts + to.index()] {
                *start -= 1;
            }
            if end == End::Newest { after - begin } else { 0 }
        } else if from.0 > to.0 {
            let target = if end == End::Newest { after } else { begin };
            ints.copy_within(target..source, target + 1);
            ints[target] = card;
            for start in &mut ints[starts + to.index() + 1..=starts + from.index()] {
                *start += 1;
            }
            if end == End::Newest { after - begin } else { 0 }
        } else {
            let target = if end == End::Newest { after - 1 } else { begin };
            if target >= source {
                ints.copy_within(source + 1..target + 1, source);
            } else {
                ints.copy_within(target..source, target + 1);
            }
            ints[target] = card;
            target - begin
        }
    }

    /// What viewers know after a move.
    ///
    /// Who could tell which card left keeps and gains knowledge. For the others
    /// the card may have been any they could not tell it from, so what they knew
    /// about those is gone.
    #[inline]
    pub(super) fn follow(&mut self, card: CardId, from: Spot, to: Spot, followable_top: bool) {
        let t = self.table;
        let saw = from.face.or(to.face);
        let tells = if followable_top {
            Audience::ALL
        } else {
            from.places.or(saw)
        };
        let before = self.world.knows(card);
        let after = before.and(tells).or(saw);
        *self.world.knows_mut(card) = after.0;
        let lost = self.world.known_mut(t, from.zone).to_owned() & !tells.0;
        if lost != 0 {
            self.forget(from.zone, lost);
        }
        // They saw such a face leave a heap in which they knew one of the kind:
        // it may have been that one.
        let confused = *self.world.known_mut(t, from.zone) & saw.0 & !from.places.0 & !before.0;
        if confused != 0 && !followable_top {
            self.confuse(card, from.zone, confused);
        }
        *self.world.known_mut(t, to.zone) |= after.0;
    }

    /// Takes knowledge of a zone's cards from some viewers.
    fn forget(&mut self, zone: ZoneId, viewers: u64) {
        let t = self.table;
        let mut still = 0;
        for at in 0..self.world.zone_len(t, zone) {
            let card = CardId(self.world.zone_cards(t, zone)[at]);
            let seen = self.world.face_audience(t, card).0;
            let knows = self.world.knows_mut(card);
            *knows &= !viewers | seen;
            still |= *knows;
        }
        let known = self.world.known_mut(t, zone);
        *known = *known & !viewers | still;
    }

    fn confuse(&mut self, gone: CardId, zone: ZoneId, viewers: u64) {
        let t = self.table;
        let kind = self.world.type_of(t, gone);
        let mut left = viewers;
        for at in 0..self.world.zone_len(t, zone) {
            let card = CardId(self.world.zone_cards(t, zone)[at]);
            if self.world.type_of(t, card) != kind {
                continue;
            }
            let seen = self.world.face_audience(t, card).0;
            let hit = *self.world.knows_mut(card) & left & !seen;
            *self.world.knows_mut(card) &= !hit;
            left &= !hit;
        }
    }

    /// Shuffles a zone: what was known of places is gone.
    pub fn shuffle(&mut self, zone: ZoneId) {
        let t = self.table;
        let len = self.world.zone_len(t, zone);
        self.shuffle_order(zone);
        if self.world.rare.as_ref().is_some_and(|r| !r.grants.is_empty()) {
            for at in 0..len {
                let card = CardId(self.world.zone_cards(t, zone)[at]);
                self.end_grants(card);
            }
        }
        self.world.touch(t, zone);
        self.emit(Event::Shuffled { zone });
        self.resync_partial(zone);
        let mut known = 0;
        for at in 0..len {
            let card = CardId(self.world.zone_cards(t, zone)[at]);
            let seen = self.world.face_audience(t, card).0;
            *self.world.knows_mut(card) = seen;
            known |= seen;
        }
        *self.world.known_mut(t, zone) = known;
        self.note_arranged(zone);
    }

    /// Tells who can see places where each card of a zone lies now.
    pub(crate) fn note_arranged(&mut self, zone: ZoneId) {
        let t = self.table;
        // The referee can always tell places, so this is not only for those who see them.
        if self.events.is_none() {
            return;
        }
        for at in 0..self.world.zone_len(t, zone) {
            let card = CardId(self.world.zone_cards(t, zone)[at]);
            let spot = self.world.spot(t, card, zone, at);
            self.emit(Event::Arranged { card, spot });
        }
    }

    /// Turns a card.
    pub fn turn_card(&mut self, card: CardId, up: bool) {
        let t = self.table;
        if self.world.face_up(t, card) == up {
            return;
        }
        let zone = self.world.zone_of(t, card);
        let before = self.world.face_audience(t, card);
        *self.world.flags_mut(t, card) ^= FACE_UP;
        if t.traits[zone.index()].partial {
            self.expose_turned(card, zone);
        }
        let at = self.world.place_of(t, card);
        let spot = self.world.spot(t, card, zone, at);
        *self.world.knows_mut(card) |= spot.face.0;
        *self.world.known_mut(t, zone) |= spot.face.0;
        self.world.touch(t, zone);
        self.emit(Event::Turned {
            card,
            before,
            spot,
            up,
        });
    }
}
