//! What a player is asked in the middle of an action, read by `get_param`.

use super::Reader;
use super::fields::PARAM;
use super::place::{Asked, Place};
use crate::diag::Code as Problem;
use crate::json::{Node, Value as Json};
use crate::primitives;
use crate::program::build::{LocalKind, NodeId, NodeKind, StepExtras, Stmt};
use crate::source::Span;
use crate::value::{Type, Value};

impl Reader<'_> {
    /// Reads an action's `params` into the questions that it begins with.
    pub(super) fn params(&mut self, at: &mut Place, node: Option<&Node>) -> Vec<Stmt> {
        let mut steps = Vec::new();
        let Some(node) = node else { return steps };
        let entries: Vec<(String, &Node)> = match &node.value {
            Json::Object(members) => members.iter().map(|m| (m.key.to_string(), &m.value)).collect(),
            Json::Array(items) => {
                let mut entries = Vec::new();
                for item in items {
                    match PARAM.get(item, "name").and_then(Node::as_str) {
                        Some(name) => entries.push((name.to_owned(), item)),
                        None => self.b.error(
                            Problem::MissingField,
                            item.span,
                            "a parameter has a `name`",
                            "write `{ \"name\": \"color\", \"options\": [\"red\", \"blue\"] }`".to_owned(),
                        ),
                    }
                }
                entries
            }
            // The table has said so.
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Invalid => return steps,
        };
        for (name, spec) in entries {
            steps.extend(self.param(at, &name, spec));
        }
        steps
    }

    fn param(&mut self, at: &mut Place, name: &str, spec: &Node) -> Vec<Stmt> {
        let span = spec.span;
        let is_object = matches!(spec.value, Json::Object(_));
        let field = |name: &str| if is_object { PARAM.get(spec, name) } else { None };
        let options = if is_object { field("options") } else { Some(spec) };
        let label = field("label").and_then(Node::as_str).unwrap_or(name);
        let label = self.b.text(label, span);
        let wanted = field("type").and_then(Node::as_str);
        let bound = |name: &str| field(name).and_then(Node::as_i64);
        let bounds = (bound("min"), bound("max"));
        let (primitive, mut args, ty) = match (wanted, options) {
            (Some("boolean"), _) => ("prompt_confirm", Vec::new(), Type::BOOL),
            (_, Some(options)) if matches!(options.value, Json::Array(_)) => {
                let values = self.options(options);
                let numbers = options.items().iter().all(|o| o.as_number().is_some());
                let ty = if numbers { Type::NUMBER } else { Type::STRING };
                let list = self.b.list(values, span);
                ("prompt_option", vec![list], ty)
            }
            (Some("number"), _) => {
                let (min, max) = (bounds.0.unwrap_or(0), bounds.1.unwrap_or(999));
                if min > max {
                    self.b.error(
                        Problem::OutOfBounds,
                        span,
                        format!("no number is from {min} to {max}"),
                        "let `min` be at most `max`; without `max` it is 999".to_owned(),
                    );
                    return Vec::new();
                }
                let min = self.b.constant(Value::Int(min), span);
                let max = self.b.constant(Value::Int(max), span);
                ("prompt_number", vec![min, max], Type::NUMBER)
            }
            _ => {
                self.b.error(
                    Problem::MissingField,
                    span,
                    format!("what may be chosen for `{name}`?"),
                    "add `\"options\": [ … ]`, or `\"type\": \"number\"` with `min` and `max`".to_owned(),
                );
                return Vec::new();
            }
        };
        args.push(label);
        let local = at.scope.action.add(name, ty, LocalKind::Data(None));
        at.params.push(Asked {
            name: name.to_owned(),
            local,
            ty,
        });
        self.ask(at, primitive, local, ty, args, span)
    }

    fn ask(
        &mut self,
        at: &mut Place,
        primitive: &str,
        local: u16,
        ty: Type,
        args: Vec<NodeId>,
        span: Span,
    ) -> Vec<Stmt> {
        let Some(prompt) = primitives::find(primitive) else {
            return Vec::new();
        };
        let place = self.b.node(NodeKind::Local(local), ty, span);
        let given = std::iter::once(place).chain(args).collect();
        self.b
            .step(&mut at.scope, prompt, given, StepExtras::default(), span)
    }

    fn options(&mut self, list: &Node) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        for option in list.items() {
            let value = match &option.value {
                Json::String(text) => Value::Str(self.b.intern(text)),
                Json::Number(n) => n.as_i64().map_or(Value::Float(n.as_f64()), Value::Int),
                Json::Bool(yes) => Value::Int(i64::from(*yes)),
                Json::Null | Json::Array(_) | Json::Object(_) | Json::Invalid => {
                    self.b.error(
                        Problem::WrongType,
                        option.span,
                        format!("an option is a text or a number, not {}", option.kind()),
                        "put texts into quotation marks, and one option after the other",
                    );
                    continue;
                }
            };
            nodes.push(self.b.constant(value, option.span));
        }
        nodes
    }
}
