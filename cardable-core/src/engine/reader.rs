//! The reading side: conditions, queries and texts see the World through this.

use super::fault::{FaultKind, Run};
use super::table::Table;
use super::world::World;
use crate::ids::{CardId, ListId, Seat, SeatSet, ZoneId};
use crate::program::{
    BinaryOp, Code, Constants, MAX_ROUNDS, Op, Operand, OperandPlace as Place, Program, Quick, StateType,
};
use crate::value::Value;
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};

/// Lists made by expressions. They are gone when the run ends, unless a step
/// stores them.
#[derive(Debug, Default)]
pub(crate) struct TempLists {
    lists: RefCell<Vec<Vec<Value>>>,
    /// Texts put together, by their numbers.
    pub(super) texts: RefCell<std::collections::BTreeMap<u32, Box<str>>>,
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

    /// Adds an item to a list, if it is one of these.
    pub(super) fn push(&self, id: ListId, item: Value) -> bool {
        let at = id.0.checked_sub(TEMP).map(|at| at as usize);
        let mut lists = self.lists.borrow_mut();
        let list = at.and_then(|at| lists.get_mut(at));
        list.map(|list| list.push(item)).is_some()
    }

    /// An item of a list; nothing after the last one.
    fn item(&self, id: ListId, n: usize) -> Option<Value> {
        let at = id.0.checked_sub(TEMP)?;
        self.lists.borrow().get(at as usize)?.get(n).copied()
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
    Return(Value),
    /// The next instruction acts.
    Acts(Op),
}

#[cold]
fn wrong(wanted: &'static str, found: Value) -> Box<super::Fault> {
    FaultKind::WrongKind { wanted, found }.into()
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
        match code.quick {
            Quick::Operand(from) => Ok(self.get(&[], from)),
            Quick::Top(from) => match self.get(&[], from) {
                Value::Zone(zone) => Ok(self.top(zone).map_or(Value::Nothing, Value::Card)),
                _ => self.eval_with(code, &[]),
            },
            Quick::No => self.eval_with(code, &[]),
        }
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
            Stop::Return(value) => Ok(value),
            Stop::Acts(_) => Err(FaultKind::Primitive("a condition may not act").into()),
        }
    }

    /// Carries out instructions that only read, up to one that acts or returns.
    pub(crate) fn run(&mut self, pc: &mut u32, r: &mut [Value], fuel: &mut u32) -> Run<Stop> {
        self.interpret(pc, r, fuel)
            .map_err(|fault| self.placed(fault, *pc))
    }

    #[cold]
    fn placed(&self, mut fault: Box<super::Fault>, pc: u32) -> Box<super::Fault> {
        fault.pc = pc;
        fault.state = self.world.scene.state;
        fault
    }

    /// The loop itself. What it reads again and again is at hand in slices.
    #[inline(always)]
    fn interpret(&mut self, pc: &mut u32, r: &mut [Value], fuel: &mut u32) -> Run<Stop> {
        let (table, world) = (self.table, self.world);
        let program = &*table.program;
        let code = program.code.as_slice();
        let values = &*world.values;
        let constants = program.constants.all();
        macro_rules! get {
            ($from:expr) => {{
                match $from.place() {
                    Place::Register(at) => r[at as usize],
                    Place::Constant(at) => constants[at as usize],
                    Place::Global(at) => values[at as usize],
                    Place::State(at) => values[table.state_data + at as usize],
                    Place::OwnZone(_) | Place::OwnData(_) | Place::Player | Place::Setting(_) => {
                        self.own($from)
                    }
                }
            }};
        }
        macro_rules! zone {
            ($from:expr) => {
                match get!($from) {
                    Value::Zone(zone) => zone,
                    other => return Err(wrong("a zone", other)),
                }
            };
        }
        macro_rules! truth {
            ($value:expr) => {
                match $value {
                    Value::Bool(holds) => holds,
                    other => return Err(wrong("a boolean", other)),
                }
            };
        }
        let mut left = *fuel;
        let mut at = *pc;
        loop {
            let Some(op) = code.get(at as usize) else {
                return Ok(Stop::Acts(Op::End));
            };
            *pc = at;
            if left == 0 {
                *fuel = 0;
                return Err(FaultKind::OutOfFuel {
                    states: vec![world.scene.state],
                }
                .into());
            }
            left -= 1;
            at += 1;
            match *op {
                Op::Load { d, s } => r[d as usize] = get!(s),
                Op::JumpUnlessHolds { op, a, b, to } => {
                    if !compare(op, get!(a), get!(b))? {
                        at = to;
                    }
                }
                Op::JumpIfCards { s, any, to } => {
                    if (world.zone_len(table, zone!(s)) > 0) == any {
                        at = to;
                    }
                }
                Op::Binary { op, d, a, b } => r[d as usize] = binary(op, get!(a), get!(b))?,
                Op::Jump { to } => at = to,
                Op::JumpIf { s, to } => {
                    if truth!(get!(s)) {
                        at = to;
                    }
                }
                Op::JumpUnless { s, to } => {
                    if !truth!(get!(s)) {
                        at = to;
                    }
                }
                Op::Attribute { d, s, at } => {
                    r[d as usize] = match get!(s) {
                        Value::Card(card) => self.attribute(card, at),
                        other => return Err(wrong("a card", other)),
                    }
                }
                Op::Top { d, s } => {
                    r[d as usize] = self.top(zone!(s)).map_or(Value::Nothing, Value::Card);
                }
                Op::TopAttribute { d, s, at } => {
                    r[d as usize] = match self.top(zone!(s)) {
                        Some(card) => self.attribute(card, at),
                        None => Value::Nothing,
                    };
                }
                Op::Count { d, s } => r[d as usize] = Value::Int(world.zone_len(table, zone!(s)) as i64),
                Op::Not { d, s } => r[d as usize] = Value::Bool(!truth!(get!(s))),
                Op::SeatData { d, seat: s, at } => {
                    let at = world.seat_data_at(table, seat(get!(s))?, at);
                    r[d as usize] = values[at];
                }
                Op::SeatZone { d, seat: s, at } => {
                    r[d as usize] = Value::Zone(table.seat_zone(seat(get!(s))?, at));
                }
                Op::BindPlayer { s } => {
                    self.player = match r[s as usize] {
                        Value::Nothing => None,
                        value => Some(seat(value)?),
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
                    let next = match r[mask as usize] {
                        Value::Int(bits) => SeatSet(bits as u32)
                            .lowest()
                            .map(|seat| (seat, bits & (bits - 1))),
                        _ => None,
                    };
                    match next {
                        None => at = to,
                        Some((seat, rest)) => {
                            r[mask as usize] = Value::Int(rest);
                            r[d as usize] = Value::Seat(seat);
                            self.player = Some(seat);
                        }
                    }
                }
                Op::NextItem { list, d, to } => {
                    let n = match r[list as usize + 1] {
                        Value::Int(n) => n,
                        _ => 0,
                    };
                    match self.item(r[list as usize], n as usize)? {
                        None => at = to,
                        Some(item) => {
                            r[d as usize] = item;
                            r[list as usize + 1] = Value::Int(n + 1);
                        }
                    }
                }
                Op::NextOf { list, d, to } => {
                    let n = match r[list as usize + 1] {
                        Value::Int(n) => n,
                        _ => 0,
                    };
                    match self.item_of(r[list as usize], n as usize)? {
                        None => at = to,
                        Some(item) => {
                            r[d as usize] = item;
                            r[list as usize + 1] = Value::Int(n + 1);
                        }
                    }
                }
                Op::Append { list, s } => self.append(r[list as usize], r[s as usize])?,
                Op::Sift { d, query, s, test } => r[d as usize] = self.sift(r, query, get!(s), test)?,
                Op::Measure { d, query, s, table } => r[d as usize] = self.measure(query, get!(s), table)?,
                Op::Round { count } => r[count as usize] = next_round(r[count as usize])?,
                Op::Query {
                    d,
                    first,
                    n,
                    primitive,
                } => {
                    let args = &r[first as usize..first as usize + n as usize];
                    let crate::primitives::Body::Query(run) = program.primitives[primitive as usize].body
                    else {
                        *fuel = left;
                        return Ok(Stop::Acts(*op));
                    };
                    r[d as usize] = run(self, args)?;
                }
                Op::Return { s } => {
                    *fuel = left;
                    return Ok(Stop::Return(get!(s)));
                }
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
                | Op::End => {
                    *fuel = left;
                    return Ok(Stop::Acts(*op));
                }
            }
        }
    }

    /// What depends on the acting seat, and options.
    #[inline(never)]
    fn own(&self, from: Operand) -> Value {
        self.get(&[], from)
    }

    /// Whether a condition holds.
    #[inline]
    pub(crate) fn holds(&self, code: Code) -> Run<bool> {
        match self.holds_at_once(code.start) {
            Some(holds) => Ok(holds),
            None => truth(self.eval(code)?),
        }
    }

    /// Whether a condition of a ruleset holds; in forgiving ones a condition that
    /// cannot be worked out does not.
    #[inline]
    pub(crate) fn allows(&self, code: Code) -> Run<bool> {
        match self.holds(code) {
            Err(_) if self.program().manners.forgiving => Ok(false),
            other => other,
        }
    }

    /// Most conditions only compare what lies ready and look whether zones are
    /// empty: these few instructions need no registers and cannot fault. Anything
    /// else is left to the interpreter, which begins anew.
    fn holds_at_once(&self, start: u32) -> Option<bool> {
        let code = self.program().code.get(start as usize..)?;
        let mut at = 0;
        for _ in 0..16 {
            match *code.get(at)? {
                Op::JumpIfCards { s, any, to } => {
                    let Value::Zone(zone) = self.ready(s)? else {
                        return None;
                    };
                    let has_cards = self.world.zone_len(self.table, zone) > 0;
                    at = if has_cards == any {
                        to.checked_sub(start)? as usize
                    } else {
                        at + 1
                    };
                }
                Op::JumpUnlessHolds { op, a, b, to } => {
                    let (a, b) = (self.ready(a)?, self.ready(b)?);
                    let holds = match (op, a, b) {
                        (BinaryOp::Eq, _, _) => a.same(b),
                        (BinaryOp::Ne, _, _) => !a.same(b),
                        (BinaryOp::Lt, Value::Int(x), Value::Int(y)) => x < y,
                        (BinaryOp::Le, Value::Int(x), Value::Int(y)) => x <= y,
                        _ => return None,
                    };
                    at = if holds {
                        at + 1
                    } else {
                        to.checked_sub(start)? as usize
                    };
                }
                Op::Jump { to } => at = to.checked_sub(start)? as usize,
                Op::Return { s } => match self.ready(s)? {
                    Value::Bool(holds) => return Some(holds),
                    _ => return None,
                },
                _ => return None,
            }
        }
        None
    }

    /// The value of an operand that is no register.
    #[inline]
    fn ready(&self, from: Operand) -> Option<Value> {
        match from.place() {
            Place::Register(_) => None,
            _ => Some(self.get(&[], from)),
        }
    }

    /// The card that would be drawn next.
    #[inline]
    pub fn top(&self, zone: ZoneId) -> Option<CardId> {
        let cards = self.world.zone_cards(self.table, zone);
        let fifo = self.table.traits[zone.index()].fifo;
        if fifo { cards.first() } else { cards.last() }.map(|c| CardId(*c))
    }

    // --- what queries read

    /// The acting seat.
    pub fn acting(&self) -> Run<Seat> {
        self.player.ok_or_else(|| FaultKind::NoPlayer.into())
    }

    /// An attribute of a card.
    #[inline]
    pub fn attribute(&self, card: CardId, at: u16) -> Value {
        let ty = self.world.type_of(self.table, card);
        self.program().attributes[at as usize].of[ty.index()]
    }

    /// Makes a list that lives until the run ends.
    pub fn list(&self, items: Vec<Value>) -> Value {
        Value::List(self.temp.add(items))
    }

    /// The items of a list; a single value is a list of one, nothing is empty.
    pub fn items(&self, value: Value) -> Run<Items> {
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

    /// The item of that place in a list; nothing after the last one. A single
    /// value is a list of one.
    pub(super) fn item(&self, list: Value, n: usize) -> Run<Option<Value>> {
        Ok(match list {
            Value::Nothing => None,
            Value::List(id) if id.0 >= TEMP => self.temp.item(id, n),
            Value::List(id) if id.0 >= Constants::DYNAMIC => {
                let lists = self.world.rare.as_ref().map_or(&[][..], |r| &r.lists.0);
                let list = lists.get((id.0 - Constants::DYNAMIC) as usize);
                list.and_then(|list| list.get(n).copied())
            }
            Value::List(id) => self.program().constants.items(id).get(n).copied(),
            one => (n == 0).then_some(one),
        })
    }

    /// The seats of a value: a seat, a list of seats, nothing.
    pub fn seat_set(&self, value: Value) -> Run<SeatSet> {
        match value {
            Value::Nothing => Ok(SeatSet::EMPTY),
            Value::Seat(one) => Ok(SeatSet::one(one)),
            Value::List(_) => self.items(value)?.into_iter().map(seat).collect::<Run<SeatSet>>(),
            found => Err(FaultKind::WrongKind {
                wanted: "a seat",
                found,
            }
            .into()),
        }
    }

    /// The cards of a value: a card, a list of cards, all cards of a zone.
    pub fn cards(&self, value: Value) -> Run<SmallVec<[CardId; 16]>> {
        match value {
            Value::Zone(zone) => Ok(self
                .world
                .zone_cards(self.table, zone)
                .iter()
                .map(|c| CardId(*c))
                .collect()),
            Value::Card(one) => Ok(smallvec::smallvec![one]),
            value => self.items(value)?.into_iter().map(card).collect(),
        }
    }

    /// Seats that are not dismissed.
    pub fn playing(&self) -> SeatSet {
        self.table.all_seats().minus(self.world.dismissed)
    }

    /// The seat after another among those in play, in the direction of play.
    pub fn seat_after(&self, seat: Seat, steps: i64) -> Option<Seat> {
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

/// One more round of a `while`.
fn next_round(count: Value) -> Run<Value> {
    match count {
        Value::Int(n) if n < MAX_ROUNDS => Ok(Value::Int(n + 1)),
        _ => Err(FaultKind::TooManyRounds.into()),
    }
}

/// The boolean of a value.
#[inline]
pub(crate) fn truth(value: Value) -> Run<bool> {
    match value {
        Value::Bool(b) => Ok(b),
        found => Err(FaultKind::WrongKind {
            wanted: "a boolean",
            found,
        }
        .into()),
    }
}

/// The seat of a value.
#[inline]
pub(crate) fn seat(value: Value) -> Run<Seat> {
    match value {
        Value::Seat(seat) => Ok(seat),
        found => Err(FaultKind::WrongKind {
            wanted: "a seat",
            found,
        }
        .into()),
    }
}

/// The card of a value.
#[inline]
pub(crate) fn card(value: Value) -> Run<CardId> {
    match value {
        Value::Card(card) => Ok(card),
        found => Err(FaultKind::WrongKind {
            wanted: "a card",
            found,
        }
        .into()),
    }
}

/// The zone of a value.
#[inline]
pub(crate) fn zone(value: Value) -> Run<ZoneId> {
    match value {
        Value::Zone(zone) => Ok(zone),
        found => Err(FaultKind::WrongKind {
            wanted: "a zone",
            found,
        }
        .into()),
    }
}

/// The whole number of a value.
#[inline]
pub(crate) fn whole(value: Value) -> Run<i64> {
    match value {
        Value::Int(n) => Ok(n),
        Value::Float(n) if n.trunc() == n && n.abs() < 9e15 => Ok(n as i64),
        found => Err(FaultKind::WrongKind {
            wanted: "a whole number",
            found,
        }
        .into()),
    }
}

/// Whether a comparison holds.
#[inline(always)]
pub(super) fn compare(op: BinaryOp, a: Value, b: Value) -> Run<bool> {
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
            BinaryOp::Rem => x
                .checked_rem_euclid(y)
                .map(|m| if y < 0 && m != 0 { m + y } else { m }),
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
        v.as_f64().ok_or_else(|| {
            FaultKind::WrongKind {
                wanted: "a number",
                found: v,
            }
            .into()
        })
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
    if n.is_finite() {
        Ok(Value::Float(n))
    } else {
        Err(FaultKind::NumberRange.into())
    }
}
