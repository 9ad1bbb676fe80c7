//! Whether candidates can be picked together.

use super::backs;
use super::legal_set::Candidate;
use super::ways::Places;
use crate::fault::Run;
use crate::ids::{CardId, DeckId, Seat, ZoneId};
use crate::program::{Code, PickDef, PickFrom, PickWhat};
use crate::value::Value;
use crate::vm::engine::Reader;
use crate::vm::kinds::truth;
use crate::vm::select::truth;
use crate::vm::{forgiven, lists};
use smallvec::SmallVec;

/// Candidates, and the rules for picking some of them.
#[derive(Clone, Copy)]
pub(crate) struct Picking<'a> {
    pub(crate) pick: &'a PickDef,
    pub(crate) candidates: &'a [Candidate],
    /// What the conditions get behind what is picked.
    pub(crate) given: &'a [Value],
}

impl<'a> Picking<'a> {
    /// The picking of an action.
    pub(crate) fn of(pick: &'a PickDef, candidates: &'a [Candidate]) -> Picking<'a> {
        let given = &[];
        Picking {
            pick,
            candidates,
            given,
        }
    }
}

/// The value of a candidate. `None` for a hidden card.
pub fn candidate_value(reader: &Reader<'_>, pick: &PickDef, candidate: Candidate) -> Option<Value> {
    if candidate.is_hidden() {
        return None;
    }
    Some(match pick.what {
        PickWhat::Card => Value::Card(CardId(candidate.raw)),
        PickWhat::Zone => Value::Zone(ZoneId(candidate.raw)),
        PickWhat::Seat => Value::Seat(Seat(candidate.raw as u8)),
        PickWhat::Deck => Value::Deck(DeckId(candidate.raw)),
        PickWhat::Drag => match candidate.as_dragged_zone() {
            Some(zone) => Value::Zone(zone),
            None => Value::Card(CardId(candidate.raw)),
        },
        PickWhat::Option => option_values(reader, pick)
            .nth(candidate.raw as usize)
            .unwrap_or(Value::Nothing),
    })
}

/// The entries of the lists that a pick is from.
pub(crate) fn option_values(reader: &Reader<'_>, pick: &PickDef) -> impl Iterator<Item = Value> {
    let items = pick.from.iter().filter_map(|from| match from {
        PickFrom::Code(code) => reader.eval(*code).and_then(|list| reader.items(list)).ok(),
        PickFrom::OwnZone(_)
        | PickFrom::SharedZone(_)
        | PickFrom::EveryonesZone(_)
        | PickFrom::OthersZone(_) => None,
    });
    items.flatten()
}

/// Whether a candidate is legal after these picks.
pub(crate) fn candidate_is_legal(
    reader: &Reader<'_>,
    code: Code,
    pick: &PickDef,
    candidate: Candidate,
    picked: Value,
) -> Run<bool> {
    let by_back = pick.legal.is_some_and(|legal| legal.by_back);
    let known = candidate_value(reader, pick, candidate);
    let (value, zone) = match known.or_else(|| by_back.then(|| stand_in(reader, pick, candidate, 0))?) {
        Some(Value::Card(card)) => (
            Value::Card(card),
            Value::Zone(reader.world.zone_of(reader.table, card)),
        ),
        Some(Value::Zone(zone)) => (Value::Zone(zone), Value::Zone(zone)),
        Some(other) => (other, Value::Nothing),
        // A card that the seat cannot see: only its zone is known.
        None => (Value::Nothing, Value::Zone(ZoneId(candidate.raw))),
    };
    let holds = lists::in_passing(reader, || {
        reader.eval_with(code, &[value, zone, picked]).and_then(truth)
    });
    forgiven::forgiving(reader, holds)
}

/// The cards of a pick. `None` if one of them is hidden.
fn plain_cards(candidates: &[Candidate], places: &[u16]) -> Option<Places> {
    let cards = places.iter().map(|place| {
        let candidate = candidates.get(usize::from(*place))?;
        (!candidate.is_hidden()).then_some(candidate.raw)
    });
    cards.collect()
}

/// One of the cards that a hidden candidate stands for, for a condition that reads only backs: the next after so many.
/// None where they differ.
#[cold]
fn stand_in(reader: &Reader<'_>, pick: &PickDef, candidate: Candidate, after: usize) -> Option<Value> {
    let alike = candidate.back().is_some() || reader.table.one_back.is_some();
    let cards = || backs::stood_for(reader.table, reader.world, reader.player, pick.blind, candidate);
    let card = alike.then(|| cards().nth(after))?;
    card.map(Value::Card)
}

/// What is picked. Hidden cards are [stood in](stand_in) for where `by_back`, else they are nothing.
fn picked_values(reader: &Reader<'_>, picking: Picking<'_>, places: &[u16], by_back: bool) -> Run<Value> {
    let mut candidates: SmallVec<[Candidate; 8]> = SmallVec::new();
    candidates.extend(
        places
            .iter()
            .filter_map(|place| picking.candidates.get(usize::from(*place)))
            .copied(),
    );
    let value = |(at, candidate): (usize, &Candidate)| {
        let known = candidate_value(reader, picking.pick, *candidate);
        let stands_in = || {
            let before = candidates[..at].iter().filter(|other| *other == candidate);
            stand_in(reader, picking.pick, *candidate, before.count())
        };
        known.or_else(|| by_back.then(stands_in)?).unwrap_or_default()
    };
    reader.list(candidates.iter().enumerate().map(value))
}

/// Whether a finished pick is valid.
pub(crate) fn is_valid(reader: &Reader<'_>, picking: Picking<'_>, places: &[u16]) -> Run<bool> {
    match picking.pick.valid {
        Some(valid) => holds_of(reader, valid.code, picking, places),
        None => Ok(true),
    }
}

/// Whether a condition holds for a pick.
pub(crate) fn holds_of(reader: &Reader<'_>, code: Code, picking: Picking<'_>, places: &[u16]) -> Run<bool> {
    if let Some(rule) = code.rule
        && picking.pick.what == PickWhat::Card
        && let Some(cards) = plain_cards(picking.candidates, places)
        && let Some(holds) = truth::rule_holds_of(reader, rule, &cards, picking.given)
    {
        return Ok(holds);
    }
    lists::in_passing(reader, || {
        let by_back = picking.pick.valid.is_some_and(|valid| valid.by_back);
        let picked = picked_values(reader, picking, places, by_back)?;
        let mut given: SmallVec<[Value; 4]> = smallvec::smallvec![picked];
        given.extend_from_slice(picking.given);
        truth(reader.eval_with(code, &given)?)
    })
}

/// Whether a candidate can be picked after these.
pub(crate) fn may_add(reader: &Reader<'_>, picking: Picking<'_>, places: &[u16], at: u16) -> Run<bool> {
    let Picking { pick, candidates, .. } = picking;
    let Some(legal) = pick.legal.filter(|legal| legal.reads_picked) else {
        return Ok(true);
    };
    lists::in_passing(reader, || {
        let picked = picked_values(reader, picking, places, legal.by_back)?;
        candidate_is_legal(reader, legal.code, pick, candidates[at as usize], picked)
    })
}
