//! What the tables of fields of several dialects have in common, and their words.

use crate::text::diag::did_you_mean;
use crate::text::fields::declare::{any_of, words};
use crate::text::fields::read::{FieldType, Name, Text, Whole};
use crate::text::fields::{FieldSpec, Shape};
use crate::text::json::Node;
use cardable_engine::program::ReplenishWhen;

/// A text of any length.
pub(super) const TEXT: Shape = Shape::String;

/// How many of something.
pub(super) const COUNT: Shape = Shape::Integer { min: 0, max: 65_535 };

/// Which faces of a zone are seen.
pub(super) const CARDS_SEEN: Shape = Shape::AnyOf(&[
    COUNT,
    Shape::Word(&[
        ("all", "every card"),
        ("none", "no card"),
        ("face", "cards that lie face up"),
    ]),
]);

/// What players read instead of a thing's name.
pub(super) const LABEL: FieldSpec = opt("label", TEXT, "what players read instead of the name").for_people();

/// A field that may be left out.
pub(super) const fn opt(name: &'static str, shape: Shape, doc: &'static str) -> FieldSpec {
    FieldSpec::optional(name, shape, doc)
}

/// What a word stands for. A misspelt one, of which was told where its field was checked, stands
/// for what it was probably meant to be, so that it brings no further problems with it.
pub(super) fn keyword<T: Copy>(word: &str, words: &[(&str, T)]) -> Option<T> {
    let named = |word: &str| words.iter().find(|(known, _)| *known == word).map(|(_, of)| *of);
    named(word).or_else(|| did_you_mean(word, words.iter().map(|(known, _)| *known)).and_then(named))
}

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
