//! What a player is asked in the middle of an action, read by `get_param`.

use super::PhasesReader;
use super::builtins::Use;
use super::context::{AskedParam, Context};
use super::fields::{Action, Param, ParamByName, ParamType, Params};
use crate::expr::Bindings;
use crate::format::literals;
use crate::hir::{LocalKind, NodeId, NodeKind, Stmt};
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{Any, Items, Text};
use crate::text::json::Value as Json;
use crate::text::source::Span;
use cardable_engine::value::{Type, Value};
use std::collections::BTreeSet;

/// Reads an action's `params` into the questions that it begins with.
pub(super) fn params(
    reader: &mut PhasesReader<'_>,
    at: &mut Context,
    params: Option<Params<'_>>,
) -> Vec<Stmt> {
    let mut steps = Vec::new();
    match params {
        None => {}
        Some(Params::ByName(questions)) => {
            for (member, question) in questions {
                steps.extend(param(reader, at, &member.key, question, member.value.span));
            }
        }
        Some(Params::Listed(params)) => {
            let mut names = BTreeSet::new();
            for of in params {
                let span = of.node.span;
                match of.name() {
                    Some(name) if !names.insert(name.as_str()) => reader.b.error(
                        Problem::DuplicateName,
                        name.span(),
                        format!("there are two parameters `{name}` in this action"),
                        "give one of them another `name`, by which `get_param` reads it",
                    ),
                    Some(name) => steps.extend(param(reader, at, &name, ParamByName::Param(of), span)),
                    None => reader.b.error(
                        Problem::MissingField,
                        span,
                        "a parameter has a `name`",
                        "write `{ \"name\": \"color\", \"options\": [\"red\", \"blue\"] }`".to_owned(),
                    ),
                }
            }
        }
    }
    steps
}

/// Asks for what an action reads and no `params` tell of, as far as its use says what it is.
pub(super) fn params_by_use(
    reader: &mut PhasesReader<'_>,
    at: &mut Context,
    action: Action<'_>,
) -> Vec<Stmt> {
    let mut steps = Vec::new();
    for (name, used) in reader.answers_used(action) {
        let span = action.node.span;
        let (what, attribute) = match used {
            Use::Rank => ("a rank", Some("rank")),
            Use::Suit => ("a suit", Some("suit")),
            Use::Player => ("a player", None),
            Use::Number => ("a number", None),
        };
        let mut names = Bindings::at(span);
        let (asking, ty) = match (attribute, used) {
            (Some(attribute), _) => {
                let values = values_of_cards(reader, attribute);
                let values = values.into_iter().map(|v| reader.b.constant(v, span)).collect();
                names = names.with("options", reader.b.list(values, span));
                ("prompt_option(answer, options, label)", Type::STRING)
            }
            (None, Use::Number) => ("prompt_number(answer, 0, 999, label)", Type::NUMBER),
            (None, _) => ("prompt_seat(answer, all_players, label)", Type::SEAT),
        };
        reader.b.warn(
            Problem::AskedByUse,
            span,
            format!("nothing says what may be chosen for `{name}`: players are asked for {what}, as it is used"),
            format!("add `\"params\": {{ \"{name}\": {{ \"options\": [ … ] }} }}` to the action to say it yourself"),
        );
        let names = names.with("label", reader.b.text(&name.replace('_', " "), span));
        steps.extend(ask(reader, at, name, ty, names, asking));
    }
    steps
}

/// The values that an attribute of the cards has, in the order of the deck.
fn values_of_cards(reader: &PhasesReader<'_>, attribute: &str) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    let found = reader.b.hir.attribute_named(attribute);
    let found = found.and_then(|at| reader.b.hir.cards.attributes.get(usize::from(at)));
    for value in found.map_or(&[][..], |attribute| &attribute.of) {
        if *value != Value::Nothing && !values.contains(value) {
            values.push(*value);
        }
    }
    values
}

fn param(
    reader: &mut PhasesReader<'_>,
    at: &mut Context,
    name: &str,
    question: ParamByName<'_>,
    span: Span,
) -> Vec<Stmt> {
    let (fields, options) = match question {
        ParamByName::Options(options) => (None, options),
        ParamByName::Param(param) => (Some(param), param.options()),
    };
    let label = fields.and_then(Param::label).map_or(name, Text::as_str);
    let label = reader.b.text(label, span);
    let wanted = fields.and_then(Param::kind);
    let bounds = (fields.and_then(Param::min), fields.and_then(Param::max));
    let mut names = Bindings::at(span).with("label", label);
    let (asking, ty) = match wanted {
        Some(ParamType::Boolean) => ("prompt_confirm(answer, label)".to_owned(), Type::BOOL),
        _ if options.is_given() => {
            let values = read_options(reader, options);
            let numbers = options.iter().all(|o| o.as_number().is_some());
            let ty = if numbers { Type::NUMBER } else { Type::STRING };
            names = names.with("options", reader.b.list(values, span));
            ("prompt_option(answer, options, label)".to_owned(), ty)
        }
        Some(ParamType::Number) => {
            let (min, max) = (bounds.0.unwrap_or(0), bounds.1.unwrap_or(999));
            if min > max {
                reader.b.error(
                    Problem::OutOfBounds,
                    span,
                    format!("no number is from {min} to {max}"),
                    "let `min` be at most `max`; without `max` it is 999".to_owned(),
                );
                return Vec::new();
            }
            let asking = format!("prompt_number(answer, {min}, {max}, label)");
            (asking, Type::NUMBER)
        }
        Some(ParamType::String) | None => {
            reader.b.error(
                Problem::MissingField,
                span,
                format!("what may be chosen for `{name}`?"),
                "add `\"options\": [ … ]`, or `\"type\": \"number\"` with `min` and `max`".to_owned(),
            );
            return Vec::new();
        }
    };
    ask(reader, at, name.to_owned(), ty, names, &asking)
}

/// The step that asks for a parameter, in which `answer` is where the answer goes.
fn ask(
    reader: &mut PhasesReader<'_>,
    at: &mut Context,
    name: String,
    ty: Type,
    names: Bindings,
    asking: &str,
) -> Vec<Stmt> {
    let local = at.scope.action.add(&name, ty, LocalKind::Data(None));
    at.params.push(AskedParam { name, local, ty });
    let answer = reader.b.node(NodeKind::Local(local), ty, names.span());
    names
        .with("answer", answer)
        .steps(reader.b, &mut at.scope, asking)
}

fn read_options(reader: &mut PhasesReader<'_>, options: Items<'_, Any>) -> Vec<NodeId> {
    let (mut nodes, mut values) = (Vec::new(), Vec::new());
    for option in options {
        let value = match &option.value {
            Json::String(text) => Value::Str(reader.b.intern(text)),
            Json::Number(n) => n.as_i64().map_or(Value::Float(n.as_f64()), Value::Int),
            Json::Bool(yes) => Value::Int(i64::from(*yes)),
            Json::Null | Json::Array(_) | Json::Object(_) | Json::Invalid => {
                reader.b.error(
                    Problem::WrongType,
                    option.span,
                    format!("an option is a text or a number, not {}", option.kind()),
                    "put texts into quotation marks, and one option after the other",
                );
                continue;
            }
        };
        if values.contains(&value) {
            literals::once_more(reader.b, option);
            continue;
        }
        values.push(value);
        nodes.push(reader.b.constant(value, option.span));
    }
    nodes
}
