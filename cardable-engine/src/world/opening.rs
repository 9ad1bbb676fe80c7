//! Where the cards of a game begin: the same for every game of a table, whatever order they are shuffled in.

use super::whole::World;
use std::ops::Range;
use std::sync::OnceLock;

/// What all games of a table begin with; made when the first of them does.
#[derive(Debug, Default)]
pub(crate) struct Opening {
    pub(crate) layout: OnceLock<Layout>,
    fresh: OnceLock<World>,
}

impl Opening {
    /// The World before any card is laid, to begin again from: most games never do.
    pub(crate) fn fresh(&self, make: impl FnOnce() -> World) -> &World {
        self.fresh.get_or_init(make)
    }
}

/// Where the cards of all decks begin.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The copies of decks, each of which is shuffled by itself, as ranges of card numbers.
    pub(crate) copies: Vec<Range<usize>>,
    /// Which of the shuffled cards lies at each place of the order.
    pub(crate) places: Box<[u16]>,
    /// Where each zone begins in the order; one more at the end.
    pub(crate) starts: Box<[u16]>,
}
