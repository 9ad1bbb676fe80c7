//! Conditions in their shortest form.

use super::Function;
use crate::compile::node::{NodeId, NodeKind};
use crate::compile::stmt::Stmt;
use cardable_engine::primitives::Form;
use cardable_engine::program::op::{Operand, Place, Quick};
use cardable_engine::program::{Counted, Leaf, Test};
use cardable_engine::value::Value;

impl Function<'_> {
    /// A condition as a row of things to look at, when it is no more than that.
    pub(super) fn test(&mut self, condition: NodeId) -> Option<Test> {
        self.intern(condition);
        let (any, parts) = match &self.b.get(condition).kind {
            NodeKind::Form(Form::And, args) => (false, args.as_slice()),
            NodeKind::Form(Form::Or, args) => (true, args.as_slice()),
            _ => (false, &[condition][..]),
        };
        let leaves: Option<Box<[Leaf]>> = parts.iter().map(|part| self.leaf(*part)).collect();
        Some(Test { any, leaves: leaves? })
    }

    /// Whether the question that steps open with has an answer, where that is no
    /// more than comparing two numbers.
    pub(super) fn opening(&mut self, steps: &[Stmt]) -> Option<Test> {
        let node = match steps.first()? {
            Stmt::Do(node) | Stmt::Set { value: node, .. } => *node,
            _ => return None,
        };
        let NodeKind::Ask { prompt, args, .. } = self.b.get(node).kind.clone() else {
            return None;
        };
        let equal = match prompt.name {
            "prompt_number" => true,
            "prompt_number_excl_incl" => false,
            _ => return None,
        };
        self.intern(node);
        let [low, high, ..] = args[..] else { return None };
        let leaf = Leaf::InOrder {
            low: self.lying(low)?,
            high: self.lying(high)?,
            equal,
        };
        Some(Test {
            any: false,
            leaves: [leaf].into(),
        })
    }

    /// Makes a test the program's.
    pub(super) fn keep_test(&mut self, test: Test) -> Quick {
        match u16::try_from(self.b.tests.len()) {
            Ok(at) => {
                self.b.tests.push(test);
                Quick::Test(at)
            }
            Err(_) => Quick::No,
        }
    }

    /// Keeps the constants that a condition names.
    fn intern(&mut self, condition: NodeId) {
        let mut stack = vec![condition];
        while let Some(id) = stack.pop() {
            let kind = self.b.get(id).kind.clone();
            if let NodeKind::Const(value) = kind {
                self.b.constants.value(value);
            }
            super::children(&kind, &mut stack);
        }
    }

    fn leaf(&self, node: NodeId) -> Option<Leaf> {
        if let Some(zone) = self.tested_zone(node) {
            return self.zone_leaf(zone);
        }
        let (form, args) = match &self.b.get(node).kind {
            NodeKind::Form(form, args) => (*form, args),
            _ => {
                let at = self.lying(node)?;
                return Some(Leaf::True { at, not: false });
            }
        };
        if form == Form::Not {
            return self.leaf(*args.first()?).map(Leaf::opposite);
        }
        let [a, b] = args[..] else { return None };
        let turned = match form {
            Form::Less => Form::Greater,
            Form::LessEqual => Form::GreaterEqual,
            Form::Greater => Form::Less,
            Form::GreaterEqual => Form::LessEqual,
            same => same,
        };
        if let Some(what) = self.counted(a) {
            return self.count_leaf(what, form, self.lying(b)?);
        }
        if let Some(what) = self.counted(b) {
            return self.count_leaf(what, turned, self.lying(a)?);
        }
        let same = match form {
            Form::Equal => Some(false),
            Form::NotEqual => Some(true),
            _ => None,
        };
        if let Some(not) = same
            && let Some(leaf) = self.print_leaf(a, b, not).or_else(|| self.print_leaf(b, a, not))
        {
            return Some(leaf);
        }
        let (a, b) = (self.lying(a)?, self.lying(b)?);
        match (self.small_number(a), self.small_number(b)) {
            (None, Some(k)) => within(a, form, k.into()),
            (Some(k), None) => within(b, turned, k.into()),
            (Some(_), Some(_)) | (None, None) => Some(Leaf::Same { a, b, not: same? }),
        }
    }

    /// What a node counts, where that is no more than looking.
    fn counted(&self, node: NodeId) -> Option<Counted> {
        match &self.b.get(node).kind {
            NodeKind::Form(Form::CountZone, args) => self.lying(*args.first()?).map(Counted::Cards),
            NodeKind::Call(primitive, args) => match (primitive.name, &args[..]) {
                ("count_nondismissed_players", []) => Some(Counted::Playing),
                ("count_before_seats", [zone]) => match self.b.get(*zone).kind {
                    NodeKind::Const(Value::Int(at)) => u16::try_from(at)
                        .ok()
                        .filter(|at| usize::from(*at) < self.b.zones.seat.len())
                        .map(Counted::BeforeSeats),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// A comparison of what is counted with a number that lies ready.
    fn count_leaf(&self, what: Counted, form: Form, at: Operand) -> Option<Leaf> {
        if let Some(k) = self.small_number(at) {
            let (low, high, not) = bounds(form, k.into())?;
            let narrow = |n: i64| n.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
            return Some(Leaf::Counted {
                what,
                not,
                low: narrow(low),
                high: narrow(high),
            });
        }
        match form {
            Form::Equal => Some(Leaf::CountedSame { what, at, not: false }),
            Form::NotEqual => Some(Leaf::CountedSame { what, at, not: true }),
            _ => None,
        }
    }

    /// A comparison of what is printed on a card with a value, where both lie ready.
    fn print_leaf(&self, printed: NodeId, value: NodeId, not: bool) -> Option<Leaf> {
        let NodeKind::Attribute(card, attribute) = self.b.get(printed).kind else {
            return None;
        };
        Some(Leaf::Printed {
            card: self.lying(card)?,
            attribute,
            value: self.lying(value)?,
            not,
        })
    }

    /// Whether a zone is empty.
    fn zone_leaf(&self, zone: NodeId) -> Option<Leaf> {
        match self.lying(zone)?.place() {
            Place::OwnZone(at) => Some(Leaf::OwnZone { at, any: false }),
            Place::Constant(at) => match self.b.constants.get(at) {
                Value::Zone(zone) => Some(Leaf::SharedZone {
                    at: zone.0,
                    any: false,
                }),
                _ => None,
            },
            _ => None,
        }
    }

    /// The operand of a value that lies ready.
    fn lying(&self, node: NodeId) -> Option<Operand> {
        let place = match self.b.get(node).kind {
            ref kind if self.b.computed_item(kind).is_some() => return None,
            NodeKind::Const(value) => Place::Constant(self.b.constants.find(value)?),
            NodeKind::Global(at) => Place::Global(at),
            NodeKind::StateData(at) => Place::State(at),
            NodeKind::Setting(at) => Place::Setting(at),
            NodeKind::SeatZone(seat, at) if self.b.get(seat).kind == NodeKind::Player => Place::OwnZone(at),
            NodeKind::SeatData(seat, at) if self.b.get(seat).kind == NodeKind::Player => Place::OwnData(at),
            _ => return None,
        };
        Operand::new(place)
    }

    /// The constant of an operand, when it is a small whole number.
    pub(super) fn small_number(&self, from: Operand) -> Option<i16> {
        match from.place() {
            Place::Constant(at) => match self.b.constants.get(at) {
                Value::Int(n) => i16::try_from(n).ok(),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A comparison with a constant, as the smallest and the largest number within, and whether it
/// holds without them.
fn bounds(form: Form, k: i64) -> Option<(i64, i64, bool)> {
    Some(match form {
        Form::Equal => (k, k, false),
        Form::NotEqual => (k, k, true),
        Form::Less => (i64::MIN, k - 1, false),
        Form::LessEqual => (i64::MIN, k, false),
        Form::Greater => (k + 1, i64::MAX, false),
        Form::GreaterEqual => (k, i64::MAX, false),
        _ => return None,
    })
}

fn within(at: Operand, form: Form, k: i64) -> Option<Leaf> {
    let (low, high, not) = bounds(form, k)?;
    Some(match at.place() {
        Place::Global(at) => Leaf::Global { at, not, low, high },
        _ => Leaf::Number { at, not, low, high },
    })
}
