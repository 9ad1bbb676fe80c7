//! Cards that an action moves to zones with an upper limit, or out of zones with a
//! lower one, so far as that is known before it is done.

use super::zone::ZoneName;
use serde::{Deserialize, Serialize};

/// Cards that come to a zone or leave it; a seat's zone is that of the acting seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CapacityChange {
    pub zone: ZoneName,
    /// Whether it is the zone of each seat that plays, not only of the acting one.
    pub each_seat: bool,
    /// Whether as many cards as that move for each seat that plays.
    pub per_seat: bool,
    /// Whether they come or leave.
    pub way: Way,
    pub cards: ChangedCards,
}

/// Whether cards come to a zone or leave it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Way {
    /// They come: there must be room.
    In,
    /// They leave: as many must stay as the lower limit says.
    Out,
}

/// Which cards come to a zone or leave it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ChangedCards {
    Picked,
    Count(u16),
    /// As many as a zone has, and no more than `most`.
    Of {
        zone: ZoneName,
        most: u16,
    },
    /// As many as the zones of all seats have together.
    OfSeats(u16),
    /// All that are in the game and lie elsewhere.
    InGame,
    /// As many as another zone has, in place of all that lay there.
    Instead(ZoneName),
}
