//! Calls that are code of their own.

use serde::{Deserialize, Serialize};

/// What is asked of several cards, seats or items.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Query {
    /// How many.
    Count,
    /// Whether any.
    Any,
    /// Whether all.
    All,
    /// Which.
    Filter,
    /// The sum of a number of each.
    Sum,
    /// The one with the largest number.
    MaxBy,
    /// The one with the smallest number.
    MinBy,
}

/// Calls that are compiled to code of their own instead of calling a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Same value.
    Equal,
    /// Not the same.
    NotEqual,
    /// Less.
    Less,
    /// Less or equal.
    LessEqual,
    /// Greater.
    Greater,
    /// Greater or equal.
    GreaterEqual,
    /// The opposite.
    Not,
    /// All hold; the rest is not looked at once one does not.
    And,
    /// Any holds; the rest is not looked at once one does.
    Or,
    /// One value or another.
    If,
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Quotient.
    Divide,
    /// Remainder.
    Remainder,
    /// Number of cards in a zone.
    CountZone,
    /// An assignment.
    Set,
    /// Adds to a place.
    Increment,
    /// Takes from a place.
    Decrement,
    /// Leaves for another state.
    Transition,
    /// Lays a state over the running one.
    Push,
    /// Ends a pushed state.
    Pop,
    /// Steps again and again.
    While,
    /// A question about each of several.
    Query(Query),
    /// Asks several seats.
    Ask,
    /// Lets each seat pick a deck.
    PickDeck,
    /// A list's items as parameters.
    Spread,
    /// A card's attribute by name.
    Attribute,
}
