//! Triggers that set themselves off again, without end.

use crate::hir::{Body, Hir, LocalKind, NodeId, NodeKind, Stmt};
use crate::text::diag::{Code as Problem, Diagnostics};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::{Ends, Form};
use cardable_engine::program::{About, Carried, Occasion, ReactionDef, Watched};

/// Warns of triggers without a condition whose steps certainly do what they wait for.
pub(super) fn check(hir: &Hir, diags: &mut Diagnostics) {
    let unconditional = hir.reactions.defs.all.iter().filter(|r| r.condition.is_none());
    for reaction in unconditional {
        let Some(body) = hir.tree.steps_of(reaction.body) else {
            continue;
        };
        if leaves(hir, &body.steps) {
            continue;
        }
        if let Some(span) = raised(hir, reaction, body, &body.steps) {
            diags.warning(
                Problem::SetsItselfOff,
                span,
                "this sets off the trigger in which it stands, again and again",
                "give the trigger a `condition` that ends it, or wait for something else",
            );
        }
    }
}

/// Whether steps may go elsewhere or end the game, so that what they set off no longer runs.
fn leaves(hir: &Hir, steps: &[Stmt]) -> bool {
    steps.iter().any(|step| match step {
        Stmt::Transition { .. } | Stmt::Pop { .. } => true,
        Stmt::Do(node) => match &hir.tree.get(*node).kind {
            NodeKind::Call(primitive, _) => primitive.properties.ends != Ends::Nothing,
            _ => false,
        },
        step => step.lists().iter().any(|list| leaves(hir, list)),
    })
}

/// Where steps do what a trigger waits for, whatever else is so.
fn raised(hir: &Hir, reaction: &ReactionDef, body: &Body, steps: &[Stmt]) -> Option<Span> {
    steps.iter().find_map(|step| match (step, &reaction.occasion) {
        (Stmt::Group(steps), _) => raised(hir, reaction, body, steps),
        (Stmt::Set { place, value, .. }, Occasion::Changed(item)) => {
            let is_it = watches(hir, reaction, body, *item, *place) && is_other(hir, *place, *value);
            is_it.then(|| hir.tree.get(*place).span)
        }
        (Stmt::Do(node), Occasion::Emitted(name)) => match &hir.tree.get(*node).kind {
            // What is emitted of a card is heard by some only.
            NodeKind::Call(callee, args) if *callee == *builtin!(emit) && reaction.carried.is_none() => {
                let emitted = args.first().and_then(|name| hir.const_text(*name));
                let is_it = emitted == Some(hir.strings.get(*name));
                is_it.then(|| hir.tree.get(*node).span)
            }
            _ => None,
        },
        _ => None,
    })
}

/// Whether a place is of the item that a trigger waits for.
fn watches(hir: &Hir, reaction: &ReactionDef, body: &Body, item: Watched, place: NodeId) -> bool {
    match (item, &hir.tree.get(place).kind) {
        (Watched::Global(item), NodeKind::Global(at)) => item == *at,
        (Watched::Seat(item), NodeKind::SeatData(_, at)) => item == *at,
        (Watched::Card(item), NodeKind::CardData(card, at)) => {
            item == *at && hears_of(hir, reaction.carried.as_ref(), body, *card)
        }
        (Watched::State(name), NodeKind::StateData(at)) => {
            let state = body.scope.state.and_then(|state| hir.states.get(state.index()));
            let item = state.and_then(|state| state.data.get(usize::from(*at)));
            item.is_some_and(|item| item.name == name)
        }
        _ => false,
    }
}

/// Whether a trigger reacts to what becomes of a card.
fn hears_of(hir: &Hir, carried: Option<&Carried>, body: &Body, card: NodeId) -> bool {
    let is_carrier = || match hir.tree.get(card).kind {
        NodeKind::Local(at) => {
            let local = body.scope.action.locals.get(usize::from(at));
            local.is_some_and(|local| local.kind == LocalKind::Given(ReactionDef::CARRIER))
        }
        _ => false,
    };
    match carried.map(|carried| carried.about) {
        None => true,
        Some(About::This) => is_carrier(),
        // Where the card no longer lies where it reacts, it is not known.
        Some(About::Any | About::Others) => false,
    }
}

/// Whether a value is another one than what lies in a place: that, and a number that is not 0.
fn is_other(hir: &Hir, place: NodeId, value: NodeId) -> bool {
    let NodeKind::Form(Form::Add | Form::Subtract, parts) = &hir.tree.get(value).kind else {
        return false;
    };
    let [old, by] = parts[..] else {
        return false;
    };
    let is_change = match hir.tree.get(by).kind {
        NodeKind::Const(by) => by.as_f64().is_some_and(|by| by != 0.0),
        _ => false,
    };
    is_change && hir.tree.alike(old, place)
}
