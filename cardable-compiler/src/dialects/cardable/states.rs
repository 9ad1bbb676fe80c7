//! States: declared first, so that transitions can name any of them, built then.

use super::actions::Defined;
use super::data::Item;
use super::fields::{ACTION, STATE};
use super::values::Reader;
use crate::compile::{secrecy::steps, template::compound};
use crate::diag::Code as Problem;
use crate::dialects::shapes::keyword;
use crate::hir::{ActionScope, NodeId, Scope};
use crate::json::{Node, Value as Json};
use crate::source::Span;
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

impl Reader<'_> {
    /// Declares every state, its parameters and data.
    pub(super) fn declare_states<'n>(&mut self, nodes: &'n [Node]) -> Vec<Declared<'n>> {
        let mut declared = Vec::new();
        for node in nodes {
            let name_node = STATE.get(node, "state_name");
            if self.skips(node, name_node, "state") {
                continue;
            }
            let Some(name) = name_node.and_then(Node::as_str) else {
                self.lacks(
                    node,
                    name_node,
                    "a state has a `state_name`",
                    "write `\"state_name\": \"a name\"`, by which transitions name it",
                );
                continue;
            };
            if self.b.hir.state_named(name).is_some() {
                self.b.error(
                    Problem::DuplicateName,
                    node.span,
                    format!("there are two states `{name}`"),
                    "call one of the two otherwise, or put the actions of both into one",
                );
                continue;
            }
            let name = self.b.intern(name);
            let label = STATE
                .get(node, "label")
                .and_then(Node::as_str)
                .map(|l| self.b.intern(l));
            let params = self.items(STATE.get(node, "state_params"), &Scope::outside(), false);
            let kind = self.state_type(node);
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
            let id = self.b.add_state(def, span);
            let values = self.state_data(node, id, params);
            declared.push(Declared { node, id, values });
        }
        declared
    }

    fn state_type(&mut self, node: &Node) -> StateType {
        let types = [
            ("auto", StateType::Auto),
            ("round_robin", StateType::RoundRobin),
            ("concurrent", StateType::Concurrent),
            ("grandstand", StateType::Grandstand),
        ];
        match STATE.get(node, "state_type").and_then(Node::as_str) {
            Some(word) => keyword(word, &types).unwrap_or_else(|| self.unsure_type()),
            None => {
                let actions = STATE.get(node, "actions").map_or(&[][..], Node::items);
                let all_auto = actions.iter().all(|a| {
                    ACTION.get(a, "type").and_then(Node::as_str) == Some("auto") || a.as_str().is_some()
                });
                if !all_auto {
                    self.b.error(
                        Problem::MissingField,
                        node.span,
                        "a state in which seats can act needs a `state_type`",
                        "write `round_robin`, `concurrent` or `grandstand`".to_owned(),
                    );
                    return self.unsure_type();
                }
                StateType::Auto
            }
        }
    }

    /// The type of the state being declared where nobody knows it, which was said.
    fn unsure_type(&mut self) -> StateType {
        self.b
            .hir
            .places
            .unsure
            .push(StateId(self.b.hir.states.len() as u16));
        StateType::Auto
    }

    /// Parameters come first; data may have the name of a parameter, whose value
    /// it then takes.
    fn state_data(&mut self, node: &Node, id: StateId, params: Vec<Item>) -> Vec<Option<NodeId>> {
        let mut values = Vec::new();
        for item in params {
            self.b.hir.states[id.index()].data.push(item.def);
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
            for item in self.items(Some(&single), &scope, false) {
                let data = &self.b.hir.states[id.index()].data;
                let same = data.iter().position(|d| d.name == item.def.name);
                let has_value = super::fields::DATA.get(item_node, "value").is_some();
                match same {
                    Some(at) if !has_value => {
                        // It stands for the parameter; what more it says, counts.
                        let def = &mut self.b.hir.states[id.index()].data[at];
                        def.visible = item.def.visible;
                        def.label = item.def.label.or(def.label);
                        def.domain = item.def.domain;
                        continue;
                    }
                    Some(_) => {
                        let name = self.b.hir.strings.get(item.def.name).to_owned();
                        self.b.error(
                            Problem::DuplicateName,
                            item_node.span,
                            format!("`{name}` is a parameter and has a value of its own"),
                            "give the item another name, or take its value out".to_owned(),
                        );
                        continue;
                    }
                    None => {}
                }
                self.b.hir.states[id.index()].data.push(item.def);
                values.push(item.node);
            }
        }
        values
    }

    /// Builds what happens in each state.
    pub(super) fn build_states(&mut self, declared: &[Declared<'_>], defined: &[Defined<'_>]) {
        for state in declared {
            let scope = Scope {
                state: Some(state.id),
                player: true,
                action: ActionScope::default(),
                ..Scope::outside()
            };
            for (slot, value) in state.values.iter().enumerate() {
                if let Some(value) = value {
                    let visible = self.b.hir.states[state.id.index()].data[slot].visible;
                    steps::note_first_value(self.b, &scope, visible, *value);
                    let code = self.b.value_code(&scope, *value);
                    self.b.hir.states[state.id.index()].data[slot].code = Some(code);
                }
            }
            self.b.hir.states[state.id.index()].players = self.players(state.node, &scope);
            self.starter(state, &scope);
            let actions = STATE.get(state.node, "actions").map_or(&[][..], Node::items);
            let parts = compound_parts(actions, defined);
            if let Some((.., span)) = parts.first() {
                compound::begin_compounds(self.b, state.id, *span);
            }
            compound::check_compounds(
                self.b,
                &parts,
                "write `\"finishes\": true` in the part that ends it; the turn ends with it",
            );
            for action in actions {
                self.action(state.id, action, defined);
            }
            compound::end_compounds(self.b, state.id);
            self.check_state(state);
        }
    }

    fn starter(&mut self, state: &Declared<'_>, scope: &Scope) {
        let Some(node) = STATE.get(state.node, "state_type_param") else {
            return;
        };
        if matches!(&node.value, Json::Object(m) if m.is_empty()) {
            return;
        }
        let seat = self.value(scope, node);
        let ty = self.b.get(seat).ty;
        if !self.b.is_broken(seat) && !ty.fits(Type::One(Kind::Seat)) {
            self.b.error(
                Problem::ParameterType,
                node.span,
                format!("who begins is a seat, found {}", ty.phrase()),
                format!("write {}", Type::SEAT.such_as()),
            );
            return;
        }
        steps::note_revealing(self.b, scope, seat);
        let code = self.b.value_code(scope, seat);
        self.b.hir.states[state.id.index()].starter = Some(code);
    }

    /// Reports name an action by its state and its own name.
    fn check_names(&mut self, state: &Declared<'_>) {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for action in STATE.get(state.node, "actions").map_or(&[][..], Node::items) {
            let named = ACTION.get(action, "action_name");
            let Some((name, span)) = named.and_then(|n| Some((n.as_str()?, n.span))) else {
                continue;
            };
            if !seen.insert(name) {
                let message = format!("there are two actions `{name}` in this state");
                let help = "give each a name of its own; the `label` is what players read".to_owned();
                self.b.warn(Problem::SameName, span, message, help);
            }
        }
    }

    fn check_state(&mut self, state: &Declared<'_>) {
        self.check_names(state);
        if self.b.hir.places.unsure.contains(&state.id) {
            return;
        }
        let def = &self.b.hir.states[state.id.index()];
        if def.kind == StateType::Auto && !def.actions.is_empty() {
            let name = self.b.hir.strings.get(def.name).to_owned();
            self.b.error(
                Problem::ActionInAuto,
                state.node.span,
                format!("seats can never act in `{name}`, which is `auto`"),
                "make it `round_robin`, `concurrent` or `grandstand`".to_owned(),
            );
        }
        let def = &self.b.hir.states[state.id.index()];
        if def.sealed && def.kind != StateType::Concurrent {
            let span = STATE
                .get(state.node, "sealed")
                .map_or(state.node.span, |n| n.span);
            self.b.error(
                Problem::NotAChoice,
                span,
                "only choices that are made at the same time can be sealed",
                "make the state `concurrent`".to_owned(),
            );
        }
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
