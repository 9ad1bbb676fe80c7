//! Translations of texts that rules have put together: `took 3 points` is of the pattern `took {0} points`.

use crate::language::Language;
use crate::program::{Pattern, Program, Texts};
use crate::text::{Piece, fill, pieces, printed_name};
use std::borrow::Cow;

/// How deep texts that are put together may lie in each other to be translated.
const DEEPEST: usize = 8;

impl Pattern {
    /// The pattern of a text whose values stand in it as `{0}`, `{1}` and so on. None where it could not be told in
    /// a finished text which value is which.
    pub fn new(text: &str, translation: &str) -> Option<Pattern> {
        let mut words: Vec<Box<str>> = vec!["".into()];
        for piece in pieces(text) {
            match piece {
                Piece::Words(between) => *words.last_mut()? = between.into(),
                Piece::Token(at) if at + 1 == words.len() => words.push("".into()),
                Piece::Token(_) | Piece::Counted { .. } => return None,
            }
        }
        let inner = words.get(1..words.len() - 1).unwrap_or_default();
        let is_told = inner.iter().all(|between| !between.is_empty());
        let has_words = words.iter().any(|between| !between.is_empty());
        (is_told && has_words).then(|| Pattern {
            words,
            translation: translation.into(),
        })
    }

    /// How many bytes of a finished text are its words.
    pub fn certainty(&self) -> usize {
        self.words.iter().map(|words| words.len()).sum()
    }

    /// The values of a finished text; None where it is not of this pattern.
    fn values<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let (first, rest) = self.words.split_first()?;
        let Some((last, between)) = rest.split_last() else {
            return (**first == *text).then(Vec::new);
        };
        let mut inside = text.strip_prefix(&**first)?.strip_suffix(&**last)?;
        let mut values = Vec::new();
        for words in between {
            let (value, after) = inside.split_once(&**words)?;
            values.push(value);
            inside = after;
        }
        values.push(inside);
        Some(values)
    }
}

impl Program {
    /// What people read for a text that rules have put together.
    pub fn shown_written<'t>(&self, language: Language, text: &'t str) -> Cow<'t, str> {
        let shown = match self.texts_in(language) {
            Some(texts) => self.written(texts, text, DEEPEST),
            None if language == Language::OF_KEPT_TEXTS => None,
            None => self.kept_name(language, text),
        };
        shown.map_or(Cow::Borrowed(text), Cow::Owned)
    }

    /// What people read for a card or a word of the engine that a game keeps by its name.
    fn kept_name(&self, language: Language, text: &str) -> Option<String> {
        let mut cards = self.cards.types.iter();
        let card = cards.find(|card| {
            // Most names are told apart without one being put together.
            text.starts_with(self.str(card.name)) && printed_name(Language::OF_KEPT_TEXTS, self, card) == text
        });
        match card {
            Some(card) => Some(printed_name(language, self, card)),
            None => language.kept_word(text).map(str::to_owned),
        }
    }

    fn written(&self, texts: &Texts, text: &str, deepest: usize) -> Option<String> {
        if let Some(id) = self.strings.find(text) {
            return Some(texts.shown.get(id.index())?.as_deref()?.to_owned());
        }
        if let Some(known) = self.kept_name(texts.language, text) {
            return Some(known);
        }
        let deeper = deepest.checked_sub(1)?;
        let found = texts
            .patterns
            .iter()
            .find_map(|pattern| Some((pattern, pattern.values(text)?)));
        let (pattern, values) = found?;
        let value = |value: &str| {
            self.written(texts, value, deeper)
                .unwrap_or_else(|| value.to_owned())
        };
        let values: Vec<String> = values.into_iter().map(value).collect();
        Some(fill(texts.language, &pattern.translation, &values, |_| false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_by_the_words_around_them() {
        let values = |pattern: &str, text| {
            Pattern::new(pattern, "")?
                .values(text)
                .map(|values| values.join("|"))
        };
        for (pattern, text, found) in [
            ("took {0} points", "took 3 points", Some("3")),
            ("{0} of {1}", "2 of 3", Some("2|3")),
            ("Raise{0}", "Raise to 20", Some(" to 20")),
            ("took {0} points", "took a trick", None),
            ("{0}{1} points", "12 points", None),
            ("{0}", "anything", None),
        ] {
            assert_eq!(values(pattern, text).as_deref(), found, "{pattern}");
        }
    }
}
