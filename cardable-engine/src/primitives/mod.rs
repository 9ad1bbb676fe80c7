//! The smallest steps and questions that rules are made of.
//!
//! One declaration is one primitive: from it come the JSON endpoint, the
//! function of expressions, the check of its parameters, its entry in the
//! schema, its page in the manual, and its test.

pub(crate) mod declaration;
mod macros;
mod among;
mod args;
mod param_types;
mod fitting;

mod arithmetic;
mod card_lists;
mod cards;
mod current;
mod data;
mod decks;
mod facing;
mod flow;
mod forgiving;
mod gathering;
mod hands;
mod hints;
mod lists;
mod logic;
mod manual;
mod melds;
mod moves;
mod acting;
mod custom;
mod own;
mod prompts;
mod queries;
mod random;
mod results;
mod scoring;
mod seats;
mod table_tricks;
mod teams;
mod texts;
mod totals;
mod tricks;
mod turns;
mod using;
mod zones;

pub use crate::play::cards::End;
pub use crate::program::Facing;
use crate::program::Program;
pub use crate::program::argument::{Argument, Face};
use crate::ruleset::Ruleset;
pub use crate::signature::{
    Arity, Asks, CallKind, Callee, Ends, Example, Family, Fold, Form, Gives, IN_PLACE, Idle, Instruction,
    Lack, Moves, Param, ParamType, Properties, Query, Reads, Requirement, Signature, Tells, Uses, WORDS,
    parameters_wanted,
};
use crate::vm::engine::{Function, Functions};
pub use crate::world::scene::Question;
pub use args::MAX_COUNT;
pub use custom::FUNCTION;
pub use declaration::{Builtin, Primitive};
pub use manual::{manual, manual_of};
pub use own::{Own, OwnParam};
use std::borrow::Cow;

/// All primitives, in the order of the manual.
pub static ALL: &[&[Builtin]] = &[
    flow::PRIMITIVES,
    turns::PRIMITIVES,
    current::PRIMITIVES,
    data::PRIMITIVES,
    moves::PRIMITIVES,
    forgiving::PRIMITIVES,
    gathering::PRIMITIVES,
    facing::PRIMITIVES,
    zones::PRIMITIVES,
    using::PRIMITIVES,
    hints::PRIMITIVES,
    cards::PRIMITIVES,
    decks::PRIMITIVES,
    seats::PRIMITIVES,
    teams::PRIMITIVES,
    prompts::PRIMITIVES,
    logic::PRIMITIVES,
    arithmetic::PRIMITIVES,
    texts::PRIMITIVES,
    lists::PRIMITIVES,
    card_lists::PRIMITIVES,
    totals::PRIMITIVES,
    melds::PRIMITIVES,
    hands::PRIMITIVES,
    queries::PRIMITIVES,
    random::PRIMITIVES,
    tricks::PRIMITIVES,
    table_tricks::PRIMITIVES,
    scoring::PRIMITIVES,
    results::PRIMITIVES,
];

/// Every primitive, those that are internal too.
fn declared() -> impl Iterator<Item = &'static Signature> {
    ALL.iter()
        .flat_map(|family| family.iter())
        .map(|primitive| &primitive.signature)
}

/// The primitives that authors call, in the order of the manual.
///
/// ```
/// let names: Vec<&str> = cardable_core::primitives::all().map(|primitive| &*primitive.name).collect();
/// assert!(names.contains(&"draw_card"));
/// ```
pub fn all() -> impl Iterator<Item = &'static Signature> {
    declared().filter(|primitive| !primitive.internal)
}

/// The primitives that only the compiler calls. They have no page in the manual and no name in rulesets.
pub fn internal() -> impl Iterator<Item = &'static Signature> {
    declared().filter(|primitive| primitive.internal)
}

/// The primitive that authors call by a name or other name.
///
/// ```
/// use cardable_core::primitives::find;
/// assert!(find("draw_card").is_some_and(|primitive| !primitive.doc.is_empty()));
/// assert!(find("make_tea").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static Signature> {
    all().find(|p| p.answers_to(name))
}

/// The primitives that a ruleset defines itself, as functions of its script.
///
/// ```
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// assert_eq!(cardable_core::primitives::of_ruleset(&ruleset).count(), 0);
/// ```
pub fn of_ruleset(ruleset: &Ruleset) -> impl Iterator<Item = &Signature> {
    let functions = ruleset
        .program
        .code
        .script
        .iter()
        .flat_map(|script| &script.functions);
    let primitives = functions.map(|function| &*function.primitive);
    primitives.filter(|primitive| primitive.doc != IN_PLACE)
}

/// Whether the engine has a primitive of this name, so that nobody else can declare one.
pub fn is_taken(name: &str) -> bool {
    declared().any(|p| p.answers_to(name))
}

/// The primitive that compiled rules call by its own name, an internal one too.
pub(crate) fn builtin_named(name: &str) -> Option<&'static Signature> {
    declared().chain([&FUNCTION.signature]).find(|p| p.name == name)
}

/// The signature of a primitive of the engine. Where the name is a constant, as [`builtin!`](crate::builtin)
/// sees to, a name that no primitive has does not compile.
///
/// # Panics
///
/// There is no primitive of this name.
#[expect(clippy::panic, reason = "in a constant it is an error of the compiler")]
pub const fn builtin(name: &str) -> &'static Signature {
    let (mut family, mut at) = (0, 0);
    while family < ALL.len() {
        while at < ALL[family].len() {
            let signature = &ALL[family][at].signature;
            if let Cow::Borrowed(found) = signature.name
                && same(found.as_bytes(), name.as_bytes())
            {
                return signature;
            }
            at += 1;
        }
        (family, at) = (family + 1, 0);
    }
    panic!("no primitive has this name")
}

/// Comparing texts is no constant yet.
const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The signature of a primitive of the engine, found while this is compiled.
///
/// ```
/// assert_eq!(cardable_engine::builtin!(top_card).params.len(), 1);
/// ```
///
/// ```compile_fail
/// let none = cardable_engine::builtin!(no_such_primitive);
/// ```
#[macro_export]
macro_rules! builtin {
    ($name:ident) => {
        const { &$crate::primitives::Callee::Builtin($crate::primitives::builtin(stringify!($name))) }
    };
}

/// What a primitive of the engine does; nothing that can be called where there is none of this name.
pub fn function(name: &str) -> Function {
    let mut all = ALL.iter().flat_map(|family| family.iter()).chain([&FUNCTION]);
    all.find(|primitive| primitive.signature.name == name)
        .map_or(Function::None, |primitive| primitive.function.clone())
}

impl Functions {
    /// Those that a program calls: the engine's, and of these of the embedding program.
    pub fn link(program: &Program, custom: &[Primitive]) -> Functions {
        let find = |callee: &Callee| match callee.custom {
            true => {
                let found = custom.iter().find(|primitive| primitive.name == callee.name);
                found.map_or(Function::None, |primitive| primitive.function().clone())
            }
            false => function(&callee.name),
        };
        let script = program.code.script.iter().flat_map(|script| &script.primitives);
        Functions {
            code: program.code.primitives.iter().map(find).collect(),
            script: script.map(find).collect(),
        }
    }
}
