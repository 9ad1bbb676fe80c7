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
#[doc(hidden)]
pub mod text;
pub mod checked;
#[doc(hidden)]
pub mod hir;
mod secrecy;
#[doc(hidden)]
pub mod expr;
mod check;
mod lower;
#[doc(hidden)]
pub mod finish;
pub mod content;
mod translate;
#[doc(hidden)]
pub mod format;
mod contents;
mod canonical;
mod packages;
mod loader;
#[cfg(feature = "debug")]
#[doc(hidden)]
pub mod opened;
#[cfg(feature = "cases")]
#[doc(hidden)]
pub mod cases;
#[cfg(feature = "schema")]
pub mod schema;

pub use checked::{Checked, LoadError};
pub use contents::Contents;
#[cfg(feature = "dsl")]
pub use format::dsl;
#[cfg(feature = "fs")]
pub use loader::load;
pub use loader::{Loader, Packed, parse};
pub use packages::{CollectedDeck, CollectedSet, Collection, Imported};
pub use text::{diag, report};
