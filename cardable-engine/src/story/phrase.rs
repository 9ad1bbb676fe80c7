//! Phrases and messages filled in: who acts, which cards, what data.

use super::joined::{push, push_text};
use super::moves::Way;
use super::names::Names;
use super::parts::Part;
use crate::ids::Seat;
use crate::program::{Phrase, PhraseData, PhrasePart};
use crate::text::{Piece, UNSEEN_CARD, pieces, without_article};
use crate::view::Datum;

/// Takes away the article at the end: a card that is not seen brings its own.
fn drop_article(parts: &mut [Part]) {
    if let Some(Part::Text(last)) = parts.last_mut() {
        let kept = without_article(last).len();
        last.truncate(kept);
    }
}

/// The first word behind `You`, as one says it to somebody: `plays` is `play`, `has` is `have`.
fn to_you(text: &str) -> String {
    let Some(rest) = text.strip_prefix(' ') else {
        return text.to_owned();
    };
    let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
    let (verb, rest) = rest.split_at(end);
    let irregular = [
        ("is", "are"),
        ("has", "have"),
        ("was", "were"),
        ("does", "do"),
        ("goes", "go"),
    ];
    let known = irregular.iter().find(|(other, _)| *other == verb);
    let ends = |end: &str| verb.strip_suffix(end).filter(|stem| !stem.is_empty());
    let sibilant = |stem: &&str| {
        ["ss", "x", "zz", "ch", "sh"]
            .iter()
            .any(|end| stem.ends_with(end))
    };
    let said = match known {
        Some((_, own)) => (*own).to_owned(),
        None => match (
            ends("ies"),
            ends("es").filter(sibilant),
            ends("s").filter(|stem| !stem.ends_with('s')),
        ) {
            (Some(stem), _, _) => format!("{stem}y"),
            (_, Some(stem), _) | (_, _, Some(stem)) => stem.to_owned(),
            (None, None, None) => verb.to_owned(),
        },
    };
    format!(" {said}{rest}")
}

/// Words, and what stands in their places, put together so that the viewer is spoken to.
pub(super) struct Sentence<'n, 'a> {
    names: &'n Names<'a>,
    pub(super) parts: Vec<Part>,
    /// Whether the viewer is the subject of what follows.
    speaks_to_viewer: bool,
}

impl<'n, 'a> Sentence<'n, 'a> {
    pub(super) fn new(names: &'n Names<'a>) -> Sentence<'n, 'a> {
        Sentence {
            names,
            parts: Vec::new(),
            speaks_to_viewer: false,
        }
    }

    /// Whether a sentence begins here.
    fn begins(&self) -> bool {
        match self.parts.last() {
            None => true,
            Some(last) => matches!(
                last.text().trim_end().chars().last(),
                Some('.' | '!' | '?' | '»' | ':')
            ),
        }
    }

    pub(super) fn words(&mut self, text: &str) {
        if std::mem::take(&mut self.speaks_to_viewer) {
            let of_viewer = ["'s ", "’s "].iter().find_map(|end| text.strip_prefix(end));
            if let Some(rest) = of_viewer {
                if let Some(last) = self.parts.last_mut() {
                    last.text_mut().push('r');
                }
                return push_text(&mut self.parts, &format!(" {rest}"));
            }
            return push_text(&mut self.parts, &to_you(text));
        }
        push_text(&mut self.parts, text);
    }

    pub(super) fn seat(&mut self, seat: Seat) {
        let begins = self.begins();
        let is_own = self.names.own == Some(seat);
        self.speaks_to_viewer = is_own;
        self.parts.push(match begins {
            true => self.names.subject(seat),
            false => self.names.object(seat),
        });
        if is_own && !begins {
            // Only what follows a subject is its verb: `beats you by two`.
            self.speaks_to_viewer = false;
        }
    }

    pub(super) fn part(&mut self, part: Part) {
        self.speaks_to_viewer = false;
        push(&mut self.parts, part);
    }

    pub(super) fn value(&mut self, datum: &Datum) {
        match datum {
            Datum::Seat(seat) => self.seat(*seat),
            Datum::Card | Datum::CardAt { .. } => {
                drop_article(&mut self.parts);
                self.part(Part::Text(UNSEEN_CARD.to_owned()));
            }
            other => {
                let part = self.names.value(other);
                self.part(part);
            }
        }
    }

    /// A text with values in its places.
    pub(super) fn filled(&mut self, text: &str, tokens: &[Datum]) {
        for piece in pieces(text) {
            match piece {
                Piece::Words(words) => self.words(words),
                Piece::Token(at) => {
                    if let Some(token) = tokens.get(at) {
                        self.value(token);
                    }
                }
                Piece::Counted { token, one, many } => {
                    let token = tokens.get(token).map(|token| self.names.value(token));
                    let text = token.as_ref().map_or("", Part::text);
                    self.words(Piece::counted(text, one, many));
                }
            }
        }
    }

    /// A phrase about a seat's action; `way` is where its cards went.
    pub(super) fn phrase(
        &mut self,
        phrase: &Phrase,
        actor: Seat,
        way: Option<&Way>,
        datum: impl Fn(PhraseData) -> Datum,
    ) {
        let is_own = self.names.own == Some(actor);
        for part in &phrase.0 {
            match part {
                PhrasePart::Text(text) => self.words(text),
                PhrasePart::Either { other, own } => {
                    self.speaks_to_viewer = false;
                    push_text(&mut self.parts, if is_own { own } else { other });
                }
                PhrasePart::Player => self.seat(actor),
                PhrasePart::Cards => {
                    let cards = way.map_or(&[][..], |way| &way.cards);
                    let most = if is_own { usize::MAX } else { self.names.most };
                    let parts = self.names.cards(cards, most);
                    if matches!(parts.as_slice(), [Part::Text(_)]) {
                        drop_article(&mut self.parts);
                    }
                    for part in parts {
                        self.part(part);
                    }
                }
                PhrasePart::Count => {
                    let n = way.map_or(0, |way| way.cards.len());
                    self.part(Part::Text(n.to_string()));
                }
                PhrasePart::From => {
                    let from = way.map_or(&[][..], |way| &way.from);
                    let sources = self.names.sources(from, actor);
                    sources.into_iter().for_each(|part| self.part(part));
                }
                PhrasePart::To => {
                    if let Some(way) = way {
                        let part = self.names.target(way.to, Some(actor));
                        self.part(part);
                    }
                }
                PhrasePart::Data(at) => self.value(&datum(*at)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::to_you;

    #[test]
    fn verbs_are_said_to_you() {
        for (other, own) in [
            (" plays a card", " play a card"),
            (" passes", " pass"),
            (" is out", " are out"),
            (" carries on", " carry on"),
            (" goes out", " go out"),
            (" chooses spades", " choose spades"),
            (" matches it", " match it"),
            (" discards", " discard"),
            (" bids 6", " bid 6"),
            (": 6 points", ": 6 points"),
            (" will pass", " will pass"),
        ] {
            assert_eq!(to_you(other), own);
        }
    }
}
