//! Whether code stays inside itself and comes to an end.

use super::predicates::Needs;
use super::{Checked, ensure, within};
use crate::program::op::{Op, Operand, OperandPlace, Reg};
use crate::program::{Code, Program};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;

/// The most registers that code can have.
pub(super) const MOST_REGISTERS: u8 = 250;

/// The most instructions of a piece of code: what is alive where it waits is found in steps by its square.
const LONGEST: usize = 1 << 13;

/// Looks through the code of a program.
pub(super) struct CodeCheck<'p> {
    pub(super) program: &'p Program,
    /// How many registers the code has that begins there.
    registers: BTreeMap<u32, u8>,
    /// What the rules need that were looked at.
    pub(super) rules: RefCell<BTreeMap<u16, Needs>>,
    /// How many parts all code asks that was looked at.
    pub(super) asked: Cell<u64>,
    /// What the measures need that were looked at; None of those that are being looked at.
    pub(super) measures: RefCell<BTreeMap<u16, Option<Needs>>>,
    /// What the fragments of code need that predicates run.
    pub(super) fragments: RefCell<BTreeMap<u32, Option<Needs>>>,
}

impl<'p> CodeCheck<'p> {
    /// Functions lie one after the other and fill the code.
    pub(super) fn new(program: &'p Program) -> Checked<CodeCheck<'p>> {
        let functions = &program.code.functions;
        let ordered = functions.windows(2).all(|two| two[0].start < two[1].start);
        let first = functions
            .first()
            .map_or(program.code.ops.len(), |code| code.start as usize);
        let last = functions.last().map_or(0, |code| code.start as usize);
        let fills = first == 0 && (functions.is_empty() || last < program.code.ops.len());
        ensure(ordered && fills, "pieces of code are not in order")?;
        let few = functions.iter().all(|code| code.registers <= MOST_REGISTERS);
        ensure(few, "code has too many registers")?;
        Ok(CodeCheck {
            program,
            registers: functions
                .iter()
                .map(|code| (code.start, code.registers))
                .collect(),
            rules: RefCell::default(),
            asked: Cell::new(0),
            measures: RefCell::default(),
            fragments: RefCell::default(),
        })
    }

    /// All instructions, and all that they ask.
    pub(super) fn all(&self) -> Checked {
        let functions = &self.program.code.functions;
        for (at, code) in functions.iter().enumerate() {
            let next = functions.get(at + 1);
            let end = next.map_or(self.program.code.ops.len(), |next| next.start as usize);
            self.function(*code, end)?;
        }
        self.all_rules()
    }

    /// A piece of code that something refers to. What acts where code may only read is a fault when it is run.
    pub(super) fn code(&self, code: Code) -> Checked {
        let empty = code.start as usize == self.program.code.ops.len();
        let known = self.registers.get(&code.start) == Some(&code.registers);
        ensure(known || empty, "a piece of code is unknown")?;
        code.rule.map_or(Ok(()), |rule| {
            within(rule, self.program.conditions.rules.len(), "a rule is unknown")
        })
    }

    fn function(&self, code: Code, end: usize) -> Checked {
        let start = code.start as usize;
        let ops = self.program.code.ops.get(start..end).unwrap_or_default();
        let ends = ops.last().is_some_and(never_goes_on);
        ensure(ends, "code runs on into other code")?;
        ensure(ops.len() <= LONGEST, "a piece of code is too long")?;
        for (at, op) in ops.iter().enumerate() {
            self.op(op, start + at, start..end, code.registers)?;
            match *op {
                Op::Sift { rule, .. } => self.rule_fits(rule, code.registers)?,
                Op::Find { measure, .. } => self.measure_fits(measure, code.registers)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// An instruction of code that lies there and has so many registers; not what the rule or the measure takes that
    /// it asks.
    pub(super) fn op(&self, op: &Op, at: usize, code: Range<usize>, registers: u8) -> Checked {
        let program = self.program;
        let n_registers = usize::from(registers);
        let register = |r: Reg| within(r, n_registers, "an instruction has an unknown register");
        let row = |first: Reg, n: u8| {
            let end = usize::from(first) + usize::from(n);
            ensure(end <= n_registers, "an instruction has an unknown register")
        };
        let operand = |from: Operand| self.operand(from, registers);
        let arguments = |args: u32, n: u8| self.arguments(args, n, registers);
        let global = |at: u16| {
            within(
                at,
                program.data.globals.len(),
                "an item of shared data is unknown",
            )
        };
        let seat_data = |at: u16| within(at, program.data.seat.len(), "an item of a seat's data is unknown");
        let card_data = |at: u16| within(at, program.data.card.len(), "an item of a card's data is unknown");
        let attribute = |at: u16| within(at, program.cards.attributes.len(), "an attribute is unknown");
        let state = |at: u16| within(at, program.states.len(), "a state is unknown");
        let primitive = |at: u16| within(at, program.code.primitives.len(), "a primitive is unknown");
        // What goes back must cost fuel, or code could run for ever.
        let onward = |to: u32| {
            let to = to as usize;
            ensure(code.contains(&to), "code leads out of itself")?;
            let pays = to > at || program.code.ops.get(to).is_some_and(costs_fuel);
            ensure(pays, "code goes round without end")
        };
        match *op {
            Op::Load { d, s } | Op::Top { d, s } | Op::Count { d, s } | Op::Not { d, s } => {
                register(d)?;
                operand(s)
            }
            Op::ChangeGlobal { s, at, .. } | Op::SetGlobal { s, at } => {
                operand(s)?;
                global(at)
            }
            Op::BindPlayer { s } => register(s),
            Op::SeatData { d, seat, at } | Op::ComputedSeatData { d, seat, at } => {
                register(d)?;
                operand(seat)?;
                seat_data(at)
            }
            Op::ComputedGlobal { d, at } => {
                register(d)?;
                global(at)
            }
            Op::SetSeatData { s, seat, at } => {
                operand(s)?;
                operand(seat)?;
                seat_data(at)
            }
            Op::SetStateData { s, at } => {
                operand(s)?;
                within(
                    at,
                    program.state_slots.into(),
                    "an item of a state's data is unknown",
                )
            }
            Op::SeatZone { d, seat, at } => {
                register(d)?;
                operand(seat)?;
                within(at, program.zones.seat.len(), "a zone of seats is unknown")
            }
            Op::CardData { d, s, at } => {
                register(d)?;
                operand(s)?;
                card_data(at)
            }
            Op::SetCardData { s, card, at } => {
                operand(s)?;
                operand(card)?;
                card_data(at)
            }
            Op::Seal | Op::Settle => Ok(()),
            Op::Perform { s, ability } => {
                operand(s)?;
                within(
                    ability,
                    program.reactions.abilities.len(),
                    "an ability is unknown",
                )
            }
            Op::Attribute { d, s, at } | Op::TopAttribute { d, s, at } => {
                register(d)?;
                operand(s)?;
                attribute(at)
            }
            Op::Binary { d, a, b, .. } => {
                register(d)?;
                operand(a)?;
                operand(b)
            }
            Op::Jump { to } => ensure(code.contains(&(to as usize)), "code leads out of itself"),
            Op::JumpIf { s, to } | Op::JumpUnless { s, to } | Op::JumpIfCards { s, to, .. } => {
                operand(s)?;
                onward(to)
            }
            Op::JumpUnlessHolds { a, b, to, .. } => {
                operand(a)?;
                operand(b)?;
                onward(to)
            }
            Op::JumpUnlessInt { a, to, .. } => {
                operand(a)?;
                onward(to)
            }
            Op::MakeList { d, first, n } => {
                register(d)?;
                row(first, n)
            }
            Op::SeatMask { d, s } => {
                register(d)?;
                register(s)
            }
            Op::PlayingMask { d } => register(d),
            Op::NextSeat { mask, d, to, .. } => {
                register(mask)?;
                register(d)?;
                onward(to)
            }
            Op::NextItem { list, d, to } | Op::NextOf { list, d, to } => {
                row(list, 2)?;
                register(d)?;
                onward(to)
            }
            Op::Append { list, s } => {
                register(list)?;
                register(s)
            }
            Op::Sift { d, s, rule, .. } => {
                register(d)?;
                operand(s)?;
                within(rule, program.conditions.rules.len(), "a rule is unknown")
            }
            Op::Measure { d, s, table, .. } => {
                register(d)?;
                operand(s)?;
                within(
                    table,
                    program.conditions.tables.len(),
                    "a function of cards is unknown",
                )
            }
            Op::Find { d, measure } => {
                register(d)?;
                within(measure, program.conditions.measures.len(), "a measure is unknown")
            }
            Op::Round { count } => register(count),
            Op::Query {
                d,
                n,
                primitive: at,
                args,
            }
            | Op::Step {
                d,
                n,
                primitive: at,
                args,
            } => {
                register(d)?;
                primitive(at)?;
                arguments(args, n)
            }
            Op::ScriptValue { d, n, site, args } | Op::Script { d, n, site, args } => {
                register(d)?;
                arguments(args, n)?;
                let sites = program
                    .code
                    .script
                    .as_ref()
                    .map_or(&[][..], |script| &script.sites);
                let site = sites
                    .get(usize::from(site))
                    .ok_or("a call of the script is unknown")?;
                site.locals.iter().try_for_each(|(_, r, _)| register(*r))
            }
            Op::Ask {
                d,
                n,
                seat,
                primitive: at,
                args,
            } => {
                register(d)?;
                operand(seat)?;
                primitive(at)?;
                arguments(args, n)
            }
            Op::AskAll {
                d,
                n,
                mask,
                primitive: at,
                args,
            } => {
                register(d)?;
                register(mask)?;
                primitive(at)?;
                arguments(args, n)
            }
            Op::Draw { from, to, .. } | Op::MoveAll { from, to, .. } => {
                operand(from)?;
                operand(to)
            }
            Op::Place { card, to, .. } => {
                operand(card)?;
                operand(to)
            }
            Op::Transition { first, n, state: at } => {
                row(first, n)?;
                state(at)
            }
            Op::TransitionTo { name, first, n } => {
                operand(name)?;
                row(first, n)
            }
            Op::TransitionSeats {
                first, n, state: at, ..
            } => {
                ensure(first > 0, "an instruction has an unknown register")?;
                row(first, n)?;
                state(at)
            }
            Op::Push {
                d,
                first,
                n,
                state: at,
            } => {
                register(d)?;
                row(first, n)?;
                state(at)
            }
            Op::PushTo { d, name, first, n } => {
                register(d)?;
                operand(name)?;
                row(first, n)
            }
            Op::Pop { s } | Op::Return { s } => operand(s),
            Op::End => Ok(()),
        }
    }

    /// What an operand names is there.
    pub(super) fn operand(&self, from: Operand, registers: u8) -> Checked {
        let program = self.program;
        let (at, n) = match from.place() {
            // The number of a register may be larger than any register's.
            OperandPlace::Register(_) => (from.at(), registers.into()),
            OperandPlace::Constant(at) => (at.into(), program.constants.count()),
            OperandPlace::Global(at) => (at.into(), program.data.globals.len()),
            OperandPlace::State(at) => (at.into(), program.state_slots.into()),
            OperandPlace::Setting(at) => (at.into(), program.settings.len()),
            OperandPlace::OwnZone(at) => (at.into(), program.zones.seat.len()),
            OperandPlace::OwnData(at) => (at.into(), program.data.seat.len()),
            OperandPlace::Player | OperandPlace::NextPlayer => return Ok(()),
        };
        within(at, n, "an operand names nothing")
    }

    /// The arguments of a call are there.
    pub(super) fn arguments(&self, args: u32, n: u8, registers: u8) -> Checked {
        let mut row = self.argument_row(args, n)?.iter();
        row.try_for_each(|from| self.operand(*from, registers))
    }

    pub(super) fn argument_row(&self, args: u32, n: u8) -> Checked<&'p [Operand]> {
        let args = args as usize;
        let row = self
            .program
            .code
            .operands
            .get(args..args.saturating_add(n.into()));
        row.ok_or("a call has unknown arguments")
    }
}

/// Whether an instruction costs fuel each time, of those that loops begin with.
fn costs_fuel(op: &Op) -> bool {
    matches!(
        op,
        Op::NextSeat { .. } | Op::NextItem { .. } | Op::NextOf { .. } | Op::Jump { .. }
    )
}

/// Whether what stands behind an instruction is never reached from it.
fn never_goes_on(op: &Op) -> bool {
    matches!(
        op,
        Op::Return { .. }
            | Op::End
            | Op::Jump { .. }
            | Op::Pop { .. }
            | Op::Transition { .. }
            | Op::TransitionTo { .. }
    )
}
