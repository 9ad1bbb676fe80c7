//! The generators the hand-written games draw from.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng};

/// A source of uniform whole numbers.
pub trait Rng {
    /// The next 32 random bits.
    fn next(&mut self) -> u32;

    /// A uniform number in `0..n` (`n` at least 1), by Lemire's method.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        let mut m = u64::from(self.next()) * u64::from(n);
        if (m as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (m as u32) < threshold {
                m = u64::from(self.next()) * u64::from(n);
            }
        }
        (m >> 32) as u32
    }

    /// Fisher and Yates, every order equally likely.
    #[inline]
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u32 + 1) as usize;
            items.swap(i, j);
        }
    }
}

/// ChaCha with eight rounds: what the engine uses.
pub struct ChaCha(ChaCha8Rng);

impl ChaCha {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl Rng for ChaCha {
    #[inline]
    fn next(&mut self) -> u32 {
        self.0.next_u32()
    }
}

/// xoshiro128++: a fast generator, to see what ChaCha costs.
pub struct Xoshiro([u32; 4]);

impl Xoshiro {
    pub fn new(seed: u64) -> Self {
        // The state is filled by splitmix64, which never leaves it all zero.
        let mut x = seed;
        let mut word = || {
            x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        let (a, b) = (word(), word());
        Self([a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32])
    }
}

impl Rng for Xoshiro {
    #[inline]
    fn next(&mut self) -> u32 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(7).wrapping_add(s[0]);
        let t = s[1] << 9;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(11);
        result
    }
}
