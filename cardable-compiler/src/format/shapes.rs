//! What the tables of fields of several dialects have in common, and their words.

use crate::text::diag::did_you_mean;
use crate::text::fields::{FieldSpec, Shape};

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

/// A field that must be there.
pub(super) const fn need(name: &'static str, shape: Shape, doc: &'static str) -> FieldSpec {
    FieldSpec::required(name, shape, doc)
}

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
