//! What parameters take.

use crate::value::Type;

/// What a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A value of a type.
    Value(Type),
    /// A whole number.
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
    /// A step.
    Step,
    /// A list, seats, or all cards of a zone.
    Items,
    /// Any value; a text that names a zone is that zone.
    Contents,
    /// A function of one of those, or the name of a property.
    Function,
}

impl Takes {
    /// What it takes, for messages: `a whole number`, `seats`.
    pub fn phrase(self) -> String {
        match self {
            Takes::Value(ty) => ty.phrase(),
            Takes::EachSeat => "seats".to_owned(),
            Takes::Seats | Takes::Cards => self.to_string(),
            Takes::Attribute => "the name of an attribute".to_owned(),
            Takes::Whole
            | Takes::Count
            | Takes::Place
            | Takes::StateName
            | Takes::SeatZone
            | Takes::Designation
            | Takes::Role
            | Takes::Prompt
            | Takes::Step
            | Takes::Items
            | Takes::Contents
            | Takes::Function => format!("a {self}"),
        }
    }
}

impl std::fmt::Display for Takes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Takes::Value(ty) => ty.fmt(f),
            Takes::Whole => f.write_str("whole number"),
            Takes::Count => f.write_str("whole number from 0 on"),
            Takes::EachSeat => f.write_str("each seat"),
            Takes::Seats => f.write_str("seats"),
            Takes::Cards => f.write_str("cards"),
            Takes::Place => f.write_str("place"),
            Takes::StateName => f.write_str("state name"),
            Takes::SeatZone => f.write_str("zone name"),
            Takes::Attribute => f.write_str("attribute name"),
            Takes::Designation => f.write_str("designation name"),
            Takes::Role => f.write_str("role name"),
            Takes::Prompt => f.write_str("prompt"),
            Takes::Step => f.write_str("step"),
            Takes::Items => f.write_str("list, seats or zone"),
            Takes::Contents => f.write_str("value or zone"),
            Takes::Function => f.write_str("function"),
        }
    }
}
