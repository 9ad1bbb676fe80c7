//! Which registers the predicates and measures read that code asks.

use super::super::{Expr, Measure, Op, Operand, OperandPlace, Predicate};
use super::{Function, RegisterSet};

impl Function<'_> {
    pub(super) fn read_by_rule(&self, rule: u16) -> RegisterSet {
        let mut reads = Reads {
            function: self,
            registers: RegisterSet::default(),
        };
        if let Some(rule) = self.program.conditions.rules.get(usize::from(rule)) {
            reads.predicate(&rule.predicate);
        }
        reads.registers
    }

    pub(super) fn read_by_measure(&self, measure: u16) -> RegisterSet {
        let mut reads = Reads {
            function: self,
            registers: RegisterSet::default(),
        };
        reads.measure(measure);
        reads.registers
    }
}

struct Reads<'a> {
    function: &'a Function<'a>,
    registers: RegisterSet,
}

impl Reads<'_> {
    fn predicate(&mut self, predicate: &Predicate) {
        match predicate {
            Predicate::Types(_) => {}
            Predicate::Having { value, .. } | Predicate::Compare { value, .. } | Predicate::Is(value) => {
                self.expr(*value);
            }
            Predicate::HavingAny { values, .. } => self.expr(*values),
            Predicate::When(value) | Predicate::Number { value, .. } => self.expr(*value),
            Predicate::Holds { a, b, .. } => {
                self.expr(*a);
                self.expr(*b);
            }
            Predicate::Not(inner) => self.predicate(inner),
            Predicate::All(parts) | Predicate::Any(parts) => {
                parts.iter().for_each(|part| self.predicate(part));
            }
            Predicate::If {
                when,
                then,
                otherwise,
            } => [when, then, otherwise]
                .into_iter()
                .for_each(|part| self.predicate(part)),
            Predicate::Count {
                cards,
                passing,
                number,
            } => {
                self.expr(*cards);
                self.predicate(passing);
                self.expr(number.value);
            }
            Predicate::Related { cards, number, .. } => {
                self.expr(*cards);
                self.expr(number.value);
            }
            Predicate::Beside { card, .. } => self.expr(*card),
            Predicate::Same { cards, .. }
            | Predicate::Run { cards, .. }
            | Predicate::Seen { cards }
            | Predicate::SameWith { cards, .. }
            | Predicate::RunWith { cards, .. } => self.expr(*cards),
            Predicate::Each { items, passing, .. } => {
                self.expr(*items);
                self.predicate(passing);
            }
        }
    }

    fn measure(&mut self, measure: u16) {
        match self
            .function
            .program
            .conditions
            .measures
            .get(usize::from(measure))
        {
            None => {}
            Some(Measure::Count { cards, passing } | Measure::Sum { cards, passing, .. }) => {
                self.expr(*cards);
                self.predicate(passing);
            }
            Some(
                Measure::Distinct { cards, .. }
                | Measure::Common { cards, .. }
                | Measure::Extreme { cards, .. },
            ) => self.expr(*cards),
            Some(Measure::Holds(predicate)) => self.predicate(predicate),
            Some(Measure::Items { items, passing, .. }) => {
                self.expr(*items);
                self.predicate(passing);
            }
            Some(Measure::Binary { a, b, .. }) => {
                self.expr(*a);
                self.expr(*b);
            }
            Some(Measure::If {
                when,
                then,
                otherwise,
            }) => {
                self.predicate(when);
                self.expr(*then);
                self.expr(*otherwise);
            }
        }
    }

    fn expr(&mut self, expr: Expr) {
        match expr {
            Expr::At(from)
            | Expr::Top(from)
            | Expr::Length(from)
            | Expr::TopAttribute { zone: from, .. }
            | Expr::Attribute { card: from, .. }
            | Expr::SeatZone { seat: from, .. }
            | Expr::SeatLength { seat: from, .. }
            | Expr::SeatData { seat: from, .. } => self.operand(from),
            Expr::Global(_) | Expr::ZoneLength(_) => {}
            Expr::Before(_) | Expr::Seats | Expr::Everyone | Expr::Picked => {}
            Expr::Measure(at) => self.measure(at),
            Expr::Call { n, args, .. } => {
                let args = args as usize;
                let row = self
                    .function
                    .program
                    .code
                    .operands
                    .get(args..args + usize::from(n));
                row.unwrap_or_default()
                    .iter()
                    .for_each(|from| self.operand(*from));
            }
            Expr::Code(start) => self.code(start),
        }
    }

    fn operand(&mut self, from: Operand) {
        if let OperandPlace::Register(r) = from.place() {
            self.registers.insert(r);
        }
    }

    /// What code reads that works a value out, and what it may have written itself.
    fn code(&mut self, start: u32) {
        let ops = self
            .function
            .program
            .code
            .ops
            .get(start as usize..)
            .unwrap_or_default();
        for op in ops {
            self.registers = self.registers.or(self.function.effects(op).reads);
            if matches!(op, Op::Return { .. }) {
                break;
            }
        }
    }
}
