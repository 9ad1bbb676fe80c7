//! From texts to rules.
//!
//! A [`Loader`] reads a ruleset with its card sets, decks and scripts, checks it, and compiles it to
//! a [`Ruleset`](cardable_engine::Ruleset). People use the crate `cardable-core`, which plays them too.

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
pub mod schema;

#[cfg(feature = "fs")]
pub use checked::load;
pub use checked::{Checked, LoadError, parse};
pub use dialects::native;
pub use loader::{Loader, Packed};
