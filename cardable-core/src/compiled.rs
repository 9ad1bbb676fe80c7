//! Compiled rules as bytes: for programs that play games and have no compiler, such as a client on the web.
//!
//! [`Ruleset::to_bytes`](crate::Ruleset::to_bytes) writes them, and
//! [`Ruleset::from_bytes`](crate::Ruleset::from_bytes) reads them again in the same version of the engine. A program
//! that only reads them depends on `cardable-engine` alone.
//!
//! ```
//! use cardable_core::{Ruleset, compiled::Links};
//! # let ruleset = cardable_core::testing::tiny_ruleset();
//! let bytes = ruleset.to_bytes()?;
//! let again = Ruleset::from_bytes(&bytes, Links::default())?;
//! assert_eq!(again.rules().to_string(), ruleset.rules().to_string());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(inline)]
pub use cardable_engine::{BytesError, Links, MAX_RULES, NotPortable, RULES_FORMAT};
