//! Bots that choose at random.

use cardable_core::{Choice, DecisionRef, Seed};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A generator derived from the game's seed and position only, so that a resumed or undone game continues as it
/// would have.
fn generator(seed: Seed, seq: u64, purpose: u8) -> ChaCha8Rng {
    let mut key = seed.0;
    for (byte, mix) in key.iter_mut().rev().zip(seq.to_le_bytes()) {
        *byte ^= mix;
    }
    if let Some(middle) = key.get_mut(16) {
        *middle ^= purpose;
    }
    ChaCha8Rng::from_seed(key)
}

/// The choice of a bot. It sees nothing but its own decision.
pub(crate) fn choose(decision: &DecisionRef<'_>, seed: Seed, seq: u64) -> Option<Choice> {
    decision.sample(&mut generator(seed, seq, 1 + decision.seat().0))
}

/// Draws one of `n` seats that can act at the same time.
pub(crate) fn who(n: usize, seed: Seed, seq: u64) -> usize {
    generator(seed, seq, 0x80).next_u32() as usize % n.max(1)
}
