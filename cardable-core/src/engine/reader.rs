//! The reading side: conditions, queries and texts see the World through this.

use super::fault::{FaultKind, Run};
use super::table::Table;
use super::world::World;
use crate::ids::{CardId, ListId, Seat, SeatSet, ZoneId};
use crate::program::{BinaryOp, Code, Constants, Op, Operand, OperandPlace as Place, Program, StateType};
use crate::value::Value;
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};

/// Lists made by expressions. They are gone when the run ends, unless a step
/// stores them.
#[derive(Debug, Default)]
pub(crate) struct TempLists {
    lists: RefCell<Vec<Vec<Value>>>,
    /// How many cards and items primitives have looked at in this run.
    pub(crate) looked_at: Cell<usize>,
    /// Whether active seats are being counted just now: conditions that ask for
    /// that number while it is worked out get a simpler one.
    pub(crate) counting: Cell<bool>,
}

/// The first identifier of a list that lives only during a run.
const TEMP: u32 = Constants::DYNAMIC * 2;

impl TempLists {
    fn add(&self, items: Vec<Value>) -> ListId {
        let mut lists = self.lists.borrow_mut();
        lists.push(items);
        ListId(TEMP + (lists.len() - 1) as u32)
    }

    /// Takes a list out of the short-lived ones, for the World to keep.
    pub(crate) fn get(&self, id: ListId) -> Option<Vec<Value>> {
        let at = id.0.checked_sub(TEMP)?;
        self.lists.borrow().get(at as usize).cloned()
    }
}

/// A list's items, copied out.
pub type Items = SmallVec<[Value; 16]>;

/// What conditions and queries may see of a running game: everything, and
/// nothing to change.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    pub(crate) table: &'a Table,
    pub(crate) world: &'a World,
    pub(crate) temp: &'a TempLists,
    pub(crate) player: Option<Seat>,
}

/// Why reading stopped.
pub(crate) enum Stop {
    /// The code returns this.
    Return(Operand),
    /// The next instruction acts.
    Acts(Op),
}

/// What follows an instruction.
pub(crate) enum Next {
    Go,
    To(u32),
    Return(Operand),
    /// The instruction acts: only a running action can do that.
    Acts,
}

impl<'a> Reader<'a> {
    /// The ruleset.
    pub(crate) fn program(&self) -> &'a Program {
        &self.table.program
    }

    /// The value that an operand names.
    #[inline(always)]
    pub(crate) fn get(&self, r: &[Value], from: Operand) -> Value {
        let t = self.table;
        match from.place() {
            Place::Register(at) => r[at as usize],
            Place::Constant(at) => t.program.constants.get(at),
            Place::Global(at) => self.world.values[at as usize],
            Place::State(at) => self.world.values[t.state_data + at as usize],
            Place::Setting(at) => t.settings[at as usize],
            Place::OwnZone(at) => match self.player {
                Some(seat) => Value::Zone(t.seat_zone(seat, at)),
                None => Value::Nothing,
            },
            Place::OwnData(at) => match self.player {
                Some(seat) => self.world.values[self.world.seat_data_at(t, seat, at)],
                None => Value::Nothing,
            },
            Place::Player => self.player.map_or(Value::Nothing, Value::Seat),
        }
    }

    /// Runs code that only reads.
    #[inline]
    pub(crate) fn eval(&self, code: Code) -> Run<Value> {
        if let Some(ready) = code.ready {
            return Ok(self.get(&[], ready));
        }
        self.eval_with(code, &[])
    }

    /// The same with the first registers filled.
    pub(crate) fn eval_with(&self, code: Code, given: &[Value]) -> Run<Value> {
        let needed = (code.registers as usize).max(given.len());
        if needed <= 4 {
            let mut registers = [Value::Nothing; 4];
            registers[..given.len()].copy_from_slice(given);
            self.eval_in(code, &mut registers)
        } else {
            let mut registers: SmallVec<[Value; 16]> = smallvec::smallvec![Value::Nothing; needed];
            registers[..given.len()].copy_from_slice(given);
            self.eval_in(code, &mut registers)
        }
    }

    fn eval_in(&self, code: Code, registers: &mut [Value]) -> Run<Value> {
        let mut reader = *self;
        let mut pc = code.start;
        let mut fuel = super::Engine::FUEL;
        match reader.run(&mut pc, registers, &mut fuel)? {
            Stop::Return(from) => Ok(reader.get(registers, from)),
            Stop::Acts(_) => Err(FaultKind::Primitive("a condition may not act").into()),
        }
    }

    /// Carries out instructions that only read, up to one that acts or returns.
    pub(crate) fn run(&mut self, pc: &mut u32, r: &mut [Value], fuel: &mut u32) -> Run<Stop> {
        let code = self.table.program.code.as_slice();
        let mut at = *pc;
        let stop = loop {
            let Some(op) = code.get(at as usize) else { break Ok(Stop::Acts(Op::End)) };
            if *fuel == 0 {
                break Err(FaultKind::OutOfFuel { states: vec![self.world.scene.state] }.into());
            }
            *fuel -= 1;
            match self.step(*op, r) {
                Ok(Next::Go) => at += 1,
                Ok(Next::To(to)) => at = to,
                Ok(Next::Return(from)) => break Ok(Stop::Return(from)),
                Ok(Next::Acts) => break Ok(Stop::Acts(*op)),
                Err(fault) => break Err(fault),
            }
        };
        *pc = at;
        stop.map_err(|fault| self.placed(fault, at))
    }

    #[cold]
    fn placed(&self, mut fault: Box<super::Fault>, pc: u32) -> Box<super::Fault> {
        fault.pc = pc;
        fault.state = self.world.scene.state;
        fault
    }

    /// Whether a condition holds.
    #[inline]
    pub(crate) fn holds(&self, code: Code) -> Run<bool> {
        truth(self.eval(code)?)
    }

    /// Carries out one instruction that only reads.
    #[inline(always)]
    pub(crate) fn step(&mut self, op: Op, r: &mut [Value]) -> Run<Next> {
        match op {
            Op::Load { d, s } => r[d as usize] = self.get(r, s),
            Op::BindPlayer { s } => {
                self.player = match r[s as usize] {
                    Value::Nothing => None,
                    value => Some(seat(value)?),
                }
            }
            Op::SeatData { d, seat: s, at } => {
                let at = self.world.seat_data_at(self.table, seat(self.get(r, s))?, at);
                r[d as usize] = self.world.values[at];
            }
            Op::SeatZone { d, seat: s, at } => {
                r[d as usize] = Value::Zone(self.table.seat_zone(seat(self.get(r, s))?, at));
            }
            Op::Attribute { d, s, at } => r[d as usize] = self.attribute(card(self.get(r, s))?, at),
            Op::TopAttribute { d, s, at } => {
                let zone = zone(self.get(r, s))?;
                r[d as usize] = match self.top(zone) {
                    Some(card) => self.attribute(card, at),
                    None => Value::Nothing,
                };
            }
            Op::Top { d, s } => {
                let zone = zone(self.get(r, s))?;
                r[d as usize] = self.top(zone).map_or(Value::Nothing, Value::Card);
            }
            Op::Count { d, s } => {
                r[d as usize] = Value::Int(self.world.zone_len(self.table, zone(self.get(r, s))?) as i64);
            }
            Op::Binary { op, d, a, b } => r[d as usize] = binary(op, self.get(r, a), self.get(r, b))?,
            Op::Not { d, s } => r[d as usize] = Value::Bool(!truth(self.get(r, s))?),
            Op::Jump { to } => return Ok(Next::To(to)),
            Op::JumpIf { s, to } => {
                if truth(self.get(r, s))? {
                    return Ok(Next::To(to));
                }
            }
            Op::JumpUnless { s, to } => {
                if !truth(self.get(r, s))? {
                    return Ok(Next::To(to));
                }
            }
            Op::JumpUnlessHolds { op, a, b, to } => {
                if !compare(op, self.get(r, a), self.get(r, b))? {
                    return Ok(Next::To(to));
                }
            }
            Op::JumpIfCards { s, any, to } => {
                let n = self.world.zone_len(self.table, zone(self.get(r, s))?);
                if (n > 0) == any {
                    return Ok(Next::To(to));
                }
            }
            Op::MakeList { d, first, n } => {
                let items = r[first as usize..first as usize + n as usize].to_vec();
                r[d as usize] = self.list(items);
            }
            Op::SeatMask { d, s } => {
                r[d as usize] = Value::Int(i64::from(self.seat_set(r[s as usize])?.0));
            }
            Op::NextSeat { mask, d, to } => {
                let Value::Int(bits) = r[mask as usize] else { return Ok(Next::To(to)) };
                let Some(next) = SeatSet(bits as u32).lowest() else { return Ok(Next::To(to)) };
                r[mask as usize] = Value::Int(bits & (bits - 1));
                r[d as usize] = Value::Seat(next);
                self.player = Some(next);
            }
            Op::NextItem { list, d, to } => {
                let at = match r[list as usize + 1] {
                    Value::Int(n) => n,
                    _ => 0,
                };
                let items = self.items(r[list as usize])?;
                let Some(item) = items.get(at as usize) else { return Ok(Next::To(to)) };
                r[d as usize] = *item;
                r[list as usize + 1] = Value::Int(at + 1);
            }
            Op::Query { d, first, n, primitive } => {
                let args = &r[first as usize..first as usize + n as usize];
                let value = match self.table.program.primitives[primitive as usize].body {
                    crate::primitives::Body::Query(run) => run(self, args)?,
                    _ => return Ok(Next::Acts),
                };
                r[d as usize] = value;
            }
            Op::Return { s } => return Ok(Next::Return(s)),
            Op::SetGlobal { .. }
            | Op::SetSeatData { .. }
            | Op::SetStateData { .. }
            | Op::Step { .. }
            | Op::Ask { .. }
            | Op::AskAll { .. }
            | Op::Transition { .. }
            | Op::TransitionTo { .. }
            | Op::TransitionSeats { .. }
            | Op::Push { .. }
            | Op::Pop { .. }
            | Op::End => return Ok(Next::Acts),
        }
        Ok(Next::Go)
    }

    /// The card that would be drawn next.
    #[inline]
    pub(crate) fn top(&self, zone: ZoneId) -> Option<CardId> {
        let cards = self.world.zone_cards(self.table, zone);
        let fifo = self.table.traits[zone.index()].fifo;
        if fifo { cards.first() } else { cards.last() }.map(|c| CardId(*c))
    }

    // --- what queries read

    /// The acting seat.
    pub(crate) fn acting(&self) -> Run<Seat> {
        self.player.ok_or_else(|| FaultKind::NoPlayer.into())
    }

    /// An attribute of a card.
    #[inline]
    pub(crate) fn attribute(&self, card: CardId, at: u16) -> Value {
        let ty = self.world.type_of(self.table, card);
        self.program().attributes[at as usize].of[ty.index()]
    }

    /// Makes a list that lives until the run ends.
    pub(crate) fn list(&self, items: Vec<Value>) -> Value {
        Value::List(self.temp.add(items))
    }

    /// The items of a list; a single value is a list of one, nothing is empty.
    pub(crate) fn items(&self, value: Value) -> Run<Items> {
        Ok(match value {
            Value::Nothing => Items::new(),
            Value::List(id) if id.0 >= TEMP => self.temp.get(id).unwrap_or_default().into(),
            Value::List(id) if id.0 >= Constants::DYNAMIC => {
                let lists = self.world.rare.as_ref().map_or(&[][..], |r| &r.lists.0);
                Items::from_slice(lists.get((id.0 - Constants::DYNAMIC) as usize).map_or(&[], |l| l))
            }
            Value::List(id) => Items::from_slice(self.program().constants.items(id)),
            one => smallvec::smallvec![one],
        })
    }

    /// The seats of a value: a seat, a list of seats, nothing.
    pub(crate) fn seat_set(&self, value: Value) -> Run<SeatSet> {
        match value {
            Value::Nothing => Ok(SeatSet::EMPTY),
            Value::Seat(one) => Ok(SeatSet::one(one)),
            Value::List(_) => self.items(value)?.into_iter().map(seat).collect::<Run<SeatSet>>(),
            found => Err(FaultKind::WrongKind { wanted: "a seat", found }.into()),
        }
    }

    /// The cards of a value: a card, a list of cards, all cards of a zone.
    pub(crate) fn cards(&self, value: Value) -> Run<SmallVec<[CardId; 16]>> {
        match value {
            Value::Zone(zone) => {
                Ok(self.world.zone_cards(self.table, zone).iter().map(|c| CardId(*c)).collect())
            }
            Value::Card(one) => Ok(smallvec::smallvec![one]),
            value => self.items(value)?.into_iter().map(card).collect(),
        }
    }

    /// Seats that are not dismissed.
    pub(crate) fn playing(&self) -> SeatSet {
        self.table.all_seats().minus(self.world.dismissed)
    }

    /// The seat after another among those in play, in the direction of play.
    pub(crate) fn seat_after(&self, seat: Seat, steps: i64) -> Option<Seat> {
        let n = self.table.seats as i64;
        let playing = self.playing();
        let mut at = i64::from(seat.0);
        for _ in 0..n {
            at = (at + steps + n) % n;
            if playing.contains(Seat(at as u8)) {
                return Some(Seat(at as u8));
            }
        }
        None
    }

    /// How the running state organises play.
    pub(crate) fn state_type(&self) -> StateType {
        self.program().state(self.world.scene.state).kind
    }
}

/// The boolean of a value.
#[inline]
pub(crate) fn truth(value: Value) -> Run<bool> {
    match value {
        Value::Bool(b) => Ok(b),
        found => Err(FaultKind::WrongKind { wanted: "a boolean", found }.into()),
    }
}

/// The seat of a value.
#[inline]
pub(crate) fn seat(value: Value) -> Run<Seat> {
    match value {
        Value::Seat(seat) => Ok(seat),
        found => Err(FaultKind::WrongKind { wanted: "a seat", found }.into()),
    }
}

/// The card of a value.
#[inline]
pub(crate) fn card(value: Value) -> Run<CardId> {
    match value {
        Value::Card(card) => Ok(card),
        found => Err(FaultKind::WrongKind { wanted: "a card", found }.into()),
    }
}

/// The zone of a value.
#[inline]
pub(crate) fn zone(value: Value) -> Run<ZoneId> {
    match value {
        Value::Zone(zone) => Ok(zone),
        found => Err(FaultKind::WrongKind { wanted: "a zone", found }.into()),
    }
}

/// The whole number of a value.
#[inline]
pub(crate) fn whole(value: Value) -> Run<i64> {
    match value {
        Value::Int(n) => Ok(n),
        Value::Float(n) if n.trunc() == n && n.abs() < 9e15 => Ok(n as i64),
        found => Err(FaultKind::WrongKind { wanted: "a whole number", found }.into()),
    }
}

/// Whether a comparison holds.
#[inline(always)]
fn compare(op: BinaryOp, a: Value, b: Value) -> Run<bool> {
    match (op, a, b) {
        (BinaryOp::Eq, _, _) => Ok(a.same(b)),
        (BinaryOp::Ne, _, _) => Ok(!a.same(b)),
        (BinaryOp::Lt, Value::Int(x), Value::Int(y)) => Ok(x < y),
        (BinaryOp::Le, Value::Int(x), Value::Int(y)) => Ok(x <= y),
        _ => truth(binary(op, a, b)?),
    }
}

/// The result of an operator.
#[inline]
pub(crate) fn binary(op: BinaryOp, a: Value, b: Value) -> Run<Value> {
    match op {
        BinaryOp::Eq => return Ok(Value::Bool(a.same(b))),
        BinaryOp::Ne => return Ok(Value::Bool(!a.same(b))),
        _ => {}
    }
    if let (Value::Int(x), Value::Int(y)) = (a, b) {
        let whole = match op {
            BinaryOp::Add => x.checked_add(y),
            BinaryOp::Sub => x.checked_sub(y),
            BinaryOp::Mul => x.checked_mul(y),
            BinaryOp::Div if y == 0 => return Err(FaultKind::DivisionByZero.into()),
            BinaryOp::Div if x.checked_rem(y) == Some(0) => x.checked_div(y),
            BinaryOp::Div => return finite(x as f64 / y as f64),
            BinaryOp::Rem if y == 0 => return Err(FaultKind::DivisionByZero.into()),
            BinaryOp::Rem => x.checked_rem_euclid(y).map(|m| if y < 0 && m != 0 { m + y } else { m }),
            BinaryOp::Lt => return Ok(Value::Bool(x < y)),
            BinaryOp::Le => return Ok(Value::Bool(x <= y)),
            BinaryOp::Eq | BinaryOp::Ne => None,
        };
        return whole.map(Value::Int).ok_or_else(|| FaultKind::NumberRange.into());
    }
    mixed(op, a, b)
}

#[cold]
fn mixed(op: BinaryOp, a: Value, b: Value) -> Run<Value> {
    let number = |v: Value| {
        v.as_f64().ok_or_else(|| FaultKind::WrongKind { wanted: "a number", found: v }.into())
    };
    let (x, y): (f64, f64) = match (number(a), number(b)) {
        (Ok(x), Ok(y)) => (x, y),
        (Err(e), _) | (_, Err(e)) => return Err(e),
    };
    match op {
        BinaryOp::Add => finite(x + y),
        BinaryOp::Sub => finite(x - y),
        BinaryOp::Mul => finite(x * y),
        BinaryOp::Div | BinaryOp::Rem if y == 0.0 => Err(FaultKind::DivisionByZero.into()),
        BinaryOp::Div => finite(x / y),
        BinaryOp::Rem => finite(x - y * libm::floor(x / y)),
        BinaryOp::Lt => Ok(Value::Bool(x < y)),
        BinaryOp::Le => Ok(Value::Bool(x <= y)),
        BinaryOp::Eq => Ok(Value::Bool(x == y)),
        BinaryOp::Ne => Ok(Value::Bool(x != y)),
    }
}

fn finite(n: f64) -> Run<Value> {
    if n.is_finite() { Ok(Value::Float(n)) } else { Err(FaultKind::NumberRange.into()) }
}
