//! What becomes of cards: deals, moves, turns.

use super::Teller;
use crate::ids::{Seat, ZoneId};
use crate::info::hand_order;
use crate::story::joined::{listed, push, push_text};
use crate::story::moves::{Item, Way, dealt_to};
use crate::story::phrase::Sentence;
use crate::story::{LineKind, Part};
use crate::view::CardSeen;

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
                let mut sentence = Sentence::new(names);
                sentence.seat(seat);
                sentence.words(" shows ");
                cards.into_iter().for_each(|card| sentence.part(card));
                let parts = sentence.parts;
                self.lines.closed(LineKind::Note, Some(seat), parts);
            }
            None => {
                let mut parts = cards;
                push_text(&mut parts, " can be seen in ");
                parts.push(names.zone(zone));
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
            let mut sentence = Sentence::new(names);
            // Within a line that tells of somebody already, nobody is the subject of a sentence.
            sentence.seat(seat);
            sentence.words(" takes ");
            for card in cards {
                sentence.part(card);
            }
            // Where a trick comes from, everybody knows.
            if let [from] = way.from.as_slice() {
                sentence.words(" from ");
                sentence.part(names.target(*from, Some(seat)));
            }
            return self.lines.detail(sentence.parts);
        }
        let mut parts = cards;
        push_text(
            &mut parts,
            if way.cards.len() == 1 {
                " goes to "
            } else {
                " go to "
            },
        );
        if names.words.program.zones.boxed == way.to.0 && own(&way.to).is_none() {
            push_text(&mut parts, "the box, out of the game");
        } else {
            parts.push(self.zone(way.to));
        }
        self.lines.detail(parts);
    }

    /// A deal, told seat by seat: nobody's action, so it has a line of its own.
    fn dealt(&mut self, seats: &[Seat], ways: &[Way]) {
        let names = self.names;
        let place = ways
            .first()
            .map(|way| names.zone_label(way.to))
            .unwrap_or_default();
        let place = match place.to_lowercase().contains("hand") {
            true => String::new(),
            false => format!(" ({place})"),
        };
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
                push_text(&mut head, "You are dealt ");
                cards.into_iter().for_each(|part| push(&mut head, part));
                push_text(&mut head, &place);
            }
            None => push_text(&mut head, &format!("Dealt{place}: ")),
        }
        for (at, (cards, seats)) in others.into_iter().enumerate() {
            if is_own || at > 0 {
                push_text(&mut head, "; ");
            }
            cards.into_iter().for_each(|part| push(&mut head, part));
            push_text(&mut head, if seats.len() > 1 { " each to " } else { " to " });
            let seats = seats.iter().map(|seat| vec![names.object(*seat)]).collect();
            listed(seats).into_iter().for_each(|part| push(&mut head, part));
        }
        self.actor = None;
        self.speaks = false;
        self.is_said = false;
        self.is_dealt = true;
        self.lines.line(LineKind::Deal, None, head);
        self.lines.close();
    }

    pub(super) fn turned(&mut self, zone: ZoneId, cards: &[CardSeen], up: bool) {
        let mut parts = self.names.cards(cards, self.names.most);
        push_text(&mut parts, if cards.len() == 1 { " is" } else { " are" });
        push_text(&mut parts, if up { " turned up" } else { " turned down" });
        if self.names.owner(zone).is_some() {
            push_text(&mut parts, " in ");
            parts.push(self.zone(zone));
        }
        self.lines.detail(parts);
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

    pub(super) fn of_zone(&mut self, zone: ZoneId, what: &str) {
        let mut parts = vec![self.zone(zone)];
        push_text(&mut parts, what);
        self.lines.detail(parts);
    }

    pub(super) fn designated(&mut self, zone: ZoneId, designation: u8, on: bool) {
        let label = self
            .names
            .words
            .designation_label(zone, designation)
            .unwrap_or_default()
            .to_owned();
        let (does, is_now) = match on {
            true => (" marks ", "now"),
            false => (" unmarks ", "no longer"),
        };
        let Some(seat) = self.actor.filter(|_| self.lines.introduces()) else {
            return self.of_zone(zone, &format!(" is {is_now} {label}"));
        };
        let place = self.zone(zone);
        let mut sentence = self.sentence(seat);
        sentence.words(does);
        sentence.part(place);
        sentence.words(&format!(" as {label}"));
        self.lines.line(LineKind::Choice, Some(seat), sentence.parts);
    }
}
