//! Generates picks of several cards from a rule about all of them.
//!
//! A rule about the picked cards is converted to a few alternative ways in which it can hold: a number of cards, an
//! equal attribute, a run, a number of distinct values, a sum. For each way, a bit set tells which candidates may
//! still join the pick. Picks that fit no way are never tried. If a way covers the whole rule, the rule itself is not
//! evaluated. Picks are found in the same order as by exhaustive search.

mod groups;
mod ways;

use super::search::{Search, Went};
use super::valid::Picking;
use super::ways::Places;
use crate::fault::Run;
use crate::program::{PickWhat, cost_of_extending, cost_step_by_step};
use crate::vm::engine::Reader;
use groups::Groups;
use smallvec::SmallVec;
use ways::{Constraint, Drafting, Way};

/// With more candidates than bits in the set, picks are tried one by one.
const MOST_CANDIDATES: usize = 64;
/// Up to this many candidates, exhaustive search is cheaper than analysing the rule.
const FEW_TO_TRY: u64 = 180;
/// With more ways than this, the rule is evaluated for every pick.
const MOST_WAYS: usize = 8;

/// The requirements of a rule for picks from some candidates.
pub(crate) struct Combinations {
    groups: Groups,
    ways: SmallVec<[Way; MOST_WAYS]>,
}

/// Which later candidates may join the current pick in one way. `None` if that way can no longer hold.
type Standing = Option<u64>;

/// Analyses the rule for these candidates. `None` if nothing is known about it.
pub(crate) fn combinations(
    reader: &Reader<'_>,
    picking: Picking<'_>,
    ordered: bool,
    (min, max): (u16, u16),
) -> Option<Combinations> {
    let Picking { pick, candidates, .. } = picking;
    // What a rule is given lies in registers, which are not looked at here.
    let rule = pick
        .valid?
        .code
        .rule
        .filter(|_| !ordered && picking.given.is_empty())?;
    if cost_step_by_step(candidates.len() as u64, max) <= FEW_TO_TRY {
        return None;
    }
    let plain = pick.what == PickWhat::Card && candidates.iter().all(|candidate| !candidate.is_hidden());
    if !plain || candidates.len() > MOST_CANDIDATES {
        return None;
    }
    let rule = reader.rule(rule).ok()?;
    let mut drafting = Drafting::new(reader, candidates, (min, max));
    let ways = drafting.ways(&rule.predicate)?;
    let known = ways.iter().any(|way| way.exact || way.narrows((min, max)));
    let (groups, ways) = drafting.finish(ways);
    known.then_some(Combinations { groups, ways })
}

impl<F: FnMut(&[u16]) -> bool> Search<'_, F> {
    /// Visits the picks that fit some way.
    pub(crate) fn combine(&mut self, all: &Combinations) -> Run<Went> {
        let every = match self.picking.candidates.len() {
            MOST_CANDIDATES.. => u64::MAX,
            some => (1 << some) - 1,
        };
        let start: SmallVec<[Standing; MOST_WAYS]> =
            all.ways.iter().map(|way| all.standing(way, every, &[])).collect();
        self.combine_after(all, &start, &mut Places::new())
    }

    fn combine_after(&mut self, all: &Combinations, standing: &[Standing], picked: &mut Places) -> Run<Went> {
        if picked.len() >= self.min {
            let right = match all.holds(standing, picked) {
                Some(right) => Some(right),
                None => self.is_right(picked)?,
            };
            match right {
                None => return Ok(Went::Out),
                Some(true) if !(self.found)(picked) => return Ok(Went::Enough),
                Some(_) => {}
            }
        }
        if picked.len() >= self.max {
            return Ok(Went::Through);
        }
        let mut left = standing.iter().flatten().fold(0, |any, may_join| any | may_join);
        if left == 0 {
            return Ok(Went::Through);
        }
        let cost = cost_of_extending(self.picking.candidates.len() as u64, picked.len() as u64);
        if !self.spend(u32::try_from(cost).unwrap_or(u32::MAX)) {
            return Ok(Went::Out);
        }
        while left != 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            picked.push(at as u16);
            let went = match all.with(standing, picked, at) {
                Some(standing) => self.combine_after(all, &standing, picked)?,
                None => Went::Through,
            };
            picked.pop();
            if went != Went::Through {
                return Ok(went);
            }
        }
        Ok(Went::Through)
    }
}

impl Combinations {
    /// The standings after picking one more candidate, the last of `picked`. `None` if no way can hold any
    /// more.
    fn with(&self, before: &[Standing], picked: &[u16], at: u32) -> Option<SmallVec<[Standing; MOST_WAYS]>> {
        // Those before it were looked at as the first ones of other picks.
        let later = u64::MAX.checked_shl(at + 1).unwrap_or(0);
        let stands = |(way, before): (&Way, &Standing)| {
            let before = (*before).filter(|may_join| may_join >> at & 1 == 1)?;
            self.standing(way, before & later, picked)
        };
        let after: SmallVec<[Standing; MOST_WAYS]> = self.ways.iter().zip(before).map(stands).collect();
        after.iter().any(Option::is_some).then_some(after)
    }

    fn standing(&self, way: &Way, before: u64, picked: &[u16]) -> Standing {
        let n = picked.len();
        let mut may_join = before;
        for constraint in &way.constraints {
            may_join &= self.may_join(*constraint, way, picked)?;
        }
        if n >= usize::from(way.most) {
            may_join = 0;
        }
        let most = n + may_join.count_ones() as usize;
        (n <= usize::from(way.most) && most >= usize::from(way.least)).then_some(may_join)
    }

    /// The candidates that one constraint lets join the pick, whose last card is new. `None` if the pick
    /// violates it.
    fn may_join(&self, constraint: Constraint, way: &Way, picked: &[u16]) -> Option<u64> {
        match constraint {
            Constraint::Same { attribute } => Some(match picked.last() {
                Some(last) => self.groups.same(attribute, *last),
                None => u64::MAX,
            }),
            Constraint::Run { attribute, .. } => match picked.last() {
                Some(last) => self.groups.near(attribute, *last, way.most),
                None => Some(self.groups.numbered(attribute)),
            },
            Constraint::Distinct { attribute, most, .. } => {
                let (among, n) = self.groups.distinct(attribute, picked);
                match n.cmp(&most) {
                    std::cmp::Ordering::Less => Some(u64::MAX),
                    std::cmp::Ordering::Equal => Some(among),
                    std::cmp::Ordering::Greater => None,
                }
            }
            Constraint::Sum { table, total } => {
                let left = total.checked_sub(self.groups.sum(table, picked)?)?;
                (left >= 0).then(|| self.groups.up_to(table, left))
            }
        }
    }

    /// Whether the rule holds for the pick. `None` if it must be evaluated.
    fn holds(&self, standing: &[Standing], picked: &[u16]) -> Option<bool> {
        let mut holds = Some(false);
        for (way, standing) in self.ways.iter().zip(standing) {
            if standing.is_some() && self.way_holds(way, picked) {
                match way.exact {
                    true => return Some(true),
                    false => holds = None,
                }
            }
        }
        holds
    }

    /// Whether a pick satisfies a way that was possible so far.
    fn way_holds(&self, way: &Way, picked: &[u16]) -> bool {
        let n = picked.len();
        (usize::from(way.least)..=usize::from(way.most)).contains(&n)
            && way.constraints.iter().all(|constraint| match *constraint {
                Constraint::Same { .. } => true,
                Constraint::Run { attribute, least } => {
                    n >= usize::from(least) && self.groups.follow_each_other(attribute, picked)
                }
                Constraint::Distinct { attribute, least, .. } => {
                    self.groups.distinct(attribute, picked).1 >= least
                }
                Constraint::Sum { table, total } => self.groups.sum(table, picked) == Some(total),
            })
    }
}
