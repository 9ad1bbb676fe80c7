//! The builder: the only way to a [`Program`].
//!
//! A dialect declares names first (zones, data, states), then builds values
//! (`node`) and steps (`stmt`) out of them; types, counts and references
//! are checked on the way, and every mistake is recorded with a placeholder in
//! its place. `Builder::finish` looks at the whole and hands out the program.

pub(crate) mod args;
pub(crate) mod calls;
pub(crate) mod computed;
pub(crate) mod declare;
mod capacity;
pub(crate) mod flow;
pub(crate) mod hoist;
mod lower;
pub(crate) mod marks;
pub(crate) mod node;
pub(crate) mod phrase;
pub(crate) mod predicate;
pub(crate) mod query;
pub(crate) mod refs;
pub(crate) mod roles;
pub(crate) mod routine;
pub(crate) mod script;
pub(crate) mod secrecy;
pub(crate) mod lints;
pub(crate) mod tabulate;
pub(crate) mod template;
pub(crate) mod things;
pub(crate) mod valid;

pub(crate) use args::parameters;
pub(crate) use calls::parameters_of;
pub use flow::StepExtras;
pub use hoist::at_once;
pub use lower::Compiled;
pub(crate) use refs::{NAMESPACES, SINGLE};
pub(crate) use routine::{Mention, RoutineDraft};
pub(crate) use script::UsedAs;
pub(crate) use secrecy::Eyes;
pub(crate) use template::{Asked, ParamDraft, TemplateDraft, TemplateScopes, TestDraft};

use crate::check::{self, Course};
use crate::compile::secrecy::steps;
use crate::diag::{Code as Problem, Diagnostics, meant_or_told};
use crate::hir::{Body, BodyOf, Hir, NodeId, NodeKind, Root, RootKind, Scope, Stmt};
use crate::source::{Sources, Span};
use cardable_engine::ids::{StateId, StrId};
use cardable_engine::primitives::Uses;
use cardable_engine::program::{Code, DataDef, Hashes};
use cardable_engine::value::{Type, Value};

/// A ruleset as dialects build it: they declare and write, and it resolves, checks and makes code.
#[derive(Debug, Default)]
pub struct Builder {
    pub diags: Diagnostics,
    pub hir: Hir,
    notes: Notes,
}

/// What is judged once the whole ruleset is known.
#[derive(Debug, Default)]
struct Notes {
    /// Texts that may be meant as calls.
    like_calls: Vec<NodeId>,
    /// Texts that hold what may be meant as a reference.
    like_references: Vec<NodeId>,
}

impl Builder {
    pub(crate) fn new() -> Builder {
        Builder::default()
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

    // --- the end

    /// Looks at the whole ruleset and makes the program.
    pub fn finish(
        mut self,
        sources: &Sources,
        hashes: Hashes,
        engine: Option<&dyn cardable_engine::script::ScriptEngine>,
    ) -> Compiled {
        if !check::fits(&self.hir, &mut self.diags) {
            return Compiled::failed(self.diags);
        }
        refs::name_standard_zones(&mut self);
        marks::copy_zones(&mut self);
        capacity::give(&mut self.hir);
        lints::check_texts(&mut self);
        let course = Course::of(&self.hir);
        check::all(&mut self.hir, &course, &mut self.diags);
        note_votes(&mut self.hir);
        let mut lowering = lower::lower(self.hir, self.diags);
        let script = script::compile_script(&mut lowering.hir, &mut lowering.diags, engine, sources);
        lower::assemble(lowering, course, script, sources, hashes)
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
        steps::check_steps(self, scope, &steps);
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
            meant_or_told(name, &known, none, |names| format!("cards have {names}"))
        });
        let message = format!("cards have no `{name}`");
        builder.error(Problem::UnknownAttribute, span, message, help);
    }
    found
}

/// Notes in which states something asks how votes went.
fn note_votes(hir: &mut Hir) {
    let mut states: Vec<StateId> = Vec::new();
    hir.each_value(|standing, id| {
        let kind = &hir.tree.get(id).kind;
        if matches!(kind, NodeKind::Call(primitive, _) if primitive.properties.uses == Uses::Votes) {
            states.extend(standing.state);
        }
    });
    for (at, def) in hir.states.iter_mut().enumerate() {
        def.vote_is_read |= hir.scripts.read_votes || states.contains(&StateId(at as u16));
    }
}
