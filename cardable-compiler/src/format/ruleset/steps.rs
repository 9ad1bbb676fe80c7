//! Steps: calls, groups, and doing something for each of several.

use super::definitions::{ActionDefinition, ValueDefinition};
use super::fields::{Scene, Step};
use super::values::{RulesetReader, called};
use super::{called_actions, meaning, scripts, sources};
use crate::format::entries;
use crate::hir::build::{StepExtras, args, hoist, lints};
use crate::hir::{LocalKind, NodeId, Scope, Stmt};
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{Placed, Text};
use crate::text::json::{Node, Value as Json};
use cardable_engine::primitives::{CallKind, Form};
use cardable_engine::value::{Kind, Type};

impl RulesetReader<'_> {
    /// Reads one step or a list of them.
    pub(super) fn steps(&mut self, scope: &mut Scope, nodes: &[Node]) -> Vec<Stmt> {
        nodes.iter().flat_map(|node| self.step(scope, node)).collect()
    }

    fn step(&mut self, scope: &mut Scope, node: &Node) -> Vec<Stmt> {
        if let Some(text) = node.as_str() {
            return self.steps_of_text(scope, text, node.span);
        }
        let step = Step { node };
        if entries::skips(self.b, node, step.endpoint(), "step") {
            return Vec::new();
        }
        let function = step.function();
        let group = step.primitives();
        let body = match (step.endpoint().or(function), group.node) {
            (Some(name), None) if function.is_some() => {
                scripts::function_step(self, scope, name, step.params())
            }
            (Some(endpoint), None) => self.call_step(scope, step, endpoint),
            (None, Some(_)) => self.group(scope, step, group.nodes()),
            (Some(_), Some(_)) => {
                self.b.error(
                    Problem::MissingField,
                    node.span,
                    "a step is a call or a group, not both",
                    "keep `endpoint` or `primitives`".to_owned(),
                );
                Vec::new()
            }
            (None, None) => {
                lints::misread_step(self.b, scope);
                // Of a list in place of a step was told.
                let is_object = matches!(node.value, Json::Object(_));
                if is_object && !self.is_call_by_key(node) {
                    self.b.error(
                        Problem::MissingField,
                        node.span,
                        "a step has an `endpoint`",
                        "write `{ \"endpoint\": \"name()\", \"params\": [ … ] }`".to_owned(),
                    );
                }
                Vec::new()
            }
        };
        let otherwise = self.steps(scope, step.otherwise().nodes());
        match step.condition() {
            None => {
                if let Some(node) = step.otherwise().node {
                    self.b.error(
                        Problem::MissingField,
                        node.span,
                        "`else` needs a `condition`",
                        "write `\"condition\"` beside it: when that does not hold, `else` is done",
                    );
                }
                body
            }
            Some(condition) => {
                let span = condition.span;
                let condition = self.condition(scope, condition);
                if self.b.is_broken(condition) {
                    return body;
                }
                vec![Stmt::If {
                    condition,
                    then: body,
                    otherwise,
                    span,
                }]
            }
        }
    }

    fn call_step(&mut self, scope: &mut Scope, step: Step<'_>, endpoint: Placed<'_, Text<'_>>) -> Vec<Stmt> {
        let span = step.node.span;
        let meaning = self.meaning;
        if let Some(value) = endpoint.value.and_then(|name| meaning.value_named(called(&name))) {
            return self.value_step(scope, step, value);
        }
        if let Some(action) = endpoint
            .value
            .and_then(|name| meaning.action_named(called(&name)))
        {
            return self.action_step(scope, step, action);
        }
        let Some(primitive) = endpoint.value.and_then(|name| self.endpoint(name)) else {
            lints::misread_step(self.b, scope);
            return Vec::new();
        };
        let params = step.params();
        if let CallKind::Form(Form::While) = primitive.kind
            && let Some((condition, body)) = params.and_then(|p| p.items().split_first())
        {
            return self.while_group(scope, condition, body);
        }
        let mut args = self.params(scope, &primitive, params);
        let rule = self.answer_rule(scope, &primitive, (step.valid(), step.valid_message()), span);
        args.extend(rule);
        args.extend(self.answer_order(scope, &primitive, step.ordered()));
        if let Some(into) = step.into() {
            let place = self.value(scope, into);
            let value = self.b.call(scope, &primitive, args, span);
            if !args::check_place(self.b, place) {
                return Vec::new();
            }
            return self.b.assign(place, value, span);
        }
        let who = step.who().map(|who| self.who_goes(scope, who));
        let scene = step.scene();
        let new_scene = scene.and_then(|scene| scene.value) == Some(Scene::New);
        if who.is_none()
            && let Some(scene) = scene
        {
            self.b.error(
                Problem::MissingField,
                scene.span(),
                "`scene` needs `who`: the seats that go",
                "write `\"who\": \"$player\"` beside it, or take `scene` out",
            );
        }
        self.b
            .step(scope, &primitive, args, StepExtras { who, new_scene }, span)
    }

    /// A defined value as a step, which puts it into a place.
    fn value_step(&mut self, scope: &Scope, step: Step<'_>, value: &ValueDefinition<'_>) -> Vec<Stmt> {
        let span = step.node.span;
        let place = step.into().map(|into| self.value(scope, into));
        let args = self.params(scope, &value.signature, step.params());
        let node = self.meaning.inlined(self.b, scope, value, args, span);
        match place {
            Some(place) if args::check_place(self.b, place) => self.b.assign(place, node, span),
            Some(_) => Vec::new(),
            None => {
                meaning::warn_of_value_as_step(self.b, &value.name, node, span);
                Vec::new()
            }
        }
    }

    /// A defined action as a step.
    fn action_step(&mut self, scope: &mut Scope, step: Step<'_>, action: &ActionDefinition<'_>) -> Vec<Stmt> {
        if let Some(into) = step.into() {
            called_actions::as_value(self.b, action, into.span);
            return Vec::new();
        }
        let args = self.params(scope, &action.signature, step.params());
        self.meaning
            .steps_of_action(self.b, scope, action, args, step.node.span)
    }

    /// The seats that leave by a transition.
    fn who_goes(&mut self, scope: &Scope, node: &Node) -> NodeId {
        let seats = sources::source_value(self, scope, node);
        let ty = self.b.get(seats).ty;
        if self.b.is_broken(seats) || ty.fits(Type::SEAT) || ty.fits(Type::List(Kind::Seat)) {
            return seats;
        }
        self.b.error(
            Problem::ParameterType,
            node.span,
            format!("who goes is a seat or several, found {}", ty.phrase()),
            "write a seat such as `$player`, or several such as `all`",
        );
        self.b.broken(node.span)
    }

    /// Steps that are done as long as a condition holds.
    fn while_group(&mut self, scope: &mut Scope, condition: &Node, group: &[Node]) -> Vec<Stmt> {
        let span = condition.span;
        let condition = self.condition(scope, condition);
        let body = self.steps(scope, group);
        if self.b.is_broken(condition) {
            return Vec::new();
        }
        vec![Stmt::While {
            condition,
            body,
            span,
        }]
    }

    fn group(&mut self, scope: &mut Scope, step: Step<'_>, group: &[Node]) -> Vec<Stmt> {
        let steps = self.group_steps(scope, step, group);
        let steps = match step.at_once() {
            Some(true) => hoist::at_once(self.b, scope, steps),
            Some(false) | None => steps,
        };
        Stmt::grouped(&self.b.hir, steps)
    }

    fn group_steps(&mut self, scope: &mut Scope, step: Step<'_>, group: &[Node]) -> Vec<Stmt> {
        if let Some(condition) = step.repeat() {
            if let Some(each) = step.for_each() {
                self.b.error(
                    Problem::MissingField,
                    each.span,
                    "a group goes round by `while` or by `for_each`, not both",
                    "put one group into the other".to_owned(),
                );
            }
            return self.while_group(scope, condition, group);
        }
        let Some(each) = step.for_each() else {
            return self.steps(scope, group);
        };
        let list = sources::source_value(self, scope, each);
        let ty = self.b.get(list).ty;
        if self.b.is_broken(list) {
            return Vec::new();
        }
        let name = step.named();
        match (ty, name) {
            (Type::List(Kind::Seat) | Type::One(Kind::Seat), None) => {
                let outer = std::mem::replace(&mut scope.player, true);
                let body = self.steps(scope, group);
                scope.player = outer;
                vec![Stmt::EachSeat {
                    seats: list,
                    body,
                    span: each.span,
                }]
            }
            (Type::List(_) | Type::One(Kind::Any), Some(name)) => {
                let local = scope.action.add(&name, ty.element(), LocalKind::Data(None));
                let body = self.steps(scope, group);
                vec![Stmt::EachItem {
                    list,
                    local,
                    body,
                    span: each.span,
                }]
            }
            (Type::List(_), None) => {
                self.b.error(
                    Problem::MissingField,
                    each.span,
                    "what is each item called?",
                    "add `\"as\": \"item\"` and read it as `$action.item`".to_owned(),
                );
                Vec::new()
            }
            (ty, _) => {
                self.b.error(
                    Problem::ParameterType,
                    each.span,
                    format!("`for_each` takes a list or seats, found {ty}"),
                    "for the cards of a zone write `= cards_of(zone)`".to_owned(),
                );
                Vec::new()
            }
        }
    }
}
