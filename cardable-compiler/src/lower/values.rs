//! Values: operands in place, registers, operators and calls.

use super::function::{Function, Lowering};
use super::{over, queries, rules, script, steps};
use crate::check::IN_PLACE;
use crate::hir::{NodeId, NodeKind, Target, is_script};
use crate::lower::predicate::found_at_once;
use crate::text::diag::Code as Problem;
use cardable_engine::builtin;
use cardable_engine::primitives::{Asks, CallKind, Callee, Form, Instruction, Signature};
use cardable_engine::program::op::{BinaryOp, Facing, Op, Operand, OperandPlace, Reg};
use cardable_engine::value::{Type, Value};

impl Function<'_> {
    /// Where a value can be had: in place, or in a register once it is worked out.
    pub(super) fn operand(&mut self, node: NodeId) -> Operand {
        if let Some(place) = self.place(node) {
            return self.in_place(place);
        }
        let d = self.reg();
        self.value_into(node, d);
        Operand::register(d)
    }

    /// Where a value lies that need not be worked out.
    pub(super) fn place(&mut self, node: NodeId) -> Option<OperandPlace> {
        match self.b.get(node).kind {
            ref kind if self.b.hir.computed_item(kind).is_some() => None,
            NodeKind::Local(at) => Some(OperandPlace::Register(self.local(at))),
            NodeKind::Bound(param) => {
                let found = self.bound.iter().rev().find(|(known, _)| *known == param);
                found.map(|(_, r)| OperandPlace::Register(*r))
            }
            NodeKind::Const(value) => Some(OperandPlace::Constant(self.b.hir.constants.value(value))),
            NodeKind::List(ref items) => {
                let items = items.clone();
                let values = self.constant_items(&items);
                values.map(|values| {
                    let list = self.b.hir.constants.list(&values);
                    OperandPlace::Constant(self.b.hir.constants.value(Value::List(list)))
                })
            }
            NodeKind::Player => Some(OperandPlace::Player),
            NodeKind::Global(at) => Some(OperandPlace::Global(at)),
            NodeKind::StateData(at) => Some(OperandPlace::State(at)),
            NodeKind::Setting(at) => Some(OperandPlace::Setting(at)),
            NodeKind::SeatZone(seat, at) if self.b.get(seat).kind == NodeKind::Player => {
                Some(OperandPlace::OwnZone(at))
            }
            NodeKind::SeatData(seat, at) if self.b.get(seat).kind == NodeKind::Player => {
                Some(OperandPlace::OwnData(at))
            }
            _ => None,
        }
    }

    /// What lies in a place. That the place has a number beyond those that instructions have room for is
    /// said, and any operand does then.
    pub(super) fn in_place(&mut self, place: OperandPlace) -> Operand {
        Operand::new(place).unwrap_or_else(|| {
            let what = match place {
                OperandPlace::Constant(_) => "constants",
                OperandPlace::Global(_) => "items of shared data",
                OperandPlace::State(_) => "items of a state's data",
                OperandPlace::Setting(_) => "options",
                OperandPlace::OwnZone(_) => "zones of a seat",
                OperandPlace::OwnData(_) => "items of a seat's data",
                OperandPlace::Register(_) | OperandPlace::Player | OperandPlace::NextPlayer => {
                    "values at once"
                }
            };
            let b = &mut *self.b;
            b.emitted.excess.tell(what, IN_PLACE, self.span, &mut b.diags);
            Operand::register(0)
        })
    }

    /// The constant of an operand, when it is a small whole number.
    pub(super) fn small_number(&self, from: Operand) -> Option<i16> {
        match from.place() {
            OperandPlace::Constant(at) => match self.b.hir.constants.get(at) {
                Value::Int(n) => i16::try_from(n).ok(),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn in_constants(&mut self, value: Value) -> Operand {
        let at = self.b.hir.constants.value(value);
        self.in_place(OperandPlace::Constant(at))
    }

    pub(super) fn value_into(&mut self, node: NodeId, d: Reg) {
        let kept = self.next;
        let outer = self.span.replace(self.b.get(node).span);
        self.lower(node, d);
        self.span = outer;
        self.next = kept;
    }

    pub(super) fn lower(&mut self, node: NodeId, d: Reg) {
        match self.b.get(node).kind.clone() {
            NodeKind::Error | NodeKind::State | NodeKind::Function { .. } => self.constant(Value::Nothing, d),
            // Outside its function an item is nothing.
            NodeKind::Bound(param) if !self.bound.iter().any(|(known, _)| *known == param) => {
                self.constant(Value::Nothing, d);
            }
            NodeKind::Query {
                query,
                over,
                function,
            } => queries::query(self, query, over, function, d),
            NodeKind::Global(at) if self.b.hir.computed_item(&NodeKind::Global(at)).is_some() => {
                self.emit(Op::ComputedGlobal { d, at });
            }
            NodeKind::Const(_)
            | NodeKind::Player
            | NodeKind::Global(_)
            | NodeKind::StateData(_)
            | NodeKind::Setting(_)
            | NodeKind::Bound(_)
            | NodeKind::Local(_) => {
                let s = self.operand(node);
                if s != Operand::register(d) {
                    self.emit(Op::Load { d, s });
                }
            }
            NodeKind::List(items) => match self.constant_items(&items) {
                Some(values) => {
                    let list = self.b.hir.constants.list(&values);
                    self.constant(Value::List(list), d);
                }
                None => {
                    let (first, n) = self.arguments(&items);
                    self.emit(Op::MakeList { d, first, n });
                }
            },
            NodeKind::Everyone => self.call(builtin!(nondismissed_players), &[], d),
            NodeKind::SeatData(seat, at) => {
                let computed = self.b.hir.computed_item(&NodeKind::SeatData(seat, at)).is_some();
                let seat = self.operand(seat);
                self.emit(match computed {
                    true => Op::ComputedSeatData { d, seat, at },
                    false => Op::SeatData { d, seat, at },
                });
            }
            NodeKind::SeatZone(seat, at) => {
                let seat = self.operand(seat);
                self.emit(Op::SeatZone { d, seat, at });
            }
            NodeKind::Attribute(card, at) => match self.b.get(card).kind.clone() {
                NodeKind::Call(primitive, args) if primitive.instruction == Some(Instruction::Top) => {
                    let s = self.operand(args[0]);
                    self.emit(Op::TopAttribute { d, s, at });
                }
                _ => {
                    let s = self.operand(card);
                    self.emit(Op::Attribute { d, s, at });
                }
            },
            NodeKind::CardData(card, at) => {
                let s = self.operand(card);
                self.emit(Op::CardData { d, s, at });
            }
            NodeKind::Perform(card, ability) => {
                let s = self.operand(card);
                self.emit(Op::Perform { s, ability });
            }
            NodeKind::Form(form, args) => self.form(form, &args, d),
            NodeKind::Call(primitive, args) if primitive.instruction == Some(Instruction::Top) => {
                let s = self.operand(args[0]);
                self.emit(Op::Top { d, s });
            }
            NodeKind::Call(primitive, _)
                if primitive.properties.asks != Asks::Else
                    && let Some(draft) = found_at_once(&self.b.hir, node) =>
            {
                rules::find(self, draft, d);
            }
            NodeKind::Call(primitive, args) => match self.tested_zone(node) {
                Some(zone) => {
                    let s = self.operand(zone);
                    let count = self.reg();
                    self.emit(Op::Count { d: count, s });
                    let b = self.in_constants(Value::Int(0));
                    self.emit(Op::Binary {
                        op: BinaryOp::Eq,
                        d,
                        a: Operand::register(count),
                        b,
                    });
                }
                None if is_script(&primitive) => self.call_script(node, &primitive, &args, d),
                None => self.call(&primitive, &args, d),
            },
            NodeKind::Ask {
                prompt,
                args,
                who,
                many,
            } => self.ask(&prompt, &args, who, many, d),
            NodeKind::Over {
                how,
                list,
                local,
                test,
            } => over::over(self, how, list, local, test, d),
            NodeKind::Push(target, args) => {
                let (first, n) = self.arguments(&args);
                match target {
                    Target::State(state) => self.emit(Op::Push {
                        d,
                        first,
                        n,
                        state: state.0,
                    }),
                    Target::Named(name) => {
                        let name = self.operand(name);
                        self.emit(Op::PushTo { d, name, first, n })
                    }
                };
            }
        }
    }

    /// The items of a list that is written out and holds constants only.
    pub(super) fn constant_items(&mut self, items: &[NodeId]) -> Option<Vec<Value>> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            values.push(match self.b.get(*item).kind.clone() {
                NodeKind::Const(value) => value,
                NodeKind::List(inner) => {
                    let inner = self.constant_items(&inner)?;
                    Value::List(self.b.hir.constants.list(&inner))
                }
                _ => return None,
            });
        }
        Some(values)
    }

    /// The zone of which a node asks whether it is empty.
    pub(super) fn tested_zone(&self, node: NodeId) -> Option<NodeId> {
        match &self.b.get(node).kind {
            NodeKind::Call(primitive, args) if primitive.instruction == Some(Instruction::IsEmpty) => args
                .first()
                .copied()
                .filter(|zone| self.b.get(*zone).ty == cardable_engine::value::Type::ZONE),
            _ => None,
        }
    }

    pub(super) fn constant(&mut self, value: Value, d: Reg) {
        let s = self.in_constants(value);
        self.emit(Op::Load { d, s });
    }

    /// Where the arguments of a call are read from: in place where they lie ready.
    fn operands(&mut self, args: &[NodeId]) -> (u32, u8) {
        let acts: Vec<bool> = args.iter().map(|arg| self.b.hir.tree.acts(*arg)).collect();
        let mut row = Vec::with_capacity(args.len());
        for (at, arg) in args.iter().enumerate() {
            let mut s = self.operand(*arg);
            // What a later argument may change is read before it does.
            let changes = matches!(
                s.place(),
                OperandPlace::Global(_) | OperandPlace::State(_) | OperandPlace::OwnData(_)
            );
            if changes && acts[at + 1..].contains(&true) {
                let d = self.reg();
                self.emit(Op::Load { d, s });
                s = Operand::register(d);
            }
            row.push(s);
        }
        let first = self.b.emitted.operands.len() as u32;
        let n = row.len().min(u8::MAX.into());
        self.b.emitted.operands.extend(row.into_iter().take(n));
        (first, n as u8)
    }

    /// Works values out into registers that follow each other.
    pub(super) fn arguments(&mut self, args: &[NodeId]) -> (Reg, u8) {
        let first = self.next.min(250) as Reg;
        for _ in args {
            self.reg();
        }
        for (at, arg) in args.iter().enumerate() {
            self.value_into(*arg, (first as usize + at).min(250) as Reg);
        }
        (first, args.len().min(250) as u8)
    }

    pub(super) fn primitive(&mut self, primitive: &Callee) -> u16 {
        let found = self
            .b
            .emitted
            .primitives
            .iter()
            .position(|p| p.name == primitive.name);
        found.unwrap_or_else(|| {
            self.b.emitted.primitives.push(primitive.clone());
            self.b.emitted.primitives.len() - 1
        }) as u16
    }

    pub(super) fn call(&mut self, primitive: &Callee, args: &[NodeId], d: Reg) {
        if self.moves(primitive, args) {
            return;
        }
        let (args, n) = self.operands(args);
        let number = self.primitive(primitive);
        match primitive.kind {
            CallKind::Query => {
                self.emit(Op::Query {
                    d,
                    n,
                    primitive: number,
                    args,
                });
            }
            CallKind::Step => {
                self.emit(Op::Step {
                    d,
                    n,
                    primitive: number,
                    args,
                });
            }
            CallKind::Ask | CallKind::Form(_) | CallKind::Script { .. } => {}
        }
    }

    /// A call of a function of the script.
    fn call_script(&mut self, node: NodeId, primitive: &Callee, args: &[NodeId], d: Reg) {
        let (args, n) = self.operands(args);
        let site = script::script_site(&mut self.b.hir, self.scope, node, primitive, &self.registers);
        let Some(site) = site else {
            if let Some(span) = self.span {
                let message = "functions of the script are called in more than 65,535 places";
                self.b.error(
                    Problem::TooComplex,
                    span,
                    message,
                    "call the functions from fewer places, such as one defined action",
                );
            }
            return;
        };
        let acts = matches!(primitive.kind, CallKind::Script { acts: true });
        self.emit(match acts {
            true => Op::Script { d, n, site, args },
            false => Op::ScriptValue { d, n, site, args },
        });
    }

    pub(super) fn ask(&mut self, prompt: &Callee, args: &[NodeId], who: Option<NodeId>, many: bool, d: Reg) {
        let asked = match who {
            Some(who) if many => {
                let mask = self.reg();
                steps::seat_mask_into(self, who, mask);
                Operand::register(mask)
            }
            Some(who) => self.operand(who),
            None => self.in_place(OperandPlace::Player),
        };
        let (args, n) = self.operands(args);
        let primitive = self.primitive(prompt);
        match asked.place() {
            OperandPlace::Register(mask) if many => self.emit(Op::AskAll {
                d,
                n,
                mask,
                primitive,
                args,
            }),
            _ => self.emit(Op::Ask {
                d,
                n,
                seat: asked,
                primitive,
                args,
            }),
        };
    }

    /// Moves of single cards and of whole zones are instructions of their own.
    fn moves(&mut self, primitive: &Signature, args: &[NodeId]) -> bool {
        let is = |b: &Lowering, at: usize, ty| args.get(at).is_some_and(|a| b.get(*a).ty == ty);
        let facing = |b: &Lowering, at: usize| match args.get(at).map(|a| &b.get(*a).kind) {
            None | Some(NodeKind::Const(Value::Nothing)) => Some(Facing::Kept),
            Some(NodeKind::Const(Value::Bool(true))) => Some(Facing::Down),
            Some(NodeKind::Const(Value::Bool(false))) => Some(Facing::Up),
            Some(_) => None,
        };
        match primitive.instruction {
            Some(Instruction::Draw) if is(self.b, 1, Type::ZONE) && is(self.b, 2, Type::ZONE) => {
                let Some(facing) = facing(self.b, 3) else {
                    return false;
                };
                let (from, to) = (self.operand(args[1]), self.operand(args[2]));
                self.emit(Op::Draw { from, to, facing });
                true
            }
            Some(Instruction::MoveAll) if is(self.b, 0, Type::ZONE) && is(self.b, 1, Type::ZONE) => {
                let Some(facing) = facing(self.b, 2) else {
                    return false;
                };
                if args[..2].iter().any(|arg| self.b.hir.tree.acts(*arg)) {
                    return false;
                }
                let (from, to) = (self.operand(args[0]), self.operand(args[1]));
                self.emit(Op::MoveAll { from, to, facing });
                true
            }
            Some(Instruction::Place) if is(self.b, 0, Type::CARD) && is(self.b, 1, Type::ZONE) => {
                let Some(facing) = facing(self.b, 2) else {
                    return false;
                };
                if args[..2].iter().any(|arg| self.b.hir.tree.acts(*arg)) {
                    return false;
                }
                let (card, to) = (self.operand(args[0]), self.operand(args[1]));
                self.emit(Op::Place { card, to, facing });
                true
            }
            Some(_) | None => false,
        }
    }

    pub(super) fn form(&mut self, form: Form, args: &[NodeId], d: Reg) {
        let binary = |op, swap| (op, swap);
        let (op, swap) = match form {
            Form::Equal => binary(BinaryOp::Eq, false),
            Form::NotEqual => binary(BinaryOp::Ne, false),
            Form::Less => binary(BinaryOp::Lt, false),
            Form::LessEqual => binary(BinaryOp::Le, false),
            Form::Greater => binary(BinaryOp::Lt, true),
            Form::GreaterEqual => binary(BinaryOp::Le, true),
            Form::Add => return self.fold(BinaryOp::Add, args, d),
            Form::Multiply => return self.fold(BinaryOp::Mul, args, d),
            Form::Subtract => binary(BinaryOp::Sub, false),
            Form::Divide => binary(BinaryOp::Div, false),
            Form::Remainder => binary(BinaryOp::Rem, false),
            Form::Not => {
                let s = self.operand(args[0]);
                self.emit(Op::Not { d, s });
                return;
            }
            Form::And | Form::Or => {
                let mut ends = Vec::new();
                for (at, arg) in args.iter().enumerate() {
                    self.value_into(*arg, d);
                    if at + 1 < args.len() {
                        ends.push(match form {
                            Form::And => self.emit(Op::JumpUnless {
                                s: Operand::register(d),
                                to: 0,
                            }),
                            _ => self.emit(Op::JumpIf {
                                s: Operand::register(d),
                                to: 0,
                            }),
                        });
                    }
                }
                if args.is_empty() {
                    self.constant(Value::Bool(form == Form::And), d);
                }
                ends.into_iter().for_each(|at| self.land(at));
                return;
            }
            Form::If => {
                let to_else = steps::jump_unless(self, args[0]);
                self.value_into(args[1], d);
                let to_end = self.emit(Op::Jump { to: 0 });
                to_else.into_iter().for_each(|at| self.land(at));
                match args.get(2) {
                    Some(other) => self.value_into(*other, d),
                    None => self.constant(Value::Nothing, d),
                }
                self.land(to_end);
                return;
            }
            Form::CountZone => {
                let s = self.operand(args[0]);
                self.emit(Op::Count { d, s });
                return;
            }
            Form::Set
            | Form::Increment
            | Form::Decrement
            | Form::Transition
            | Form::Push
            | Form::Pop
            | Form::While
            | Form::Query(_)
            | Form::Ask
            | Form::PickDeck
            | Form::Perform
            | Form::CanPerform
            | Form::Tell
            | Form::Spread
            | Form::Attribute => return self.constant(Value::Nothing, d),
        };
        let a = self.operand(args[0]);
        let b = self.operand(args[1]);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.emit(Op::Binary { op, d, a, b });
    }

    pub(super) fn fold(&mut self, op: BinaryOp, args: &[NodeId], d: Reg) {
        let Some((first, rest)) = args.split_first() else {
            return self.constant(Value::Int(i64::from(op == BinaryOp::Mul)), d);
        };
        // The place itself may be among the operands: work out aside.
        let mut a = self.operand(*first);
        let Some((last, between)) = rest.split_last() else {
            self.emit(Op::Load { d, s: a });
            return;
        };
        if !between.is_empty() {
            let target = self.reg();
            for arg in between {
                let b = self.operand(*arg);
                self.emit(Op::Binary { op, d: target, a, b });
                a = Operand::register(target);
            }
        }
        let b = self.operand(*last);
        self.emit(Op::Binary { op, d, a, b });
    }
}
