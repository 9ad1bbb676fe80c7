//! The generator of a search.

use cardable_core::Seed;
use cardable_core::rand_chacha::ChaCha8Rng;
use cardable_core::rand_chacha::rand_core::{Rng as _, SeedableRng};

/// A generator that follows from a seed.
pub(crate) fn generator(seed: Seed) -> ChaCha8Rng {
    ChaCha8Rng::from_seed(seed.0)
}

/// A new seed from a generator.
pub(crate) fn new_seed(rng: &mut ChaCha8Rng) -> Seed {
    let mut bytes = [0; 32];
    rng.fill_bytes(&mut bytes);
    Seed(bytes)
}

/// A number below `n`, which is not 0.
pub(crate) fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    // The bias of a product of 64 bits is beyond all that a search notices.
    let wide = u128::from(rng.next_u64()) * n as u128;
    (wide >> 64) as usize
}

/// A number from 0 to 1.
pub(crate) fn unit(rng: &mut ChaCha8Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}
