//! What becomes of cards: deals, moves, turns.

use super::Teller;
use crate::ids::{Seat, ZoneId};
use crate::info::hand_order;
use crate::language::Sentence;
use crate::story::joined::{listed, push, push_text};
use crate::story::moves::{Item, Way, dealt_to};
use crate::story::phrase::{Place, SentenceBuilder};
use crate::story::{LineKind, Part};
use crate::view::{CardSeen, ViewEvent};

impl Teller<'_, '_> {
    pub(super) fn moved(&mut self, at: usize, ways: &[Way]) {
        if let Some(seats) = dealt_to(self.names.words.program, ways) {
            return self.dealt(&seats, ways);
        }
        // Cards that are moved and turned are told as turned.
        if let ([way], Some(Item::Turned { zone, cards, up })) = (ways, self.items.get(at + 1))
            && *zone == way.to
            && way.cards.len() == cards.len()
        {
            self.mark_told(at + 1..at + 2);
            return self.turned(*zone, cards, *up);
        }
        // The rules have told it, or the actor's own cards are filled up.
        let is_actors = |zone: &ZoneId| {
            self.names
                .owner(*zone)
                .is_some_and(|seat| Some(seat) == self.actor)
        };
        let is_refill = |way: &Way| is_actors(&way.to) && way.from.iter().all(is_actors);
        if self.is_said || self.speaks && ways.iter().all(is_refill) {
            return;
        }
        for way in ways {
            self.went(way);
        }
    }

    /// Cards that lay hidden, and are seen now.
    pub(super) fn shown(&mut self, zone: ZoneId, cards: &[CardSeen]) {
        let names = self.names;
        let cards = names.cards(cards, usize::MAX);
        match names.owner(zone) {
            Some(seat) => {
                let mut places = [Place::Seat(seat), Place::Parts(cards)];
                let parts = SentenceBuilder::sentence(names, Sentence::Shows, &mut places);
                self.lines.closed(LineKind::Note, Some(seat), parts);
            }
            None => {
                let mut places = [Place::Parts(cards), Place::Part(names.zone(zone))];
                let parts = SentenceBuilder::sentence(names, Sentence::CanBeSeen, &mut places);
                self.lines.detail(parts);
            }
        }
    }

    fn went(&mut self, way: &Way) {
        let names = self.names;
        let own = |zone: &ZoneId| names.owner(*zone);
        let takes = own(&way.to).filter(|seat| !way.from.iter().all(|from| own(from) == Some(*seat)));
        let cards = names.cards(&way.cards, names.most);
        if let Some(seat) = takes {
            let mut sentence = SentenceBuilder::new(names);
            sentence.say(Sentence::Takes, &mut [Place::Seat(seat), Place::Parts(cards)]);
            // Where a trick comes from, everybody knows.
            if let [_] = way.from.as_slice() {
                sentence.say_from(&way.from, seat);
            }
            return self.lines.detail(sentence.parts);
        }
        let count = Place::Count(way.cards.len());
        let parts = match names.words.program.zones.boxed == way.to.0 && own(&way.to).is_none() {
            true => SentenceBuilder::sentence(names, Sentence::GoesToBox, &mut [Place::Parts(cards), count]),
            false => {
                let mut places = [Place::Parts(cards), Place::Part(self.zone(way.to)), count];
                SentenceBuilder::sentence(names, Sentence::GoesTo, &mut places)
            }
        };
        self.lines.detail(parts);
    }

    /// Whether a zone kept cards that lay there before: what came is no new hand.
    fn is_filled_up(&self, zone: ZoneId) -> bool {
        let is_arrival = |event: &&ViewEvent| matches!(event, ViewEvent::Moved { to, .. } if to.zone == zone);
        let came = self.happened.events.iter().filter(is_arrival).count();
        let held = self.happened.view.zone(zone).map_or(0, |zone| zone.cards.len());
        held > came
    }

    /// A deal, told seat by seat: nobody's action, so it has a line of its own.
    fn dealt(&mut self, seats: &[Seat], ways: &[Way]) {
        let names = self.names;
        let place = ways
            .first()
            .map(|way| names.zone_label(way.to))
            .unwrap_or_default();
        let is_hand = names.language().grammar().is_hand(&place);
        let is_drawn = is_hand && ways.iter().any(|way| self.is_filled_up(way.to));
        let mut own = None;
        let mut others: Vec<(Vec<Part>, Vec<Seat>)> = Vec::new();
        for (seat, way) in seats.iter().zip(ways) {
            if names.own == Some(*seat) {
                // One's own cards are named, however many they are, as they lie in the hand.
                let order = hand_order(names.words.program);
                let place = |card: &CardSeen| match card {
                    CardSeen::Face(card) => order.iter().position(|known| known == card),
                    CardSeen::Back(_) => Some(usize::MAX),
                };
                let mut cards = way.cards.clone();
                cards.sort_by_key(place);
                own = Some(names.cards(&cards, usize::MAX));
                continue;
            }
            let cards = names.cards(&way.cards, names.most);
            match others.iter_mut().find(|(known, _)| *known == cards) {
                Some((_, seats)) => seats.push(*seat),
                None => others.push((cards, vec![*seat])),
            }
        }
        let mut head = Vec::new();
        let is_own = own.is_some();
        match own {
            Some(cards) => {
                let sentence = match is_hand {
                    _ if is_drawn => Sentence::YouDraw,
                    true => Sentence::YouAreDealt,
                    false => Sentence::YouAreDealtInto,
                };
                let mut places = [Place::Parts(cards), Place::Text(&place)];
                head = SentenceBuilder::sentence(names, sentence, &mut places);
            }
            None if is_drawn => push_text(&mut head, names.language().words(Sentence::Drawn)),
            None if is_hand => push_text(&mut head, names.language().words(Sentence::Dealt)),
            None => {
                let mut places = [Place::Text(&place)];
                head = SentenceBuilder::sentence(names, Sentence::DealtInto, &mut places);
            }
        }
        for (at, (cards, seats)) in others.into_iter().enumerate() {
            if is_own || at > 0 {
                push_text(&mut head, "; ");
            }
            let sentence = match (seats.len(), is_drawn) {
                (1, false) => Sentence::DealtTo,
                (1, true) => Sentence::DrawnBy,
                (_, false) => Sentence::DealtToEach,
                (_, true) => Sentence::DrawnByEach,
            };
            let seats = seats.iter().map(|seat| vec![names.object(*seat)]).collect();
            let mut places = [Place::Parts(cards), Place::Parts(listed(names.language(), seats))];
            let dealt = SentenceBuilder::sentence(names, sentence, &mut places);
            dealt.into_iter().for_each(|part| push(&mut head, part));
        }
        self.actor = None;
        self.speaks = false;
        self.is_said = false;
        self.is_dealt = true;
        self.lines.line(LineKind::Deal, None, head);
        self.lines.close();
    }

    pub(super) fn turned(&mut self, zone: ZoneId, cards: &[CardSeen], up: bool) {
        let names = self.names;
        let told = names.cards(cards, names.most);
        let mut sentence = SentenceBuilder::new(names);
        let turned = match up {
            true => Sentence::TurnedUp,
            false => Sentence::TurnedDown,
        };
        sentence.say(turned, &mut [Place::Parts(told), Place::Count(cards.len())]);
        if names.owner(zone).is_some() {
            sentence.say(Sentence::TurnedIn, &mut [Place::Part(self.zone(zone))]);
        }
        self.lines.detail(sentence.parts);
    }

    /// A zone as the story calls it: within a line of its owner `their hand`.
    fn zone(&self, zone: ZoneId) -> Part {
        match self.names.owner(zone) {
            Some(seat) if Some(seat) == self.actor && self.names_actor() => {
                self.names.target(zone, self.actor)
            }
            _ => self.names.zone(zone),
        }
    }

    /// What is to be said of a zone.
    pub(super) fn of_zone(&mut self, zone: ZoneId, what: Sentence) {
        let mut places = [Place::Part(self.zone(zone))];
        let parts = SentenceBuilder::sentence(self.names, what, &mut places);
        self.lines.detail(parts);
    }

    pub(super) fn designated(&mut self, zone: ZoneId, designation: u8, on: bool) {
        let names = self.names;
        let label = names.words.designation_label(zone, designation);
        let (place, label) = (
            Place::Part(self.zone(zone)),
            Place::Text(label.unwrap_or_default()),
        );
        let Some(seat) = self.actor.filter(|_| self.lines.introduces()) else {
            let is_now = match on {
                true => Sentence::IsNow,
                false => Sentence::IsNoLonger,
            };
            let parts = SentenceBuilder::sentence(names, is_now, &mut [place, label]);
            return self.lines.detail(parts);
        };
        let does = match on {
            true => Sentence::Marks,
            false => Sentence::Unmarks,
        };
        self.does(seat, does, &mut [Place::Seat(seat), place, label]);
    }
}
