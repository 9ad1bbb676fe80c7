//! Seats that are named twice where teams are formed, which could only fault.

use crate::hir::{Hir, NodeId, NodeKind};
use crate::text::diag::{Code as Problem, Diagnostics};
use cardable_engine::builtin;

pub(super) fn check(hir: &Hir, diags: &mut Diagnostics) {
    hir.each_value(|_, id| {
        let NodeKind::Call(callee, teams) = &hir.tree.get(id).kind else {
            return;
        };
        if *callee != *builtin!(set_teams) {
            return;
        }
        let mut named: Vec<NodeId> = Vec::new();
        for seat in teams.iter().flat_map(|team| seats_of(hir, team)) {
            if named.iter().any(|other| hir.tree.alike(*other, *seat)) {
                diags.error(
                    Problem::InTwoTeams,
                    hir.tree.get(*seat).span,
                    "this seat is named twice",
                    "name each seat once; the seats of a team stand in a list: `set_teams([$player, next_player()])`",
                );
                return;
            }
            named.push(*seat);
        }
    });
}

/// The seats that a parameter writes out; where it does not, what it is.
fn seats_of<'h>(hir: &'h Hir, team: &'h NodeId) -> &'h [NodeId] {
    match &hir.tree.get(*team).kind {
        NodeKind::List(seats) => seats,
        _ => std::slice::from_ref(team),
    }
}
