//! The builder: the only way to a `Hir`.
//!
//! A dialect declares names first (zones, data, states), then builds values and steps out of them. Types,
//! counts and references are checked on the way. Every mistake is recorded, with a placeholder in its place.

pub(crate) mod args;
pub(crate) mod answers;
pub(crate) mod abilities;
pub(crate) mod beside;
pub(crate) mod calls;
pub(crate) mod card_data;
pub(crate) mod computed;
pub(crate) mod declare;
pub(crate) mod capacity;
pub(crate) mod flow;
pub(crate) mod hoist;
pub(crate) mod marks;
pub(crate) mod node;
pub(crate) mod own;
pub(crate) mod phrase;
pub(crate) mod query;
pub(crate) mod reactions;
pub(crate) mod refs;
pub(crate) mod roles;
pub(crate) mod routine;
pub(crate) mod script;
pub(crate) mod seal;
pub(crate) mod shown;
pub(crate) mod lints;
pub(crate) mod template;
pub(crate) mod things;
pub(crate) mod valid;

pub(crate) use args::parameters;
pub(crate) use calls::parameters_of;
pub use flow::StepExtras;
pub use hoist::at_once;
pub(crate) use refs::{NAMESPACES, SINGLE};
pub(crate) use routine::{Mention, RoutineDraft};
pub(crate) use script::UsedAs;
pub(crate) use template::{GestureDraft, ParamDraft, TemplateDraft, TemplateScopes, TestDraft};

use crate::hir::{Body, BodyOf, Hir, NodeId, Root, RootKind, Scope, Stmt};
use crate::text::diag::{Code as Problem, Diagnostics, suggestion_or};
use crate::text::source::Span;
use cardable_engine::ids::StrId;
use cardable_engine::primitives::Callee;
use cardable_engine::program::{Code, DataDef};
use cardable_engine::value::{Type, Value};
use std::collections::BTreeMap;

/// A ruleset as dialects build it: they declare and write, and it resolves names and checks types.
#[derive(Debug, Default)]
pub struct Builder {
    pub diags: Diagnostics,
    pub hir: Hir,
    /// How what the ruleset defines itself is called, to suggest it.
    pub(crate) defined: Vec<Callee>,
    notes: Notes,
}

/// What is judged once the whole ruleset is known.
#[derive(Debug, Default)]
struct Notes {
    /// Texts that may be meant as calls.
    like_calls: Vec<NodeId>,
    /// Texts that hold what may be meant as a reference.
    like_references: Vec<NodeId>,
    /// Rules for the answers to questions, and the values that they are given.
    answers: Vec<(NodeId, Vec<NodeId>)>,
    /// Whether the order of what is picked counts, where that stands beside a prompt.
    orders: Vec<NodeId>,
    /// Defined values where they are used: their own places are those of their definitions.
    values: BTreeMap<NodeId, (Callee, Span)>,
}

impl Builder {
    pub(crate) fn new() -> Builder {
        Builder::default()
    }

    /// A builder for cards that carry rules, where the rules of the game are not there.
    pub(crate) fn without_rules() -> Builder {
        let mut builder = Builder::default();
        builder.hir.head.lacks_rules = true;
        builder.hir.cards.are_missing = true;
        builder.hir.scripts.is_unread = true;
        builder
    }

    // --- problems

    pub(crate) fn error(
        &mut self,
        code: Problem,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.diags.error(code, span, message, help);
    }

    /// Says that nothing of a name is declared. Where there are no rules that could declare it, that is no mistake.
    pub(crate) fn not_declared(
        &mut self,
        code: Problem,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        if !self.hir.head.lacks_rules {
            self.error(code, span, message, help);
        }
    }

    pub(crate) fn warn(
        &mut self,
        code: Problem,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.diags.warning(code, span, message, help);
    }

    // --- names

    pub(crate) fn intern(&mut self, text: &str) -> StrId {
        self.hir.strings.intern(text)
    }

    /// The score data, which is made when it is first used.
    pub(crate) fn score_slot(&mut self) -> u16 {
        let name = self.intern("score");
        if let Some(at) = self.hir.seat_data.iter().position(|d| d.name == name) {
            return at as u16;
        }
        self.hir
            .seat_data
            .push(DataDef::open(name, Type::NUMBER, Value::Int(0)));
        (self.hir.seat_data.len() - 1) as u16
    }

    /// Notes that a value of the ruleset's own stands at a place.
    pub(crate) fn note_value(&mut self, node: NodeId, value: &Callee, span: Span) {
        self.notes.values.insert(node, (value.clone(), span));
    }

    // --- what code is made of

    /// A piece of code that returns a value and does not act.
    pub(crate) fn value_code(&mut self, scope: &Scope, node: NodeId) -> Code {
        self.root_code(scope, node, RootKind::Value)
    }

    /// A piece of code that says whether a condition holds.
    pub fn condition_code(&mut self, scope: &Scope, node: NodeId) -> Code {
        self.root_code(scope, node, RootKind::Condition)
    }

    /// A piece of code that returns a value and may act on the way, for trying things out.
    pub fn trial_code(&mut self, scope: &Scope, node: NodeId) -> Code {
        self.root_code(scope, node, RootKind::Trial)
    }

    fn root_code(&mut self, scope: &Scope, node: NodeId, kind: RootKind) -> Code {
        let scope = scope.clone();
        self.hir.add_root(Root { scope, node, kind })
    }

    /// A piece of code that does steps.
    pub fn body_code(&mut self, scope: &Scope, steps: Vec<Stmt>) -> Code {
        self.hir.add_body(Body {
            scope: scope.clone(),
            steps,
            of: BodyOf::Action,
        })
    }
}

/// The attribute of that name; where cards have none, that is an error.
pub(crate) fn attribute(builder: &mut Builder, name: &str, span: Span) -> Option<u16> {
    let found = builder.hir.attribute_named(name);
    if found.is_none() && !builder.hir.cards.are_missing {
        let help = builder.diags.help_for(|| {
            let known = builder
                .hir
                .names_of(builder.hir.cards.attributes.iter().map(|a| a.name));
            let none = refs::NO_ATTRIBUTES;
            suggestion_or(name, &known, none, |names| format!("cards have {names}"))
        });
        let message = format!("cards have no `{name}`");
        builder.error(Problem::UnknownAttribute, span, message, help);
    }
    found
}
