//! What functions can reach: questions, caught errors, other states.

use crate::check::is_query;
use crate::methods::is_composed;
use crate::syntax::{Facts, Top};
use cardable_engine::primitives::{CallKind, Form, ParamType, Signature};
use cardable_engine::script::{Declarations, FunctionKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Whether a call of the primitive waits for a seat.
fn waits(primitive: &Signature) -> bool {
    matches!(
        primitive.kind,
        CallKind::Ask | CallKind::Form(Form::Ask | Form::Push | Form::PickDeck)
    )
}

/// Whether a script function implements the primitive.
fn is_own(names: &Declarations, primitive: &Signature) -> bool {
    let stands_for = |kind: &FunctionKind| match kind {
        FunctionKind::Primitive { name } => *name == primitive.name,
        FunctionKind::Action | FunctionKind::Value => false,
    };
    names.functions.iter().any(|function| stands_for(&function.kind))
}

#[derive(Debug, Default)]
struct Numbers<'a>(BTreeMap<&'a str, usize>);

impl<'a> Numbers<'a> {
    fn of(&mut self, name: &'a str) -> usize {
        let next = self.0.len();
        *self.0.entry(name).or_insert(next)
    }
}

/// The set of names that functions mention, as a bit set over numbered names.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    numbers: Arc<BTreeMap<String, usize>>,
    bits: Vec<u64>,
}

impl Names {
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.numbers.get(name).is_some_and(|at| is_set(&self.bits, *at))
    }
}

fn is_set(bits: &[u64], at: usize) -> bool {
    bits.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
}

/// Sets a bit. Returns whether it was unset.
fn set(bits: &mut [u64], at: usize) -> bool {
    match bits.get_mut(at / 64) {
        Some(word) => {
            let before = *word;
            *word |= 1 << (at % 64);
            *word != before
        }
        None => false,
    }
}

/// What a function can reach, judged by the names it mentions and the functions that those names can refer to.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    /// It can ask a question or push a state.
    pub(crate) waits: bool,
    pub(crate) catches: bool,
    /// It can end before it returns: by a question, a change of state, or the end of the game.
    pub(crate) leaves: bool,
    /// It needs no interrupts.
    pub(crate) bounded: bool,
    /// All names it mentions.
    pub(crate) names: Names,
}

/// Primitives that leave the running state.
const LEAVING: [&str; 2] = ["state_transition", "state_pop"];

const CATCHING: [&str; 2] = ["pcall", "xpcall"];

/// What each function of the ruleset can reach.
pub(crate) fn reach(names: &Declarations, files: &[Facts]) -> Vec<Reach> {
    let mut waiting: BTreeSet<&str> = BTreeSet::from(["ask"]);
    for decl in names.primitives.iter().filter(|d| waits(&d.primitive)) {
        waiting.insert(&*decl.primitive.name);
        waiting.extend(decl.primitive.aliases);
    }
    // What each top-level function mentions. Names outside of functions count for all of them.
    let mut numbers = Numbers::default();
    let mut mentions: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut outside: BTreeSet<usize> = BTreeSet::new();
    for facts in files {
        let mut tops: Vec<&Top> = facts.tops.iter().collect();
        tops.sort_by_key(|top| top.span.start);
        for (name, at) in &facts.mentions {
            let name = numbers.of(name);
            let next = tops.partition_point(|top| top.span.start <= *at);
            let last = next.checked_sub(1).and_then(|last| tops.get(last));
            match last.filter(|top| top.span.contains(at)) {
                Some(top) => mentions.entry(numbers.of(&top.name)).or_default().insert(name),
                None => outside.insert(name),
            };
        }
    }
    for function in &names.functions {
        if let FunctionKind::Primitive { name } = &function.kind
            && *name != function.function
        {
            let own = numbers.of(&function.function);
            mentions.entry(numbers.of(name)).or_default().insert(own);
        }
    }
    for function in &names.functions {
        numbers.of(&function.function);
    }
    let number_of = |name: &str| numbers.0.get(name).copied();
    let all_of =
        |names: &mut dyn Iterator<Item = &str>| -> Vec<usize> { names.filter_map(number_of).collect() };
    let waiting = all_of(&mut waiting.into_iter());
    let leaving = all_of(&mut LEAVING.into_iter());
    let catching = all_of(&mut CATCHING.into_iter());
    let plain = direct_primitives(names);
    // If a file can change, a name can refer to another function by the time it is called.
    let lasts = files.iter().all(|facts| facts.lasts);
    let bounded = |function: &str| {
        let calls = files.first().and_then(|facts| facts.bounded.get(function));
        lasts && calls.is_some_and(|calls| calls.iter().all(|name| plain.contains(name.as_str())))
    };
    let names_by_number: Arc<BTreeMap<String, usize>> = Arc::new(
        numbers
            .0
            .iter()
            .map(|(name, at)| ((*name).to_owned(), *at))
            .collect(),
    );
    let of = |function: &str| {
        let mut seen = vec![0u64; names_by_number.len().div_ceil(64)];
        let mut todo: Vec<usize> = outside.iter().copied().chain(number_of(function)).collect();
        todo.retain(|name| set(&mut seen, *name));
        while let Some(name) = todo.pop() {
            for next in mentions.get(&name).into_iter().flatten() {
                if set(&mut seen, *next) {
                    todo.push(*next);
                }
            }
        }
        let any = |wanted: &[usize]| wanted.iter().any(|name| is_set(&seen, *name));
        Reach {
            waits: any(&waiting),
            catches: any(&catching),
            leaves: any(&waiting) || any(&leaving),
            bounded: bounded(function),
            names: Names {
                numbers: Arc::clone(&names_by_number),
                bits: seen,
            },
        }
    };
    names
        .functions
        .iter()
        .map(|function| of(&function.function))
        .collect()
}

/// The names of primitives that are always a single host call. A question about each of several things is not:
/// it calls a function of the script for each, also under a synonym.
fn direct_primitives(names: &Declarations) -> BTreeSet<&str> {
    let composed = names.primitives.iter().map(|decl| &*decl.primitive);
    let composed = composed.filter(|p| is_query(p) || is_composed(p) || p.name == "select");
    let composed: BTreeSet<&str> = composed.flat_map(Signature::names).collect();
    let direct = names.primitives.iter().filter(|decl| {
        let takes_functions = |p: &Signature| p.params.iter().any(|p| p.ty == ParamType::Function);
        decl.callable && !is_own(names, &decl.primitive) && !takes_functions(&decl.primitive)
    });
    let direct = direct.flat_map(|decl| decl.primitive.names());
    direct.filter(|name| !composed.contains(name)).collect()
}
