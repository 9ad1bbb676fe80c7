//! States that run by themselves and lead to each other and to nothing else: whoever comes there never decides
//! anything again.

use super::Course;
use crate::hir::Hir;
use crate::text::diag::{Code as Problem, Diagnostics, Listed, listed};
use cardable_engine::ids::StateId;
use cardable_engine::program::StateType;

pub(super) fn check(hir: &Hir, course: &Course, reached: &[bool], diags: &mut Diagnostics) {
    let mut told = vec![false; hir.states.len()];
    for at in 0..hir.states.len() {
        if !reached[at] || told[at] {
            continue;
        }
        let next = course
            .transitions
            .iter()
            .filter(|transition| transition.from.index() == at);
        let mut round = vec![false; hir.states.len()];
        for transition in next {
            let after = course.reached_by(hir, transition.to, |_| true);
            round
                .iter_mut()
                .zip(after)
                .for_each(|(in_it, after)| *in_it |= after);
        }
        let states = (0..hir.states.len()).filter(|at| round[*at]);
        let states: Vec<StateId> = states.map(|at| StateId(at as u16)).collect();
        if !round[at] || !states.iter().all(|state| runs(hir, course, *state)) {
            continue;
        }
        told.iter_mut()
            .zip(&round)
            .for_each(|(told, in_it)| *told |= in_it);
        let names = hir.names_of(states.iter().map(|state| hir.states[state.index()].name));
        let message = match listed(names) {
            None => continue,
            Some(Listed::One(only)) => format!(
                "{only} runs by itself and leads to nothing but itself: the game goes round there without end"
            ),
            Some(Listed::Several(names) | Listed::First(names)) => format!(
                "{names} run by themselves and lead to nothing but each other: the game goes round there without end"
            ),
        };
        diags.warning(
            Problem::DeadEnd,
            hir.places.spans[at],
            message,
            "let one of them lead to a state in which a seat acts, or end the game",
        );
    }
}

/// Whether a state surely runs by itself, and goes on to one that is known.
fn runs(hir: &Hir, course: &Course, state: StateId) -> bool {
    let others = [
        &course.anywhere,
        &course.pops,
        &course.ends_in,
        &course.functions,
        &course.asking,
        &hir.places.unsure,
    ];
    hir.states[state.index()].kind == StateType::Auto && others.iter().all(|others| !others.contains(&state))
}
