//! Moves several cards at once, swaps cards and zones, and reorders zones.

use super::cards::{End, Sight};
use super::{card_data, cards, moves, origins, together, visibility};
use crate::event::Event;
use crate::fault::{FaultKind, Run};
use crate::ids::{Audience, CardId, ZoneId};
use crate::program::Facing;
use crate::vm::engine::Engine;
use crate::world::columns::{EXPOSED, GRANTED};
use crate::world::{sight, zone_marks};
use smallvec::SmallVec;

/// Moves cards, each to its zone, and checks limits as [`moves::move_card`] does. A zone that is shuffled when
/// cards arrive is shuffled once.
///
/// The cards move together. Rules that show some of a zone's cards are evaluated after the last move, so that
/// nobody briefly sees the cards under the first one.
pub fn move_cards(engine: &mut Engine<'_>, moves: &[(CardId, ZoneId)], end: End, facing: Facing) -> Run<()> {
    if let [(card, to)] = *moves
        && moves_alone(engine, engine.world.zone_of(engine.table, card), to)
    {
        return move_one(engine, card, to, end, facing);
    }
    let mut touched: SmallVec<[ZoneId; 4]> = SmallVec::new();
    let moved = move_each(engine, moves, end, facing, &mut touched);
    for zone in touched {
        // Shuffling shows what is to be seen afterwards.
        if moved.is_ok() && shuffled_by(engine, zone, moves) {
            cards::shuffle(engine, zone);
        } else {
            visibility::resync_partial(engine, zone);
        }
    }
    moved
}

/// Moves all cards of a zone. Viewers who knew a card keep that knowledge if the new zone has no
/// distinguishable positions, because the cards move together.
pub fn move_whole(engine: &mut Engine<'_>, from: ZoneId, to: ZoneId, facing: Facing) -> Run<()> {
    if let [card] = *engine.world.zone_cards(engine.table, from) {
        let card = CardId(card);
        let knew = engine.world.knows(engine.table, card);
        match moves_alone(engine, from, to) {
            true => move_one(engine, card, to, End::Newest, facing)?,
            false => move_cards(engine, &[(card, to)], End::Newest, facing)?,
        }
        // Most moves leave nothing uncertain.
        if !knew.minus(engine.world.knows(engine.table, card)).is_none() {
            recall_knowledge(engine, to, &[(card, knew)]);
        }
        return Ok(());
    }
    if together::move_distinct(engine, from, to, facing) {
        return Ok(());
    }
    let known = knowledge(engine, from);
    let moves: SmallVec<[_; 64]> = known.iter().map(|(card, _)| (*card, to)).collect();
    move_cards(engine, &moves, End::Newest, facing)?;
    recall_knowledge(engine, to, &known);
    Ok(())
}

/// Moves all cards of some zones to another one, one zone after the other.
pub(crate) fn gather(
    engine: &mut Engine<'_>,
    zones: impl Iterator<Item = ZoneId>,
    to: ZoneId,
    facing: Facing,
) -> Run<()> {
    let mut moves: SmallVec<[_; 64]> = SmallVec::new();
    for zone in zones {
        if engine.world.zone_len(engine.table, zone) == 0 {
            continue;
        }
        // Cards arrive in the order of the zones, so those behind a zone that is moved card by card are, too.
        if moves.is_empty() && together::move_distinct(engine, zone, to, facing) {
            continue;
        }
        let cards = engine.world.zone_cards(engine.table, zone);
        moves.extend(cards.iter().map(|card| (CardId(*card), to)));
    }
    move_cards(engine, &moves, End::Newest, facing)
}

/// Whether a move changes nothing else in the zones that a card leaves and enters.
#[inline]
fn moves_alone(engine: &Engine<'_>, from: ZoneId, to: ZoneId) -> bool {
    let traits = |zone: ZoneId| &engine.table.traits[zone.index()];
    let (leaves, enters) = (traits(from), traits(to));
    !(leaves.shuffled || leaves.partial || enters.shuffled || enters.partial)
}

/// Swaps the positions of two cards.
pub fn swap_cards(engine: &mut Engine<'_>, a: CardId, b: CardId) {
    let t = engine.table;
    let place = |e: &Engine<'_>, c| (e.world.zone_of(t, c), e.world.place_of(t, c));
    let (mut first, mut second) = ((a, place(engine, a)), (b, place(engine, b)));
    if first.1 == second.1 {
        return;
    }
    // Within a zone the older card goes first, so that both places stay right.
    if first.1.0 == second.1.0 && first.1.1 > second.1.1 {
        (first, second) = (second, first);
    }
    let ((a, (zone_a, at_a)), (b, (zone_b, at_b))) = (first, second);
    relocate(engine, a, zone_b, at_b);
    relocate(engine, b, zone_a, at_a);
    after_exchange(engine, &[zone_a, zone_b]);
}

/// Swaps all cards of two zones.
pub fn swap_zones(engine: &mut Engine<'_>, a: ZoneId, b: ZoneId) -> Run<()> {
    if a == b {
        return Ok(());
    }
    rotate_zones(engine, &[a, b])
}

/// Moves all cards of each zone to the next one, and those of the last to the first. No zone is there twice.
pub fn rotate_zones(engine: &mut Engine<'_>, zones: &[ZoneId]) -> Run<()> {
    let t = engine.table;
    let passed: SmallVec<[_; 4]> = zones.iter().map(|zone| knowledge(engine, *zone)).collect();
    let to = || zones.iter().cycle().skip(1).copied();
    for (cards, zone) in passed.iter().zip(to()) {
        let (coming, def) = (cards.len(), t.zone_def(zone));
        if !zone_marks::is_open(engine.world, t, zone) {
            return Err(FaultKind::ZoneClosed { zone }.into());
        }
        if coming > def.size.max as usize {
            return Err(FaultKind::ZoneFull { zone }.into());
        }
        if coming < def.size.min as usize {
            return Err(FaultKind::ZoneTooSmall { zone }.into());
        }
    }
    engine.spend(passed.iter().map(|cards| cards.len() as u32).sum())?;
    for (cards, zone) in passed.iter().zip(to()) {
        for (card, _) in cards {
            let end = engine.world.zone_len(t, zone);
            relocate(engine, *card, zone, end);
        }
    }
    for (cards, zone) in passed.iter().zip(to()) {
        recall_knowledge(engine, zone, cards);
    }
    after_exchange(engine, zones);
    Ok(())
}

/// Reorders the cards of a zone. A viewer who can tell positions but does not see a face cannot tell where that
/// card went.
pub fn arrange(engine: &mut Engine<'_>, zone: ZoneId, order: &[CardId]) {
    let t = engine.table;
    visibility::conceal_partial(engine, zone);
    card_data::lose_places(engine, zone, 0);
    if t.origins.is_some() {
        origins::mix_origins(engine, zone, 0);
    }
    let slots = engine.world.zone_cards_mut(t, zone);
    for (slot, card) in slots.iter_mut().zip(order) {
        *slot = card.0;
    }
    visibility::note_arranged(engine, zone);
    visibility::resync_partial(engine, zone);
    let places = engine.world.places(t, zone);
    let mut known = Audience::NONE;
    for &card in order {
        let seen = engine.world.face_audience(t, card);
        let knows = engine.world.knows(t, card).minus(places).or(seen);
        engine.world.set_knows(t, card, knows);
        known = known.or(knows);
    }
    engine.world.set_known(t, zone, known);
    engine.world.touch(t, zone);
}

/// The cards of a zone, oldest first, with the viewers who know each.
pub fn knowledge(engine: &Engine<'_>, zone: ZoneId) -> SmallVec<[(CardId, Audience); 32]> {
    let cards = engine.world.zone_cards(engine.table, zone).iter();
    cards
        .map(|c| (CardId(*c), engine.world.knows(engine.table, CardId(*c))))
        .collect()
}

/// Whether moves to this zone cause it to be shuffled.
fn shuffled_by(engine: &Engine<'_>, zone: ZoneId, moves: &[(CardId, ZoneId)]) -> bool {
    engine.table.traits[zone.index()].shuffled && moves.iter().any(|(_, to)| *to == zone)
}

/// Moves cards one after the other, and notes the zones to update afterwards.
fn move_each(
    engine: &mut Engine<'_>,
    moves: &[(CardId, ZoneId)],
    end: End,
    facing: Facing,
    touched: &mut SmallVec<[ZoneId; 4]>,
) -> Run<()> {
    if together::move_together(engine, moves, end, facing, touched) {
        return Ok(());
    }
    for &(card, to) in moves {
        let from = engine.world.zone_of(engine.table, card);
        together::note_touched(engine, from, to, touched);
        move_one(engine, card, to, end, facing)?;
    }
    Ok(())
}

/// Moves one of several cards and checks limits. The caller updates the zones after the last move.
fn move_one(engine: &mut Engine<'_>, card: CardId, to: ZoneId, end: End, facing: Facing) -> Run<()> {
    let t = engine.table;
    engine.spend(1)?;
    let from = engine.world.zone_of(t, card);
    if t.traits[to.index()].watched && from != to {
        moves::has_room(engine, to)?;
    }
    cards::put_quietly(engine, card, to, end, facing);
    if t.traits[from.index()].watched && from != to {
        moves::after_taking(engine, from)?;
    }
    Ok(())
}

/// Moves a card to another position in its own zone, counted from the oldest card.
pub(crate) fn move_within(engine: &mut Engine<'_>, card: CardId, at: usize) {
    let zone = engine.world.zone_of(engine.table, card);
    if engine.world.place_of(engine.table, card) == at {
        return;
    }
    relocate(engine, card, zone, at);
    visibility::resync_partial(engine, zone);
}

/// Moves a card to a position in a zone, counted from the oldest card. The caller applies rules that show some
/// of the cards.
fn relocate(engine: &mut Engine<'_>, card: CardId, to: ZoneId, at: usize) {
    card_data::leave(engine, card, to);
    let t = engine.table;
    let from = engine.world.zone_of(t, card);
    let from_at = engine.world.place_of(t, card);
    let was_top = cards::top(engine, from) == Some(card);
    if from != to {
        origins::mix_leaving(engine, from, engine.world.places(t, from));
    }
    let spot_from = sight::spot(engine.world, t, card, from, from_at);
    if engine.world.flags(t, card) & GRANTED != 0 {
        visibility::drop_grants(engine, card);
    }
    let newest = engine.world.block_mut(t).shift(from, from_at, to, End::Newest);
    let at = at.min(newest);
    engine.world.block_mut(t).set_zone_of(card, to);
    if let Some(behind) = engine.world.zone_cards_mut(t, to).get_mut(at..) {
        behind.rotate_right(1);
    }
    *engine.world.flags_mut(t, card) &= !EXPOSED;
    let spot_to = sight::spot(engine.world, t, card, to, at);
    if from == to {
        // Whoever knew that it is in the zone still does, whether he can tell places or not.
        let knows = engine.world.knows(t, card).or(spot_from.face).or(spot_to.face);
        engine.world.learn(t, card, to, knows);
    } else {
        let followable = was_top && t.traits[from.index()].shuffled;
        let width = t.columns.width;
        let (left, came) = (Sight::of(width, &spot_from), Sight::of(width, &spot_to));
        let doubt = engine
            .world
            .block_mut(t)
            .follow(card, (from, left), (to, came), followable);
        if let Some(doubt) = doubt {
            cards::note_doubt(engine, card, from, to, doubt);
        }
    }
    engine.world.touch(t, from);
    engine.world.touch(t, to);
    engine.emit(Event::Moved {
        card,
        from: spot_from,
        to: spot_to,
    });
}

/// Moves a card to a position in a zone, counted in drawing order, or to the end if the zone has fewer cards.
pub(crate) fn move_to_place(engine: &mut Engine<'_>, card: CardId, to: ZoneId, place: usize) -> Run<()> {
    let t = engine.table;
    let from = engine.world.zone_of(t, card);
    let others = engine.world.zone_len(t, to) - usize::from(from == to);
    let full = || others >= t.zone_def(to).size.max as usize;
    if t.traits[to.index()].watched && from != to && full() {
        return Err(FaultKind::ZoneFull { zone: to }.into());
    }
    let place = place.min(others);
    let fifo = t.traits[to.index()].fifo;
    relocate(engine, card, to, if fifo { place } else { others - place });
    after_exchange(engine, &[from, to]);
    if t.traits[from.index()].watched && from != to {
        moves::after_taking(engine, from)?;
    }
    Ok(())
}

/// Updates zones whose cards have come from one of them. One zone may be there twice if all of them are the same.
fn after_exchange(engine: &mut Engine<'_>, zones: &[ZoneId]) {
    let is_one = zones.iter().all(|zone| Some(zone) == zones.first());
    for &zone in zones.iter().take(if is_one { 1 } else { zones.len() }) {
        if engine.table.traits[zone.index()].shuffled {
            cards::shuffle(engine, zone);
        }
        visibility::resync_partial(engine, zone);
    }
}

/// Restores what viewers knew after all cards of a zone have moved to another one.
fn recall_knowledge(engine: &mut Engine<'_>, to: ZoneId, known: &[(CardId, Audience)]) {
    let t = engine.table;
    if t.traits[to.index()].shuffled {
        return;
    }
    let told = engine.world.places(t, to);
    for &(card, knew) in known {
        if engine.world.zone_of(t, card) == to {
            engine.world.learn(t, card, to, knew.minus(told));
        }
    }
}
