//! What parameters take.

use crate::value::Type;
use serde::{Deserialize, Serialize};

/// What a parameter takes.
///
/// See [`Param`](super::Param) for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ParamType {
    /// A value of a type.
    Value(Type),
    Whole,
    /// How many, or which one: a whole number from 0 on.
    Count,
    /// A seat, several, or `all`: the step is done for each, bound as `$player`.
    EachSeat,
    /// A seat or several, as one value.
    Seats,
    /// A card, several, or all cards of a zone.
    Cards,
    /// Something that can be assigned: `$globals.x`, `$action.x`.
    Place,
    /// The name of a state.
    StateName,
    /// The name of a zone that every seat has.
    SeatZone,
    /// The name of a card's attribute, such as `suit`.
    Attribute,
    /// The name of a designation that some zone can bear.
    Designation,
    /// The name of a role.
    Role,
    /// A call of a prompt.
    Prompt,
    Step,
    /// A list, seats, or all cards of a zone.
    Items,
    /// Any value; a text that names a zone is that zone.
    Contents,
    /// A function of one of those, or the name of a property.
    Function,
    /// A function of all that is picked, which says whether it goes together.
    OfPicked,
}

impl ParamType {
    /// What it takes, for messages: `a whole number`, `seats`.
    pub fn phrase(self) -> String {
        match self {
            ParamType::Value(ty) => ty.phrase(),
            ParamType::EachSeat => "seats".to_owned(),
            ParamType::Seats | ParamType::Cards => self.to_string(),
            ParamType::Attribute => "the name of an attribute".to_owned(),
            ParamType::Whole
            | ParamType::Count
            | ParamType::Place
            | ParamType::StateName
            | ParamType::SeatZone
            | ParamType::Designation
            | ParamType::Role
            | ParamType::Prompt
            | ParamType::Step
            | ParamType::Items
            | ParamType::Contents
            | ParamType::Function
            | ParamType::OfPicked => format!("a {self}"),
        }
    }
}

impl std::fmt::Display for ParamType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ParamType::Value(ty) => ty.fmt(f),
            ParamType::Whole => f.write_str("whole number"),
            ParamType::Count => f.write_str("whole number from 0 on"),
            ParamType::EachSeat => f.write_str("each seat"),
            ParamType::Seats => f.write_str("seats"),
            ParamType::Cards => f.write_str("cards"),
            ParamType::Place => f.write_str("place"),
            ParamType::StateName => f.write_str("state name"),
            ParamType::SeatZone => f.write_str("zone name"),
            ParamType::Attribute => f.write_str("attribute name"),
            ParamType::Designation => f.write_str("designation name"),
            ParamType::Role => f.write_str("role name"),
            ParamType::Prompt => f.write_str("prompt"),
            ParamType::Step => f.write_str("step"),
            ParamType::Items => f.write_str("list, seats or zone"),
            ParamType::Contents => f.write_str("value or zone"),
            ParamType::Function => f.write_str("function"),
            ParamType::OfPicked => f.write_str("function of what is picked"),
        }
    }
}
