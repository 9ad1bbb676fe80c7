//! States: declared first, so that transitions can name any of them, built then.

use super::actions::Defined;
use super::data::Item;
use super::fields::{ACTION, STATE};
use super::values::Reader;
use super::{actions, data, seats};
use crate::format::shapes::keyword;
use crate::hir::build::template::compound;
use crate::hir::{ActionScope, NodeId, Scope};
use crate::secrecy::steps;
use crate::text::diag::Code as Problem;
use crate::text::json::{Node, Value as Json};
use crate::text::source::Span;
use cardable_engine::ids::StateId;
use cardable_engine::program::{Rounds, StateDef, StateType, TurnLength};
use cardable_engine::value::{Kind, Type};
use std::collections::BTreeSet;

/// A state whose name and data are known.
pub(super) struct Declared<'n> {
    node: &'n Node,
    id: StateId,
    /// First values of data that are worked out on entering.
    values: Vec<Option<NodeId>>,
}

/// Declares every state, its parameters and data.
pub(super) fn declare_states<'n>(reader: &mut Reader<'_>, nodes: &'n [Node]) -> Vec<Declared<'n>> {
    let mut declared = Vec::new();
    for node in nodes {
        let name_node = STATE.get(node, "state_name");
        if data::skips(reader, node, name_node, "state") {
            continue;
        }
        let Some(name) = name_node.and_then(Node::as_str) else {
            data::lacks(
                reader,
                node,
                name_node,
                "a state has a `state_name`",
                "write `\"state_name\": \"a name\"`, by which transitions name it",
            );
            continue;
        };
        if reader.b.hir.state_named(name).is_some() {
            reader.b.error(
                Problem::DuplicateName,
                node.span,
                format!("there are two states `{name}`"),
                "call one of the two otherwise, or put the actions of both into one",
            );
            continue;
        }
        let name = reader.b.intern(name);
        let label = STATE
            .get(node, "label")
            .and_then(Node::as_str)
            .map(|l| reader.b.intern(l));
        let params = reader.items(STATE.get(node, "state_params"), &Scope::outside(), false);
        let kind = state_type(reader, node);
        let def = StateDef {
            label,
            turn: match STATE.get(node, "turn").and_then(Node::as_str) {
                Some("until_end_turn") => TurnLength::UntilEndTurn,
                _ => TurnLength::OneAction,
            },
            params: params.len() as u16,
            ask_everyone: STATE.get(node, "ask").and_then(Node::as_str) == Some("everyone"),
            sealed: STATE.get(node, "sealed").and_then(Node::as_bool).unwrap_or(false),
            seconds: STATE
                .get(node, "timeout")
                .and_then(Node::as_i64)
                .and_then(|n| u32::try_from(n).ok()),
            rounds: rounds(STATE.get(node, "rounds")),
            ..StateDef::named(name, kind)
        };
        let span = name_node.map_or(node.span, |n| n.span);
        let id = reader.b.add_state(def, span);
        let values = state_data(reader, node, id, params);
        declared.push(Declared { node, id, values });
    }
    declared
}

fn state_type(reader: &mut Reader<'_>, node: &Node) -> StateType {
    let types = [
        ("auto", StateType::Auto),
        ("round_robin", StateType::RoundRobin),
        ("concurrent", StateType::Concurrent),
        ("grandstand", StateType::Grandstand),
    ];
    match STATE.get(node, "state_type").and_then(Node::as_str) {
        Some(word) => keyword(word, &types).unwrap_or_else(|| unsure_type(reader)),
        None => {
            let actions = STATE.get(node, "actions").map_or(&[][..], Node::items);
            let all_auto = actions.iter().all(|a| {
                ACTION.get(a, "type").and_then(Node::as_str) == Some("auto") || a.as_str().is_some()
            });
            if !all_auto {
                reader.b.error(
                    Problem::MissingField,
                    node.span,
                    "a state in which seats can act needs a `state_type`",
                    "write `round_robin`, `concurrent` or `grandstand`".to_owned(),
                );
                return unsure_type(reader);
            }
            StateType::Auto
        }
    }
}

/// The type of the state being declared where nobody knows it, which was said.
fn unsure_type(reader: &mut Reader<'_>) -> StateType {
    reader
        .b
        .hir
        .places
        .unsure
        .push(StateId(reader.b.hir.states.len() as u16));
    StateType::Auto
}

/// Parameters come first; data may have the name of a parameter, whose value
/// it then takes.
fn state_data(reader: &mut Reader<'_>, node: &Node, id: StateId, params: Vec<Item>) -> Vec<Option<NodeId>> {
    let mut values = Vec::new();
    for item in params {
        reader.b.hir.states[id.index()].data.push(item.def);
        values.push(None);
    }
    // Data that reads an earlier item of the same state must see its type.
    for item_node in STATE.get(node, "state_data").map_or(&[][..], Node::items) {
        let scope = Scope {
            state: Some(id),
            player: true,
            ..Scope::outside()
        };
        let single = Node {
            span: item_node.span,
            value: item_node.value.clone(),
        };
        for item in reader.items(Some(&single), &scope, false) {
            let data = &reader.b.hir.states[id.index()].data;
            let same = data.iter().position(|d| d.name == item.def.name);
            let has_value = super::fields::DATA.get(item_node, "value").is_some();
            match same {
                Some(at) if !has_value => {
                    // It stands for the parameter; what more it says, counts.
                    let def = &mut reader.b.hir.states[id.index()].data[at];
                    def.visible = item.def.visible;
                    def.label = item.def.label.or(def.label);
                    def.domain = item.def.domain;
                    continue;
                }
                Some(_) => {
                    let name = reader.b.hir.strings.get(item.def.name).to_owned();
                    reader.b.error(
                        Problem::DuplicateName,
                        item_node.span,
                        format!("`{name}` is a parameter and has a value of its own"),
                        "give the item another name, or take its value out".to_owned(),
                    );
                    continue;
                }
                None => {}
            }
            reader.b.hir.states[id.index()].data.push(item.def);
            values.push(item.node);
        }
    }
    values
}

/// Builds what happens in each state.
pub(super) fn build_states(reader: &mut Reader<'_>, declared: &[Declared<'_>], defined: &[Defined<'_>]) {
    for state in declared {
        let scope = Scope {
            state: Some(state.id),
            player: true,
            action: ActionScope::default(),
            ..Scope::outside()
        };
        for (slot, value) in state.values.iter().enumerate() {
            if let Some(value) = value {
                let visible = reader.b.hir.states[state.id.index()].data[slot].visible;
                steps::note_first_value(reader.b, &scope, visible, *value);
                let code = reader.b.value_code(&scope, *value);
                reader.b.hir.states[state.id.index()].data[slot].code = Some(code);
            }
        }
        reader.b.hir.states[state.id.index()].players = seats::players(reader, state.node, &scope);
        starter(reader, state, &scope);
        let actions = STATE.get(state.node, "actions").map_or(&[][..], Node::items);
        let parts = compound_parts(actions, defined);
        if let Some((.., span)) = parts.first() {
            compound::begin_compounds(reader.b, state.id, *span);
        }
        compound::check_compounds(
            reader.b,
            &parts,
            "write `\"finishes\": true` in the part that ends it; the turn ends with it",
        );
        for action in actions {
            actions::action(reader, state.id, action, defined);
        }
        compound::end_compounds(reader.b, state.id);
        check_state(reader, state);
    }
}

fn starter(reader: &mut Reader<'_>, state: &Declared<'_>, scope: &Scope) {
    let Some(node) = STATE.get(state.node, "state_type_param") else {
        return;
    };
    if matches!(&node.value, Json::Object(m) if m.is_empty()) {
        return;
    }
    let seat = reader.value(scope, node);
    let ty = reader.b.get(seat).ty;
    if !reader.b.is_broken(seat) && !ty.fits(Type::One(Kind::Seat)) {
        reader.b.error(
            Problem::ParameterType,
            node.span,
            format!("who begins is a seat, found {}", ty.phrase()),
            format!("write {}", Type::SEAT.such_as()),
        );
        return;
    }
    steps::note_revealing(reader.b, scope, seat);
    let code = reader.b.value_code(scope, seat);
    reader.b.hir.states[state.id.index()].starter = Some(code);
}

/// Reports name an action by its state and its own name.
fn check_names(reader: &mut Reader<'_>, state: &Declared<'_>) {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for action in STATE.get(state.node, "actions").map_or(&[][..], Node::items) {
        let named = ACTION.get(action, "action_name");
        let Some((name, span)) = named.and_then(|n| Some((n.as_str()?, n.span))) else {
            continue;
        };
        if !seen.insert(name) {
            let message = format!("there are two actions `{name}` in this state");
            let help = "give each a name of its own; the `label` is what players read".to_owned();
            reader.b.warn(Problem::SameName, span, message, help);
        }
    }
}

fn check_state(reader: &mut Reader<'_>, state: &Declared<'_>) {
    check_names(reader, state);
    if reader.b.hir.places.unsure.contains(&state.id) {
        return;
    }
    let def = &reader.b.hir.states[state.id.index()];
    if def.kind == StateType::Auto && !def.actions.is_empty() {
        let name = reader.b.hir.strings.get(def.name).to_owned();
        reader.b.error(
            Problem::ActionInAuto,
            state.node.span,
            format!("seats can never act in `{name}`, which is `auto`"),
            "make it `round_robin`, `concurrent` or `grandstand`".to_owned(),
        );
    }
    let def = &reader.b.hir.states[state.id.index()];
    if def.sealed && def.kind != StateType::Concurrent {
        let span = STATE
            .get(state.node, "sealed")
            .map_or(state.node.span, |n| n.span);
        reader.b.error(
            Problem::NotAChoice,
            span,
            "only choices that are made at the same time can be sealed",
            "make the state `concurrent`".to_owned(),
        );
    }
}

/// When rounds begin and end in a state.
fn rounds(node: Option<&Node>) -> Rounds {
    let has = |word| node.is_none_or(|n| n.items().iter().any(|w| w.as_str() == Some(word)));
    Rounds {
        entry: has("entry"),
        turns: has("turns"),
        counted: false,
    }
}

/// The parts of compound actions among the actions of a state: of which compound,
/// whether they finish it, and where that is written.
fn compound_parts<'n>(actions: &'n [Node], defined: &[Defined<'n>]) -> Vec<(&'n str, bool, Span)> {
    let part = |action: &'n Node| {
        let action = written(action, defined);
        let compound = ACTION.get(action, "compound")?;
        let finishes = ACTION.get(action, "finishes").and_then(Node::as_bool);
        Some((compound.as_str()?, finishes.unwrap_or(false), compound.span))
    };
    actions.iter().filter_map(part).collect()
}

/// Where an action is written: there, or where the defined actions are.
fn written<'n>(node: &'n Node, defined: &[Defined<'n>]) -> &'n Node {
    let name = node
        .as_str()
        .or_else(|| ACTION.get(node, "action_ref").and_then(Node::as_str));
    let found = name.and_then(|name| defined.iter().find(|d| d.name == name));
    found.map_or(node, |d| d.node)
}
