//! From texts to rules.
//!
//! A [`Loader`] reads a ruleset with its card sets, decks and scripts, checks it, and compiles it to
//! a [`Ruleset`](cardable_engine::Ruleset). People use the crate `cardable-core`, which plays them too.

// What only a dialect uses that is left out is kept: it belongs to the builder, not to the dialect.
#![cfg_attr(
    not(all(feature = "dsl", feature = "phases", feature = "tables")),
    allow(dead_code, reason = "parts of the builder serve one dialect only")
)]

// No module imports one that stands after it.
mod span;
pub mod diag;
#[doc(hidden)]
pub mod json;
#[doc(hidden)]
pub mod source;
pub mod report;
#[doc(hidden)]
pub mod document;
pub mod content;
pub mod checked;
#[doc(hidden)]
pub mod hir;
mod check;
#[doc(hidden)]
pub mod compile;
#[doc(hidden)]
pub mod finish;
#[doc(hidden)]
pub mod dialects;
mod canonical;
mod loader;
#[cfg(feature = "schema")]
pub mod schema;

pub use checked::{Checked, LoadError};
#[cfg(feature = "dsl")]
pub use dialects::dsl;
#[cfg(feature = "fs")]
pub use loader::load;
pub use loader::{Loader, Packed, parse};
