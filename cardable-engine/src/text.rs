//! Texts with places that are filled in.

use crate::language::Language;
use crate::program::{CardType, Program};
use crate::value::Value;

/// What players call a printed card.
pub(crate) fn printed_name(language: Language, program: &Program, ty: &CardType) -> String {
    let suit = ty.suit.map(|suit| program.shown(language, suit));
    language.card(program.shown(language, ty.name), suit)
}

/// What players call a card of which they see only the back.
pub(crate) fn unseen_name(language: Language, program: &Program, back: u16) -> String {
    with_back(language.unseen_card().to_owned(), language, program, back)
}

/// What players call cards, with what is printed on their backs behind it: `2 cards (level 2)`.
pub(crate) fn with_back(cards: String, language: Language, program: &Program, back: u16) -> String {
    match printed_back(language, program, back) {
        Some((_, label)) => format!("{cards} ({label})"),
        None => cards,
    }
}

/// What is printed on a back, and how it is told: `2` and `level 2`. A text tells enough.
pub(crate) fn printed_back(language: Language, program: &Program, back: u16) -> Option<(String, String)> {
    let (attribute, value) = program.cards.printed_on(back)?;
    let name = program.shown(language, attribute.name);
    let number = |n: String| {
        let label = format!("{name} {n}");
        (n, label)
    };
    Some(match value {
        Value::Str(text) => {
            let text = program.shown(language, text).to_owned();
            (text.clone(), text)
        }
        Value::Int(n) => number(n.to_string()),
        Value::Float(n) => number(language.number(n.to_string())),
        Value::Bool(true) => (name.to_owned(), name.to_owned()),
        _ => return None,
    })
}

/// A piece of a text that is filled in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece<'t> {
    /// Words as they are written.
    Words(&'t str),
    Token(usize),
    /// `{0|card|cards}`: one of several wordings, by the number that a token is; `{0|takes|take}`: what is said of a seat, and
    /// to the reader whose seat it is.
    Counted {
        token: usize,
        /// A wording for each of the [forms](Language::forms) of the text's language, with bars between them.
        wordings: &'t str,
    },
}

impl<'t> Piece<'t> {
    /// Reads what stands between braces.
    fn place(inside: &'t str) -> Option<Piece<'t>> {
        let (token, wordings) = match inside.split_once('|') {
            Some((token, wordings)) => (token, Some(wordings)),
            None => (inside, None),
        };
        let token = token.parse().ok()?;
        Some(match wordings {
            Some(wordings) => Piece::Counted { token, wordings },
            None => Piece::Token(token),
        })
    }
}

/// The pieces of a text. A brace that begins no place stands for itself.
pub fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    let mut next = None;
    std::iter::from_fn(move || {
        if let Some(piece) = next.take() {
            return Some(piece);
        }
        if rest.is_empty() {
            return None;
        }
        // Each closing brace is looked at once, so that the time grows with the text alone.
        let place = rest.match_indices('}').find_map(|(close, _)| {
            let open = rest.get(..close)?.rfind('{')?;
            Some((open, Piece::place(rest.get(open + 1..close)?)?, close + 1))
        });
        let Some((open, piece, end)) = place else {
            return Some(Piece::Words(std::mem::take(&mut rest)));
        };
        let words = rest.get(..open).unwrap_or_default();
        rest = rest.get(end..).unwrap_or_default();
        if words.is_empty() {
            return Some(piece);
        }
        next = Some(piece);
        Some(Piece::Words(words))
    })
}

/// The first place of a text that has not just a wording for each of the forms of its language: `{0|card}`.
pub fn miscounted(language: Language, text: &str) -> Option<String> {
    pieces(text).find_map(|piece| match piece {
        Piece::Counted { token, wordings } if wordings.split('|').count() != language.forms().len() => {
            Some(format!("{{{token}|{wordings}}}"))
        }
        Piece::Words(_) | Piece::Token(_) | Piece::Counted { .. } => None,
    })
}

/// The wording of a seat's place: of `takes|take` the first one, and for the reader whose seat it is the last one.
pub(crate) fn wording_of_seat(wordings: &str, is_reader: bool) -> &str {
    let mut all = wordings.split('|');
    let wording = if is_reader { all.next_back() } else { all.next() };
    wording.unwrap_or_default()
}

/// Puts tokens into the places of a text, for nobody in particular. A card that is not seen brings its own article: `plays the
/// {0}` becomes `plays a card`. `is_seat` is whether a token names a seat.
pub fn fill(language: Language, text: &str, tokens: &[String], is_seat: impl Fn(usize) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    let token = |at: usize| tokens.get(at).map_or("", String::as_str);
    for piece in pieces(text) {
        match piece {
            Piece::Words(words) => out.push_str(words),
            Piece::Token(at) => {
                if language.is_unseen_card(token(at)) {
                    out.truncate(language.without_article(&out).len());
                }
                out.push_str(token(at));
            }
            Piece::Counted { token: at, wordings } => out.push_str(match is_seat(at) {
                true => wording_of_seat(wordings, false),
                false => language.wording(token(at), wordings),
            }),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_that_is_not_seen_brings_its_article() {
        for (language, text, filled) in [
            (Language::English, "{0} plays the {1}.", "Ada plays a card."),
            (Language::English, "The {1} of {0}", "a card of Ada"),
            (
                Language::English,
                "{0} plays the {2}.",
                "Ada plays the 8 of Hearts.",
            ),
            (Language::English, "breathe {1}", "breathe a card"),
            (Language::English, "{0} {0|takes|take} {1}", "Ada takes a card"),
            (Language::English, "{1}, then {7}{", "a card, then {"),
            (Language::German, "{0} spielt die {1}.", "Ada spielt eine Karte."),
        ] {
            let tokens = ["Ada", language.unseen_card(), "8 of Hearts"].map(str::to_owned);
            assert_eq!(fill(language, text, &tokens, |at| at == 0), filled);
        }
    }

    #[test]
    fn wordings_go_with_numbers() {
        for (language, text, filled) in [
            (Language::English, "{0} {0|card|cards}", "1 card"),
            (Language::English, "{1} {1|card|cards}", "−1 card"),
            (Language::English, "{2} {2|card|cards}", "1,5 cards"),
            (Language::English, "{3|card|cards}", "cards"),
            (Language::German, "{0} {0|Karte|Karten}", "1 Karte"),
            (Language::German, "{2} {2|Karte|Karten}", "1,5 Karten"),
        ] {
            let tokens = ["1", "−1", "1,5"].map(str::to_owned);
            assert_eq!(fill(language, text, &tokens, |_| false), filled);
        }
    }

    #[test]
    fn a_language_has_a_wording_for_each_of_its_forms() {
        for (text, wrong) in [
            ("{0} {0|card|cards}", None),
            ("{0} {a|b} {0|card}", Some("{0|card}")),
            ("{0|a|b} {1|a|b|c}", Some("{1|a|b|c}")),
        ] {
            assert_eq!(miscounted(Language::English, text).as_deref(), wrong, "{text}");
        }
    }
}
