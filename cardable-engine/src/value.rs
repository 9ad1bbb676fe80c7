//! Values and their types. A value is 16 bytes and `Copy`; strings and lists
//! are numbers of the place that keeps them.

use crate::ids::{CardId, DeckId, ListId, Seat, StrId, ZoneId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// How many lists may lie inside one another.
pub const LIST_DEPTH: u32 = 16;
/// How many items the lists in a list may have together.
pub const NESTED_ITEMS: usize = u16::MAX as usize;

/// A value of the rules.
///
/// Every payload lies in the second word (`repr`), so that copying a value is
/// copying two words, whatever it holds.
///
/// ```
/// use cardable_core::value::Value;
/// assert!(Value::Int(2).same(Value::Float(2.0)));
/// assert_eq!(Value::Bool(true).as_f64(), None);
/// ```
#[repr(u64)]
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub enum Value {
    /// No value: an attribute that a card does not have, a seat that nobody has named yet.
    #[default]
    Nothing,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number with a fraction; never NaN or infinite.
    Float(f64),
    /// A text.
    Str(StrId),
    /// A seat.
    Seat(Seat),
    /// A card.
    Card(CardId),
    /// A zone.
    Zone(ZoneId),
    /// A deck.
    Deck(DeckId),
    /// A list of values.
    List(ListId),
}

impl Value {
    /// Equality as rules mean it: `2` equals `2.0`, other kinds never mix.
    #[inline]
    pub fn same(self, other: Value) -> bool {
        match (self, other) {
            (Value::Int(a), Value::Float(b)) | (Value::Float(b), Value::Int(a)) => a as f64 == b,
            (a, b) => a == b,
        }
    }

    /// The number as a fraction, when it is a number.
    #[inline]
    pub fn as_f64(self) -> Option<f64> {
        match self {
            Value::Int(n) => Some(n as f64),
            Value::Float(n) => Some(n),
            _ => None,
        }
    }

    /// What it is, for messages.
    pub fn kind(self) -> &'static str {
        match self {
            Value::Nothing => "nothing",
            Value::Bool(_) => "a boolean",
            Value::Int(_) | Value::Float(_) => "a number",
            Value::Str(_) => "a string",
            Value::Seat(_) => "a seat",
            Value::Card(_) => "a card",
            Value::Zone(_) => "a zone",
            Value::Deck(_) => "a deck",
            Value::List(_) => "a list",
        }
    }
}

/// The kind of a single value, as known when a ruleset is checked.
///
/// See [`Type`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// Not known before the game runs.
    Any,
    /// True or false.
    Bool,
    /// A number.
    Number,
    /// A text.
    String,
    /// A seat.
    Seat,
    /// A card.
    Card,
    /// A zone.
    Zone,
    /// A deck.
    Deck,
}

/// The type of a value, as known when a ruleset is checked.
///
/// ```
/// use cardable_core::value::{Kind, Type};
/// assert_eq!(Type::named("player"), Some(Type::SEAT));
/// assert_eq!(Type::List(Kind::Card).to_string(), "list of cards");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Type {
    /// Never a value: what a step returns that returns none.
    Nothing,
    /// One value. Each kind but a number and a boolean may also be nothing.
    One(Kind),
    /// A list of such values.
    List(Kind),
    /// The running state itself, whose data members can be read.
    State,
}

impl Type {
    /// Not known before the game runs.
    pub const ANY: Type = Type::One(Kind::Any);
    /// True or false.
    pub const BOOL: Type = Type::One(Kind::Bool);
    /// A number.
    pub const NUMBER: Type = Type::One(Kind::Number);
    /// A text.
    pub const STRING: Type = Type::One(Kind::String);
    /// A seat.
    pub const SEAT: Type = Type::One(Kind::Seat);
    /// A card.
    pub const CARD: Type = Type::One(Kind::Card);
    /// A zone.
    pub const ZONE: Type = Type::One(Kind::Zone);
    /// A deck.
    pub const DECK: Type = Type::One(Kind::Deck);

    /// The type that a document names; `None` when there is no such type.
    pub fn named(name: &str) -> Option<Type> {
        Some(match name {
            "any" | "" => Type::ANY,
            "nothing" => Type::Nothing,
            "boolean" | "bool" => Type::BOOL,
            "number" | "integer" | "int" | "float" => Type::NUMBER,
            "string" | "text" => Type::STRING,
            "seat" | "player" => Type::SEAT,
            "card" => Type::CARD,
            "zone" | "location" => Type::ZONE,
            "deck" => Type::DECK,
            "state" => Type::State,
            "list" | "array" => Type::List(Kind::Any),
            "cards" => Type::List(Kind::Card),
            "seats" | "players" => Type::List(Kind::Seat),
            "zones" => Type::List(Kind::Zone),
            "numbers" => Type::List(Kind::Number),
            "strings" => Type::List(Kind::String),
            "decks" => Type::List(Kind::Deck),
            _ => return None,
        })
    }

    /// The names a document may use, for suggestions and the schema.
    pub const NAMES: &'static [&'static str] = &[
        "any", "nothing", "boolean", "number", "integer", "string", "seat", "player", "card", "zone", "deck",
        "state", "list", "array", "cards", "seats", "zones", "numbers", "strings", "decks",
    ];

    /// Whether a value of this type may stand where `wanted` is asked for.
    pub fn fits(self, wanted: Type) -> bool {
        match (self, wanted) {
            (_, Type::One(Kind::Any)) | (Type::One(Kind::Any), _) => true,
            (Type::Nothing, Type::One(kind)) => !matches!(kind, Kind::Bool | Kind::Number),
            (Type::List(a), Type::List(b)) => a == b || a == Kind::Any || b == Kind::Any,
            (a, b) => a == b,
        }
    }

    /// How a value of this type is written, for those who wrote another.
    pub fn such_as(self) -> &'static str {
        match self {
            Type::Nothing => "nothing there",
            Type::State => "`$state`",
            Type::One(Kind::Any) => "a value",
            Type::One(Kind::Bool) => "`true`, `false`, or a comparison such as `= $player.score > 2`",
            Type::One(Kind::Number) => "a number such as `3`, or `= ` and what gives one",
            Type::One(Kind::String) => "a text in quotation marks",
            Type::One(Kind::Seat) => "a seat such as `$player`, or what gives one, such as `= next_player()`",
            Type::One(Kind::Card) => "what gives a card, such as `= top_card(deck)`",
            Type::One(Kind::Zone) => "a zone such as `$player.hand`, or a shared one by its name",
            Type::One(Kind::Deck) => "the name of a deck",
            Type::List(Kind::Any) => "a list such as `[1, 2]`",
            Type::List(Kind::Bool) => "a list such as `[true, false]`",
            Type::List(Kind::Number) => "a list of numbers such as `[1, 2]`",
            Type::List(Kind::String) => "a list of texts such as `['red', 'black']`",
            Type::List(Kind::Seat) => "seats such as `all`, or a list of them",
            Type::List(Kind::Card) => "what gives cards, such as `= cards(deck)`",
            Type::List(Kind::Zone) => "a list of zones such as `[$player.hand, deck]`",
            Type::List(Kind::Deck) => "a list of decks such as `$game.decks`",
        }
    }

    /// The type of an element, for lists.
    pub fn element(self) -> Type {
        match self {
            Type::List(kind) => Type::One(kind),
            _ => Type::ANY,
        }
    }
}

impl Type {
    /// What it is, for messages: `a number`, `a list of cards`.
    pub fn phrase(self) -> String {
        match self {
            Type::Nothing => "nothing".to_owned(),
            Type::One(Kind::Any) => "any value".to_owned(),
            Type::State | Type::One(_) | Type::List(_) => format!("a {self}"),
        }
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let one = |kind: &Kind| match kind {
            Kind::Any => "any",
            Kind::Bool => "boolean",
            Kind::Number => "number",
            Kind::String => "string",
            Kind::Seat => "seat",
            Kind::Card => "card",
            Kind::Zone => "zone",
            Kind::Deck => "deck",
        };
        match self {
            Type::Nothing => f.write_str("nothing"),
            Type::State => f.write_str("state"),
            Type::One(kind) => f.write_str(one(kind)),
            Type::List(Kind::Any) => f.write_str("list"),
            Type::List(kind) => write!(f, "list of {}s", one(kind)),
        }
    }
}

/// A list's items, copied out.
///
/// ```
/// use cardable_core::value::{Items, Value};
/// let items: Items = (1..=3).map(Value::Int).collect();
/// assert_eq!(items.len(), 3);
/// ```
pub type Items = SmallVec<[Value; 16]>;
