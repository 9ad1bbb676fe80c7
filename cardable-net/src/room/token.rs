//! Seat tokens: random secrets known only to their holders.

use crate::entropy::Entropy;
use serde::{Deserialize, Serialize};

/// The secret that holds a seat, written as 64 hexadecimal digits. The host stores only its hash.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatToken(String);

/// The stored hash of a token, in hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct TokenHash(String);

/// Encodes bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// Decodes hexadecimal digits. `None` unless there are exactly `N` bytes.
pub(crate) fn from_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    if text.len() != N * 2 || !text.is_ascii() {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(at * 2..at * 2 + 2)?, 16).ok()?;
    }
    Some(bytes)
}

impl SeatToken {
    /// Creates a random token.
    pub(crate) fn fresh(entropy: &Entropy) -> SeatToken {
        SeatToken(hex(&entropy.bytes::<32>()))
    }

    /// Wraps a token as presented by a client.
    pub fn presented(text: impl Into<String>) -> SeatToken {
        SeatToken(text.into())
    }

    /// The token itself. Never write it to a log.
    pub fn secret(&self) -> &str {
        &self.0
    }

    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash(blake3::hash(self.0.as_bytes()).to_hex().to_string())
    }
}

impl TokenHash {
    /// Whether a token has this hash.
    pub(crate) fn admits(&self, token: &SeatToken) -> bool {
        let presented = blake3::hash(token.0.as_bytes());
        // This comparison takes constant time.
        blake3::Hash::from_hex(&self.0).is_ok_and(|kept| kept == presented)
    }
}

impl std::fmt::Debug for SeatToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SeatToken(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_admits_its_token_only() {
        let entropy = Entropy::system();
        let (token, other) = (SeatToken::fresh(&entropy), SeatToken::fresh(&entropy));
        let hash = token.hash();
        assert!(hash.admits(&SeatToken::presented(token.secret())));
        assert!(!hash.admits(&other));
        assert!(!hash.admits(&SeatToken::presented("")));
        // A hash read from the store cannot be used as a token.
        assert!(!hash.admits(&SeatToken::presented(hash.0.clone())));
        assert!(!format!("{token:?}").contains(token.secret()));
    }

    #[test]
    fn hexadecimal_digits_go_there_and_back() {
        let bytes = Entropy::system().bytes::<32>();
        assert_eq!(from_hex(&hex(&bytes)), Some(bytes));
        assert_eq!(from_hex::<2>("12345"), None);
        assert_eq!(from_hex::<2>("12g4"), None);
        assert_eq!(from_hex::<2>("äö"), None);
    }
}
