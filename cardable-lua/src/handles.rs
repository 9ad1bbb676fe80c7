//! Handles represent seats, cards, zones and decks in scripts.
//!
//! A handle is a number in a light userdata, so it is read-only, needs no memory, and two handles of the same
//! thing are equal. Its upper half is the number of the call that made it, so it is invalid in any other call.
//! Luau hashes the lower half only, so tables with handles as keys have the same layout in every run.

use cardable_engine::ids::{CardId, DeckId, Seat, ZoneId};
use cardable_engine::value::Value;
use mlua::LightUserData;

const SEAT: u64 = 1;
const ZONE: u64 = 2;
const CARD: u64 = 3;
const DECK: u64 = 4;

/// The kinds of handles as scripts read them. A handle's kind is the index plus 1.
pub(crate) const KINDS: [&str; 4] = ["seat", "zone", "card", "deck"];

/// The handle of a value as an address. `None` unless it is a seat, card, zone or deck.
#[inline(always)]
pub(crate) fn handle(value: Value, generation: u32) -> Option<usize> {
    let (kind, id) = match value {
        Value::Seat(seat) => (SEAT, u64::from(seat.0)),
        Value::Zone(zone) => (ZONE, u64::from(zone.0)),
        Value::Card(card) => (CARD, u64::from(card.0)),
        Value::Deck(deck) => (DECK, u64::from(deck.0)),
        Value::Nothing
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::Str(_)
        | Value::List(_) => {
            return None;
        }
    };
    Some((u64::from(generation) << 32 | kind << 24 | id) as usize)
}

/// The value of a handle. `None` if another call made it.
pub(crate) fn value(handle: LightUserData, generation: u32) -> Option<Value> {
    let mut value = Value::Nothing;
    put(&mut value, handle.0.addr(), generation).then_some(value)
}

/// Writes the value of a handle to `into`. Returns false if another call made it.
#[inline(always)]
pub(crate) fn put(into: &mut Value, handle: usize, generation: u32) -> bool {
    let bits = handle as u64;
    // A 32-bit address has no room for the call's number.
    if usize::BITS > 32 && bits >> 32 != u64::from(generation) {
        return false;
    }
    let id = bits & 0xFFFF;
    match bits >> 24 & 0xFF {
        SEAT => *into = Value::Seat(Seat(id as u8)),
        ZONE => *into = Value::Zone(ZoneId(id as u16)),
        CARD => *into = Value::Card(CardId(id as u16)),
        DECK => *into = Value::Deck(DeckId(id as _)),
        _ => return false,
    }
    true
}

/// Sort key among handles: seats first, then zones, cards and decks, each in table order.
pub(crate) fn rank(handle: LightUserData) -> u32 {
    handle.0.addr() as u32
}

/// The handle's kind from 1 on; 0 if it is not a handle.
pub(crate) fn kind(handle: LightUserData) -> usize {
    match handle.0.addr() as u64 >> 24 & 0xFF {
        kind @ SEAT..=DECK => kind as usize,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardable_engine::ids::{CardId, DeckId, Seat, ZoneId};

    #[test]
    fn a_handle_is_good_in_its_own_call_only() {
        for value in [
            Value::Seat(Seat(3)),
            Value::Card(CardId(7)),
            Value::Zone(ZoneId(2)),
            Value::Deck(DeckId(1)),
        ] {
            let made = handle(value, 41);
            assert!(made.is_some(), "{value:?}");
            let found = |generation| {
                let mut value = Value::Nothing;
                put(&mut value, made?, generation).then_some(value)
            };
            assert_eq!(found(41), Some(value));
            // Each call on a thread has its own number, in whatever game.
            for other in [0, 40, 42, u32::MAX] {
                assert_eq!(found(other), None, "{value:?} in call {other}");
            }
        }
    }
}
