//! Names by which rules tell triggers of something, where the other side is missing.

use crate::hir::{Hir, NodeKind};
use crate::text::diag::{Code as Problem, Diagnostics, suggestion_or};
use crate::text::source::Span;
use cardable_engine::builtin;

/// Warns of what is emitted and no trigger waits for, and of triggers that wait for what nothing emits. What scripts do is not
/// known, so beside one only the former is looked for.
pub(super) fn check(hir: &Hir, diags: &mut Diagnostics) {
    let heard: Vec<(&str, Span)> = hir
        .places
        .heard
        .iter()
        .map(|(name, span)| (hir.strings.get(*name), *span))
        .collect();
    let emitted: Vec<(&str, Span)> = hir
        .tree
        .nodes
        .iter()
        .filter_map(|node| match &node.kind {
            NodeKind::Call(callee, args) if *callee == *builtin!(emit) => args.first(),
            _ => None,
        })
        .filter_map(|name| Some((hir.const_text(*name)?, hir.tree.get(*name).span)))
        .collect();
    let mut tell =
        |side: &[(&str, Span)], other: &[(&str, Span)], says: fn(&str) -> String, have: &str, none: &str| {
            for (name, span) in lacking(side, other) {
                diags.warning(
                    Problem::Unheard,
                    span,
                    says(name),
                    help_for(name, other, have, none),
                );
            }
        };
    tell(
        &emitted,
        &heard,
        |name| format!("no trigger waits for `{name}`"),
        "triggers wait for",
        "add a trigger `\"on\": { \"emitted\": \u{2026} }`, or take it out",
    );
    if hir.scripts.draft.is_none() && !hir.scripts.is_unread {
        tell(
            &heard,
            &emitted,
            |name| format!("nothing emits `{name}`: the trigger never runs"),
            "rules emit",
            "call `emit` where it happens, or take the trigger out",
        );
    }
}

/// Those names that the other side does not have.
fn lacking<'a>(names: &[(&'a str, Span)], others: &[(&str, Span)]) -> Vec<(&'a str, Span)> {
    let is_there = |name: &str| others.iter().any(|(other, _)| *other == name);
    names
        .iter()
        .filter(|(name, _)| !is_there(name))
        .copied()
        .collect()
}

fn help_for(name: &str, known: &[(&str, Span)], have: &str, none: &str) -> String {
    let mut known: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    known.sort_unstable();
    known.dedup();
    suggestion_or(name, &known, none, |names| format!("{have} {names}"))
}
