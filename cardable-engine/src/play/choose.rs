//! Choosing some of several candidates: counting, numbering and finding the
//! choices, with and without rules about which go together.

use super::legal_set::{Candidate, Space};
use crate::fault::Run;
use crate::ids::{CardId, Seat, ZoneId};
use crate::program::{
    Code, FUEL_OF_A_CANDIDATE, PickDef, PickFrom, PickWhat, Valid, binomial, cost_of_extending,
    cost_step_by_step, share_of_search,
};
use crate::value::Value;
use crate::vm::engine::Reader;
use crate::vm::evaluate::LOOKED_AT_FOR_FUEL;
use crate::vm::kinds::truth;
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::HashSet;

/// Places of candidates, as picked.
pub(crate) type Places = SmallVec<[u16; 8]>;

/// How many picks a list of allowed ones holds at most.
pub(crate) const LIST_LIMIT: usize = 4_096;

/// How many ways there are to choose `min` to `max` of `n`.
pub(crate) fn ways(n: u64, min: u16, max: u16) -> u64 {
    if (min, max) == (1, 1) {
        return n;
    }
    (u64::from(min)..=u64::from(max).min(n)).fold(0u64, |sum, k| sum.saturating_add(binomial(n, k)))
}

/// The choice of that number: smaller ones first, then by their places.
pub(crate) fn nth_way(n: u16, min: u16, max: u16, mut index: u64) -> Places {
    for k in min..=max.min(n) {
        let here = binomial(n.into(), k.into());
        if index >= here {
            index -= here;
            continue;
        }
        let mut places = Places::new();
        let mut at = 0;
        while places.len() < k as usize {
            let left = u64::from(k) - places.len() as u64 - 1;
            let behind = u64::from(n.saturating_sub(at + 1));
            let with_this = binomial(behind, left);
            // Beyond all that a number can say the numbers run out first: the last ones are taken then.
            if index < with_this || behind < left + 1 {
                places.push(at);
            } else {
                index -= with_this;
            }
            at += 1;
        }
        return places;
    }
    Places::new()
}

/// The next choice of so many of `n`, by its places; false after the last one.
fn next_way(n: u16, places: &mut Places) -> bool {
    let k = places.len() as u16;
    let movable = |at: &usize| places[*at] < n - k + *at as u16;
    let Some(at) = (0..places.len()).rev().find(movable) else {
        return false;
    };
    let first = places[at] + 1;
    for (place, next) in places[at..].iter_mut().zip(first..) {
        *place = next;
    }
    true
}

/// The number of a choice whose places are in order.
pub(crate) fn number_of_way(n: u16, min: u16, max: u16, places: &[u16]) -> Option<u64> {
    let k = places.len() as u16;
    if k < min || k > max || k > n {
        return None;
    }
    let mut number: u64 = (min..k).fold(0u64, |sum, k| sum.saturating_add(binomial(n.into(), k.into())));
    let mut from = 0;
    for (done, &place) in places.iter().enumerate() {
        if place >= n || place < from {
            return None;
        }
        for skipped in from..place {
            number = number.saturating_add(binomial(
                u64::from(n - skipped - 1),
                u64::from(k) - done as u64 - 1,
            ));
        }
        from = place + 1;
    }
    Some(number)
}

pub(crate) struct Search<'a, F> {
    reader: &'a Reader<'a>,
    pick: &'a PickDef,
    pub(crate) candidates: &'a [Candidate],
    pub(crate) min: usize,
    pub(crate) max: usize,
    ordered: bool,
    /// How many candidates may still be tried.
    left: u32,
    /// How much fuel there is for finding out whether picks are right.
    fuel: u32,
    pub(crate) found: F,
}

/// What a search has found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Went {
    /// All picks were looked at.
    Through,
    /// Who asked has seen enough.
    Enough,
    /// The budget was spent before.
    Out,
}

impl<F: FnMut(&[u16]) -> bool> Search<'_, F> {
    /// Takes from the budget; `false` when there is not enough left.
    pub(crate) fn spend(&mut self, candidates: u32) -> bool {
        let left = self.left.checked_sub(candidates);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// Whether a finished pick is right; nothing where the fuel does not last for that.
    pub(crate) fn is_right(&mut self, picked: &[u16]) -> Run<Option<bool>> {
        let (pick, candidates) = (self.pick, self.candidates);
        self.reader
            .within(&mut self.fuel, |r| is_valid(r, pick, candidates, picked))
    }

    /// Looks at all ways to go on.
    fn go(&mut self, picked: &mut Places) -> Run<Went> {
        let finished = picked.len() >= self.min;
        let right = match finished {
            true => self.is_right(picked)?,
            false => Some(false),
        };
        let Some(right) = right else {
            return Ok(Went::Out);
        };
        if right && !(self.found)(picked) {
            return Ok(Went::Enough);
        }
        if picked.len() >= self.max {
            return Ok(Went::Through);
        }
        if !right {
            match self.may_become_right(finished, picked)? {
                Some(true) => {}
                Some(false) => return Ok(Went::Through),
                None => return Ok(Went::Out),
            }
        }
        let cost = cost_of_extending(self.candidates.len() as u64, picked.len() as u64);
        if !self.spend(u32::try_from(cost).unwrap_or(u32::MAX)) {
            return Ok(Went::Out);
        }
        let from = if self.ordered {
            0
        } else {
            picked.last().map_or(0, |p| p + 1)
        };
        for at in from..self.candidates.len() as u16 {
            if picked.contains(&at) || self.looks_like_an_earlier_one(at, picked) {
                continue;
            }
            if self.ordered {
                let (pick, candidates) = (self.pick, self.candidates);
                let may_add = self
                    .reader
                    .within(&mut self.fuel, |r| may_add(r, pick, candidates, picked, at));
                match may_add? {
                    Some(true) => {}
                    Some(false) => continue,
                    None => return Ok(Went::Out),
                }
            }
            picked.push(at);
            let went = self.go(picked)?;
            picked.pop();
            if went != Went::Through {
                return Ok(went);
            }
        }
        Ok(Went::Through)
    }

    /// Whether more candidates may make a pick right that is not, as far as that is seen.
    fn may_become_right(&mut self, finished: bool, picked: &[u16]) -> Run<Option<bool>> {
        match self.pick.valid {
            // Of less than two things it says nothing.
            Some(Valid {
                code,
                parts: Some(parts),
            }) if picked.len() > 1 => {
                if finished && parts == code {
                    return Ok(Some(false));
                }
                let (pick, candidates) = (self.pick, self.candidates);
                self.reader
                    .within(&mut self.fuel, |r| holds_of(r, parts, pick, candidates, picked))
            }
            _ => Ok(Some(true)),
        }
    }

    /// Looks at picks where there are too many to look at all: of each number of candidates, the small
    /// ones first, all picks or, where these are too many, some that are scattered over them.
    fn by_size(&mut self) -> Run<Went> {
        let n = self.candidates.len() as u16;
        let (min, max) = (self.min as u16, (self.max as u16).min(n));
        let mut went = Went::Through;
        for size in min..=max {
            let cost = u32::from(size.max(1));
            // What small numbers leave over is for the others.
            let share = self.left / u32::from(max - size + 1) / cost;
            let every = binomial(n.into(), size.into()) <= share.into();
            let mut picked: Places = (0..size).collect();
            let mut scattered = Scattered::new(n, size);
            let mut seen = HashSet::new();
            for _ in 0..share {
                if !self.spend(cost) {
                    return Ok(Went::Out);
                }
                let new = if every {
                    self.takes_earlier_ones(&picked)
                } else {
                    picked = scattered.pick();
                    self.take_earlier_ones(&mut picked);
                    seen.insert(picked.clone())
                };
                let right = match new {
                    true => self.is_right(&picked)?,
                    false => Some(false),
                };
                match right {
                    None => return Ok(Went::Out),
                    Some(true) if !(self.found)(&picked) => return Ok(Went::Enough),
                    Some(_) => {}
                }
                if every && !next_way(n, &mut picked) {
                    break;
                }
            }
            if !every {
                went = Went::Out;
            }
        }
        Ok(went)
    }

    /// Whether, of candidates that look alike, the first ones are picked.
    fn takes_earlier_ones(&self, picked: &[u16]) -> bool {
        !picked
            .iter()
            .any(|at| self.looks_like_an_earlier_one(*at, picked))
    }

    /// Picks, of candidates that look alike, the first ones.
    fn take_earlier_ones(&self, picked: &mut Places) {
        while let Some(place) = picked
            .iter()
            .position(|at| self.looks_like_an_earlier_one(*at, picked))
        {
            let this = self.candidates[picked[place] as usize];
            let free = |at: &u16| self.candidates[*at as usize] == this && !picked.contains(at);
            let Some(earlier) = (0..picked[place]).find(free) else {
                return;
            };
            picked[place] = earlier;
            picked.sort_unstable();
        }
    }

    /// Hidden cards of a zone look alike: the first free one stands for all.
    fn looks_like_an_earlier_one(&self, at: u16, picked: &[u16]) -> bool {
        let this = self.candidates[at as usize];
        this.hidden
            && (0..at).any(|other| self.candidates[other as usize] == this && !picked.contains(&other))
    }
}

/// Picks of so many of `n`, scattered over all of them. The same ones whenever they are asked for, so that
/// choices keep their numbers.
struct Scattered {
    n: u16,
    size: u16,
    state: u64,
}

impl Scattered {
    fn new(n: u16, size: u16) -> Scattered {
        Scattered {
            n,
            size,
            state: u64::from(n) << 16 | u64::from(size),
        }
    }

    /// The next one: each candidate is picked with the chance that fills the pick in the end.
    fn pick(&mut self) -> Places {
        let mut places = Places::new();
        for at in 0..self.n {
            let wanted = u64::from(self.size) - places.len() as u64;
            if self.below((self.n - at).into()) < wanted {
                places.push(at);
            }
        }
        places
    }

    /// SplitMix64, as Steele, Lea and Flood describe it in "Fast splittable pseudorandom number
    /// generators" (2014).
    fn below(&mut self, n: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        ((u128::from(z) * u128::from(n)) >> 64) as u64
    }
}

/// The cards of a pick; None where one of them is hidden.
fn plain_cards(candidates: &[Candidate], places: &[u16]) -> Option<Places> {
    let cards = places.iter().map(|place| {
        let candidate = candidates.get(usize::from(*place))?;
        (!candidate.hidden).then_some(candidate.raw)
    });
    cards.collect()
}

fn picked_values(
    reader: &Reader<'_>,
    pick: &PickDef,
    candidates: &[Candidate],
    places: &[u16],
) -> Run<Value> {
    let values = places
        .iter()
        .filter_map(|p| candidates.get(*p as usize))
        .map(|c| reader.candidate_value(pick, *c).unwrap_or(Value::Nothing));
    reader.list(values)
}

/// Whether a finished pick is right.
pub(crate) fn is_valid(
    reader: &Reader<'_>,
    pick: &PickDef,
    candidates: &[Candidate],
    places: &[u16],
) -> Run<bool> {
    match pick.valid {
        Some(valid) => holds_of(reader, valid.code, pick, candidates, places),
        None => Ok(true),
    }
}

/// Whether a condition holds of a pick.
fn holds_of(
    reader: &Reader<'_>,
    code: Code,
    pick: &PickDef,
    candidates: &[Candidate],
    places: &[u16],
) -> Run<bool> {
    if let Some(rule) = code.rule
        && pick.what == PickWhat::Card
        && let Some(cards) = plain_cards(candidates, places)
        && let Some(holds) = reader.rule_holds_of(rule, &cards)
    {
        return Ok(holds);
    }
    reader.in_passing(|| {
        let picked = picked_values(reader, pick, candidates, places)?;
        truth(reader.eval_with(code, &[picked])?)
    })
}

/// Whether one more candidate may be picked after others.
pub(crate) fn may_add(
    reader: &Reader<'_>,
    pick: &PickDef,
    candidates: &[Candidate],
    places: &[u16],
    at: u16,
) -> Run<bool> {
    let Some(legal) = pick.legal.filter(|legal| legal.reads_picked) else {
        return Ok(true);
    };
    reader.in_passing(|| {
        let picked = picked_values(reader, pick, candidates, places)?;
        candidate_is_legal(reader, legal.code, pick, candidates[at as usize], picked)
    })
}

/// How many candidates the search for right picks of one action may try. The budget of a listing is
/// shared evenly among the seats that may act and the actions of the state that search, whether they
/// are offered or not: what others hold in their hands has no influence on it.
pub(crate) fn search_share(reader: &Reader<'_>) -> u32 {
    let scenes = 1 + reader
        .world
        .extras
        .as_ref()
        .map_or(0, |extras| extras.scenes.len());
    let seats = reader.may_act().len().max(1);
    let listing = reader.program().listings.get(reader.world.scene.state.index());
    share_of_search(scenes * seats, listing.map_or(1, |listing| listing.searches))
}

/// Looks at the allowed picks, one after the other, while `found` says to go on. Tells whether it has
/// seen them all.
pub(crate) fn each_pick(
    reader: &Reader<'_>,
    pick: &PickDef,
    candidates: &[Candidate],
    space: Space,
    found: impl FnMut(&[u16]) -> bool,
) -> Run<bool> {
    let Space::Choose {
        min,
        max,
        ordered,
        share,
        ..
    } = space
    else {
        return Ok(true);
    };
    let n = candidates.len() as u64;
    let given = share.saturating_mul(FUEL_OF_A_CANDIDATE);
    let mut search = Search {
        reader,
        pick,
        candidates,
        min: min as usize,
        max: max as usize,
        ordered,
        left: share,
        fuel: given,
        found,
    };
    let narrowed = pick.valid.is_some_and(|valid| valid.parts.is_some());
    let went = if !ordered && !narrowed && cost_step_by_step(n, max) > u64::from(share) {
        search.by_size()
    } else if let Some(combinations) = reader.combinations(pick, candidates, ordered, (min, max)) {
        search.combine(&combinations)
    } else {
        search.go(&mut Places::new())
    };
    // Whoever searches again and again within one run meets the bound of looking at cards.
    let tried = (share - search.left) as usize;
    let burnt = (given - search.fuel) as usize / LOOKED_AT_FOR_FUEL;
    let add = |count: &Cell<usize>, more| count.set(count.get().saturating_add(more));
    add(&reader.temp.tried, tried);
    add(&reader.temp.looked_at, tried + burnt);
    Ok(went? == Went::Through)
}

/// Whether there is any allowed pick; nothing where that has not been found out.
pub(crate) fn any_pick(
    reader: &Reader<'_>,
    pick: &PickDef,
    candidates: &[Candidate],
    space: Space,
) -> Run<Option<bool>> {
    let mut any = false;
    let all = each_pick(reader, pick, candidates, space, |_| {
        any = true;
        false
    })?;
    Ok(if any || all { Some(any) } else { None })
}

impl Reader<'_> {
    /// The value a candidate stands for; `None` for a hidden card.
    pub fn candidate_value(&self, pick: &PickDef, candidate: Candidate) -> Option<Value> {
        if candidate.hidden {
            return None;
        }
        Some(match pick.what {
            PickWhat::Card => Value::Card(CardId(candidate.raw)),
            PickWhat::Zone => Value::Zone(ZoneId(candidate.raw)),
            PickWhat::Seat => Value::Seat(Seat(candidate.raw as u8)),
            PickWhat::Deck => Value::Deck(crate::ids::DeckId(candidate.raw)),
            PickWhat::Drag => match candidate.as_dragged_zone() {
                Some(zone) => Value::Zone(zone),
                None => Value::Card(CardId(candidate.raw)),
            },
            PickWhat::Option => {
                let items = pick.from.iter().filter_map(|from| match from {
                    PickFrom::Code(code) => self.eval(*code).and_then(|v| self.items(v)).ok(),
                    _ => None,
                });
                items
                    .flatten()
                    .nth(candidate.raw as usize)
                    .unwrap_or(Value::Nothing)
            }
        })
    }
}

/// Whether one candidate is legal with these picked already.
pub(crate) fn candidate_is_legal(
    reader: &Reader<'_>,
    code: Code,
    pick: &PickDef,
    candidate: Candidate,
    picked: Value,
) -> Run<bool> {
    let (value, zone) = match reader.candidate_value(pick, candidate) {
        Some(Value::Card(card)) => (
            Value::Card(card),
            Value::Zone(reader.world.zone_of(reader.table, card)),
        ),
        Some(Value::Zone(zone)) => (Value::Zone(zone), Value::Zone(zone)),
        Some(other) => (other, Value::Nothing),
        // A card that the seat cannot see: only its zone is known.
        None => (Value::Nothing, Value::Zone(ZoneId(candidate.raw))),
    };
    let holds = reader.in_passing(|| reader.eval_with(code, &[value, zone, picked]).and_then(truth));
    reader.forgiving(holds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ways_are_each_others_inverse() {
        for n in 0..8u16 {
            for min in 0..=n {
                for max in min..=n {
                    let total = ways(n.into(), min, max);
                    for index in 0..total {
                        let places = nth_way(n, min, max, index);
                        if places.len() == min as usize {
                            let mut next = places.clone();
                            let after = next_way(n, &mut next);
                            let another = nth_way(n, min, min, index + 1);
                            assert_eq!(after.then_some(next), (!another.is_empty()).then_some(another));
                        }
                        assert_eq!(
                            number_of_way(n, min, max, &places),
                            Some(index),
                            "{n} {min} {max} {places:?}"
                        );
                    }
                }
            }
        }
    }
}
