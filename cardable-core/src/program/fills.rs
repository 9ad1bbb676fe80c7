//! Cards that an action moves to zones with an upper limit, or out of zones with a
//! lower one, so far as that is known before it is done.

use super::zone::ZoneName;

/// Cards that come to a zone or leave it; a seat's zone is that of the acting seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fill {
    /// The zone.
    pub zone: ZoneName,
    /// Whether they come or leave.
    pub way: Way,
    /// Which cards.
    pub cards: Filling,
}

/// Whether cards come to a zone or leave it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// They come: there must be room.
    In,
    /// They leave: as many must stay as the lower limit says.
    Out,
}

/// Which cards come to a zone or leave it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filling {
    /// Those that are picked.
    Picked,
    /// So many.
    Count(u16),
}
