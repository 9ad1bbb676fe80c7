//! What seats, cards and zones are called in a story.

use super::joined::listed;
use super::parts::Part;
use crate::ids::{CardTypeId, Seat, Viewer, ZoneId};
use crate::ruleset;
use crate::shown_data::words;
use crate::text::{UNSEEN_CARD, listed as listed_texts};
use crate::view::{CardSeen, Datum};
use crate::words::Words;

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

/// A label as it stands within a sentence: `Discard pile` is `discard pile`, and `MP` stays.
///
/// ```
/// assert_eq!(cardable_core::story::within("Discard pile"), "discard pile");
/// ```
pub fn within(label: &str) -> String {
    let mut chars = label.chars();
    let Some(first) = chars.next() else {
        return String::new();
    };
    match chars.as_str().chars().any(char::is_uppercase) {
        true => label.to_owned(),
        false => first.to_lowercase().chain(chars).collect(),
    }
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

    /// What a seat is called by name, the viewer's too.
    fn by_name(&self, seat: Seat) -> String {
        let name = self.words.seats.get(seat.index()).filter(|name| !name.is_empty());
        name.map_or_else(|| format!("Seat {}", seat.0 + 1), |&name| name.to_owned())
    }

    /// A seat as the subject of a sentence.
    pub(super) fn subject(&self, seat: Seat) -> Part {
        let text = match self.own == Some(seat) {
            true => "You".to_owned(),
            false => self.by_name(seat),
        };
        Part::Seat { seat, text }
    }

    /// A seat within a sentence.
    pub(super) fn object(&self, seat: Seat) -> Part {
        let text = match self.own == Some(seat) {
            true => "you".to_owned(),
            false => self.by_name(seat),
        };
        Part::Seat { seat, text }
    }

    /// Whose something is: `your`, `Ada’s`.
    pub(super) fn whose(&self, seat: Seat) -> Part {
        let text = match self.own == Some(seat) {
            true => "your".to_owned(),
            false => format!("{}’s", self.by_name(seat)),
        };
        Part::Seat { seat, text }
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
        let label = def.layout.label.as_deref();
        let label = label.map_or_else(|| words(self.words.program.str(def.name)), str::to_owned);
        match self.is_copied(zone) {
            true => format!("{} {}", within(&label), def.copy + 1),
            false => within(&label),
        }
    }

    /// A zone with whose it is.
    pub(super) fn zone(&self, zone: ZoneId) -> Part {
        let label = self.zone_label(zone);
        let text = match self.owner(zone) {
            Some(seat) => format!("{} {label}", self.whose(seat).text()),
            None if label.starts_with("the ") || self.is_copied(zone) => label,
            None => format!("the {label}"),
        };
        Part::Zone { zone, text }
    }

    /// Where cards go: to another seat, or to a zone; the actor's own is `their hand` or `your hand`.
    pub(super) fn target(&self, zone: ZoneId, actor: Option<Seat>) -> Part {
        match self.owner(zone) {
            Some(seat) if Some(seat) != actor => self.object(seat),
            Some(seat) => {
                let whose = if self.own == Some(seat) { "your" } else { "their" };
                let text = format!("{whose} {}", self.zone_label(zone));
                Part::Zone { zone, text }
            }
            None => self.zone(zone),
        }
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
        listed(several)
    }

    /// Cards in words, equal ones together; of more different faces than these only how many they are.
    pub(super) fn cards(&self, cards: &[CardSeen], most: usize) -> Vec<Part> {
        if cards.is_empty() {
            return vec![Part::Text("no cards".to_owned())];
        }
        let mut faces: Vec<(CardTypeId, usize)> = Vec::new();
        let mut backs = 0;
        for card in cards {
            match *card {
                CardSeen::Back(_) => backs += 1,
                CardSeen::Face(card) => match faces.iter_mut().find(|(known, _)| *known == card) {
                    Some((_, n)) => *n += 1,
                    None => faces.push((card, 1)),
                },
            }
        }
        if faces.len() > most {
            return vec![Part::Text(format!("{} cards", cards.len()))];
        }
        let of_faces = faces.into_iter().map(|(card, n)| {
            let mut parts = Vec::new();
            if n > 1 {
                parts.push(Part::Text(format!("{n} × ")));
            }
            let text = self.words.card_name(card).unwrap_or_default();
            parts.push(Part::Card { card, text });
            parts
        });
        let of_backs = match backs {
            0 => None,
            1 => Some(UNSEEN_CARD.to_owned()),
            n => Some(format!("{n} cards")),
        };
        let of_backs = of_backs.map(|text| vec![Part::Text(text)]);
        listed(of_faces.chain(of_backs).collect())
    }

    /// A value as people read it.
    pub(super) fn value(&self, datum: &Datum) -> Part {
        match datum {
            Datum::Seat(seat) => self.object(*seat),
            Datum::Zone(zone) => self.zone(*zone),
            Datum::Bool(true) => Part::Text("yes".to_owned()),
            Datum::Bool(false) => Part::Text("no".to_owned()),
            Datum::Int(n) => Part::Text(number(&n.to_string())),
            Datum::Float(n) => Part::Text(number(&((n * 1000.0).round() / 1000.0).to_string())),
            Datum::List(items) => {
                let texts: Vec<String> = items.iter().map(|i| self.value(i).text().to_owned()).collect();
                Part::Text(listed_texts(&texts))
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

#[cfg(test)]
mod tests {
    use super::within;

    #[test]
    fn labels_stand_within_a_sentence() {
        for (label, text) in [
            ("Discard pile", "discard pile"),
            ("MP", "MP"),
            ("Pile of Ada", "Pile of Ada"),
            ("", ""),
        ] {
            assert_eq!(within(label), text);
        }
    }
}
