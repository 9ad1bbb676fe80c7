//! How primitives of the engine are declared.

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
/// #[turns(up)]                          it may turn cards face up where they lie
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
        $(#[turns($turns:ident)])?
        $(#[undoes($undoes:ident)])?
        $(#[goes_by($by:ident)])?
        $(#[idle_in($($idle:ident),+: $why:literal; $idle_help:literal)])?
        $(#[instruction($instruction:ident)])?
        $(#[errors($errors:literal)])?
        $name:ident ( $( $(#[doc = $pdoc:literal])+ $param:ident : $arity:ident $ty:expr ),* $(,)? ) -> $result:expr;
        $( example $([$($before:literal),* $(,)?])? $call:literal $(, $check:literal)? => $gives:literal; )*
        = $kind:ident $body:expr;
    )+) => {
        pub(super) static PRIMITIVES: &[$crate::primitives::declaration::Builtin] = &[
            $( $crate::primitives::declaration::Builtin { signature: $crate::signature::Signature {
                name: std::borrow::Cow::Borrowed(stringify!($name)),
                aliases: &[$($($alias),+)?],
                internal: $crate::primitives::macros::primitives!(@internal $($internal)?),
                family: $crate::signature::Family::$family,
                doc: std::borrow::Cow::Borrowed(concat!($($doc, "\n"),+)),
                params: std::borrow::Cow::Borrowed(&[$( $crate::signature::Param {
                    name: std::borrow::Cow::Borrowed(stringify!($param)),
                    doc: std::borrow::Cow::Borrowed(concat!($($pdoc, "\n"),+)),
                    ty: $ty,
                    arity: $crate::signature::Arity::$arity,
                } ),*]),
                result: $result,
                reads: $crate::primitives::macros::primitives!(@reads $($reads)?),
                moves: $crate::primitives::macros::primitives!(@moves $($($moves)+)?),
                requires: $crate::primitives::macros::primitives!(@requires $($($requires)+)?),
                shows: $crate::primitives::macros::primitives!(@shows $($shows)?),
                properties: $crate::signature::Properties {
                    $(uses: $crate::signature::Uses::$uses,)?
                    $(ends: $crate::signature::Ends::$ends,)?
                    $(gives: $crate::signature::Gives::$($typed)+,)?
                    $(fold: $crate::signature::Fold::$fold,)?
                    $(asks: $crate::signature::Asks::$asks,)?
                    $(tells: $crate::signature::Tells::$($tells)+,)?
                    $(up_to: Some(stringify!($up_to)),)?
                    $(holds_for_parts: $crate::primitives::macros::primitives!(@holds_for $holds_for),)?
                    $(counts: Some($counts),)?
                    $(turns_up: $crate::primitives::macros::primitives!(@turns $turns),)?
                    $(undoes: Some(stringify!($undoes)),)?
                    $(by_place: $crate::primitives::macros::primitives!(@goes_by $by),)?
                    $(idle: Some($crate::signature::Idle {
                        states: &[$($crate::signature::StateType::$idle),+],
                        why: $why,
                        help: $idle_help,
                    }),)?
                    ..$crate::signature::Properties::NONE
                },
                instruction: $crate::primitives::macros::primitives!(@instruction $($instruction)?),
                errors: concat!("", $($errors)?),
                examples: &[$( $crate::signature::Example {
                    before: &[$($($before),*)?],
                    call: $call,
                    check: concat!("", $($check)?),
                    gives: $gives,
                } ),*],
                kind: $crate::primitives::macros::primitives!(@kind $kind $body),
                custom: false,
            }, function: $crate::primitives::macros::primitives!(@function $kind $body) } ),+
        ];
    };
    (@kind Form $form:expr) => { $crate::signature::CallKind::Form($form) };
    (@kind $kind:ident $body:expr) => { $crate::signature::CallKind::$kind };
    (@function Form $form:expr) => { $crate::vm::engine::Function::None };
    (@function $kind:ident $body:expr) => { $crate::vm::engine::Function::$kind($body) };
    (@moves) => { $crate::signature::Moves::None };
    (@moves given $cards:ident -> $to:ident) => {
        $crate::signature::Moves::Given { cards: stringify!($cards), to: stringify!($to) }
    };
    (@moves count of $from:ident -> $to:ident) => {
        $crate::signature::Moves::Counted { from: stringify!($from), to: stringify!($to) }
    };
    (@moves up to count of $from:ident -> $to:ident) => {
        $crate::signature::Moves::UpTo { from: stringify!($from), to: stringify!($to) }
    };
    (@moves all of $from:ident -> $to:ident) => {
        $crate::signature::Moves::All { from: stringify!($from), to: stringify!($to) }
    };
    (@moves count of $from:ident -> each $to:ident) => {
        $crate::signature::Moves::Dealt { from: stringify!($from), to: stringify!($to) }
    };
    (@moves $a:ident <-> $b:ident) => {
        $crate::signature::Moves::Exchanged { a: stringify!($a), b: stringify!($b) }
    };
    (@moves all -> $to:ident) => { $crate::signature::Moves::Gathered { to: stringify!($to) } };
    (@moves fitting) => { $crate::signature::Moves::Fitting };
    (@moves unforeseen) => { $crate::signature::Moves::Unforeseen };
    (@requires) => { $crate::signature::Requirement::Nothing };
    (@requires zone = $zone:literal) => { $crate::signature::Requirement::SeatZone($zone) };
    (@requires data = $($param:ident),+) => {
        $crate::signature::Requirement::SeatData(&[$(stringify!($param)),+])
    };
    (@internal) => { false };
    (@internal $user:ident) => { true };
    (@shows) => { false };
    (@shows faces) => { true };
    (@holds_for parts) => { true };
    (@turns up) => { true };
    (@goes_by place) => { true };
    (@instruction) => { None };
    (@instruction $instruction:ident) => {
        Some($crate::signature::Instruction::$instruction)
    };
    (@reads) => { $crate::signature::Reads::Open };
    (@reads $reads:ident) => { $crate::signature::Reads::$reads };
}
pub(crate) use primitives;
