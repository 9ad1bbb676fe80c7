//! The generator mulberry32, for games that must be shuffled as elsewhere. Its 32 bits of state
//! are guessed from a few shuffles: it is for tests and command lines, never for a host.

use crate::ids::CardId;
use serde::{Deserialize, Serialize};

/// How much the state grows with every number.
const STEP: u32 = 0x6d2b_79f5;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mulberry {
    /// What the numbers of the cards come from.
    seed: u32,
    state: u32,
}

impl Mulberry {
    /// From the first bytes of a seed.
    pub fn new(seed: &[u8; 32]) -> Mulberry {
        let [a, b, c, d, ..] = *seed;
        let seed = u32::from_le_bytes([a, b, c, d]);
        Mulberry { seed, state: seed }
    }

    /// A number from 0 up to, not including, 1.
    fn next(&mut self) -> f64 {
        self.state = self.state.wrapping_add(STEP);
        let mut t = self.state;
        t = (t ^ t >> 15).wrapping_mul(t | 1);
        t ^= t.wrapping_add((t ^ t >> 7).wrapping_mul(t | 61));
        f64::from(t ^ t >> 14) / 4_294_967_296.0
    }

    pub(crate) fn below(&mut self, n: u32) -> u32 {
        (self.next() * f64::from(n)) as u32
    }

    /// The name of a card: two numbers of a generator of its own with the same seed.
    pub(crate) fn name(&self, card: CardId) -> String {
        let drawn = u32::from(card.0).wrapping_mul(2);
        let mut own = Mulberry {
            seed: self.seed,
            state: self.seed.wrapping_add(STEP.wrapping_mul(drawn)),
        };
        let mut half = || (own.next() * f64::from(u32::MAX)) as u32;
        let (a, b) = (half(), half());
        format!("card-{a:08x}-{b:08x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(seed: u32) -> Mulberry {
        Mulberry { seed, state: seed }
    }

    #[test]
    fn numbers_are_those_of_other_programs() {
        let check = |seed, expected: &[f64]| {
            let mut rng = of(seed);
            let found: Vec<f64> = expected.iter().map(|_| rng.next()).collect();
            assert_eq!(found, expected, "{seed}");
        };
        check(0, &[0.266_429_208_684_712_65, 0.000_329_745_700_582_861_9]);
        check(1, &[0.627_073_940_588_161_3, 0.002_735_721_180_215_478]);
        check(
            42,
            &[
                0.601_103_751_920_163_6,
                0.448_290_558_997_541_67,
                0.852_465_793_490_409_9,
                0.669_734_041_439_369_3,
            ],
        );
    }

    #[test]
    fn shuffles_are_those_of_other_programs() {
        let mut rng = of(42);
        let mut items: Vec<u32> = (0..10).collect();
        for last in (1..items.len()).rev() {
            let pick = rng.below(last as u32 + 1) as usize;
            items.swap(last, pick);
        }
        assert_eq!(items, [0, 7, 3, 5, 2, 1, 8, 9, 4, 6]);
    }

    #[test]
    fn names_follow_from_the_seed_alone() {
        let mut rng = of(42);
        let first = rng.name(CardId(0));
        rng.below(7);
        assert_eq!(rng.name(CardId(0)), first);
        assert_eq!(first, "card-99e1ef7b-72c32b89");
        let mut other = of(42);
        other.next();
        other.next();
        assert_eq!(
            rng.name(CardId(1))[5..13],
            format!("{:08x}", (other.next() * f64::from(u32::MAX)) as u32)
        );
    }
}
