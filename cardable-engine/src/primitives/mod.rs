//! The smallest steps and questions that rules are made of.
//!
//! One declaration is one primitive: from it come the JSON endpoint, the
//! function of expressions, the check of its parameters, its entry in the
//! schema, its page in the manual, and its test.

mod among;
mod args;
mod takes;

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
mod moved;
mod moves;
mod native;
mod needs;
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

pub use args::MAX_COUNT;
pub use declaration::{Example, Need, Param, Primitive};
pub use declaration::{Instruction, WORDS, parameters_wanted};
pub use manual::{manual, manual_of};
pub use moved::Moves;
pub use native::FUNCTION;
pub use native::{Argument, Face};
pub use needs::{Lack, Needs};
pub use own::{IN_PLACE, Own, OwnParam};

pub use crate::engine::scene::Question;
use crate::engine::{Engine, Reader, Run};
use crate::value::{Type, Value};

/// A group of primitives, a chapter of the manual.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// States, scenes, turns and the end.
    Flow,
    /// Data.
    Data,
    /// Moving and turning cards.
    Moves,
    /// Opening, closing and designating zones.
    Zones,
    /// Questions about cards and zones.
    Cards,
    /// Decks.
    Decks,
    /// Seats.
    Seats,
    /// Teams and roles.
    Teams,
    /// Questions to seats.
    Prompts,
    /// Truth and comparison.
    Logic,
    /// Numbers.
    Arithmetic,
    /// Texts.
    Texts,
    /// Lists.
    Lists,
    /// Queries.
    Queries,
    /// Chance.
    Random,
    /// Tricks.
    Tricks,
    /// Scores and the result.
    Scoring,
    /// What clients show.
    Hints,
    /// What a ruleset defines itself.
    Own,
}

impl Family {
    /// Its heading in the manual.
    pub fn title(self) -> &'static str {
        match self {
            Family::Flow => "States and turns",
            Family::Data => "Data",
            Family::Moves => "Moving cards",
            Family::Zones => "Opening and marking zones",
            Family::Cards => "Looking at cards",
            Family::Decks => "Decks",
            Family::Seats => "Seats",
            Family::Teams => "Teams and roles",
            Family::Prompts => "Prompts",
            Family::Logic => "Truth and comparison",
            Family::Arithmetic => "Numbers",
            Family::Texts => "Texts",
            Family::Lists => "Lists",
            Family::Queries => "Queries",
            Family::Random => "Chance",
            Family::Tricks => "Tricks",
            Family::Scoring => "Scores and the end",
            Family::Hints => "Hints for clients",
            Family::Own => "Of this ruleset",
        }
    }
}

/// What a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A value of a type.
    Value(Type),
    /// A whole number.
    Whole,
    /// How many, or which one: a whole number from 0 on.
    Count,
    /// A seat, several, or `all`: the step is done for each, bound as `$player`.
    EachSeat,
    /// A seat or several, as one value.
    Seats,
    /// A card, several, or all cards of a zone.
    Cards,
    /// Something that can be assigned: `$globals.x`, `$action.x`.
    Place,
    /// The name of a state.
    StateName,
    /// The name of a zone that every seat has.
    SeatZone,
    /// The name of a card's attribute, such as `suit`.
    Attribute,
    /// The name of a designation that some zone can bear.
    Designation,
    /// The name of a role.
    Role,
    /// A call of a prompt.
    Prompt,
    /// A step.
    Step,
    /// A list, seats, or all cards of a zone.
    Items,
    /// Any value; a text that names a zone is that zone.
    Contents,
    /// A function of one of those, or the name of a property.
    Function,
}

impl Takes {
    /// What it takes, for messages: `a whole number`, `seats`.
    pub fn phrase(self) -> String {
        match self {
            Takes::Value(ty) => ty.phrase(),
            Takes::EachSeat => "seats".to_owned(),
            Takes::Seats | Takes::Cards => self.to_string(),
            Takes::Attribute => "the name of an attribute".to_owned(),
            Takes::Whole
            | Takes::Count
            | Takes::Place
            | Takes::StateName
            | Takes::SeatZone
            | Takes::Designation
            | Takes::Role
            | Takes::Prompt
            | Takes::Step
            | Takes::Items
            | Takes::Contents
            | Takes::Function => format!("a {self}"),
        }
    }
}

impl std::fmt::Display for Takes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Takes::Value(ty) => ty.fmt(f),
            Takes::Whole => f.write_str("whole number"),
            Takes::Count => f.write_str("whole number from 0 on"),
            Takes::EachSeat => f.write_str("each seat"),
            Takes::Seats => f.write_str("seats"),
            Takes::Cards => f.write_str("cards"),
            Takes::Place => f.write_str("place"),
            Takes::StateName => f.write_str("state name"),
            Takes::SeatZone => f.write_str("zone name"),
            Takes::Attribute => f.write_str("attribute name"),
            Takes::Designation => f.write_str("designation name"),
            Takes::Role => f.write_str("role name"),
            Takes::Prompt => f.write_str("prompt"),
            Takes::Step => f.write_str("step"),
            Takes::Items => f.write_str("list, seats or zone"),
            Takes::Contents => f.write_str("value or zone"),
            Takes::Function => f.write_str("function"),
        }
    }
}

/// What is asked of several cards, seats or items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// How many.
    Count,
    /// Whether any.
    Any,
    /// Whether all.
    All,
    /// Which.
    Filter,
    /// The sum of a number of each.
    Sum,
    /// The one with the largest number.
    MaxBy,
    /// The one with the smallest number.
    MinBy,
}

/// Calls that are compiled to code of their own instead of calling a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Same value.
    Equal,
    /// Not the same.
    NotEqual,
    /// Less.
    Less,
    /// Less or equal.
    LessEqual,
    /// Greater.
    Greater,
    /// Greater or equal.
    GreaterEqual,
    /// The opposite.
    Not,
    /// All hold; the rest is not looked at once one does not.
    And,
    /// Any holds; the rest is not looked at once one does.
    Or,
    /// One value or another.
    If,
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Quotient.
    Divide,
    /// Remainder.
    Remainder,
    /// Number of cards in a zone.
    CountZone,
    /// An assignment.
    Set,
    /// Adds to a place.
    Increment,
    /// Takes from a place.
    Decrement,
    /// Leaves for another state.
    Transition,
    /// Lays a state over the running one.
    Push,
    /// Ends a pushed state.
    Pop,
    /// Steps again and again.
    While,
    /// A question about each of several.
    Query(Query),
    /// Asks several seats.
    Ask,
    /// Lets each seat pick a deck.
    PickDeck,
    /// A list's items as parameters.
    Spread,
    /// A card's attribute by name.
    Attribute,
}

/// What a primitive does.
#[derive(Clone, Copy)]
pub enum Body {
    /// It reads and returns a value.
    Query(fn(&Reader<'_>, &[Value]) -> Run<Value>),
    /// It acts.
    Step(fn(&mut Engine<'_>, &[Value]) -> Run<Value>),
    /// It asks the acting seat and returns the answer.
    Ask(fn(&Reader<'_>, &[Value]) -> Run<Question>),
    /// It is code of its own.
    Form(Form),
    /// It is a function of the ruleset's script.
    Script {
        /// Whether it acts or asks.
        acts: bool,
    },
}

impl std::fmt::Debug for Body {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Body::Query(_) => f.write_str("Query"),
            Body::Step(_) => f.write_str("Step"),
            Body::Ask(_) => f.write_str("Ask"),
            Body::Form(form) => write!(f, "Form({form:?})"),
            Body::Script { acts } => write!(f, "Script {{ acts: {acts} }}"),
        }
    }
}

/// What a call reads that not everybody may see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    /// Nothing but its arguments and what everybody sees.
    Open,
    /// Faces of the cards, or of the cards of the zones, that it is given.
    Faces,
    /// Which card lies where: as secret as the zone's order.
    Order,
}

/// All primitives, in the order of the manual.
pub static ALL: &[&[Primitive]] = &[
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

/// All primitives, in the order of the manual.
pub fn all() -> impl Iterator<Item = &'static Primitive> {
    ALL.iter().flat_map(|family| family.iter())
}

/// The primitive of a name or other name.
pub fn find(name: &str) -> Option<&'static Primitive> {
    all().find(|p| p.name == name || p.aliases.contains(&name))
}

/// Declares primitives of a family, in the order of the manual:
///
/// ```text
/// /// What it does.                     the manual's text
/// #[also("old_name")]                   other names
/// #[reads(Faces)]                       what it reads that not everybody sees
/// #[moves(count of from -> to)]         which cards it moves, and where to
/// #[needs(zone = "deck")]               what a ruleset that calls it must declare
/// #[shows(faces)]                       it lets seats look at cards
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
        $(#[also($($alias:literal),+)])?
        $(#[reads($reads:ident)])?
        $(#[moves($($moves:tt)+)])?
        $(#[needs($($needs:tt)+)])?
        $(#[shows($shows:ident)])?
        $(#[instruction($instruction:ident)])?
        $(#[errors($errors:literal)])?
        $name:ident ( $( $(#[doc = $pdoc:literal])+ $param:ident : $need:ident $takes:expr ),* $(,)? ) -> $result:expr;
        $( example $([$($before:literal),* $(,)?])? $call:literal $(, $check:literal)? => $gives:literal; )*
        = $kind:ident $body:expr;
    )+) => {
        pub(super) static PRIMITIVES: &[$crate::primitives::Primitive] = &[
            $( $crate::primitives::Primitive {
                name: stringify!($name),
                aliases: &[$($($alias),+)?],
                family: $crate::primitives::Family::$family,
                doc: concat!($($doc, "\n"),+),
                params: &[$( $crate::primitives::Param {
                    name: stringify!($param),
                    doc: concat!($($pdoc, "\n"),+),
                    takes: $takes,
                    need: $crate::primitives::Need::$need,
                } ),*],
                result: $result,
                reads: $crate::primitives::primitives!(@reads $($reads)?),
                moves: $crate::primitives::primitives!(@moves $($($moves)+)?),
                needs: $crate::primitives::primitives!(@needs $($($needs)+)?),
                shows: $crate::primitives::primitives!(@shows $($shows)?),
                instruction: $crate::primitives::primitives!(@instruction $($instruction)?),
                errors: concat!("", $($errors)?),
                examples: &[$( $crate::primitives::Example {
                    before: &[$($($before),*)?],
                    call: $call,
                    check: concat!("", $($check)?),
                    gives: $gives,
                } ),*],
                body: $crate::primitives::Body::$kind($body),
            } ),+
        ];
    };
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
    (@needs) => { $crate::primitives::Needs::Nothing };
    (@needs zone = $zone:literal) => { $crate::primitives::Needs::SeatZone($zone) };
    (@needs data = $($param:ident),+) => {
        $crate::primitives::Needs::SeatData(&[$(stringify!($param)),+])
    };
    (@shows) => { false };
    (@shows faces) => { true };
    (@instruction) => { None };
    (@instruction $instruction:ident) => {
        Some($crate::primitives::Instruction::$instruction)
    };
    (@reads) => { $crate::primitives::Reads::Open };
    (@reads $reads:ident) => { $crate::primitives::Reads::$reads };
}
pub(crate) use primitives;
