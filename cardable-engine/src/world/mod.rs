//! All that changes in a game, and what stays the same during one.

// No module imports one that stands after it.
pub mod mulberry;
pub mod chance;
pub(crate) mod columns;
pub(crate) mod nesting;
pub(crate) mod unused;
pub(crate) mod lists;
pub mod texts;
pub(crate) mod journal;
pub mod scene;
pub mod whole;
pub(crate) mod heap;
pub(crate) mod origins;
pub(crate) mod opening;
pub mod table;
pub(crate) mod members;
pub(crate) mod lookup;
pub(crate) mod zone_marks;
pub(crate) mod sight;
pub(crate) mod card_data;
pub(crate) mod beginning;
pub(crate) mod layout;
pub(crate) mod domains;

pub use table::Table;
pub use whole::{GameResult, World};
