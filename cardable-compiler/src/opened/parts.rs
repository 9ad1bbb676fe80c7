//! The conditions of an action part by part, as its author wrote them.

use super::{NotCompiled, OpenRules};
use crate::hir::build::{Builder, shown};
use crate::hir::{NodeId, NodeKind, Piece, Scope};
use crate::lower::Compiled;
use crate::text::source::{Sources, Span};
use cardable_engine::Ruleset;
use cardable_engine::ids::ActionId;
use cardable_engine::primitives::Form;
use cardable_engine::program::{ActionKind, Code};
use cardable_engine::value::{Kind, Type};
use cardable_engine::vm::engine::Functions;

/// How many values of one part are shown: more say less.
const MOST_VALUES: usize = 4;

/// What stands for a condition that nobody wrote.
const OF_THE_DIALECT: &str = "(what this kind of action asks by itself)";

/// The conditions of an action.
#[derive(Clone, Debug)]
pub struct ActionParts {
    /// The rules that the code of the parts belongs to.
    pub rules: Ruleset,
    /// When it may be done at all.
    pub condition: Option<PartCode>,
    /// Which candidates may be picked.
    pub legal: Option<PartCode>,
    /// When a finished pick is right.
    pub valid: Option<PartCode>,
}

/// A condition or a part of one.
#[derive(Clone, Debug)]
pub struct PartCode {
    /// Where it is written.
    pub span: Span,
    /// What is written there.
    pub text: Box<str>,
    /// What works it out.
    pub code: Code,
    /// What it compares or asks, where that is not plain from its text.
    pub values: Vec<(Box<str>, Code)>,
    /// The parts that it is made of.
    pub parts: Vec<PartCode>,
}

/// The conditions of an action part by part. Where a seat reads them, so are the parts read.
pub fn compile_parts(rules: &OpenRules<'_>, action: ActionId) -> Result<ActionParts, NotCompiled> {
    let ([condition, legal, valid], compiled, sources) =
        rules.compile_with("", |builder, sources, _| conditions(builder, sources, action))?;
    let linked = |part: Option<PartCode>| part.and_then(|part| with_code(&compiled, part));
    let (condition, legal, valid) = (linked(condition), linked(legal), linked(valid));
    match compiled.program {
        Some(program) => {
            let functions = Functions::link(&program, &rules.primitives);
            Ok(ActionParts {
                rules: Ruleset::new(program, functions),
                condition,
                legal,
                valid,
            })
        }
        None => Err(NotCompiled {
            diagnostics: compiled.diagnostics,
            sources,
        }),
    }
}

/// The condition of an action, that of its candidates, and that of a finished pick.
fn conditions(builder: &mut Builder, sources: &Sources, action: ActionId) -> [Option<PartCode>; 3] {
    let Some(def) = builder.hir.actions.get(action.index()) else {
        return [const { None }; 3];
    };
    let by_seat = def.kind != ActionKind::Auto;
    let pick = def.pick.as_ref();
    let legal = pick.and_then(|pick| pick.legal.as_ref()).map(|legal| legal.code);
    let valid = pick.and_then(|pick| pick.valid.as_ref()).map(|valid| valid.code);
    [def.condition, legal, valid].map(|piece| {
        let Piece::Value(root) = builder.hir.tree.pieces.get(piece?.start as usize)? else {
            return None;
        };
        let (scope, node) = (root.scope.clone(), root.node);
        let parts = Parts {
            scope: &scope,
            sources,
            by_seat,
        };
        Some(parts.of(builder, node, None))
    })
}

/// Takes conditions of one place of the rules apart.
struct Parts<'a> {
    scope: &'a Scope,
    sources: &'a Sources,
    by_seat: bool,
}

impl Parts<'_> {
    /// A condition, and where the one stands that it is a part of.
    fn of(&self, builder: &mut Builder, node: NodeId, whole: Option<Span>) -> PartCode {
        let (mut parts, values) = taken_apart(builder, node);
        let code = self.code(builder, node);
        let span = builder.get(node).span;
        // What a dialect made of a condition that has no parts for its author.
        if parts.iter().all(|part| builder.get(*part).span == span) {
            parts.clear();
        }
        let parts = parts.into_iter();
        let parts = parts.map(|part| self.of(builder, part, Some(span))).collect();
        let mut told: Vec<(Box<str>, Code)> = Vec::new();
        for value in values {
            let text = self.text(builder.get(value).span);
            // What a dialect wrote stands at the place of the whole condition.
            let is_told = told.iter().any(|(known, _)| *known == text);
            if builder.get(value).span != span && !is_told && told.len() < MOST_VALUES {
                told.push((text, self.code(builder, value)));
            }
        }
        PartCode {
            span,
            text: match whole == Some(span) {
                true => OF_THE_DIALECT.into(),
                false => self.text(span),
            },
            code,
            values: told,
            parts,
        }
    }

    fn code(&self, builder: &mut Builder, node: NodeId) -> Code {
        let is_condition = builder.get(node).ty == Type::BOOL;
        let read = match (self.by_seat, is_condition) {
            (false, _) => node,
            (true, true) => shown::to_seat(builder, self.scope, node, "a condition"),
            (true, false) => shown::offered(builder, self.scope, node, "a condition"),
        };
        builder.trial_code(self.scope, read)
    }

    /// What is written at a place, on one line. What an object says to players is no part of its condition.
    fn text(&self, span: Span) -> Box<str> {
        let words: Vec<&str> = self.sources.text(span).split_whitespace().collect();
        let text = words.join(" ");
        match text.split_once(", \"message\":") {
            Some((condition, _)) if text.starts_with('{') => format!("{condition} }}").into(),
            _ => text.into(),
        }
    }
}

/// The conditions that a condition is made of, and the values that it compares or asks about.
fn taken_apart(builder: &Builder, node: NodeId) -> (Vec<NodeId>, Vec<NodeId>) {
    let is_told = |value: &NodeId| {
        let value = builder.get(*value);
        let is_plain = matches!(
            value.kind,
            NodeKind::Const(_) | NodeKind::Function { .. } | NodeKind::Error | NodeKind::Everyone
        );
        !is_plain && !matches!(value.ty, Type::Nothing | Type::State)
    };
    let values = |nodes: &[NodeId]| nodes.iter().copied().filter(is_told).collect();
    match &builder.get(node).kind {
        NodeKind::Form(Form::And | Form::Or | Form::Not, parts) => (parts.clone(), Vec::new()),
        NodeKind::Form(Form::If, parts) => {
            let is_condition = |part: &NodeId| {
                let part = builder.get(*part);
                part.ty == Type::One(Kind::Bool) && !matches!(part.kind, NodeKind::Const(_))
            };
            (parts.iter().copied().filter(is_condition).collect(), Vec::new())
        }
        NodeKind::Form(_, parts) | NodeKind::Call(_, parts) => (Vec::new(), values(parts)),
        NodeKind::Query { over, .. } | NodeKind::Over { list: over, .. } => (Vec::new(), values(&[*over])),
        _ => (Vec::new(), Vec::new()),
    }
}

/// The part with the code that was made of it.
fn with_code(compiled: &Compiled, part: PartCode) -> Option<PartCode> {
    let values = part.values.into_iter();
    let values = values.map(|(text, code)| Some((text, compiled.code_of(code)?)));
    let parts = part.parts.into_iter().map(|part| with_code(compiled, part));
    Some(PartCode {
        span: part.span,
        text: part.text,
        code: compiled.code_of(part.code)?,
        values: values.collect::<Option<_>>()?,
        parts: parts.collect::<Option<_>>()?,
    })
}
