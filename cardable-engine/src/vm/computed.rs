//! Data that is computed from other data and from cards, and never set.
//!
//! Code that reads such an item computes it, so it is never outdated. For views, which read stored values, it is stored
//! before each decision.

use super::budget::MAX_LOOKED_AT;
use super::engine::{Engine, Reader};
use super::known::Known;
use crate::fault::{FaultKind, Run};
use crate::ids::{CardId, Seat};
use crate::program::{Code, Input};
use crate::value::Value;
use smallvec::SmallVec;

/// Maximum nesting of computed items. The compiler refuses rulesets in which an item depends on itself, but it
/// cannot see into functions of scripts.
const DEEPEST: u8 = 12;

/// Computes an item of a seat's data or of the shared data.
#[cold]
pub(crate) fn computed(reader: &Reader<'_>, seat: Option<Seat>, at: u16, fuel: &mut u32) -> Run<Value> {
    let Some(def) = reader.program().data.computed(seat, at) else {
        return Ok(Value::Nothing);
    };
    let Some(code) = def.computed else {
        return Ok(Value::Nothing);
    };
    let inputs = def.inputs.as_deref();
    if let Some(inputs) = inputs
        && let Some(value) = known_item(reader, seat, at, inputs, fuel)
    {
        return Ok(value);
    }
    let (given, looked_at, burnt) = (*fuel, reader.temp.looked_at.get(), reader.temp.burnt.get());
    let value = compute(reader, seat, code, fuel)?;
    if let Some(inputs) = inputs {
        let known = Known {
            value,
            inputs: inputs_now(reader, seat, inputs),
            fuel: given - *fuel,
            looked_at: reader.temp.looked_at.get().saturating_sub(looked_at),
            burnt: reader.temp.burnt.get().saturating_sub(burnt),
        };
        reader.temp.known.borrow_mut().note(seat, at, known);
    }
    Ok(value)
}

fn compute(reader: &Reader<'_>, seat: Option<Seat>, code: Code, fuel: &mut u32) -> Run<Value> {
    let depth = reader.temp.computing.get();
    if depth >= DEEPEST {
        return Err(FaultKind::TooMany {
            what: "items of data that are computed from each other",
            limit: DEEPEST.into(),
        }
        .into());
    }
    reader.temp.computing.set(depth + 1);
    let own = Reader {
        player: seat,
        ..*reader
    };
    let value = own.eval_metered(code, fuel);
    reader.temp.computing.set(depth);
    value
}

/// The cached value of an item whose inputs have not changed. It costs as much fuel as computing it, so that
/// running out of fuel does not depend on earlier work.
fn known_item(
    reader: &Reader<'_>,
    seat: Option<Seat>,
    at: u16,
    inputs: &[Input],
    fuel: &mut u32,
) -> Option<Value> {
    let known = reader.temp.known.borrow();
    let known = known.of(seat, at)?;
    let mut then = known.inputs.iter();
    let same = inputs.iter().all(|input| {
        let mut same = true;
        each_input(reader, seat, *input, |now| same &= then.next() == Some(&now));
        same
    });
    let looked_at = reader.temp.looked_at.get().saturating_add(known.looked_at);
    let burnt = reader.temp.burnt.get().saturating_add(known.burnt);
    // Where that may not last, it is found out how far it does.
    let lasts = *fuel > known.fuel && looked_at < MAX_LOOKED_AT && burnt < Engine::FUEL;
    if !same || then.next().is_some() || !lasts {
        return None;
    }
    *fuel -= known.fuel;
    reader.temp.looked_at.set(looked_at);
    reader.temp.burnt.set(burnt);
    Some(known.value)
}

/// Like [`computed`], for callers without fuel of their own.
fn computed_alone(reader: &Reader<'_>, seat: Option<Seat>, at: u16) -> Run<Value> {
    let given = reader.fuel();
    let mut left = given;
    let value = computed(reader, seat, at, &mut left);
    reader.burn(given - left);
    value
}

/// An item of the shared data, computed if necessary.
pub(crate) fn shared_value(reader: &Reader<'_>, at: u16) -> Run<Value> {
    match reader.program().data.computed(None, at) {
        Some(_) => computed_alone(reader, None, at),
        None => Ok(reader
            .world
            .values
            .get(usize::from(at))
            .copied()
            .unwrap_or_default()),
    }
}

/// An item of a seat's data, computed if necessary.
pub(crate) fn seat_value(reader: &Reader<'_>, seat: Seat, at: u16) -> Run<Value> {
    match reader.program().data.computed(Some(seat), at) {
        Some(_) => computed_alone(reader, Some(seat), at),
        None => {
            let slot = reader.table.seat_data_at(seat, at);
            Ok(reader.world.values.get(slot).copied().unwrap_or_default())
        }
    }
}

fn inputs_now(reader: &Reader<'_>, seat: Option<Seat>, inputs: &[Input]) -> SmallVec<[Value; 8]> {
    let mut all = SmallVec::new();
    for input in inputs {
        each_input(reader, seat, *input, |value| all.push(value));
    }
    all
}

/// The current inputs of a computed item. Cards contribute their number and each card's type.
fn each_input(reader: &Reader<'_>, seat: Option<Seat>, input: Input, mut see: impl FnMut(Value)) {
    let value = |at: usize| reader.world.values.get(at).copied().unwrap_or_default();
    let mut cards = |zone| {
        let cards = reader.world.zone_cards(reader.table, zone);
        see(Value::Int(cards.len() as i64));
        for card in cards {
            let card = CardId(*card);
            let ty = reader.world.type_of(reader.table, card);
            see(Value::Int(i64::from(card.0) << 16 | i64::from(ty.0)));
        }
    };
    match (input, seat) {
        (Input::Cards(zone), _) => cards(zone),
        (Input::OwnCards(at), Some(seat)) => cards(reader.table.seat_zone(seat, at)),
        (Input::Global(at), _) => see(value(at.into())),
        (Input::OwnData(at), Some(seat)) => see(value(reader.table.seat_data_at(seat, at))),
        (Input::OwnCards(_) | Input::OwnData(_), None) => see(Value::Nothing),
    }
}
