//! Deals cards from one zone to several.
//!
//! The result is the same as for single draws, events and knowledge included.

use super::cards::End;
use super::together::{ByZone, Traffic};
use super::{cards, moves, together};
use crate::fault::{Fault, FaultKind, Run};
use crate::ids::{CardId, ZoneId};
use crate::program::Facing;
use crate::vm::engine::Engine;
use crate::world::columns::{Packed, Parts};
use crate::world::table::Table;
use smallvec::{SmallVec, smallvec};

/// Deals the next cards of a zone: one to each target zone in turn, repeatedly.
pub(crate) fn deal(
    engine: &mut Engine<'_>,
    from: ZoneId,
    to: &[ZoneId],
    rounds: usize,
    facing: Facing,
) -> Run<()> {
    let n = rounds.saturating_mul(to.len());
    if is_calm(engine, from, to, n)
        && (deal_unknown(engine, from, to, rounds, facing) || deal_together(engine, from, to, rounds, facing))
    {
        return Ok(());
    }
    let mut dealt = 0;
    for _ in 0..rounds {
        for zone in to {
            let drawn = moves::draw(engine, from, *zone, facing);
            drawn.map_err(|fault| of_all(fault, from, n, dealt))?;
            dealt += 1;
        }
    }
    Ok(())
}

/// Whether the cards are there, and so many that moving them together is cheaper, and none of the zones is shuffled or
/// shows another card with each that moves.
fn is_calm(engine: &Engine<'_>, from: ZoneId, to: &[ZoneId], n: usize) -> bool {
    let t = engine.table;
    let calm = |zone: &ZoneId| {
        let traits = &t.traits[zone.index()];
        !traits.partial && !traits.shuffled
    };
    !together::are_few(t, n)
        && n <= engine.world.zone_len(t, from)
        && !t.traits[from.index()].partial
        && to.iter().all(calm)
}

/// A fault of one card that is dealt, where the others before it count as well: how many all would be.
#[cold]
fn of_all(mut fault: Box<Fault>, from: ZoneId, all: usize, dealt: usize) -> Box<Fault> {
    if let FaultKind::NotEnoughCards { zone, wanted, found } = &mut fault.kind
        && *zone == from
    {
        (*wanted, *found) = (all, dealt);
    }
    fault
}

/// Deals cards of which nobody knows anything, if nothing takes note of single ones. Otherwise does nothing.
///
/// There is nothing to lose or to confuse then: whoever sees a card in its new zone knows it, and nobody else does.
fn deal_unknown(engine: &mut Engine<'_>, from: ZoneId, to: &[ZoneId], rounds: usize, facing: Facing) -> bool {
    let t = engine.table;
    let n = rounds * to.len();
    if engine.events.is_some()
        || t.origins.is_some()
        || !together::may_go_together(engine, n)
        || !engine.world.known(t, from).is_none()
        || together::is_any_granted(engine)
    {
        return false;
    }
    let Some(traffic) = traffic(t, from, to, rounds).filter(|all| all.flows(t, engine.world)) else {
        return false;
    };
    engine.fuel -= n as u32;
    for zone in &traffic.zones {
        engine.world.touch(t, *zone);
    }
    let mut w = engine.world.parts(t);
    let leaves = &t.traits[from.index()];
    let sees_from = w.sees.get(from.index());
    let dealt = reorder(&mut w, t, &traffic, (from, leaves.fifo), to);
    for (zone, at) in to.iter().zip(0..) {
        let enters = &t.traits[zone.index()];
        let sees = w.sees.get(zone.index());
        let mut known = Packed::NONE;
        for card in dealt.iter().skip(at).step_by(to.len()) {
            let card = usize::from(*card);
            let before = w.flags[card];
            let flags = cards::lying(before, facing, enters.lies);
            let saw = leaves.shows(before, sees_from).or(enters.shows(flags, sees));
            w.flags[card] = flags;
            w.zone_of[card] = zone.0;
            w.knows.set(card, saw);
            known = known.or(saw);
        }
        w.known.add(zone.index(), known);
    }
    true
}

/// How many cards leave and enter each zone; none if the zone that is dealt from gets some of its own.
fn traffic(t: &Table, from: ZoneId, to: &[ZoneId], rounds: usize) -> Option<Traffic> {
    let mut traffic = Traffic {
        going: smallvec![0; t.zones],
        coming: smallvec![0; t.zones],
        zones: smallvec![from],
    };
    traffic.going[from.index()] = (rounds * to.len()) as u16;
    for zone in to {
        if *zone == from {
            return None;
        }
        if traffic.coming[zone.index()] == 0 {
            traffic.zones.push(*zone);
        }
        traffic.coming[zone.index()] += rounds as u16;
    }
    Some(traffic)
}

/// Takes the cards that are dealt out of their zone, and lays them behind those of the others. Returns them in the order
/// in which they are dealt.
fn reorder(
    w: &mut Parts<'_>,
    t: &Table,
    traffic: &Traffic,
    (from, fifo): (ZoneId, bool),
    to: &[ZoneId],
) -> SmallVec<[u16; 64]> {
    let span = traffic.span();
    let begin = usize::from(w.starts[span.start]);
    let old: SmallVec<[u16; 256]> = SmallVec::from_slice(&w.order[begin..usize::from(w.starts[span.end])]);
    let going = usize::from(traffic.going[from.index()]);
    let mut dealt = SmallVec::new();
    let mut next: ByZone = smallvec![0; t.zones];
    let (mut first, mut at) = (0, begin);
    for zone in span {
        let after = usize::from(w.starts[zone + 1]) - begin;
        let mut stays = &old[first..after];
        first = after;
        w.starts[zone] = at as u16;
        if zone == from.index() {
            let (taken, left) = match fifo {
                true => stays.split_at(going),
                false => {
                    let (left, taken) = stays.split_at(stays.len() - going);
                    (taken, left)
                }
            };
            dealt = SmallVec::from_slice(taken);
            if !fifo {
                dealt.reverse();
            }
            stays = left;
        }
        w.order[at..at + stays.len()].copy_from_slice(stays);
        at += stays.len();
        next[zone] = at as u16;
        at += usize::from(traffic.coming[zone]);
    }
    for round in dealt.chunks(to.len().max(1)) {
        for (card, zone) in round.iter().zip(to) {
            let place = &mut next[zone.index()];
            w.order[usize::from(*place)] = *card;
            *place += 1;
        }
    }
    dealt
}

/// Deals cards as [`together::move_together`] moves them.
fn deal_together(
    engine: &mut Engine<'_>,
    from: ZoneId,
    to: &[ZoneId],
    rounds: usize,
    facing: Facing,
) -> bool {
    let t = engine.table;
    let cards = engine.world.zone_cards(t, from);
    let n = rounds * to.len();
    let to = to.iter().cycle().copied();
    let moves: SmallVec<[(CardId, ZoneId); 64]> = match t.traits[from.index()].fifo {
        true => cards.iter().map(|c| CardId(*c)).zip(to).take(n).collect(),
        false => cards.iter().rev().map(|c| CardId(*c)).zip(to).take(n).collect(),
    };
    together::move_together(engine, &moves, End::Newest, facing, &mut SmallVec::new())
}
