//! A piece of code as it is made, and the ruleset that it becomes a part of.

use super::predicate::{Draft, MeasureDraft};
use crate::check::Excess;
use crate::hir::{Hir, LocalKind, Node, NodeId, Scope};
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
    pub(super) codes: Vec<Code>,
    pub(super) emitted: Emitted,
}

/// Code, and what it names by numbers.
#[derive(Debug, Default)]
pub(super) struct Emitted {
    pub(super) code: Vec<Op>,
    /// Where each instruction comes from, by its number among the places.
    pub(super) spans: Vec<u32>,
    pub(super) place_spans: Vec<Span>,
    pub(super) place_ids: BTreeMap<Span, u32>,
    pub(super) operands: Vec<Operand>,
    pub(super) functions: Vec<Code>,
    pub(super) rules: Vec<Rule>,
    pub(super) measures: Vec<Measure>,
    pub(super) relations: Vec<Relation>,
    pub(super) card_tables: Vec<Vec<Value>>,
    pub(super) primitives: Vec<Callee>,
    /// What there is too much of.
    pub(super) excess: Excess,
}

impl Lowering {
    pub(super) fn get(&self, id: NodeId) -> &Node {
        self.hir.tree.get(id)
    }

    pub(super) fn error(&mut self, code: Problem, span: Span, message: &str, help: &str) {
        self.diags.error(code, span, message, help);
    }

    /// The number of a place that instructions come from.
    pub(super) fn place_of(&mut self, span: Span) -> u32 {
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
pub(super) struct Function<'a> {
    pub(super) b: &'a mut Lowering,
    pub(super) scope: &'a Scope,
    pub(super) start: usize,
    /// The register of each local, once it has one.
    pub(super) registers: Vec<Option<Reg>>,
    /// The registers of the items that functions are asked of.
    pub(super) bound: Vec<(u32, Reg)>,
    pub(super) next: usize,
    pub(super) most: usize,
    pub(super) span: Option<Span>,
    /// Predicates that the code asks, to be put together behind it.
    pub(super) later: Vec<Later>,
}

/// A predicate of a piece of code whose own code comes after that.
pub(super) struct Later {
    pub(super) what: What,
    pub(super) registers: Vec<Option<Reg>>,
    pub(super) bound: Vec<(u32, Reg)>,
    pub(super) next: usize,
}

/// What is put together later, and its number in the program.
pub(super) enum What {
    Rule(u16, Draft),
    Measure(u16, MeasureDraft),
}

impl<'a> Function<'a> {
    pub(super) fn new(b: &'a mut Lowering, scope: &'a Scope) -> Function<'a> {
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

    /// Ends the code, whose registers the rules that it asks share.
    pub(super) fn finish(self, rules: Vec<u16>) -> Code {
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

    pub(super) fn emit(&mut self, op: Op) -> usize {
        let place = match self.span {
            None => 0,
            Some(span) => self.b.place_of(span),
        };
        self.b.emitted.code.push(op);
        self.b.emitted.spans.push(place);
        self.b.emitted.code.len() - 1
    }

    pub(super) fn here(&self) -> u32 {
        self.b.emitted.code.len() as u32
    }

    /// Lets a jump that was emitted before end up here.
    pub(super) fn land(&mut self, at: usize) {
        let here = self.here();
        self.aim(at, here);
    }

    /// Lets a jump that was emitted before end up there.
    pub(super) fn aim(&mut self, at: usize, there: u32) {
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

    pub(super) fn reg(&mut self) -> Reg {
        let r = self.next;
        self.next += 1;
        self.most = self.most.max(self.next);
        r.min(250) as Reg
    }
}
