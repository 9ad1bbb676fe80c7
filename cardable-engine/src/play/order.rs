//! In which order reactions come that wait at the same time, where the owners of cards choose.

use super::raising::owner;
use crate::fault::Run;
use crate::ids::{CardId, Seat, Viewer};
use crate::program::ReactionDef;
use crate::value::Value;
use crate::vm::engine::{Engine, Reader};
use crate::vm::kinds::truth;
use crate::world::whole::Raised;
use smallvec::SmallVec;

/// Whether the condition of a reaction holds by now.
pub(super) fn holds(reader: &Reader<'_>, def: &ReactionDef, raised: &Raised) -> Run<bool> {
    match def.condition {
        Some(condition) => truth(reader.eval_with(condition, &raised.given)?),
        None => Ok(true),
    }
}

/// The seat whose turn to react it is, and what of its cards it may choose from; None where there is nothing to choose.
///
/// It chooses among cards that it sees and whose condition holds by now. What it cannot tell apart comes older first.
pub(super) fn to_choose_from(engine: &mut Engine<'_>, by: Option<u16>) -> Run<Option<(Seat, Value)>> {
    let waiting = match &engine.world.extras {
        Some(extras) if extras.raised.len() > 1 => extras.raised.as_slice(),
        _ => return Ok(None),
    };
    let own = waiting
        .iter()
        .filter(|raised| by.is_none_or(|by| raised.by == by));
    let Some(first) = own.min_by_key(|raised| raised.distance) else {
        return Ok(None);
    };
    let Some(seat) = carrier(first).and_then(|card| owner(engine, card)) else {
        return Ok(None);
    };
    if engine.world.dismissed.contains(seat) {
        return Ok(None);
    }
    let reader = Reader {
        player: Some(seat),
        ..engine.reader()
    };
    let turn = (first.by, first.distance);
    let mut entries: SmallVec<[Value; 8]> = SmallVec::new();
    let mut among: SmallVec<[usize; 8]> = SmallVec::new();
    let mut fuel = 0;
    for (at, raised) in waiting.iter().enumerate() {
        if (raised.by, raised.distance) != turn {
            continue;
        }
        fuel += 8;
        if let Some((def, entry)) = entry(engine, raised, seat)
            && holds(&reader, def, raised)?
        {
            among.push(at);
            if !entries.contains(&entry) {
                entries.push(entry);
            }
        }
    }
    engine.spend(fuel)?;
    if entries.len() < 2 {
        return Ok(None);
    }
    for (at, raised) in engine.world.extras_mut().raised.iter_mut().enumerate() {
        raised.asked = among.contains(&at);
    }
    let entries = engine.reader().list(entries)?;
    Ok(Some((seat, entries)))
}

/// The reaction that its owner has chosen comes next.
pub(crate) fn choose(engine: &mut Engine<'_>, chosen: Value) {
    let Some(extras) = &engine.world.extras else {
        return;
    };
    let is_chosen = |raised: &Raised| {
        let owner = carrier(raised).and_then(|card| owner(engine, card));
        let entry = owner.and_then(|seat| entry(engine, raised, seat));
        raised.asked && entry.is_some_and(|(_, entry)| entry == chosen)
    };
    let found = extras.raised.iter().position(is_chosen);
    for (at, raised) in engine.world.extras_mut().raised.iter_mut().enumerate() {
        raised.asked = false;
        if found == Some(at) {
            raised.distance = 0;
        }
    }
}

fn carrier(raised: &Raised) -> Option<CardId> {
    match raised.given[usize::from(ReactionDef::CARRIER)] {
        Value::Card(card) => Some(card),
        _ => None,
    }
}

/// What a seat is asked of a reaction, and chooses it by; None where that is not for it to choose.
fn entry<'e>(engine: &Engine<'e>, raised: &Raised, seat: Seat) -> Option<(&'e ReactionDef, Value)> {
    let table = engine.table;
    let card = carrier(raised)?;
    let sees = engine
        .world
        .face_audience(table, card)
        .contains(Viewer::Seat(seat));
    if !sees || owner(engine, card) != Some(seat) {
        return None;
    }
    let def = table.program.reactions.all.get(usize::from(raised.reaction))?;
    let is_here = def.state.is_none_or(|state| state == engine.world.scene.state);
    let entry = def.label.map_or(Value::Card(card), Value::Str);
    is_here.then_some((def, entry))
}
