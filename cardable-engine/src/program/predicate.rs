//! What must hold: for a card, in a form that is worked out for all card types at once, or whatever the card.

use super::cards::TypeSet;
use super::op::{BinaryOp, Operand, Reg};
use super::rules::PickDef;
use crate::signature::Query;
use crate::value::Value;
use serde::{Deserialize, Serialize};

/// What must hold for a card. It comes to the set of card types that pass: parts that do not depend on the
/// card are worked out once for all of them, and only if some card gets that far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
    /// A value compares so with a whole number, whatever the card.
    Number {
        value: Expr,
        op: BinaryOp,
        number: i32,
        /// Whether the number stands on the left.
        swapped: bool,
    },
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
    /// Some cards all have the same value in an attribute.
    Same {
        cards: Expr,
        attribute: u16,
    },
    /// Some cards follow each other in an attribute, at least so many.
    Run {
        cards: Expr,
        attribute: u16,
        least: u16,
    },
    /// The acting seat sees the faces of some cards.
    Seen {
        cards: Expr,
    },
    /// So many of some cards stand in a relation to it: one of the program's.
    Related {
        cards: Expr,
        relation: u16,
        number: Number,
    },
    /// It stands in a relation to another card: one of the program's.
    Beside {
        card: Expr,
        relation: u16,
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
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Number {
    pub op: BinaryOp,
    pub value: Expr,
    /// Whether it must not compare so.
    pub not: bool,
}

/// A value, as predicates take it: mostly it lies ready.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Expr {
    At(Operand),
    /// An item of the shared data.
    Global(u16),
    /// How many cards a shared zone has.
    ZoneLength(u16),
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
    /// The zone of that number of a seat.
    SeatZone {
        seat: Operand,
        at: u16,
    },
    /// How many cards that zone has.
    SeatLength {
        seat: Operand,
        at: u16,
    },
    /// An item of a seat's data.
    SeatData {
        seat: Operand,
        at: u16,
    },
    /// All seats that are in play.
    Everyone,
    /// How many cards the zone of that number has of all seats together.
    Before(u16),
    /// How many seats are in play.
    Seats,
    /// The cards that are picked: only where cards are asked about.
    Picked,
    /// One of the program's measures.
    Measure(u16),
    /// What a primitive gives that only reads.
    Call {
        primitive: u16,
        n: u8,
        args: u32,
    },
    /// What the code that begins there returns, in the registers of the predicate.
    Code(u32),
}

/// A value that is worked out from cards, or from other values.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Measure {
    /// How many cards pass a predicate of their own.
    Count {
        cards: Expr,
        passing: Predicate,
    },
    /// How many different values cards have in an attribute.
    Distinct {
        cards: Expr,
        attribute: u16,
    },
    /// The value in an attribute that most cards have.
    Common {
        cards: Expr,
        attribute: u16,
    },
    /// The card with the largest, or smallest, number in an attribute; or another attribute of it.
    Extreme {
        cards: Expr,
        by: u16,
        largest: bool,
        attribute: Option<u16>,
    },
    /// The sum of what a table says of the types of those cards that pass a predicate of their own; with `seen`
    /// only of those whose faces the acting seat sees.
    Sum {
        cards: Expr,
        passing: Predicate,
        table: u16,
        seen: bool,
    },
    /// Whether a predicate holds that reads no card.
    Holds(Predicate),
    /// What a query finds out about items, each of which is in a register when the predicate is asked.
    Items {
        query: Query,
        items: Expr,
        item: Reg,
        passing: Predicate,
    },
    Binary {
        op: BinaryOp,
        a: Expr,
        b: Expr,
    },
    /// One value where a predicate holds, another where it does not.
    If {
        when: Predicate,
        then: Expr,
        otherwise: Expr,
    },
}

/// A predicate with what working it out takes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rule {
    pub predicate: Predicate,
    /// How many registers its code uses.
    pub registers: u8,
    /// How much fuel it takes to ask it of picked cards, beside that of its code.
    pub fuel: u16,
}

/// For each card type, the types of cards that stand in a relation to it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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

    /// Whether it has a row, of as many bits, for each of so many types.
    pub(crate) fn is_of(&self, types: usize) -> bool {
        self.words == types.div_ceil(64) && self.bits.len() == self.words * types
    }

    /// The types that stand in the relation to one.
    #[inline]
    pub fn row(&self, ty: usize) -> &[u64] {
        let first = ty * self.words;
        self.bits.get(first..first + self.words).unwrap_or_default()
    }
}

/// The conditions of a ruleset, and what they ask about cards.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Conditions {
    /// What must hold, for cards or whatever the card.
    pub rules: Vec<Rule>,
    /// Values that those rules compare.
    pub measures: Vec<Measure>,
    /// How cards can be related, as those rules ask.
    pub relations: Vec<Relation>,
    /// Numbers of card types, of queries and rules.
    pub tables: Vec<Vec<Value>>,
    /// What prompts let seats pick that have to go together. These conditions get what the question was given behind
    /// what is picked.
    pub answers: Vec<PickDef>,
}
