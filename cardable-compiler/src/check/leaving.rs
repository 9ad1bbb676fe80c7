//! States that are left as soon as they are entered, so that nobody is ever asked in them.

use super::Course;
use crate::hir::{Hir, NodeKind, Stmt};
use crate::text::diag::{Code as Problem, Diagnostics};
use cardable_engine::ids::{ActionId, StateId};
use cardable_engine::primitives::Ends;
use cardable_engine::program::StateType;

/// Warns of a state with actions of seats that an automatic action leaves on entry whatever holds.
pub(super) fn check(hir: &Hir, course: &Course, state: StateId, diags: &mut Diagnostics) {
    let def = &hir.states[state.index()];
    // While an automatic action asks, others may act.
    let unsure = [&hir.places.unsure, &course.asking];
    if def.kind == StateType::Auto
        || def.actions.is_empty()
        || unsure.iter().any(|states| states.contains(&state))
    {
        return;
    }
    let is_left = |id: &&ActionId| {
        let auto = &hir.actions[id.index()];
        let body = hir.body_of(auto);
        auto.on.entry && auto.condition.is_none() && body.is_some_and(|body| leaves(hir, &body.steps))
    };
    let Some(auto) = def.autos.iter().find(is_left) else {
        return;
    };
    let auto = hir.strings.get(hir.actions[auto.index()].name);
    let name = hir.strings.get(def.name);
    let (what, help) = match hir.head.in_phases {
        true => (
            "phase",
            "let an action end the game, or a phase of its own that is `automatic`".to_owned(),
        ),
        false => (
            "state",
            format!("give `{auto}` a condition, or write `\"on\": \"action\"` for it to wait for an action"),
        ),
    };
    diags.warning(
        Problem::NeverOffered,
        hir.places.spans[state.index()],
        format!(
            "`{auto}` leaves {what} `{name}` as soon as it is entered: nobody is ever offered its actions"
        ),
        help,
    );
}

fn leaves(hir: &Hir, steps: &[Stmt]) -> bool {
    steps.iter().any(|step| match step {
        Stmt::Transition { who, .. } => who.is_none(),
        Stmt::Pop { .. } => true,
        Stmt::Seal => false,
        Stmt::Do(node) => match &hir.tree.get(*node).kind {
            NodeKind::Call(primitive, _) => primitive.properties.ends == Ends::Game,
            _ => false,
        },
        Stmt::Group(body) => leaves(hir, body),
        Stmt::If { then, otherwise, .. } => leaves(hir, then) && leaves(hir, otherwise),
        Stmt::Set { .. } | Stmt::While { .. } | Stmt::EachSeat { .. } | Stmt::EachItem { .. } => false,
    })
}
