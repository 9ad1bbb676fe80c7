//! What names mean that a ruleset defines itself: each use of a value is put in its place.

use super::definitions::{Definitions, ValueDefinition};
use super::values::RulesetReader;
use crate::expr::compile::{Call, Compiler, Names};
use crate::expr::{Expr, ExprKind};
use crate::hir::build::{Builder, args, calls};
use crate::hir::{LocalKind, NodeId, NodeKind, Scope, Stmt};
use crate::text::diag::Code as Problem;
use crate::text::source::{Sources, Span};
use cardable_engine::ids::StateId;
use cardable_engine::primitives::ParamType;
use cardable_engine::value::{Kind, Type};

/// How many values may stand in one another.
const DEEPEST: usize = 16;

/// How many levels these may have together, in the text and in the tree: later stages walk it by recursion.
const MOST_LEVELS: usize = 128;

/// How many nodes one use of a value may come to.
const MOST_OF_ONE: usize = 10_000;

/// How many nodes all uses of values may come to.
const MOST_OF_ALL: usize = 500_000;

/// A parameter of what is read, and what was given for it.
pub(super) struct Param {
    name: String,
    given: NodeId,
}

/// What names mean where something of a ruleset is read.
#[derive(Clone, Copy)]
pub(super) struct Meaning<'a> {
    pub(super) sources: &'a Sources,
    pub(super) defined: &'a Definitions<'a>,
    /// The parameters of the value that is read.
    params: &'a [Param],
}

impl<'a> Meaning<'a> {
    /// What names mean outside of what is defined.
    pub(super) fn of(sources: &'a Sources, defined: &'a Definitions<'a>) -> Meaning<'a> {
        Meaning {
            sources,
            defined,
            params: &[],
        }
    }

    /// A member of a value, where the ruleset defines it.
    pub(super) fn member_of_value(
        &self,
        b: &mut Builder,
        scope: &Scope,
        of: NodeId,
        name: &str,
        span: Span,
    ) -> Option<NodeId> {
        let value = self.defined.value_named(name)?;
        let first = value.signature.params.first()?;
        let takes = !b.is_broken(of) && args::may_take(first.ty, b.get(of).ty);
        takes.then(|| self.inlined(b, scope, value, vec![of], span))
    }

    /// A defined value in the place of its name. Parameters are copied to where they are read, which cannot be
    /// told from working them out once: they only read.
    pub(super) fn inlined(
        &self,
        b: &mut Builder,
        scope: &Scope,
        value: &ValueDefinition<'_>,
        given: Vec<NodeId>,
        span: Span,
    ) -> NodeId {
        self.defined.use_name(value.name);
        let Some(given) = args::check_args(b, scope, &value.signature, given, span) else {
            return b.broken(span);
        };
        let problems = b.diags.error_count();
        for arg in &given {
            calls::only_reads(&b.hir, *arg, &mut b.diags);
        }
        if b.diags.error_count() > problems || !self.opens(b, value, span) {
            return b.broken(span);
        }
        let node = self.read(b, scope, value, given);
        self.closes(b, value, node, span)
    }

    /// Reads a value with what was given for its parameters, checking what it gives.
    fn read(
        &self,
        b: &mut Builder,
        scope: &Scope,
        value: &ValueDefinition<'_>,
        given: Vec<NodeId>,
    ) -> NodeId {
        let mut params = Vec::with_capacity(given.len());
        for (param, given) in value.signature.params.iter().zip(given) {
            let given = of_type(b, given, param.ty);
            let name = param.name.to_string();
            params.push(Param { name, given });
        }
        let mut reader = RulesetReader {
            b,
            meaning: Meaning {
                sources: self.sources,
                defined: self.defined,
                params: &params,
            },
            may_compute: false,
        };
        let node = reader.value(&without_names(scope), value.value);
        let (found, at) = (b.get(node).ty, value.value.span);
        if let Some(gives) = value.gives
            && !b.is_broken(node)
            && !found.fits(gives)
        {
            b.error(
                Problem::ParameterType,
                at,
                format!(
                    "`{}` gives {}, found {}",
                    value.name,
                    gives.phrase(),
                    found.phrase()
                ),
                format!("write {}, or `\"type\": \"{found}\"`", gives.such_as()),
            );
            return b.broken(at);
        }
        node
    }

    /// Whether a value can be put in its place, saying so when not.
    fn opens(&self, b: &mut Builder, value: &ValueDefinition<'_>, span: Span) -> bool {
        let mut inlining = self.defined.inlining.borrow_mut();
        let name = value.name;
        if let Some(first) = inlining.open.iter().position(|open| open == name) {
            let circle = inlining.open[first..].to_vec();
            // A circle is told once, wherever it was entered.
            if !inlining.circles.contains(name) {
                b.error(
                    Problem::CyclicReference,
                    span,
                    format!("`{} → {name}` is a circle", circle.join(" → ")),
                    "let one of the values be worked out without the others".to_owned(),
                );
                inlining.circles.extend(circle);
            }
            return false;
        }
        if inlining.open.is_empty() {
            inlining.start = b.hir.tree.nodes.len();
            inlining.is_over = false;
        }
        let made = b.hir.tree.nodes.len() - inlining.start;
        inlining.is_over |= made > MOST_OF_ONE || inlining.made + made > MOST_OF_ALL;
        if inlining.is_over {
            return false;
        }
        if inlining.open.len() == DEEPEST || inlining.levels + value.levels > MOST_LEVELS {
            b.error(
                Problem::TooComplex,
                span,
                format!(
                    "more than {DEEPEST} values, or {MOST_LEVELS} levels of them, stand in one another here"
                ),
                "keep one of them in data, and read that here".to_owned(),
            );
            return false;
        }
        inlining.open.push(name.to_owned());
        inlining.levels += value.levels;
        true
    }

    /// What was put in the place of a value, unless it has become too large.
    fn closes(&self, b: &mut Builder, value: &ValueDefinition<'_>, node: NodeId, span: Span) -> NodeId {
        let mut inlining = self.defined.inlining.borrow_mut();
        inlining.open.pop();
        inlining.levels -= value.levels;
        let made = b.hir.tree.nodes.len() - inlining.start;
        let is_outermost = inlining.open.is_empty();
        inlining.is_over |= made > MOST_OF_ONE || !b.hir.tree.has_levels(node, MOST_LEVELS);
        if is_outermost {
            inlining.made += made;
        }
        if !inlining.is_over {
            return node;
        }
        if is_outermost {
            b.error(
                Problem::TooComplex,
                span,
                format!("`{}` comes to too much when it is put in its place", value.name),
                "keep a part of it in data that is `computed`, and read that".to_owned(),
            );
        }
        b.broken(span)
    }

    /// What was given for a parameter of this name, for the place at which it is read.
    fn given(&self, b: &mut Builder, name: &str, span: Span) -> Option<NodeId> {
        let param = self.params.iter().find(|param| param.name == name)?;
        let Some(copy) = b.hir.tree.copied(param.given, &mut { MOST_OF_ONE }) else {
            self.defined.inlining.borrow_mut().is_over = true;
            return Some(b.broken(span));
        };
        b.hir.tree.nodes[copy.0 as usize].span = span;
        Some(copy)
    }
}

/// A scope in which the variables of what uses a value have no names.
fn without_names(scope: &Scope) -> Scope {
    let mut scope = scope.clone();
    for local in &mut scope.action.locals {
        local.name = "".into();
    }
    scope
}

/// What was given for a parameter, with the type that is declared where it has none of its own.
fn of_type(b: &mut Builder, given: NodeId, takes: ParamType) -> NodeId {
    let mut node = b.get(given).clone();
    let is_open = matches!(node.ty, Type::ANY | Type::Nothing | Type::List(Kind::Any));
    match takes {
        ParamType::Value(ty) if is_open && ty != Type::ANY => {
            node.ty = ty;
            b.node(node.kind, node.ty, node.span)
        }
        _ => given,
    }
}

/// Warns of a value that stands as a step.
pub(super) fn warn_of_value_as_step(b: &mut Builder, name: &str, node: NodeId, span: Span) {
    if !b.is_broken(node) {
        b.warn(
            Problem::UselessStep,
            span,
            format!("`{name}` only works a value out: as a step it does nothing"),
            "use its value, or take it out".to_owned(),
        );
    }
}

impl Names for Meaning<'_> {
    fn name(&self, c: &mut Compiler<'_>, name: &str, span: Span) -> Option<NodeId> {
        if let Some(given) = self.given(c.b, name, span) {
            return Some(given);
        }
        let value = self.defined.value_named(name)?;
        Some(self.inlined(c.b, c.scope, value, Vec::new(), span))
    }

    fn member(&self, c: &mut Compiler<'_>, base: &Expr, name: &str, span: Span) -> Option<NodeId> {
        match &base.kind {
            ExprKind::Name { name: space, .. } if &**space == "action" => self.given(c.b, name, span),
            _ => None,
        }
    }

    fn member_of(&self, c: &mut Compiler<'_>, base: NodeId, name: &str, span: Span) -> Option<NodeId> {
        self.member_of_value(c.b, c.scope, base, name, span)
    }

    fn call(&self, c: &mut Compiler<'_>, call: Call<'_>) -> Option<NodeId> {
        let value = self.defined.value_named(&call.callee.name)?;
        let given = c.arguments(&value.signature, call.receiver, call.args);
        Some(self.inlined(c.b, c.scope, value, given, call.span))
    }

    fn step(&self, c: &mut Compiler<'_>, call: Call<'_>) -> Option<Vec<Stmt>> {
        let node = self.call(c, call)?;
        warn_of_value_as_step(c.b, &call.callee.name, node, call.span);
        Some(Vec::new())
    }

    fn known(&self, _: &Builder) -> Vec<String> {
        let params = self.params.iter().map(|param| param.name.clone());
        let values = self.defined.values.iter();
        let alone = values.filter(|value| value.signature.params.is_empty());
        params.chain(alone.map(|value| value.name.to_owned())).collect()
    }
}

/// Looks through the values that nothing uses, and warns of them.
pub(super) fn check_unused(reader: &mut RulesetReader<'_>) {
    let defined = reader.meaning.defined;
    let unused: Vec<&ValueDefinition<'_>> = (defined.values.iter())
        .filter(|value| !defined.is_used(value.name))
        .collect();
    for value in &unused {
        check_alone(reader, value);
    }
    for value in unused.iter().filter(|value| !defined.is_used(value.name)) {
        reader.b.warn(
            Problem::UnusedValue,
            value.span,
            format!("nothing uses the defined value `{}`", value.name),
            format!(
                "call it, as in `{}`, or take it out",
                args::signature(&value.signature)
            ),
        );
    }
}

/// Reads a value for its mistakes alone: in a state where it has none, if there is one.
fn check_alone(reader: &mut RulesetReader<'_>, value: &ValueDefinition<'_>) {
    const MOST_TRIED: u16 = 32;
    let states = (reader.b.hir.states.len() as u16).min(MOST_TRIED);
    let inlining = &reader.meaning.defined.inlining;
    let circles = inlining.borrow().circles.clone();
    let mut first = None;
    for state in std::iter::once(None).chain((0..states).map(|at| Some(StateId(at)))) {
        let told = std::mem::take(&mut reader.b.diags);
        check_in(reader, value, state);
        let said = std::mem::replace(&mut reader.b.diags, told);
        if !said.has_errors() {
            return reader.b.diags.append(said);
        }
        // Another state tells of the same circles.
        let met = std::mem::replace(&mut inlining.borrow_mut().circles, circles.clone());
        first.get_or_insert((said, met));
    }
    if let Some((said, met)) = first {
        reader.b.diags.append(said);
        inlining.borrow_mut().circles = met;
    }
}

fn check_in(reader: &mut RulesetReader<'_>, value: &ValueDefinition<'_>, state: Option<StateId>) {
    let mut scope = Scope {
        state,
        player: true,
        ..Scope::outside()
    };
    let mut given = Vec::new();
    for (at, param) in value.signature.params.iter().enumerate() {
        let ty = match param.ty {
            ParamType::Value(ty) => ty,
            _ => Type::ANY,
        };
        let kind = LocalKind::Given(at.min(255) as u8);
        let local = scope.action.add(&param.name, ty, kind);
        let kind = match ty {
            Type::State => NodeKind::State,
            _ => NodeKind::Local(local),
        };
        given.push(reader.b.node(kind, ty, value.span));
    }
    let meaning = reader.meaning;
    if meaning.opens(reader.b, value, value.span) {
        let node = meaning.read(reader.b, &scope, value, given);
        meaning.closes(reader.b, value, node, value.span);
    }
}
