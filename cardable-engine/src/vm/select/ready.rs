//! Predicates over what lies ready: the short way, which most of them go. It knows no faults and no single cards; where
//! it meets more than it can do, it says so, and the predicate is worked out from its beginning.

use super::*;
use crate::ids::ZoneId;
use crate::program::Operand;
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

/// Which of at most 64 types of cards pass a rule that reads nothing but the card.
#[inline]
pub(crate) fn passing_rule(reader: &Reader<'_>, rule: u16, among: u64) -> Option<u64> {
    let rule = reader.program().conditions.rules.get(usize::from(rule))?;
    let made = reader.temp.made();
    let passing = match rule.registers {
        0 => types_passing(reader, &mut [], &rule.predicate, among),
        1..=4 => types_passing(reader, &mut [Value::Nothing; 4], &rule.predicate, among),
        5..=16 => types_passing(reader, &mut [Value::Nothing; 16], &rule.predicate, among),
        _ => None,
    };
    if reader.temp.made() > made {
        reader.temp.forget_after(made);
    }
    passing
}

/// Whether a rule holds that reads no card.
#[inline(never)]
pub(crate) fn rule_holds(reader: &Reader<'_>, rule: u16) -> Option<bool> {
    let rule = reader.program().conditions.rules.get(usize::from(rule))?;
    match rule.registers {
        0 => holds(reader, &mut [], &rule.predicate),
        1..=4 => {
            let made = reader.temp.made();
            let holds = holds(reader, &mut [Value::Nothing; 4], &rule.predicate);
            if reader.temp.made() > made {
                reader.temp.forget_after(made);
            }
            holds
        }
        _ => None,
    }
}

/// Which of some types pass. Only what is short is in place in the loop: longer code would cost it registers.
pub(super) fn types_passing(
    reader: &Reader<'_>,
    r: &mut [Value],
    predicate: &Predicate,
    among: u64,
) -> Option<u64> {
    let (parts, all) = match predicate {
        Predicate::All(parts) => (&**parts, true),
        Predicate::Any(parts) => (&**parts, false),
        Predicate::Having { attribute, value } => {
            return Some(having(reader, r, *attribute, *value)? & among);
        }
        other => (std::slice::from_ref(other), true),
    };
    let mut left = among;
    for part in parts {
        // What no card passes needs no further question.
        if left == 0 {
            break;
        }
        let passing = match part {
            Predicate::Types(set) => u64::of_set(set) & left,
            Predicate::Having { attribute, value } => having(reader, r, *attribute, *value)? & left,
            other => part_passing(reader, r, other, left)?,
        };
        left = if all { passing } else { left & !passing };
    }
    Some(if all { left } else { among & !left })
}

/// The types that have a value in an attribute.
#[inline(never)]
fn having(reader: &Reader<'_>, r: &mut [Value], attribute: u16, value: Expr) -> Option<u64> {
    let def = reader.program().cards.attributes.get(usize::from(attribute))?;
    match value {
        Expr::TopAttribute { zone, attribute: of } if of == attribute => like_the_top(reader, r, def, zone),
        value => Some(def.word_having(value_of(reader, r, value)?)),
    }
}

#[inline(never)]
fn part_passing(reader: &Reader<'_>, r: &mut [Value], predicate: &Predicate, among: u64) -> Option<u64> {
    match predicate {
        Predicate::Types(_) | Predicate::Having { .. } | Predicate::All(_) | Predicate::Any(_) => {
            types_passing(reader, r, predicate, among)
        }
        Predicate::Not(inner) => Some(among & !types_passing(reader, r, inner, among)?),
        Predicate::If {
            when,
            then,
            otherwise,
        } => {
            let holds = types_passing(reader, r, when, among)?;
            let fails = among & !holds;
            let mut passing = 0;
            if holds != 0 {
                passing = types_passing(reader, r, then, holds)?;
            }
            if fails != 0 {
                passing |= types_passing(reader, r, otherwise, fails)?;
            }
            Some(passing)
        }
        Predicate::Number { .. }
        | Predicate::Holds { .. }
        | Predicate::When(_)
        | Predicate::Count { .. }
        | Predicate::Same { .. }
        | Predicate::Run { .. }
        | Predicate::Seen { .. } => Some(match holds(reader, r, predicate)? {
            true => among,
            false => 0,
        }),
        Predicate::Beside { card, relation } => {
            let Value::Card(card) = value_of(reader, r, *card)? else {
                return None;
            };
            let ty = reader.world.type_of(reader.table, card);
            let relation = reader
                .program()
                .conditions
                .relations
                .get(usize::from(*relation))?;
            Some(relation.row(ty.index()).first()? & among)
        }
        // They name single cards, or may.
        Predicate::Is(_) | Predicate::Each { .. } => None,
        Predicate::HavingAny { .. }
        | Predicate::Compare { .. }
        | Predicate::Related { .. }
        | Predicate::SameWith { .. }
        | Predicate::RunWith { .. } => select::selection(reader, r).types(predicate, &among).ok(),
    }
}

/// The types that have the same value in an attribute as the card that would be drawn next.
#[inline(never)]
fn like_the_top(reader: &Reader<'_>, r: &[Value], def: &AttributeDef, zone: Operand) -> Option<u64> {
    let Value::Zone(zone) = reader.get(r, zone) else {
        return None;
    };
    Some(match reader.top(zone) {
        Some(card) => def.word_same_as(reader.world.type_of(reader.table, card)),
        None => def.word_having(Value::Nothing),
    })
}

/// Whether a predicate holds for all cards alike. As above, only what is short is in place.
#[inline]
pub(super) fn holds(reader: &Reader<'_>, r: &mut [Value], predicate: &Predicate) -> Option<bool> {
    match predicate {
        Predicate::Any(parts) => parts_hold(reader, r, parts, true),
        Predicate::All(parts) => parts_hold(reader, r, parts, false),
        other => holds_otherwise(reader, r, other),
    }
}

/// Whether any of some predicates holds, or all do.
#[inline(never)]
fn parts_hold(reader: &Reader<'_>, r: &mut [Value], parts: &[Predicate], any: bool) -> Option<bool> {
    for part in parts {
        if part_holds(reader, r, part)? == any {
            return Some(any);
        }
    }
    Some(!any)
}

#[inline(always)]
fn part_holds(reader: &Reader<'_>, r: &mut [Value], predicate: &Predicate) -> Option<bool> {
    let Predicate::Number {
        value,
        op,
        number,
        swapped,
    } = predicate
    else {
        return holds_otherwise(reader, r, predicate);
    };
    let value = match *value {
        Expr::Global(at) => match reader.world.values.get(usize::from(at)) {
            Some(Value::Int(n)) => *n,
            _ => return None,
        },
        Expr::ZoneLength(at) => reader.world.zone_len(reader.table, ZoneId(at)) as i64,
        other => whole_number(reader, r, other)?,
    };
    let number = i64::from(*number);
    match op {
        BinaryOp::Eq => Some(value == number),
        BinaryOp::Ne => Some(value != number),
        _ if *swapped => ordered(*op, number, value),
        _ => ordered(*op, value, number),
    }
}

#[inline(never)]
fn holds_otherwise(reader: &Reader<'_>, r: &mut [Value], predicate: &Predicate) -> Option<bool> {
    match predicate {
        Predicate::Number { .. } => part_holds(reader, r, predicate),
        Predicate::All(parts) => parts_hold(reader, r, parts, false),
        Predicate::Any(parts) => parts_hold(reader, r, parts, true),
        Predicate::Holds { op, a, b } => {
            let a = value_of(reader, r, *a)?;
            compared(*op, a, value_of(reader, r, *b)?)
        }
        Predicate::When(value) => truth(value_of(reader, r, *value)?).ok(),
        Predicate::Not(inner) => Some(!holds(reader, r, inner)?),
        Predicate::If {
            when,
            then,
            otherwise,
        } => match holds(reader, r, when)? {
            true => holds(reader, r, then),
            false => holds(reader, r, otherwise),
        },
        Predicate::Count {
            cards,
            passing,
            number,
        } if reader.program().cards.types.len() <= 64 => {
            let n = count_passing(reader, r, *cards, passing)?;
            let holds = ordered(number.op, n, whole_number(reader, r, number.value)?)?;
            Some(holds != number.not)
        }
        Predicate::Types(_)
        | Predicate::Having { .. }
        | Predicate::HavingAny { .. }
        | Predicate::Is(_)
        | Predicate::Compare { .. }
        | Predicate::Count { .. }
        | Predicate::Same { .. }
        | Predicate::Run { .. }
        | Predicate::Seen { .. }
        | Predicate::Related { .. }
        | Predicate::Beside { .. }
        | Predicate::SameWith { .. }
        | Predicate::RunWith { .. }
        | Predicate::Each { .. } => select::selection(reader, r).holds_for_all(predicate).ok(),
    }
}

/// How many cards of a zone pass a predicate.
fn count_passing(reader: &Reader<'_>, r: &mut [Value], cards: Expr, passing: &Predicate) -> Option<i64> {
    let Value::Zone(zone) = value_of(reader, r, cards)? else {
        return None;
    };
    let cards = reader.world.zone_cards(reader.table, zone);
    let types: u64 = select::types_of(reader, cards.iter().copied());
    let passing = match types {
        0 => 0,
        _ => types_passing(reader, r, passing, types)?,
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
