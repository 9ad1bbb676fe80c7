//! The alternative ways in which a rule about picked cards can hold.

use super::MOST_WAYS;
use super::groups::Groups;
use crate::ids::CardId;
use crate::play::legal_set::Candidate;
use crate::program::{BinaryOp, Expr, Measure, Predicate};
use crate::value::Value;
use crate::vm::engine::{Reader, reader};
use crate::vm::kinds::truth;
use crate::vm::operators::compare;
use crate::vm::select::among;
use smallvec::SmallVec;

/// A requirement for the cards of a pick. Attributes and tables are indices into [`Groups`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Constraint {
    /// All have the same value of an attribute.
    Same { attribute: u8 },
    /// They form a run in an attribute, with at least this many cards.
    Run { attribute: u8, least: u16 },
    /// They have this many distinct values of an attribute.
    Distinct { attribute: u8, least: u16, most: u16 },
    /// Their numbers in a table add up to this total.
    Sum { table: u8, total: i64 },
}

/// One way in which a rule can hold.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The fewest and the most cards that are picked.
    pub(super) least: u16,
    pub(super) most: u16,
    pub(super) constraints: SmallVec<[Constraint; 3]>,
    /// Whether the rule requires nothing else. After an unknown part of a rule, later parts add nothing to a
    /// way, because evaluating them could fault.
    pub(super) exact: bool,
}

type Ways = SmallVec<[Way; MOST_WAYS]>;

impl Way {
    /// Whether it restricts picks of this size.
    pub(super) fn narrows(&self, (min, max): (u16, u16)) -> bool {
        !self.constraints.is_empty() || (self.least, self.most) != (min, max)
    }

    /// The conjunction. `None` if both cannot hold together.
    fn and(&self, other: &Way) -> Option<Way> {
        let mut both = self.clone();
        both.least = self.least.max(other.least);
        both.most = self.most.min(other.most);
        let new = other
            .constraints
            .iter()
            .filter(|new| !self.constraints.contains(new));
        both.constraints.extend(new.copied());
        both.exact = other.exact;
        (both.least <= both.most).then_some(both)
    }
}

/// Collects the ways of a rule.
pub(super) struct Drafting<'a> {
    reader: &'a Reader<'a>,
    candidates: &'a [Candidate],
    types: SmallVec<[u16; 16]>,
    groups: Groups,
    sizes: (u16, u16),
    all_seen: Option<bool>,
}

impl<'a> Drafting<'a> {
    pub(super) fn new(
        reader: &'a Reader<'a>,
        candidates: &'a [Candidate],
        sizes: (u16, u16),
    ) -> Drafting<'a> {
        let ty = |candidate: &Candidate| reader.world.type_of(reader.table, CardId(candidate.raw)).0;
        Drafting {
            reader,
            candidates,
            types: candidates.iter().map(ty).collect(),
            groups: Groups::default(),
            sizes,
            all_seen: None,
        }
    }

    pub(super) fn finish(self, ways: Ways) -> (Groups, Ways) {
        (self.groups, ways)
    }

    /// The ways in which a predicate can hold. `None` if there are too many.
    pub(super) fn ways(&mut self, predicate: &Predicate) -> Option<Ways> {
        match predicate {
            Predicate::All(parts) => {
                let mut all: Ways = smallvec::smallvec![self.always()];
                for part in parts {
                    let part = self.ways(part)?;
                    if all.len() * part.len().max(1) > MOST_WAYS {
                        return None;
                    }
                    let mut both = Ways::new();
                    for way in &all {
                        match way.exact {
                            true => both.extend(part.iter().filter_map(|other| way.and(other))),
                            false => both.push(way.clone()),
                        }
                    }
                    all = both;
                }
                Some(all)
            }
            Predicate::Any(parts) => {
                let mut any = Ways::new();
                for part in parts {
                    // What is not known is asked before what comes later.
                    let sure = any.iter().all(|way| way.exact);
                    let ways = self.ways(part)?.into_iter();
                    any.extend(ways.map(|way| Way {
                        exact: way.exact && sure,
                        ..way
                    }));
                }
                (any.len() <= MOST_WAYS).then_some(any)
            }
            other => Some(self.way(other).into_iter().collect()),
        }
    }

    /// The single way in which a simple predicate can hold. `None` if it cannot hold.
    fn way(&mut self, predicate: &Predicate) -> Option<Way> {
        match predicate {
            Predicate::Number {
                value,
                op,
                number,
                swapped,
            } => {
                let number = Value::Int((*number).into());
                let (op, swapped) = (*op, *swapped);
                self.compared(*value, number, op, swapped)
            }
            Predicate::Holds { op, a, b } => {
                match (
                    among::value_at_hand(self.reader, *a),
                    among::value_at_hand(self.reader, *b),
                ) {
                    (_, Some(number)) => self.compared(*a, number, *op, false),
                    (Some(number), None) => self.compared(*b, number, *op, true),
                    (None, None) => Some(self.perhaps()),
                }
            }
            Predicate::When(value) => match among::value_at_hand(self.reader, *value) {
                Some(value) => self.known(truth(value).ok()),
                None => Some(self.perhaps()),
            },
            Predicate::Same {
                cards: Expr::Picked,
                attribute,
            } => {
                let attribute = self.attribute(*attribute);
                self.constrained(attribute.map(|attribute| Constraint::Same { attribute }))
            }
            Predicate::Run {
                cards: Expr::Picked,
                attribute,
                least,
            } => {
                let attribute = self.attribute(*attribute);
                self.constrained(attribute.map(|attribute| Constraint::Run {
                    attribute,
                    least: *least,
                }))
            }
            Predicate::Seen { cards } if self.is_part_of_pick(*cards) && self.all_seen() => {
                Some(self.always())
            }
            _ => Some(self.perhaps()),
        }
    }

    /// A way that every set of cards meets.
    fn always(&self) -> Way {
        Way {
            least: self.sizes.0,
            most: self.sizes.1,
            constraints: SmallVec::new(),
            exact: true,
        }
    }

    /// A way about which nothing is known.
    fn perhaps(&self) -> Way {
        Way {
            exact: false,
            ..self.always()
        }
    }

    fn known(&self, holds: Option<bool>) -> Option<Way> {
        match holds {
            Some(true) => Some(self.always()),
            Some(false) => None,
            None => Some(self.perhaps()),
        }
    }

    fn constrained(&self, constraint: Option<Constraint>) -> Option<Way> {
        Some(match constraint {
            Some(constraint) => Way {
                constraints: smallvec::smallvec![constraint],
                ..self.always()
            },
            None => self.perhaps(),
        })
    }

    fn attribute(&mut self, attribute: u16) -> Option<u8> {
        self.groups.by_attribute(self.reader, &self.types, attribute)
    }

    /// A comparison of a value with a known one.
    fn compared(&mut self, value: Expr, with: Value, op: BinaryOp, swapped: bool) -> Option<Way> {
        let Expr::Measure(at) = value else {
            let holds = among::value_at_hand(self.reader, value).map(|value| match swapped {
                true => compare(op, with, value),
                false => compare(op, value, with),
            });
            return self.known(holds.and_then(Result::ok));
        };
        let program = self.reader.program();
        match (program.conditions.measures.get(usize::from(at)), with) {
            (Some(Measure::Count { cards, passing }), Value::Int(n))
                if *cards == Expr::Picked && is_anything(passing) =>
            {
                match bounds(op, n, swapped) {
                    Some((least, most)) => self.always().and(&Way {
                        least,
                        most,
                        ..self.always()
                    }),
                    None => Some(self.perhaps()),
                }
            }
            (Some(Measure::Distinct { cards, attribute }), Value::Int(n)) if *cards == Expr::Picked => {
                let bounds = bounds(op, n, swapped);
                let constraint = bounds.zip(self.attribute(*attribute));
                self.constrained(constraint.map(|((least, most), attribute)| Constraint::Distinct {
                    attribute,
                    least,
                    most,
                }))
            }
            (
                Some(Measure::Sum {
                    cards,
                    passing,
                    table,
                    seen,
                }),
                Value::Int(total),
            ) if *cards == Expr::Picked && is_anything(passing) && op == BinaryOp::Eq => {
                let known = !*seen || self.all_seen();
                let table = match known {
                    true => self.groups.by_table(self.reader, &self.types, *table),
                    false => None,
                };
                self.constrained(table.map(|table| Constraint::Sum { table, total }))
            }
            _ => Some(self.perhaps()),
        }
    }

    /// Whether all candidates are cards whose faces the seat sees.
    fn all_seen(&mut self) -> bool {
        if let Some(seen) = self.all_seen {
            return seen;
        }
        let mut candidates = self.candidates.iter();
        let sees =
            |seat| candidates.all(|candidate| reader::sees_face(self.reader, seat, CardId(candidate.raw)));
        let seen = self.reader.player.is_none_or(sees);
        self.all_seen = Some(seen);
        seen
    }

    /// Whether an expression is the picked cards or a part of them.
    fn is_part_of_pick(&self, cards: Expr) -> bool {
        match cards {
            Expr::Picked => true,
            Expr::Measure(at) => matches!(
                self.reader.program().conditions.measures.get(usize::from(at)),
                Some(Measure::Extreme {
                    cards: Expr::Picked,
                    attribute: None,
                    ..
                })
            ),
            _ => false,
        }
    }
}

/// Whether a predicate holds for every card.
fn is_anything(passing: &Predicate) -> bool {
    matches!(passing, Predicate::All(parts) if parts.is_empty())
}

/// The range of numbers that satisfy a comparison.
fn bounds(op: BinaryOp, n: i64, swapped: bool) -> Option<(u16, u16)> {
    let (least, most) = match (op, swapped) {
        (BinaryOp::Eq, _) => (n, n),
        (BinaryOp::Lt, false) => (0, n.checked_sub(1)?),
        (BinaryOp::Le, false) => (0, n),
        (BinaryOp::Lt, true) => (n.checked_add(1)?, i64::MAX),
        (BinaryOp::Le, true) => (n, i64::MAX),
        _ => return None,
    };
    let most = u16::try_from(most.min(u16::MAX.into())).ok()?;
    Some((u16::try_from(least.max(0)).ok()?, most))
}
