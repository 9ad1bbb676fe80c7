//! What the tables of fields of several dialects have in common, and their words.

use crate::text::fields::Shape;
use crate::text::fields::declare::{any_of, object, words};
use crate::text::fields::read::{FieldType, Integer, Name, Text, Whole};
use crate::text::json::Node;
use cardable_engine::program::ReplenishWhen;

/// How many of something.
pub(crate) type Count = Whole<u16, 0, 65_535>;

any_of! {
    /// Which faces of a zone are seen: the first so many to be drawn, or those that a word says.
    enum CardsSeen<'n> {
        First(Count),
        Word(CardsSeenWord),
    }
}

words! {
    /// Which faces of a zone are seen.
    enum CardsSeenWord {
        /// every card
        All = "all",
        /// no card
        None = "none",
        /// cards that lie face up
        Face = "face",
    }
}

object! {
    /// whole numbers between two bounds
    struct Range<'n> = RANGE: "range" {
        /// the smallest number
        min: Integer,
        /// the largest number
        max: Integer,
    }
}

/// A thing, or only its name.
#[derive(Clone, Copy)]
pub(crate) enum NameOr<'n, T> {
    Name(Text<'n>),
    Itself(T),
}

impl<'n, T: FieldType<'n, Value = T>> FieldType<'n> for NameOr<'n, T> {
    const SHAPE: Shape = Shape::AnyOf(&[Name::SHAPE, T::SHAPE]);
    type Value = Self;
    type Field = Option<Self>;

    fn read(node: &'n Node) -> Option<Self> {
        let name = Name::read(node).map(NameOr::Name);
        name.or_else(|| T::read(node).map(NameOr::Itself))
    }

    fn field(node: Option<&'n Node>) -> Option<Self> {
        Self::read(node?)
    }
}

/// A moment at which a zone fills up again.
#[derive(Clone, Copy)]
pub(crate) enum RefillMoment {
    OnEmpty,
    OnInput,
    TurnStart,
    TurnEnd,
    RoundStart,
    RoundEnd,
}

/// When a zone fills up again by itself: at each of these moments.
pub(super) fn refill_when(moments: impl IntoIterator<Item = RefillMoment>) -> ReplenishWhen {
    let mut when = ReplenishWhen::default();
    for moment in moments {
        match moment {
            RefillMoment::OnEmpty => when.on_empty = true,
            RefillMoment::OnInput => when.on_input = true,
            RefillMoment::TurnStart => when.turn_start = true,
            RefillMoment::TurnEnd => when.turn_end = true,
            RefillMoment::RoundStart => when.round_start = true,
            RefillMoment::RoundEnd => when.round_end = true,
        }
    }
    when
}
