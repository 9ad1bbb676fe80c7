//! Whether turns that last until they are ended are ended anywhere, and whether play goes on when
//! every seat has acted.

use super::Course;
use crate::hir::{Hir, NodeId, NodeKind, Stmt, is_script};
use crate::text::diag::{Code as Problem, Diagnostics};
use cardable_engine::ids::StateId;
use cardable_engine::primitives::Ends;
use cardable_engine::program::{Actors, StateType, TurnLength};

/// What the steps of states do about turns.
#[derive(Debug, Default)]
pub(super) struct Turns {
    /// States whose steps end turns.
    ended_in: Vec<StateId>,
    /// Whether steps that stand in no state do.
    anywhere: bool,
    /// States with an action that leads on whatever holds.
    led_on: Vec<StateId>,
}

impl Turns {
    pub(super) fn of(hir: &Hir) -> Turns {
        let mut turns = Turns::default();
        for (_, body) in hir.tree.bodies() {
            let ends = body.steps.iter().any(|step| ends_turns(hir, step));
            turns.anywhere |= ends && body.scope.state.is_none();
            let Some(state) = body.scope.state else {
                continue;
            };
            if ends {
                turns.ended_in.push(state);
            }
            if body.steps.iter().any(|step| leads_on(hir, step)) {
                turns.led_on.push(state);
            }
        }
        turns
    }
}

fn leads_on(hir: &Hir, step: &Stmt) -> bool {
    match step {
        Stmt::Transition { .. } | Stmt::Pop { .. } => true,
        Stmt::Do(node) | Stmt::Set { value: node, .. } => may_end(hir, *node, Ends::Game),
        Stmt::Group(body) => body.iter().any(|step| leads_on(hir, step)),
        Stmt::If { .. } | Stmt::While { .. } | Stmt::EachSeat { .. } | Stmt::EachItem { .. } | Stmt::Seal => {
            false
        }
    }
}

fn ends_turns(hir: &Hir, step: &Stmt) -> bool {
    let any = |steps: &[Stmt]| steps.iter().any(|step| ends_turns(hir, step));
    match step {
        Stmt::Do(node) | Stmt::Set { value: node, .. } => may_end(hir, *node, Ends::Turn),
        Stmt::If { then, otherwise, .. } => any(then) || any(otherwise),
        Stmt::Group(body)
        | Stmt::While { body, .. }
        | Stmt::EachSeat { body, .. }
        | Stmt::EachItem { body, .. } => any(body),
        Stmt::Transition { .. } | Stmt::Pop { .. } | Stmt::Seal => false,
    }
}

/// Whether a call ends something; a function of the script may.
fn may_end(hir: &Hir, node: NodeId, what: Ends) -> bool {
    matches!(&hir.tree.get(node).kind, NodeKind::Call(primitive, _)
        if primitive.properties.ends == what || is_script(primitive))
}

/// Warns of turns that nothing ends, and of states in which everybody acts once and nothing happens then.
pub(super) fn check(hir: &Hir, course: &Course, turns: &Turns, state: StateId, diags: &mut Diagnostics) {
    let unsure = [
        &hir.places.unsure,
        &course.anywhere,
        &course.functions,
        &hir.templates.compound_states,
        &course.pops,
    ];
    let def = &hir.states[state.index()];
    if hir.head.endless
        || hir.head.seats.1 < 2
        || def.actions.is_empty()
        || unsure.iter().any(|states| states.contains(&state))
    {
        return;
    }
    let name = hir.strings.get(def.name);
    let span = hir.places.spans[state.index()];
    let acts = |test: &dyn Fn(&cardable_engine::program::ActionDef) -> bool| {
        def.actions.iter().any(|id| test(&hir.actions[id.index()]))
    };
    let leads_on = course
        .transitions
        .iter()
        .any(|transition| transition.from == state && transition.to != state);
    let held = !leads_on || hir.places.awaited.contains(&state);
    let ended = turns.anywhere || turns.ended_in.contains(&state) || acts(&|action| action.ends_turn);
    let takes_turns = matches!(def.kind, StateType::RoundRobin | StateType::Concurrent);
    if takes_turns && def.turn == TurnLength::UntilEndTurn && held && !ended {
        let (what, help) = match hir.head.in_phases {
            true => (
                "phase",
                "write `end_turn()` in the effect of an action, or give an `autoEndTurnCondition`",
            ),
            false => (
                "state",
                "end it by `end_turn()` or by `\"ends_turn\": true` in an action, or take `\"turn\"` out",
            ),
        };
        let so = match def.kind {
            StateType::RoundRobin => "only one seat ever acts there",
            _ => "no seat is ever done there",
        };
        diags.warning(
            Problem::TurnNeverEnds,
            span,
            format!("nothing ends a turn in {what} `{name}`: {so}"),
            help,
        );
    }
    let once = def.kind == StateType::Concurrent && def.turn == TurnLength::OneAction;
    if once
        && def.autos.is_empty()
        && def.votes.is_empty()
        && !acts(&|action| action.by != Actors::OnTurn)
        && !turns.led_on.contains(&state)
        && course.can_be_left(state)
    {
        diags.warning(
            Problem::DeadEnd,
            span,
            format!("when every seat has acted in state `{name}`, nothing leads on for sure"),
            "give it an `auto` action with the condition `active_players() == 0` and a `state_transition` or `end_game`",
        );
    }
}
