//! States that are never reached or never left, and games that cannot end.

use super::Course;
use crate::hir::Hir;
use crate::text::diag::{Code as Problem, Diagnostics};
use cardable_engine::ids::StateId;

pub(super) fn check(
    hir: &Hir,
    course: &Course,
    reached: &[bool],
    unpopped: &[bool],
    diags: &mut Diagnostics,
) {
    let (state, transition, end_game) = if hir.head.in_phases {
        ("phase", "transition", "end_game()")
    } else {
        ("state", "`state_transition`", "end_game(winners)")
    };
    for (at, reached) in reached.iter().enumerate() {
        let span = hir.places.spans[at];
        let name = hir.strings.get(hir.states[at].name);
        if !reached {
            diags.warning(
                Problem::UnreachableState,
                span,
                format!("{state} `{name}` is never reached"),
                format!("lead to it by a {transition}, or take it out"),
            );
        } else if !hir.head.endless && !course.can_be_left(StateId(at as u16)) && !unpopped[at] {
            diags.warning(
                Problem::DeadEnd,
                span,
                format!("nobody can leave {state} `{name}`"),
                if hir.head.in_phases {
                    "give it a transition, or an action with `end_game()`"
                } else {
                    "give it an action with a `state_transition` or with `end_game`"
                },
            );
        }
    }
    let ends = course.ends_in.iter().any(|state| reached[state.index()]);
    // A script that cannot be read may end the game.
    if !ends && !hir.head.endless && !hir.scripts.is_unread {
        let why = match course.ends {
            true => "no action that the game can reach calls `end_game`",
            false => "no action calls `end_game`",
        };
        diags.warning(
            Problem::NeverEnds,
            hir.places.spans[0],
            format!("the game cannot end: {why}"),
            format!("call `{end_game}` where the game is decided"),
        );
    }
}
