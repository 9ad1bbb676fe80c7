//! Sentences, phrases and messages filled in: who acts, which cards, what data.

use super::joined::{push, push_text};
use super::moves::Way;
use super::names::{Names, capital};
use super::parts::Part;
use crate::ids::{Seat, ZoneId};
use crate::language::{self, AfterReader, SeatForm, Sentence};
use crate::program::{Phrase, PhraseData, PhrasePart};
use crate::text::{Piece, pieces, wording_of_seat};
use crate::view::Datum;

/// What stands in a place of a sentence.
pub(super) enum Place<'p> {
    Seat(Seat),
    Part(Part),
    Parts(Vec<Part>),
    Text(&'p str),
    /// A number that is not printed, but has a wording that goes with it.
    Count(usize),
}

/// Words, and what stands in their places, put together so that the viewer is spoken to.
pub(super) struct SentenceBuilder<'n, 'a> {
    names: &'n Names<'a>,
    pub(super) parts: Vec<Part>,
    /// Whether the viewer is the subject of what follows.
    speaks_to_viewer: bool,
    /// Whether the viewer was not called by name where his seat was named last.
    is_addressed: bool,
}

impl<'n, 'a> SentenceBuilder<'n, 'a> {
    pub(super) fn new(names: &'n Names<'a>) -> SentenceBuilder<'n, 'a> {
        SentenceBuilder {
            names,
            parts: Vec::new(),
            speaks_to_viewer: false,
            is_addressed: false,
        }
    }

    /// Whether a sentence begins here.
    fn begins(&self) -> bool {
        let last = self.parts.last().map(|last| last.text().trim_end());
        last.is_none_or(|last| {
            let grammar = self.names.language().grammar();
            last.chars().next_back().is_some_and(|c| grammar.ends_sentence(c))
        })
    }

    /// Adds one of the engine's own sentences. What stands in the places is used up.
    pub(super) fn say(&mut self, sentence: Sentence, places: &mut [Place<'_>]) {
        let language = self.names.language();
        let mut speaks = false;
        for piece in language::pieces(language.words(sentence)) {
            match piece {
                language::Piece::Words(words) => self.words(words),
                language::Piece::Place(at, form) => {
                    let Some(place) = places.get_mut(at) else {
                        continue;
                    };
                    match std::mem::replace(place, Place::Text("")) {
                        Place::Seat(seat) => {
                            self.seat_as(form, seat);
                            speaks |= self.speaks_to_viewer;
                        }
                        Place::Part(part) => self.part(part),
                        Place::Parts(parts) => parts.into_iter().for_each(|part| self.part(part)),
                        Place::Text(text) => self.plain(text),
                        // The place stays for the wordings that go with it.
                        Place::Count(count) => *place = Place::Count(count),
                    }
                }
                language::Piece::Counted(at, wordings) => {
                    let wording = match places.get(at) {
                        Some(Place::Count(count)) => language.wording_for(*count, wordings),
                        Some(Place::Text(text)) => language.wording(text, wordings),
                        Some(Place::Seat(_) | Place::Part(_) | Place::Parts(_)) | None => "",
                    };
                    self.plain(wording);
                }
                language::Piece::Either { other, own } => self.plain(if speaks { own } else { other }),
            }
        }
    }

    /// A line that is one of the engine's own sentences.
    pub(super) fn sentence(names: &'n Names<'a>, sentence: Sentence, places: &mut [Place<'_>]) -> Vec<Part> {
        let mut builder = SentenceBuilder::new(names);
        builder.say(sentence, places);
        builder.parts
    }

    /// Words as they are.
    fn plain(&mut self, text: &str) {
        self.speaks_to_viewer = false;
        push_text(&mut self.parts, text);
    }

    pub(super) fn words(&mut self, text: &str) {
        // A space alone is no word that is said to somebody.
        if text.trim().is_empty() || !std::mem::take(&mut self.speaks_to_viewer) {
            return push_text(&mut self.parts, text);
        }
        match self.names.language().grammar().after_reader(text) {
            AfterReader::Words(words) => push_text(&mut self.parts, &words),
            AfterReader::Owns { reader, rest } => {
                // Only a subject has words behind it that are said to it, and it begins a sentence.
                let is_first = self.parts.len() == 1;
                if let Some(last) = self.parts.last_mut() {
                    *last.text_mut() = if is_first {
                        reader.to_owned()
                    } else {
                        capital(reader)
                    };
                }
                push_text(&mut self.parts, " ");
                push_text(&mut self.parts, rest);
            }
            AfterReader::ByName => {
                if let Some(Part::Seat { seat, text }) = self.parts.last_mut() {
                    *text = self.names.by_name(*seat).into_owned();
                    self.is_addressed = false;
                }
                push_text(&mut self.parts, text);
            }
        }
    }

    pub(super) fn seat(&mut self, seat: Seat) {
        self.seat_as(None, seat);
    }

    /// A seat in a form, or in the one that it has where it stands.
    fn seat_as(&mut self, form: Option<SeatForm>, seat: Seat) {
        let is_subject = form.is_none() && self.begins();
        let part = match form {
            Some(form) => self.names.seat(form, seat),
            // A line gets its capital as a whole: what is said here may stand behind a semicolon.
            None if is_subject && self.parts.is_empty() => self.names.seat(SeatForm::Subject, seat),
            None if is_subject => self.names.subject(seat),
            None => self.names.seat(self.form_here(), seat),
        };
        // Only what follows a subject is its verb: `beats you by two`.
        self.speaks_to_viewer = is_subject && self.names.own == Some(seat);
        if self.names.own == Some(seat) {
            self.is_addressed = part.text() != self.names.by_name(seat);
        }
        self.parts.push(part);
    }

    /// The form that a seat has which is not the subject.
    fn form_here(&self) -> SeatForm {
        let before = self.parts.last().map_or("", Part::text);
        self.names.language().grammar().form_behind(before)
    }

    /// Takes away the article at the end: a card that is not seen brings its own.
    fn drop_article(&mut self) {
        if let Some(Part::Text(last)) = self.parts.last_mut() {
            let kept = self.names.language().without_article(last).len();
            last.truncate(kept);
        }
    }

    /// Where an actor's cards go.
    fn target(&mut self, zone: ZoneId, actor: Seat) {
        match self.names.other_owner(zone, Some(actor)) {
            Some(seat) => {
                let part = self.names.seat(self.form_here(), seat);
                self.part(part);
            }
            None => {
                let part = self.names.target(zone, Some(actor));
                self.part(part);
            }
        }
    }

    /// Where an actor's cards come from.
    fn sources(&mut self, zones: &[ZoneId], actor: Seat) {
        match zones {
            [zone] => self.target(*zone, actor),
            zones => {
                let sources = self.names.sources(zones, actor);
                sources.into_iter().for_each(|part| self.part(part));
            }
        }
    }

    /// Behind what an actor takes: where it comes from.
    pub(super) fn say_from(&mut self, zones: &[ZoneId], actor: Seat) {
        let other = match zones {
            [zone] => self.names.other_owner(*zone, Some(actor)),
            _ => None,
        };
        match other {
            Some(seat) => self.say(Sentence::FromSeat, &mut [Place::Seat(seat)]),
            None => {
                let sources = self.names.sources(zones, actor);
                self.say(Sentence::From, &mut [Place::Parts(sources)]);
            }
        }
    }

    /// Behind what an actor gives or plays: where it goes.
    pub(super) fn say_to(&mut self, zone: ZoneId, actor: Seat) {
        match self.names.other_owner(zone, Some(actor)) {
            Some(seat) => self.say(Sentence::ToSeat, &mut [Place::Seat(seat)]),
            None => {
                let target = self.names.target(zone, Some(actor));
                self.say(Sentence::To, &mut [Place::Part(target)]);
            }
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
                self.drop_article();
                self.part(Part::Text(self.names.language().unseen_card().to_owned()));
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
                Piece::Counted { token, wordings } => match tokens.get(token) {
                    Some(Datum::Seat(seat)) => {
                        let is_reader = self.is_addressed && self.names.own == Some(*seat);
                        self.plain(wording_of_seat(wordings, is_reader));
                    }
                    token => {
                        let token = token.map(|token| self.names.value(token));
                        let text = token.as_ref().map_or("", Part::text);
                        self.words(self.names.language().wording(text, wordings));
                    }
                },
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
        for part in &phrase.parts {
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
                        self.drop_article();
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
                    self.sources(from, actor);
                }
                PhrasePart::To => {
                    if let Some(way) = way {
                        self.target(way.to, actor);
                    }
                }
                PhrasePart::Data(at) => self.value(&datum(*at)),
            }
        }
    }
}
