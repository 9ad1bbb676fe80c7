//! Scores and other data that change.

use super::Teller;
use crate::ids::Seat;
use crate::language::{SeatForm, Sentence};
use crate::program::{DataDef, Shown};
use crate::shown_data;
use crate::story::joined::{listed, push, push_text};
use crate::story::moves::{Item, dealt_to};
use crate::story::phrase::{Place, SentenceBuilder};
use crate::story::{LineKind, Part};
use crate::value::Value;
use crate::view::{CardSeen, DataRef, Datum, Slot, ViewEvent};
use crate::words::Words;

impl Teller<'_, '_> {
    /// What seats are called where a name stands alone as a value.
    fn seat_names(&self) -> Vec<String> {
        let seats = self.happened.view.seat_data.len() as u8;
        let name = |at| self.names.seat(SeatForm::Subject, Seat(at)).text().to_owned();
        let names = (0..seats).map(name);
        names.collect()
    }

    /// What is told of a value of an item of data.
    pub(super) fn data_text(&self, def: &DataDef, value: &Datum) -> Option<String> {
        let seats = self.seat_names();
        let words = Words {
            program: self.names.words.program,
            language: self.names.words.language,
            seats: &seats,
        };
        shown_data::data_text(&words, def, value)
    }

    /// Whether a phrase of the rules tells what data is set. It does not tell what triggers do.
    fn is_phrased(&self) -> bool {
        self.speaks && self.triggers.is_empty()
    }

    pub(super) fn data(&mut self, at: usize, of: DataRef, value: &Datum) {
        let program = self.names.words.program;
        let (seat, def, shown) = match of {
            DataRef::State(..) => return,
            DataRef::Global(n) => {
                let Some(def) = program.data.globals.get(usize::from(n)) else {
                    return;
                };
                (None, def, shown_data::shown_of_all(def))
            }
            DataRef::Seat(seat, n) => {
                let Some(def) = program.data.seat.get(usize::from(n)) else {
                    return;
                };
                let shown = shown_data::shown_of_seat(program, program.str(def.name), def);
                (Some(seat), def, shown)
            }
        };
        let name = program.str(def.name);
        if seat.is_some() && shown_data::is_score_of(program, name) && def.shown != Some(Shown::Nowhere) {
            return self.scores(at, of);
        }
        // Numbers are mostly sums that the rules keep, and the table shows them. But what a seat's own
        // action changes of its own is what it did: how much it has bid. What a trigger changes is its doing, too.
        let is_number = matches!(value, Datum::Int(_) | Datum::Float(_) | Datum::Bool(_));
        let is_own = seat.is_some() && seat == self.actor;
        let is_meant = is_own || !self.triggers.is_empty();
        let is_hidden = shown == Shown::Nowhere || shown == Shown::Score || is_first(def, value);
        // One that a table shows, with words for some of its values, is more than that.
        let has_words = def.shown.is_some() && !def.texts.is_empty();
        if self.is_phrased()
            || is_hidden
            || (is_number && !is_meant && !has_words)
            || self.said.contains(value)
        {
            return;
        }
        // Of a number that changes several times, only what it comes to.
        let mut later = self.items.iter().skip(at + 1);
        let changes_again =
            |item: &Item<'_>| matches!(item, Item::Event(ViewEvent::Data { at, .. }) if *at == of);
        if is_number && later.any(changes_again) {
            return;
        }
        let Some(text) = self.data_text(def, value) else {
            return;
        };
        let label = shown_data::data_words(&self.names.words, def);
        let parts = match seat.filter(|_| !is_own || !self.names_actor()) {
            Some(seat) if self.names.own == Some(seat) => {
                let what = match text.is_empty() {
                    true => Sentence::YourTruth,
                    false => Sentence::YourData,
                };
                let mut places = [Place::Text(&label), Place::Text(&text)];
                SentenceBuilder::sentence(self.names, what, &mut places)
            }
            Some(seat) => {
                let what = match text.is_empty() {
                    true => Sentence::TruthOf,
                    false => Sentence::DataOf,
                };
                let mut places = [Place::Seat(seat), Place::Text(&label), Place::Text(&text)];
                SentenceBuilder::sentence(self.names, what, &mut places)
            }
            None => vec![Part::Text(described(&label, &text, ": "))],
        };
        self.lines.detail(parts);
    }

    /// What a card has now, where players read it: the label says so.
    pub(super) fn card_data(&mut self, slot: Slot, card: CardSeen, item: u16, value: &Datum) {
        let program = self.names.words.program;
        let Some(def) = program.data.card.get(usize::from(item)).map(|data| &data.def) else {
            return;
        };
        let is_hidden = shown_data::shown_of_all(def) == Shown::Nowhere || is_first(def, value);
        if self.is_phrased() || is_hidden || self.said.contains(value) {
            return;
        }
        let name = shown_data::data_words(&self.names.words, def);
        let mut parts = match self.triggers.has_named(&self.lines, slot, card) {
            true => Vec::new(),
            false => {
                let mut parts = self.names.cards(&[card], 1);
                push_text(&mut parts, ": ");
                parts
            }
        };
        if let Datum::CardAt { zone, index } = value {
            let cards = self.happened.view.zone(*zone).map(|zone| &zone.cards);
            let other = cards.and_then(|cards| cards.get(usize::from(*index)));
            push_text(&mut parts, &format!("{name} "));
            let other = other.map_or_else(
                || vec![self.names.value(value)],
                |other| self.names.cards(&[*other], 1),
            );
            other.into_iter().for_each(|part| push(&mut parts, part));
            return self.lines.detail(parts);
        }
        let Some(text) = self.data_text(def, value) else {
            return;
        };
        push_text(&mut parts, &described(&name, &text, " "));
        self.lines.detail(parts);
    }

    /// Whether a summary of the rules says what everybody's score is.
    fn tells_all_scores(&self, score: u16) -> bool {
        let view = self.happened.view;
        let seats = (0..view.seat_data.len()).map(|at| Seat(at as u8));
        let is_told = |seat: Seat| {
            let value = view.seat_datum(seat, score);
            self.happened.events.iter().any(|event| match event {
                ViewEvent::Said { tokens, .. } => {
                    tokens.contains(&Datum::Seat(seat)) && value.is_some_and(|value| tokens.contains(value))
                }
                _ => false,
            })
        };
        seats.into_iter().all(is_told)
    }

    /// The scores that change from an item on, as one line.
    fn scores(&mut self, at: usize, of: DataRef) {
        let DataRef::Seat(_, score) = of else { return };
        let mut now: Vec<(Seat, Datum)> = Vec::new();
        for (at, item) in self.items.iter().enumerate().skip(at) {
            let Item::Event(ViewEvent::Data { at: of, value }) = item else {
                // The scores of the next hand are not those of this one.
                if matches!(item, Item::Moves(ways) if dealt_to(self.names.words.program, ways).is_some()) {
                    break;
                }
                continue;
            };
            let DataRef::Seat(seat, n) = *of else { continue };
            if n != score {
                continue;
            }
            if let Some(told) = self.told.get_mut(at) {
                *told = true;
            }
            match now.iter_mut().find(|(known, _)| *known == seat) {
                Some((_, known)) => known.clone_from(value),
                None => now.push((seat, value.clone())),
            }
        }
        now.sort_by_key(|(seat, _)| *seat);
        if self.tells_all_scores(score) {
            return;
        }
        // Those who win and lose together have the same.
        if let [(_, first), others @ ..] = now.as_slice()
            && now.len() == self.happened.view.seat_data.len()
            && !others.is_empty()
            && others.iter().all(|(_, value)| value == first)
        {
            let mut places = [Place::Part(self.names.value(first))];
            let parts = SentenceBuilder::sentence(self.names, Sentence::ScoreOfEach, &mut places);
            return self.lines.closed(LineKind::Score, None, parts);
        }
        let several = now.iter().map(|(seat, value)| {
            let mut places = [Place::Seat(*seat), Place::Part(self.names.value(value))];
            SentenceBuilder::sentence(self.names, Sentence::SeatScore, &mut places)
        });
        let several = listed(self.names.language(), several.collect());
        let parts = SentenceBuilder::sentence(self.names, Sentence::Scores, &mut [Place::Parts(several)]);
        // What is said next does not belong to it, and it does not end what was being told.
        self.lines.closed(LineKind::Score, None, parts);
    }
}

/// Whether an item has the number again that it began with: a sum that begins anew.
fn is_first(def: &DataDef, value: &Datum) -> bool {
    matches!((value, def.value), (Datum::Int(now), Value::Int(first)) if *now == first)
}

/// Data with its name: of a truth the name alone.
pub(super) fn described(name: &str, value: &str, between: &str) -> String {
    match value.is_empty() {
        true => name.to_owned(),
        false => format!("{name}{between}{value}"),
    }
}
