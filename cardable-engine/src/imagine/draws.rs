//! Random numbers of what is imagined.

use crate::world::chance::below;
use rand_chacha::ChaCha8Rng;

/// A seed for another generator.
pub(super) fn new_seed(rng: &mut ChaCha8Rng) -> [u8; 32] {
    let mut key = [0u8; 32];
    for chunk in key.chunks_mut(4) {
        chunk.copy_from_slice(&below(rng, u32::MAX).to_le_bytes());
    }
    key
}

/// Puts things in a random order.
pub(super) fn shuffle<T>(items: &mut [T], rng: &mut ChaCha8Rng) {
    for last in (1..items.len()).rev() {
        let pick = below(rng, last as u32 + 1) as usize;
        items.swap(last, pick.min(last));
    }
}
