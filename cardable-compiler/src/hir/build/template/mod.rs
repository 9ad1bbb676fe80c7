//! Action templates: from what a seat touches or says, what must hold and what is
//! done then, to an ordinary action.

pub(crate) mod compound;
pub(crate) mod picks;
pub(crate) mod scopes;

use super::Builder;
use crate::hir::build::{flow, seal, shown};
use crate::hir::{ActionScope, LocalKind, NodeId, NodeKind, Query, Scope, Source, Stmt};
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::ids::{ActionId, StateId};
use cardable_engine::limits::MOST_DRAG_ZONES;
use cardable_engine::primitives::Form;
use cardable_engine::program::{
    ActionDef, ActionKind, By, Legal, MessageParam, PickDef, PickFrom, PickOnly, PickWhat, Sealing,
    StateType, Template, TemplateTest, Text, Triggers, TurnLength,
};
use cardable_engine::value::{Kind, Type, Value};

/// The most ways there may be to fill in a message's data.
const MOST_WAYS: u64 = 4_096;

/// Item of seats' data that tells in which compound action a seat is.
const COMPOUND: &str = "compound";

/// What names mean in the conditions of a template, and in its command.
#[derive(Clone, Debug)]
pub(crate) struct TemplateScopes {
    pub(crate) tests: Scope,
    pub(crate) body: Scope,
}

/// What sets a template off.
#[derive(Clone, Debug)]
pub(crate) enum GestureDraft {
    /// Things of these queries, which are alike in what they find, are tapped.
    Tap {
        queries: Vec<Query>,
        min: u16,
        max: u16,
    },
    /// A thing of one of the first queries is drawn to one of the others.
    Drag {
        from: Vec<Query>,
        to: Vec<Query>,
    },
    Message {
        name: String,
        params: Vec<ParamDraft>,
    },
}

/// An item of a message's data.
#[derive(Clone, Debug)]
pub(crate) struct ParamDraft {
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// A list of what it may be.
    pub(crate) domain: NodeId,
    /// How many entries that list has, where it is known.
    pub(crate) ways: u64,
    pub(crate) default: Option<Value>,
}

/// A condition and what is said when it does not hold.
#[derive(Clone, Debug)]
pub(crate) struct TestDraft {
    pub(crate) node: NodeId,
    pub(crate) message: Option<Text>,
}

/// A template whose parts are built.
#[derive(Debug)]
pub(crate) struct TemplateDraft<'a> {
    pub(crate) state: StateId,
    pub(crate) name: &'a str,
    pub(crate) label: &'a str,
    pub(crate) asked: GestureDraft,
    pub(crate) scopes: TemplateScopes,
    pub(crate) tests: Vec<TestDraft>,
    pub(crate) steps: Vec<Stmt>,
    pub(crate) message: Option<cardable_engine::program::Message>,
    /// Whether the choice is kept from others until all have chosen, in any state.
    pub(crate) sealed: bool,
    pub(crate) ends_turn: bool,
    pub(crate) on_timeout: bool,
    /// The compound action that it is part of, and whether it ends that.
    pub(crate) compound: Option<(&'a str, bool)>,
    pub(crate) span: Span,
}

/// Adds a template whose parts are built: its action, and how it is tried.
pub(crate) fn add_template(builder: &mut Builder, draft: TemplateDraft<'_>) -> ActionId {
    let TemplateDraft {
        state,
        name,
        label,
        asked,
        mut scopes,
        mut tests,
        mut steps,
        message,
        sealed,
        mut ends_turn,
        on_timeout,
        compound,
        span,
    } = draft;
    if let Some((compound, finishes)) = compound {
        let (test, set) = compound::in_compound(builder, &scopes.tests, compound, finishes, span);
        tests.insert(0, test);
        steps.splice(0..0, set);
        ends_turn |= finishes;
    } else if let Some(test) = compound::in_no_compound(builder, state, &scopes.tests, span) {
        tests.insert(0, test);
    }
    tests.retain(|t| !builder.is_broken(t.node));
    for test in &mut tests {
        test.node = shown::to_seat(builder, &scopes.tests, test.node, "a condition");
    }
    let things = scopes::thing_locals(&builder.hir, &scopes.tests);
    let (of_thing, of_seat): (Vec<TestDraft>, Vec<TestDraft>) = tests
        .iter()
        .cloned()
        .partition(|t| scopes::reads_any(&builder.hir, t.node, &things));
    let legal_message = of_thing.iter().find_map(|t| t.message.clone());
    let is_drag = matches!(asked, GestureDraft::Drag { .. });
    let mut of_thing: Vec<NodeId> = of_thing.into_iter().map(|t| t.node).collect();
    if is_drag {
        for node in &mut of_thing {
            *node = scopes::guarded(builder, &scopes.tests, *node, &things);
        }
    }
    let kept = kept_tests(builder, &scopes.tests, &tests, &things, is_drag);
    let condition = (!of_seat.is_empty()).then(|| {
        let nodes = of_seat.iter().map(|t| t.node).collect();
        let all = builder.all_of(nodes, span);
        builder.condition_code(&scopes.tests, all)
    });
    let condition_message = of_seat.iter().find_map(|t| t.message.clone());
    let (pick, by, query) = match asked {
        GestureDraft::Tap { queries, min, max } => {
            let (pick, query) = picks::tap_pick(builder, &scopes.tests, &queries, (min, max), of_thing, span);
            (Some(pick), By::Tap, Some(query))
        }
        GestureDraft::Drag { from, to } => {
            let (pick, query) = picks::drag_pick(builder, &scopes.tests, &from, &to, of_thing, span);
            (Some(pick), By::Drag, Some(query))
        }
        GestureDraft::Message { name, params } => {
            let pick = picks::message_pick(builder, &scopes.tests, &params, of_thing, span);
            let name = builder.intern(&name);
            let params = params
                .iter()
                .map(|p| MessageParam {
                    name: builder.intern(&p.name),
                    ty: p.ty,
                    default: p.default,
                })
                .collect();
            (pick, By::Message { name, params }, None)
        }
    };
    let pick = pick.map(|pick| PickDef {
        legal_message,
        ..pick
    });
    let sealed = sealed || builder.hir.states[state.index()].sealed;
    let (steps, sealing) = match sealed {
        true => seal::answers_first(builder, &mut scopes.body, steps, (name, span)),
        false => (steps, Sealing::Open),
    };
    let opens_with_prompt = flow::opens_with_prompt(&builder.hir, &steps, false);
    let body = builder.body_code(&scopes.body, steps);
    let (name, label) = (builder.intern(name), builder.intern(label));
    let kind = if pick.is_some() {
        ActionKind::WorldPick
    } else {
        ActionKind::Button
    };
    let id = builder.add_action(ActionDef {
        label,
        condition,
        condition_message,
        pick,
        message,
        opens_with_prompt,
        sealing,
        on_timeout,
        ends_turn,
        ..ActionDef::named(state, kind, name, body)
    });
    if compound.is_some() {
        builder.hir.templates.compound_parts.push(id);
    }
    builder.hir.templates.all.push(Template {
        action: id,
        by,
        query,
        tests: kept,
    });
    id
}

/// The tests one by one, for telling which of them does not hold.
fn kept_tests(
    builder: &mut Builder,
    scope: &Scope,
    tests: &[TestDraft],
    things: &[u16],
    is_drag: bool,
) -> Vec<TemplateTest> {
    let mut kept = Vec::new();
    for test in tests {
        let of_thing = scopes::reads_any(&builder.hir, test.node, things);
        let node = if is_drag && of_thing {
            scopes::guarded(builder, scope, test.node, things)
        } else {
            test.node
        };
        kept.push(TemplateTest {
            code: builder.condition_code(scope, node),
            reads_face: of_thing && !is_drag && builder.hir.reads_face(node),
            of_thing,
            message: test.message.clone(),
        });
    }
    kept
}
