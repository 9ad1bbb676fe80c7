//! What a seat reads may depend only on what it may see: a walk over all that was read, which puts guards before
//! what only play shows to be seen.

mod backs;
pub(crate) mod domains;
mod ends;
mod faces;
mod guard;
mod hiding;
mod marked;
mod read;
mod reading;
pub(crate) mod scripts;
pub(crate) mod steps;

use crate::hir::build::Builder;
use crate::hir::{BodyOf, Bound, ByScript, Hir, NodeId, Piece, Scope, Shown};
use crate::text::diag::Code as Problem;
use cardable_engine::program::PickDef;
use read::{check_read, faces_to_see};
use reading::Reading;

/// Guards all that seats read, and looks for hidden values in what the steps of actions ask and say.
///
/// A value that depends on what is always hidden is an error, which is told once. Where only play can tell
/// whether its reader sees a face, it is guarded: where he does not see it, a condition does not hold, and
/// another value is nothing.
pub(crate) fn guard(builder: &mut Builder) {
    for shown in std::mem::take(&mut builder.hir.sight.shown) {
        guard_shown(builder, &shown);
    }
    for bound in std::mem::take(&mut builder.hir.sight.bounds) {
        guard_bound(builder, &bound);
    }
    for value in std::mem::take(&mut builder.hir.sight.by_scripts) {
        guard_by_script(builder, &value);
    }
    guard_steps(builder);
    ends::check(builder);
}

/// Puts what is worked out as far as its reader sees into the place of what he reads.
fn guard_shown(builder: &mut Builder, shown: &Shown) {
    let reading = Reading::of(&shown.scope)
        .by(shown.eyes)
        .of_picked(shown.picks_by_back);
    let guarded = check_read(builder, &reading, shown.written, shown.things, &shown.what);
    builder.hir.tree.nodes[shown.read.0 as usize] = builder.get(guarded).clone();
    if !shown.scope.reveals {
        // What was copied may itself be a call of a function.
        scripts::guard_scripts(builder, shown.read, &shown.what);
    }
}

/// Lets conditions that are functions read a defined value as far as the seat sees: not at all where that depends on what is
/// always hidden, which they are told when they ask for it. Nobody sees what their arguments are.
fn guard_by_script(builder: &mut Builder, value: &ByScript) {
    let reading = Reading::of(&value.scope).in_steps(&[]);
    if let Some(secret) = steps::secret_in(&builder.hir, &reading, value.written, false)
        && let Some(routine) = builder.hir.scripts.routines.get(value.routine)
    {
        let name = routine.primitive.name.to_string();
        builder.hir.scripts.secrets.push((name, secret));
    }
    match guard::as_far_as_seen(builder, &reading, value.written, false) {
        Ok(guarded) => builder.hir.tree.nodes[value.read.0 as usize] = builder.get(guarded).clone(),
        Err(_) => {
            if let Some(routine) = builder.hir.scripts.routines.get_mut(value.routine) {
                routine.seen.retain(|(state, _)| !value.states.contains(state));
            }
        }
    }
}

/// Offers an action only where the faces are seen that bound what may be chosen.
fn guard_bound(builder: &mut Builder, bound: &Bound) {
    let reading = Reading::of(&bound.scope);
    let Some(faces) = faces_to_see(builder, &reading, bound.node, "how many are picked") else {
        return;
    };
    if faces.is_empty() {
        return;
    }
    let span = builder.get(bound.node).span;
    let sights = guard::sights(builder, &reading, faces);
    let seen = builder.all_of(sights, span);
    let Some(action) = builder.hir.actions.get(usize::from(bound.action.0)) else {
        return;
    };
    let condition = action.condition.map(|code| code.start as usize);
    let Some(condition) = condition else {
        let code = builder.condition_code(&bound.scope, seen);
        builder.hir.actions[usize::from(bound.action.0)].condition = Some(code);
        return;
    };
    let Some(Piece::Value(root)) = builder.hir.tree.pieces.get(condition) else {
        return;
    };
    let all = builder.all_of(vec![seen, root.node], span);
    if let Some(Piece::Value(root)) = builder.hir.tree.pieces.get_mut(condition) {
        root.node = all;
    }
}

/// Looks for hidden values in what actions ask and say. For functions of the script this is done for each
/// state while they are read: those that show something cannot be called.
fn guard_steps(builder: &mut Builder) {
    let pieces = std::mem::take(&mut builder.hir.tree.pieces);
    let picks: Vec<(u32, PickDef)> = builder
        .hir
        .actions
        .iter()
        .filter_map(|action| Some((action.body.start, action.pick.clone()?)))
        .collect();
    for (at, piece) in (0..).zip(&pieces) {
        if let Piece::Steps(body) = piece
            && matches!(body.of, BodyOf::Action | BodyOf::Never)
        {
            let pick = picks.iter().find(|(body, _)| *body == at).map(|(_, pick)| pick);
            steps::check_steps(builder, &body.scope, &body.steps, pick);
        }
    }
    builder.hir.tree.pieces = pieces;
}

/// Says that the conditions of a blind pick read faces: no choice could meet them.
pub(crate) fn check_blind(builder: &mut Builder, scope: &Scope, condition: NodeId, what: &str) {
    if scope.reveals || !builder.hir.reads_face_of_picked(scope, condition) {
        return;
    }
    let span = builder.get(condition).span;
    builder.error(
        Problem::BlindFaces,
        span,
        format!("{what} depends on the faces of a blind pick, which are not seen: it never holds"),
        "let the seat see what it picks, ask for something else than faces, or write `\"reveals\": true` beside it"
            .to_owned(),
    );
}

/// Whether a value is worked out from anything that is hidden from somebody.
pub(crate) fn any_secret(hir: &Hir, scope: &Scope, node: NodeId) -> bool {
    steps::secret_in(hir, &Reading::of(scope), node, false).is_some()
}
