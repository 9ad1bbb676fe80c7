//! Whether predicates and measures find what they name, and come to an end.
//!
//! Measures ask measures, and run fragments of code that ask measures. None of them may lead back to itself, and what
//! one costs with all that it asks is bounded: else a few of them, each of which asks the one before it twice, would
//! never end.

use super::code::{CodeCheck, MOST_REGISTERS};
use super::{Checked, ensure, within};
use crate::program::op::{Op, Operand, OperandPlace, Reg};
use crate::program::{Expr, Measure, Number, Predicate, TypeSet};
use std::ops::Range;

/// How many parts a measure may come to, those that it asks counted as often as it asks them.
const MOST_PARTS: u32 = 1 << 12;
/// How many parts all code may ask together, those of one predicate counted for each instruction that asks it.
const MOST_ASKED: u64 = 1 << 22;
/// How deep measures and fragments of code may ask each other. Where one faults, whoever asks it may ask again.
const DEEPEST: u8 = 12;
/// How deep predicates may lie in each other, those of the measures that they ask counted.
const HIGHEST: u8 = 128;

/// What working something out takes.
#[derive(Clone, Copy, Default)]
pub(super) struct Needs {
    registers: u16,
    /// How many parts it comes to.
    parts: u32,
    /// How many measures and fragments lie below each other.
    depth: u8,
    /// How many parts lie below each other.
    height: u8,
}

impl Needs {
    const ONE: Needs = Needs {
        registers: 0,
        parts: 1,
        depth: 0,
        height: 1,
    };

    fn and(self, other: Needs) -> Checked<Needs> {
        let parts = self.parts.saturating_add(other.parts);
        ensure(parts <= MOST_PARTS, "a measure asks too much")?;
        Ok(Needs {
            registers: self.registers.max(other.registers),
            parts,
            depth: self.depth.max(other.depth),
            height: self.height.max(other.height),
        })
    }

    /// The same one part higher.
    fn under_one(self) -> Checked<Needs> {
        let height = self.height.saturating_add(1);
        ensure(height <= HIGHEST, "predicates lie too deep in each other")?;
        Needs::ONE.and(Needs { height, ..self })
    }

    /// The same as what a measure or a fragment comes to.
    fn asked(self) -> Checked<Needs> {
        let depth = self.depth + 1;
        ensure(depth <= DEEPEST, "measures ask each other too deep")?;
        Needs { depth, ..self }.under_one()
    }

    fn register(r: Reg) -> Needs {
        Needs {
            registers: u16::from(r) + 1,
            ..Needs::default()
        }
    }
}

impl CodeCheck<'_> {
    /// Every rule has the registers that it takes.
    pub(super) fn all_rules(&self) -> Checked {
        for rule in 0..self.program.conditions.rules.len() as u16 {
            let registers = self.program.conditions.rules[usize::from(rule)].registers;
            self.rule_fits(rule, registers)?;
        }
        (0..self.program.conditions.measures.len() as u16)
            .try_for_each(|measure| self.measure(measure, 0).map(drop))
    }

    /// Code that has so many registers can ask the rule.
    pub(super) fn rule_fits(&self, rule: u16, registers: u8) -> Checked {
        let needs = self.rule(rule, 0)?;
        self.ask(needs)?;
        let fits = needs.registers <= registers.into();
        ensure(fits, "a rule reads more registers than there are")
    }

    /// Code that has so many registers can ask the measure.
    pub(super) fn measure_fits(&self, measure: u16, registers: u8) -> Checked {
        let needs = self.measure(measure, 0)?;
        self.ask(needs)?;
        let fits = needs.registers <= registers.into();
        ensure(fits, "a measure reads more registers than there are")
    }

    /// Bounds how much all code asks together.
    fn ask(&self, needs: Needs) -> Checked {
        let asked = self.asked.get() + u64::from(needs.parts);
        self.asked.set(asked);
        ensure(asked <= MOST_ASKED, "code asks too much")
    }

    fn rule(&self, at: u16, depth: u8) -> Checked<Needs> {
        let known = self.rules.borrow().get(&at).copied();
        if let Some(needs) = known {
            return Ok(needs);
        }
        let rule = self.program.conditions.rules.get(usize::from(at));
        let rule = rule.ok_or("a rule is unknown")?;
        let needs = self.predicate(&rule.predicate, depth)?;
        self.rules.borrow_mut().insert(at, needs);
        Ok(needs)
    }

    fn measure(&self, at: u16, depth: u8) -> Checked<Needs> {
        let known = self.measures.borrow().get(&at).copied();
        match known {
            Some(Some(needs)) => return Ok(needs),
            Some(None) => return Err("a measure asks itself"),
            None => {}
        }
        ensure(depth < DEEPEST, "measures ask each other too deep")?;
        let measure = self.program.conditions.measures.get(usize::from(at));
        let measure = measure.ok_or("a measure is unknown")?;
        self.measures.borrow_mut().insert(at, None);
        let needs = self.measure_needs(measure, depth + 1)?.asked()?;
        self.measures.borrow_mut().insert(at, Some(needs));
        Ok(needs)
    }

    fn measure_needs(&self, measure: &Measure, depth: u8) -> Checked<Needs> {
        match measure {
            Measure::Count { cards, passing } => {
                self.expr(*cards, depth)?.and(self.predicate(passing, depth)?)
            }
            Measure::Distinct { cards, attribute } | Measure::Common { cards, attribute } => {
                self.attribute(*attribute)?;
                self.expr(*cards, depth)
            }
            Measure::Extreme {
                cards, by, attribute, ..
            } => {
                self.attribute(*by)?;
                attribute.map_or(Ok(()), |at| self.attribute(at))?;
                self.expr(*cards, depth)
            }
            Measure::Sum {
                cards,
                passing,
                table,
                seen: _,
            } => {
                self.table(*table)?;
                self.expr(*cards, depth)?.and(self.predicate(passing, depth)?)
            }
            Measure::Holds(predicate) => self.predicate(predicate, depth),
            Measure::Items {
                items, item, passing, ..
            } => self.each(*items, *item, passing, depth),
            Measure::Binary { a, b, .. } => self.expr(*a, depth)?.and(self.expr(*b, depth)?),
            Measure::If {
                when,
                then,
                otherwise,
            } => {
                let either = self.expr(*then, depth)?.and(self.expr(*otherwise, depth)?)?;
                either.and(self.predicate(when, depth)?)
            }
        }
    }

    fn each(&self, items: Expr, item: Reg, passing: &Predicate, depth: u8) -> Checked<Needs> {
        let asked = Needs::register(item).and(self.predicate(passing, depth)?)?;
        asked.and(self.expr(items, depth)?)
    }

    fn predicate(&self, predicate: &Predicate, depth: u8) -> Checked<Needs> {
        let inner = match predicate {
            Predicate::Types(set) => {
                self.types(set)?;
                Needs::default()
            }
            Predicate::Having { attribute, value } => {
                self.attribute(*attribute)?;
                self.expr(*value, depth)?
            }
            Predicate::HavingAny { attribute, values } => {
                self.attribute(*attribute)?;
                self.expr(*values, depth)?
            }
            Predicate::Is(value) | Predicate::When(value) | Predicate::Number { value, .. } => {
                self.expr(*value, depth)?
            }
            Predicate::Compare { table, value, .. } => {
                self.table(*table)?;
                self.expr(*value, depth)?
            }
            Predicate::Holds { a, b, .. } => self.expr(*a, depth)?.and(self.expr(*b, depth)?)?,
            Predicate::Not(inner) => self.predicate(inner, depth)?,
            Predicate::All(parts) | Predicate::Any(parts) => {
                let mut all = Needs::default();
                for part in parts {
                    all = all.and(self.predicate(part, depth)?)?;
                }
                all
            }
            Predicate::If {
                when,
                then,
                otherwise,
            } => {
                let either = self
                    .predicate(then, depth)?
                    .and(self.predicate(otherwise, depth)?)?;
                either.and(self.predicate(when, depth)?)?
            }
            Predicate::Count {
                cards,
                passing,
                number,
            } => {
                let counted = self.expr(*cards, depth)?.and(self.predicate(passing, depth)?)?;
                counted.and(self.number(number, depth)?)?
            }
            Predicate::Same { cards, attribute }
            | Predicate::SameWith { cards, attribute }
            | Predicate::Run { cards, attribute, .. }
            | Predicate::RunWith { cards, attribute, .. } => {
                self.attribute(*attribute)?;
                self.expr(*cards, depth)?
            }
            Predicate::Seen { cards } => self.expr(*cards, depth)?,
            Predicate::Related {
                cards,
                relation,
                number,
            } => {
                within(
                    *relation,
                    self.program.conditions.relations.len(),
                    "a relation is unknown",
                )?;
                self.expr(*cards, depth)?.and(self.number(number, depth)?)?
            }
            Predicate::Beside { card, relation } => {
                within(
                    *relation,
                    self.program.conditions.relations.len(),
                    "a relation is unknown",
                )?;
                self.expr(*card, depth)?
            }
            Predicate::Each {
                items, item, passing, ..
            } => self.each(*items, *item, passing, depth)?,
        };
        inner.under_one()
    }

    fn number(&self, number: &Number, depth: u8) -> Checked<Needs> {
        self.expr(number.value, depth)
    }

    fn expr(&self, expr: Expr, depth: u8) -> Checked<Needs> {
        let program = self.program;
        let seat_zone = |at: u16| within(at, program.zones.seat.len(), "a zone of seats is unknown");
        match expr {
            Expr::At(from) | Expr::Top(from) | Expr::Length(from) => self.place(from),
            Expr::TopAttribute { zone: of, attribute } | Expr::Attribute { card: of, attribute } => {
                self.attribute(attribute)?;
                self.place(of)
            }
            Expr::Global(at) => {
                within(
                    at,
                    program.data.globals.len(),
                    "an item of shared data is unknown",
                )?;
                Ok(Needs::default())
            }
            Expr::ZoneLength(at) => {
                within(at, program.zones.shared.len(), "a shared zone is unknown")?;
                Ok(Needs::default())
            }
            Expr::SeatZone { seat, at } | Expr::SeatLength { seat, at } => {
                seat_zone(at)?;
                self.place(seat)
            }
            Expr::SeatData { seat, at } => {
                within(at, program.data.seat.len(), "an item of a seat's data is unknown")?;
                self.place(seat)
            }
            Expr::Before(at) => {
                seat_zone(at)?;
                Ok(Needs::default())
            }
            Expr::Everyone | Expr::Seats | Expr::Picked => Ok(Needs::default()),
            Expr::Measure(at) => self.measure(at, depth),
            Expr::Call { primitive, n, args } => {
                within(primitive, program.code.primitives.len(), "a primitive is unknown")?;
                let mut needs = Needs::ONE;
                for from in self.argument_row(args, n)? {
                    needs = needs.and(self.place(*from)?)?;
                }
                Ok(needs)
            }
            Expr::Code(start) => self.fragment(start, depth),
        }
    }

    /// A fragment of code, which runs in the registers of whoever asks, up to its first `Return`.
    fn fragment(&self, start: u32, depth: u8) -> Checked<Needs> {
        let known = self.fragments.borrow().get(&start).copied();
        match known {
            Some(Some(needs)) => return Ok(needs),
            Some(None) => return Err("a fragment of code asks itself"),
            None => {}
        }
        ensure(depth < DEEPEST, "measures ask each other too deep")?;
        let from = start as usize;
        let ops = self.program.code.ops.get(from..).unwrap_or_default();
        let last = ops.iter().position(|op| matches!(op, Op::Return { .. }));
        let len = last.ok_or("a fragment of code does not return")? + 1;
        self.ask(Needs {
            parts: len as u32,
            ..Needs::default()
        })?;
        self.fragments.borrow_mut().insert(start, None);
        let mut needs = Needs::default();
        for (at, op) in ops.iter().enumerate().take(len) {
            let inner = self.fragment_op(op, from + at, from..from + len, depth + 1)?;
            needs = needs.and(inner)?;
        }
        let needs = needs.asked()?;
        self.fragments.borrow_mut().insert(start, Some(needs));
        Ok(needs)
    }

    fn fragment_op(&self, op: &Op, at: usize, code: Range<usize>, depth: u8) -> Checked<Needs> {
        let asked = match *op {
            Op::Sift { rule, .. } => self.rule(rule, depth)?,
            Op::Find { measure, .. } => self.measure(measure, depth)?,
            _ => Needs::default(),
        };
        // The fewest registers that do for the instruction.
        let (mut low, mut high) = (0, MOST_REGISTERS);
        self.op(op, at, code.clone(), high)?;
        while low < high {
            let half = low + (high - low) / 2;
            match self.op(op, at, code.clone(), half) {
                Ok(()) => high = half,
                Err(_) => low = half + 1,
            }
        }
        let own = Needs {
            registers: low.into(),
            ..Needs::ONE
        };
        own.and(asked)
    }

    fn place(&self, from: Operand) -> Checked<Needs> {
        match from.place() {
            OperandPlace::Register(r) => {
                self.operand(from, MOST_REGISTERS)?;
                Ok(Needs::register(r))
            }
            _ => {
                self.operand(from, 0)?;
                Ok(Needs::default())
            }
        }
    }

    fn attribute(&self, at: u16) -> Checked {
        within(at, self.program.cards.attributes.len(), "an attribute is unknown")
    }

    fn table(&self, at: u16) -> Checked {
        within(
            at,
            self.program.conditions.tables.len(),
            "a function of cards is unknown",
        )
    }

    fn types(&self, set: &TypeSet) -> Checked {
        let types = self.program.cards.types.len();
        let fits = set.0.len() == types.div_ceil(64) && set.holds_only_the_first(types);
        ensure(fits, "a set of cards is not of all cards")
    }
}
