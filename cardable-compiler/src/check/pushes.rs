//! States that are laid over others and cannot be taken away again.

use super::Course;
use crate::hir::Hir;
use crate::text::diag::{Code as Problem, Diagnostics};
use cardable_engine::ids::StateId;

/// Warns of them, and tells which states they are.
pub(super) fn check(hir: &Hir, course: &Course, diags: &mut Diagnostics) -> Vec<bool> {
    let mut unpopped = vec![false; hir.states.len()];
    for (transition, span) in &course.pushes {
        let pushed = course.transitions[*transition].to;
        let is_push = |at: usize| course.pushes.iter().any(|(transition, _)| *transition == at);
        let goes_on = course.reached_by(hir, pushed, |at| !is_push(at));
        let ends = |state: &StateId| {
            course.pops.contains(state) || course.ends_in.contains(state) || course.anywhere.contains(state)
        };
        let states = (0..hir.states.len()).map(|at| StateId(at as u16));
        if states
            .zip(goes_on)
            .any(|(state, reached)| reached && ends(&state))
        {
            continue;
        }
        unpopped[pushed.index()] = true;
        let name = hir.strings.get(hir.states[pushed.index()].name);
        diags.warning(
            Problem::NeverPopped,
            *span,
            format!("`{name}` is pushed, and nothing there leads to a `state_pop`"),
            "end it by `state_pop(value)`, or go there by `state_transition` instead",
        );
    }
    unpopped
}
