//! The languages in which games are told. A language is a file: its words, its sentences and its grammar stand
//! there, and nowhere else.

mod known;
mod sentence;
mod plural;
mod grammar;
mod template;
mod english;
mod german;

pub use known::Language;
pub use plural::PluralForm;

pub(crate) use grammar::{AfterReader, Grammar, SeatForm};
pub(crate) use sentence::Sentence;
pub(crate) use template::{Piece, pieces};

use std::borrow::Cow;

/// What kinds of poker hands are called, the lowest first.
pub(crate) const POKER_HANDS: [Sentence; 10] = [
    Sentence::HighCard,
    Sentence::Pair,
    Sentence::TwoPair,
    Sentence::ThreeOfAKind,
    Sentence::Straight,
    Sentence::Flush,
    Sentence::FullHouse,
    Sentence::FourOfAKind,
    Sentence::StraightFlush,
    Sentence::FiveOfAKind,
];

impl Language {
    /// The categories of numbers that it tells apart, in Unicode's order. `{0|card|cards}` in its texts has a wording for
    /// each.
    ///
    /// ```
    /// use cardable_core::{Language, PluralForm};
    /// assert_eq!(Language::German.forms(), [PluralForm::One, PluralForm::Other]);
    /// ```
    pub fn forms(self) -> &'static [PluralForm] {
        self.grammar().forms()
    }

    /// A label as it stands within a sentence: in English `Discard pile` is `discard pile`, and `MP` stays; German
    /// nouns keep their capital.
    ///
    /// ```
    /// use cardable_core::Language;
    /// assert_eq!(Language::English.within("Discard pile"), "discard pile");
    /// assert_eq!(Language::German.within("Ablage"), "Ablage");
    /// ```
    pub fn within(self, label: &str) -> String {
        self.grammar().within(label)
    }

    /// The language in which a game puts together the texts that it keeps. It is one for all, so that a game is the same
    /// in whichever language it is told.
    pub(crate) const OF_KEPT_TEXTS: Language = Language::English;

    /// What it is to the engine.
    pub(crate) fn grammar(self) -> &'static dyn Grammar {
        match self {
            Language::English => &english::English,
            Language::German => &german::German,
        }
    }

    /// A sentence without places.
    pub(crate) fn words(self, sentence: Sentence) -> &'static str {
        self.grammar().sentence(sentence)
    }

    /// A sentence with texts in its places. A seat that a sentence names is not the reader.
    pub(crate) fn say(self, sentence: Sentence, places: &[&str]) -> String {
        self.filled(self.words(sentence), places)
    }

    /// A text in this language with others in its places, for programs that say something of their own: `{0}` is the first.
    /// `{0|card|cards}` is a wording for each of the [forms](Language::forms) of the number that it is, and `{0:possessive}` is
    /// whose something is.
    ///
    /// ```
    /// use cardable_core::Language;
    /// assert_eq!(Language::English.filled("{0:possessive} {1} {1|card|cards}", &["Ada", "1"]), "Ada’s 1 card");
    /// assert_eq!(Language::German.filled("{1} {1|Karte|Karten} von {0}", &["Ada", "3"]), "3 Karten von Ada");
    /// ```
    pub fn filled(self, text: &str, places: &[&str]) -> String {
        let mut said = String::new();
        let place = |at: usize| places.get(at).copied().unwrap_or_default();
        for piece in pieces(text) {
            match piece {
                Piece::Words(words) => said.push_str(words),
                Piece::Place(at, None) => said.push_str(place(at)),
                Piece::Place(at, Some(form)) => said.push_str(&self.grammar().name(form, place(at))),
                Piece::Counted(at, wordings) => said.push_str(self.wording(place(at), wordings)),
                Piece::Either { other, .. } => said.push_str(other),
            }
        }
        said
    }

    /// The wording for a number as it is printed, of several with bars between them.
    pub(crate) fn wording<'t>(self, number: &str, wordings: &'t str) -> &'t str {
        let form = plural::of_printed(self, self.grammar().decimal_mark(), number);
        self.wording_of(form, wordings)
    }

    /// The wording for a number of things.
    pub(crate) fn wording_for(self, count: usize, wordings: &'static str) -> &'static str {
        self.wording_of(plural::of_count(self, count), wordings)
    }

    /// Where there are too few wordings, the last one stands for those that lack.
    fn wording_of(self, form: PluralForm, wordings: &str) -> &str {
        let at = self.forms().iter().position(|known| *known == form);
        let mut all = wordings.split('|');
        let wanted = all.nth(at.unwrap_or(usize::MAX));
        wanted.or_else(|| wordings.rsplit('|').next()).unwrap_or_default()
    }

    /// A number as it is printed, from how Rust writes it.
    ///
    /// ```
    /// use cardable_core::Language;
    /// assert_eq!(Language::German.number(1.5.to_string()), "1,5");
    /// ```
    pub fn number(self, written: String) -> String {
        match self.grammar().decimal_mark() {
            '.' => written,
            mark => written.replace('.', mark.encode_utf8(&mut [0; 4])),
        }
    }

    /// What a printed card is called; a suit that its name tells is not told again.
    pub(crate) fn card(self, name: &str, suit: Option<&str>) -> String {
        match suit {
            Some(suit) if !name.to_lowercase().contains(&suit.to_lowercase()) => {
                self.say(Sentence::CardOfSuit, &[name, suit])
            }
            Some(_) | None => name.to_owned(),
        }
    }

    /// What players read of a word of the engine's own that a game keeps; None where a kept text is no such word.
    pub(crate) fn kept_word(self, kept: &str) -> Option<&'static str> {
        let mut hands = POKER_HANDS.iter();
        let word = hands.find(|hand| Language::OF_KEPT_TEXTS.words(**hand) == kept)?;
        Some(self.words(*word))
    }

    /// What a card is called whose face one does not see.
    pub(crate) fn unseen_card(self) -> &'static str {
        self.words(Sentence::UnseenCard)
    }

    /// Whether a text is what a card is called whose face one does not see, with or without its back.
    pub(crate) fn is_unseen_card(self, text: &str) -> bool {
        let rest = text.strip_prefix(self.unseen_card());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("))
    }

    /// A seat that nobody has named.
    pub(crate) fn seat(self, seat: crate::ids::Seat) -> String {
        self.say(Sentence::SeatNumber, &[&(u32::from(seat.0) + 1).to_string()])
    }

    /// A seat within a sentence: the reader is spoken to, where the language can.
    pub(crate) fn seat_in<'n>(self, form: SeatForm, name: &'n str, is_reader: bool) -> Cow<'n, str> {
        let reader = self.grammar().reader(form).filter(|_| is_reader);
        reader.map_or_else(|| self.grammar().name(form, name), Cow::Borrowed)
    }

    /// Several things as one says them: `Ada, Grace and Edsger`.
    ///
    /// ```
    /// use cardable_core::Language;
    /// let names = ["Ada", "Grace", "Edsger"].map(str::to_owned);
    /// assert_eq!(Language::German.listed(&names), "Ada, Grace und Edsger");
    /// ```
    pub fn listed(self, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [rest @ .., last] => format!("{}{}{last}", rest.join(", "), self.words(Sentence::AndLast)),
        }
    }

    /// A text without the article at its end.
    pub(crate) fn without_article(self, text: &str) -> &str {
        let articles = self.grammar().articles();
        let mut ended = articles.iter().filter_map(|article| text.strip_suffix(article));
        ended
            .find(|before| before.is_empty() || before.ends_with(|c: char| !c.is_alphanumeric()))
            .unwrap_or(text)
    }
}

#[cfg(test)]
mod tests;
