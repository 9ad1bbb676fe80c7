//! From trees to register code.

use super::node::{NodeId, NodeKind};
use super::scope::{LocalKind, Scope};
use super::stmt::{Stmt, Target};
use super::Builder;
use crate::diag::Code as Problem;
use crate::primitives::{Body, Form, Primitive};
use crate::program::op::{BinaryOp, Code, Op, Operand, Place, Quick, Reg};
use crate::source::Span;
use crate::value::Value;

/// Code that works a value out and returns it.
pub(super) fn value(b: &mut Builder, scope: &Scope, node: NodeId) -> Code {
    let mut f = Function::new(b, scope);
    f.params(&[node]);
    let s = f.operand(node);
    let runs_nothing = f.b.code.len() == f.start;
    let only = if f.b.code.len() == f.start + 1 { f.b.code.last().copied() } else { None };
    f.emit(Op::Return { s });
    let code = f.finish();
    let quick = match only {
        _ if runs_nothing && !matches!(s.place(), Place::Register(_)) => Quick::Operand(s),
        Some(Op::Top { s: zone, .. }) if !matches!(zone.place(), Place::Register(_)) => Quick::Top(zone),
        _ => Quick::No,
    };
    Code { quick, ..code }
}

/// Code that says whether a condition holds, by jumps.
pub(super) fn condition(b: &mut Builder, scope: &Scope, node: NodeId) -> Code {
    let mut f = Function::new(b, scope);
    f.params(&[node]);
    let away = f.jump_unless(node);
    f.give(Value::Bool(true));
    away.into_iter().for_each(|at| f.land(at));
    f.give(Value::Bool(false));
    f.finish()
}

/// Code that does steps.
pub(super) fn body(b: &mut Builder, scope: &Scope, steps: &[Stmt]) -> Code {
    let mut f = Function::new(b, scope);
    let mut used = Vec::new();
    collect(steps, &mut used);
    f.params(&used);
    f.locals();
    f.steps(steps);
    f.emit(Op::End);
    f.finish()
}

fn collect(steps: &[Stmt], used: &mut Vec<NodeId>) {
    for step in steps {
        match step {
            Stmt::Do(node) => used.push(*node),
            Stmt::Set { place, value, .. } => used.extend([*place, *value]),
            Stmt::If { condition, then, otherwise, .. } => {
                used.push(*condition);
                collect(then, used);
                collect(otherwise, used);
            }
            Stmt::EachSeat { seats, body, .. } => {
                used.push(*seats);
                collect(body, used);
            }
            Stmt::EachItem { list, body, .. } => {
                used.push(*list);
                collect(body, used);
            }
            Stmt::Transition { target, args, who, .. } => {
                if let Target::Named(node) = target {
                    used.push(*node);
                }
                used.extend(args);
                used.extend(who);
            }
            Stmt::Pop { value, .. } => used.extend(value),
        }
    }
}

struct Function<'a> {
    b: &'a mut Builder,
    scope: &'a Scope,
    start: usize,
    /// The register of each local, once it has one.
    registers: Vec<Option<Reg>>,
    next: usize,
    most: usize,
    span: Option<Span>,
}

impl<'a> Function<'a> {
    fn new(b: &'a mut Builder, scope: &'a Scope) -> Function<'a> {
        let given = scope.action.locals.iter().filter_map(|l| match l.kind {
            LocalKind::Given(r) => Some(r as usize + 1),
            _ => None,
        });
        let next = given.max().unwrap_or(0);
        let registers = scope
            .action
            .locals
            .iter()
            .map(|l| if let LocalKind::Given(r) = l.kind { Some(r) } else { None })
            .collect();
        let start = b.code.len();
        Function { b, scope, start, registers, next, most: next, span: None }
    }

    fn finish(self) -> Code {
        if self.most > 250
            && let Some(span) = self.span.or(self.b.state_spans.first().copied())
        {
            self.b.error(Problem::TooComplex, span, "this needs more than 250 registers");
        }
        let code = Code { start: self.start as u32, registers: self.most.min(250) as u8, quick: Quick::No };
        self.b.functions.push(code);
        code
    }

    fn emit(&mut self, op: Op) -> usize {
        let place = match self.span {
            None => 0,
            Some(span) => self.b.place_of(span),
        };
        self.b.code.push(op);
        self.b.spans.push(place);
        self.b.code.len() - 1
    }

    fn here(&self) -> u32 {
        self.b.code.len() as u32
    }

    /// Lets a jump that was emitted before end up here.
    fn land(&mut self, at: usize) {
        let here = self.here();
        match &mut self.b.code[at] {
            Op::Jump { to }
            | Op::JumpIf { to, .. }
            | Op::JumpUnless { to, .. }
            | Op::JumpUnlessHolds { to, .. }
            | Op::JumpIfCards { to, .. }
            | Op::NextSeat { to, .. }
            | Op::NextItem { to, .. } => *to = here,
            _ => {}
        }
    }

    fn reg(&mut self) -> Reg {
        let r = self.next;
        self.next += 1;
        self.most = self.most.max(self.next);
        r.min(250) as Reg
    }

    // --- variables

    /// Works out the parameters that the code reads, once, at its start.
    fn params(&mut self, used: &[NodeId]) {
        let mut wanted = vec![false; self.scope.action.locals.len()];
        for node in used {
            self.mark(*node, &mut wanted);
        }
        for (at, wanted) in wanted.into_iter().enumerate() {
            if let LocalKind::Param(given) = self.scope.action.locals[at].kind
                && wanted
            {
                let d = self.reg();
                self.value_into(given, d);
                self.registers[at] = Some(d);
            }
        }
    }

    fn mark(&self, node: NodeId, wanted: &mut [bool]) {
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            match &self.b.get(id).kind {
                NodeKind::Local(at) => {
                    if let Some(slot) = wanted.get_mut(*at as usize) {
                        *slot = true;
                    }
                }
                kind => children(kind, &mut stack),
            }
        }
    }

    /// Gives the action's data their registers and first values.
    fn locals(&mut self) {
        for at in 0..self.scope.action.locals.len() {
            if let LocalKind::Data(first) = self.scope.action.locals[at].kind {
                let d = self.reg();
                self.registers[at] = Some(d);
                if let Some(node) = first {
                    self.value_into(node, d);
                }
            }
        }
    }

    fn local(&mut self, at: u16) -> Reg {
        match self.registers.get(at as usize).copied().flatten() {
            Some(r) => r,
            // A condition cannot read data of the action: it reads nothing.
            None => {
                let d = self.reg();
                self.constant(Value::Nothing, d);
                d
            }
        }
    }

    // --- values

    /// Where a value can be had: in place, or in a register once it is worked out.
    fn operand(&mut self, node: NodeId) -> Operand {
        let place = match self.b.get(node).kind {
            NodeKind::Local(at) => Some(Place::Register(self.local(at))),
            NodeKind::Const(value) => Some(Place::Constant(self.b.constants.value(value))),
            NodeKind::List(ref items) => {
                let items = items.clone();
                let values = self.constant_items(&items);
                values.map(|values| {
                    let list = self.b.constants.list(&values);
                    Place::Constant(self.b.constants.value(Value::List(list)))
                })
            }
            NodeKind::Player => Some(Place::Player),
            NodeKind::Global(at) => Some(Place::Global(at)),
            NodeKind::StateData(at) => Some(Place::State(at)),
            NodeKind::Setting(at) => Some(Place::Setting(at)),
            NodeKind::SeatZone(seat, at) if self.b.get(seat).kind == NodeKind::Player => Some(Place::OwnZone(at)),
            NodeKind::SeatData(seat, at) if self.b.get(seat).kind == NodeKind::Player => Some(Place::OwnData(at)),
            _ => None,
        };
        if let Some(operand) = place.and_then(Operand::new) {
            return operand;
        }
        let d = self.reg();
        self.value_into(node, d);
        Operand::register(d)
    }

    fn value_into(&mut self, node: NodeId, d: Reg) {
        let kept = self.next;
        let outer = self.span.replace(self.b.get(node).span);
        self.lower(node, d);
        self.span = outer;
        self.next = kept;
    }

    fn lower(&mut self, node: NodeId, d: Reg) {
        match self.b.get(node).kind.clone() {
            NodeKind::Error | NodeKind::State => self.constant(Value::Nothing, d),
            NodeKind::Const(_)
            | NodeKind::Player
            | NodeKind::Global(_)
            | NodeKind::StateData(_)
            | NodeKind::Setting(_)
            | NodeKind::Local(_) => {
                let s = self.operand(node);
                if s != Operand::register(d) {
                    self.emit(Op::Load { d, s });
                }
            }
            NodeKind::List(items) => match self.constant_items(&items) {
                Some(values) => {
                    let list = self.b.constants.list(&values);
                    self.constant(Value::List(list), d);
                }
                None => {
                    let (first, n) = self.arguments(&items);
                    self.emit(Op::MakeList { d, first, n });
                }
            },
            NodeKind::Everyone => self.call_named("nondismissed_players", d),
            NodeKind::SeatData(seat, at) => {
                let seat = self.operand(seat);
                self.emit(Op::SeatData { d, seat, at });
            }
            NodeKind::SeatZone(seat, at) => {
                let seat = self.operand(seat);
                self.emit(Op::SeatZone { d, seat, at });
            }
            NodeKind::Attribute(card, at) => match self.b.get(card).kind.clone() {
                NodeKind::Call(primitive, args) if primitive.name == "top_card" => {
                    let s = self.operand(args[0]);
                    self.emit(Op::TopAttribute { d, s, at });
                }
                _ => {
                    let s = self.operand(card);
                    self.emit(Op::Attribute { d, s, at });
                }
            },
            NodeKind::Form(form, args) => self.form(form, &args, d),
            NodeKind::Call(primitive, args) if primitive.name == "top_card" => {
                let s = self.operand(args[0]);
                self.emit(Op::Top { d, s });
            }
            NodeKind::Call(primitive, args) => match self.tested_zone(node) {
                Some(zone) => {
                    let s = self.operand(zone);
                    let count = self.reg();
                    self.emit(Op::Count { d: count, s });
                    let b = Operand::new(Place::Constant(self.b.constants.value(Value::Int(0))));
                    let b = b.unwrap_or(Operand::register(count));
                    self.emit(Op::Binary { op: BinaryOp::Eq, d, a: Operand::register(count), b });
                }
                None => self.call(primitive, &args, d),
            },
            NodeKind::Ask { prompt, args, who, many } => self.ask(prompt, &args, who, many, d),
            NodeKind::Push(state, args) => {
                let (first, n) = self.arguments(&args);
                self.emit(Op::Push { d, first, n, state: state.0 });
            }
        }
    }

    /// The items of a list that is written out and holds constants only.
    fn constant_items(&mut self, items: &[NodeId]) -> Option<Vec<Value>> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            values.push(match self.b.get(*item).kind.clone() {
                NodeKind::Const(value) => value,
                NodeKind::List(inner) => {
                    let inner = self.constant_items(&inner)?;
                    Value::List(self.b.constants.list(&inner))
                }
                _ => return None,
            });
        }
        Some(values)
    }

    /// The zone of which a node asks whether it is empty.
    fn tested_zone(&self, node: NodeId) -> Option<NodeId> {
        match &self.b.get(node).kind {
            NodeKind::Call(primitive, args) if primitive.name == "is_empty" => {
                args.first().copied().filter(|zone| self.b.get(*zone).ty == crate::value::Type::ZONE)
            }
            _ => None,
        }
    }

    fn constant(&mut self, value: Value, d: Reg) {
        let at = self.b.constants.value(value);
        match Operand::new(Place::Constant(at)) {
            Some(s) => {
                self.emit(Op::Load { d, s });
            }
            None => {
                if let Some(span) = self.span {
                    self.b.error(Problem::TooComplex, span, "the ruleset has more than 8192 constants");
                }
            }
        }
    }

    /// Works values out into registers that follow each other.
    fn arguments(&mut self, args: &[NodeId]) -> (Reg, u8) {
        let first = self.next.min(250) as Reg;
        for _ in args {
            self.reg();
        }
        for (at, arg) in args.iter().enumerate() {
            self.value_into(*arg, (first as usize + at).min(250) as Reg);
        }
        (first, args.len().min(250) as u8)
    }

    fn primitive(&mut self, primitive: &'static Primitive) -> u16 {
        let found = self.b.primitives.iter().position(|p| p.name == primitive.name);
        found.unwrap_or_else(|| {
            self.b.primitives.push(primitive);
            self.b.primitives.len() - 1
        }) as u16
    }

    fn call_named(&mut self, name: &str, d: Reg) {
        if let Some(primitive) = crate::primitives::find(name) {
            self.call(primitive, &[], d);
        }
    }

    fn call(&mut self, primitive: &'static Primitive, args: &[NodeId], d: Reg) {
        let (first, n) = self.arguments(args);
        let number = self.primitive(primitive);
        match primitive.body {
            Body::Query(_) => {
                self.emit(Op::Query { d, first, n, primitive: number });
            }
            Body::Step(_) => {
                self.emit(Op::Step { d, first, n, primitive: number });
            }
            Body::Ask(_) | Body::Form(_) => {}
        }
    }

    fn ask(
        &mut self,
        prompt: &'static Primitive,
        args: &[NodeId],
        who: Option<NodeId>,
        many: bool,
        d: Reg,
    ) {
        let seat = self.reg();
        match who {
            Some(who) => self.value_into(who, seat),
            None => {
                if let Some(s) = Operand::new(Place::Player) {
                    self.emit(Op::Load { d: seat, s });
                }
            }
        }
        if many {
            self.emit(Op::SeatMask { d: seat, s: seat });
        }
        let (first, n) = self.arguments(args);
        let primitive = self.primitive(prompt);
        if many {
            self.emit(Op::AskAll { d, first, n, primitive });
        } else {
            self.emit(Op::Ask { d, first, n, primitive });
        }
    }

    fn form(&mut self, form: Form, args: &[NodeId], d: Reg) {
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
                            Form::And => self.emit(Op::JumpUnless { s: Operand::register(d), to: 0 }),
                            _ => self.emit(Op::JumpIf { s: Operand::register(d), to: 0 }),
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
                let s = self.operand(args[0]);
                let to_else = self.emit(Op::JumpUnless { s, to: 0 });
                self.value_into(args[1], d);
                let to_end = self.emit(Op::Jump { to: 0 });
                self.land(to_else);
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
            | Form::Ask
            | Form::PickDeck
            | Form::Spread
            | Form::Attribute => return self.constant(Value::Nothing, d),
        };
        let a = self.operand(args[0]);
        let b = self.operand(args[1]);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.emit(Op::Binary { op, d, a, b });
    }

    fn fold(&mut self, op: BinaryOp, args: &[NodeId], d: Reg) {
        let Some((first, rest)) = args.split_first() else {
            return self.constant(Value::Int(i64::from(op == BinaryOp::Mul)), d);
        };
        // The place itself may be among the operands: work out aside.
        let mut a = self.operand(*first);
        let target = self.reg();
        for arg in rest {
            let b = self.operand(*arg);
            self.emit(Op::Binary { op, d: target, a, b });
            a = Operand::register(target);
        }
        self.emit(Op::Load { d, s: a });
    }

    // --- steps

    fn steps(&mut self, steps: &[Stmt]) {
        for step in steps {
            let kept = self.next;
            self.one_step(step);
            self.next = kept;
        }
    }

    fn one_step(&mut self, step: &Stmt) {
        match step {
            Stmt::Do(node) => {
                let d = self.reg();
                self.value_into(*node, d);
            }
            Stmt::Set { place, value, span } => {
                self.span = Some(*span);
                self.set(*place, *value);
            }
            Stmt::If { condition, then, otherwise, span } => {
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
            Stmt::EachSeat { seats, body, span } => self.each_seat(*seats, body, *span),
            Stmt::EachItem { list, local, body, span } => {
                self.span = Some(*span);
                let items = self.reg();
                let count = self.reg();
                self.value_into(*list, items);
                self.constant(Value::Int(0), count);
                let item = self.local(*local);
                let top = self.emit(Op::NextItem { list: items, d: item, to: 0 });
                self.steps(body);
                self.emit(Op::Jump { to: top as u32 });
                self.land(top);
            }
            Stmt::Transition { target, args, who, new_scene, span } => {
                self.span = Some(*span);
                let seats = self.reg();
                if let Some(who) = who {
                    self.value_into(*who, seats);
                    self.emit(Op::SeatMask { d: seats, s: seats });
                }
                let (first, n) = self.arguments(args);
                match (target, who) {
                    (Target::State(state), None) => {
                        self.emit(Op::Transition { first, n, state: state.0 });
                    }
                    (Target::State(state), Some(_)) => {
                        self.emit(Op::TransitionSeats { first, n, state: state.0, new: *new_scene });
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

    fn set(&mut self, place: NodeId, value: NodeId) {
        match self.b.get(place).kind.clone() {
            NodeKind::Local(at) => {
                let d = self.local(at);
                self.value_into(value, d);
            }
            NodeKind::Global(at) => {
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

    fn each_seat(&mut self, seats: NodeId, body: &[Stmt], span: Span) {
        self.span = Some(span);
        // One seat that is the acting one anyway needs no loop.
        if self.b.get(seats).kind == NodeKind::Player {
            return self.steps(body);
        }
        let outer = self.reg();
        if let Some(s) = Operand::new(Place::Player) {
            self.emit(Op::Load { d: outer, s });
        }
        let mask = self.reg();
        self.value_into(seats, mask);
        self.emit(Op::SeatMask { d: mask, s: mask });
        let seat = self.reg();
        let top = self.emit(Op::NextSeat { mask, d: seat, to: 0 });
        self.steps(body);
        self.emit(Op::Jump { to: top as u32 });
        self.land(top);
        self.emit(Op::BindPlayer { s: outer });
    }

    fn give(&mut self, value: Value) {
        let at = self.b.constants.value(value);
        if let Some(s) = Operand::new(Place::Constant(at)) {
            self.emit(Op::Return { s });
        }
    }

    /// Jumps when a condition holds.
    fn jump_if(&mut self, condition: NodeId) -> Vec<usize> {
        let away = self.jump_unless(condition);
        let jump = self.emit(Op::Jump { to: 0 });
        away.into_iter().for_each(|at| self.land(at));
        vec![jump]
    }

    /// Jumps away when a condition does not hold, by the shortest code.
    fn jump_unless(&mut self, condition: NodeId) -> Vec<usize> {
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
    fn jump_on_zone(&mut self, test: NodeId, any: bool) -> Vec<usize> {
        let Some(zone) = self.tested_zone(test) else { return Vec::new() };
        let s = self.operand(zone);
        vec![self.emit(Op::JumpIfCards { s, any, to: 0 })]
    }
}

/// The nodes right under a node.
pub(super) fn children(kind: &NodeKind, out: &mut Vec<NodeId>) {
    match kind {
        NodeKind::Error
        | NodeKind::Const(_)
        | NodeKind::Everyone
        | NodeKind::Player
        | NodeKind::State
        | NodeKind::Global(_)
        | NodeKind::StateData(_)
        | NodeKind::Setting(_)
        | NodeKind::Local(_) => {}
        NodeKind::SeatData(node, _) | NodeKind::SeatZone(node, _) | NodeKind::Attribute(node, _) => out.push(*node),
        NodeKind::List(nodes) | NodeKind::Form(_, nodes) | NodeKind::Call(_, nodes) | NodeKind::Push(_, nodes) => {
            out.extend(nodes);
        }
        NodeKind::Ask { args, who, .. } => {
            out.extend(args);
            out.extend(who);
        }
    }
}

impl Builder {
    fn place_of(&mut self, span: Span) -> u32 {
        if let Some(at) = self.place_ids.get(&span) {
            return *at;
        }
        let at = self.place_spans.len() as u32;
        self.place_spans.push(span);
        self.place_ids.insert(span, at);
        at
    }
}
