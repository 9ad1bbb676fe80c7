//! The script of a ruleset: primitives that are its functions, and functions where
//! conditions, values and steps stand.

use super::data::suggested_type;
use super::fields::{Action, Call, Defined, Limits, OwnParam as Param, OwnPrimitive, Ruleset, Trigger};
use super::values::RulesetReader;
use crate::content::Package;
use crate::format::shapes::NameOr;
use crate::format::{entries, literals};
use crate::hir::build::{UsedAs, lints, script};
use crate::hir::{LocalKind, NodeId, NodeKind, Scope, ScriptDraft, Stmt};
use crate::text::diag::{Code as Problem, did_you_mean};
use crate::text::fields::read::{Placed, Text};
use crate::text::json::{Node, Value as Json};
use crate::text::source::Span;
use cardable_engine::primitives::{Arity, Own, OwnParam, ParamType};
use cardable_engine::script::ScriptLimits;
use cardable_engine::value::Type;

/// Takes the script's texts and the primitives that are its functions.
pub(super) fn script(reader: &mut RulesetReader<'_>, package: &Package, cap: ScriptLimits) {
    let ruleset = Ruleset {
        node: &package.ruleset,
    };
    let limits = ruleset.script_limits();
    let default = ScriptLimits::DEFAULT;
    let wanted = ScriptLimits {
        ticks: limits.and_then(Limits::ticks).unwrap_or(default.ticks),
        memory: limits.and_then(Limits::memory).unwrap_or(default.memory),
    };
    if let (Some(scripts), Some(node)) = (&package.scripts, ruleset.script()) {
        reader.b.hir.scripts.draft = Some(ScriptDraft {
            span: node.span,
            sources: scripts.sources.clone(),
            files: scripts.files.clone(),
            limits: wanted.at_most(cap),
        });
    }
    for written in ruleset.defined_primitives() {
        if !entries::skips(reader.b, written.node, written.name(), "defined primitive") {
            own_primitive(reader, written);
        }
    }
}

/// What the script may use of what is made when it is first used.
pub(super) fn script_uses(reader: &mut RulesetReader<'_>) {
    script::note_script_text(reader.b);
}

fn own_primitive(reader: &mut RulesetReader<'_>, written: OwnPrimitive<'_>) {
    let node = written.node;
    let Some(name) = written.name().and_then(|name| name.value) else {
        let message = "a defined primitive has a `name`";
        return reader.b.error(
            Problem::MissingField,
            node.span,
            message,
            "write `\"name\": \"a_name\"`, by which it is called",
        );
    };
    let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_word {
        let help = "write it in small letters, digits and `_`".to_owned();
        let message = format!("`{name}` is no name that can be called");
        return reader.b.error(Problem::NotAChoice, node.span, message, help);
    }
    let function = written.function().unwrap_or(name);
    if reader.b.hir.scripts.draft.is_none() {
        return script::script_missing(reader.b, node.span, &function);
    }
    let result = match written.result() {
        None => Type::Nothing,
        Some(result) => match literals::type_named(reader.b, result) {
            Some(Type::State) => {
                let help = "let it give the state's name, a string".to_owned();
                let message = "a primitive cannot give a state";
                reader
                    .b
                    .error(Problem::ParameterType, result.span(), message, help);
                Type::ANY
            }
            Some(ty) => ty,
            None => suggested_type(result).unwrap_or(Type::ANY),
        },
    };
    let acts = written.acts().unwrap_or(result == Type::Nothing);
    if !acts && result == Type::Nothing {
        let help = "say what it gives: `\"result\": \"number\"`".to_owned();
        let message = format!("`{name}` neither acts nor gives anything");
        return reader.b.error(Problem::MissingField, node.span, message, help);
    }
    let mut params: Vec<OwnParam> = Vec::new();
    for param in written.params() {
        let Some(read) = own_param(reader, param) else {
            return;
        };
        let span = match param {
            NameOr::Name(name) => name.span(),
            NameOr::Itself(param) => param.node.span,
        };
        if params.iter().any(|p| p.name == read.name) {
            let message = format!("`{}` is there twice", read.name);
            return reader.b.error(
                Problem::DuplicateName,
                span,
                message,
                "call one of the two otherwise, or take it out",
            );
        }
        let after = params.last().map(|p: &OwnParam| p.arity);
        let fits = !matches!(
            (after, read.arity),
            (Some(Arity::Rest), _) | (Some(Arity::Optional), Arity::Required)
        );
        if !fits {
            let help = "put those that must be given first, and `rest` last".to_owned();
            let message = format!("`{}` comes after what may be left out", read.name);
            return reader.b.error(Problem::NotAChoice, span, message, help);
        }
        let each = read.ty == ParamType::EachSeat;
        if each && (!acts || result != Type::Nothing) {
            let message = "only a primitive that acts and gives nothing is done for each seat";
            return reader.b.error(Problem::NotAChoice, span, message, "write `\"type\": \"seats\"` and go over them in the function, or take out what the primitive gives");
        }
        params.push(read);
    }
    let doc = written.doc().filter(|doc| !doc.is_empty());
    let own = Own {
        name: name.to_string(),
        doc: doc.map_or_else(
            || format!("`{name}`, as the ruleset defines it."),
            |doc| doc.to_string(),
        ),
        params,
        result,
        acts,
    };
    script::define_primitive(reader.b, &own, &function, function.span());
}

fn own_param(reader: &mut RulesetReader<'_>, written: NameOr<'_, Param<'_>>) -> Option<OwnParam> {
    let param = match written {
        // `"cards"` alone is a parameter of any kind.
        NameOr::Name(name) => {
            return Some(OwnParam {
                name: name.to_string(),
                doc: String::new(),
                ty: ParamType::Value(Type::ANY),
                arity: Arity::Required,
            });
        }
        NameOr::Itself(param) => param,
    };
    let Some(name) = param.key().filter(|key| !key.is_empty()) else {
        reader.b.error(
            Problem::MissingField,
            param.node.span,
            "a parameter has a `key`",
            "write `\"key\": \"a_name\"`",
        );
        return None;
    };
    let takes = match param.kind() {
        None => ParamType::Value(Type::ANY),
        Some(word) => {
            let unknown = || {
                let near = did_you_mean(&word, ParamType::NAMES.iter().copied());
                let help = near.map_or_else(
                    || format!("the types are {}", ParamType::NAMES.join(", ")),
                    |near| format!("did you mean `{near}`?"),
                );
                let message = format!("there is no type `{word}`");
                reader.b.error(Problem::UnknownType, word.span(), message, help);
                near.and_then(ParamType::named)
                    .unwrap_or(ParamType::Value(Type::ANY))
            };
            ParamType::named(&word).unwrap_or_else(unknown)
        }
    };
    Some(OwnParam {
        name: name.to_string(),
        doc: param.doc().map_or("", Text::as_str).to_owned(),
        ty: takes,
        arity: match (param.rest(), param.optional()) {
            (Some(true), _) => Arity::Rest,
            (_, Some(true)) => Arity::Optional,
            _ => Arity::Required,
        },
    })
}

/// A function of the script where a condition or a value stands. Without `params` a test of
/// candidates gets the candidate and what is picked, a test of picks what is picked.
pub(super) fn function_in_place(
    reader: &mut RulesetReader<'_>,
    scope: &Scope,
    call: Call<'_>,
    used: UsedAs,
) -> NodeId {
    let function = call.function();
    let name = function.and_then(|function| function.value);
    let name = name.map_or("", Text::as_str);
    let span = function.map_or(call.node.span, |function| function.span());
    match call.params() {
        Some(params) => {
            let nodes = plain_params(reader, scope, params);
            script::call_in_place(reader.b, name, used, nodes, &[], false, span)
        }
        None => {
            let (names, nodes) = at_hand(reader, scope, call.node);
            script::call_in_place(reader.b, name, used, nodes, &names, true, span)
        }
    }
}

/// What a place hands to a function by itself.
fn at_hand(reader: &mut RulesetReader<'_>, scope: &Scope, node: &Node) -> (Vec<&'static str>, Vec<NodeId>) {
    let mut names = Vec::new();
    let mut nodes = Vec::new();
    for (local, name) in [("$card", "candidate"), ("$picked", "picked")] {
        if let Some(at) = scope.action.find(local) {
            let ty = scope.action.locals[usize::from(at)].ty;
            names.push(name);
            nodes.push(reader.b.node(NodeKind::Local(at), ty, node.span));
        }
    }
    (names, nodes)
}

fn plain_params(reader: &mut RulesetReader<'_>, scope: &Scope, params: &Node) -> Vec<NodeId> {
    let items = match &params.value {
        Json::Object(members) if members.is_empty() => &[],
        Json::Array(items) => items.as_slice(),
        _ => std::slice::from_ref(params),
    };
    items.iter().map(|item| reader.value(scope, item)).collect()
}

/// The steps of an action: those that are written, or a function with the action's parameters.
pub(super) fn body(reader: &mut RulesetReader<'_>, scope: &mut Scope, action: Action<'_>) -> Vec<Stmt> {
    let steps = action.primitives();
    let Some(function) = action.function() else {
        return reader.steps(scope, steps.nodes());
    };
    if let Some(steps) = steps.node {
        steps_and_function(reader, "an action", steps);
        return Vec::new();
    }
    if function.is_empty() {
        return Vec::new();
    }
    let is_empty = |params: &Node| match &params.value {
        Json::Object(members) => members.is_empty(),
        _ => params.items().is_empty(),
    };
    if let Some(params) = action.params().filter(|params| !is_empty(params))
        && action.action_ref().is_none()
    {
        reader.b.error(
            Problem::UnknownField,
            params.span,
            "`params` are handed to the defined action that `action_ref` names, and there is none",
            format!(
                "hand them over in a step: `\"steps\": {{ \"function\": \"{function}\", \"params\": … }}`"
            ),
        );
    }
    let (mut names, mut nodes) = (Vec::new(), Vec::new());
    let defined = Defined { node: action.node };
    for param in defined.ref_params() {
        let Some(key) = param.key().and_then(|key| key.value) else {
            continue;
        };
        let Some(at) = scope.action.find(&key) else {
            continue;
        };
        let local = &scope.action.locals[usize::from(at)];
        if let LocalKind::Param(given) = local.kind
            && matches!(reader.b.get(given).kind, NodeKind::State)
        {
            continue;
        }
        names.push(key.as_str());
        let ty = local.ty;
        nodes.push(reader.b.node(NodeKind::Local(at), ty, param.node.span));
    }
    call_steps(
        reader,
        scope,
        (&function, function.span()),
        (nodes, &names),
        false,
    )
}

/// The steps of a trigger: those that are written, or a function that gets what has happened.
pub(super) fn reaction(reader: &mut RulesetReader<'_>, scope: &mut Scope, trigger: Trigger<'_>) -> Vec<Stmt> {
    let steps = trigger.primitives();
    let Some(function) = trigger.function() else {
        return reader.steps(scope, steps.nodes());
    };
    if let Some(steps) = steps.node {
        steps_and_function(reader, "a trigger", steps);
        return Vec::new();
    }
    let (mut names, mut nodes) = (Vec::new(), Vec::new());
    let given = (0..).zip(&scope.action.locals);
    for (at, local) in given.filter(|(_, local)| matches!(local.kind, LocalKind::Given(_))) {
        names.push(local.name.trim_start_matches('$').replace('.', "_"));
        nodes.push(reader.b.node(NodeKind::Local(at), local.ty, function.span()));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    call_steps(reader, scope, (&function, function.span()), (nodes, &names), true)
}

fn steps_and_function(reader: &mut RulesetReader<'_>, what: &str, steps: &Node) {
    reader.b.error(
        Problem::UnknownField,
        steps.span,
        format!("{what} has steps or a function, not both"),
        "call the function in a step: `{ \"function\": \"name\" }`".to_owned(),
    );
}

/// A function that is all the steps there are, with what it is given. It may leave out what is `implicit`.
fn call_steps(
    reader: &mut RulesetReader<'_>,
    scope: &Scope,
    (function, span): (&str, Span),
    (nodes, names): (Vec<NodeId>, &[&str]),
    implicit: bool,
) -> Vec<Stmt> {
    let call = script::call_in_place(reader.b, function, UsedAs::Steps, nodes, names, implicit, span);
    if reader.b.is_broken(call) {
        lints::misread_step(reader.b, scope);
        return Vec::new();
    }
    vec![Stmt::Do(call)]
}

/// A function as a step of its own.
pub(super) fn function_step(
    reader: &mut RulesetReader<'_>,
    scope: &Scope,
    function: Placed<'_, Text<'_>>,
    params: Option<&Node>,
) -> Vec<Stmt> {
    let nodes = params.map_or_else(Vec::new, |params| plain_params(reader, scope, params));
    let name = function.value.map_or("", Text::as_str);
    call_steps(reader, scope, (name, function.span()), (nodes, &[]), false)
}
