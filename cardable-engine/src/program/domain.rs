//! What an item of data, or an option, may be.

use super::{Constants, ZoneName};
use crate::ids::{CardTypeId, ListId};
use crate::value::Value;
use serde::{Deserialize, Serialize};

/// Values that are written out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Values {
    /// Whole numbers from the first to the second, both included.
    Range(i64, i64),
    OneOf(ListId),
}

impl Values {
    /// Whether a value is one of them.
    pub fn holds(self, constants: &Constants, value: Value) -> bool {
        match self {
            Values::Range(min, max) => value
                .as_f64()
                .is_some_and(|n| n.fract() == 0.0 && n >= min as f64 && n <= max as f64),
            Values::OneOf(list) => constants.items(list).iter().any(|item| item.same(value)),
        }
    }
}

/// What an item of data may be, for those from whom it is hidden.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Domain {
    #[default]
    Unknown,
    /// Values that are written out.
    Values(Values),
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
    /// It is one of these zones.
    Zones(Box<[ZoneName]>),
    /// What another domain has, or nothing.
    OrNothing(Box<Domain>),
    List(Box<ListDomain>),
}

impl Domain {
    /// Whether a value is in it; nothing where only a table can tell.
    pub fn holds(&self, constants: &Constants, value: Value) -> Option<bool> {
        match self {
            Domain::Values(values) => Some(values.holds(constants, value)),
            Domain::OrNothing(_) if value == Value::Nothing => Some(true),
            Domain::OrNothing(inner) => inner.holds(constants, value),
            Domain::List(list) => {
                let Value::List(id) = value else {
                    return Some(false);
                };
                let items = constants.items(id);
                if !(usize::from(list.min)..=usize::from(list.max)).contains(&items.len()) {
                    return Some(false);
                }
                let held = items.iter().map(|item| list.item.holds(constants, *item));
                held.collect::<Option<Vec<bool>>>()
                    .map(|held| held.into_iter().all(|held| held))
            }
            Domain::Unknown
            | Domain::Seats
            | Domain::OtherSeats
            | Domain::Cards
            | Domain::CardsIn(_)
            | Domain::CardsOf(_)
            | Domain::Zones(_) => None,
        }
    }

    /// How deep its lists lie in one another, and how many items the longest of them has, with those of its
    /// lists.
    pub fn largest(&self) -> (u32, usize) {
        match self {
            Domain::OrNothing(inner) => inner.largest(),
            Domain::List(list) => {
                let (depth, items) = list.item.largest();
                (
                    depth + 1,
                    usize::from(list.max).saturating_mul(items.saturating_add(1)),
                )
            }
            Domain::Unknown
            | Domain::Values(_)
            | Domain::Seats
            | Domain::OtherSeats
            | Domain::Cards
            | Domain::CardsIn(_)
            | Domain::CardsOf(_)
            | Domain::Zones(_) => (0, 0),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ListDomain {
    pub item: Domain,
    pub min: u16,
    pub max: u16,
    /// Whether all items of the list differ.
    pub unique: bool,
}
