//! What a language is to the engine.

use super::plural::PluralForm;
use super::sentence::Sentence;
use std::borrow::Cow;

/// How a seat stands in a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SeatForm {
    Subject,
    /// Somewhere behind the verb, in whatever case that asks for.
    Object,
    /// Whose something is, before it.
    Possessive,
    Dative,
    Accusative,
}

impl SeatForm {
    /// The form of that name in a template.
    pub(super) fn named(name: &str) -> Option<SeatForm> {
        Some(match name {
            "subject" => SeatForm::Subject,
            "object" => SeatForm::Object,
            "possessive" => SeatForm::Possessive,
            "dative" => SeatForm::Dative,
            "accusative" => SeatForm::Accusative,
            _ => return None,
        })
    }
}

/// What becomes of words behind the reader as their subject.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum AfterReader<'t> {
    /// These words, with the verb as it is said to somebody.
    Words(Cow<'t, str>),
    /// The reader is no subject there, but owns what follows.
    Owns {
        /// What the reader is called then.
        reader: &'static str,
        rest: &'t str,
    },
    /// The words are only right behind a name.
    ByName,
}

/// What a label says that somebody does: `Play a card` is `plays a card`.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Deed<'l> {
    /// The verb, of somebody else: `plays`.
    pub(crate) verb: Cow<'static, str>,
    /// What is done with: `a card`.
    pub(crate) object: Cow<'l, str>,
    /// What belongs to the verb, and stands behind its object.
    pub(crate) particle: &'l str,
    /// Whether it is done with cards.
    pub(crate) takes_cards: bool,
    /// Whether the cards that it moves can stand for its object.
    pub(crate) stands_for_cards: bool,
}

/// The grammar and words of a language. What it says of seats is said to a reader, who may be one of them.
pub(crate) trait Grammar: Sync {
    /// The template of a sentence. Lines begin with capitals, whatever stands here.
    fn sentence(&self, sentence: Sentence) -> &'static str;

    /// The categories of numbers that it tells apart, in the order of [`PluralForm`].
    fn forms(&self) -> &'static [PluralForm];

    /// What stands between the whole of a number and its fraction.
    fn decimal_mark(&self) -> char;

    /// Whether a new sentence begins behind a character.
    fn ends_sentence(&self, last: char) -> bool;

    /// What the reader is called as a seat; None where it is only right by name.
    fn reader(&self, form: SeatForm) -> Option<&'static str>;

    /// The name of another seat in a form.
    fn name<'n>(&self, form: SeatForm, name: &'n str) -> Cow<'n, str>;

    /// The form of a seat behind words, where it is no subject.
    fn form_behind(&self, words: &str) -> SeatForm;

    /// Words behind the reader as their subject.
    fn after_reader<'t>(&self, words: &'t str) -> AfterReader<'t>;

    /// The articles that a noun can have before it, each with a space behind it.
    fn articles(&self) -> &'static [&'static str];

    /// A label as it stands within a sentence.
    fn within(&self, label: &str) -> String;

    /// A label within a sentence, of a thing of which there is one.
    fn definite(&self, label: String) -> String;

    /// Whether a zone is called a hand.
    fn is_hand(&self, label: &str) -> bool;

    /// What a label says that somebody does, where it begins with a verb.
    fn deed<'l>(&self, label: &'l str, is_own: bool) -> Option<Deed<'l>>;
}
