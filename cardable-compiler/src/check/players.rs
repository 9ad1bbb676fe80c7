//! `$player` in automatic actions where no seat's action can have led.

use super::Course;
use crate::hir::{Hir, NodeKind};
use crate::text::diag::{Code as Problem, Diagnostics};
use cardable_engine::program::StateType;

pub(super) fn check(hir: &Hir, course: &Course, diags: &mut Diagnostics) {
    // Of a state whose type nobody knows it was told.
    let is_unsure = |at: usize| hir.places.unsure.iter().any(|state| state.index() == at);
    let is_of_seats = |kind| matches!(kind, StateType::RoundRobin | StateType::Grandstand);
    let seated = |at: usize| is_of_seats(hir.states[at].kind) || is_unsure(at);
    let mut led: Vec<bool> = (0..hir.states.len()).map(seated).collect();
    loop {
        let mut changed = false;
        for transition in &course.transitions {
            if (transition.by_seat || led[transition.from.index()]) && !led[transition.to.index()] {
                led[transition.to.index()] = true;
                changed = true;
            }
        }
        for from in &course.anywhere {
            if led[from.index()] || seated(from.index()) {
                changed |= led.iter().any(|l| !l);
                led.iter_mut().for_each(|l| *l = true);
            }
        }
        if !changed {
            break;
        }
    }
    hir.each_value(|place, id| {
        let node = hir.tree.get(id);
        let unled = |state: cardable_engine::ids::StateId| !led[state.index()];
        if node.kind == NodeKind::Player && !place.player && place.state.is_some_and(unled) {
            diags.error(
                Problem::NoPlayer,
                node.span,
                "`$player` is nobody here: no seat's action leads to this state",
                "name the seats, such as `all`, or read it from data",
            );
        }
    });
}
