//! Randomness. Everything random in a game goes through one function, which a
//! search or a test may answer itself.

use super::Engine;
use crate::ids::ZoneId;
use rand_chacha::rand_core::Rng;
use smallvec::SmallVec;

/// Decides what would otherwise be random.
///
/// A shuffle of `n` cards asks `n - 1` times, for the last place first: which
/// of the first `k` cards goes to place `k - 1`.
pub trait Chance {
    /// A number from 0 to `n - 1`. A result out of range counts as 0.
    fn below(&mut self, n: u32) -> u32;
}

/// Chance that a program decides, and what it decided: the same choice can be made again.
pub(crate) struct Recorded<'c> {
    by: &'c mut dyn Chance,
    /// What it decided, as long as that is kept.
    numbers: Option<Vec<u32>>,
}

impl<'c> Recorded<'c> {
    /// How many numbers are kept of one choice.
    pub(crate) const MOST: usize = 10_000;

    /// Nothing is kept where nobody will ask.
    pub(crate) fn new(by: &'c mut dyn Chance, kept: bool) -> Recorded<'c> {
        Recorded {
            by,
            numbers: kept.then(Vec::new),
        }
    }

    /// What was decided; None where that is not kept.
    pub(crate) fn numbers(self) -> Option<Vec<u32>> {
        self.numbers
    }
}

impl Chance for Recorded<'_> {
    fn below(&mut self, n: u32) -> u32 {
        let number = self.by.below(n);
        match &mut self.numbers {
            Some(numbers) if numbers.len() < Self::MOST => numbers.push(number),
            _ => self.numbers = None,
        }
        number
    }
}

/// Decides again as was decided.
pub(crate) struct Repeated<'n>(pub(crate) std::slice::Iter<'n, u32>);

impl Chance for Repeated<'_> {
    fn below(&mut self, _: u32) -> u32 {
        self.0.next().copied().unwrap_or(0)
    }
}

/// A number below `n`, each as likely as the others, from 32-bit words
/// (D. Lemire, *Fast Random Integer Generation in an Interval*, 2019).
#[inline]
pub(crate) fn below(rng: &mut (impl Rng + ?Sized), n: u32) -> u32 {
    if n <= 1 {
        return 0;
    }
    let mut product = u64::from(rng.next_u32()) * u64::from(n);
    if (product as u32) < n {
        let least = n.wrapping_neg() % n;
        while (product as u32) < least {
            product = u64::from(rng.next_u32()) * u64::from(n);
        }
    }
    (product >> 32) as u32
}

impl Engine<'_> {
    /// A random number below `n`.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        match &mut self.chance {
            None => match &mut self.world.rare {
                Some(rare) => match &mut rare.mulberry {
                    Some(other) => other.below(n),
                    None => below(&mut self.world.rng, n),
                },
                None => below(&mut self.world.rng, n),
            },
            Some(chance) => {
                let picked = chance.below(n);
                if picked < n { picked } else { 0 }
            }
        }
    }

    /// Shuffles things in place.
    pub(crate) fn shuffle_items<T>(&mut self, items: &mut [T]) {
        let other = self.world.rare.as_ref().is_some_and(|r| r.mulberry.is_some());
        if self.chance.is_some() || other {
            for last in (1..items.len()).rev() {
                let pick = self.below(last as u32 + 1) as usize;
                items.swap(last, pick);
            }
            return;
        }
        let rng = &mut self.world.rng;
        for last in (1..items.len()).rev() {
            let pick = below(rng, last as u32 + 1) as usize;
            items.swap(last, pick);
        }
    }

    /// Shuffles the cards of a zone in place, from that place on, without any bookkeeping.
    pub(crate) fn shuffle_order(&mut self, zone: ZoneId, first: usize) {
        let t = self.table;
        let mut cards: SmallVec<[u16; 128]> = self.world.zone_cards(t, zone)[first..].into();
        self.shuffle_items(&mut cards);
        self.world.zone_cards_mut(t, zone)[first..].copy_from_slice(&cards);
    }
}
