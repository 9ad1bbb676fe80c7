//! What is wrong with a ruleset as a whole: what no single place of it shows. Each check looks at what was read,
//! and at nothing else.

mod acting;
mod untyped_data;
mod circles;
mod constants;
mod course;
mod deals;
mod echoes;
mod ends;
mod leaving;
mod loops;
mod options;
mod requirements;
mod players;
mod pushes;
mod searches;
mod sizes;
mod teams;
mod turns;
mod undeclared;
mod unheard;
mod unseen;

pub(crate) use course::{Course, states_with_functions};
pub(crate) use sizes::{Excess, IN_PLACE, fits};

use crate::hir::Hir;
use crate::text::diag::Diagnostics;
use cardable_engine::ids::StateId;

/// Looks at the whole ruleset, once everything is declared.
pub(crate) fn all(hir: &mut Hir, course: &Course, diags: &mut Diagnostics) {
    untyped_data::resolve(hir, diags);
    acting::check(hir, diags);
    undeclared::check(hir, diags);
    requirements::check(hir, diags);
    unseen::check(hir, diags);
    unheard::check(hir, diags);
    echoes::check(hir, diags);
    teams::check(hir, diags);
    circles::check(hir, diags);
    constants::check(hir, diags);
    options::check(hir, diags);
    deals::check(hir, diags);
    if hir.states.is_empty() {
        return;
    }
    searches::check(hir, diags);
    let unpopped = pushes::check(hir, course, diags);
    let reached = course.reached_by(hir, StateId(0), |_| true);
    loops::check(hir, course, &reached, diags);
    let turns = turns::Turns::of(hir);
    for (at, reached) in reached.iter().enumerate() {
        if *reached {
            leaving::check(hir, course, StateId(at as u16), diags);
            turns::check(hir, course, &turns, StateId(at as u16), diags);
        }
    }
    ends::check(hir, course, &reached, &unpopped, diags);
    players::check(hir, course, diags);
}
