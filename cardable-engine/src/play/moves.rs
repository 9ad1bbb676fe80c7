//! Moves cards within the limits of zones, and refills zones.

use super::cards::End;
use super::{cards, visibility};
use crate::fault::{FaultKind, Run};
use crate::ids::{CardId, Seat, ZoneId};
use crate::program::{Facing, Lies, ReplenishWhen};
use crate::vm::engine::Engine;
use crate::world::zone_marks;
use smallvec::SmallVec;

/// Fails if a zone cannot take another card.
pub(crate) fn has_room(engine: &Engine<'_>, zone: ZoneId) -> Run<()> {
    let t = engine.table;
    if !zone_marks::is_open(engine.world, t, zone) {
        return Err(FaultKind::ZoneClosed { zone }.into());
    }
    if engine.world.zone_len(t, zone) >= t.zone_def(zone).size.max as usize {
        return Err(FaultKind::ZoneFull { zone }.into());
    }
    Ok(())
}

/// After a card was taken: refills the zone, or fails if it is below its limit. A copy that is being closed has
/// no limit.
pub(crate) fn after_taking(engine: &mut Engine<'_>, zone: ZoneId) -> Run<()> {
    let def = engine.table.zone_def(zone);
    let left = engine.world.zone_len(engine.table, zone);
    if let Some(rule) = &def.replenish
        && rule.when.on_empty
        && left < rule.below as usize
    {
        replenish(engine, zone)?;
    }
    let too_few = engine.world.zone_len(engine.table, zone) < def.size.min as usize;
    if too_few && zone_marks::is_open(engine.world, engine.table, zone) {
        return Err(FaultKind::ZoneTooSmall { zone }.into());
    }
    Ok(())
}

/// Refills a zone from the source its rule names. If the rule shuffles them, it does so after they have
/// arrived, so nobody can follow them.
pub(crate) fn replenish(engine: &mut Engine<'_>, zone: ZoneId) -> Run<()> {
    let t = engine.table;
    let Some(rule) = &t.zone_def(zone).replenish else {
        return Ok(());
    };
    if !zone_marks::is_open(engine.world, t, zone) {
        return Ok(());
    }
    let owner = t.traits[zone.index()].owner;
    let most = rule
        .up_to
        .map_or(usize::MAX, usize::from)
        .min(t.zone_def(zone).size.max as usize);
    // Cards lie as they do in the zone they fill, so a turned discard becomes a hidden draw
    // pile again.
    let facing = match t.traits[zone.index()].lies {
        Lies::Up => Facing::Up,
        Lies::Down | Lies::AsBefore => Facing::Down,
    };
    let mut added = 0;
    for name in &rule.from {
        let Some(from) = t.zone_named(*name, owner).filter(|from| *from != zone) else {
            continue;
        };
        let spare = engine
            .world
            .zone_len(t, from)
            .saturating_sub(t.zone_def(from).size.min as usize);
        let n = most.saturating_sub(engine.world.zone_len(t, zone)).min(spare);
        if n == 0 {
            continue;
        }
        for card in taken_from(engine, from, n, rule.shuffle) {
            engine.spend(1)?;
            cards::put_quietly(engine, card, zone, End::Newest, facing);
        }
        visibility::resync_partial(engine, from);
        added += n;
    }
    if added == 0 {
        return Ok(());
    }
    if t.traits[zone.index()].shuffled {
        cards::shuffle(engine, zone);
    } else if rule.shuffle {
        cards::shuffle_newest(engine, zone, added);
    } else {
        visibility::resync_partial(engine, zone);
    }
    Ok(())
}

/// Takes `n` cards of a zone: those drawn next, or random ones.
fn taken_from(engine: &mut Engine<'_>, zone: ZoneId, n: usize, any: bool) -> SmallVec<[CardId; 64]> {
    let t = engine.table;
    let len = engine.world.zone_len(t, zone);
    let mut cards: SmallVec<[CardId; 64]> = engine
        .world
        .zone_cards(t, zone)
        .iter()
        .map(|c| CardId(*c))
        .collect();
    if !t.traits[zone.index()].fifo {
        cards.reverse();
    }
    if any && n < len {
        // Which cards go is left to chance; in which order they do tells nothing then.
        let mut places: SmallVec<[u16; 64]> = (0..len as u16).collect();
        engine.shuffle_items(&mut places);
        places.truncate(n);
        places.sort_unstable();
        return places.into_iter().map(|at| cards[at as usize]).collect();
    }
    cards.truncate(n);
    cards
}

/// Refills every zone whose rule names this moment. `seat` restricts seats' zones to those of one seat.
#[inline(always)]
pub(crate) fn replenish_when(
    engine: &mut Engine<'_>,
    seat: Option<Seat>,
    when: fn(&ReplenishWhen) -> bool,
) -> Run<()> {
    match engine.table.program.zones.any_replenished {
        true => replenish_due(engine, seat, when),
        false => Ok(()),
    }
}

#[cold]
fn replenish_due(engine: &mut Engine<'_>, seat: Option<Seat>, when: fn(&ReplenishWhen) -> bool) -> Run<()> {
    let t = engine.table;
    for zone in t.zone_ids() {
        let due = t.zone_def(zone).replenish.as_ref().is_some_and(|r| when(&r.when));
        let owner = t.traits[zone.index()].owner;
        if due && (owner.is_none() || seat.is_none() || owner == seat) {
            replenish(engine, zone)?;
        }
    }
    Ok(())
}

/// Moves a card and checks the limits of both zones.
#[inline(always)]
pub fn move_card(engine: &mut Engine<'_>, card: CardId, to: ZoneId, end: End, facing: Facing) -> Run<()> {
    let t = engine.table;
    let from = engine.world.zone_of(t, card);
    if t.traits[to.index()].watched && from != to {
        has_room(engine, to)?;
    }
    cards::put_card(engine, card, to, end, facing);
    if t.traits[to.index()].shuffled {
        cards::shuffle(engine, to);
    }
    if t.traits[from.index()].watched && from != to {
        after_taking(engine, from)?;
    }
    Ok(())
}

/// Moves the next card to be drawn. A zone that refills when empty does so first.
#[inline(always)]
pub(crate) fn draw(engine: &mut Engine<'_>, from: ZoneId, to: ZoneId, facing: Facing) -> Run<()> {
    let card = match cards::top(engine, from) {
        Some(card) => card,
        None => top_after_filling(engine, from)?,
    };
    engine.spend(1)?;
    move_card(engine, card, to, End::Newest, facing)
}

#[cold]
fn top_after_filling(engine: &mut Engine<'_>, zone: ZoneId) -> Run<CardId> {
    let rule = &engine.table.zone_def(zone).replenish;
    if rule.as_ref().is_some_and(|r| r.when.on_empty) {
        replenish(engine, zone)?;
    }
    cards::top(engine, zone).ok_or_else(|| {
        let (wanted, found) = (1, 0);
        FaultKind::NotEnoughCards { zone, wanted, found }.into()
    })
}
