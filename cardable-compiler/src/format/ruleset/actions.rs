//! Actions, and the defined ones that they may stand for.

use super::data::suggested_type;
use super::fields::{Action, Data, Defined as Fields, WrittenAction};
use super::picks::Picking;
use super::templates::Titled;
use super::values::{RulesetReader, condition_message, conditions_with_messages};
use super::{moments, picks, scripts, templates};
use crate::expr::filled;
use crate::format::{entries, literals};
use crate::hir::build::{
    flow, lints, parameters, parameters_of, refs, routine, seal, shown, template::compound,
};
use crate::hir::{ActionScope, BodyOf, Bound, LocalKind, Scope};
use crate::lower::tabulate;
use crate::secrecy::steps;
use crate::text::diag::{Code as Problem, did_you_mean, synonyms};
use crate::text::fields::read::{Items, Text as Written};
use crate::text::json::{Node, Value as Json};
use crate::text::source::Span;
use cardable_engine::ids::StateId;
use cardable_engine::program::{
    ActionDef, ActionKind, Actors, Code, ConditionPart, Electable, Sealing, StateType, Text,
};
use cardable_engine::value::{Type, Value};

/// How deep references to defined actions may lead.
const DEEPEST: usize = 16;

/// An action that states use by reference.
#[derive(Clone, Copy)]
pub(super) struct Defined<'n> {
    pub(super) name: &'n str,
    pub(super) fields: Fields<'n>,
}

/// What an action is called where it is used by reference.
#[derive(Clone, Copy, Default)]
struct Called<'n> {
    name: Option<&'n str>,
    label: Option<Written<'n>>,
    /// How many references led to it.
    depth: usize,
}

impl RulesetReader<'_> {
    /// Adds the data of an action to what names mean in it.
    pub(super) fn action_data(&mut self, data: Items<'_, Data<'_>>, scope: &mut Scope, span: Span) {
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
pub(super) fn defined_actions<'n>(
    reader: &mut RulesetReader<'_>,
    list: Items<'n, Fields<'n>>,
) -> Vec<Defined<'n>> {
    let mut defined: Vec<Defined<'n>> = Vec::new();
    for fields in list {
        let (node, written) = (fields.node, fields.ref_id());
        if entries::skips(reader.b, node, written, "defined action") {
            continue;
        }
        let Some(name) = written.and_then(|name| name.value) else {
            entries::lacks(
                reader.b,
                node,
                written,
                "a defined action has a `ref_id`",
                "write `\"ref_id\": \"a name\"`, by which states name the action",
            );
            continue;
        };
        let name = name.as_str();
        if defined.iter().any(|d| d.name == name) {
            reader.b.error(
                Problem::DuplicateName,
                node.span,
                format!("there are two defined actions `{name}`"),
                "give one of them another `ref_id`".to_owned(),
            );
            continue;
        }
        defined.push(Defined { name, fields });
    }
    defined
}

/// Reads an action of a state: written out, or by reference.
pub(super) fn action(
    reader: &mut RulesetReader<'_>,
    state: StateId,
    written: WrittenAction<'_>,
    defined: &[Defined<'_>],
) {
    let scope = Scope {
        state: Some(state),
        player: true,
        action: ActionScope::default(),
        read_by_seat: false,
        reveals: false,
    };
    let called = Called::default();
    let action = match written {
        WrittenAction::Reference(name) if name.is_empty() => return,
        WrittenAction::Reference(name) => {
            return by_reference(reader, state, (name, name.span()), &[], scope, defined, called);
        }
        WrittenAction::Action(action) => action,
    };
    if entries::skips(reader.b, action.node, action.action_name(), "action") {
        return;
    }
    match action.action_ref() {
        Some(name) => {
            let params = params_of(action.params());
            check_beside_reference(reader, action.node);
            let reference = (name, action.node.span);
            by_reference(
                reader,
                state,
                reference,
                params,
                scope,
                defined,
                named(action, called),
            );
        }
        None => {
            // What stands beside a function is told where the function is called.
            if let Some(params) = action.params().filter(|_| action.function().is_none()) {
                reader.b.error(
                    Problem::UnknownField,
                    params.span,
                    "an action has `params` only beside `action_ref`",
                    synonyms::CHOSEN,
                );
            }
            build_action(reader, state, action, None, scope);
        }
    }
}

/// Beside a reference an action may have a name and a label of its own.
fn check_beside_reference(reader: &mut RulesetReader<'_>, node: &Node) {
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

/// What an action is called that stands for a defined one: as what uses it says, else as it says itself.
fn named<'n>(action: Action<'n>, called: Called<'n>) -> Called<'n> {
    let name = action.action_name().and_then(|name| name.value);
    Called {
        name: called.name.or(name.map(Written::as_str)),
        label: called.label.or(action.label()),
        ..called
    }
}

/// The name of a defined action, and where it is used.
fn by_reference(
    reader: &mut RulesetReader<'_>,
    state: StateId,
    (name, span): (Written<'_>, Span),
    params: &[Node],
    scope: Scope,
    defined: &[Defined<'_>],
    called: Called<'_>,
) {
    let name = name.as_str();
    let Some(found) = defined.iter().find(|d| d.name == name) else {
        let help = did_you_mean(name, defined.iter().map(|d| d.name))
            .map(|near| format!("did you mean `{near}`?"))
            .unwrap_or_else(|| "add it to `defined_actions`, with this name as its `ref_id`".into());
        reader.b.error(
            Problem::UnknownAction,
            span,
            format!("unknown action `{name}`"),
            help,
        );
        return;
    };
    reader.meaning.defined.use_name(name);
    if called.depth >= DEEPEST {
        reader.b.error(
            Problem::CyclicReference,
            found.fields.node.span,
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
    let declared = found.fields.ref_params();
    let count = declared.nodes().len();
    if count != params.len() {
        let names = declared.iter().filter_map(|param| param.key()?.value);
        let names: Vec<&str> = names.map(Written::as_str).collect();
        reader.b.error(
            Problem::ParameterCount,
            span,
            format!("`{name}` takes {}, found {}", parameters(count), params.len()),
            parameters_of(&names),
        );
        return;
    }
    for (param, given) in declared.iter().zip(params) {
        let Some(key) = param.key().and_then(|key| key.value) else {
            continue;
        };
        let ty = param.kind();
        let declared = ty.and_then(|ty| literals::type_named(reader.b, ty));
        let meant = declared.or(ty.and_then(suggested_type));
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
        inner.action.add(&key, ty, LocalKind::Param(value));
    }
    let called = Called {
        depth: called.depth + 1,
        ..called
    };
    let action = found.fields.action();
    match action.action_ref() {
        Some(next) => {
            let params = params_of(action.params());
            let next = (next, action.node.span);
            by_reference(reader, state, next, params, inner, defined, named(action, called));
        }
        None => build_action(reader, state, action, Some((name, called)), inner),
    }
}

/// Warns of defined actions that no state uses and that the script does not name: nothing in them
/// is looked at.
pub(super) fn check_unused(reader: &mut RulesetReader<'_>, defined: &[Defined<'_>]) {
    for action in defined {
        if reader.meaning.defined.is_used(action.name)
            || routine::named_in_script(&reader.b.hir, action.name).is_some()
        {
            continue;
        }
        let written = action.fields.ref_id();
        reader.b.warn(
            Problem::UnusedAction,
            written.map_or(action.fields.node.span, |name| name.span()),
            format!("nothing uses the defined action `{}`", action.name),
            match reader.b.is_taken(action.name) {
                true => format!(
                    "`{}` is a primitive: as steps call that, give the action another `ref_id`",
                    action.name
                ),
                false => format!(
                    "name it in the `actions` of a state, as \"{}\", or take it out",
                    action.name
                ),
            },
        );
    }
}

fn build_action(
    reader: &mut RulesetReader<'_>,
    state: StateId,
    written: Action<'_>,
    reference: Option<(&str, Called<'_>)>,
    mut scope: Scope,
) {
    let node = written.node;
    let (ref_name, called) =
        reference.map_or((None, Called::default()), |(name, called)| (Some(name), called));
    let own_name = written.action_name().and_then(|name| name.value);
    let own_label = written.label();
    let name = called
        .name
        .or(own_name.map(Written::as_str))
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
    if let Some(interaction) = written.interaction() {
        scope.reveals = written.reveals() == Some(true);
        reader.action_data(written.action_data(), &mut scope, node.span);
        let label = called.label.or(own_label);
        let titled = Titled {
            state,
            name: &name,
            label: label.map_or(&name, Written::as_str),
        };
        let before = reader.b.hir.actions.len();
        templates::template(reader, &titled, written, interaction, &scope);
        let phrase = reader.phrase(state, written, ActionKind::Button);
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
    let alone = [
        ("conditions", written.conditions().map(|node| node.span)),
        ("remember", written.remember().node.map(|node| node.span)),
        ("compound", written.compound().map(Written::span)),
        ("finishes", written.finishes().map(|finishes| finishes.span())),
    ];
    for (alone, span) in alone {
        if let Some(span) = span {
            reader.b.error(
                Problem::UnknownField,
                span,
                format!("`{alone}` is not read without `interaction`"),
                "add an `interaction`, or write a `condition`".to_owned(),
            );
        }
    }
    let kind = kind(reader, written, &name, state);
    let state_kind = reader.b.hir.states[state.index()].kind;
    if kind == ActionKind::Auto && matches!(state_kind, StateType::Auto | StateType::Concurrent) {
        // Whether anybody's action leads here is known only in the end.
        scope.player = false;
    }
    scope.reveals = written.reveals() == Some(true);
    reader.action_data(written.action_data(), &mut scope, node.span);
    let seat_reads = kind != ActionKind::Auto;
    if let Some(on) = written.on().node.filter(|_| seat_reads) {
        reader.b.error(
            Problem::UnknownField,
            on.span,
            "`on` says when an automatic action runs, and this one is a seat's",
            "take it out, or write `\"type\": \"auto\"`; who may act and when is said by `by` and `condition`".to_owned(),
        );
    }
    let condition = written.condition().map(|n| reader.condition(&scope, n));
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
    let phrase = reader.phrase(state, written, kind);
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
    let condition_text = written
        .message()
        .or_else(|| condition_message(written.condition()?));
    let plain = [
        ("label", written.label()),
        ("message", written.message()),
        ("legal_message", written.legal_message()),
        ("valid_message", written.valid_message()),
    ];
    for (plain, text) in plain {
        if let Some(text) = text {
            // What stands in the braces of a label is read.
            let shown = match plain {
                "label" => filled::words_of(&text),
                _ => (&*text).into(),
            };
            lints::check_shown(reader.b, &shown, text.span(), |_| match plain {
                "label" => "write the value in braces: `{$globals.round}`".to_owned(),
                _ => format!("`{plain}` is always the same text: say it without the value"),
            });
        }
    }
    let condition_message = condition_text.map(|t| Text {
        text: reader.b.intern(&t),
        tokens: Vec::new(),
    });
    let condition_message = condition_message.or(unfinished);
    let condition_parts = match seat_reads {
        true => condition_parts(reader, written, &scope),
        false => Vec::new(),
    };
    let Picking {
        pick,
        label: picked_label,
        bounds,
    } = picks::pick(reader, written, kind, &mut scope);
    let written_label = called
        .label
        .or(own_label)
        .map(|label| (label.as_str().to_owned(), label.span()));
    let (label, title) = match written_label.or(picked_label) {
        Some((text, span)) => reader.label(&scope, &text, span),
        None => (name.clone(), None),
    };
    let label = if label.is_empty() { name.clone() } else { label };
    let vote = vote(reader, state, written, kind);
    let message = written.action_message();
    let message = message.and_then(|message| reader.message(&scope, message, seat_reads));
    let condition = condition.filter(|c| !reader.b.is_broken(*c));
    let condition = condition.map(|c| reader.b.condition_code(&scope, c));
    let offered = scope.clone();
    let sealed = written.sealed() == Some(true) || (seat_reads && reader.b.hir.states[state.index()].sealed);
    let steps = scripts::body(reader, &mut scope, written);
    let (steps, sealing) = match sealed {
        true => seal::answers_first(reader.b, &mut scope, steps, (&*name, node.span)),
        false => (steps, Sealing::Open),
    };
    // What is picked decides what is asked.
    let asks_first = written.asks_first() == Some(true);
    let opens_with_prompt = pick.is_none() && flow::opens_with_prompt(&reader.b.hir, &steps, asks_first);
    let body: Code = reader.b.body_code(&scope, steps);
    if never {
        routine::give_steps(reader.b, before, BodyOf::Never);
    }
    let on = moments::triggers(reader, written.on(), state_kind, &name);
    let (name, label) = (reader.b.intern(&name), reader.b.intern(&label));
    let action = reader.b.add_action(ActionDef {
        label,
        title,
        phrase,
        on,
        by: written.by().unwrap_or(Actors::OnTurn),
        condition,
        condition_message,
        condition_parts,
        pick,
        vote,
        message,
        opens_with_prompt,
        sealing,
        on_timeout: written.on_timeout() == Some(true),
        ends_turn: written.ends_turn() == Some(true),
        ..ActionDef::named(state, kind, name, body)
    });
    for node in bounds {
        let scope = offered.clone();
        reader.b.hir.sight.bounds.push(Bound { scope, node, action });
    }
}

/// The parts of a condition that have messages of their own.
fn condition_parts(reader: &mut RulesetReader<'_>, written: Action<'_>, scope: &Scope) -> Vec<ConditionPart> {
    let parts = written.condition().map(conditions_with_messages);
    let mut all = Vec::new();
    for (node, message) in parts.unwrap_or_default() {
        // What is wrong with it was told when the whole condition was read.
        let problems = reader.b.diags.error_count();
        if problems > 0 {
            return Vec::new();
        }
        let part = reader.condition(scope, node);
        let part = shown::to_seat(reader.b, scope, part, "a condition");
        let code = reader.b.condition_code(scope, part);
        let message = message.map(|text| {
            lints::check_shown(reader.b, &text, text.span(), |_| {
                "`message` is always the same text: say it without the value".to_owned()
            });
            Text {
                text: reader.b.intern(&text),
                tokens: Vec::new(),
            }
        });
        all.push(ConditionPart { code, message });
    }
    all
}

fn kind(reader: &mut RulesetReader<'_>, written: Action<'_>, name: &str, state: StateId) -> ActionKind {
    match written.kind() {
        Some(kind) => kind.value.unwrap_or(ActionKind::Button),
        None if written.pick().is_some() => ActionKind::WorldPick,
        None => {
            let is_auto = reader.b.hir.states[state.index()].kind == StateType::Auto
                && !reader.b.hir.places.unsure.contains(&state);
            let (kind, taken, word) = match is_auto {
                true => (ActionKind::Auto, "automatic, as its state is", "auto"),
                false => (ActionKind::Button, "a button", "button"),
            };
            let named = written.action_name();
            reader.b.warn(
                Problem::NoActionType,
                named.map_or(written.node.span, |name| name.span()),
                format!("action `{name}` has no `type` and is taken as {taken}"),
                format!("write `\"type\": \"{word}\"`"),
            );
            kind
        }
    }
}

fn vote(
    reader: &mut RulesetReader<'_>,
    state: StateId,
    written: Action<'_>,
    kind: ActionKind,
) -> Option<Electable> {
    let node = written.node;
    if kind != ActionKind::VoteButton {
        return None;
    }
    let params = written.type_params().map_or(&[][..], Node::items);
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
