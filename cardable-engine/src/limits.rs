//! How much a game, its log and a save may hold.

/// The most cards a game may hold.
pub const MAX_CARDS: usize = 60_000;

/// The most entries a log may have, to be read and to be written: a `Match` refuses what would be
/// one more.
pub const MAX_LOG: usize = 1_000_000;

/// The most bytes a save may have.
pub const MAX_SAVE: usize = 64 << 20;

/// The most bytes of a text that is put together while a game runs.
pub const LONGEST_TEXT: usize = 1_000;

/// How many zones a game with drags may have.
pub const MOST_DRAG_ZONES: usize = u16::MAX as usize - MAX_CARDS;

/// The most items of data that a card has.
pub const MOST_CARD_DATA: usize = 64;
