//! What a game is made of: card sets, decks and the ruleset's own text, and how each is read.
//!
//! [`Package`] is what comes out: the ruleset as it was read, with all card sets and decks that
//! it names resolved. Texts come through the [`Files`] trait: from memory, or (feature `fs`) from
//! a directory that nothing can reach out of.

pub(crate) mod beside;
pub(crate) mod called;
mod card_set;
pub(crate) mod card_table;
mod card_value;
mod deck;
mod deck_cards;
mod dialect;
#[cfg(feature = "fs")]
mod directory;
pub mod fields;
mod files;
pub(crate) mod fragments;
pub(crate) mod load;
mod memory;
#[cfg(feature = "fs")]
mod neighbours;
pub(crate) mod pack;
mod path;
pub(crate) mod pictures;
mod read_cards;
pub(crate) mod read_set;
mod roots;
mod scripts;
pub(crate) mod shelf;
mod table;
pub(crate) mod texts;

pub use beside::Beside;
pub use card_set::{Back, CardSet, CardType, Colour, Home, Suit};
pub use card_value::{CardValue, Scalar};
pub use deck::Deck;
pub(crate) use dialect::Written;
pub use dialect::{Asked, Dialect, Ending, Format, Missing, Package, PackageScripts, Reading};
#[cfg(feature = "fs")]
pub use directory::Directory;
pub(crate) use files::entries;
pub use files::{Entry, Files, FilesError, Kind, is_hidden};
pub use memory::MemoryFiles;
#[cfg(feature = "fs")]
pub use neighbours::Neighbours;
pub use path::{ContentPath, PathError};
pub use roots::Roots;
pub(crate) use texts::Translations;

/// How many card types a set may have.
pub const MAX_CARDS_IN_SET: usize = 10_000;

/// How many cards a deck may have, repeats counted.
pub const MAX_CARDS_IN_DECK: usize = 10_000;

/// How many suits a set may have.
pub const MAX_SUITS: usize = 1_000;

/// How many card types all sets of a package may have together, and how many cards all decks.
pub const MAX_CARDS: usize = 100_000;
