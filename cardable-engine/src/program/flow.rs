//! Predicates as they are asked in play: a row of questions, each of which says where it goes on.
//!
//! A flow follows from its [`Predicate`], which says what must hold. What passes a question goes on to one place,
//! what fails it to another, so neither nested predicates nor their operators are looked at again: a single answer
//! runs through a flow as the cards of a hand do, as a set of types.

use super::cards::Cards;
use super::op::{BinaryOp, Operand};
use super::picked::OfPicked;
use super::predicate::{Conditions, Expr, Measure, Number, Predicate};
use crate::program::Constants;

/// A question, and where what passes or fails it goes on: the place of another one, or an end.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    pub ask: Ask,
    pub passes: u8,
    pub fails: u8,
}

/// What a flow asks at one place.
#[derive(Clone, PartialEq, Debug)]
pub enum Ask {
    /// Of a card: whether it has one of these types.
    Types(u64),
    /// Of a card: whether it has the same value in an attribute as the card that would be drawn next.
    LikeTop {
        zone: Operand,
        attribute: u16,
    },
    /// Of a card: whether its attribute equals a value.
    Having {
        attribute: u16,
        value: Expr,
    },
    /// Of a card: what [`Predicate::Beside`] asks.
    Beside {
        card: Expr,
        relation: u16,
    },
    /// Of a card: a predicate that takes more.
    OfCard(Box<Predicate>),
    /// Whether a whole number is `low` or more by `width` at the most.
    Within {
        number: Expr,
        low: i64,
        width: u64,
    },
    True(Expr),
    /// Whether two values compare so.
    Holds {
        op: BinaryOp,
        a: Expr,
        b: Expr,
    },
    /// Whether so many of some cards pass a flow of their own.
    Count {
        cards: Expr,
        passing: Box<Flow>,
        number: Number,
    },
    /// Another predicate that reads no card.
    Other(Box<Predicate>),
}

/// What must hold, as a row of questions. Each goes on at one that stands before it.
#[derive(Clone, PartialEq, Debug)]
pub struct Flow {
    pub nodes: Box<[Node]>,
    /// Where it begins: at a question or, where there is none, at an end.
    pub first: u8,
    /// How many registers its questions use.
    pub registers: u8,
}

const _: () = assert!(Flow::PLACES.is_power_of_two());

impl Flow {
    /// The most questions of a flow.
    pub const MOST: u8 = 30;
    /// The end of what passes.
    pub const PASSED: u8 = Flow::MOST;
    /// The end of what fails.
    pub const FAILED: u8 = Flow::MOST + 1;
    /// How many places there are to get to: questions and ends. It is a power of two, and so is its half: counted round
    /// by either, the ends are the last two places.
    pub const PLACES: usize = Flow::MOST as usize + 2;
    /// The most questions of a flow that gets by with half as many places.
    pub const FEW: usize = Flow::PLACES / 2 - 2;

    /// The flow of a predicate that uses so many registers. None where it names single cards, asks about picked ones,
    /// which a flow does not know, or has too many parts: then it is asked as it stands.
    fn of(predicate: &Predicate, registers: u8, program: &Ground<'_>) -> Option<Flow> {
        if program.of_picked.predicate(predicate) {
            return None;
        }
        let mut nodes = Vec::new();
        let first = program.lay(predicate, Flow::PASSED, Flow::FAILED, &mut nodes)?;
        let registers = match nodes.iter().any(Node::may_use_registers) {
            true => registers,
            false => 0,
        };
        Some(Flow {
            nodes: nodes.into(),
            first,
            registers,
        })
    }
}

impl Node {
    fn may_use_registers(&self) -> bool {
        let fixed = |expr: &Expr| match expr {
            Expr::Global(_) | Expr::ZoneLength(_) | Expr::Before(_) | Expr::Seats => true,
            Expr::At(from) | Expr::Length(from) | Expr::Top(from) => from.kind() != Operand::REGISTER,
            Expr::TopAttribute { zone: from, .. } | Expr::Attribute { card: from, .. } => {
                from.kind() != Operand::REGISTER
            }
            Expr::SeatZone { seat, .. } | Expr::SeatLength { seat, .. } | Expr::SeatData { seat, .. } => {
                seat.kind() != Operand::REGISTER
            }
            Expr::Everyone | Expr::Picked | Expr::Measure(_) | Expr::Call { .. } | Expr::Code(_) => false,
        };
        !match &self.ask {
            Ask::Types(_) => true,
            Ask::LikeTop { zone, .. } => zone.kind() != Operand::REGISTER,
            Ask::Having { value, .. } | Ask::Beside { card: value, .. } | Ask::True(value) => fixed(value),
            Ask::Within { number, .. } => fixed(number),
            Ask::Holds { a, b, .. } => fixed(a) && fixed(b),
            Ask::Count {
                cards,
                passing,
                number,
            } => passing.registers == 0 && fixed(cards) && fixed(&number.value),
            Ask::OfCard(_) | Ask::Other(_) => false,
        }
    }
}

/// What flows are made of: the constants of a program, the values of its cards, and what is asked of picked ones.
struct Ground<'p> {
    constants: &'p Constants,
    cards: &'p Cards,
    of_picked: OfPicked,
}

impl Ground<'_> {
    /// Lays the questions of a predicate, those first that come last. Returns where it begins.
    fn lay(&self, predicate: &Predicate, passes: u8, fails: u8, nodes: &mut Vec<Node>) -> Option<u8> {
        let ask = match predicate {
            Predicate::All(parts) => {
                let mut next = passes;
                for part in parts.iter().rev() {
                    next = self.lay(part, next, fails, nodes)?;
                }
                return Some(next);
            }
            Predicate::Any(parts) => {
                let mut next = fails;
                for part in parts.iter().rev() {
                    next = self.lay(part, passes, next, nodes)?;
                }
                return Some(next);
            }
            Predicate::Not(inner) => return self.lay(inner, fails, passes, nodes),
            Predicate::If {
                when,
                then,
                otherwise,
            } => {
                let otherwise = self.lay(otherwise, passes, fails, nodes)?;
                let then = self.lay(then, passes, fails, nodes)?;
                return self.lay(when, then, otherwise, nodes);
            }
            // They name single cards, or may.
            Predicate::Is(_) | Predicate::Each { .. } => return None,
            Predicate::Types(set) => Ask::Types(set.0.first().copied().unwrap_or(0)),
            Predicate::Having { attribute, value } => self.having(*attribute, *value),
            Predicate::Beside { card, relation } => Ask::Beside {
                card: *card,
                relation: *relation,
            },
            Predicate::HavingAny { .. }
            | Predicate::Compare { .. }
            | Predicate::Related { .. }
            | Predicate::SameWith { .. }
            | Predicate::RunWith { .. } => Ask::OfCard(Box::new(predicate.clone())),
            Predicate::When(value) => Ask::True(*value),
            Predicate::Holds { op, a, b } => Ask::Holds {
                op: *op,
                a: *a,
                b: *b,
            },
            Predicate::Number {
                value,
                op,
                number,
                swapped,
            } => {
                let (low, width, within) = range(*op, (*number).into(), *swapped)?;
                let (passes, fails) = if within { (passes, fails) } else { (fails, passes) };
                let number = *value;
                return self.add(Ask::Within { number, low, width }, passes, fails, nodes);
            }
            Predicate::Count {
                cards,
                passing,
                number,
            } => match Flow::of(passing, u8::MAX, self) {
                Some(passing) if self.cards.types.len() <= 64 => Ask::Count {
                    cards: *cards,
                    passing: Box::new(passing),
                    number: *number,
                },
                _ => Ask::Other(Box::new(predicate.clone())),
            },
            Predicate::Same { .. } | Predicate::Run { .. } | Predicate::Seen { .. } => {
                Ask::Other(Box::new(predicate.clone()))
            }
        };
        self.add(ask, passes, fails, nodes)
    }

    fn add(&self, ask: Ask, passes: u8, fails: u8, nodes: &mut Vec<Node>) -> Option<u8> {
        let at = nodes.len();
        nodes.push(Node { ask, passes, fails });
        (at < Flow::MOST.into()).then_some(at as u8)
    }

    /// Whether a card's attribute equals a value; that of a constant is known.
    fn having(&self, attribute: u16, value: Expr) -> Ask {
        match value {
            Expr::At(from) if from.kind() == Operand::CONSTANT => {
                let def = self.cards.attributes.get(usize::from(attribute));
                let value = self.constants.all().get(from.at());
                Ask::Types(def.zip(value).map_or(0, |(def, value)| def.word_having(*value)))
            }
            Expr::TopAttribute { zone, attribute: of } if of == attribute => Ask::LikeTop { zone, attribute },
            value => Ask::Having { attribute, value },
        }
    }
}

/// The whole numbers that compare so with another: from which on, how many more, and whether these or all others.
fn range(op: BinaryOp, number: i64, swapped: bool) -> Option<(i64, u64, bool)> {
    let up_to = |high: i64| (i64::MIN, high.wrapping_sub(i64::MIN) as u64);
    let (low, width) = match op {
        BinaryOp::Eq | BinaryOp::Ne => (number, 0),
        BinaryOp::Lt if swapped => up_to(number),
        BinaryOp::Lt => up_to(number - 1),
        BinaryOp::Le if swapped => up_to(number - 1),
        BinaryOp::Le => up_to(number),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => return None,
    };
    let within = match op {
        BinaryOp::Ne => false,
        BinaryOp::Lt | BinaryOp::Le => !swapped,
        _ => true,
    };
    Some((low, width, within))
}

/// The flows of a program's conditions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Flows {
    pub rules: Vec<Option<Flow>>,
    /// Those of the predicates that its measures ask.
    pub measures: Vec<Option<Flow>>,
}

impl Flows {
    pub fn of(conditions: &Conditions, constants: &Constants, cards: &Cards) -> Flows {
        let ground = Ground {
            constants,
            cards,
            of_picked: OfPicked::among(&conditions.measures),
        };
        let rules = conditions.rules.iter();
        let asked = |measure: &Measure| match measure {
            Measure::Count { passing, .. }
            | Measure::Sum { passing, .. }
            | Measure::Items { passing, .. } => Flow::of(passing, u8::MAX, &ground),
            Measure::Holds(predicate) | Measure::If { when: predicate, .. } => {
                Flow::of(predicate, u8::MAX, &ground)
            }
            Measure::Distinct { .. }
            | Measure::Common { .. }
            | Measure::Extreme { .. }
            | Measure::Binary { .. } => None,
        };
        Flows {
            rules: rules
                .map(|rule| Flow::of(&rule.predicate, rule.registers, &ground))
                .collect(),
            measures: conditions.measures.iter().map(asked).collect(),
        }
    }
}
