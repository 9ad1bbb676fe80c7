//! Moves several cards together and builds the order of all cards once.
//!
//! The result is the same as for single moves, events and knowledge included. If an intermediate state would show (a zone
//! refills, a limit is reached), the cards are moved one by one instead.

use super::cards::{Doubt, End};
use super::{cards, origins, visibility};
use crate::event::Event;
use crate::ids::{Audience, CardId, ZoneId};
use crate::program::Facing;
use crate::vm::engine::Engine;
use crate::world::columns::{Block, GRANTED, Packed};
use crate::world::table::{Table, ZoneTraits};
use crate::world::whole::World;
use crate::world::zone_marks;
use smallvec::{SmallVec, smallvec};

/// Whether shifting the order for each card is cheaper than rebuilding it. Rebuilding costs more the more zones
/// there are.
pub(super) fn are_few(t: &Table, cards: usize) -> bool {
    cards < 4 + t.zones / 8
}

/// A number for each zone. Melds and similar zones can make them many.
pub(super) type ByZone = SmallVec<[u16; 64]>;

/// How many cards leave and enter each zone.
pub(super) struct Traffic {
    pub(super) going: ByZone,
    pub(super) coming: ByZone,
    /// The zones that cards leave or enter.
    pub(super) zones: SmallVec<[ZoneId; 16]>,
}

impl Traffic {
    /// `None` if a card stays in its zone or is named twice: its second move starts where the first one ends.
    fn of(t: &Table, world: &World, moves: &[(CardId, ZoneId)]) -> Option<Traffic> {
        let mut traffic = Traffic {
            going: smallvec![0; t.zones],
            coming: smallvec![0; t.zones],
            zones: SmallVec::new(),
        };
        let mut named: SmallVec<[u64; 4]> = smallvec![0; t.cards / 64 + 1];
        for (card, to) in moves {
            let (word, bit) = (&mut named[card.index() / 64], 1 << (card.index() % 64));
            if *word & bit != 0 {
                return None;
            }
            *word |= bit;
            let from = world.zone_of(t, *card);
            if from == *to {
                return None;
            }
            for zone in [from, *to] {
                if traffic.going[zone.index()] == 0 && traffic.coming[zone.index()] == 0 {
                    traffic.zones.push(zone);
                }
                let there = if zone == from {
                    &mut traffic.going
                } else {
                    &mut traffic.coming
                };
                there[zone.index()] += 1;
            }
        }
        Some(traffic)
    }

    /// Whether no zone both gives and receives, and all stay within their limits.
    pub(super) fn flows(&self, t: &Table, world: &World) -> bool {
        self.zones.iter().all(|zone| {
            let (going, coming) = (self.going[zone.index()], self.coming[zone.index()]);
            if going > 0 && coming > 0 {
                return false;
            }
            if !t.traits[zone.index()].watched {
                return true;
            }
            let def = t.zone_def(*zone);
            let (len, open) = (world.zone_len(t, *zone), zone_marks::is_open(world, t, *zone));
            if coming > 0 {
                return open && len + usize::from(coming) <= usize::from(def.size.max);
            }
            let refills = def.replenish.as_ref().is_some_and(|rule| rule.when.on_empty);
            !refills && (!open || len >= usize::from(def.size.min) + usize::from(going))
        })
    }

    /// Whether any of the zones needs an update when cards arrive or leave.
    fn is_noted(&self, t: &Table) -> bool {
        let mut traits = self.zones.iter().map(|zone| &t.traits[zone.index()]);
        traits.any(|traits| traits.shuffled || traits.partial)
    }

    /// The zones whose cards can be shifted.
    pub(super) fn span(&self) -> std::ops::Range<usize> {
        let zones = || self.zones.iter().map(|zone| zone.index());
        zones().min().unwrap_or(0)..zones().max().map_or(0, |last| last + 1)
    }
}

impl Block<'_> {
    /// Moves cards up to the first move that leaves something uncertain. Returns how many moved, and the last
    /// one's old zone if it left something uncertain.
    fn send(
        &mut self,
        t: &Table,
        moves: &[(CardId, ZoneId)],
        facing: Facing,
    ) -> (usize, Option<(ZoneId, Doubt)>) {
        for (at, (card, to)) in moves.iter().enumerate() {
            let from = self.zone_of(*card);
            let leaves = &t.traits[from.index()];
            let followable_top = leaves.shuffled && self.is_last_there(*card, from);
            let (left, came) = self.carry(
                *card,
                (from, leaves),
                (*to, &t.traits[to.index()]),
                Packed::NONE,
                facing,
            );
            let doubt = self.follow(*card, (from, left), (*to, came), followable_top);
            if let Some(doubt) = doubt {
                return (at + 1, Some((from, doubt)));
            }
        }
        (moves.len(), None)
    }
}

/// Whether so many cards can move without being looked at card by card: for what they carry, or what reacts to them.
pub(super) fn may_go_together(engine: &Engine<'_>, cards: usize) -> bool {
    !engine.table.card_data.is_carried && !engine.heard.moves && cards < engine.fuel as usize
}

/// Whether any seat was granted a look at a card.
pub(super) fn is_any_granted(engine: &Engine<'_>) -> bool {
    let extras = engine.world.extras.as_ref();
    extras.is_some_and(|extras| !extras.grants.is_empty())
}

/// Moves cards together if that equals moving them one by one, and notes the zones to update afterwards.
/// Otherwise does nothing.
pub(crate) fn move_together(
    engine: &mut Engine<'_>,
    moves: &[(CardId, ZoneId)],
    end: End,
    facing: Facing,
    touched: &mut SmallVec<[ZoneId; 4]>,
) -> bool {
    let t = engine.table;
    if end != End::Newest || are_few(t, moves.len()) || !may_go_together(engine, moves.len()) {
        return false;
    }
    let Some(traffic) = Traffic::of(t, engine.world, moves).filter(|all| all.flows(t, engine.world)) else {
        return false;
    };
    engine.fuel -= moves.len() as u32;
    if traffic.is_noted(t) {
        for (card, to) in moves {
            note_touched(engine, engine.world.zone_of(t, *card), *to, touched);
        }
    }
    send(engine, moves, &traffic, facing);
    order_anew(engine, moves, &traffic);
    true
}

/// Moves all cards of a zone whose cards everybody can tell apart, if nothing takes note of single ones. Otherwise does
/// nothing.
///
/// Everybody goes on knowing what he knew then, and nothing is uncertain.
pub(super) fn move_distinct(engine: &mut Engine<'_>, from: ZoneId, to: ZoneId, facing: Facing) -> bool {
    let t = engine.table;
    let (leaves, enters) = (&t.traits[from.index()], &t.traits[to.index()]);
    let n = engine.world.zone_len(t, from);
    let is_looked_after = |traits: &ZoneTraits| traits.shuffled || traits.partial || traits.watched;
    if from == to
        || n == 0
        || !leaves.ordered
        || is_looked_after(leaves)
        || is_looked_after(enters)
        || engine.events.is_some()
        || t.origins.is_some()
        || !may_go_together(engine, n)
        || is_any_granted(engine)
    {
        return false;
    }
    engine.fuel -= n as u32;
    engine.world.touch(t, from);
    engine.world.touch(t, to);
    let mut w = engine.world.parts(t);
    let sees = (w.sees.get(from.index()), w.sees.get(to.index()));
    let mut known = Packed::NONE;
    for card in &w.order[usize::from(w.starts[from.index()])..usize::from(w.starts[from.index() + 1])] {
        let card = usize::from(*card);
        let before = w.flags[card];
        let flags = cards::lying(before, facing, enters.lies);
        let saw = leaves.shows(before, sees.0).or(enters.shows(flags, sees.1));
        w.flags[card] = flags;
        w.zone_of[card] = to.0;
        w.knows.add(card, saw);
        known = known.or(w.knows.get(card));
    }
    w.known.add(to.index(), known);
    w.empty(from, to, n);
    true
}

/// Notes the zones to update after all cards have moved.
#[inline]
pub(crate) fn note_touched(
    engine: &Engine<'_>,
    from: ZoneId,
    to: ZoneId,
    touched: &mut SmallVec<[ZoneId; 4]>,
) {
    for zone in [from, to] {
        let traits = &engine.table.traits[zone.index()];
        if (traits.shuffled || traits.partial) && !touched.contains(&zone) {
            touched.push(zone);
        }
    }
}

/// All of the moves except the order: the cards' sides, who knows them, and the events.
fn send(engine: &mut Engine<'_>, moves: &[(CardId, ZoneId)], traffic: &Traffic, facing: Facing) {
    let t = engine.table;
    if t.origins.is_some() {
        for zone in traffic
            .zones
            .iter()
            .filter(|zone| traffic.going[zone.index()] > 0)
        {
            origins::mix_leaving(engine, *zone, engine.world.places(t, *zone));
        }
    }
    for zone in &traffic.zones {
        engine.world.touch(t, *zone);
    }
    if engine.events.is_some() || is_any_granted(engine) {
        return send_one_by_one(engine, moves, facing);
    }
    let mut left = moves;
    while !left.is_empty() {
        let (sent, doubt) = engine.world.block_mut(t).send(t, left, facing);
        if let (Some((from, doubt)), Some((card, to))) = (doubt, left.get(sent - 1)) {
            cards::note_doubt(engine, *card, from, *to, doubt);
        }
        left = left.get(sent..).unwrap_or_default();
    }
}

/// Like [`send`], if each card has an event or grants end.
fn send_one_by_one(engine: &mut Engine<'_>, moves: &[(CardId, ZoneId)], facing: Facing) {
    let t = engine.table;
    let mut arrived: ByZone = smallvec![0; t.zones];
    for (card, to) in moves {
        let granted = match engine.world.flags(t, *card) & GRANTED {
            0 => Audience::NONE,
            _ => visibility::take_grants(engine, *card),
        };
        let mut w = engine.world.block_mut(t);
        let width = w.width();
        let from = w.zone_of(*card);
        let leaves = &t.traits[from.index()];
        let followable_top = leaves.shuffled && w.is_last_there(*card, from);
        let from_at = w.place_among_those_there(*card, from);
        let place = &mut arrived[to.index()];
        let to_at = w.standing(*to).len() + usize::from(*place);
        *place += 1;
        let (left, came) = w.carry(
            *card,
            (from, leaves),
            (*to, &t.traits[to.index()]),
            width.pack(granted),
            facing,
        );
        let doubt = w.follow(*card, (from, left), (*to, came), followable_top);
        if let Some(doubt) = doubt {
            cards::note_doubt(engine, *card, from, *to, doubt);
        }
        if engine.events.is_some() {
            engine.emit(Event::Moved {
                card: *card,
                from: left.at(width, from, from_at.into()),
                to: came.at(width, *to, to_at),
            });
        }
    }
}

/// Rebuilds the order after [`send`]: cards that stayed keep their order, and new ones follow.
fn order_anew(engine: &mut Engine<'_>, moves: &[(CardId, ZoneId)], traffic: &Traffic) {
    let t = engine.table;
    let w = engine.world.parts(t);
    let span = traffic.span();
    let begin = usize::from(w.starts[span.start]);
    let old: SmallVec<[u16; 256]> = SmallVec::from_slice(&w.order[begin..usize::from(w.starts[span.end])]);
    let mut next: ByZone = smallvec![0; t.zones];
    let (mut first, mut at) = (0, begin);
    for zone in span {
        let after = usize::from(w.starts[zone + 1]) - begin;
        let there = &old[first..after];
        first = after;
        w.starts[zone] = at as u16;
        if traffic.going[zone] == 0 {
            w.order[at..at + there.len()].copy_from_slice(there);
            at += there.len();
        } else if there.len() > usize::from(traffic.going[zone]) {
            for card in there {
                if usize::from(w.zone_of[usize::from(*card)]) == zone {
                    w.order[at] = *card;
                    at += 1;
                }
            }
        }
        next[zone] = at as u16;
        at += usize::from(traffic.coming[zone]);
    }
    for (card, to) in moves {
        let place = &mut next[to.index()];
        w.order[usize::from(*place)] = card.0;
        *place += 1;
    }
}
