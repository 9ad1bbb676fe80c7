//! What the compiler has to know of a primitive beside its parameters. It never asks for a name: what a
//! primitive is like stands in its declaration.

use super::{Signature, StateType};
use crate::value::Type;

/// What a primitive is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Properties {
    /// What a ruleset has only if something uses it.
    pub uses: Uses,
    /// What is over after it.
    pub ends: Ends,
    /// How the type of its result follows from its arguments.
    pub gives: Gives,
    /// How a call of constants is worked out when a ruleset is compiled.
    pub fold: Fold,
    /// What it asks of cards, where predicates can ask the same.
    pub asks: Asks,
    /// What it tells players, who may not learn anything hidden by it.
    pub tells: Tells,
    /// The parameter that says how many cards at most: 0 and less are none.
    pub up_to: Option<&'static str>,
    /// If it holds for cards, it holds for any part of them.
    pub holds_for_parts: bool,
    /// What to write instead, where what it counts is meant and not the number.
    pub counts: Option<&'static str>,
    /// Whether it may turn cards face up where they lie.
    pub turns_up: bool,
    /// The primitive whose result it turns back into the argument.
    pub undoes: Option<&'static str>,
    /// Whether it depends on which of several things comes first: on where cards lie, or stand in a list.
    pub by_place: bool,
    /// Where it does nothing.
    pub idle: Option<Idle>,
}

/// What a ruleset has only if something uses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uses {
    /// Nothing of that kind.
    Nothing,
    /// The score of each seat.
    Score,
    /// The votes of the running state.
    Votes,
    /// Decks that seats pick, each with its zone.
    Decks,
}

/// What is over after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    Nothing,
    Turn,
    Game,
}

/// How the type of a result follows from the arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// It does not: it is the declared one.
    Declared,
    /// An item of the first argument, which is a list.
    Item,
    /// A list like the first argument.
    Same,
    /// The attribute of this name.
    Attribute(&'static str),
}

/// How a call of constants is worked out when a ruleset is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fold {
    Never,
    /// The arguments are joined to one text. They may be texts, numbers and seats.
    Join,
    /// Whether the first argument, a list, has the second among its items.
    Contains,
    /// The argument, a number, without its sign.
    Absolute,
}

/// What a question asks of cards, or which cards it gives. The first parameters of those that ask about values are
/// the cards and an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    Else,
    /// Whether they all have the same value.
    Same,
    /// Whether they follow each other, at least so many.
    Run,
    /// How many have a value.
    Count,
    /// What their numbers add up to.
    Sum,
    /// Which of them have a value.
    Filter,
    /// Which of them has the largest number.
    Largest,
    /// Which of them has the smallest number.
    Smallest,
    /// Which value most of them have.
    Common,
    /// Which values they have.
    Values,
    /// Whether any has a value, and another one in a second attribute.
    Any,
    /// Whether the acting seat sees all their faces; the second parameter is not there.
    Seen,
    /// The same of one card.
    CardSeen,
    /// For all cards of a zone.
    All,
    /// For the items of several lists.
    Joined,
    /// For the items of a list without repeats.
    Unique,
    /// How many items a list has.
    Length,
    /// How many cards a zone has of all seats together.
    Before,
    /// How many seats are in play.
    Seats,
    /// For the seat after another one, or after the acting one.
    Next,
    /// For the suit that a seat has laid first. It never faults.
    Led,
    /// Of a prompt: for a number from the first parameter to the second.
    From,
    /// The same, above the first.
    Above,
}

/// What a step tells players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tells {
    Nothing,
    /// A hint to clients.
    Hint,
    /// A text, the first argument, with places for values.
    Text {
        /// Which argument is the first of the values.
        values: usize,
    },
}

/// Where a primitive does nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Idle {
    /// In states of these types.
    pub states: &'static [StateType],
    pub why: &'static str,
    /// What to write instead.
    pub help: &'static str,
}

impl Properties {
    /// A primitive of which nothing is to be known.
    pub const NONE: Properties = Properties {
        uses: Uses::Nothing,
        ends: Ends::Nothing,
        gives: Gives::Declared,
        fold: Fold::Never,
        asks: Asks::Else,
        tells: Tells::Nothing,
        up_to: None,
        holds_for_parts: false,
        counts: None,
        turns_up: false,
        undoes: None,
        by_place: false,
        idle: None,
    };
}

impl Signature {
    /// The place of the parameter of this name.
    pub fn param(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|param| param.name == name)
    }

    /// The place of the parameter that names who is told something.
    pub fn recipient(&self) -> Option<usize> {
        match self.properties.tells {
            Tells::Nothing => None,
            Tells::Hint | Tells::Text { .. } => self.param("to"),
        }
    }

    /// Of a step that says a text to players: which argument is the first that its places show.
    pub fn says(&self) -> Option<usize> {
        match self.properties.tells {
            Tells::Text { values } => Some(values),
            Tells::Nothing | Tells::Hint => None,
        }
    }

    /// Of a question for the zones of this name that seats have: the place of the name.
    pub fn zones_of_seats(&self) -> Option<usize> {
        use super::ParamType;
        use crate::value::Kind;
        let gives_zones = self.result == Type::List(Kind::Zone);
        let named = self
            .params
            .iter()
            .position(|param| param.ty == ParamType::SeatZone);
        named.filter(|_| gives_zones)
    }
}
