//! Steps, loops and conditions.

use super::function::Function;
use crate::hir::{NodeId, NodeKind, Stmt, Target};
use crate::text::source::Span;
use cardable_engine::primitives::Form;
use cardable_engine::program::op::{BinaryOp, Op, Operand, OperandPlace, Reg};
use cardable_engine::value::Value;

/// The steps of a body. Where something may react to them, that comes after each of them.
pub(super) fn body(f: &mut Function<'_>, all: &[Stmt]) {
    let settles = !f.b.hir.reactions.defs.all.is_empty();
    for step in all {
        steps(f, std::slice::from_ref(step));
        if settles && may_set_off(f, step) {
            f.emit(Op::Settle);
        }
    }
}

/// Whether something can react to a step, and the code goes on behind it.
fn may_set_off(f: &Function<'_>, step: &Stmt) -> bool {
    match step {
        Stmt::Set { place, value, .. } => {
            let is_own = matches!(f.b.get(*place).kind, NodeKind::Local(_));
            !is_own || f.b.hir.tree.acts(*value)
        }
        Stmt::Transition { who, .. } => who.is_some(),
        Stmt::Pop { .. } | Stmt::Seal => false,
        Stmt::Do(_)
        | Stmt::Group(_)
        | Stmt::If { .. }
        | Stmt::While { .. }
        | Stmt::EachSeat { .. }
        | Stmt::EachItem { .. } => true,
    }
}

pub(super) fn steps(f: &mut Function<'_>, steps: &[Stmt]) {
    for step in steps {
        let kept = f.next;
        one_step(f, step);
        f.next = kept;
    }
}

fn one_step(f: &mut Function<'_>, step: &Stmt) {
    match step {
        Stmt::Do(node) => {
            let d = f.reg();
            f.value_into(*node, d);
        }
        Stmt::Set { place, value, span } => {
            f.span = Some(*span);
            set(f, *place, *value);
        }
        Stmt::Group(body) => steps(f, body),
        Stmt::If {
            condition,
            then,
            otherwise,
            span,
        } => {
            f.span = Some(*span);
            let to_else = jump_unless(f, *condition);
            steps(f, then);
            if otherwise.is_empty() {
                to_else.into_iter().for_each(|at| f.land(at));
            } else {
                let to_end = f.emit(Op::Jump { to: 0 });
                to_else.into_iter().for_each(|at| f.land(at));
                steps(f, otherwise);
                f.land(to_end);
            }
        }
        Stmt::While {
            condition,
            body,
            span,
        } => {
            f.span = Some(*span);
            let count = f.reg();
            f.constant(Value::Int(0), count);
            let top = f.here();
            let away = jump_unless(f, *condition);
            f.emit(Op::Round { count });
            steps(f, body);
            f.emit(Op::Jump { to: top });
            away.into_iter().for_each(|at| f.land(at));
        }
        Stmt::EachSeat { seats, body, span } => each_seat(f, *seats, body, *span),
        Stmt::EachItem {
            list,
            local,
            body,
            span,
        } => {
            f.span = Some(*span);
            let items = f.reg();
            let count = f.reg();
            f.value_into(*list, items);
            f.constant(Value::Int(0), count);
            let item = f.local(*local);
            let top = f.emit(Op::NextItem {
                list: items,
                d: item,
                to: 0,
            });
            steps(f, body);
            f.emit(Op::Jump { to: top as u32 });
            f.land(top);
        }
        Stmt::Transition {
            target,
            args,
            who,
            new_scene,
            span,
        } => {
            f.span = Some(*span);
            let seats = f.reg();
            if let Some(who) = who {
                seat_mask_into(f, *who, seats);
            }
            let (first, n) = f.arguments(args);
            match (target, who) {
                (Target::State(state), None) => {
                    f.emit(Op::Transition {
                        first,
                        n,
                        state: state.0,
                    });
                }
                (Target::State(state), Some(_)) => {
                    f.emit(Op::TransitionSeats {
                        first,
                        n,
                        state: state.0,
                        new: *new_scene,
                    });
                }
                (Target::Named(name), _) => {
                    let name = f.operand(*name);
                    f.emit(Op::TransitionTo { name, first, n });
                }
            }
        }
        Stmt::Seal => {
            f.emit(Op::Seal);
        }
        Stmt::Pop { value, span } => {
            f.span = Some(*span);
            let s = match value {
                Some(value) => f.operand(*value),
                None => {
                    let d = f.reg();
                    f.constant(Value::Nothing, d);
                    Operand::register(d)
                }
            };
            f.emit(Op::Pop { s });
        }
    }
}

fn set(f: &mut Function<'_>, place: NodeId, value: NodeId) {
    match f.b.get(place).kind.clone() {
        NodeKind::Local(at) => {
            let d = f.local(at);
            f.value_into(value, d);
        }
        NodeKind::Global(at) => {
            if let Some((op, by)) = change_of(f, place, value) {
                let s = f.operand(by);
                f.emit(Op::ChangeGlobal { op, s, at });
                return;
            }
            let s = f.operand(value);
            f.emit(Op::SetGlobal { s, at });
        }
        NodeKind::StateData(at) => {
            let s = f.operand(value);
            f.emit(Op::SetStateData { s, at });
        }
        NodeKind::SeatData(seat, at) => {
            let s = f.operand(value);
            let seat = f.operand(seat);
            f.emit(Op::SetSeatData { s, seat, at });
        }
        NodeKind::CardData(card, at) => {
            let s = f.operand(value);
            let card = f.operand(card);
            f.emit(Op::SetCardData { s, card, at });
        }
        _ => {}
    }
}

/// When a place becomes itself plus or minus something: by how much.
fn change_of(f: &Function<'_>, place: NodeId, value: NodeId) -> Option<(BinaryOp, NodeId)> {
    let NodeKind::Form(form, args) = &f.b.get(value).kind else {
        return None;
    };
    let op = match form {
        Form::Add => BinaryOp::Add,
        Form::Subtract => BinaryOp::Sub,
        _ => return None,
    };
    let [own, by] = args[..] else { return None };
    let same = f.b.get(own).kind == f.b.get(place).kind;
    (same && !f.b.hir.tree.acts(by)).then_some((op, by))
}

fn each_seat(f: &mut Function<'_>, seats: NodeId, body: &[Stmt], span: Span) {
    f.span = Some(span);
    // One seat that is the acting one anyway needs no loop.
    if f.b.get(seats).kind == NodeKind::Player {
        return steps(f, body);
    }
    let outer = f.reg();
    let s = f.in_place(OperandPlace::Player);
    f.emit(Op::Load { d: outer, s });
    let mask = f.reg();
    seat_mask_into(f, seats, mask);
    let seat = f.reg();
    let top = f.emit(Op::NextSeat {
        mask,
        d: seat,
        binds: true,
        to: 0,
    });
    steps(f, body);
    f.emit(Op::Jump { to: top as u32 });
    f.land(top);
    f.emit(Op::BindPlayer { s: outer });
}

/// Puts the seats of a value into a register, as a mask.
pub(super) fn seat_mask_into(f: &mut Function<'_>, seats: NodeId, d: Reg) {
    if f.b.get(seats).kind == NodeKind::Everyone {
        f.emit(Op::PlayingMask { d });
        return;
    }
    f.value_into(seats, d);
    f.emit(Op::SeatMask { d, s: d });
}

pub(super) fn give(f: &mut Function<'_>, value: Value) {
    let s = f.in_constants(value);
    f.emit(Op::Return { s });
}

/// Jumps away when a condition does not hold.
pub(super) fn jump_unless(f: &mut Function<'_>, condition: NodeId) -> Vec<usize> {
    jump_when(f, condition, false)
}

/// Jumps when a condition holds, or when it does not, by the shortest code. Returns the jumps.
pub(super) fn jump_when(f: &mut Function<'_>, condition: NodeId, holds: bool) -> Vec<usize> {
    let kept = f.next;
    let outer = f.span.replace(f.b.get(condition).span);
    let jumps = match f.b.get(condition).kind.clone() {
        NodeKind::Form(form @ (Form::And | Form::Or), args) if !args.is_empty() => {
            // One part of an `or` that holds is enough, and one of an `and` that does not.
            let enough = form == Form::Or;
            if enough == holds {
                args.iter().flat_map(|arg| jump_when(f, *arg, holds)).collect()
            } else {
                let last = args.len() - 1;
                let past: Vec<usize> = args[..last]
                    .iter()
                    .flat_map(|arg| jump_when(f, *arg, enough))
                    .collect();
                let jumps = jump_when(f, args[last], holds);
                past.into_iter().for_each(|at| f.land(at));
                jumps
            }
        }
        NodeKind::Form(Form::Not, args) if !args.is_empty() => jump_when(f, args[0], !holds),
        NodeKind::Form(form, args) if compared(form).is_some() => {
            let (op, swap) = compared(form).unwrap_or((BinaryOp::Eq, false));
            let a = f.operand(args[0]);
            let b = f.operand(args[1]);
            let (a, b) = if swap { (b, a) } else { (a, b) };
            vec![jump_compared(f, op, (a, b), holds)]
        }
        _ if f.tested_zone(condition).is_some() => jump_on_zone(f, condition, !holds),
        _ => {
            let s = f.operand(condition);
            vec![f.emit(match holds {
                true => Op::JumpIf { s, to: 0 },
                false => Op::JumpUnless { s, to: 0 },
            })]
        }
    };
    f.span = outer;
    f.next = kept;
    jumps
}

/// The comparison that a form is, and whether its sides change places.
fn compared(form: Form) -> Option<(BinaryOp, bool)> {
    match form {
        Form::Equal => Some((BinaryOp::Eq, false)),
        Form::NotEqual => Some((BinaryOp::Ne, false)),
        Form::Less => Some((BinaryOp::Lt, false)),
        Form::LessEqual => Some((BinaryOp::Le, false)),
        Form::Greater => Some((BinaryOp::Lt, true)),
        Form::GreaterEqual => Some((BinaryOp::Le, true)),
        _ => None,
    }
}

/// Jumps when two values compare so, or when they do not.
fn jump_compared(f: &mut Function<'_>, op: BinaryOp, (a, b): (Operand, Operand), holds: bool) -> usize {
    // The opposite of a comparison; that of `a < b` is `b <= a`.
    let opposite = match op {
        BinaryOp::Eq => (BinaryOp::Ne, false),
        BinaryOp::Ne => (BinaryOp::Eq, false),
        BinaryOp::Lt => (BinaryOp::Le, true),
        BinaryOp::Le => (BinaryOp::Lt, true),
        other => (other, false),
    };
    if let Some(k) = f.small_number(b) {
        return f.emit(Op::JumpUnlessInt {
            op,
            not: holds,
            a,
            k,
            to: 0,
        });
    }
    if let Some(k) = f.small_number(a) {
        // `k < x` is not `x <= k`.
        let (op, not) = match op {
            BinaryOp::Lt | BinaryOp::Le => (opposite.0, !holds),
            other => (other, holds),
        };
        return f.emit(Op::JumpUnlessInt {
            op,
            not,
            a: b,
            k,
            to: 0,
        });
    }
    let (op, swap) = if holds { opposite } else { (op, false) };
    let (a, b) = if swap { (b, a) } else { (a, b) };
    f.emit(Op::JumpUnlessHolds { op, a, b, to: 0 })
}

/// Jumps when a test of whether a zone is empty fails, which is when it has cards, or when it holds.
fn jump_on_zone(f: &mut Function<'_>, test: NodeId, any: bool) -> Vec<usize> {
    let Some(zone) = f.tested_zone(test) else {
        return Vec::new();
    };
    let s = f.operand(zone);
    vec![f.emit(Op::JumpIfCards { s, any, to: 0 })]
}
