//! The reading side: conditions, queries and texts see the World through this.

use super::fault::{FaultKind, Run};
use super::interpret::{Machine, interpret};
use super::table::Table;
use super::world::World;
use crate::event::DataAt;
use crate::ids::{CardId, ListId, Seat, SeatSet, ZoneId};
use crate::program::{
    BinaryOp, Code, Constants, Facing, Leaf, MAX_ROUNDS, Op, Operand, Program, Quick, StateType, Test,
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
    /// How many calls of scripts are under way inside each other.
    pub(crate) nested: Cell<u8>,
    /// What scripts have printed in this run.
    pub(crate) trace: RefCell<Vec<Box<str>>>,
    /// Where conditions failed that were taken for false.
    pub(super) forgiven: RefCell<Vec<super::Fault>>,
}

/// The first identifier of a list that lives only during a run.
const TEMP: u32 = Constants::DYNAMIC * 2;

impl TempLists {
    fn add(&self, items: Vec<Value>) -> ListId {
        let mut lists = self.lists.borrow_mut();
        lists.push(items);
        ListId(TEMP + (lists.len() - 1) as u32)
    }

    /// Forgets them all.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.lists.get_mut().clear();
        self.texts.get_mut().clear();
        self.looked_at.set(0);
        self.forgiven.get_mut().clear();
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

    /// How many items a list has.
    fn len(&self, id: ListId) -> usize {
        let at = id.0.checked_sub(TEMP).map_or(usize::MAX, |at| at as usize);
        self.lists.borrow().get(at).map_or(0, Vec::len)
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

/// Code that is run only to read.
pub(super) struct Evaluation<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) fuel: u32,
}

#[cold]
pub(super) fn wrong(wanted: &'static str, found: Value) -> Box<super::Fault> {
    FaultKind::WrongKind { wanted, found }.into()
}

/// Why reading stopped.
pub(super) enum Stop {
    /// The code returns this.
    Return(Value),
    /// The next instruction acts.
    Acts(Op),
}

impl<'a> Machine<'a> for Evaluation<'a> {
    type Stop = Stop;

    #[inline(always)]
    fn table(&self) -> &'a Table {
        self.reader.table
    }

    #[inline(always)]
    fn reader(&self) -> Reader<'_> {
        self.reader
    }

    #[inline(always)]
    fn bind(&mut self, seat: Option<Seat>) {
        self.reader.player = seat;
    }

    #[inline(always)]
    fn fuel(&mut self) -> &mut u32 {
        &mut self.fuel
    }

    const ACTS: bool = false;

    fn set(&mut self, _: usize, _: Value, _: DataAt) {}

    fn draw(&mut self, _: ZoneId, _: ZoneId) -> Run<()> {
        Ok(())
    }

    fn place(&mut self, _: CardId, _: ZoneId, _: Facing) -> Run<()> {
        Ok(())
    }

    fn act(&mut self, op: &Op, _: &mut [Value], _: u32) -> Run<Option<Stop>> {
        Ok(Some(Stop::Acts(*op)))
    }

    #[inline(always)]
    fn end(&mut self, value: Value) -> Stop {
        Stop::Return(value)
    }
}

impl<'a> Reader<'a> {
    /// The ruleset.
    pub(crate) fn program(&self) -> &'a Program {
        &self.table.program
    }

    /// The value that an operand names.
    #[inline(always)]
    pub(crate) fn get(&self, r: &[Value], from: Operand) -> Value {
        match from.kind() {
            Operand::REGISTER => r[from.at()],
            Operand::CONSTANT => self.table.program.constants.all()[from.at()],
            Operand::GLOBAL => self.world.values[from.at()],
            Operand::STATE => self.world.values[self.table.state_data + from.at()],
            _ => self.own(from),
        }
    }

    /// What depends on the acting seat, and options.
    #[inline]
    pub(super) fn own(&self, from: Operand) -> Value {
        let (t, at) = (self.table, from.at() as u16);
        match (from.kind(), self.player) {
            (Operand::SETTING, _) => t.settings[at as usize],
            (Operand::OWN_ZONE, Some(seat)) => Value::Zone(t.seat_zone(seat, at)),
            (Operand::OWN_DATA, Some(seat)) => self.world.values[t.seat_data_at(seat, at)],
            (Operand::PLAYER, Some(seat)) => Value::Seat(seat),
            _ => Value::Nothing,
        }
    }

    /// The value of an operand that lies in memory, without copying it.
    #[inline]
    pub(super) fn lying(&self, from: Operand) -> Option<&'a Value> {
        let kind = from.kind();
        if kind == Operand::GLOBAL {
            self.world.values.get(from.at())
        } else if kind == Operand::CONSTANT {
            self.table.program.constants.all().get(from.at())
        } else {
            self.lying_elsewhere(from)
        }
    }

    #[inline(never)]
    fn lying_elsewhere(&self, from: Operand) -> Option<&'a Value> {
        let t = self.table;
        match from.kind() {
            Operand::STATE => self.world.values.get(t.state_data + from.at()),
            Operand::SETTING => t.settings.get(from.at()),
            Operand::OWN_DATA => self
                .world
                .values
                .get(t.seat_data_at(self.player?, from.at() as u16)),
            _ => None,
        }
    }

    /// The zone that an operand names, when it is no register.
    #[inline(always)]
    fn lying_zone(&self, from: Operand) -> Option<ZoneId> {
        if from.kind() == Operand::OWN_ZONE {
            return self
                .player
                .map(|seat| self.table.seat_zone(seat, from.at() as u16));
        }
        match self.lying(from)? {
            Value::Zone(zone) => Some(*zone),
            _ => None,
        }
    }

    /// Runs code that only reads.
    #[inline]
    pub(crate) fn eval(&self, code: Code) -> Run<Value> {
        match code.quick {
            Quick::Operand(from) => Ok(self.get(&[], from)),
            Quick::Top(_) | Quick::No | Quick::Test(_) => self.eval_with(code, &[]),
        }
    }

    #[inline(never)]
    pub(super) fn eval_condition(&self, code: Code) -> Run<bool> {
        truth(self.eval_with(code, &[])?)
    }

    /// The same with the first registers filled.
    #[inline(never)]
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
        let mut evaluation = Evaluation {
            reader: *self,
            fuel: super::Engine::FUEL,
        };
        match interpret(&mut evaluation, code.start, registers)? {
            Stop::Return(value) => Ok(value),
            Stop::Acts(_) => Err(FaultKind::Primitive("a condition may not act").into()),
        }
    }

    /// Whether a condition holds.
    #[inline(always)]
    pub(crate) fn holds(&self, code: Code) -> Run<bool> {
        if let Quick::Test(test) = code.quick
            && let Some(holds) = self.test(&self.table.program.tests[test as usize])
        {
            return Ok(holds);
        }
        self.eval_condition(code)
    }

    /// Whether a condition of a ruleset holds; in forgiving ones a condition that
    /// cannot be worked out does not.
    #[inline(always)]
    pub(crate) fn allows(&self, code: Code) -> Run<bool> {
        self.forgiving(self.holds(code))
    }

    /// What a test says; nothing when it meets other kinds of values than it was
    /// made for. Such a condition is left to the interpreter.
    #[inline(always)]
    pub(super) fn test(&self, test: &Test) -> Option<bool> {
        for leaf in &test.leaves {
            if self.leaf(leaf)? == test.any {
                return Some(test.any);
            }
        }
        Some(!test.any)
    }

    #[inline(always)]
    fn leaf(&self, leaf: &Leaf) -> Option<bool> {
        let within = |value: &Value, low: i64, high: i64, not: bool| match value {
            Value::Int(n) => Some((low <= *n && *n <= high) != not),
            _ => None,
        };
        let cards = |zone: ZoneId, any: bool| Some((self.world.zone_len(self.table, zone) > 0) == any);
        match *leaf {
            Leaf::Global { at, not, low, high } => {
                within(self.world.values.get(at as usize)?, low, high, not)
            }
            Leaf::SharedZone { at, any } => cards(ZoneId(at), any),
            Leaf::OwnZone { at, any } => cards(self.table.seat_zone(self.player?, at), any),
            Leaf::Number { at, not, low, high } => within(self.lying(at)?, low, high, not),
            Leaf::InOrder { low, high, equal } => match (self.lying(low)?, self.lying(high)?) {
                (Value::Int(low), Value::Int(high)) => Some(low < high || equal && low == high),
                _ => None,
            },
            Leaf::Same { a, b, not } => match (self.lying(a)?, self.lying(b)?) {
                (Value::List(_), Value::List(_)) => None,
                (a, b) => Some(a.same(*b) != not),
            },
            Leaf::True { at, not } => match self.lying(at)? {
                Value::Bool(holds) => Some(*holds != not),
                _ => None,
            },
        }
    }

    /// A value that can be had without running code.
    #[inline(always)]
    pub(crate) fn at_once(&self, code: Code) -> Option<Value> {
        match code.quick {
            Quick::Operand(from) => self.lying(from).copied(),
            Quick::Top(from) => {
                let zone = self.lying_zone(from)?;
                Some(self.top(zone).map_or(Value::Nothing, Value::Card))
            }
            Quick::No | Quick::Test(_) => None,
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

    /// How many items a list has, counted as [`Reader::items`] gives them.
    pub(super) fn item_count(&self, list: Value) -> usize {
        match list {
            Value::Nothing => 0,
            Value::List(id) if id.0 >= TEMP => self.temp.len(id),
            Value::List(id) if id.0 >= Constants::DYNAMIC => {
                let lists = self.world.rare.as_ref().map_or(&[][..], |r| &r.lists.0);
                let list = lists.get((id.0 - Constants::DYNAMIC) as usize);
                list.map_or(0, Vec::len)
            }
            Value::List(id) => self.program().constants.items(id).len(),
            _ => 1,
        }
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

    /// Whether two values are the same; lists are when their items are.
    #[cold]
    pub(super) fn same_items(&self, a: Value, b: Value, depth: u32) -> Run<bool> {
        let (Value::List(_), Value::List(_), true) = (a, b, a != b) else {
            return Ok(a.same(b));
        };
        let (a, b) = (self.items(a)?, self.items(b)?);
        if a.len() != b.len() {
            return Ok(false);
        }
        let depth = depth.checked_sub(1).ok_or(FaultKind::TooMany {
            what: "lists in lists that are compared",
            limit: LIST_DEPTH as usize,
        })?;
        for (a, b) in a.into_iter().zip(b) {
            if !self.same_items(a, b, depth)? {
                return Ok(false);
            }
        }
        Ok(true)
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
pub(super) fn next_round(count: Value) -> Run<Value> {
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

/// Whether a comparison holds, of lists by their items.
#[inline(always)]
pub(super) fn compare_any<'r>(
    op: BinaryOp,
    a: Value,
    b: Value,
    reader: impl Fn() -> Reader<'r>,
) -> Run<bool> {
    match (op, a, b) {
        (BinaryOp::Eq, Value::List(_), Value::List(_)) => reader().same_items(a, b, LIST_DEPTH),
        (BinaryOp::Ne, Value::List(_), Value::List(_)) => Ok(!reader().same_items(a, b, LIST_DEPTH)?),
        _ => compare(op, a, b),
    }
}

/// Whether a comparison of single values holds.
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

/// How deep lists in lists are compared.
const LIST_DEPTH: u32 = 16;

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
