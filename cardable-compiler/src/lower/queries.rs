//! Queries: tests of card types where that is possible, else loops.

use super::function::Function;
use super::{rules, steps};
use crate::hir::{NodeId, NodeKind};
use crate::lower::predicate::{card_predicate, found_of_items};
use crate::lower::tabulate;
use cardable_engine::primitives::Query;
use cardable_engine::program::op::{BinaryOp, Op, Operand, Reg};
use cardable_engine::value::Value;

/// Where a loop goes on, and the register of its item.
struct Loop {
    top: usize,
    item: Reg,
}

pub(super) fn query(f: &mut Function<'_>, query: Query, over: NodeId, function: NodeId, d: Reg) {
    let NodeKind::Function { param, body } = f.b.get(function).kind else {
        return f.constant(Value::Nothing, d);
    };
    if tabulate::holds_cards(&f.b.hir, over) && by_type(f, query, over, param, body, d) {
        return;
    }
    if let Some(draft) = found_of_items(&f.b.hir, query, over, param, body) {
        return rules::find(f, draft, d);
    }
    match query {
        Query::Count => count_items(f, over, param, body, d),
        Query::Any | Query::All => any_or_all(f, query, over, param, body, d),
        Query::Filter => collect_items(f, (over, param, body), false, d),
        Query::TakeWhile => collect_items(f, (over, param, body), true, d),
        Query::Sum => sum_items(f, over, param, body, d),
        Query::MaxBy | Query::MinBy => extreme_item(f, query, over, param, body, d),
    }
}

/// A query whose function asks for nothing but the type of a card.
fn by_type(f: &mut Function<'_>, query: Query, over: NodeId, param: u32, body: NodeId, d: Reg) -> bool {
    let card = NodeKind::Bound(param);
    match query {
        Query::Count | Query::Any | Query::All | Query::Filter => {
            let Some(draft) = card_predicate(&f.b.hir, body, card) else {
                return false;
            };
            let s = f.operand(over);
            let Some(rule) = rules::later(f, draft) else {
                return false;
            };
            f.emit(Op::Sift { d, query, s, rule });
        }
        Query::Sum | Query::MaxBy | Query::MinBy => {
            let Some(table) = tabulate::tabulated(&f.b.hir, body, std::slice::from_ref(&card)) else {
                return false;
            };
            if table
                .iter()
                .any(|v| !matches!(v, Value::Nothing | Value::Int(_) | Value::Float(_)))
            {
                return false;
            }
            let table = rules::card_table(f, &table);
            let s = f.operand(over);
            f.emit(Op::Measure { d, query, s, table });
        }
        // The order of the cards counts, too.
        Query::TakeWhile => return false,
    }
    true
}

/// Begins a loop whose result does not depend on the order of the items. Over everybody it needs no list.
fn begin_loop_in_any_order(f: &mut Function<'_>, over: NodeId, param: u32) -> Loop {
    if f.b.get(over).kind != NodeKind::Everyone {
        return begin_loop(f, over, param);
    }
    let mask = f.reg();
    let item = f.reg();
    f.emit(Op::PlayingMask { d: mask });
    let top = f.emit(Op::NextSeat {
        mask,
        d: item,
        binds: false,
        to: 0,
    });
    bind(f, param, item);
    Loop { top, item }
}

/// Begins a loop over the items; the register after the list counts them.
fn begin_loop(f: &mut Function<'_>, over: NodeId, param: u32) -> Loop {
    let items = f.reg();
    let count = f.reg();
    let item = f.reg();
    f.value_into(over, items);
    f.constant(Value::Int(0), count);
    let top = f.emit(Op::NextOf {
        list: items,
        d: item,
        to: 0,
    });
    bind(f, param, item);
    Loop { top, item }
}

/// Lets the parameter of a query's function stand for a register.
fn bind(f: &mut Function<'_>, param: u32, item: Reg) {
    f.bound.retain(|(known, _)| *known != param);
    f.bound.push((param, item));
}

/// Goes on with the next item; after the last one the loop ends here.
fn end_loop(f: &mut Function<'_>, at: &Loop) {
    f.emit(Op::Jump { to: at.top as u32 });
    f.land(at.top);
}

/// Lets jumps go on with the next item.
fn next_item(f: &mut Function<'_>, jumps: Vec<usize>, at: &Loop) {
    for jump in jumps {
        f.aim(jump, at.top as u32);
    }
}

fn count_items(f: &mut Function<'_>, over: NodeId, param: u32, body: NodeId, d: Reg) {
    let sum = f.reg();
    f.constant(Value::Int(0), sum);
    let each = begin_loop_in_any_order(f, over, param);
    let away = steps::jump_unless(f, body);
    next_item(f, away, &each);
    let one = f.in_constants(Value::Int(1));
    add(f, sum, one);
    end_loop(f, &each);
    load(f, d, sum);
}

fn any_or_all(f: &mut Function<'_>, query: Query, over: NodeId, param: u32, body: NodeId, d: Reg) {
    let each = begin_loop_in_any_order(f, over, param);
    let found = if query == Query::Any {
        let away = steps::jump_unless(f, body);
        next_item(f, away, &each);
        vec![f.emit(Op::Jump { to: 0 })]
    } else {
        steps::jump_unless(f, body)
    };
    end_loop(f, &each);
    f.constant(Value::Bool(query == Query::All), d);
    let end = f.emit(Op::Jump { to: 0 });
    found.into_iter().for_each(|at| f.land(at));
    f.constant(Value::Bool(query == Query::Any), d);
    f.land(end);
}

/// The items for which the body holds: all of them, or those before the first for which it does not.
fn collect_items(f: &mut Function<'_>, (over, param, body): (NodeId, u32, NodeId), ends: bool, d: Reg) {
    let list = f.reg();
    f.emit(Op::MakeList {
        d: list,
        first: list,
        n: 0,
    });
    let each = begin_loop(f, over, param);
    let mut away = steps::jump_unless(f, body);
    if !ends {
        next_item(f, std::mem::take(&mut away), &each);
    }
    f.emit(Op::Append { list, s: each.item });
    end_loop(f, &each);
    away.into_iter().for_each(|at| f.land(at));
    load(f, d, list);
}

fn sum_items(f: &mut Function<'_>, over: NodeId, param: u32, body: NodeId, d: Reg) {
    let sum = f.reg();
    f.constant(Value::Int(0), sum);
    let each = begin_loop_in_any_order(f, over, param);
    let value = f.operand(body);
    let nothing = unless_differs(f, value, Value::Nothing);
    next_item(f, nothing, &each);
    add(f, sum, value);
    end_loop(f, &each);
    load(f, d, sum);
}

fn extreme_item(f: &mut Function<'_>, query: Query, over: NodeId, param: u32, body: NodeId, d: Reg) {
    let (best, best_item) = (f.reg(), f.reg());
    f.constant(Value::Nothing, best);
    f.constant(Value::Nothing, best_item);
    let each = begin_loop(f, over, param);
    let value = f.operand(body);
    let nothing = unless_differs(f, value, Value::Nothing);
    next_item(f, nothing, &each);
    let first = unless_differs(f, Operand::register(best), Value::Nothing);
    let (a, b) = match query {
        Query::MinBy => (value, Operand::register(best)),
        _ => (Operand::register(best), value),
    };
    let op = BinaryOp::Lt;
    let worse = f.emit(Op::JumpUnlessHolds { op, a, b, to: 0 });
    next_item(f, vec![worse], &each);
    first.into_iter().for_each(|at| f.land(at));
    f.emit(Op::Load { d: best, s: value });
    load(f, best_item, each.item);
    end_loop(f, &each);
    load(f, d, best_item);
}

fn load(f: &mut Function<'_>, d: Reg, s: Reg) {
    let s = Operand::register(s);
    f.emit(Op::Load { d, s });
}

fn add(f: &mut Function<'_>, sum: Reg, b: Operand) {
    let (op, a) = (BinaryOp::Add, Operand::register(sum));
    f.emit(Op::Binary { op, d: sum, a, b });
}

/// Jumps when a value is this constant.
fn unless_differs(f: &mut Function<'_>, a: Operand, value: Value) -> Vec<usize> {
    let b = f.in_constants(value);
    let op = BinaryOp::Ne;
    vec![f.emit(Op::JumpUnlessHolds { op, a, b, to: 0 })]
}
