//! Combinations: counts and enumerates the ways to choose some of several things.

use crate::program::binomial;
use smallvec::SmallVec;

/// Indices of picked candidates.
pub(crate) type Places = SmallVec<[u16; 8]>;

/// Maximum length of a list of allowed picks.
pub(crate) const LIST_LIMIT: usize = 4_096;

/// Number of ways to choose `min` to `max` of `n`.
pub(crate) fn ways(n: u64, min: u16, max: u16) -> u64 {
    if (min, max) == (1, 1) {
        return n;
    }
    (u64::from(min)..=u64::from(max).min(n)).fold(0u64, |sum, k| sum.saturating_add(binomial(n, k)))
}

/// The combination with this number: smaller ones first, then in order of their indices.
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

/// Some of several things, in an order that counts or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ways {
    pub(crate) n: u16,
    pub(crate) min: u16,
    pub(crate) max: u16,
    pub(crate) ordered: bool,
}

impl Ways {
    /// How many there are; at most `u64::MAX`.
    pub(crate) fn count(self) -> u64 {
        match self.ordered {
            false => ways(self.n.into(), self.min, self.max),
            true => self
                .sizes()
                .fold(0u64, |sum, k| sum.saturating_add(self.arranged(k))),
        }
    }

    /// The one with this number: smaller ones first, then in order of their indices.
    pub(crate) fn nth(self, mut index: u64) -> Places {
        if !self.ordered {
            return nth_way(self.n, self.min, self.max, index);
        }
        for k in self.sizes() {
            let here = self.arranged(k);
            if index >= here {
                index -= here;
                continue;
            }
            let mut places = Places::new();
            for done in 0..k {
                let with_each = arranged(self.n - done - 1, k - done - 1);
                let skipped = index / with_each;
                index %= with_each;
                let mut free = (0..self.n).filter(|at| !places.contains(at));
                let at = free.nth(usize::try_from(skipped).unwrap_or(usize::MAX));
                places.extend(at);
            }
            return places;
        }
        Places::new()
    }

    /// The number of one. Without an order, its indices are sorted.
    pub(crate) fn number(self, places: &[u16]) -> Option<u64> {
        if !self.ordered {
            return number_of_way(self.n, self.min, self.max, places);
        }
        let k = places.len() as u16;
        if k < self.min || k > self.max || k > self.n {
            return None;
        }
        let shorter = self.sizes().take_while(|size| *size < k);
        let mut number = shorter.fold(0u64, |sum, size| sum.saturating_add(self.arranged(size)));
        for (done, &place) in places.iter().enumerate() {
            let before = &places[..done];
            if place >= self.n || before.contains(&place) {
                return None;
            }
            let skipped = (0..place).filter(|at| !before.contains(at)).count() as u64;
            let with_each = arranged(self.n - done as u16 - 1, k - done as u16 - 1);
            number = number.saturating_add(skipped.saturating_mul(with_each));
        }
        Some(number)
    }

    fn sizes(self) -> impl Iterator<Item = u16> {
        self.min..=self.max.min(self.n)
    }

    fn arranged(self, k: u16) -> u64 {
        arranged(self.n, k)
    }
}

/// In how many orders `k` of `n` can be taken, at most `u64::MAX`.
fn arranged(n: u16, k: u16) -> u64 {
    let each = (0..k).map(|taken| u64::from(n.saturating_sub(taken)));
    each.fold(1u64, u64::saturating_mul).max(1)
}

/// Advances to the next combination of the same size. Returns false after the last one.
pub(crate) fn next_way(n: u16, places: &mut Places) -> bool {
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

/// The number of a combination with sorted indices.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_orders_are_each_others_inverse() {
        for n in 0..6u16 {
            for min in 0..=n {
                for max in min..=n {
                    let all = Ways {
                        n,
                        min,
                        max,
                        ordered: true,
                    };
                    let mut seen = std::collections::HashSet::new();
                    for index in 0..all.count() {
                        let places = all.nth(index);
                        assert_eq!(all.number(&places), Some(index), "{all:?} {places:?}");
                        assert!(seen.insert(places));
                    }
                }
            }
        }
        // Beyond all numbers, some are still found.
        let many = Ways {
            n: 60,
            min: 60,
            max: 60,
            ordered: true,
        };
        assert_eq!(many.count(), u64::MAX);
        assert_eq!(many.nth(u64::MAX - 1).len(), 60);
    }

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
