//! Questions about the items of a list, as loops.

use super::function::Function;
use super::steps;
use crate::hir::{NodeId, Over};
use cardable_engine::builtin;
use cardable_engine::program::op::{BinaryOp, Op, Operand, Reg};
use cardable_engine::value::Value;

/// Goes through a list until the answer is known. The answer is kept apart
/// from `d`, which the test may read.
pub(super) fn over(f: &mut Function<'_>, how: Over, list: NodeId, local: u16, test: NodeId, d: Reg) {
    let answer = f.reg();
    let items = f.reg();
    let count = f.reg();
    f.value_into(list, items);
    f.constant(Value::Int(0), count);
    let (none, found) = match how {
        Over::Some => (Value::Bool(false), Value::Bool(true)),
        Over::Every => (Value::Bool(true), Value::Bool(false)),
        Over::Count => (Value::Int(0), Value::Int(1)),
        Over::First => (Value::Nothing, Value::Nothing),
        Over::All => (Value::List(f.b.hir.constants.list(&[])), Value::Nothing),
    };
    f.constant(none, answer);
    // The item's register serves this loop only.
    let item = f.reg();
    let outer = f.registers.get(local as usize).copied().flatten();
    if let Some(slot) = f.registers.get_mut(local as usize) {
        *slot = Some(item);
    }
    let top = f.emit(Op::NextItem {
        list: items,
        d: item,
        to: 0,
    });
    let missed = match how {
        Over::Every => steps::jump_when(f, test, true),
        Over::Some | Over::Count | Over::First | Over::All => steps::jump_unless(f, test),
    };
    let mut out = None;
    match how {
        Over::Some | Over::Every => {
            f.constant(found, answer);
            out = Some(f.emit(Op::Jump { to: 0 }));
        }
        Over::First => {
            f.emit(Op::Load {
                d: answer,
                s: Operand::register(item),
            });
            out = Some(f.emit(Op::Jump { to: 0 }));
        }
        Over::All => {
            let one = f.reg();
            f.emit(Op::MakeList {
                d: one,
                first: item,
                n: 1,
            });
            let primitive = f.primitive(builtin!(concat_lists));
            let args = f.b.emitted.operands.len() as u32;
            f.b.emitted
                .operands
                .extend([Operand::register(answer), Operand::register(one)]);
            f.emit(Op::Query {
                d: answer,
                n: 2,
                primitive,
                args,
            });
        }
        Over::Count => {
            let one = f.in_constants(found);
            f.emit(Op::Binary {
                op: BinaryOp::Add,
                d: answer,
                a: Operand::register(answer),
                b: one,
            });
        }
    }
    missed.into_iter().for_each(|at| f.land(at));
    f.emit(Op::Jump { to: top as u32 });
    f.land(top);
    if let Some(out) = out {
        f.land(out);
    }
    if let Some(slot) = f.registers.get_mut(local as usize) {
        *slot = outer;
    }
    f.emit(Op::Load {
        d,
        s: Operand::register(answer),
    });
}
