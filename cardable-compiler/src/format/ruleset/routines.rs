//! Defined actions whose steps are written in JSON, and defined values, as functions of the script call them: like
//! primitives, with their parameters.

use super::actions::Defined;
use super::data::suggested_type;
use super::definitions::{Definitions, ValueDefinition};
use super::fields::Defined as Fields;
use super::fragments::RULES;
use super::meaning;
use super::scripts;
use super::values::RulesetReader;
use crate::check::states_with_functions;
use crate::hir::build::{Mention, RoutineDraft, routine};
use crate::hir::{ActionScope, BodyOf, ByScript, LocalKind, NodeId, NodeKind, Scope, Stmt, is_script};
use crate::secrecy;
use cardable_engine::ids::StateId;
use cardable_engine::primitives::{Arity, Own, OwnParam, ParamType};
use cardable_engine::program::Code;
use cardable_engine::program::script::MOST_GIVEN;
use cardable_engine::value::Type;

struct Param<'n> {
    key: &'n str,
    ty: Type,
}

/// Builds the defined actions for every state in which functions act: `$state` is another one
/// in each. What the script does not mention counts for nothing but its names.
pub(super) fn routines(
    reader: &mut RulesetReader<'_>,
    defined: &[Defined<'_>],
    definitions: &Definitions<'_>,
) {
    let states = states_with_functions(&reader.b.hir);
    for action in defined {
        add_action(reader, action.name, action.fields, &states);
    }
    // Those of the ruleset itself were all among the ones before.
    for action in definitions.actions.iter().filter(|action| action.home != RULES) {
        let mut inner = reader.in_home(action.home);
        add_action(&mut inner, &action.name, action.fields, &states);
    }
    for value in &definitions.values {
        if let Some(mention) = routine::named_in_script(&reader.b.hir, &value.name) {
            let routine = value_routine(reader, value, mention);
            routine::add_routine(reader.b, routine);
        }
    }
}

fn add_action(reader: &mut RulesetReader<'_>, name: &str, fields: Fields<'_>, states: &[StateId]) {
    let Some(mention) = routine::named_in_script(&reader.b.hir, name) else {
        return;
    };
    let written = fields.action().primitives().is_given();
    let alone = fields.action().action_ref().is_none();
    if reader.b.is_taken(name) || !written || !alone {
        return;
    }
    let routine = routine(reader, name, fields, mention, states);
    routine::add_routine(reader.b, routine);
}

/// Builds a defined value for every state, since conditions that are functions may stand anywhere.
fn value_routine(
    reader: &mut RulesetReader<'_>,
    value: &ValueDefinition<'_>,
    mention: Mention,
) -> RoutineDraft {
    let params = value.signature.params.iter();
    let given = params.filter(|param| param.ty != ParamType::Value(Type::State));
    let own = Own {
        name: value.name.clone(),
        doc: value.signature.doc.to_string(),
        params: given
            .map(|param| OwnParam {
                name: param.name.to_string(),
                doc: String::new(),
                ty: param.ty,
                arity: param.arity,
            })
            .collect(),
        result: value.signature.result,
        acts: false,
    };
    let mut draft = RoutineDraft::new(own);
    if draft.own.params.len() > MOST_GIVEN {
        draft.refused = Some(format!("it has more than {MOST_GIVEN} parameters"));
        return draft;
    }
    let at = reader.b.hir.scripts.routines.len();
    let all: Vec<StateId> = (0..reader.b.hir.states.len() as u16).map(StateId).collect();
    for (number, &state) in all.iter().enumerate() {
        let mut scope = Scope {
            state: Some(state),
            player: true,
            ..Scope::outside()
        };
        let node = match meaning::read_alone(reader, value, &mut scope) {
            Ok(node) if reader.b.hir.tree.any(node, calls_script) => {
                draft.refused = Some("it calls a function of the script".to_owned());
                break;
            }
            Ok(node) => node,
            Err(why) => {
                draft.refused = draft.refused.or(Some(why));
                continue;
            }
        };
        let ty = reader.b.get(node).ty;
        if draft.own.result == Type::ANY && !matches!(ty, Type::Nothing | Type::State) {
            draft.own.result = ty;
        }
        let code = reader.b.value_code(&scope, node);
        let of_state = |kind: &NodeKind| matches!(kind, NodeKind::State | NodeKind::StateData(_));
        let rest = match reader.b.hir.tree.any(node, of_state) {
            true => &all[number..=number],
            false => &all[number..],
        };
        let seen = as_seat_reads(reader, (at, rest), &scope, node);
        draft.codes.extend(rest.iter().map(|state| (*state, code)));
        draft.seen.extend(rest.iter().map(|state| (*state, seen)));
        if rest.len() > 1 {
            break;
        }
    }
    if mention == Mention::Somewhere && !draft.codes.is_empty() {
        reader.meaning.defined.use_name(&value.name);
    }
    draft
}

fn calls_script(kind: &NodeKind) -> bool {
    matches!(kind, NodeKind::Call(primitive, _) if is_script(primitive))
}

/// The code of a value as the acting seat reads it; guards come when everything is read.
fn as_seat_reads(
    reader: &mut RulesetReader<'_>,
    (routine, states): (usize, &[StateId]),
    scope: &Scope,
    written: NodeId,
) -> Code {
    let node = reader.b.get(written).clone();
    let read = reader.b.node(node.kind, node.ty, node.span);
    reader.b.hir.sight.by_scripts.push(ByScript {
        routine,
        states: states.to_vec(),
        scope: scope.clone(),
        written,
        read,
    });
    reader.b.value_code(scope, read)
}

fn routine(
    reader: &mut RulesetReader<'_>,
    name: &str,
    fields: Fields<'_>,
    mention: Mention,
    states: &[StateId],
) -> RoutineDraft {
    let declared = fields.ref_params();
    let params = declared.iter().filter_map(|param| {
        let ty = param.kind();
        let known = ty.and_then(|ty| Type::named(&ty));
        Some(Param {
            key: param.key()?.value?.as_str(),
            ty: known.or(ty.and_then(suggested_type)).unwrap_or(Type::ANY),
        })
    });
    let params: Vec<Param<'_>> = params.collect();
    // The running state is there without being handed over.
    let given = params.iter().filter(|param| param.ty != Type::State);
    let own = given.map(|param| OwnParam {
        name: param.key.to_owned(),
        doc: String::new(),
        ty: ParamType::Value(param.ty),
        arity: Arity::Required,
    });
    let own = Own {
        name: name.to_owned(),
        doc: "A defined action of the ruleset: does its steps.".to_owned(),
        params: own.collect(),
        result: Type::Nothing,
        acts: true,
    };
    let mut draft = RoutineDraft::new(own);
    if draft.own.params.len() > MOST_GIVEN {
        draft.refused = Some(format!("it has more than {MOST_GIVEN} parameters"));
        return draft;
    }
    for &state in states {
        // What cannot be done in one state may well be meant for another.
        let told = std::mem::take(&mut reader.b.diags);
        let before = routine::steps_so_far(&reader.b.hir);
        let code = routine_in(reader, state, fields, &params);
        let said = std::mem::replace(&mut reader.b.diags, told);
        let done = code.is_ok() && !said.has_errors();
        let counts = mention == Mention::Somewhere;
        routine::give_steps(
            reader.b,
            before,
            if done && counts {
                BodyOf::Routine
            } else {
                BodyOf::Nothing
            },
        );
        match code {
            Ok(code) if done => {
                if counts {
                    reader.b.diags.append(said);
                }
                draft.codes.push((state, code));
            }
            Ok(_) => {
                let first = said.sorted().first().map(|problem| problem.message.clone());
                draft.refused = draft.refused.or(first);
            }
            Err(why) => draft.refused = Some(why.to_owned()),
        }
    }
    draft
}

fn routine_in(
    reader: &mut RulesetReader<'_>,
    state: StateId,
    fields: Fields<'_>,
    params: &[Param<'_>],
) -> Result<Code, &'static str> {
    let mut scope = Scope {
        state: Some(state),
        player: true,
        action: ActionScope::default(),
        ..Scope::outside()
    };
    let action = fields.action();
    let span = action.node.span;
    scope.reveals = action.reveals() == Some(true);
    let mut given = 0;
    for param in params {
        let kind = if param.ty == Type::State {
            LocalKind::Param(reader.b.node(NodeKind::State, Type::State, span))
        } else {
            given += 1;
            LocalKind::Given(given - 1)
        };
        scope.action.add(param.key, param.ty, kind);
    }
    reader.action_data(action.action_data(), &mut scope, span);
    let condition = action.condition();
    let condition = condition.map(|condition| (reader.condition(&scope, condition), condition.span));
    let mut steps = scripts::body(reader, &mut scope, action);
    if let Some((condition, span)) = condition {
        let then = std::mem::take(&mut steps);
        steps.push(Stmt::If {
            condition,
            then,
            otherwise: Vec::new(),
            span,
        });
    }
    if routine::waits(&reader.b.hir, &steps) {
        return Err("it asks something, pushes a state, or calls a function of the script");
    }
    secrecy::steps::check_steps(reader.b, &scope, &steps, None);
    Ok(reader.b.body_code(&scope, steps))
}
