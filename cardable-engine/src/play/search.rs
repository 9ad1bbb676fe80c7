//! The search for allowed picks, with a budget.

use super::valid::{Picking, holds_of, is_valid, may_add};
use super::ways::{Places, next_way};
use crate::fault::Run;
use crate::program::{Valid, binomial, cost_of_extending};
use crate::vm::engine::Reader;
use crate::vm::evaluate;
use std::collections::HashSet;

pub(crate) struct Search<'a, F> {
    pub(crate) reader: &'a Reader<'a>,
    pub(crate) picking: Picking<'a>,
    pub(crate) min: usize,
    pub(crate) max: usize,
    pub(crate) ordered: bool,
    /// Number of candidates that may still be tried.
    pub(crate) left: u32,
    /// Remaining fuel for validating picks.
    pub(crate) fuel: u32,
    pub(crate) found: F,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Went {
    /// All picks were visited.
    Through,
    /// The caller has seen enough.
    Enough,
    /// The budget ran out.
    Out,
}

impl<F: FnMut(&[u16]) -> bool> Search<'_, F> {
    /// Subtracts from the budget. Returns false if too little is left.
    pub(crate) fn spend(&mut self, candidates: u32) -> bool {
        let left = self.left.checked_sub(candidates);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// Whether a finished pick is valid. `None` if the fuel does not suffice.
    pub(crate) fn is_right(&mut self, picked: &[u16]) -> Run<Option<bool>> {
        let picking = self.picking;
        evaluate::within(self.reader, &mut self.fuel, |r| is_valid(r, picking, picked))
    }

    /// Visits all continuations of a pick.
    pub(crate) fn go(&mut self, picked: &mut Places) -> Run<Went> {
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
        let cost = cost_of_extending(self.picking.candidates.len() as u64, picked.len() as u64);
        if !self.spend(u32::try_from(cost).unwrap_or(u32::MAX)) {
            return Ok(Went::Out);
        }
        let from = if self.ordered {
            0
        } else {
            picked.last().map_or(0, |p| p + 1)
        };
        for at in from..self.picking.candidates.len() as u16 {
            if picked.contains(&at) || self.looks_like_an_earlier_one(at, picked) {
                continue;
            }
            if self.ordered {
                let picking = self.picking;
                let may_add =
                    evaluate::within(self.reader, &mut self.fuel, |r| may_add(r, picking, picked, at));
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
        match self.picking.pick.valid {
            // Of less than two things it says nothing.
            Some(Valid {
                code,
                parts: Some(parts),
                ..
            }) if picked.len() > 1 => {
                if finished && parts == code {
                    return Ok(Some(false));
                }
                let picking = self.picking;
                evaluate::within(self.reader, &mut self.fuel, |r| {
                    holds_of(r, parts, picking, picked)
                })
            }
            _ => Ok(Some(true)),
        }
    }

    /// Visits picks if there are too many for a full search: by size, small ones first; all picks of a size or,
    /// if these are too many, a scattered sample.
    pub(crate) fn by_size(&mut self) -> Run<Went> {
        let n = self.picking.candidates.len() as u16;
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

    /// Whether, among candidates that look the same, the first ones are picked.
    fn takes_earlier_ones(&self, picked: &[u16]) -> bool {
        !picked
            .iter()
            .any(|at| self.looks_like_an_earlier_one(*at, picked))
    }

    /// Replaces picks with the first candidates that look the same.
    fn take_earlier_ones(&self, picked: &mut Places) {
        while let Some(place) = picked
            .iter()
            .position(|at| self.looks_like_an_earlier_one(*at, picked))
        {
            let this = self.picking.candidates[picked[place] as usize];
            let free = |at: &u16| self.picking.candidates[*at as usize] == this && !picked.contains(at);
            let Some(earlier) = (0..picked[place]).find(free) else {
                return;
            };
            picked[place] = earlier;
            picked.sort_unstable();
        }
    }

    /// Whether a candidate is a hidden card with an earlier unpicked one in the same zone: the first free one
    /// represents all.
    fn looks_like_an_earlier_one(&self, at: u16, picked: &[u16]) -> bool {
        let this = self.picking.candidates[at as usize];
        this.is_hidden()
            && (0..at)
                .any(|other| self.picking.candidates[other as usize] == this && !picked.contains(&other))
    }
}

/// A scattered sample of picks of a given size from `n` candidates. The sample is the same every time, so that
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

    /// The next pick. Each candidate is chosen with the probability that completes the pick at the end.
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
