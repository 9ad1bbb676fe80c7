//! From texts to rules.
//!
//! A [`Loader`] reads a ruleset with its card sets, decks and scripts, checks it, and compiles it to
//! a [`Ruleset`](cardable_engine::Ruleset). People use the crate `cardable-core`, which plays them too.

// What only a dialect uses that is left out is kept: it belongs to the builder, not to the dialect.
#![cfg_attr(
    not(all(feature = "native", feature = "phases", feature = "tables")),
    allow(dead_code, reason = "parts of the builder serve one dialect only")
)]

// In the order in which the data flows.
pub mod content;
pub mod diag;
#[doc(hidden)]
pub mod dialects;
#[doc(hidden)]
pub mod document;
#[doc(hidden)]
pub mod json;
#[doc(hidden)]
pub mod source;

mod canonical;
pub mod checked;
#[doc(hidden)]
pub mod compile;
mod loader;
#[cfg(feature = "schema")]
pub mod schema;

#[cfg(feature = "fs")]
pub use checked::load;
pub use checked::{Checked, LoadError, parse};
#[cfg(feature = "native")]
pub use dialects::native;
pub use loader::{Loader, Packed};
