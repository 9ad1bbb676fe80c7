//! What must hold: for a card, in a form that is worked out for all card types at once, or whatever the card.

use super::cards::TypeSet;
use super::op::{BinaryOp, Operand, Reg};

/// What must hold for a card. It comes to the set of card types that pass: parts that do not depend on the
/// card are worked out once for all of them, and only if some card gets that far.
#[derive(Clone, PartialEq, Debug)]
pub enum Predicate {
    /// It has one of these types.
    Types(TypeSet),
    /// Its attribute equals a value.
    Having {
        attribute: u16,
        value: Expr,
    },
    /// Its attribute equals an item of a list.
    HavingAny {
        attribute: u16,
        values: Expr,
    },
    /// It is this very card.
    Is(Expr),
    /// A number of its type, from the program's tables, compares so with a value.
    Compare {
        table: u16,
        op: BinaryOp,
        value: Expr,
        /// Whether the value stands on the left.
        swapped: bool,
    },
    /// This is true, whatever the card.
    When(Expr),
    /// Two values compare so, whatever the card.
    Holds {
        op: BinaryOp,
        a: Expr,
        b: Expr,
    },
    Not(Box<Predicate>),
    All(Box<[Predicate]>),
    Any(Box<[Predicate]>),
    If {
        when: Box<Predicate>,
        then: Box<Predicate>,
        otherwise: Box<Predicate>,
    },
    /// So many of some cards pass a predicate of their own, whatever the card.
    Count {
        cards: Expr,
        passing: Box<Predicate>,
        number: Number,
    },
    /// So many of some cards stand in a relation to it: one of the program's.
    Related {
        cards: Expr,
        relation: u16,
        number: Number,
    },
    /// It and some cards all have the same value in an attribute.
    SameWith {
        cards: Expr,
        attribute: u16,
    },
    /// It and some cards follow each other in an attribute, at least so many.
    RunWith {
        cards: Expr,
        attribute: u16,
        least: u16,
    },
    /// A predicate that reads the items of a list, in a register, holds for one of them or for all.
    Each {
        items: Expr,
        item: Reg,
        all: bool,
        passing: Box<Predicate>,
    },
}

/// How a number of cards must compare with a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number {
    pub op: BinaryOp,
    pub value: Expr,
    /// Whether it must not compare so.
    pub not: bool,
}

/// A value, as predicates take it: mostly it lies ready.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Expr {
    At(Operand),
    /// The card that would be drawn next from a zone.
    Top(Operand),
    /// An attribute of that card.
    TopAttribute {
        zone: Operand,
        attribute: u16,
    },
    Attribute {
        card: Operand,
        attribute: u16,
    },
    /// How many cards a zone has.
    Length(Operand),
    /// How many cards the zone of that number has of all seats together.
    Before(u16),
    /// How many seats are in play.
    Seats,
    /// What the code that begins there returns, in the registers of the predicate.
    Code(u32),
}

/// A predicate with what working it out takes.
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    pub predicate: Predicate,
    /// How many registers its code uses.
    pub registers: u8,
}

/// For each card type, the types of cards that stand in a relation to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Relation {
    words: usize,
    bits: Box<[u64]>,
}

impl Relation {
    pub fn new(rows: &[TypeSet]) -> Relation {
        Relation {
            words: rows.len().div_ceil(64),
            bits: rows.iter().flat_map(|row| row.0.iter().copied()).collect(),
        }
    }

    /// The types that stand in the relation to one.
    #[inline]
    pub fn row(&self, ty: usize) -> &[u64] {
        let first = ty * self.words;
        self.bits.get(first..first + self.words).unwrap_or_default()
    }
}
