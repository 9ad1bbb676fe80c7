//! Tests of cards by what is printed on them, in running code.

use super::cards::TypeSet;
use super::op::{BinaryOp, Operand};

/// A test of a card by its type. What it is compared with lies ready where the operand says.
#[derive(Clone, PartialEq, Debug)]
pub enum CardTest {
    /// Its type is one of these.
    Types(TypeSet),
    /// A printed value compares so with another value.
    Compare {
        /// The attribute.
        attribute: u16,
        /// How it is compared.
        op: BinaryOp,
        /// With what.
        value: Operand,
        /// Whether the value stands on the left.
        swapped: bool,
    },
    /// Whatever the card, this is true.
    When(Operand),
    /// All hold, asked in order.
    All(Vec<CardTest>),
    /// Any holds, asked in order.
    Any(Vec<CardTest>),
    /// It does not hold.
    Not(Box<CardTest>),
}
