//! Numbers that stand for much: sums that differ by whatever was mixed into them.

/// Mixes a number into a sum, as SplitMix64 ends.
pub(crate) fn mix(sum: u64, n: u64) -> u64 {
    let mut x = sum
        .rotate_left(23)
        .wrapping_add(n)
        .wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

/// Mixes all of some bytes into one number.
pub(crate) fn mix_bytes(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| {
        mix(sum, u64::from_le_bytes(*word))
    });
    rest.iter().fold(sum, |sum, byte| mix(sum, u64::from(*byte)))
}
