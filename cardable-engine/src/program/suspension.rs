//! What of an action is alive where it waits, and whether that is a secret.
//!
//! An action in progress is its place in the code and its registers. Most prompts are asked when nothing of
//! the past is needed any more, or only what everybody has seen. Where a register that is still to be read
//! depends on chance, a hidden card or somebody's pick, it is a secret of the game, and whoever imagines the
//! table must draw it anew. That is worked out here, once, for every place at which code can wait.

mod reads;

use super::op::{Op, Operand, OperandPlace, Reg};
use super::{ActionDef, ActionKind, Code, DataDef, DataVisible, Program, ReactionDef, Who, ZoneDef};
use crate::signature::{CallKind, Reads};
use crate::value::Value;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RegisterSet([u64; 4]);

impl RegisterSet {
    const ALL: RegisterSet = RegisterSet([u64::MAX; 4]);

    #[inline]
    pub fn contains(self, r: Reg) -> bool {
        self.0[usize::from(r >> 6)] >> (r & 63) & 1 == 1
    }

    fn insert(&mut self, r: Reg) {
        self.0[usize::from(r >> 6)] |= 1 << (r & 63);
    }

    fn remove(&mut self, r: Reg) {
        self.0[usize::from(r >> 6)] &= !(1 << (r & 63));
    }

    fn set(&mut self, r: Reg, there: bool) {
        if there { self.insert(r) } else { self.remove(r) }
    }

    fn or(self, other: RegisterSet) -> RegisterSet {
        RegisterSet(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    fn meets(self, other: RegisterSet) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }
}

/// Stands for the acting seat, as bound just now; code has at most 250 registers.
const PLAYER: Reg = Reg::MAX;

/// A place at which code can wait.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Suspension {
    /// The instruction that asks, or lays a state over the running one.
    pub pc: u32,
    /// Registers that are read after it.
    pub live: RegisterSet,
    /// Whether something of the action is alive there that not everybody can know.
    pub secret: bool,
}

/// All places at which code can wait, by their instructions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Suspensions(Vec<Suspension>);

impl Suspensions {
    pub fn of(program: &Program) -> Suspensions {
        let mut all = Vec::new();
        for (at, code) in program.code.functions.iter().enumerate() {
            let after = program
                .code
                .functions
                .get(at + 1)
                .map_or(program.code.ops.len(), |next| next.start as usize);
            let ops = program
                .code
                .ops
                .get(code.start as usize..after)
                .unwrap_or_default();
            if ops.iter().any(waits) {
                all.extend(
                    Function {
                        program,
                        code: *code,
                        ops,
                    }
                    .suspensions(),
                );
            }
        }
        all.sort_unstable_by_key(|suspension: &Suspension| suspension.pc);
        Suspensions(all)
    }

    /// Whether an action may ever wait with a secret.
    pub fn has_secret(&self) -> bool {
        self.0.iter().any(|suspension| suspension.secret)
    }

    /// Their instructions, in order.
    pub fn places(&self) -> impl Iterator<Item = u32> {
        self.0.iter().map(|suspension| suspension.pc)
    }

    /// The one at an instruction.
    pub fn at(&self, pc: u32) -> Option<&Suspension> {
        let found = self.0.binary_search_by_key(&pc, |suspension| suspension.pc);
        found.ok().and_then(|at| self.0.get(at))
    }
}

fn waits(op: &Op) -> bool {
    matches!(
        op,
        Op::Ask { .. }
            | Op::AskAll { .. }
            | Op::Push { .. }
            | Op::PushTo { .. }
            | Op::Script { .. }
            | Op::Seal
            | Op::Settle
            | Op::Perform { .. }
    )
}

/// What an instruction does with registers and where it goes.
#[derive(Default)]
struct Effects {
    operands: Vec<Operand>,
    reads: RegisterSet,
    writes: Vec<Reg>,
    /// Where else than to the next instruction it may go.
    jumps: Option<u32>,
    /// Whether it never goes to the next instruction.
    ends: bool,
}

/// A piece of code that can wait.
struct Function<'p> {
    program: &'p Program,
    code: Code,
    ops: &'p [Op],
}

/// What is known before an instruction.
#[derive(Clone, Copy, PartialEq)]
struct Known {
    /// Registers that hold what not everybody can know.
    secret: RegisterSet,
    /// Whether not everybody can know which way the code went.
    uncertain: bool,
}

impl Function<'_> {
    fn suspensions(&self) -> Vec<Suspension> {
        let effects: Vec<Effects> = self.ops.iter().map(|op| self.effects(op)).collect();
        let live = self.live(&effects);
        let known = self.known(&effects);
        // Nobody else knows which action it is.
        let is_sealed = self.own_action().is_some_and(|action| action.sealing.is_sealed());
        let several = self.ops.iter().filter(|op| waits(op)).count() > 1 || self.has_rivals();
        let mut found = Vec::new();
        for (at, op) in self.ops.iter().enumerate().filter(|(_, op)| waits(op)) {
            let mut after = live.get(at + 1).copied().unwrap_or_default();
            effects[at].writes.iter().for_each(|r| after.remove(*r));
            if let Op::Script { .. } = op {
                // It is called again from its start.
                after = RegisterSet::ALL;
            }
            let secret = match (op, known[at]) {
                // Answers are kept from the others until all are in.
                (Op::Script { .. } | Op::AskAll { .. }, _) => true,
                (_, Some(_)) if is_sealed => true,
                (_, None) => false,
                (_, Some(known)) => {
                    let mut needed = after;
                    needed.insert(PLAYER);
                    let asks = effects[at].operands.iter().any(|s| self.is_secret(*s, &known));
                    asks || known.secret.meets(needed) || several && known.uncertain
                }
            };
            found.push(Suspension {
                pc: self.code.start + at as u32,
                live: after,
                secret,
            });
        }
        found
    }

    /// The action whose steps it is.
    fn own_action(&self) -> Option<&ActionDef> {
        let mut actions = self.program.actions.iter();
        actions.find(|action| action.body.start == self.code.start)
    }

    /// Whether other automatic actions of the same state wait, too: which of them runs may be a secret.
    fn has_rivals(&self) -> bool {
        let program = self.program;
        let autos = program.states.iter().map(|state| &state.autos);
        let of_state = autos.into_iter().find(|autos| {
            let bodies = autos.iter().map(|id| program.action(*id).body.start);
            bodies.into_iter().any(|start| start == self.code.start)
        });
        of_state.is_some_and(|autos| autos.len() > 1)
    }

    /// The registers that are read from each instruction on, before they are written.
    fn live(&self, effects: &[Effects]) -> Vec<RegisterSet> {
        let mut live = vec![RegisterSet::default(); effects.len() + 1];
        loop {
            let mut changed = false;
            for (at, effect) in effects.iter().enumerate().rev() {
                let mut here = RegisterSet::default();
                if !effect.ends {
                    here = here.or(live[at + 1]);
                }
                if let Some(to) = effect.jumps {
                    here = here.or(live.get(self.local(to)).copied().unwrap_or_default());
                }
                // At its end a loop writes nothing.
                if effect.jumps.is_none() {
                    effect.writes.iter().for_each(|r| here.remove(*r));
                }
                here = here.or(effect.reads);
                changed |= live[at] != here;
                live[at] = here;
            }
            if !changed {
                return live;
            }
        }
    }

    fn local(&self, pc: u32) -> usize {
        pc.saturating_sub(self.code.start) as usize
    }

    /// What is secret before each instruction; None where code does not come.
    fn known(&self, effects: &[Effects]) -> Vec<Option<Known>> {
        let mut known: Vec<Option<Known>> = vec![None; effects.len()];
        let mut open = vec![(0, self.at_start())];
        while let Some((at, coming)) = open.pop() {
            let Some(slot) = known.get_mut(at) else { continue };
            let merged = match *slot {
                None => coming,
                Some(before) => Known {
                    secret: before.secret.or(coming.secret),
                    uncertain: before.uncertain || coming.uncertain,
                },
            };
            if *slot == Some(merged) {
                continue;
            }
            *slot = Some(merged);
            let (op, effect) = (&self.ops[at], &effects[at]);
            let after = self.after(op, effect, merged);
            if !effect.ends {
                open.push((at + 1, after));
            }
            if let Some(to) = effect.jumps {
                open.push((self.local(to), after));
            }
        }
        known
    }

    /// What was picked is its chooser's secret; so is which automatic action runs, by a condition that reads
    /// what is hidden.
    fn at_start(&self) -> Known {
        let own = self.own_action();
        let mut secret = RegisterSet::default();
        if let Some(pick) = own.and_then(|action| action.pick.as_ref()) {
            secret.insert(pick.register);
        }
        if own.is_none() && self.program.reactions.has_code(self.code) {
            // What has happened, and to which card, may have been seen by some only.
            (0..ReactionDef::GIVEN as Reg).for_each(|r| secret.insert(r));
            return Known {
                secret,
                uncertain: true,
            };
        }
        let auto = own.is_some_and(|action| action.kind == ActionKind::Auto && action.condition.is_some());
        Known {
            secret,
            uncertain: auto,
        }
    }

    /// What is secret after an instruction.
    fn after(&self, op: &Op, effect: &Effects, mut known: Known) -> Known {
        let from_operands = effect.operands.iter().any(|s| self.is_secret(*s, &known));
        let from_registers = known.secret.meets(effect.reads);
        let given = from_operands || from_registers;
        let made = match op {
            // Chance, answers, and what others wrote.
            Op::Step { .. } | Op::Script { .. } | Op::ScriptValue { .. } => true,
            Op::Ask { .. } | Op::AskAll { .. } | Op::Push { .. } | Op::PushTo { .. } => true,
            Op::Attribute { .. } | Op::Sift { .. } | Op::Measure { .. } | Op::Find { .. } => true,
            Op::Top { s, .. } | Op::TopAttribute { s, .. } => given || !self.is_open_zone(*s),
            Op::NextOf { .. } => true,
            Op::Query { primitive, .. } => given || !self.is_open_query(*primitive),
            Op::ComputedGlobal { at, .. } => {
                self.program.data.globals.get(usize::from(*at)).is_none_or(hidden)
            }
            Op::ComputedSeatData { at, .. } | Op::SeatData { at, .. } => {
                given || self.program.data.seat.get(usize::from(*at)).is_none_or(hidden)
            }
            Op::CardData { at, .. } => {
                let item = self.program.data.card.get(usize::from(*at));
                given || item.is_none_or(|item| hidden(&item.def))
            }
            Op::Load { .. }
            | Op::SetCardData { .. }
            | Op::Seal
            | Op::Settle
            | Op::Perform { .. }
            | Op::ChangeGlobal { .. }
            | Op::BindPlayer { .. }
            | Op::SetGlobal { .. }
            | Op::SetSeatData { .. }
            | Op::SetStateData { .. }
            | Op::SeatZone { .. }
            | Op::Count { .. }
            | Op::Binary { .. }
            | Op::Not { .. }
            | Op::Jump { .. }
            | Op::JumpIf { .. }
            | Op::JumpUnless { .. }
            | Op::JumpUnlessHolds { .. }
            | Op::JumpUnlessInt { .. }
            | Op::JumpIfCards { .. }
            | Op::MakeList { .. }
            | Op::SeatMask { .. }
            | Op::PlayingMask { .. }
            | Op::NextSeat { .. }
            | Op::NextItem { .. }
            | Op::Append { .. }
            | Op::Round { .. }
            | Op::Draw { .. }
            | Op::Place { .. }
            | Op::MoveAll { .. }
            | Op::Transition { .. }
            | Op::TransitionTo { .. }
            | Op::TransitionSeats { .. }
            | Op::Pop { .. }
            | Op::Return { .. }
            | Op::End => given,
        };
        known.uncertain |= effect.jumps.is_some() && given;
        for r in &effect.writes {
            known.secret.set(*r, made || known.uncertain);
        }
        match op {
            Op::BindPlayer { .. } | Op::NextSeat { binds: true, .. } => {
                known.secret.set(PLAYER, given || known.uncertain)
            }
            Op::Append { list, .. } if given => known.secret.insert(*list),
            _ => {}
        }
        known
    }

    fn is_secret(&self, s: Operand, known: &Known) -> bool {
        let program = self.program;
        let at = s.at();
        match s.place() {
            OperandPlace::Register(r) => known.secret.contains(r),
            OperandPlace::Constant(_) | OperandPlace::Setting(_) => false,
            OperandPlace::Global(_) => program.data.globals.get(at).is_none_or(hidden),
            OperandPlace::State(_) => program
                .states
                .iter()
                .any(|state| state.data.get(at).is_some_and(hidden)),
            OperandPlace::OwnData(_) => {
                known.secret.contains(PLAYER) || program.data.seat.get(at).is_none_or(hidden)
            }
            OperandPlace::OwnZone(_) | OperandPlace::Player | OperandPlace::NextPlayer => {
                known.secret.contains(PLAYER)
            }
        }
    }

    /// Whether it is a zone of which everybody sees all cards at any time.
    fn is_open_zone(&self, s: Operand) -> bool {
        let zones = &self.program.zones;
        let def: Option<&ZoneDef> = match s.place() {
            OperandPlace::Constant(_) => match self.program.constants.all().get(s.at()) {
                Some(Value::Zone(zone)) => zones.shared.get(zone.index()),
                _ => None,
            },
            OperandPlace::OwnZone(at) => zones.seat.get(usize::from(at)),
            OperandPlace::Register(_)
            | OperandPlace::Global(_)
            | OperandPlace::State(_)
            | OperandPlace::Setting(_)
            | OperandPlace::OwnData(_)
            | OperandPlace::Player
            | OperandPlace::NextPlayer => None,
        };
        def.is_some_and(|def| {
            def.rules()
                .all(|rule| rule.who == Who::ALL && rule.part == super::Part::All)
        })
    }

    /// Whether a query gives what everybody can work out, when he knows what it is given.
    fn is_open_query(&self, primitive: u16) -> bool {
        let primitive = self.program.code.primitives.get(usize::from(primitive));
        primitive.is_some_and(|p| p.kind == CallKind::Query && p.reads == Reads::Open && !p.custom)
    }

    fn row(&self, args: u32, n: u8) -> &[Operand] {
        let row = self
            .program
            .code
            .operands
            .get(args as usize..args as usize + usize::from(n));
        row.unwrap_or_default()
    }

    fn effects(&self, op: &Op) -> Effects {
        let mut e = Effects::default();
        let span = |first: Reg, n: u8| (0..n).map(move |at| first.saturating_add(at));
        match *op {
            Op::Load { d, s }
            | Op::CardData { d, s, .. }
            | Op::Attribute { d, s, .. }
            | Op::TopAttribute { d, s, .. }
            | Op::Top { d, s }
            | Op::Count { d, s }
            | Op::Not { d, s }
            | Op::Measure { d, s, .. } => {
                e.operands.push(s);
                e.writes.push(d);
            }
            Op::ComputedGlobal { d, .. } => e.writes.push(d),
            Op::ComputedSeatData { d, seat, .. }
            | Op::SeatData { d, seat, .. }
            | Op::SeatZone { d, seat, .. } => {
                e.operands.push(seat);
                e.writes.push(d);
            }
            Op::Sift { d, s, rule, .. } => {
                e.operands.push(s);
                e.reads = self.read_by_rule(rule);
                e.writes.push(d);
            }
            Op::Find { d, measure } => {
                e.reads = self.read_by_measure(measure);
                e.writes.push(d);
            }
            Op::ChangeGlobal { s, .. } | Op::SetGlobal { s, .. } | Op::SetStateData { s, .. } => {
                e.operands.push(s)
            }
            Op::SetSeatData { s, seat, .. } => e.operands.extend([s, seat]),
            Op::SetCardData { s, card, .. } => e.operands.extend([s, card]),
            Op::Seal | Op::Settle => {}
            Op::Perform { s, .. } => e.operands.push(s),
            Op::BindPlayer { s } => e.reads.insert(s),
            Op::Binary { d, a, b, .. } => {
                e.operands.extend([a, b]);
                e.writes.push(d);
            }
            Op::Jump { to } => {
                e.jumps = Some(to);
                e.ends = true;
            }
            Op::JumpIf { s, to } | Op::JumpUnless { s, to } | Op::JumpIfCards { s, to, .. } => {
                e.operands.push(s);
                e.jumps = Some(to);
            }
            Op::JumpUnlessHolds { a, b, to, .. } => {
                e.operands.extend([a, b]);
                e.jumps = Some(to);
            }
            Op::JumpUnlessInt { a, to, .. } => {
                e.operands.push(a);
                e.jumps = Some(to);
            }
            Op::MakeList { d, first, n } => {
                span(first, n).for_each(|r| e.reads.insert(r));
                e.writes.push(d);
            }
            Op::SeatMask { d, s } => {
                e.reads.insert(s);
                e.writes.push(d);
            }
            Op::PlayingMask { d } => e.writes.push(d),
            Op::NextSeat { mask, d, to, .. } => {
                e.reads.insert(mask);
                e.writes.extend([mask, d]);
                e.jumps = Some(to);
            }
            Op::NextItem { list, d, to } | Op::NextOf { list, d, to } => {
                span(list, 2).for_each(|r| e.reads.insert(r));
                e.writes.extend([list.saturating_add(1), d]);
                e.jumps = Some(to);
            }
            Op::Append { list, s } => span(list, 1).chain([s]).for_each(|r| e.reads.insert(r)),
            Op::Round { count } => {
                e.reads.insert(count);
                e.writes.push(count);
            }
            Op::Query { d, n, args, .. } | Op::Step { d, n, args, .. } => {
                e.operands.extend(self.row(args, n));
                e.writes.push(d);
            }
            Op::ScriptValue { d, n, args, .. } | Op::Script { d, n, args, .. } => {
                e.operands.extend(self.row(args, n));
                // The function may read the data of the action.
                e.reads = RegisterSet::ALL;
                e.writes.push(d);
            }
            Op::Ask { d, n, seat, args, .. } => {
                e.operands.extend(self.row(args, n));
                e.operands.push(seat);
                e.writes.push(d);
            }
            Op::AskAll { d, n, mask, args, .. } => {
                e.operands.extend(self.row(args, n));
                e.reads.insert(mask);
                e.writes.push(d);
            }
            Op::Draw { from, to, .. } | Op::MoveAll { from, to, .. } => e.operands.extend([from, to]),
            Op::Place { card, to, .. } => e.operands.extend([card, to]),
            Op::Transition { first, n, .. } => {
                span(first, n).for_each(|r| e.reads.insert(r));
                e.ends = true;
            }
            Op::TransitionTo { name, first, n } => {
                e.operands.push(name);
                span(first, n).for_each(|r| e.reads.insert(r));
                e.ends = true;
            }
            Op::TransitionSeats { first, n, .. } => {
                span(first.saturating_sub(1), n.saturating_add(1)).for_each(|r| e.reads.insert(r));
            }
            Op::PushTo { d, name, first, n } => {
                e.operands.push(name);
                span(first, n).for_each(|r| e.reads.insert(r));
                e.writes.push(d);
            }
            Op::Push { d, first, n, .. } => {
                span(first, n).for_each(|r| e.reads.insert(r));
                e.writes.push(d);
            }
            Op::Pop { s } | Op::Return { s } => {
                e.operands.push(s);
                e.ends = true;
            }
            Op::End => e.ends = true,
        }
        for operand in &e.operands {
            if let OperandPlace::Register(r) = operand.place() {
                e.reads.insert(r);
            }
        }
        e
    }
}

/// Whether not everybody may know an item of data.
fn hidden(def: &DataDef) -> bool {
    def.visible != DataVisible::All && !def.constant && !def.told
}
