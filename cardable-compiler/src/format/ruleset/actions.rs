//! Actions, and the defined ones that they may stand for.

use super::data::type_meant;
use super::fields::{ACTION, DATA, DEFINED};
use super::picks::Picking;
use super::templates::Titled;
use super::values::Reader;
use super::{data, moments, picks, scripts, templates};
use crate::format::shapes::keyword;
use crate::hir::build::shown;
use crate::hir::build::{flow, lints, parameters, parameters_of, refs, routine, script, template::compound};
use crate::hir::{ActionScope, BodyOf, Bound, LocalKind, Scope};
use crate::lower::tabulate;
use crate::secrecy::steps;
use crate::text::diag::{Code as Problem, did_you_mean};
use crate::text::fields::ObjectSpec;
use crate::text::json::{Node, Value as Json};
use crate::text::source::Span;
use cardable_engine::ids::StateId;
use cardable_engine::program::{ActionDef, ActionKind, Actors, Code, Electable, StateType, Text};
use cardable_engine::value::{Type, Value};

/// How deep references to defined actions may lead.
const DEEPEST: usize = 16;

/// An action that states use by reference.
#[derive(Clone, Copy)]
pub(super) struct Defined<'n> {
    pub(super) name: &'n str,
    pub(super) node: &'n Node,
}

/// What an action is called where it is used by reference.
#[derive(Clone, Copy, Default)]
struct Called<'n> {
    name: Option<&'n str>,
    label: Option<&'n str>,
    /// How many references led to it.
    depth: usize,
}

impl Reader<'_> {
    /// Adds the data of an action to what names mean in it.
    pub(super) fn action_data(&mut self, data: Option<&Node>, scope: &mut Scope, span: Span) {
        for item in self.items(data, &scope.clone(), false) {
            let key = self.b.hir.strings.get(item.def.name).to_owned();
            let first = match (item.node, item.def.value) {
                (Some(node), _) => Some(node),
                (None, Value::Nothing) => None,
                (None, value) => Some(self.b.constant(value, span)),
            };
            scope.action.add(&key, item.def.ty, LocalKind::Data(first));
        }
    }
}
/// The defined actions, by name.
pub(super) fn defined_actions<'n>(reader: &mut Reader<'_>, list: Option<&'n Node>) -> Vec<Defined<'n>> {
    let mut defined: Vec<Defined<'n>> = Vec::new();
    for node in list.map_or(&[][..], Node::items) {
        let name = DEFINED.get(node, "ref_id");
        if data::skips(reader, node, name, "defined action") {
            continue;
        }
        let Some(name) = name.and_then(Node::as_str) else {
            data::lacks(
                reader,
                node,
                name,
                "a defined action has a `ref_id`",
                "write `\"ref_id\": \"a name\"`, by which states name the action",
            );
            continue;
        };
        if defined.iter().any(|d| d.name == name) {
            reader.b.error(
                Problem::DuplicateName,
                node.span,
                format!("there are two defined actions `{name}`"),
                "give one of them another `ref_id`".to_owned(),
            );
            continue;
        }
        defined.push(Defined { name, node });
    }
    defined
}

/// Reads an action of a state: written out, or by reference.
pub(super) fn action(reader: &mut Reader<'_>, state: StateId, node: &Node, defined: &[Defined<'_>]) {
    let scope = Scope {
        state: Some(state),
        player: true,
        action: ActionScope::default(),
        read_by_seat: false,
        reveals: false,
    };
    if let Some(name) = node.as_str() {
        if name.is_empty() {
            return;
        }
        return by_reference(reader, state, node, name, &[], scope, defined, Called::default());
    }
    if data::skips(reader, node, ACTION.get(node, "action_name"), "action") {
        return;
    }
    match ACTION.get(node, "action_ref").and_then(Node::as_str) {
        Some(name) => {
            let params = params_of(ACTION.get(node, "params"));
            check_beside_reference(reader, node);
            by_reference(
                reader,
                state,
                node,
                name,
                params,
                scope,
                defined,
                Called::default(),
            );
        }
        None => build_action(reader, state, node, &ACTION, None, scope),
    }
}

/// Beside a reference an action may have a name and a label of its own.
fn check_beside_reference(reader: &mut Reader<'_>, node: &Node) {
    for member in node.members() {
        if !matches!(
            &*member.key,
            "action_ref" | "params" | "action_name" | "name" | "label"
        ) {
            reader.b.error(
                Problem::UnknownField,
                member.key_span,
                format!("`{}` is not read beside `action_ref`", member.key),
                "write it in the defined action, or hand it over as a parameter".to_owned(),
            );
        }
    }
}

/// `node` is where it is used: a name, an action, or a defined action that
/// stands for another one.
#[allow(
    clippy::too_many_arguments,
    reason = "one call site each for text and object references"
)]
fn by_reference(
    reader: &mut Reader<'_>,
    state: StateId,
    node: &Node,
    name: &str,
    params: &[Node],
    scope: Scope,
    defined: &[Defined<'_>],
    called: Called<'_>,
) {
    let Some(found) = defined.iter().find(|d| d.name == name) else {
        let help = did_you_mean(name, defined.iter().map(|d| d.name))
            .map(|near| format!("did you mean `{near}`?"))
            .unwrap_or_else(|| "add it to `defined_actions`, with this name as its `ref_id`".into());
        reader.b.error(
            Problem::UnknownAction,
            node.span,
            format!("unknown action `{name}`"),
            help,
        );
        return;
    };
    reader.used.insert(name.to_owned());
    if called.depth >= DEEPEST {
        reader.b.error(
            Problem::CyclicReference,
            found.node.span,
            format!("`{name}` leads back to itself, or through more than {DEEPEST} references"),
            "let one of the actions have steps of its own".to_owned(),
        );
        return;
    }
    let mut inner = scope.clone();
    // Parameters may be worked out from those of the reference before, which have no
    // names here.
    for local in &mut inner.action.locals {
        local.name = "".into();
    }
    let declared = DEFINED.get(found.node, "ref_params").map_or(&[][..], Node::items);
    if declared.len() != params.len() {
        let names = declared.iter().filter_map(|p| DATA.get(p, "key")?.as_str());
        let names: Vec<&str> = names.collect();
        reader.b.error(
            Problem::ParameterCount,
            node.span,
            format!(
                "`{name}` takes {}, found {}",
                parameters(declared.len()),
                params.len()
            ),
            parameters_of(&names),
        );
        return;
    }
    for (param, given) in declared.iter().zip(params) {
        let Some(key) = DATA.get(param, "key").and_then(Node::as_str) else {
            continue;
        };
        let ty = DATA.get(param, "type");
        let declared = ty.and_then(|ty| data::type_named(reader, ty));
        let meant = declared.or(ty.and_then(type_meant));
        let wanted = declared.unwrap_or(Type::ANY);
        let is_condition = meant == Some(Type::BOOL) && matches!(&given.value, Json::Object(_));
        let value = if is_condition {
            reader.condition(&scope, given)
        } else {
            reader.value(&scope, given)
        };
        let found = reader.b.get(value).ty;
        if !reader.b.is_broken(value) && !found.fits(wanted) && wanted != Type::State {
            reader.b.error(
                Problem::ParameterType,
                given.span,
                format!("`{key}` takes {}, found {}", wanted.phrase(), found.phrase()),
                format!("write {}", wanted.such_as()),
            );
        }
        let ty = if wanted == Type::ANY { found } else { wanted };
        let ty = match (ty, found) {
            (Type::List(_), Type::List(_)) => found,
            _ => ty,
        };
        inner.action.add(key, ty, LocalKind::Param(value));
    }
    let text = |field| ACTION.get(node, field).and_then(Node::as_str);
    let called = Called {
        name: called.name.or(text("action_name")),
        label: called.label.or(text("label")),
        depth: called.depth + 1,
    };
    match DEFINED.get(found.node, "action_ref").and_then(Node::as_str) {
        Some(next) => {
            let params = params_of(DEFINED.get(found.node, "params"));
            by_reference(reader, state, found.node, next, params, inner, defined, called);
        }
        None => build_action(reader, state, found.node, &DEFINED, Some((name, called)), inner),
    }
}

/// Warns of defined actions that no state uses and that the script does not name: nothing in them
/// is looked at.
pub(super) fn check_unused(reader: &mut Reader<'_>, defined: &[Defined<'_>]) {
    for action in defined {
        if reader.used.contains(action.name) || routine::named_in_script(&reader.b.hir, action.name).is_some()
        {
            continue;
        }
        reader.b.warn(
            Problem::UnusedAction,
            DEFINED
                .get(action.node, "ref_id")
                .map_or(action.node.span, |n| n.span),
            format!("nothing uses the defined action `{}`", action.name),
            format!(
                "name it in the `actions` of a state, as \"{}\", or take it out",
                action.name
            ),
        );
    }
}

fn build_action(
    reader: &mut Reader<'_>,
    state: StateId,
    node: &Node,
    spec: &'static ObjectSpec,
    reference: Option<(&str, Called<'_>)>,
    mut scope: Scope,
) {
    let field = |name: &str| spec.get(node, name);
    let flag = |name: &str| field(name).and_then(Node::as_bool).unwrap_or(false);
    let (ref_name, called) =
        reference.map_or((None, Called::default()), |(name, called)| (Some(name), called));
    let name = called
        .name
        .or(field("action_name").and_then(Node::as_str))
        .or(ref_name)
        .unwrap_or("")
        .to_owned();
    if name.is_empty() {
        reader.b.error(
            Problem::MissingField,
            node.span,
            "an action has an `action_name`",
            "write `\"action_name\": \"a name\"`",
        );
        return;
    }
    if field("interaction").is_some() {
        scope.reveals = flag("reveals");
        reader.action_data(field("action_data"), &mut scope, node.span);
        let label = called.label.or(field("label").and_then(Node::as_str));
        let titled = Titled {
            state,
            name: &name,
            label: label.unwrap_or(&name),
        };
        let before = reader.b.hir.actions.len();
        templates::template(reader, &titled, node, spec, &scope);
        let phrase = reader.phrase(state, spec, node, ActionKind::Button);
        for action in reader
            .b
            .hir
            .actions
            .iter_mut()
            .skip(before)
            .filter(|a| a.state == state)
        {
            action.phrase.clone_from(&phrase);
        }
        return;
    }
    for alone in ["conditions", "remember", "compound", "finishes"] {
        if let Some(found) = field(alone) {
            reader.b.error(
                Problem::UnknownField,
                found.span,
                format!("`{alone}` is not read without `interaction`"),
                "add an `interaction`, or write a `condition`".to_owned(),
            );
        }
    }
    let kind = kind(reader, node, spec, &name, state);
    let state_kind = reader.b.hir.states[state.index()].kind;
    if kind == ActionKind::Auto && matches!(state_kind, StateType::Auto | StateType::Concurrent) {
        // Whether anybody's action leads here is known only in the end.
        scope.player = false;
    }
    scope.reveals = flag("reveals");
    reader.action_data(field("action_data"), &mut scope, node.span);
    let seat_reads = kind != ActionKind::Auto;
    if let Some(on) = field("on").filter(|_| seat_reads) {
        reader.b.error(
            Problem::UnknownField,
            on.span,
            "`on` says when an automatic action runs, and this one is a seat's",
            "take it out, or write `\"type\": \"auto\"`; who may act and when is said by `by` and `condition`".to_owned(),
        );
    }
    let condition = field("condition").map(|n| reader.condition(&scope, n));
    let before = routine::steps_so_far(&reader.b.hir);
    let condition = condition.map(|condition| {
        if seat_reads {
            return shown::to_seat(reader.b, &scope, condition, "a condition");
        }
        steps::note_revealing(reader.b, &scope, condition);
        condition
    });
    let (condition, unfinished) = match seat_reads {
        true => compound::outside_compounds(reader.b, &scope, condition, node.span),
        false => (condition, None),
    };
    let phrase = reader.phrase(state, spec, node, kind);
    let never =
        condition.is_some_and(|condition| tabulate::known_truth(&reader.b.hir, condition) == Some(false));
    if never {
        reader.b.warn(
            Problem::NeverAvailable,
            node.span,
            format!("`{name}` is never available: its condition is always false"),
            "let the condition depend on something that changes, or take the action out".to_owned(),
        );
    }
    let condition_text = field("message")
        .or_else(|| field("condition").and_then(|n| reader.condition_message(n)))
        .and_then(Node::as_str)
        .map(str::to_owned);
    for plain in ["label", "message", "legal_message", "valid_message"] {
        if let Some((text, span)) = field(plain).and_then(|n| Some((n.as_str()?.to_owned(), n.span))) {
            lints::check_shown(reader.b, &text, span, |_| {
                format!("`{plain}` is always the same text: say it without the value")
            });
        }
    }
    let condition_message = condition_text.map(|t| Text {
        text: reader.b.intern(&t),
        tokens: Vec::new(),
    });
    let condition_message = condition_message.or(unfinished);
    let Picking {
        pick,
        label: picked_label,
        bounds,
    } = picks::pick(reader, node, spec, kind, &mut scope);
    let label = called
        .label
        .or(field("label").and_then(Node::as_str))
        .map(str::to_owned)
        .or(picked_label)
        .unwrap_or_else(|| name.clone());
    let vote = vote(reader, state, node, spec, kind);
    let message = field("action_message").and_then(|n| reader.message(&scope, n, seat_reads));
    let condition = condition.filter(|c| !reader.b.is_broken(*c));
    let condition = condition.map(|c| reader.b.condition_code(&scope, c));
    let offered = scope.clone();
    let sealed = flag("sealed") || (seat_reads && reader.b.hir.states[state.index()].sealed);
    let mut steps = scripts::body(reader, &mut scope, node, spec);
    if sealed && script::asks(&reader.b.hir, &steps) {
        reader.b.error(
            Problem::PromptInSealed,
            node.span,
            format!("`{name}` is sealed and asks something in its steps"),
            "let the seat choose by a pick, or take `sealed` out".to_owned(),
        );
        steps.clear();
    }
    // What is picked decides what is asked.
    let opens_with_prompt =
        pick.is_none() && flow::opens_with_prompt(&reader.b.hir, &steps, flag("asks_first"));
    let body: Code = reader.b.body_code(&scope, steps);
    if never {
        routine::give_steps(reader.b, before, BodyOf::Never);
    }
    let on = moments::triggers(reader, field("on"), state_kind, &name);
    let (name, label) = (reader.b.intern(&name), reader.b.intern(&label));
    let action = reader.b.add_action(ActionDef {
        label,
        phrase,
        on,
        by: match field("by").and_then(Node::as_str) {
            Some("others") => Actors::OffTurn,
            Some("anyone") => Actors::Anyone,
            _ => Actors::OnTurn,
        },
        condition,
        condition_message,
        pick,
        vote,
        message,
        opens_with_prompt,
        sealed,
        on_timeout: flag("on_timeout"),
        ends_turn: flag("ends_turn"),
        ..ActionDef::named(state, kind, name, body)
    });
    for node in bounds {
        let scope = offered.clone();
        reader.b.hir.sight.bounds.push(Bound { scope, node, action });
    }
}

fn kind(
    reader: &mut Reader<'_>,
    node: &Node,
    spec: &'static ObjectSpec,
    name: &str,
    state: StateId,
) -> ActionKind {
    let kinds = [
        ("auto", ActionKind::Auto),
        ("button", ActionKind::Button),
        ("hand_pick", ActionKind::HandPick),
        ("world_pick", ActionKind::WorldPick),
        ("vote_button", ActionKind::VoteButton),
    ];
    match spec.get(node, "type").and_then(Node::as_str) {
        Some(word) => keyword(word, &kinds).unwrap_or(ActionKind::Button),
        None if spec.get(node, "pick").is_some() => ActionKind::WorldPick,
        None => {
            let is_auto = reader.b.hir.states[state.index()].kind == StateType::Auto
                && !reader.b.hir.places.unsure.contains(&state);
            let (kind, taken, word) = match is_auto {
                true => (ActionKind::Auto, "automatic, as its state is", "auto"),
                false => (ActionKind::Button, "a button", "button"),
            };
            reader.b.warn(
                Problem::NoActionType,
                spec.get(node, "action_name").map_or(node.span, |n| n.span),
                format!("action `{name}` has no `type` and is taken as {taken}"),
                format!("write `\"type\": \"{word}\"`"),
            );
            kind
        }
    }
}

fn vote(
    reader: &mut Reader<'_>,
    state: StateId,
    node: &Node,
    spec: &'static ObjectSpec,
    kind: ActionKind,
) -> Option<Electable> {
    if kind != ActionKind::VoteButton {
        return None;
    }
    let params = spec.get(node, "type_params").map_or(&[][..], Node::items);
    let target = params.get(1);
    let Some(name) = target.and_then(Node::as_str) else {
        reader.b.error(
            Problem::MissingField,
            node.span,
            "a vote names its label and the state it is for",
            "write `\"type_params\": [\"Play again\", \"first_state\"]`".to_owned(),
        );
        return None;
    };
    let span = target.map_or(node.span, |n| n.span);
    let found = refs::state_by_name(reader.b, name, span)?;
    let unsure = reader.b.hir.places.unsure.contains(&state);
    if reader.b.hir.states[state.index()].kind != StateType::Concurrent && !unsure {
        reader.b.error(
            Problem::NotAChoice,
            node.span,
            "a vote needs a state in which everybody may act at once",
            "make the state `concurrent`".to_owned(),
        );
    }
    Some(Electable { target: found })
}

/// The parameters of a reference: one or a list.
fn params_of(node: Option<&Node>) -> &[Node] {
    match node {
        None => &[],
        Some(node) => match &node.value {
            Json::Object(members) if members.is_empty() => &[],
            _ => node.items(),
        },
    }
}
