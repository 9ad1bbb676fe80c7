//! The smallest steps and questions that rules are made of.
//!
//! One declaration is one primitive: from it come the JSON endpoint, the
//! function of expressions, the check of its parameters, its entry in the
//! schema, its page in the manual, and its test.

mod among;
mod args;
mod param_types;

mod arithmetic;
mod card_lists;
mod cards;
mod current;
mod data;
mod decks;
mod declaration;
mod facing;
mod flow;
mod forgiving;
mod gathering;
mod hints;
mod lists;
mod logic;
mod manual;
mod moves;
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

pub use crate::program::argument::{Argument, Face};
pub use crate::signature::{
    Arity, Asks, CallKind, Callee, Ends, Example, Family, Fold, Form, Gives, IN_PLACE, Idle, Instruction,
    Lack, Moves, Param, ParamType, Properties, Query, Reads, Requirement, Signature, Tells, Uses, WORDS,
    parameters_wanted,
};
pub use args::MAX_COUNT;
pub use custom::FUNCTION;
pub use declaration::{Builtin, Primitive};
pub use manual::{manual, manual_of};
pub use own::{Own, OwnParam};

use crate::program::Program;
use crate::vm::engine::{Function, Functions};
pub use crate::world::scene::Question;
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
        let script = program.script.iter().flat_map(|script| &script.primitives);
        Functions {
            code: program.primitives.iter().map(find).collect(),
            script: script.map(find).collect(),
        }
    }
}

/// Declares primitives of a family, in the order of the manual:
///
/// ```text
/// /// What it does.                     the manual's text
/// #[internal(phases)]                   only the compiler calls it, for what stands here
/// #[also("old_name")]                   other names
/// #[reads(Faces)]                       what it reads that not everybody sees
/// #[moves(count of from -> to)]         which cards it moves, and where to
/// #[requires(zone = "deck")]               what a ruleset that calls it must declare
/// #[shows(faces)]                       it lets seats look at cards
/// #[uses(Score)]                        what a ruleset has only if something uses it
/// #[ends(Turn)]                         what is over after it
/// #[gives(Item)]                        how the type of the result follows from the arguments
/// #[folds(Join)]                        how a call of constants is worked out
/// #[asks(Same)]                         what it asks of cards, as predicates do
/// #[tells(Hint)]                        what it tells players
/// #[up_to(count)]                       the parameter that says how many at most, 0 and less being none
/// #[holds_for(parts)]                   if it holds for cards, it holds for any part of them
/// #[counts("write `x()` for them")]     what to write where the things are meant, not their number
/// #[undoes(other)]                      the primitive whose result it turns back into the argument
/// #[idle_in(Auto: "why"; "help")]       types of states in which it does nothing
/// #[instruction(Draw)]                  the instruction that does it
/// #[errors("the zone is empty")]        faults it may end in
/// name(
///     /// What it is.
///     parameter: Required ZONE,         or `Optional`, or `Rest` for the last
/// ) -> Type::NUMBER;
/// example ["steps before"] "call" => "result";
/// example "call as a step", "value afterwards" => "result";
/// = Query |reader, args| ...;           or `Step`, `Ask`, `Form`
/// ```
macro_rules! primitives {
    (family $family:ident; $(
        $(#[doc = $doc:literal])+
        $(#[internal($internal:ident)])?
        $(#[also($($alias:literal),+)])?
        $(#[reads($reads:ident)])?
        $(#[moves($($moves:tt)+)])?
        $(#[requires($($requires:tt)+)])?
        $(#[shows($shows:ident)])?
        $(#[uses($uses:ident)])?
        $(#[ends($ends:ident)])?
        $(#[gives($($typed:tt)+)])?
        $(#[folds($fold:ident)])?
        $(#[asks($asks:ident)])?
        $(#[tells($($tells:tt)+)])?
        $(#[up_to($up_to:ident)])?
        $(#[holds_for($holds_for:ident)])?
        $(#[counts($counts:literal)])?
        $(#[undoes($undoes:ident)])?
        $(#[idle_in($($idle:ident),+: $why:literal; $idle_help:literal)])?
        $(#[instruction($instruction:ident)])?
        $(#[errors($errors:literal)])?
        $name:ident ( $( $(#[doc = $pdoc:literal])+ $param:ident : $arity:ident $ty:expr ),* $(,)? ) -> $result:expr;
        $( example $([$($before:literal),* $(,)?])? $call:literal $(, $check:literal)? => $gives:literal; )*
        = $kind:ident $body:expr;
    )+) => {
        pub(super) static PRIMITIVES: &[$crate::primitives::Builtin] = &[
            $( $crate::primitives::Builtin { signature: $crate::primitives::Signature {
                name: std::borrow::Cow::Borrowed(stringify!($name)),
                aliases: &[$($($alias),+)?],
                internal: $crate::primitives::primitives!(@internal $($internal)?),
                family: $crate::primitives::Family::$family,
                doc: std::borrow::Cow::Borrowed(concat!($($doc, "\n"),+)),
                params: std::borrow::Cow::Borrowed(&[$( $crate::primitives::Param {
                    name: std::borrow::Cow::Borrowed(stringify!($param)),
                    doc: std::borrow::Cow::Borrowed(concat!($($pdoc, "\n"),+)),
                    ty: $ty,
                    arity: $crate::primitives::Arity::$arity,
                } ),*]),
                result: $result,
                reads: $crate::primitives::primitives!(@reads $($reads)?),
                moves: $crate::primitives::primitives!(@moves $($($moves)+)?),
                requires: $crate::primitives::primitives!(@requires $($($requires)+)?),
                shows: $crate::primitives::primitives!(@shows $($shows)?),
                properties: $crate::signature::Properties {
                    $(uses: $crate::signature::Uses::$uses,)?
                    $(ends: $crate::signature::Ends::$ends,)?
                    $(gives: $crate::signature::Gives::$($typed)+,)?
                    $(fold: $crate::signature::Fold::$fold,)?
                    $(asks: $crate::signature::Asks::$asks,)?
                    $(tells: $crate::signature::Tells::$($tells)+,)?
                    $(up_to: Some(stringify!($up_to)),)?
                    $(holds_for_parts: $crate::primitives::primitives!(@holds_for $holds_for),)?
                    $(counts: Some($counts),)?
                    $(undoes: Some(stringify!($undoes)),)?
                    $(idle: Some($crate::signature::Idle {
                        states: &[$($crate::signature::StateType::$idle),+],
                        why: $why,
                        help: $idle_help,
                    }),)?
                    ..$crate::signature::Properties::NONE
                },
                instruction: $crate::primitives::primitives!(@instruction $($instruction)?),
                errors: concat!("", $($errors)?),
                examples: &[$( $crate::primitives::Example {
                    before: &[$($($before),*)?],
                    call: $call,
                    check: concat!("", $($check)?),
                    gives: $gives,
                } ),*],
                kind: $crate::primitives::primitives!(@kind $kind $body),
                custom: false,
            }, function: $crate::primitives::primitives!(@function $kind $body) } ),+
        ];
    };
    (@kind Form $form:expr) => { $crate::primitives::CallKind::Form($form) };
    (@kind $kind:ident $body:expr) => { $crate::primitives::CallKind::$kind };
    (@function Form $form:expr) => { $crate::vm::engine::Function::None };
    (@function $kind:ident $body:expr) => { $crate::vm::engine::Function::$kind($body) };
    (@moves) => { $crate::primitives::Moves::None };
    (@moves given $cards:ident -> $to:ident) => {
        $crate::primitives::Moves::Given { cards: stringify!($cards), to: stringify!($to) }
    };
    (@moves count of $from:ident -> $to:ident) => {
        $crate::primitives::Moves::Counted { from: stringify!($from), to: stringify!($to) }
    };
    (@moves up to count of $from:ident -> $to:ident) => {
        $crate::primitives::Moves::UpTo { from: stringify!($from), to: stringify!($to) }
    };
    (@moves all of $from:ident -> $to:ident) => {
        $crate::primitives::Moves::All { from: stringify!($from), to: stringify!($to) }
    };
    (@moves count of $from:ident -> each $to:ident) => {
        $crate::primitives::Moves::Dealt { from: stringify!($from), to: stringify!($to) }
    };
    (@moves $a:ident <-> $b:ident) => {
        $crate::primitives::Moves::Exchanged { a: stringify!($a), b: stringify!($b) }
    };
    (@moves all -> $to:ident) => { $crate::primitives::Moves::Gathered { to: stringify!($to) } };
    (@moves fitting) => { $crate::primitives::Moves::Fitting };
    (@moves unforeseen) => { $crate::primitives::Moves::Unforeseen };
    (@requires) => { $crate::primitives::Requirement::Nothing };
    (@requires zone = $zone:literal) => { $crate::primitives::Requirement::SeatZone($zone) };
    (@requires data = $($param:ident),+) => {
        $crate::primitives::Requirement::SeatData(&[$(stringify!($param)),+])
    };
    (@internal) => { false };
    (@internal $user:ident) => { true };
    (@shows) => { false };
    (@shows faces) => { true };
    (@holds_for parts) => { true };
    (@instruction) => { None };
    (@instruction $instruction:ident) => {
        Some($crate::primitives::Instruction::$instruction)
    };
    (@reads) => { $crate::primitives::Reads::Open };
    (@reads $reads:ident) => { $crate::primitives::Reads::$reads };
}
pub(crate) use primitives;
