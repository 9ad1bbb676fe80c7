//! Defined actions without a `type` as steps: each call is put in its place.

use super::definitions::ActionDefinition;
use super::fields::Action;
use super::inlining::Piece;
use super::meaning::{Meaning, Param};
use super::scripts;
use super::values::RulesetReader;
use crate::hir::build::{Builder, args, calls, lints};
use crate::hir::{LocalKind, NodeId, NodeKind, Scope, Stmt};
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::primitives::ParamType;
use cardable_engine::value::Type;

impl Meaning<'_> {
    /// The steps of a defined action, with what is given for its parameters worked out before.
    pub(super) fn steps_of_action(
        &self,
        b: &mut Builder,
        scope: &mut Scope,
        action: &ActionDefinition<'_>,
        given: Vec<NodeId>,
        span: Span,
    ) -> Vec<Stmt> {
        self.defined.use_name(&action.name);
        let piece = Piece {
            name: &action.name,
            levels: action.levels,
            span,
        };
        let given = args::check_args(b, scope, &action.signature, given, span);
        let is_step = is_a_step(b, action, span);
        let (Some(given), true) = (given, is_step) else {
            lints::misread_step(b, scope);
            return Vec::new();
        };
        if !self.defined.inlining.borrow_mut().opens(b, piece) {
            lints::misread_step(b, scope);
            return Vec::new();
        }
        let steps = self.put_in_place(b, scope, action, given, span);
        match self.defined.inlining.borrow_mut().closes(b, piece, None) {
            true => steps,
            false => Vec::new(),
        }
    }

    fn put_in_place(
        &self,
        b: &mut Builder,
        scope: &mut Scope,
        action: &ActionDefinition<'_>,
        given: Vec<NodeId>,
        span: Span,
    ) -> Vec<Stmt> {
        let fields = action.fields.action();
        let names = hide_names(scope);
        let mut steps = Vec::new();
        let mut params = Vec::new();
        for (param, given) in action.signature.params.iter().zip(given) {
            let name = param.name.to_string();
            // A constant stands for itself, but for a function of the script, which is given variables.
            let is_constant = match b.get(given).kind {
                NodeKind::State => true,
                NodeKind::Const(_) => fields.function().is_none(),
                _ => false,
            };
            if is_constant {
                params.push(Param::of_action(name, given));
                continue;
            }
            let declared = match param.ty {
                ParamType::Value(ty) => ty,
                _ => Type::ANY,
            };
            let found = b.get(given).ty;
            let ty = match (declared, found) {
                (Type::ANY, _) | (Type::List(_), Type::List(_)) => found,
                _ => declared,
            };
            steps.push(put(b, scope, &name, ty, given, span));
        }
        let mut reader = RulesetReader {
            b,
            meaning: self.with_params(action.home, &params),
            may_compute: false,
            fills: false,
        };
        steps.extend(reader.steps_in_place(scope, fields, span));
        show_names(scope, names);
        Stmt::grouped(&b.hir, steps)
    }
}

impl RulesetReader<'_> {
    /// The data of an action and its steps, where its condition holds.
    fn steps_in_place(&mut self, scope: &mut Scope, action: Action<'_>, span: Span) -> Vec<Stmt> {
        let condition = action.condition();
        let condition = condition.map(|condition| (self.condition(scope, condition), condition.span));
        let mut steps = Vec::new();
        for item in self.items(action.action_data(), &scope.clone(), false) {
            let name = self.b.hir.strings.get(item.def.name).to_owned();
            let first = match item.node {
                Some(node) => node,
                None => self.b.constant(item.def.value, span),
            };
            steps.push(put(self.b, scope, &name, item.def.ty, first, span));
        }
        steps.extend(scripts::body(self, scope, action));
        match condition {
            Some((condition, _)) if self.b.is_broken(condition) => Vec::new(),
            Some((condition, span)) => vec![Stmt::If {
                condition,
                then: steps,
                otherwise: Vec::new(),
                span,
            }],
            None => steps,
        }
    }
}

/// A new variable, and the step that puts a value into it.
fn put(b: &mut Builder, scope: &mut Scope, name: &str, ty: Type, value: NodeId, span: Span) -> Stmt {
    let local = scope.action.add(name, ty, LocalKind::Data(None));
    let place = b.node(NodeKind::Local(local), ty, span);
    Stmt::Set { place, value, span }
}

/// Takes the names from the variables of what calls, and gives them back to [`show_names`].
fn hide_names(scope: &mut Scope) -> Vec<Box<str>> {
    let locals = scope.action.locals.iter_mut();
    locals.map(|local| std::mem::take(&mut local.name)).collect()
}

/// Gives variables their names again, and takes them from those that were added meanwhile.
fn show_names(scope: &mut Scope, names: Vec<Box<str>>) {
    let mut names = names.into_iter();
    for local in &mut scope.action.locals {
        local.name = names.next().unwrap_or_default();
    }
}

/// Whether a defined action is nothing but steps, saying so when not.
fn is_a_step(b: &mut Builder, action: &ActionDefinition<'_>, span: Span) -> bool {
    let fields = action.fields.action();
    let of_seats = [
        ("type", fields.kind().is_some()),
        ("type_params", fields.type_params().is_some()),
        ("action_ref", fields.action_ref().is_some()),
        ("pick", fields.pick().is_some()),
        ("legal", fields.legal().is_some()),
        ("valid", fields.valid().is_some()),
        ("interaction", fields.interaction().is_some()),
        ("on", fields.on().is_given()),
        ("by", fields.by().is_some()),
        ("sealed", fields.sealed().is_some()),
        ("reveals", fields.reveals().is_some()),
        ("ends_turn", fields.ends_turn().is_some()),
        ("on_timeout", fields.on_timeout().is_some()),
        ("action_message", fields.action_message().is_some()),
    ];
    let Some((field, _)) = of_seats.into_iter().find(|(_, is_given)| *is_given) else {
        return true;
    };
    b.error(
        Problem::ActionAsStep,
        span,
        format!("`{}` has a `{field}`, so it is no step", action.name),
        format!("take `{field}` out of the defined action, or name the action in the `actions` of a state"),
    );
    false
}

/// Says that a defined action stands where a value is needed.
pub(super) fn as_value(b: &mut Builder, action: &ActionDefinition<'_>, span: Span) -> NodeId {
    calls::only_a_step(b, &action.signature, span)
}
