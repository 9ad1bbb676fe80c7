//! What an item of data, or an option, may be.

use super::{Constants, ZoneName};
use crate::ids::{CardTypeId, ListId};
use crate::value::Value;

/// Values that are written out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// Whole numbers from the first to the second, both included.
    Range(i64, i64),
    /// One of a list.
    OneOf(ListId),
}

impl Values {
    /// Whether a value is one of them.
    pub(crate) fn holds(self, constants: &Constants, value: Value) -> bool {
        match self {
            Values::Range(min, max) => value.as_f64().is_some_and(|n| n >= min as f64 && n <= max as f64),
            Values::OneOf(list) => constants.items(list).iter().any(|item| item.same(value)),
        }
    }
}

/// What an item of data may be, for those from whom it is hidden.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Domain {
    /// Not declared.
    #[default]
    Unknown,
    /// Values that are written out.
    Values(Values),
    /// Any seat.
    Seats,
    /// Any seat but the one whose data it is.
    OtherSeats,
    /// Any card of the game.
    Cards,
    /// Any card that lies in one of these zones. A zone of seats is that of the seat whose data it is,
    /// and the zones of all seats where it is nobody's.
    CardsIn(Box<[ZoneName]>),
    /// Any card of one of these types.
    CardsOf(Box<[CardTypeId]>),
    /// One of these zones.
    Zones(Box<[ZoneName]>),
    /// What another domain has, or nothing.
    OrNothing(Box<Domain>),
    /// A list.
    List(Box<ListDomain>),
}

/// What a list may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListDomain {
    /// What its items may be.
    pub item: Domain,
    /// The fewest items.
    pub min: u16,
    /// The most items.
    pub max: u16,
    /// Whether all items differ.
    pub unique: bool,
}
