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
