//! States: declared first, so that transitions can name any of them, built then.

use super::actions::Defined;
use super::data::Item;
use super::fields::{Action, Ask, Data, RoundsAt, State, WrittenAction};
use super::values::RulesetReader;
use super::{actions, seats, triggers};
use crate::format::entries;
use crate::hir::build::template::compound;
use crate::hir::{ActionScope, NodeId, Scope};
use crate::secrecy::steps;
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{FieldType, Items, OneOrList};
use crate::text::json::Value as Json;
use crate::text::source::Span;
use cardable_engine::ids::StateId;
use cardable_engine::program::{ActionKind, Rounds, StateDef, StateType, TurnLength};
use cardable_engine::value::{Kind, Type};
use std::collections::BTreeSet;

/// A state whose name and data are known.
pub(super) struct Declared<'n> {
    fields: State<'n>,
    id: StateId,
    /// First values of data that are worked out on entering.
    values: Vec<Option<NodeId>>,
}

/// Declares every state, its parameters and data.
pub(super) fn declare_states<'n>(
    reader: &mut RulesetReader<'_>,
    states: Items<'n, State<'n>>,
) -> Vec<Declared<'n>> {
    let mut declared = Vec::new();
    for fields in states {
        let (node, written) = (fields.node, fields.state_name());
        if entries::skips(reader.b, node, written, "state") {
            continue;
        }
        let Some(name) = written.and_then(|name| name.value) else {
            entries::lacks(
                reader.b,
                node,
                written,
                "a state has a `state_name`",
                "write `\"state_name\": \"a name\"`, by which transitions name it",
            );
            continue;
        };
        if reader.b.hir.state_named(&name).is_some() {
            reader.b.error(
                Problem::DuplicateName,
                node.span,
                format!("there are two states `{name}`"),
                "call one of the two otherwise, or put the actions of both into one",
            );
            continue;
        }
        let span = name.span();
        let name = reader.b.intern(&name);
        let label = fields.label().map(|label| reader.b.intern(&label));
        let params = reader.items(fields.state_params(), &Scope::outside(), false);
        let kind = state_type(reader, fields);
        let def = StateDef {
            label,
            turn: fields.turn().unwrap_or(TurnLength::OneAction),
            params: params.len() as u16,
            ask_everyone: fields.ask() == Some(Ask::Everyone),
            sealed: fields.sealed().and_then(|sealed| sealed.value).unwrap_or(false),
            seconds: fields.timeout(),
            rounds: rounds(fields.rounds()),
            ..StateDef::named(name, kind)
        };
        let id = reader.b.add_state(def, span);
        let values = state_data(reader, fields, id, params);
        declared.push(Declared { fields, id, values });
    }
    declared
}

fn state_type(reader: &mut RulesetReader<'_>, fields: State<'_>) -> StateType {
    match fields.state_type() {
        Some(written) => written.value.unwrap_or_else(|| unsure_type(reader)),
        None => {
            let all_auto = fields.actions().iter().all(|action| match action {
                WrittenAction::Reference(_) => true,
                WrittenAction::Action(action) => {
                    let kind = action.kind().and_then(|kind| kind.value);
                    kind == Some(ActionKind::Auto)
                }
            });
            if !all_auto {
                reader.b.error(
                    Problem::MissingField,
                    fields.node.span,
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
fn unsure_type(reader: &mut RulesetReader<'_>) -> StateType {
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
fn state_data(
    reader: &mut RulesetReader<'_>,
    fields: State<'_>,
    id: StateId,
    params: Vec<Item>,
) -> Vec<Option<NodeId>> {
    let mut values = Vec::new();
    for item in params {
        reader.b.hir.states[id.index()].data.push(item.def);
        values.push(None);
    }
    // Data that reads an earlier item of the same state must see its type.
    for written in fields.state_data() {
        let scope = Scope {
            state: Some(id),
            player: true,
            ..Scope::outside()
        };
        let single = OneOrList::<Data<'_>>::field(Some(written.node));
        for item in reader.items(single, &scope, false) {
            let data = &reader.b.hir.states[id.index()].data;
            let same = data.iter().position(|d| d.name == item.def.name);
            let has_value = written.value().is_some();
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
                        written.node.span,
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

pub(super) fn build_states(
    reader: &mut RulesetReader<'_>,
    declared: &[Declared<'_>],
    defined: &[Defined<'_>],
) {
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
        reader.b.hir.states[state.id.index()].players = seats::players(reader, state.fields, &scope);
        starter(reader, state, &scope);
        let actions = state.fields.actions();
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
        triggers::triggers(reader, state.fields.triggers(), Some(state.id));
        check_state(reader, state);
    }
}

fn starter(reader: &mut RulesetReader<'_>, state: &Declared<'_>, scope: &Scope) {
    let Some(node) = state.fields.state_type_param() else {
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
fn check_names(reader: &mut RulesetReader<'_>, state: &Declared<'_>) {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for action in state.fields.actions() {
        let WrittenAction::Action(action) = action else {
            continue;
        };
        let Some(name) = action.action_name().and_then(|name| name.value) else {
            continue;
        };
        if !seen.insert(name.as_str()) {
            let message = format!("there are two actions `{name}` in this state");
            let help = "give each a name of its own; the `label` is what players read".to_owned();
            reader.b.warn(Problem::SameName, name.span(), message, help);
        }
    }
}

fn check_state(reader: &mut RulesetReader<'_>, state: &Declared<'_>) {
    check_names(reader, state);
    if reader.b.hir.places.unsure.contains(&state.id) {
        return;
    }
    let def = &reader.b.hir.states[state.id.index()];
    if def.kind == StateType::Auto && !def.actions.is_empty() {
        let name = reader.b.hir.strings.get(def.name).to_owned();
        reader.b.error(
            Problem::ActionInAuto,
            state.fields.node.span,
            format!("seats can never act in `{name}`, which is `auto`"),
            "make it `round_robin`, `concurrent` or `grandstand`".to_owned(),
        );
    }
    let def = &reader.b.hir.states[state.id.index()];
    if def.sealed && def.kind != StateType::Concurrent {
        let sealed = state.fields.sealed();
        reader.b.error(
            Problem::NotAChoice,
            sealed.map_or(state.fields.node.span, |sealed| sealed.span()),
            "only choices that are made at the same time can be sealed",
            "make the state `concurrent`".to_owned(),
        );
    }
}

/// When rounds begin and end in a state.
fn rounds(written: Items<'_, RoundsAt>) -> Rounds {
    let has = |at| !written.is_given() || written.iter().any(|word| word == at);
    Rounds {
        entry: has(RoundsAt::Entry),
        turns: has(RoundsAt::Turns),
        counted: false,
    }
}

/// The parts of compound actions among the actions of a state: of which compound,
/// whether they finish it, and where that is written.
fn compound_parts<'n>(
    actions: Items<'n, WrittenAction<'n>>,
    defined: &[Defined<'n>],
) -> Vec<(&'n str, bool, Span)> {
    let part = |action: WrittenAction<'n>| {
        let action = written(action, defined)?;
        let compound = action.compound()?;
        let finishes = action.finishes().and_then(|finishes| finishes.value);
        Some((compound.as_str(), finishes.unwrap_or(false), compound.span()))
    };
    actions.iter().filter_map(part).collect()
}

/// An action where it is written: there, or among the defined actions.
fn written<'n>(action: WrittenAction<'n>, defined: &[Defined<'n>]) -> Option<Action<'n>> {
    let (name, own) = match action {
        WrittenAction::Reference(name) => (Some(name), None),
        WrittenAction::Action(action) => (action.action_ref(), Some(action)),
    };
    let found = name.and_then(|name| defined.iter().find(|d| *d.name == *name));
    found.map(|found| found.fields.action()).or(own)
}
