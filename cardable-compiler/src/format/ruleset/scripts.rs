//! The script of a ruleset: primitives that are its functions, and functions where
//! conditions, values and steps stand.

use super::data;
use super::data::type_meant;
use super::fields::{CALL, DATA, DEFINED, LIMITS, OWN_PARAM, OWN_PRIMITIVE, RULESET};
use super::values::Reader;
use crate::content::Package;
use crate::hir::build::{UsedAs, lints, script};
use crate::hir::{LocalKind, NodeId, NodeKind, Scope, ScriptDraft, Stmt};
use crate::text::diag::{Code as Problem, did_you_mean};
use crate::text::fields::ObjectSpec;
use crate::text::json::{Node, Value as Json};
use cardable_engine::primitives::{Arity, Own, OwnParam, ParamType};
use cardable_engine::script::ScriptLimits;
use cardable_engine::value::Type;

/// Takes the script's texts and the primitives that are its functions.
pub(super) fn script(reader: &mut Reader<'_>, package: &Package, cap: ScriptLimits) {
    let root = &package.ruleset;
    let limits = RULESET.get(root, "script_limits");
    let limit = |name: &str, default: u32| {
        let given = limits.and_then(|l| LIMITS.get(l, name)).and_then(Node::as_i64);
        given.and_then(|n| u32::try_from(n).ok()).unwrap_or(default)
    };
    let default = ScriptLimits::DEFAULT;
    let wanted = ScriptLimits {
        ticks: limit("ticks", default.ticks),
        memory: limit("memory", default.memory),
    };
    if let (Some(scripts), Some(node)) = (&package.scripts, RULESET.get(root, "script")) {
        reader.b.hir.scripts.draft = Some(ScriptDraft {
            span: node.span,
            sources: scripts.sources.clone(),
            files: scripts.files.clone(),
            limits: wanted.at_most(cap),
        });
    }
    for node in RULESET
        .get(root, "defined_primitives")
        .map_or(&[][..], Node::items)
    {
        let name = OWN_PRIMITIVE.get(node, "name");
        if !data::skips(reader, node, name, "defined primitive") {
            own_primitive(reader, node);
        }
    }
}

/// What the script may use of what is made when it is first used.
pub(super) fn script_uses(reader: &mut Reader<'_>) {
    script::note_script_text(reader.b);
}

fn own_primitive(reader: &mut Reader<'_>, node: &Node) {
    let text = |field: &str| OWN_PRIMITIVE.get(node, field).and_then(Node::as_str);
    let Some(name) = text("name") else {
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
    if reader.b.hir.scripts.draft.is_none() {
        return script::script_missing(reader.b, node.span, text("function").unwrap_or(name));
    }
    let result = match OWN_PRIMITIVE.get(node, "result") {
        None => Type::Nothing,
        Some(node) => match data::type_named(reader, node) {
            Some(Type::State) => {
                let help = "let it give the state's name, a string".to_owned();
                let message = "a primitive cannot give a state";
                reader.b.error(Problem::ParameterType, node.span, message, help);
                Type::ANY
            }
            Some(ty) => ty,
            None => type_meant(node).unwrap_or(Type::ANY),
        },
    };
    let acts = OWN_PRIMITIVE.get(node, "acts").and_then(Node::as_bool);
    let acts = acts.unwrap_or(result == Type::Nothing);
    if !acts && result == Type::Nothing {
        let help = "say what it gives: `\"result\": \"number\"`".to_owned();
        let message = format!("`{name}` neither acts nor gives anything");
        return reader.b.error(Problem::MissingField, node.span, message, help);
    }
    let mut params: Vec<OwnParam> = Vec::new();
    for param in OWN_PRIMITIVE.get(node, "params").map_or(&[][..], Node::items) {
        let Some(read) = own_param(reader, param) else {
            return;
        };
        if params.iter().any(|p| p.name == read.name) {
            let message = format!("`{}` is there twice", read.name);
            return reader.b.error(
                Problem::DuplicateName,
                param.span,
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
            return reader.b.error(Problem::NotAChoice, param.span, message, help);
        }
        let each = read.ty == ParamType::EachSeat;
        if each && (!acts || result != Type::Nothing) {
            let message = "only a primitive that acts and gives nothing is done for each seat";
            return reader.b.error(Problem::NotAChoice, param.span, message, "write `\"type\": \"seats\"` and go over them in the function, or take out what the primitive gives");
        }
        params.push(read);
    }
    let doc = text("doc").unwrap_or("");
    let own = Own {
        name: name.to_owned(),
        doc: if doc.is_empty() {
            format!("`{name}`, as the ruleset defines it.")
        } else {
            doc.to_owned()
        },
        params,
        result,
        acts,
    };
    let function = text("function").unwrap_or(name);
    let named = OWN_PRIMITIVE
        .get(node, "function")
        .or(OWN_PRIMITIVE.get(node, "name"));
    let span = named.map_or(node.span, |named| named.span);
    script::define_primitive(reader.b, &own, function, span);
}

fn own_param(reader: &mut Reader<'_>, node: &Node) -> Option<OwnParam> {
    // `"cards"` alone is a parameter of any kind.
    if let Some(name) = node.as_str() {
        return Some(OwnParam {
            name: name.to_owned(),
            doc: String::new(),
            ty: ParamType::Value(Type::ANY),
            arity: Arity::Required,
        });
    }
    let field = |name: &str| OWN_PARAM.get(node, name);
    let Some(name) = field("key").and_then(Node::as_str).filter(|n| !n.is_empty()) else {
        reader.b.error(
            Problem::MissingField,
            node.span,
            "a parameter has a `key`",
            "write `\"key\": \"a_name\"`",
        );
        return None;
    };
    let takes = match field("type") {
        None => ParamType::Value(Type::ANY),
        Some(ty) => {
            let word = ty.as_str().unwrap_or("");
            let unknown = || {
                let near = did_you_mean(word, ParamType::NAMES.iter().copied());
                let help = near.map_or_else(
                    || format!("the types are {}", ParamType::NAMES.join(", ")),
                    |near| format!("did you mean `{near}`?"),
                );
                let message = format!("there is no type `{word}`");
                reader.b.error(Problem::UnknownType, ty.span, message, help);
                near.and_then(ParamType::named)
                    .unwrap_or(ParamType::Value(Type::ANY))
            };
            ParamType::named(word).unwrap_or_else(unknown)
        }
    };
    let flag = |name: &str| field(name).and_then(Node::as_bool).unwrap_or(false);
    Some(OwnParam {
        name: name.to_owned(),
        doc: field("doc").and_then(Node::as_str).unwrap_or("").to_owned(),
        ty: takes,
        arity: match (flag("rest"), flag("optional")) {
            (true, _) => Arity::Rest,
            (false, true) => Arity::Optional,
            (false, false) => Arity::Required,
        },
    })
}

/// A function of the script where a condition or a value stands. Without `params` a test of
/// candidates gets the candidate and what is picked, a test of picks what is picked.
pub(super) fn function_in_place(reader: &mut Reader<'_>, scope: &Scope, node: &Node, used: UsedAs) -> NodeId {
    let function = CALL.get(node, "function");
    let name = function.and_then(Node::as_str).unwrap_or("");
    let span = function.map_or(node.span, |f| f.span);
    match CALL.get(node, "params") {
        Some(params) => {
            let nodes = plain_params(reader, scope, params);
            script::call_in_place(reader.b, name, used, nodes, &[], false, span)
        }
        None => {
            let (names, nodes) = at_hand(reader, scope, node);
            script::call_in_place(reader.b, name, used, nodes, &names, true, span)
        }
    }
}

/// What a place hands to a function by itself.
fn at_hand(reader: &mut Reader<'_>, scope: &Scope, node: &Node) -> (Vec<&'static str>, Vec<NodeId>) {
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

fn plain_params(reader: &mut Reader<'_>, scope: &Scope, params: &Node) -> Vec<NodeId> {
    let items = match &params.value {
        Json::Object(members) if members.is_empty() => &[],
        Json::Array(items) => items.as_slice(),
        _ => std::slice::from_ref(params),
    };
    items.iter().map(|item| reader.value(scope, item)).collect()
}

/// The steps of an action: those that are written, or a function with the action's parameters.
pub(super) fn body(
    reader: &mut Reader<'_>,
    scope: &mut Scope,
    node: &Node,
    spec: &'static ObjectSpec,
) -> Vec<Stmt> {
    let steps = spec.get(node, "primitives");
    let Some(function) = spec.get(node, "function") else {
        return steps.map(|n| reader.steps(scope, n.items())).unwrap_or_default();
    };
    if let Some(steps) = steps {
        reader.b.error(
            Problem::UnknownField,
            steps.span,
            "an action has steps or a function, not both",
            "call the function in a step: `{ \"function\": \"name\" }`".to_owned(),
        );
        return Vec::new();
    }
    let Some(name) = function.as_str().filter(|n| !n.is_empty()) else {
        return Vec::new();
    };
    let is_empty = |params: &Node| match &params.value {
        Json::Object(members) => members.is_empty(),
        _ => params.items().is_empty(),
    };
    if let Some(params) = spec.get(node, "params").filter(|params| !is_empty(params))
        && spec.get(node, "action_ref").is_none()
    {
        reader.b.error(
            Problem::UnknownField,
            params.span,
            "`params` are handed to the defined action that `action_ref` names, and there is none",
            format!("hand them over in a step: `\"steps\": {{ \"function\": \"{name}\", \"params\": … }}`"),
        );
    }
    let (mut names, mut nodes) = (Vec::new(), Vec::new());
    for param in DEFINED.get(node, "ref_params").map_or(&[][..], Node::items) {
        let Some(key) = DATA.get(param, "key").and_then(Node::as_str) else {
            continue;
        };
        let Some(at) = scope.action.find(key) else {
            continue;
        };
        let local = &scope.action.locals[usize::from(at)];
        if let LocalKind::Param(given) = local.kind
            && matches!(reader.b.get(given).kind, NodeKind::State)
        {
            continue;
        }
        names.push(key);
        let ty = local.ty;
        nodes.push(reader.b.node(NodeKind::Local(at), ty, param.span));
    }
    let call = script::call_in_place(reader.b, name, UsedAs::Steps, nodes, &names, false, function.span);
    if reader.b.is_broken(call) {
        lints::misread_step(reader.b, scope);
        return Vec::new();
    }
    vec![Stmt::Do(call)]
}

/// A function as a step of its own.
pub(super) fn function_step(
    reader: &mut Reader<'_>,
    scope: &Scope,
    function: &Node,
    params: Option<&Node>,
) -> Vec<Stmt> {
    let name = function.as_str().unwrap_or("");
    let nodes = params.map_or_else(Vec::new, |params| plain_params(reader, scope, params));
    let call = script::call_in_place(reader.b, name, UsedAs::Steps, nodes, &[], false, function.span);
    if reader.b.is_broken(call) {
        lints::misread_step(reader.b, scope);
        return Vec::new();
    }
    vec![Stmt::Do(call)]
}
