//! Defined actions and values of the ruleset that functions of its script call.

use super::Builder;
use crate::hir::{BodyOf, Hir, Lost, NodeKind, Piece, Stmt, is_script};
use cardable_engine::ids::StateId;
use cardable_engine::primitives::Own;
use cardable_engine::program::Code;
use cardable_engine::program::script::Routine;
use cardable_engine::script::RefusedDecl;
use cardable_engine::signature::Signature;

/// What was known of steps at a moment.
#[derive(Clone, Debug)]
pub(crate) struct StepsSoFar {
    pieces: usize,
    lost: Lost,
}

/// Whether the texts of the script have a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mention {
    Never,
    Somewhere,
}

/// Such an action or value as it is read.
#[derive(Clone, Debug)]
pub(crate) struct RoutineDraft {
    /// The primitive by which functions of the script call it.
    pub(crate) own: Own,
    /// Its steps, or what works it out, by the state in which that is done.
    pub(crate) codes: Vec<(StateId, Code)>,
    /// Of a value, the same as the acting seat reads it.
    pub(crate) seen: Vec<(StateId, Code)>,
    /// Why it cannot be called in some state.
    pub(crate) refused: Option<String>,
}

impl RoutineDraft {
    pub(crate) fn new(own: Own) -> RoutineDraft {
        RoutineDraft {
            own,
            codes: Vec::new(),
            seen: Vec::new(),
            refused: None,
        }
    }
}

/// Lets functions of the script call an action or a value, when that can be done in some state.
pub(crate) fn add_routine(builder: &mut Builder, draft: RoutineDraft) {
    match draft.refused {
        Some(why) if draft.codes.is_empty() => builder.hir.scripts.refused.push(RefusedDecl {
            name: draft.own.name,
            acts: draft.own.acts,
            why,
        }),
        _ => builder.hir.scripts.routines.push(Routine {
            primitive: Signature::from(draft.own).into(),
            codes: draft.codes,
            seen: draft.seen,
        }),
    }
}

/// What is known of steps before some of them are read.
pub(crate) fn steps_so_far(hir: &Hir) -> StepsSoFar {
    StepsSoFar {
        pieces: hir.tree.pieces.len(),
        lost: hir.places.lost.clone(),
    }
}

/// Says whose the steps are that were read since: those that are never done mean nothing.
pub(crate) fn give_steps(builder: &mut Builder, before: StepsSoFar, of: BodyOf) {
    for piece in builder.hir.tree.pieces.iter_mut().skip(before.pieces) {
        if let Piece::Steps(body) = piece {
            body.of = of;
        }
    }
    if matches!(of, BodyOf::Never | BodyOf::Nothing) {
        builder.hir.places.lost = before.lost;
    }
}

/// How the texts of the script name something; nothing where there is no script, where it
/// cannot be a name there, or where it is a function of theirs. What a fragment defines, `tricks.play`, is named where all
/// parts of its name are.
pub(crate) fn named_in_script(hir: &Hir, name: &str) -> Option<Mention> {
    let mut parts = name.split('.');
    let first = word_in_script(hir, parts.next()?)?;
    parts.try_fold(first, |mention, part| {
        Some(match word_in_script(hir, part)? {
            Mention::Somewhere => mention,
            Mention::Never => Mention::Never,
        })
    })
}

fn word_in_script(hir: &Hir, name: &str) -> Option<Mention> {
    let draft = hir.scripts.draft.as_ref()?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || !name.chars().all(is_name) {
        return None;
    }
    let mut mention = Mention::Never;
    for file in &draft.sources.files {
        for (at, _) in file.text.match_indices(name) {
            let before = file.text.get(..at).unwrap_or_default();
            let after = file.text.get(at + name.len()..).unwrap_or_default();
            if before.ends_with(is_name) || after.starts_with(is_name) {
                continue;
            }
            if before.trim_end().ends_with("function") {
                return None;
            }
            mention = Mention::Somewhere;
        }
    }
    Some(mention)
}

/// Whether steps can come to a question or push a state, or call a function that may.
pub(crate) fn waits(hir: &Hir, steps: &[Stmt]) -> bool {
    let mut stack = Vec::new();
    crate::hir::collect(steps, &mut stack);
    while let Some(id) = stack.pop() {
        let kind = &hir.tree.get(id).kind;
        let waits = match kind {
            NodeKind::Ask { .. } | NodeKind::Push(..) => true,
            NodeKind::Call(primitive, _) => is_script(primitive),
            _ => false,
        };
        if waits {
            return true;
        }
        crate::hir::children(kind, &mut stack);
    }
    false
}
