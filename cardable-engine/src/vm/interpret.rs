//! The loop that carries out register code, for conditions and actions alike.

use super::engine::{LinkedTable, Reader, reader};
use super::kinds::{seat, wrong};
use super::operators::{binary, compare, compare_any, next_round};
use super::{computed, lists, typed};
use crate::event::DataAt;
use crate::fault::{Fault, FaultKind, Run};
use crate::ids::{CardId, Seat, SeatSet, ZoneId};
use crate::program::{BinaryOp, Facing, Op, Operand, UsualOperand as Usual};
use crate::value::Value;
use crate::world::card_data;
use smallvec::SmallVec;

/// What code runs on: something that only reads, or something that acts too.
pub(crate) trait Machine<'a> {
    /// How code comes to rest.
    type Stop;

    /// Whether it may act at all: else `act` gets every instruction that does.
    const ACTS: bool;

    /// What stays the same during the game.
    fn table(&self) -> &'a LinkedTable;
    fn reader(&self) -> Reader<'_>;
    fn bind(&mut self, seat: Option<Seat>);
    fn fuel(&mut self) -> &mut u32;
    /// Carries out an instruction that acts. What it returns ends the code.
    fn act(&mut self, op: &Op, r: &mut [Value], pc: u32) -> Run<Option<Self::Stop>>;
    /// Changes an item of data.
    fn set(&mut self, slot: usize, value: &Value, at: DataAt);
    /// Moves the card that would be drawn next.
    fn draw(&mut self, from: ZoneId, to: ZoneId, facing: Facing) -> Run<()>;
    fn place(&mut self, card: CardId, to: ZoneId, facing: Facing) -> Run<()>;
    fn move_all(&mut self, from: ZoneId, to: ZoneId, facing: Facing) -> Run<()>;
    /// The code ends with a value.
    fn end(&mut self, value: Value) -> Self::Stop;
}

/// Runs code from an instruction on, until it comes to rest.
#[inline]
pub(crate) fn interpret<'a, M: Machine<'a>>(machine: &mut M, start: u32, r: &mut [Value]) -> Run<M::Stop> {
    let code = machine.table().program.code.ops.as_slice();
    let mut rest = from(code, start);
    carry_out(machine, code, &mut rest, r).map_err(|fault| placed(machine, fault, at_work(code, &rest)))
}

/// The instructions from one on. There are none behind the last one, where code ends.
#[inline(always)]
fn from(code: &[Op], start: u32) -> std::slice::Iter<'_, Op> {
    code.get(start as usize..).unwrap_or_default().iter()
}

/// The number of the instruction before those that are left.
///
/// It is worked out of where they lie: how many are left is nothing that the loop has to keep.
#[inline(always)]
fn at_work(code: &[Op], rest: &std::slice::Iter<'_, Op>) -> u32 {
    let next = rest.as_slice().as_ptr().addr();
    (next.wrapping_sub(code.as_ptr().addr()) / size_of::<Op>()).wrapping_sub(1) as u32
}

/// Says where a fault showed, when nobody has yet.
#[cold]
fn placed<'a, M: Machine<'a>>(machine: &M, mut fault: Box<Fault>, pc: u32) -> Box<Fault> {
    if fault.pc == u32::MAX {
        fault.pc = pc;
        fault.state = machine.reader().world.scene.state;
    }
    fault
}

#[inline(always)]
fn carry_out<'a, M: Machine<'a>>(
    machine: &mut M,
    code: &'a [Op],
    rest: &mut std::slice::Iter<'a, Op>,
    r: &mut [Value],
) -> Run<M::Stop> {
    let table = machine.table();
    let program = &*table.program;
    let constants = program.constants.all();
    // What most operands are is asked first, in an order that needs no table of jumps.
    macro_rules! get {
        ($from:expr) => {{
            let from: Operand = $from;
            match from.usual() {
                Usual::Register(at) => r[at],
                Usual::Constant(at) => constants[at],
                Usual::Global(at) => machine.reader().world.values[at],
                Usual::Other => reader::other_operand(&machine.reader(), from),
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
    // What can go round, and what calls, costs fuel; the rest is bounded by that.
    macro_rules! spend {
        () => {{
            let fuel = machine.fuel();
            if *fuel == 0 {
                return Err(exhausted(machine));
            }
            *fuel -= 1;
        }};
    }
    macro_rules! go_to {
        ($to:expr) => {
            *rest = from(code, $to)
        };
    }
    while let Some(op) = rest.next() {
        match *op {
            Op::Load { d, s } => r[d as usize] = get!(s),
            Op::JumpUnlessHolds { op, a, b, to } => {
                if !compare_any(op, get!(a), get!(b), || machine.reader())? {
                    go_to!(to);
                }
            }
            Op::JumpUnlessInt { op, not, a, k, to } => {
                if compare(op, get!(a), Value::Int(k.into()))? == not {
                    go_to!(to);
                }
            }
            Op::JumpIfCards { s, any, to } => {
                if (machine.reader().world.zone_len(table, zone!(s)) > 0) == any {
                    go_to!(to);
                }
            }
            Op::Binary { op, d, a, b } => {
                let (a, b) = (get!(a), get!(b));
                r[d as usize] = match op {
                    BinaryOp::Eq | BinaryOp::Ne => Value::Bool(compare_any(op, a, b, || machine.reader())?),
                    BinaryOp::Add
                    | BinaryOp::Sub
                    | BinaryOp::Mul
                    | BinaryOp::Div
                    | BinaryOp::Rem
                    | BinaryOp::Lt
                    | BinaryOp::Le => binary(op, a, b)?,
                };
            }
            Op::Jump { to } => {
                spend!();
                go_to!(to);
            }
            Op::JumpIf { s, to } => {
                if truth!(get!(s)) {
                    go_to!(to);
                }
            }
            Op::JumpUnless { s, to } => {
                if !truth!(get!(s)) {
                    go_to!(to);
                }
            }
            Op::Attribute { d, s, at } => {
                r[d as usize] = match get!(s) {
                    Value::Card(card) => machine.reader().attribute(card, at),
                    other => return Err(wrong("a card", other)),
                }
            }
            Op::CardData { d, s, at } => {
                r[d as usize] = match get!(s) {
                    Value::Card(card) => {
                        let reader = machine.reader();
                        card_data::value(reader.world, reader.table, card, at)
                    }
                    other => return Err(wrong("a card", other)),
                }
            }
            Op::Top { d, s } => {
                r[d as usize] = machine.reader().top(zone!(s)).map_or(Value::Nothing, Value::Card);
            }
            Op::TopAttribute { d, s, at } => {
                let reader = machine.reader();
                r[d as usize] = match reader.top(zone!(s)) {
                    Some(card) => reader.attribute(card, at),
                    None => Value::Nothing,
                };
            }
            Op::Count { d, s } => {
                r[d as usize] = Value::Int(machine.reader().world.zone_len(table, zone!(s)) as i64);
            }
            Op::Not { d, s } => r[d as usize] = Value::Bool(!truth!(get!(s))),
            Op::SeatData { d, seat: s, at } => {
                let at = table.seat_data_at(seat(get!(s))?, at);
                r[d as usize] = machine.reader().world.values[at];
            }
            Op::ComputedGlobal { d, at } => {
                spend!();
                let mut fuel = *machine.fuel();
                let value = computed::computed(&machine.reader(), None, at, &mut fuel);
                *machine.fuel() = fuel;
                r[d as usize] = value?;
            }
            Op::ComputedSeatData { d, seat: s, at } => {
                spend!();
                let of = Some(seat(get!(s))?);
                let mut fuel = *machine.fuel();
                let value = computed::computed(&machine.reader(), of, at, &mut fuel);
                *machine.fuel() = fuel;
                r[d as usize] = value?;
            }
            Op::SeatZone { d, seat: s, at } => {
                r[d as usize] = Value::Zone(table.seat_zone(seat(get!(s))?, at));
            }
            Op::BindPlayer { s } => machine.bind(match r[s as usize] {
                Value::Nothing => None,
                value => Some(seat(value)?),
            }),
            Op::MakeList { d, first, n } => {
                let items = r[first as usize..first as usize + n as usize].iter().copied();
                r[d as usize] = lists::list_of_code(&machine.reader(), items)?;
            }
            Op::SeatMask { d, s } => {
                r[d as usize] = Value::Int(i64::from(machine.reader().seat_set(r[s as usize])?.0));
            }
            Op::PlayingMask { d } => {
                r[d as usize] = Value::Int(i64::from(machine.reader().playing().0));
            }
            Op::NextSeat { mask, d, binds, to } => {
                spend!();
                let next = match r[mask as usize] {
                    Value::Int(bits) => SeatSet(bits as u32)
                        .and(table.every_seat())
                        .lowest()
                        .map(|seat| (seat, bits & bits.wrapping_sub(1))),
                    _ => None,
                };
                match next {
                    None => go_to!(to),
                    Some((seat, rest)) => {
                        r[mask as usize] = Value::Int(rest);
                        r[d as usize] = Value::Seat(seat);
                        if binds {
                            machine.bind(Some(seat));
                        }
                    }
                }
            }
            Op::NextItem { list, d, to } => {
                spend!();
                let n = match r[list as usize + 1] {
                    Value::Int(n) => n,
                    _ => 0,
                };
                match machine.reader().item(r[list as usize], n as usize)? {
                    None => go_to!(to),
                    Some(item) => {
                        r[d as usize] = item;
                        r[list as usize + 1] = Value::Int(n + 1);
                    }
                }
            }
            Op::NextOf { list, d, to } => {
                spend!();
                let n = match r[list as usize + 1] {
                    Value::Int(n) => n,
                    _ => 0,
                };
                match lists::item_of(&machine.reader(), r[list as usize], n as usize)? {
                    None => go_to!(to),
                    Some(item) => {
                        r[d as usize] = item;
                        r[list as usize + 1] = Value::Int(n + 1);
                    }
                }
            }
            Op::Append { list, s } => machine.reader().append(r[list as usize], r[s as usize])?,
            Op::Sift { d, query, s, rule } => {
                spend!();
                let cards = get!(s);
                r[d as usize] = machine.reader().sift(r, query, cards, rule)?;
            }
            Op::Measure { d, query, s, table } => {
                spend!();
                r[d as usize] = machine.reader().measure(query, get!(s), table)?;
            }
            Op::Find { d, measure } => {
                spend!();
                r[d as usize] = machine.reader().found(r, measure)?;
            }
            Op::Round { count } => {
                let left = *machine.fuel();
                r[count as usize] = next_round(r[count as usize], left)?;
            }
            Op::Query {
                d,
                n,
                primitive,
                args,
            } => {
                spend!();
                let function = &machine.table().functions.code[primitive as usize];
                let row = &program.code.operands[args as usize..args as usize + n as usize];
                let run = |given: &[Value]| match function.query(&machine.reader(), given) {
                    Some(found) => found,
                    None => Err(FaultKind::Primitive("not a question").into()),
                };
                r[d as usize] = match *row {
                    [] => run(&[])?,
                    [a] => run(&[get!(a)])?,
                    [a, b] => run(&[get!(a), get!(b)])?,
                    [a, b, c] => run(&[get!(a), get!(b), get!(c)])?,
                    _ => run(&arguments(&machine.reader(), r, row))?,
                };
                if program.code.calls_custom {
                    typed::look_over(&machine.reader(), r[d as usize])?;
                }
            }
            Op::ScriptValue { d, n, site, args } => {
                spend!();
                r[d as usize] = script_value(machine, r, site, args, n)?;
            }
            Op::Return { s } => {
                let value = get!(s);
                return Ok(machine.end(value));
            }
            Op::End => return Ok(machine.end(Value::Nothing)),
            Op::SetGlobal { s, at } if M::ACTS => {
                let value = get!(s);
                machine.set(at.into(), &value, DataAt::Global(at));
            }
            Op::ChangeGlobal { op, s, at } if M::ACTS => {
                let now = &machine.reader().world.values[at as usize];
                let sum = match (op, now, get!(s)) {
                    (BinaryOp::Add, Value::Int(x), Value::Int(y)) => x.checked_add(y),
                    (BinaryOp::Sub, Value::Int(x), Value::Int(y)) => x.checked_sub(y),
                    (op, x, y) => {
                        let value = binary(op, *x, y)?;
                        machine.set(at.into(), &value, DataAt::Global(at));
                        continue;
                    }
                };
                let Some(sum) = sum else {
                    return Err(FaultKind::NumberRange.into());
                };
                machine.set(at.into(), &Value::Int(sum), DataAt::Global(at));
            }
            Op::SetStateData { s, at } if M::ACTS => {
                let value = get!(s);
                let scene = machine.reader().world.scene.scene;
                machine.set(table.state_data + at as usize, &value, DataAt::State(scene, at));
            }
            Op::Draw { from, to, facing } if M::ACTS => {
                let (from, to) = (zone!(from), zone!(to));
                spend!();
                machine.draw(from, to, facing)?;
            }
            Op::Place { card, to, facing } if M::ACTS => match (get!(card), zone!(to)) {
                (Value::Card(card), to) => machine.place(card, to, facing)?,
                // No card, no move.
                (Value::Nothing, _) => {}
                (other, _) => return Err(wrong("a card", other)),
            },
            Op::MoveAll { from, to, facing } if M::ACTS => {
                let (from, to) = (zone!(from), zone!(to));
                spend!();
                machine.move_all(from, to, facing)?;
            }
            Op::SetGlobal { .. }
            | Op::ChangeGlobal { .. }
            | Op::SetSeatData { .. }
            | Op::SetStateData { .. }
            | Op::SetCardData { .. }
            | Op::Seal
            | Op::Settle
            | Op::Perform { .. }
            | Op::Step { .. }
            | Op::Script { .. }
            | Op::Draw { .. }
            | Op::Place { .. }
            | Op::MoveAll { .. }
            | Op::Ask { .. }
            | Op::AskAll { .. }
            | Op::Transition { .. }
            | Op::TransitionTo { .. }
            | Op::TransitionSeats { .. }
            | Op::Push { .. }
            | Op::PushTo { .. }
            | Op::Pop { .. } => {
                spend!();
                if let Some(stop) = machine.act(op, r, at_work(code, rest))? {
                    return Ok(stop);
                }
            }
        }
    }
    Ok(machine.end(Value::Nothing))
}

/// Calls with up to so many arguments need no memory of their own.
pub(crate) const MOST_ARGUMENTS: usize = 6;

/// Calls a function of the script that only reads.
#[cold]
#[inline(never)]
fn script_value<'a, M: Machine<'a>>(machine: &mut M, r: &[Value], site: u16, args: u32, n: u8) -> Run<Value> {
    let table = machine.table();
    let row = table
        .program
        .code
        .operands
        .get(args as usize..args as usize + n as usize);
    let mut fuel = *machine.fuel();
    let value = machine
        .reader()
        .script_value(r, site, row.unwrap_or_default(), &mut fuel);
    *machine.fuel() = fuel;
    value
}

#[cold]
fn exhausted<'a, M: Machine<'a>>(machine: &M) -> Box<Fault> {
    let states = vec![machine.reader().world.scene.state];
    FaultKind::OutOfFuel { states }.into()
}

pub(crate) fn arguments(
    reader: &Reader<'_>,
    r: &[Value],
    row: &[Operand],
) -> SmallVec<[Value; MOST_ARGUMENTS]> {
    row.iter().map(|from| reader.get(r, *from)).collect()
}
