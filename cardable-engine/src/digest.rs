//! Hashes that name rules and files.

use std::fmt::{Debug, Display, Formatter, Result};

/// A hash of 32 bytes, as [`Ruleset::edition`](crate::Ruleset::edition) and
/// [`Ruleset::rules`](crate::Ruleset::rules) give it. It is written as hexadecimal digits.
///
/// ```
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let rules = ruleset.rules();
/// assert_eq!(rules.to_string().len(), 2 * rules.as_bytes().len());
/// assert_ne!(rules, ruleset.edition());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Display for Digest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Debug for Digest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "Digest({self})")
    }
}
