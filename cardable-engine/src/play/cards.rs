//! Moves, turns and shuffles cards, and updates what viewers know.

use super::{card_data, origins, raising, visibility};
use crate::event::{Event, Spot};
use crate::ids::{Audience, CardId, ZoneId};
use crate::program::{Facing, Lies};
use crate::vm::engine::Engine;
use crate::world::columns::{Block, EXPOSED, FACE_UP, GRANTED, Packed, Width};
use crate::world::sight;
use crate::world::table::ZoneTraits;

/// The end of the new zone at which a card is placed.
///
/// See [`Engine::move_card`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The card becomes the newest of its zone.
    Newest,
    /// The card becomes the oldest of its zone.
    Oldest,
}

/// Who sees a card's face in its zone, and who can tell it from its neighbours.
#[derive(Clone, Copy)]
pub(crate) struct Sight {
    pub(crate) face: Packed,
    pub(crate) places: Packed,
}

impl Sight {
    pub(crate) fn at(self, width: Width, zone: ZoneId, at: usize) -> Spot {
        Spot {
            zone,
            at: at as u16,
            face: width.unpack(self.face),
            places: width.unpack(self.places),
        }
    }

    pub(crate) fn of(width: Width, spot: &Spot) -> Sight {
        Sight {
            face: width.pack(spot.face),
            places: width.pack(spot.places),
        }
    }
}

/// Viewers for whom a move leaves something uncertain.
#[derive(Clone, Copy)]
pub(crate) struct Doubt {
    /// Cannot tell which card left the zone, and lose their knowledge of the cards there.
    cannot_tell: Packed,
    /// Saw the face, but not the position it came from. If they knew a card of this kind there, it may have
    /// been that one.
    saw_it_leave: Packed,
    /// Know the card that moved.
    know_it: Packed,
}

impl Block<'_> {
    /// Shifts the order so that a card becomes the newest or oldest of another zone. Returns its new position.
    #[inline(always)]
    pub(crate) fn shift(&mut self, from: ZoneId, from_at: usize, to: ZoneId, end: End) -> usize {
        let source = self.span(from).0 + from_at;
        let (begin, after) = self.span(to);
        let newest = after - begin;
        let order = self.order();
        let card = order[source];
        if from.0 < to.0 {
            let target = if end == End::Newest { after - 1 } else { begin - 1 };
            order.copy_within(source + 1..target + 1, source);
            order[target] = card;
            for start in self.starts(from.index() + 1..=to.index()) {
                *start -= 1;
            }
            if end == End::Newest { newest } else { 0 }
        } else if from.0 > to.0 {
            let target = if end == End::Newest { after } else { begin };
            order.copy_within(target..source, target + 1);
            order[target] = card;
            for start in self.starts(to.index() + 1..=from.index()) {
                *start += 1;
            }
            if end == End::Newest { newest } else { 0 }
        } else {
            let target = if end == End::Newest { after - 1 } else { begin };
            if target >= source {
                order.copy_within(source + 1..target + 1, source);
            } else {
                order.copy_within(target..source, target + 1);
            }
            order[target] = card;
            target - begin
        }
    }

    /// Moves a card to another zone, except for its position in the order and what viewers know afterwards.
    /// `granted` are the viewers who had been shown the card.
    #[inline(always)]
    pub(crate) fn carry(
        &mut self,
        card: CardId,
        (from, leaves): (ZoneId, &ZoneTraits),
        (to, enters): (ZoneId, &ZoneTraits),
        granted: Packed,
        facing: Facing,
    ) -> (Sight, Sight) {
        let (sees_from, sees_to) = (self.sees(from), self.sees(to));
        let mut flags = self.flags(card);
        let left = Sight {
            face: leaves.shows(flags, sees_from).or(granted),
            places: leaves.places(sees_from),
        };
        flags = lying(flags, facing, enters.lies);
        self.set_zone_of(card, to);
        self.set_flags(card, flags);
        let came = Sight {
            face: enters.shows(flags, sees_to),
            places: enters.places(sees_to),
        };
        (left, came)
    }

    /// Whether a card is the newest one still in its zone. The order can contain cards that have just left it.
    pub(crate) fn is_last_there(&self, card: CardId, zone: ZoneId) -> bool {
        let mut there = self.standing(zone).iter().rev();
        there.find(|c| self.zone_of(CardId(**c)) == zone) == Some(&card.0)
    }

    /// The position of a card among those still in its zone.
    pub(crate) fn place_among_those_there(&self, card: CardId, zone: ZoneId) -> u16 {
        let older = self.standing(zone).iter().take_while(|c| **c != card.0);
        older.filter(|c| self.zone_of(CardId(**c)) == zone).count() as u16
    }

    /// Updates what viewers know after a move, unless it leaves something uncertain.
    ///
    /// Viewers who could tell which card left keep and gain knowledge. For the others it could have been any card
    /// they could not tell from it, so they lose their knowledge about those.
    #[inline(always)]
    pub(crate) fn follow(
        &mut self,
        card: CardId,
        (from, left): (ZoneId, Sight),
        (to, came): (ZoneId, Sight),
        followable_top: bool,
    ) -> Option<Doubt> {
        let saw = left.face.or(came.face);
        let tells = if followable_top {
            Packed::ALL
        } else {
            left.places.or(saw)
        };
        let before = self.knows(card);
        let after = before.and(tells).or(saw);
        self.set_knows(card, after);
        let seen_leave = saw.minus(left.places).minus(before);
        let known = self.known(from);
        if !known.minus(tells).or(known.and(seen_leave)).is_none() {
            return Some(Doubt {
                cannot_tell: Packed::ALL.minus(tells),
                saw_it_leave: if followable_top { Packed::NONE } else { seen_leave },
                know_it: after,
            });
        }
        self.add_known(to, after);
        None
    }
}

/// The flags of a card after a move.
#[inline(always)]
pub(super) fn lying(flags: u16, facing: Facing, there: Lies) -> u16 {
    let flags = flags & !(EXPOSED | GRANTED);
    match (facing, there) {
        (Facing::Kept, Lies::AsBefore) => flags,
        (Facing::Up, _) | (Facing::Kept, Lies::Up) => flags | FACE_UP,
        (Facing::Down, _) | (Facing::Kept, Lies::Down) => flags & !FACE_UP,
    }
}

/// Shuffles a zone. Knowledge of positions is lost.
pub fn shuffle(engine: &mut Engine<'_>, zone: ZoneId) {
    shuffle_newest(engine, zone, engine.world.zone_len(engine.table, zone));
}

pub fn turn_card(engine: &mut Engine<'_>, card: CardId, up: bool) {
    let t = engine.table;
    if engine.world.face_up(t, card) == up {
        return;
    }
    let zone = engine.world.zone_of(t, card);
    let before = engine.world.face_audience(t, card);
    *engine.world.flags_mut(t, card) ^= FACE_UP;
    if t.traits[zone.index()].partial {
        visibility::expose_turned(engine, card, zone);
    }
    let at = engine.world.place_of(t, card);
    let spot = sight::spot(engine.world, t, card, zone, at);
    engine.world.learn(t, card, zone, spot.face);
    engine.world.touch(t, zone);
    engine.emit(Event::Turned {
        card,
        before,
        spot,
        up,
    });
    if up {
        raising::turned_up(engine, card, zone);
    }
}

/// The next card to be drawn.
#[inline]
pub(crate) fn top(engine: &Engine<'_>, zone: ZoneId) -> Option<CardId> {
    let cards = engine.world.zone_cards(engine.table, zone);
    let fifo = engine.table.traits[zone.index()].fifo;
    if fifo { cards.first() } else { cards.last() }.map(|c| CardId(*c))
}

/// Moves a card without checking limits.
pub(crate) fn put_card(engine: &mut Engine<'_>, card: CardId, to: ZoneId, end: End, facing: Facing) {
    let from = put_quietly(engine, card, to, end, facing);
    visibility::resync_partial(engine, from);
    if from != to {
        visibility::resync_partial(engine, to);
    }
}

/// Like [`put_card`], but does not apply rules that show some of a zone's cards, for cards that move together.
/// Returns the card's old position.
#[inline(always)]
pub(crate) fn put_quietly(
    engine: &mut Engine<'_>,
    card: CardId,
    to: ZoneId,
    end: End,
    facing: Facing,
) -> ZoneId {
    card_data::leave(engine, card, to);
    let t = engine.table;
    let granted = match engine.world.flags(t, card) & GRANTED {
        0 => Packed::NONE,
        _ => t.columns.width.pack(visibility::take_grants(engine, card)),
    };
    if t.origins.is_some() {
        let from = engine.world.zone_of(t, card);
        origins::mix_leaving(engine, from, engine.world.places(t, from));
    }
    let mut w = engine.world.block_mut(t);
    let from = w.zone_of(card);
    let (leaves, enters) = (&t.traits[from.index()], &t.traits[to.index()]);
    let cards = w.standing(from);
    // Most cards come from the end of a pile or out of a small hand.
    let last = cards.len().saturating_sub(1);
    let from_at = match cards.last() {
        Some(newest) if *newest == card.0 => last,
        _ => cards.iter().position(|c| *c == card.0).unwrap_or(0),
    };
    let was_top = from_at == if leaves.fifo { 0 } else { last };
    let to_at = w.shift(from, from_at, to, end);
    w.touch(from);
    w.touch(to);
    let width = w.width();
    let (left, came) = w.carry(card, (from, leaves), (to, enters), granted, facing);
    let followable_top = was_top && leaves.shuffled;
    let doubt = w.follow(card, (from, left), (to, came), followable_top);
    if let Some(doubt) = doubt {
        note_doubt(engine, card, from, to, doubt);
    }
    if engine.events.is_some() {
        engine.emit(Event::Moved {
            card,
            from: left.at(width, from, from_at),
            to: came.at(width, to, to_at),
        });
    }
    raising::moved(engine, card, from, to);
    from
}

/// Updates what viewers know after a move, if some cannot tell which card it was.
#[cold]
#[inline(never)]
pub(crate) fn note_doubt(engine: &mut Engine<'_>, card: CardId, from: ZoneId, to: ZoneId, doubt: Doubt) {
    let t = engine.table;
    let width = t.columns.width;
    let lost = engine.world.known(t, from).and(width.unpack(doubt.cannot_tell));
    if !lost.is_none() {
        forget(engine, from, lost);
    }
    let confused = engine.world.known(t, from).and(width.unpack(doubt.saw_it_leave));
    if !confused.is_none() {
        confuse(engine, card, from, confused);
    }
    let known = engine.world.known(t, to).or(width.unpack(doubt.know_it));
    engine.world.set_known(t, to, known);
}

/// Removes some viewers' knowledge of a zone's cards. While cards move together, the order can contain cards
/// that have already left.
fn forget(engine: &mut Engine<'_>, zone: ZoneId, viewers: Audience) {
    let t = engine.table;
    let mut still = Audience::NONE;
    for at in 0..engine.world.zone_len(t, zone) {
        let card = CardId(engine.world.zone_cards(t, zone)[at]);
        if engine.world.zone_of(t, card) != zone {
            continue;
        }
        let lost = viewers.minus(engine.world.face_audience(t, card));
        let knows = engine.world.knows(t, card).minus(lost);
        engine.world.set_knows(t, card, knows);
        still = still.or(knows);
    }
    let known = engine.world.known(t, zone).minus(viewers).or(still);
    engine.world.set_known(t, zone, known);
}

fn confuse(engine: &mut Engine<'_>, gone: CardId, zone: ZoneId, viewers: Audience) {
    let t = engine.table;
    let kind = engine.world.type_of(t, gone);
    let mut left = viewers;
    for at in 0..engine.world.zone_len(t, zone) {
        let card = CardId(engine.world.zone_cards(t, zone)[at]);
        if engine.world.type_of(t, card) != kind || engine.world.zone_of(t, card) != zone {
            continue;
        }
        let seen = engine.world.face_audience(t, card);
        let knows = engine.world.knows(t, card);
        let hit = knows.and(left).minus(seen);
        engine.world.set_knows(t, card, knows.minus(hit));
        left = left.minus(hit);
    }
}

/// Shuffles the newest `n` cards of a zone among themselves.
pub(crate) fn shuffle_newest(engine: &mut Engine<'_>, zone: ZoneId, n: usize) {
    let t = engine.table;
    let len = engine.world.zone_len(t, zone);
    let first = len.saturating_sub(n);
    visibility::conceal_partial(engine, zone);
    if engine.world.extras.as_ref().is_some_and(|r| !r.grants.is_empty()) {
        for at in first..len {
            let card = CardId(engine.world.zone_cards(t, zone)[at]);
            visibility::end_grants(engine, card);
        }
    }
    card_data::lose_places(engine, zone, first);
    engine.shuffle_order(zone, first);
    if t.origins.is_some() {
        origins::mix_origins(engine, zone, first);
    }
    engine.world.touch(t, zone);
    engine.emit(Event::Shuffled { zone });
    visibility::note_arranged(engine, zone);
    visibility::resync_partial(engine, zone);
    // Looks that were granted have ended, so the zone alone says who sees a face.
    let mut w = engine.world.parts(t);
    let (traits, sees) = (&t.traits[zone.index()], w.sees.get(zone.index()));
    let begins = usize::from(w.starts[zone.index()]);
    let (kept, shuffled) = w.order[begins..begins + len].split_at(first);
    let mut known = Packed::NONE;
    for card in kept {
        let seen = traits.shows(w.flags[usize::from(*card)], sees);
        w.knows.add(usize::from(*card), seen);
        known = known.or(w.knows.get(usize::from(*card)));
    }
    for card in shuffled {
        let seen = traits.shows(w.flags[usize::from(*card)], sees);
        w.knows.set(usize::from(*card), seen);
        known = known.or(seen);
    }
    w.known.set(zone.index(), known);
}
