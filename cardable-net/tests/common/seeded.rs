//! What tests draw is the same each time, and something else where `CARDABLE_TEST_SEED` says so: a test must
//! hold whatever is dealt.

use rand::SeedableRng as _;
use rand::rngs::StdRng;

/// What everything that tests draw follows from.
pub(crate) fn seed() -> u64 {
    match std::env::var("CARDABLE_TEST_SEED") {
        Ok(seed) => seed.parse().expect("CARDABLE_TEST_SEED is a number"),
        Err(_) => 1,
    }
}

/// A generator for what somebody in a test does; each has a number.
pub(crate) fn generator(number: u64) -> StdRng {
    StdRng::seed_from_u64(seed().wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number)
}
