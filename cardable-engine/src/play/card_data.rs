//! Data of cards: how it is set, and when it is what it is at first again.

use crate::event::Event;
use crate::fault::{FaultKind, Run};
use crate::ids::{CardId, ZoneId};
use crate::play::{keeping, raising, telling};
use crate::program::{CardDataDef, DataVisible, Keep};
use crate::value::Value;
use crate::vm::engine::Engine;
use crate::world::card_data::{all_can_tell, changed};
use crate::world::sight;
use smallvec::SmallVec;

/// Sets an item of a card.
pub(crate) fn set(engine: &mut Engine<'_>, card: CardId, item: u16, value: Value) -> Run<()> {
    let t = engine.table;
    let Some(data) = t.program.data.card.get(usize::from(item)) else {
        return Ok(());
    };
    let zone = engine.world.zone_of(t, card);
    let is_told = data.def.visible == DataVisible::All && value != data.def.value;
    if is_told && !all_can_tell(engine.world, t, zone) {
        return Err(FaultKind::CardNotTold { item, zone }.into());
    }
    write(engine, card, item, value);
    Ok(())
}

/// A card is about to leave its zone: what it has is kept as its items say, and what was told of it by those who can
/// follow it.
#[inline(always)]
pub(crate) fn leave(engine: &mut Engine<'_>, card: CardId, to: ZoneId) {
    if engine.table.card_data.is_carried {
        telling::leave(engine, card, to);
        leave_with_data(engine, card, to);
    }
}

#[cold]
fn leave_with_data(engine: &mut Engine<'_>, card: CardId, to: ZoneId) {
    let t = engine.table;
    if is_unmarked(engine, card) {
        return;
    }
    let from = engine.world.zone_of(t, card);
    let is_followed = [from, to].iter().all(|zone| all_can_tell(engine.world, t, *zone));
    reset(engine, card, |data| match data.keep {
        Keep::Zone => from != to,
        Keep::Followed => !is_followed,
        Keep::Game => data.def.visible == DataVisible::All && !is_followed,
    });
}

/// The cards of a zone from a place on cannot be followed any more by all who do not see their faces.
#[inline(always)]
pub(crate) fn lose_places(engine: &mut Engine<'_>, zone: ZoneId, first: usize) {
    if engine.table.card_data.is_carried {
        telling::lose_places(engine, zone, first);
        lose_data(engine, zone, first);
    }
}

#[cold]
fn lose_data(engine: &mut Engine<'_>, zone: ZoneId, first: usize) {
    let t = engine.table;
    let cards = engine.world.zone_cards(t, zone).iter().skip(first);
    let cards: SmallVec<[u16; 64]> = cards.copied().collect();
    for card in cards {
        let card = CardId(card);
        if is_unmarked(engine, card) {
            continue;
        }
        let is_seen = crate::ids::Audience::ALL
            .minus(engine.world.face_audience(t, card))
            .is_none();
        if !is_seen {
            reset(engine, card, |data| {
                data.keep == Keep::Followed || data.def.visible == DataVisible::All
            });
        }
    }
}

/// Whether all that a card has is what it is at first.
fn is_unmarked(engine: &Engine<'_>, card: CardId) -> bool {
    changed(engine.world, engine.table, card).next().is_none()
}

fn reset(engine: &mut Engine<'_>, card: CardId, is_lost: impl Fn(&CardDataDef) -> bool) {
    let t = engine.table;
    let lost: SmallVec<[u16; 8]> = changed(engine.world, t, card)
        .map(|(item, _)| item)
        .filter(|item| t.program.data.card.get(usize::from(*item)).is_some_and(&is_lost))
        .collect();
    for item in lost {
        let first = t.program.data.card[usize::from(item)].def.value;
        write(engine, card, item, first);
    }
}

fn write(engine: &mut Engine<'_>, card: CardId, item: u16, value: Value) {
    let t = engine.table;
    let slot = t.card_data_at(card, item);
    let old = engine.world.values[slot];
    let value = keeping::keep(engine, value);
    engine.world.values[slot] = value;
    raising::card_changed(engine, card, item, old, value);
    if engine.events.is_some() && old != value {
        let zone = engine.world.zone_of(t, card);
        let spot = sight::spot(engine.world, t, card, zone, engine.world.place_of(t, card));
        engine.emit(Event::CardData {
            card,
            item,
            value,
            spot,
        });
    }
}
