//! What seats, cards and zones are called in a story.

use super::joined::{listed, said};
use super::parts::Part;
use crate::ids::{CardTypeId, Seat, Viewer, ZoneId};
use crate::language::{Language, Piece, SeatForm, Sentence, pieces};
use crate::program::automatic_name;
use crate::ruleset;
use crate::shown_data::words;
use crate::text::{printed_back, with_back};
use crate::view::{CardSeen, Datum};
use crate::words::Words;
use std::borrow::Cow;

/// Up to so many faces are named where nothing else is said.
const MOST_FACES: usize = 8;

/// Names, as one viewer says them.
pub(super) struct Names<'a> {
    pub(super) words: Words<'a, &'a str>,
    pub(super) own: Option<Seat>,
    /// Up to so many faces are named where nothing else is said.
    pub(super) most: usize,
}

/// A text with a capital at its beginning.
///
/// ```
/// assert_eq!(cardable_core::story::capital("the deck is empty"), "The deck is empty");
/// ```
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    first + chars.as_str()
}

impl<'a> Names<'a> {
    pub(super) fn new(words: Words<'a, &'a str>, viewer: Viewer) -> Names<'a> {
        let own = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::Omniscient => None,
        };
        // Who sees everything wants to read everything.
        let most = match viewer {
            Viewer::Omniscient => usize::MAX,
            Viewer::Seat(_) | Viewer::Spectator => MOST_FACES,
        };
        Names { words, own, most }
    }

    pub(super) fn language(&self) -> Language {
        self.words.language()
    }

    /// What a seat is called by name, the viewer's too.
    pub(super) fn by_name(&self, seat: Seat) -> Cow<'a, str> {
        let Words { program, seats, .. } = self.words;
        let Some(&name) = seats.get(seat.index()).filter(|name| !name.is_empty()) else {
            return Cow::Owned(self.language().seat(seat));
        };
        let role = automatic_name(program, self.language(), seat, seats.len());
        role.map_or(Cow::Borrowed(name), Cow::Owned)
    }

    /// A seat in a form.
    pub(super) fn seat(&self, form: SeatForm, seat: Seat) -> Part {
        let name = self.by_name(seat);
        let text = self.language().seat_in(form, &name, self.own == Some(seat));
        Part::Seat {
            seat,
            text: text.into_owned(),
        }
    }

    /// A seat as the subject with which a sentence begins.
    pub(super) fn subject(&self, seat: Seat) -> Part {
        let mut part = self.seat(SeatForm::Subject, seat);
        if self.own == Some(seat) {
            *part.text_mut() = capital(part.text());
        }
        part
    }

    /// A seat within a sentence.
    pub(super) fn object(&self, seat: Seat) -> Part {
        self.seat(SeatForm::Object, seat)
    }

    pub(super) fn owner(&self, zone: ZoneId) -> Option<Seat> {
        ruleset::zone_owner(self.words.program, zone)
    }

    /// Whether there may be several zones of that name.
    fn is_copied(&self, zone: ZoneId) -> bool {
        ruleset::copies(self.words.program, zone).nth(1).is_some()
    }

    /// A zone without whose it is.
    pub(super) fn zone_label(&self, zone: ZoneId) -> String {
        let Some(def) = ruleset::zone_def(self.words.program, zone) else {
            return String::new();
        };
        let label = match def.layout.label {
            Some(label) => self.words.text(label).to_owned(),
            None => words(self.words.text(def.name)),
        };
        let label = self.language().within(&label);
        match self.is_copied(zone) {
            true => format!("{label} {}", def.copy + 1),
            false => label,
        }
    }

    /// A zone with whose it is.
    pub(super) fn zone(&self, zone: ZoneId) -> Part {
        let label = self.zone_label(zone);
        let text = match self.owner(zone) {
            Some(seat) => self.zone_of_seat(seat, &label),
            None if self.is_copied(zone) => label,
            None => self.language().grammar().definite(label),
        };
        Part::Zone { zone, text }
    }

    /// A label of a zone with whose it is.
    fn zone_of_seat(&self, seat: Seat, label: &str) -> String {
        let mut text = String::new();
        for piece in pieces(self.language().words(Sentence::ZoneOfSeat)) {
            match piece {
                Piece::Words(words) => text.push_str(words),
                Piece::Place(0, form) => {
                    text.push_str(self.seat(form.unwrap_or(SeatForm::Object), seat).text());
                }
                Piece::Place(..) => text.push_str(label),
                Piece::Counted(..) | Piece::Either { .. } => {}
            }
        }
        text
    }

    /// Where cards go: to another seat, or to a zone; the actor's own is `their hand` or `your hand`.
    pub(super) fn target(&self, zone: ZoneId, actor: Option<Seat>) -> Part {
        match self.owner(zone) {
            Some(seat) if Some(seat) != actor => self.object(seat),
            Some(seat) => {
                let whose = match self.own == Some(seat) {
                    true => Sentence::YourZone,
                    false => Sentence::TheirZone,
                };
                let text = self.language().say(whose, &[&self.zone_label(zone)]);
                Part::Zone { zone, text }
            }
            None => self.zone(zone),
        }
    }

    /// The other seat that a zone stands for, as seen from an actor: what is in the zone is that seat's.
    pub(super) fn other_owner(&self, zone: ZoneId, actor: Option<Seat>) -> Option<Seat> {
        self.owner(zone).filter(|seat| Some(*seat) != actor)
    }

    /// Where an actor's cards come from, each place once.
    pub(super) fn sources(&self, zones: &[ZoneId], actor: Seat) -> Vec<Part> {
        let mut several: Vec<Vec<Part>> = Vec::new();
        for zone in zones {
            let part = vec![self.target(*zone, Some(actor))];
            if several.iter().all(|known| known != &part) {
                several.push(part);
            }
        }
        listed(self.language(), several)
    }

    /// Cards in words, equal ones together; of more different faces than these only how many they are.
    pub(super) fn cards(&self, cards: &[CardSeen], most: usize) -> Vec<Part> {
        let language = self.language();
        if cards.is_empty() {
            return vec![Part::Text(language.words(Sentence::NoCards).to_owned())];
        }
        let mut faces: Vec<(CardTypeId, usize)> = Vec::new();
        let mut backs: Vec<(u16, usize)> = Vec::new();
        for card in cards {
            match *card {
                CardSeen::Back(back) => {
                    let same = |known: &(u16, usize)| self.is_same_from_behind(known.0, back);
                    match backs.iter_mut().find(|known| same(known)) {
                        Some((_, n)) => *n += 1,
                        None => backs.push((back, 1)),
                    }
                }
                CardSeen::Face(card) => match faces.iter_mut().find(|(known, _)| *known == card) {
                    Some((_, n)) => *n += 1,
                    None => faces.push((card, 1)),
                },
            }
        }
        if faces.len() > most {
            return vec![Part::Text(
                language.say(Sentence::Cards, &[&cards.len().to_string()]),
            )];
        }
        let of_faces = faces.into_iter().map(|(card, n)| {
            let text = self.words.card_name(card).unwrap_or_default();
            match n {
                1 => vec![Part::Card { card, text }],
                n => self.alike(n, Part::Card { card, text }),
            }
        });
        let of_backs = backs.into_iter().map(|(back, n)| {
            let cards = match n {
                1 => language.unseen_card().to_owned(),
                n => language.say(Sentence::Cards, &[&n.to_string()]),
            };
            vec![Part::Text(with_back(cards, language, self.words.program, back))]
        });
        listed(language, of_faces.chain(of_backs).collect())
    }

    /// Whether two backs are told of in the same words.
    fn is_same_from_behind(&self, back: u16, other: u16) -> bool {
        let printed = |back| printed_back(self.language(), self.words.program, back);
        back == other || printed(back) == printed(other)
    }

    /// Several equal cards.
    fn alike(&self, n: usize, card: Part) -> Vec<Part> {
        let mut places = [Part::Text(n.to_string()), card];
        said(self.language(), Sentence::Alike, &mut places)
    }

    /// A value as people read it.
    pub(super) fn value(&self, datum: &Datum) -> Part {
        let language = self.language();
        match datum {
            Datum::Seat(seat) => self.object(*seat),
            Datum::Zone(zone) => self.zone(*zone),
            Datum::Bool(true) => Part::Text(language.words(Sentence::Yes).to_owned()),
            Datum::Bool(false) => Part::Text(language.words(Sentence::No).to_owned()),
            Datum::Int(n) => Part::Text(number(&n.to_string())),
            Datum::Float(n) => {
                let n = (n * 1000.0).round() / 1000.0;
                Part::Text(number(&language.number(n.to_string())))
            }
            Datum::List(items) => {
                let texts: Vec<String> = items.iter().map(|i| self.value(i).text().to_owned()).collect();
                Part::Text(language.listed(&texts))
            }
            Datum::Nothing
            | Datum::Hidden
            | Datum::Text(_)
            | Datum::Written(_)
            | Datum::Card
            | Datum::CardAt { .. }
            | Datum::Deck(_) => Part::Text(self.words.datum_text(datum)),
        }
    }
}

/// A number as it is printed, with a minus sign.
fn number(text: &str) -> String {
    text.replace('-', "−")
}
