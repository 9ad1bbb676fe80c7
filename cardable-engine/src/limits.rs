//! How much a game, its log and a save may hold.

/// The most cards a game may hold.
pub const MAX_CARDS: usize = 60_000;

/// The most entries a log may have, to be read and to be written: a `Match` refuses what would be
/// one more.
pub const MAX_LOG: usize = 1_000_000;

/// The most bytes a save may have.
pub const MAX_SAVE: usize = 64 << 20;
