//! Calls that are code of their own.

use serde::{Deserialize, Serialize};

/// What is asked of several cards, seats or items.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Query {
    Count,
    Any,
    All,
    Filter,
    /// Those before the first that does not pass.
    TakeWhile,
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
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Not,
    /// All hold; the rest is not looked at once one does not.
    And,
    /// Any holds; the rest is not looked at once one does.
    Or,
    /// One value or another.
    If,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    /// Number of cards in a zone.
    CountZone,
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
    Ask,
    /// Lets each seat pick a deck.
    PickDeck,
    /// A list's items as parameters.
    Spread,
    /// A card's attribute by name.
    Attribute,
    /// A card does what an ability of it says.
    Perform,
    /// Whether a card has an ability.
    CanPerform,
    /// Seats are told something of cards.
    Tell,
}
