//! Cards that an action moves to zones with an upper limit, so far as that is
//! known before it is done.

use super::zone::ZoneName;

/// Cards that come to a zone; a seat's zone is that of the acting seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fill {
    /// The zone.
    pub zone: ZoneName,
    /// Which cards.
    pub cards: Filling,
}

/// Which cards come to a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filling {
    /// Those that are picked.
    Picked,
    /// So many.
    Count(u16),
}
