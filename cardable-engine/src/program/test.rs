//! Conditions in their shortest form: a row of things to look at.
//!
//! Most conditions of actions compare an item of data with a number, or ask
//! whether a zone is empty. Listing the legal choices is mostly that, so it goes
//! without registers and without the interpreter.

use super::op::Operand;

/// A condition that only looks at what lies ready, in a row.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    /// Whether one leaf that holds is enough; else all must.
    pub any: bool,
    /// What is looked at.
    pub leaves: Box<[Leaf]>,
}

/// A part of a [`Test`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Leaf {
    /// Whether a shared zone has cards (or has none).
    SharedZone {
        /// The zone.
        at: u16,
        /// Whether it must have some.
        any: bool,
    },
    /// The same of a zone of the acting seat.
    OwnZone {
        /// The zone's number among a seat's.
        at: u16,
        /// Whether it must have some.
        any: bool,
    },
    /// Whether an item of the shared data is a whole number within bounds (or out
    /// of them).
    Global {
        /// The item.
        at: u16,
        /// Whether it must lie out of the bounds.
        not: bool,
        /// The smallest number within.
        low: i64,
        /// The largest number within.
        high: i64,
    },
    /// The same of what lies elsewhere.
    Number {
        /// Where.
        at: Operand,
        /// Whether it must lie out of the bounds.
        not: bool,
        /// The smallest number within.
        low: i64,
        /// The largest number within.
        high: i64,
    },
    /// Whether a number of things is within bounds (or out of them).
    Counted {
        /// What is counted.
        what: Counted,
        /// Whether it must lie out of the bounds.
        not: bool,
        /// The smallest number within.
        low: i32,
        /// The largest number within.
        high: i32,
    },
    /// Whether a number of things is the same as a whole number (or is not).
    CountedSame {
        /// What is counted.
        what: Counted,
        /// The number.
        at: Operand,
        /// Whether they must not be the same.
        not: bool,
    },
    /// Whether what is printed on a card is the same as a value (or is not).
    Printed {
        /// The card.
        card: Operand,
        /// The attribute.
        attribute: u16,
        /// The value.
        value: Operand,
        /// Whether they must not be the same.
        not: bool,
    },
    /// Whether two values are the same (or are not).
    Same {
        /// One.
        a: Operand,
        /// The other.
        b: Operand,
        /// Whether they must not be.
        not: bool,
    },
    /// Whether one whole number is at most another.
    InOrder {
        /// The one.
        low: Operand,
        /// The other.
        high: Operand,
        /// Whether they may be equal.
        equal: bool,
    },
    /// Whether a boolean is true (or false).
    True {
        /// The boolean.
        at: Operand,
        /// Whether it must not be.
        not: bool,
    },
}

/// What a [`Leaf`] counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Counted {
    /// The cards of a zone.
    Cards(Operand),
    /// The cards of the zone of that number of all seats that persons hold, together.
    BeforeSeats(u16),
    /// The seats in play.
    Playing,
}

impl Leaf {
    /// The opposite.
    pub fn opposite(self) -> Leaf {
        match self {
            Leaf::SharedZone { at, any } => Leaf::SharedZone { at, any: !any },
            Leaf::OwnZone { at, any } => Leaf::OwnZone { at, any: !any },
            Leaf::Global { at, not, low, high } => Leaf::Global {
                at,
                not: !not,
                low,
                high,
            },
            Leaf::Number { at, not, low, high } => Leaf::Number {
                at,
                not: !not,
                low,
                high,
            },
            Leaf::Counted { what, not, low, high } => Leaf::Counted {
                what,
                not: !not,
                low,
                high,
            },
            Leaf::CountedSame { what, at, not } => Leaf::CountedSame { what, at, not: !not },
            Leaf::Printed {
                card,
                attribute,
                value,
                not,
            } => Leaf::Printed {
                card,
                attribute,
                value,
                not: !not,
            },
            Leaf::InOrder { low, high, equal } => Leaf::InOrder {
                low: high,
                high: low,
                equal: !equal,
            },
            Leaf::Same { a, b, not } => Leaf::Same { a, b, not: !not },
            Leaf::True { at, not } => Leaf::True { at, not: !not },
        }
    }
}
