//! What triggers wait for and nothing does, what rules emit for triggers that are not there, and abilities that
//! nothing performs.

use crate::hir::{Hir, NodeKind};
use crate::text::diag::{Code as Problem, Diagnostics, suggestion_or};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::{CallKind, Signature};
use std::collections::BTreeSet;

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
    check_abilities(hir, diags);
    if !hir.places.turned_up.is_empty() && !may_turn_up(hir) {
        for span in &hir.places.turned_up {
            diags.warning(
                Problem::Unheard,
                *span,
                "nothing turns a card face up: the trigger never runs",
                "turn cards by `turn_face_up` or `flip_card`; for cards that are laid open as they move, wait for \
                 `moved_to`",
            );
        }
    }
}

/// Warns of abilities of cards that no rule performs, each once. What scripts perform is not known.
fn check_abilities(hir: &Hir, diags: &mut Diagnostics) {
    if hir.scripts.draft.is_some() || hir.scripts.is_unread || hir.head.lacks_rules {
        return;
    }
    let performed: BTreeSet<&str> = hir
        .tree
        .nodes
        .iter()
        .filter_map(|node| match node.kind {
            NodeKind::Perform(_, at) => hir.reactions.defs.abilities.get(usize::from(at)),
            _ => None,
        })
        .map(|ability| hir.strings.get(ability.name))
        .collect();
    let mut told = BTreeSet::new();
    let known: Vec<&str> = performed.iter().copied().collect();
    for ability in hir.cards.rules.iter().flat_map(|(_, rules)| &rules.abilities) {
        let name = &*ability.key;
        if performed.contains(name) || !told.insert(name) {
            continue;
        }
        let none = format!("call `perform(card, '{name}')` where it happens, or take the ability out");
        diags.warning(
            Problem::Unheard,
            ability.key_span,
            format!("no rule performs `{name}`: the ability never runs"),
            suggestion_or(name, &known, &none, |names| format!("rules perform {names}")),
        );
    }
}

/// Whether something may turn a card face up where it lies: a step, a script, or a program's own primitive.
fn may_turn_up(hir: &Hir) -> bool {
    let turns_up = |primitive: &Signature| primitive.properties.turns_up;
    let scripts = &hir.scripts;
    if scripts.is_unread || hir.head.lacks_rules {
        return true;
    }
    let by_script = scripts
        .draft
        .as_ref()
        .is_some_and(|draft| draft.mentions(turns_up));
    let by_step = |kind: &NodeKind| match kind {
        NodeKind::Call(primitive, _) => {
            turns_up(primitive) || (primitive.custom && primitive.kind == CallKind::Step)
        }
        _ => false,
    };
    by_script || hir.tree.nodes.iter().any(|node| by_step(&node.kind))
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
