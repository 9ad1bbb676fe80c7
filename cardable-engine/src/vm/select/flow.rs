//! Asking flows: the short way, which most predicates go. It knows no faults; where it meets one, it says so, and
//! the predicate is worked out as it stands.

use super::*;
use crate::ids::ZoneId;
use crate::program::{Ask, Flow, Node, Operand};
use crate::vm::engine::Function;
use crate::vm::kinds::truth;
use crate::vm::select;

/// How two whole numbers compare; None of what is no comparison.
#[inline(always)]
fn ordered(op: BinaryOp, a: i64, b: i64) -> Option<bool> {
    Some(match op {
        BinaryOp::Eq => a == b,
        BinaryOp::Ne => a != b,
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => return None,
    })
}

/// How two values compare that are no lists and, unless they are whole numbers, are only told apart.
#[inline(always)]
fn compared(op: BinaryOp, a: Value, b: Value) -> Option<bool> {
    if let (Value::Int(a), Value::Int(b)) = (a, b) {
        return ordered(op, a, b);
    }
    let same = match (a, b) {
        (Value::Str(a), Value::Str(b)) => a == b,
        (Value::List(_), Value::List(_)) => return None,
        (a, b) => a.same(b),
    };
    match op {
        BinaryOp::Eq => Some(same),
        BinaryOp::Ne => Some(!same),
        _ => None,
    }
}

/// Asks a flow with registers of its own. Lists that are made for that are gone afterwards.
#[inline(never)]
fn in_own_registers<T>(
    reader: &Reader<'_>,
    flow: &Flow,
    ask: impl FnOnce(&mut [Value]) -> Option<T>,
) -> Option<T> {
    let made = reader.temp.made();
    let answer = match flow.registers {
        0..=4 => ask(&mut [Value::Nothing; 4]),
        more => ask(&mut SmallVec::<[Value; 8]>::from_elem(
            Value::Nothing,
            more.into(),
        )),
    };
    if reader.temp.made() > made {
        reader.temp.forget_after(made);
    }
    answer
}

impl<'a> Reader<'a> {
    #[inline]
    pub(super) fn flow(&self, rule: u16) -> Option<&'a Flow> {
        self.table.program.flows.rules.get(usize::from(rule))?.as_ref()
    }
}

/// Which of at most 64 types of cards pass a rule that reads nothing but the card.
#[inline(never)]
pub(crate) fn passing_rule(reader: &Reader<'_>, rule: u16, among: u64) -> Option<u64> {
    let flow = reader.flow(rule)?;
    match flow.registers {
        0 => passing(reader, &mut [], flow, among),
        _ => in_own_registers(reader, flow, |r| passing_in(reader, r, flow, among)),
    }
}

/// Whether a rule holds that reads no card.
#[inline]
pub(crate) fn rule_holds(reader: &Reader<'_>, rule: u16) -> Option<bool> {
    let flow = reader.flow(rule)?;
    match flow.registers {
        0 => holds(reader, &mut [], flow),
        _ => in_own_registers(reader, flow, |r| holds(reader, r, flow)),
    }
}

/// Which of some types pass a flow, as a function of its own.
#[inline(never)]
pub(super) fn passing_in(reader: &Reader<'_>, r: &mut [Value], flow: &Flow, among: u64) -> Option<u64> {
    passing(reader, r, flow, among)
}

/// Which of some types pass a flow. What nothing gets to is not asked.
#[inline(always)]
fn passing(reader: &Reader<'_>, r: &mut [Value], flow: &Flow, among: u64) -> Option<u64> {
    match flow.nodes.len() {
        ..=Flow::FEW => passing_through::<{ Flow::PLACES / 2 }>(reader, r, flow, among),
        _ => passing_through_many(reader, r, flow, among),
    }
}

#[inline(never)]
fn passing_through_many(reader: &Reader<'_>, r: &mut [Value], flow: &Flow, among: u64) -> Option<u64> {
    passing_through::<{ Flow::PLACES }>(reader, r, flow, among)
}

/// The same for a flow with so many places, of which the last two are its ends.
#[inline(always)]
fn passing_through<const PLACES: usize>(
    reader: &Reader<'_>,
    r: &mut [Value],
    flow: &Flow,
    among: u64,
) -> Option<u64> {
    // The types that have got to each place.
    let mut there = [0; PLACES];
    there[usize::from(flow.first) % PLACES] = among;
    let mut left = &*flow.nodes;
    while let [before @ .., node] = left {
        left = before;
        let asked = there[before.len() % PLACES];
        if asked == 0 {
            continue;
        }
        let passes = match &node.ask {
            Ask::Types(types) => types & asked,
            Ask::LikeTop { zone, attribute } => like_the_top(reader, r, *attribute, *zone)? & asked,
            Ask::Having { attribute, value } => having(reader, r, *attribute, *value)? & asked,
            Ask::Beside { card, relation } => beside(reader, r, *card, *relation)? & asked,
            Ask::OfCard(predicate) => {
                let mut selection = select::selection(reader, r);
                selection.types(predicate, &asked).ok()?
            }
            Ask::Within { .. } | Ask::True(_) | Ask::Holds { .. } | Ask::Count { .. } | Ask::Other(_) => {
                match node_holds(reader, r, node)? {
                    true => asked,
                    false => 0,
                }
            }
        };
        there[usize::from(node.passes) % PLACES] |= passes;
        there[usize::from(node.fails) % PLACES] |= asked & !passes;
    }
    Some(there[usize::from(Flow::PASSED) % PLACES])
}

/// Whether a flow holds that reads no card.
#[inline(never)]
pub(super) fn holds(reader: &Reader<'_>, r: &mut [Value], flow: &Flow) -> Option<bool> {
    let mut at = flow.first;
    while let Some(node) = flow.nodes.get(usize::from(at)) {
        let holds = match &node.ask {
            Ask::Within { number, low, width } => {
                let number = match *number {
                    Expr::Global(at) => match reader.world.values.get(usize::from(at)) {
                        Some(Value::Int(n)) => *n,
                        _ => return None,
                    },
                    Expr::ZoneLength(at) => reader.world.zone_len(reader.table, ZoneId(at)) as i64,
                    other => whole_number(reader, r, other)?,
                };
                (number.wrapping_sub(*low) as u64) <= *width
            }
            _ => node_holds(reader, r, node)?,
        };
        at = if holds { node.passes } else { node.fails };
    }
    Some(at == Flow::PASSED)
}

#[inline(never)]
fn node_holds(reader: &Reader<'_>, r: &mut [Value], node: &Node) -> Option<bool> {
    match &node.ask {
        Ask::Within { number, low, width } => {
            let number = whole_number(reader, r, *number)?;
            Some((number.wrapping_sub(*low) as u64) <= *width)
        }
        Ask::True(value) => truth(value_of(reader, r, *value)?).ok(),
        Ask::Holds { op, a, b } => {
            let a = value_of(reader, r, *a)?;
            compared(*op, a, value_of(reader, r, *b)?)
        }
        Ask::Count {
            cards,
            passing,
            number,
        } => {
            let n = count_passing(reader, r, *cards, passing)?;
            let holds = ordered(number.op, n, whole_number(reader, r, number.value)?)?;
            Some(holds != number.not)
        }
        Ask::Other(predicate) => select::selection(reader, r).holds_for_all(predicate).ok(),
        // There is no card.
        Ask::Types(_) | Ask::LikeTop { .. } | Ask::Having { .. } | Ask::Beside { .. } | Ask::OfCard(_) => {
            None
        }
    }
}

/// The types that have a value in an attribute.
#[inline]
fn having(reader: &Reader<'_>, r: &mut [Value], attribute: u16, value: Expr) -> Option<u64> {
    let def = reader.program().cards.attributes.get(usize::from(attribute))?;
    Some(def.word_having(value_of(reader, r, value)?))
}

/// The types that have the same value in an attribute as the card that would be drawn next.
#[inline]
fn like_the_top(reader: &Reader<'_>, r: &[Value], attribute: u16, zone: Operand) -> Option<u64> {
    let def = reader.program().cards.attributes.get(usize::from(attribute))?;
    let Value::Zone(zone) = reader.get(r, zone) else {
        return None;
    };
    Some(match reader.top(zone) {
        Some(card) => def.word_same_as(reader.world.type_of(reader.table, card)),
        None => def.word_having(Value::Nothing),
    })
}

/// The types that stand in a relation to a card.
#[inline(never)]
fn beside(reader: &Reader<'_>, r: &mut [Value], card: Expr, relation: u16) -> Option<u64> {
    let Value::Card(card) = value_of(reader, r, card)? else {
        return None;
    };
    let ty = reader.world.type_of(reader.table, card);
    let relation = reader.program().conditions.relations.get(usize::from(relation))?;
    relation.row(ty.index()).first().copied()
}

/// How many cards of a zone pass a flow.
fn count_passing(reader: &Reader<'_>, r: &mut [Value], cards: Expr, flow: &Flow) -> Option<i64> {
    let Value::Zone(zone) = value_of(reader, r, cards)? else {
        return None;
    };
    let cards = reader.world.zone_cards(reader.table, zone);
    let types: u64 = select::types_of(reader, cards.iter().copied());
    let passing = match types {
        0 => 0,
        _ => passing_in(reader, r, flow, types)?,
    };
    look_at(reader, cards.len()).ok()?;
    let count = match passing {
        0 => 0,
        _ if types.len() == cards.len() => passing.len(),
        _ => {
            let types = reader.world.types(reader.table);
            let ty = |card: &u16| types.get(usize::from(*card)).copied().unwrap_or(0);
            cards.iter().filter(|card| passing.has(ty(card).into())).count()
        }
    };
    Some(count as i64)
}

#[inline(never)]
fn whole_number(reader: &Reader<'_>, r: &mut [Value], expr: Expr) -> Option<i64> {
    let value = match expr {
        Expr::ZoneLength(at) => return Some(reader.world.zone_len(reader.table, ZoneId(at)) as i64),
        Expr::Length(from) => match reader.get(r, from) {
            Value::Zone(zone) => return Some(reader.world.zone_len(reader.table, zone) as i64),
            _ => return None,
        },
        Expr::SeatLength { seat, at } => match reader.get(r, seat) {
            Value::Seat(seat) => {
                let zone = reader.table.seat_zone(seat, at);
                return Some(reader.world.zone_len(reader.table, zone) as i64);
            }
            _ => return None,
        },
        Expr::SeatData { seat, at } => match reader.get(r, seat) {
            Value::Seat(seat) => *reader.world.values.get(reader.table.seat_data_at(seat, at))?,
            _ => return None,
        },
        Expr::Before(at) => return Some(before_seats(reader, at)),
        other => value_of(reader, r, other)?,
    };
    match value {
        Value::Int(n) => Some(n),
        _ => None,
    }
}

/// How many cards the zone of that number has of all seats together.
fn before_seats(reader: &Reader<'_>, at: u16) -> i64 {
    let t = reader.table;
    let cards = |seat| reader.world.zone_len(t, t.seat_zone(seat, at));
    t.all_seats().into_iter().map(cards).sum::<usize>() as i64
}

#[inline(always)]
fn value_of(reader: &Reader<'_>, r: &mut [Value], expr: Expr) -> Option<Value> {
    match expr {
        Expr::Global(at) => reader.world.values.get(usize::from(at)).copied(),
        Expr::At(from) => Some(at(reader, r, from)),
        other => value_found(reader, r, other),
    }
}

#[inline(never)]
fn at(reader: &Reader<'_>, r: &[Value], from: Operand) -> Value {
    reader.get(r, from)
}

#[inline(never)]
fn value_found(reader: &Reader<'_>, r: &mut [Value], expr: Expr) -> Option<Value> {
    match expr {
        Expr::Call { primitive, n, args } if n <= 2 && !reader.program().code.calls_custom => {
            called(reader, r, primitive, (n, args))
        }
        other => select::selection(reader, r).value(other).ok(),
    }
}

/// What a primitive gives that takes few arguments.
fn called(reader: &Reader<'_>, r: &[Value], primitive: u16, (n, args): (u8, u32)) -> Option<Value> {
    let args = args as usize;
    let row = reader.program().code.operands.get(args..args + usize::from(n))?;
    let Function::Query(run) = reader.table.functions.code.get(usize::from(primitive))? else {
        return None;
    };
    reader.burn(1);
    let given = match *row {
        [] => run(reader, &[]),
        [a] => run(reader, &[reader.get(r, a)]),
        [a, b] => run(reader, &[reader.get(r, a), reader.get(r, b)]),
        _ => return None,
    };
    given.ok()
}
