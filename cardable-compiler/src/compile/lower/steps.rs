//! Steps, loops and conditions.

use super::Function;
use crate::hir::{NodeId, NodeKind, Stmt, Target};
use crate::source::Span;
use cardable_engine::primitives::Form;
use cardable_engine::program::op::{BinaryOp, Op, Operand, Place, Reg};
use cardable_engine::value::Value;

impl Function<'_> {
    pub(super) fn steps(&mut self, steps: &[Stmt]) {
        for step in steps {
            let kept = self.next;
            self.one_step(step);
            self.next = kept;
        }
    }

    pub(super) fn one_step(&mut self, step: &Stmt) {
        match step {
            Stmt::Do(node) => {
                let d = self.reg();
                self.value_into(*node, d);
            }
            Stmt::Set { place, value, span } => {
                self.span = Some(*span);
                self.set(*place, *value);
            }
            Stmt::If {
                condition,
                then,
                otherwise,
                span,
            } => {
                self.span = Some(*span);
                let to_else = self.jump_unless(*condition);
                self.steps(then);
                if otherwise.is_empty() {
                    to_else.into_iter().for_each(|at| self.land(at));
                } else {
                    let to_end = self.emit(Op::Jump { to: 0 });
                    to_else.into_iter().for_each(|at| self.land(at));
                    self.steps(otherwise);
                    self.land(to_end);
                }
            }
            Stmt::While {
                condition,
                body,
                span,
            } => {
                self.span = Some(*span);
                let count = self.reg();
                self.constant(Value::Int(0), count);
                let top = self.here();
                let away = self.jump_unless(*condition);
                self.emit(Op::Round { count });
                self.steps(body);
                self.emit(Op::Jump { to: top });
                away.into_iter().for_each(|at| self.land(at));
            }
            Stmt::EachSeat { seats, body, span } => self.each_seat(*seats, body, *span),
            Stmt::EachItem {
                list,
                local,
                body,
                span,
            } => {
                self.span = Some(*span);
                let items = self.reg();
                let count = self.reg();
                self.value_into(*list, items);
                self.constant(Value::Int(0), count);
                let item = self.local(*local);
                let top = self.emit(Op::NextItem {
                    list: items,
                    d: item,
                    to: 0,
                });
                self.steps(body);
                self.emit(Op::Jump { to: top as u32 });
                self.land(top);
            }
            Stmt::Transition {
                target,
                args,
                who,
                new_scene,
                span,
            } => {
                self.span = Some(*span);
                let seats = self.reg();
                if let Some(who) = who {
                    self.seat_mask_into(*who, seats);
                }
                let (first, n) = self.arguments(args);
                match (target, who) {
                    (Target::State(state), None) => {
                        self.emit(Op::Transition {
                            first,
                            n,
                            state: state.0,
                        });
                    }
                    (Target::State(state), Some(_)) => {
                        self.emit(Op::TransitionSeats {
                            first,
                            n,
                            state: state.0,
                            new: *new_scene,
                        });
                    }
                    (Target::Named(name), _) => {
                        let name = self.operand(*name);
                        self.emit(Op::TransitionTo { name, first, n });
                    }
                }
            }
            Stmt::Pop { value, span } => {
                self.span = Some(*span);
                let s = match value {
                    Some(value) => self.operand(*value),
                    None => {
                        let d = self.reg();
                        self.constant(Value::Nothing, d);
                        Operand::register(d)
                    }
                };
                self.emit(Op::Pop { s });
            }
        }
    }

    pub(super) fn set(&mut self, place: NodeId, value: NodeId) {
        match self.b.get(place).kind.clone() {
            NodeKind::Local(at) => {
                let d = self.local(at);
                self.value_into(value, d);
            }
            NodeKind::Global(at) => {
                if let Some((op, by)) = self.change_of(place, value) {
                    let s = self.operand(by);
                    self.emit(Op::ChangeGlobal { op, s, at });
                    return;
                }
                let s = self.operand(value);
                self.emit(Op::SetGlobal { s, at });
            }
            NodeKind::StateData(at) => {
                let s = self.operand(value);
                self.emit(Op::SetStateData { s, at });
            }
            NodeKind::SeatData(seat, at) => {
                let s = self.operand(value);
                let seat = self.operand(seat);
                self.emit(Op::SetSeatData { s, seat, at });
            }
            _ => {}
        }
    }

    /// When a place becomes itself plus or minus something: by how much.
    fn change_of(&self, place: NodeId, value: NodeId) -> Option<(BinaryOp, NodeId)> {
        let NodeKind::Form(form, args) = &self.b.get(value).kind else {
            return None;
        };
        let op = match form {
            Form::Add => BinaryOp::Add,
            Form::Subtract => BinaryOp::Sub,
            _ => return None,
        };
        let [own, by] = args[..] else { return None };
        let same = self.b.get(own).kind == self.b.get(place).kind;
        (same && !self.b.hir.tree.acts(by)).then_some((op, by))
    }

    pub(super) fn each_seat(&mut self, seats: NodeId, body: &[Stmt], span: Span) {
        self.span = Some(span);
        // One seat that is the acting one anyway needs no loop.
        if self.b.get(seats).kind == NodeKind::Player {
            return self.steps(body);
        }
        let outer = self.reg();
        let s = self.in_place(Place::Player);
        self.emit(Op::Load { d: outer, s });
        let mask = self.reg();
        self.seat_mask_into(seats, mask);
        let seat = self.reg();
        let top = self.emit(Op::NextSeat { mask, d: seat, to: 0 });
        self.steps(body);
        self.emit(Op::Jump { to: top as u32 });
        self.land(top);
        self.emit(Op::BindPlayer { s: outer });
    }

    /// Puts the seats of a value into a register, as a mask.
    pub(super) fn seat_mask_into(&mut self, seats: NodeId, d: Reg) {
        if self.b.get(seats).kind == NodeKind::Everyone {
            self.emit(Op::PlayingMask { d });
            return;
        }
        self.value_into(seats, d);
        self.emit(Op::SeatMask { d, s: d });
    }

    pub(super) fn give(&mut self, value: Value) {
        let s = self.in_constants(value);
        self.emit(Op::Return { s });
    }

    /// Jumps when a condition holds.
    pub(super) fn jump_if(&mut self, condition: NodeId) -> Vec<usize> {
        let away = self.jump_unless(condition);
        let jump = self.emit(Op::Jump { to: 0 });
        away.into_iter().for_each(|at| self.land(at));
        vec![jump]
    }

    /// Jumps away when a condition does not hold, by the shortest code.
    pub(super) fn jump_unless(&mut self, condition: NodeId) -> Vec<usize> {
        let kept = self.next;
        let outer = self.span.replace(self.b.get(condition).span);
        let compared = |form| match form {
            Form::Equal => Some((BinaryOp::Eq, false)),
            Form::NotEqual => Some((BinaryOp::Ne, false)),
            Form::Less => Some((BinaryOp::Lt, false)),
            Form::LessEqual => Some((BinaryOp::Le, false)),
            Form::Greater => Some((BinaryOp::Lt, true)),
            Form::GreaterEqual => Some((BinaryOp::Le, true)),
            _ => None,
        };
        let jumps = match self.b.get(condition).kind.clone() {
            NodeKind::Form(Form::And, args) if !args.is_empty() => {
                args.iter().flat_map(|arg| self.jump_unless(*arg)).collect()
            }
            NodeKind::Form(Form::Or, args) if !args.is_empty() => {
                let last = args.len() - 1;
                let holds: Vec<usize> = args[..last].iter().flat_map(|arg| self.jump_if(*arg)).collect();
                let away = self.jump_unless(args[last]);
                holds.into_iter().for_each(|at| self.land(at));
                away
            }
            NodeKind::Form(Form::Not, args) if self.tested_zone(args[0]).is_some() => {
                self.jump_on_zone(args[0], false)
            }
            NodeKind::Form(form, args) if compared(form).is_some() => {
                let (op, swap) = compared(form).unwrap_or((BinaryOp::Eq, false));
                let a = self.operand(args[0]);
                let b = self.operand(args[1]);
                let (a, b) = if swap { (b, a) } else { (a, b) };
                let turned = match op {
                    // `k < x` is not `x <= k`.
                    BinaryOp::Lt => (BinaryOp::Le, true),
                    BinaryOp::Le => (BinaryOp::Lt, true),
                    other => (other, false),
                };
                if let Some(k) = self.small_number(b) {
                    let not = false;
                    return vec![self.emit(Op::JumpUnlessInt { op, not, a, k, to: 0 })];
                }
                if let Some(k) = self.small_number(a) {
                    let (op, not) = turned;
                    return vec![self.emit(Op::JumpUnlessInt {
                        op,
                        not,
                        a: b,
                        k,
                        to: 0,
                    })];
                }
                vec![self.emit(Op::JumpUnlessHolds { op, a, b, to: 0 })]
            }
            _ if self.tested_zone(condition).is_some() => self.jump_on_zone(condition, true),
            _ => {
                let s = self.operand(condition);
                vec![self.emit(Op::JumpUnless { s, to: 0 })]
            }
        };
        self.span = outer;
        self.next = kept;
        jumps
    }

    /// Jumps when the zone that a node asks about has cards, or has none.
    pub(super) fn jump_on_zone(&mut self, test: NodeId, any: bool) -> Vec<usize> {
        let Some(zone) = self.tested_zone(test) else {
            return Vec::new();
        };
        let s = self.operand(zone);
        vec![self.emit(Op::JumpIfCards { s, any, to: 0 })]
    }
}
