//! What functions may come to: questions, caught errors, another state.

use crate::syntax::Facts;
use cardable_core::primitives::{Body, Form, Primitive};
use cardable_core::script::{Declarations, FunctionKind};
use std::collections::{BTreeMap, BTreeSet};

/// Whether a call of it waits for somebody.
fn waits(primitive: &Primitive) -> bool {
    matches!(
        primitive.body,
        Body::Ask(_) | Body::Form(Form::Ask | Form::Push | Form::PickDeck)
    )
}

/// Whether a function of the script stands for it.
fn is_own(names: &Declarations, primitive: &Primitive) -> bool {
    let stands_for = |kind: &FunctionKind| match kind {
        FunctionKind::Primitive { name } => name == primitive.name,
        FunctionKind::Action | FunctionKind::Value => false,
    };
    names.functions.iter().any(|function| stands_for(&function.kind))
}

/// What functions may come to, by the names that they mention, and the functions that those names may
/// mean.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    /// A question, or a pushed state.
    pub(crate) waits: bool,
    /// Catching an error.
    pub(crate) catches: bool,
    /// Ending before it returns: a question, another state, the end.
    pub(crate) leaves: bool,
    /// Nothing that would have to be watched.
    pub(crate) straight: bool,
    /// All names that it mentions.
    pub(crate) names: BTreeSet<String>,
}

/// What leaves the running state.
const LEAVING: [&str; 2] = ["state_transition", "state_pop"];

/// What each function of the ruleset may come to.
pub(crate) fn reach(names: &Declarations, files: &[Facts]) -> Vec<Reach> {
    let mut waiting: BTreeSet<&str> = BTreeSet::from(["ask"]);
    for decl in names.primitives.iter().filter(|d| waits(d.primitive)) {
        waiting.insert(decl.primitive.name);
        waiting.extend(decl.primitive.aliases);
    }
    // What each function at the top mentions; what stands outside of them counts for all.
    let mut mentions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut outside: BTreeSet<&str> = BTreeSet::new();
    for facts in files {
        for (name, at) in &facts.mentions {
            match facts.tops.iter().find(|t| t.span.contains(at)) {
                Some(top) => mentions.entry(&top.name).or_default().insert(name),
                None => outside.insert(name),
            };
        }
    }
    for function in &names.functions {
        if let FunctionKind::Primitive { name } = &function.kind
            && *name != function.function
        {
            mentions.entry(name).or_default().insert(&function.function);
        }
    }
    let plain: BTreeSet<&str> = names
        .primitives
        .iter()
        .filter(|decl| decl.callable && !is_own(names, decl.primitive))
        .flat_map(|decl| {
            decl.primitive
                .aliases
                .iter()
                .chain([&decl.primitive.name])
                .copied()
        })
        .collect();
    // What could change may be something else when it is called.
    let lasts = files.iter().all(|facts| facts.lasts);
    let straight = |function: &str| {
        let calls = files.first().and_then(|facts| facts.straight.get(function));
        lasts && calls.is_some_and(|calls| calls.iter().all(|name| plain.contains(name.as_str())))
    };
    let of = |function: &str| {
        let mut seen: BTreeSet<&str> = outside.iter().copied().chain([function]).collect();
        let mut todo: Vec<&str> = seen.iter().copied().collect();
        while let Some(name) = todo.pop() {
            for next in mentions.get(name).into_iter().flatten() {
                if seen.insert(next) {
                    todo.push(next);
                }
            }
        }
        Reach {
            waits: !seen.is_disjoint(&waiting),
            catches: seen.contains("pcall") || seen.contains("xpcall"),
            leaves: !seen.is_disjoint(&waiting) || !seen.is_disjoint(&LEAVING.into()),
            straight: straight(function),
            names: seen.into_iter().map(str::to_owned).collect(),
        }
    };
    names
        .functions
        .iter()
        .map(|function| of(&function.function))
        .collect()
}
