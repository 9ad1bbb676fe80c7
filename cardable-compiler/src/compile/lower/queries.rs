//! Queries: tests of card types where that is possible, else loops.

use super::Function;
use crate::compile::predicate;
use crate::compile::tabulate;
use crate::hir::{NodeId, NodeKind};
use cardable_engine::primitives::Query;
use cardable_engine::program::op::{BinaryOp, Op, Operand, Reg};
use cardable_engine::value::Value;

/// Where a loop goes on, and the register of its item.
struct Loop {
    top: usize,
    item: Reg,
}

impl Function<'_> {
    pub(super) fn query(&mut self, query: Query, over: NodeId, function: NodeId, d: Reg) {
        let NodeKind::Function { param, body } = self.b.get(function).kind else {
            return self.constant(Value::Nothing, d);
        };
        if tabulate::holds_cards(&self.b.hir, over) && self.by_type(query, over, param, body, d) {
            return;
        }
        if let Some(draft) = predicate::found_of_items(&self.b.hir, query, over, param, body) {
            return self.find(draft, d);
        }
        match query {
            Query::Count => self.count_items(over, param, body, d),
            Query::Any | Query::All => self.any_or_all(query, over, param, body, d),
            Query::Filter => self.filter_items(over, param, body, d),
            Query::Sum => self.sum_items(over, param, body, d),
            Query::MaxBy | Query::MinBy => self.extreme_item(query, over, param, body, d),
        }
    }

    /// A query whose function asks for nothing but the type of a card.
    fn by_type(&mut self, query: Query, over: NodeId, param: u32, body: NodeId, d: Reg) -> bool {
        let card = NodeKind::Bound(param);
        match query {
            Query::Count | Query::Any | Query::All | Query::Filter => {
                let Some(draft) = predicate::card_predicate(&self.b.hir, body, card) else {
                    return false;
                };
                let s = self.operand(over);
                let Some(rule) = self.later(draft) else {
                    return false;
                };
                self.emit(Op::Sift { d, query, s, rule });
            }
            Query::Sum | Query::MaxBy | Query::MinBy => {
                let Some(table) = tabulate::tabulated(&self.b.hir, body, std::slice::from_ref(&card)) else {
                    return false;
                };
                if table
                    .iter()
                    .any(|v| !matches!(v, Value::Nothing | Value::Int(_) | Value::Float(_)))
                {
                    return false;
                }
                let table = self.card_table(&table);
                let s = self.operand(over);
                self.emit(Op::Measure { d, query, s, table });
            }
        }
        true
    }

    /// Begins a loop over the items; the register after the list counts them.
    fn begin_loop(&mut self, over: NodeId, param: u32) -> Loop {
        let items = self.reg();
        let count = self.reg();
        let item = self.reg();
        self.value_into(over, items);
        self.constant(Value::Int(0), count);
        let top = self.emit(Op::NextOf {
            list: items,
            d: item,
            to: 0,
        });
        self.bound.retain(|(known, _)| *known != param);
        self.bound.push((param, item));
        Loop { top, item }
    }

    /// Goes on with the next item; after the last one the loop ends here.
    fn end_loop(&mut self, at: &Loop) {
        self.emit(Op::Jump { to: at.top as u32 });
        self.land(at.top);
    }

    /// Lets jumps go on with the next item.
    fn next_item(&mut self, jumps: Vec<usize>, at: &Loop) {
        for jump in jumps {
            self.aim(jump, at.top as u32);
        }
    }

    fn count_items(&mut self, over: NodeId, param: u32, body: NodeId, d: Reg) {
        let sum = self.reg();
        self.constant(Value::Int(0), sum);
        let each = self.begin_loop(over, param);
        let away = self.jump_unless(body);
        self.next_item(away, &each);
        let one = self.in_constants(Value::Int(1));
        self.add(sum, one);
        self.end_loop(&each);
        self.load(d, sum);
    }

    fn any_or_all(&mut self, query: Query, over: NodeId, param: u32, body: NodeId, d: Reg) {
        let each = self.begin_loop(over, param);
        let found = if query == Query::Any {
            let away = self.jump_unless(body);
            self.next_item(away, &each);
            vec![self.emit(Op::Jump { to: 0 })]
        } else {
            self.jump_unless(body)
        };
        self.end_loop(&each);
        self.constant(Value::Bool(query == Query::All), d);
        let end = self.emit(Op::Jump { to: 0 });
        found.into_iter().for_each(|at| self.land(at));
        self.constant(Value::Bool(query == Query::Any), d);
        self.land(end);
    }

    fn filter_items(&mut self, over: NodeId, param: u32, body: NodeId, d: Reg) {
        let list = self.reg();
        self.emit(Op::MakeList {
            d: list,
            first: list,
            n: 0,
        });
        let each = self.begin_loop(over, param);
        let away = self.jump_unless(body);
        self.next_item(away, &each);
        self.emit(Op::Append { list, s: each.item });
        self.end_loop(&each);
        self.load(d, list);
    }

    fn sum_items(&mut self, over: NodeId, param: u32, body: NodeId, d: Reg) {
        let sum = self.reg();
        self.constant(Value::Int(0), sum);
        let each = self.begin_loop(over, param);
        let value = self.operand(body);
        let nothing = self.unless_differs(value, Value::Nothing);
        self.next_item(nothing, &each);
        self.add(sum, value);
        self.end_loop(&each);
        self.load(d, sum);
    }

    fn extreme_item(&mut self, query: Query, over: NodeId, param: u32, body: NodeId, d: Reg) {
        let (best, best_item) = (self.reg(), self.reg());
        self.constant(Value::Nothing, best);
        self.constant(Value::Nothing, best_item);
        let each = self.begin_loop(over, param);
        let value = self.operand(body);
        let nothing = self.unless_differs(value, Value::Nothing);
        self.next_item(nothing, &each);
        let first = self.unless_differs(Operand::register(best), Value::Nothing);
        let (a, b) = match query {
            Query::MinBy => (value, Operand::register(best)),
            _ => (Operand::register(best), value),
        };
        let op = BinaryOp::Lt;
        let worse = self.emit(Op::JumpUnlessHolds { op, a, b, to: 0 });
        self.next_item(vec![worse], &each);
        first.into_iter().for_each(|at| self.land(at));
        self.emit(Op::Load { d: best, s: value });
        self.load(best_item, each.item);
        self.end_loop(&each);
        self.load(d, best_item);
    }

    fn load(&mut self, d: Reg, s: Reg) {
        let s = Operand::register(s);
        self.emit(Op::Load { d, s });
    }

    fn add(&mut self, sum: Reg, b: Operand) {
        let (op, a) = (BinaryOp::Add, Operand::register(sum));
        self.emit(Op::Binary { op, d: sum, a, b });
    }

    /// Jumps when a value is this constant.
    fn unless_differs(&mut self, a: Operand, value: Value) -> Vec<usize> {
        let b = self.in_constants(value);
        let op = BinaryOp::Ne;
        vec![self.emit(Op::JumpUnlessHolds { op, a, b, to: 0 })]
    }
}
