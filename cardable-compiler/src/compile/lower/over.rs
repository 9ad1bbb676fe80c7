//! Questions about the items of a list, as loops.

use super::Function;
use crate::hir::{NodeId, Over};
use cardable_engine::builtin;
use cardable_engine::program::op::{BinaryOp, Op, Operand, Reg};
use cardable_engine::value::Value;

impl Function<'_> {
    /// Goes through a list until the answer is known. The answer is kept apart
    /// from `d`, which the test may read.
    pub(super) fn over(&mut self, how: Over, list: NodeId, local: u16, test: NodeId, d: Reg) {
        let answer = self.reg();
        let items = self.reg();
        let count = self.reg();
        self.value_into(list, items);
        self.constant(Value::Int(0), count);
        let (none, found) = match how {
            Over::Some => (Value::Bool(false), Value::Bool(true)),
            Over::Every => (Value::Bool(true), Value::Bool(false)),
            Over::Count => (Value::Int(0), Value::Int(1)),
            Over::First => (Value::Nothing, Value::Nothing),
            Over::All => (Value::List(self.b.hir.constants.list(&[])), Value::Nothing),
        };
        self.constant(none, answer);
        // The item's register serves this loop only.
        let item = self.reg();
        let outer = self.registers.get(local as usize).copied().flatten();
        if let Some(slot) = self.registers.get_mut(local as usize) {
            *slot = Some(item);
        }
        let top = self.emit(Op::NextItem {
            list: items,
            d: item,
            to: 0,
        });
        let missed = match how {
            Over::Every => self.jump_if(test),
            Over::Some | Over::Count | Over::First | Over::All => self.jump_unless(test),
        };
        let mut out = None;
        match how {
            Over::Some | Over::Every => {
                self.constant(found, answer);
                out = Some(self.emit(Op::Jump { to: 0 }));
            }
            Over::First => {
                self.emit(Op::Load {
                    d: answer,
                    s: Operand::register(item),
                });
                out = Some(self.emit(Op::Jump { to: 0 }));
            }
            Over::All => {
                let one = self.reg();
                self.emit(Op::MakeList {
                    d: one,
                    first: item,
                    n: 1,
                });
                let primitive = self.primitive(builtin!(concat_lists));
                let args = self.b.emitted.operands.len() as u32;
                self.b
                    .emitted
                    .operands
                    .extend([Operand::register(answer), Operand::register(one)]);
                self.emit(Op::Query {
                    d: answer,
                    n: 2,
                    primitive,
                    args,
                });
            }
            Over::Count => {
                let one = self.in_constants(found);
                self.emit(Op::Binary {
                    op: BinaryOp::Add,
                    d: answer,
                    a: Operand::register(answer),
                    b: one,
                });
            }
        }
        missed.into_iter().for_each(|at| self.land(at));
        self.emit(Op::Jump { to: top as u32 });
        self.land(top);
        if let Some(out) = out {
            self.land(out);
        }
        if let Some(slot) = self.registers.get_mut(local as usize) {
            *slot = outer;
        }
        self.emit(Op::Load {
            d,
            s: Operand::register(answer),
        });
    }
}
