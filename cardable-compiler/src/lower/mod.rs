//! From the tree to register code: the only place where code is made, once all is read.

mod link;
mod over;
mod predicate;
mod rules;
pub(crate) mod tabulate;
mod program;
mod queries;
mod script;
mod steps;
mod values;

pub use program::Compiled;
pub(crate) use program::assemble;
pub(crate) use script::compile_script;

use crate::check::Excess;
use crate::hir::{
    Body, Hir, LocalKind, Node, NodeId, NodeKind, Piece, Root, RootKind, Scope, children, collect,
};
use crate::lower::predicate::{candidate_predicate, condition_predicate, picked_predicate};
use crate::text::diag::{Code as Problem, Diagnostics};
use crate::text::source::Span;
use cardable_engine::primitives::Callee;
use cardable_engine::program::op::{Code, Op, Operand, Reg};
use cardable_engine::program::{Measure, Relation, Rule};
use cardable_engine::value::Value;
use std::collections::BTreeMap;

/// A ruleset as its code is made.
#[derive(Debug)]
pub(crate) struct Lowering {
    pub(crate) hir: Hir,
    pub(crate) diags: Diagnostics,
    /// The code of each piece, by its number.
    codes: Vec<Code>,
    emitted: Emitted,
}

/// Code, and what it names by numbers.
#[derive(Debug, Default)]
struct Emitted {
    code: Vec<Op>,
    /// Where each instruction comes from, by its number among the places.
    spans: Vec<u32>,
    place_spans: Vec<Span>,
    place_ids: BTreeMap<Span, u32>,
    operands: Vec<Operand>,
    functions: Vec<Code>,
    rules: Vec<Rule>,
    measures: Vec<Measure>,
    relations: Vec<Relation>,
    card_tables: Vec<Vec<Value>>,
    primitives: Vec<Callee>,
    /// What there is too much of.
    excess: Excess,
}

/// Makes the code of every piece of the tree.
pub(crate) fn lower(mut hir: Hir, diags: Diagnostics) -> Lowering {
    let pieces = std::mem::take(&mut hir.tree.pieces);
    let mut lowering = Lowering {
        hir,
        diags,
        codes: Vec::with_capacity(pieces.len()),
        emitted: Emitted::default(),
    };
    for piece in &pieces {
        let code = match piece {
            Piece::Value(root) => lowering.root(root),
            Piece::Steps(body) => lowering.body(body),
        };
        lowering.codes.push(code);
    }
    lowering.hir.tree.pieces = pieces;
    lowering
}

impl Lowering {
    fn get(&self, id: NodeId) -> &Node {
        self.hir.tree.get(id)
    }

    fn error(&mut self, code: Problem, span: Span, message: &str, help: &str) {
        self.diags.error(code, span, message, help);
    }

    fn root(&mut self, root: &Root) -> Code {
        let (scope, node) = (&root.scope, root.node);
        let draft = match root.kind {
            RootKind::Value | RootKind::Trial => return self.value(scope, node),
            RootKind::Condition => return self.condition(scope, node),
            RootKind::OfCandidate => candidate_predicate(&self.hir, scope, node),
            RootKind::OfPicked => picked_predicate(&self.hir, scope, node),
        };
        let rule = draft.and_then(|draft| rules::rule(self, scope, draft));
        let code = self.condition(scope, node);
        Code { rule, ..code }
    }

    /// Code that works a value out and returns it.
    fn value(&mut self, scope: &Scope, node: NodeId) -> Code {
        let mut f = Function::new(self, scope);
        f.params(&[node]);
        let s = f.operand(node);
        f.emit(Op::Return { s });
        f.finish()
    }

    /// Code that says whether a condition holds, by jumps.
    fn condition(&mut self, scope: &Scope, node: NodeId) -> Code {
        let mut f = Function::new(self, scope);
        let draft = condition_predicate(&f.b.hir, scope, node);
        // The rule is asked without the code, so it works out for itself what the code keeps in registers.
        let rule = draft.and_then(|draft| rules::later(&mut f, draft));
        f.params(&[node]);
        let away = steps::jump_unless(&mut f, node);
        steps::give(&mut f, Value::Bool(true));
        away.into_iter().for_each(|at| f.land(at));
        steps::give(&mut f, Value::Bool(false));
        Code { rule, ..f.finish() }
    }

    /// Code that does steps.
    fn body(&mut self, body: &Body) -> Code {
        let mut f = Function::new(self, &body.scope);
        let rule = rules::opening(&f, &body.steps).and_then(|draft| rules::later(&mut f, draft));
        let mut used = Vec::new();
        collect(&body.steps, &mut used);
        f.params(&used);
        f.locals();
        steps::steps(&mut f, &body.steps);
        f.emit(Op::End);
        Code { rule, ..f.finish() }
    }

    /// The number of a place that instructions come from.
    fn place_of(&mut self, span: Span) -> u32 {
        if let Some(at) = self.emitted.place_ids.get(&span) {
            return *at;
        }
        let at = self.emitted.place_spans.len() as u32;
        self.emitted.place_spans.push(span);
        self.emitted.place_ids.insert(span, at);
        at
    }
}

/// A piece of code as it is made.
struct Function<'a> {
    b: &'a mut Lowering,
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
    later: Vec<rules::Later>,
}

impl<'a> Function<'a> {
    fn new(b: &'a mut Lowering, scope: &'a Scope) -> Function<'a> {
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
        let rules = rules::predicates_of_code(&mut self);
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
            Some(span) => self.b.place_of(span),
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
                    for at in script::script_locals(&self.b.hir, self.scope, id) {
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
