//! Defined actions whose steps are written in JSON, as functions of the script call them: like
//! primitives, with their parameters.

use super::actions::Defined;
use super::data::suggested_type;
use super::fields::Defined as Fields;
use super::scripts;
use super::values::RulesetReader;
use crate::check::states_with_functions;
use crate::hir::build::{Mention, RoutineDraft, routine};
use crate::hir::{ActionScope, BodyOf, LocalKind, NodeKind, Scope, Stmt};
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
pub(super) fn routines(reader: &mut RulesetReader<'_>, defined: &[Defined<'_>]) {
    let states = states_with_functions(&reader.b.hir);
    for action in defined {
        let Some(mention) = routine::named_in_script(&reader.b.hir, action.name) else {
            continue;
        };
        if reader.b.is_taken(action.name) {
            continue;
        }
        let written = action.fields.action().primitives().is_given();
        let alone = action.fields.action().action_ref().is_none();
        if !written || !alone {
            continue;
        }
        let routine = routine(reader, *action, mention, &states);
        routine::add_routine(reader.b, routine);
    }
}

fn routine(
    reader: &mut RulesetReader<'_>,
    action: Defined<'_>,
    mention: Mention,
    states: &[StateId],
) -> RoutineDraft {
    let declared = action.fields.ref_params();
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
        name: action.name.to_owned(),
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
        let code = routine_in(reader, state, action.fields, &params);
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
