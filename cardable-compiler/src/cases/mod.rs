//! Tests of the rules of a game: files that say where a game stands, what seats choose, and what is so then. Here they are
//! read; `cardable_core::cases` runs them.

mod expected;
mod fields;
mod names;
mod read;

use crate::text::diag::Diagnostic;
use crate::text::source::Span;
use cardable_engine::ids::{ActionId, CardTypeId, StateId, ZoneId};
use cardable_engine::{Given, InZone, Item, Position, Seat, SeatSet, Seed, Setup};
use std::collections::BTreeMap;

#[cfg(feature = "schema")]
pub(crate) use fields::TESTS;
pub use names::card_named;
pub use read::read;

/// A test of a ruleset, whose names are found.
#[derive(Clone, Debug)]
pub struct Case {
    /// Which rule it tests.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    pub setup: Setup,
    pub chosen: Chosen,
    pub seed: Seed,
    /// Where the game stands; None where it begins as games do.
    pub given: Option<Stand>,
    /// The choices that it makes, in their order.
    pub steps: Vec<Step>,
    /// What is so after all choices.
    pub expected: Vec<Placed<Expected>>,
    /// What is wrong with what it says, such as a card that there is not. Then it does not run.
    pub problems: Vec<Diagnostic>,
}

/// Where stands what is chosen before the game.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// Each option, and its value.
    pub options: BTreeMap<String, (Span, Span)>,
    pub teams: Option<Span>,
    pub roles: Option<Span>,
}

/// A position, and where its parts stand in the text.
#[derive(Clone, Debug)]
pub struct Stand {
    pub position: Position,
    /// All of it.
    pub span: Span,
    /// Each of its zones, and the cards there.
    pub zones: Vec<(Span, Vec<Span>)>,
    pub data: Vec<Span>,
    pub knows: Vec<Span>,
    pub turn: Option<Span>,
    pub teams: Option<Span>,
}

/// Something and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Placed<T> {
    pub span: Span,
    pub what: T,
}

/// A choice of a seat.
#[derive(Clone, Debug)]
pub struct Step {
    pub span: Span,
    /// Who chooses; None is the one that has to.
    pub seat: Option<Seat>,
    pub does: Does,
    /// What chance gives meanwhile.
    pub draws: Vec<u32>,
    /// Where it is meant to be refused: words of the reason that a player reads, or None for any way in which it cannot be made.
    pub refused: Option<Placed<Option<String>>>,
    /// What is so after it.
    pub expected: Vec<Placed<Expected>>,
}

/// What a seat does.
#[derive(Clone, Debug)]
pub enum Does {
    /// An action of any state of this name, with what it picks.
    Acts {
        actions: Vec<ActionId>,
        picks: Vec<Placed<Picked>>,
    },
    Answers(Answer),
    Passes,
    TimesOut,
}

/// What is picked for an action.
#[derive(Clone, PartialEq, Debug)]
pub enum Picked {
    /// A card like this one, where it is said where it lies.
    Card(CardTypeId, Option<InZone>),
    /// A card whose face the seat does not see, where it is said where it lies.
    Unseen(Option<InZone>),
    Zone(ZoneId),
    Seat(Seat),
    /// The entry of a list that says this.
    Entry(String),
}

/// An answer to a question.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// A number, or 1 for yes and 0 for no.
    Number(i64),
    /// Entries of a list, by what they say.
    Entries(Vec<Placed<String>>),
}

/// Something that is so.
#[derive(Clone, Debug)]
pub enum Expected {
    State(StateId),
    Turn(Seat),
    /// All that lies in a zone; in the order in which it would be drawn, where the zone has one. None stands for any cards.
    Zone(ZoneId, Vec<Option<CardTypeId>>),
    Count(ZoneId, usize),
    /// An item of the data by its name in the text.
    Datum(String, Item, Given),
    /// What a seat may do, or may not.
    Offer {
        seat: Seat,
        /// An action of any state of this name.
        actions: Vec<ActionId>,
        picks: Vec<Placed<Picked>>,
        is_offered: bool,
    },
    /// A seat may do these and nothing else: of each the actions of any state of its name.
    OnlyOffered {
        seat: Seat,
        actions: Vec<Placed<Vec<ActionId>>>,
    },
    /// What the question to a seat has among its entries, or has not.
    Asked {
        seat: Seat,
        entries: Vec<Placed<Picked>>,
        is_offered: bool,
    },
    /// The log tells these lines of the last choice, in this order.
    Told(Vec<Placed<String>>),
    /// No line that the log tells of the last choice has these words.
    NotTold(String),
    /// Who knows a card in a zone that he does not see, or does not know it.
    Knows {
        zone: ZoneId,
        card: CardTypeId,
        by: SeatSet,
        is_known: bool,
    },
    /// Which cards a card may still be, as far as a seat was told.
    MayBe {
        seat: Seat,
        card: CardTypeId,
        at: InZone,
        may_be: Vec<CardTypeId>,
    },
    /// The team of each seat.
    Teams(Vec<u8>),
    Over(bool),
    Winners(Vec<Seat>),
    /// Words of the reason for which the game has ended.
    Reason(String),
}
