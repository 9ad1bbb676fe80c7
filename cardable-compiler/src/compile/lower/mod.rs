//! From trees to register code.

mod over;
mod predicate;
mod queries;
mod steps;
mod values;

pub(in crate::compile) use predicate::rule;

use crate::compile::Builder;
use crate::compile::script;
use crate::diag::Code as Problem;
use crate::hir::{LocalKind, NodeId, NodeKind, Scope, Stmt, children, collect};
use crate::source::Span;
use cardable_engine::program::op::{Code, Op, Reg};
use cardable_engine::value::Value;

/// Code that works a value out and returns it.
pub(in crate::compile) fn value(b: &mut Builder, scope: &Scope, node: NodeId) -> Code {
    let mut f = Function::new(b, scope);
    f.params(&[node]);
    let s = f.operand(node);
    f.emit(Op::Return { s });
    f.finish()
}

/// Code that says whether a condition holds, by jumps.
pub(in crate::compile) fn condition(b: &mut Builder, scope: &Scope, node: NodeId) -> Code {
    let mut f = Function::new(b, scope);
    f.params(&[node]);
    let rule =
        crate::compile::predicate::condition_predicate(f.b, scope, node).and_then(|draft| f.later(draft));
    let away = f.jump_unless(node);
    f.give(Value::Bool(true));
    away.into_iter().for_each(|at| f.land(at));
    f.give(Value::Bool(false));
    Code { rule, ..f.finish() }
}

/// Code that does steps.
pub(in crate::compile) fn body(b: &mut Builder, scope: &Scope, steps: &[Stmt]) -> Code {
    let mut f = Function::new(b, scope);
    let mut used = Vec::new();
    collect(steps, &mut used);
    f.params(&used);
    f.locals();
    let rule = f.opening(steps).and_then(|draft| f.later(draft));
    f.steps(steps);
    f.emit(Op::End);
    Code { rule, ..f.finish() }
}

struct Function<'a> {
    b: &'a mut Builder,
    scope: &'a Scope,
    start: usize,
    /// The register of each local, once it has one.
    registers: Vec<Option<Reg>>,
    /// The registers of the items that functions are asked of.
    bound: Vec<(u32, Reg)>,
    next: usize,
    most: usize,
    span: Option<Span>,
    /// Predicates that the code asks, to be put together behind it.
    later: Vec<predicate::Later>,
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
            .map(|l| {
                if let LocalKind::Given(r) = l.kind {
                    Some(r)
                } else {
                    None
                }
            })
            .collect();
        let start = b.emitted.code.len();
        Function {
            b,
            scope,
            start,
            registers,
            bound: Vec::new(),
            next,
            most: next,
            span: None,
            later: Vec::new(),
        }
    }

    fn finish(mut self) -> Code {
        let rules = self.predicates_of_code();
        if self.most > 250
            && let Some(span) = self.span.or(self.b.hir.places.spans.first().copied())
        {
            self.b.error(
                Problem::TooComplex,
                span,
                "this needs more than 250 registers",
                "split it into several steps, and keep in `action_data` what they share",
            );
        }
        let code = Code {
            start: self.start as u32,
            registers: self.most.min(250) as u8,
            rule: None,
        };
        for rule in rules {
            if let Some(rule) = self.b.emitted.rules.get_mut(usize::from(rule)) {
                rule.registers = code.registers;
            }
        }
        if self.b.emitted.code.len() > self.start {
            self.b.emitted.functions.push(code);
        }
        code
    }

    fn emit(&mut self, op: Op) -> usize {
        let place = match self.span {
            None => 0,
            Some(span) => place_of(self.b, span),
        };
        self.b.emitted.code.push(op);
        self.b.emitted.spans.push(place);
        self.b.emitted.code.len() - 1
    }

    fn here(&self) -> u32 {
        self.b.emitted.code.len() as u32
    }

    /// Lets a jump that was emitted before end up here.
    fn land(&mut self, at: usize) {
        let here = self.here();
        self.aim(at, here);
    }

    /// Lets a jump that was emitted before end up there.
    fn aim(&mut self, at: usize, there: u32) {
        match &mut self.b.emitted.code[at] {
            Op::Jump { to }
            | Op::JumpIf { to, .. }
            | Op::JumpUnless { to, .. }
            | Op::JumpUnlessHolds { to, .. }
            | Op::JumpUnlessInt { to, .. }
            | Op::JumpIfCards { to, .. }
            | Op::NextSeat { to, .. }
            | Op::NextOf { to, .. }
            | Op::NextItem { to, .. } => *to = there,
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
                    if let Some(slot) = wanted.get_mut(*at as usize)
                        && !std::mem::replace(slot, true)
                        && let LocalKind::Param(given) = self.scope.action.locals[*at as usize].kind
                    {
                        // A parameter may be worked out from an earlier one.
                        stack.push(given);
                    }
                }
                NodeKind::Call(primitive, args) if crate::hir::is_script(primitive) => {
                    for at in script::script_locals(self.b, self.scope, id) {
                        if let LocalKind::Param(given) = self.scope.action.locals[at].kind
                            && !std::mem::replace(&mut wanted[at], true)
                        {
                            stack.push(given);
                        }
                    }
                    stack.extend(args);
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
}

fn place_of(builder: &mut Builder, span: Span) -> u32 {
    if let Some(at) = builder.emitted.place_ids.get(&span) {
        return *at;
    }
    let at = builder.emitted.place_spans.len() as u32;
    builder.emitted.place_spans.push(span);
    builder.emitted.place_ids.insert(span, at);
    at
}
