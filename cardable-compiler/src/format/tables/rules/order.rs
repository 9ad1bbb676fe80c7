//! The total order of a deck's cards: as they are listed, by suit or by rank, with cards in places
//! of their own, and trumps above all.

use super::TablesReader;
use super::decks::Printed;
use super::fields::{CardName, Deck, Order, SortedBy, Value};
use crate::format::shapes::NameOr;
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{Placed, Text};
use crate::text::source::Span;

/// Which cards are meant: by value, by suit, or both.
struct Meant {
    value: Option<String>,
    suit: Option<String>,
    span: Span,
}

impl Meant {
    fn suit(name: Text<'_>) -> Meant {
        Meant {
            value: None,
            suit: Some(name.to_string()),
            span: name.span(),
        }
    }

    fn card(named: CardName<'_>) -> Meant {
        Meant {
            value: named.value().map(|value| value.to_string()),
            suit: named.suit().map(|suit| suit.to_string()),
            span: named.node.span,
        }
    }

    fn is(&self, card: &Printed<'_>) -> bool {
        let fits = |wanted: &Option<String>, found: Option<&str>| match wanted {
            Some(wanted) => found == Some(wanted),
            None => true,
        };
        fits(&self.value, Some(&card.name)) && fits(&self.suit, card.suit.as_deref())
    }
}

impl TablesReader<'_> {
    /// Gives each card its place in the order of its deck, from 1, and says which are trumps.
    pub(super) fn order(&mut self, deck: Deck<'_>, cards: &mut [Printed<'_>]) {
        let written = deck.order();
        let suits = written.map(Order::suits).unwrap_or_default();
        let listed = suits.iter().map(|suit| (suit.span(), suit.to_string())).collect();
        let unknown = (Problem::UnknownSuit, "suit");
        let suits = self.ranked(listed, unknown, cards, |card| card.suit.as_deref());
        let ranks = written.map(Order::ranks).unwrap_or_default();
        let value = |rank: Placed<'_, Value<'_>>| Some((rank.span(), rank.value?.to_string()));
        let listed = ranks.iter().filter_map(value).collect();
        let unknown = (Problem::UnknownCard, "card of the value");
        let ranks = self.ranked(listed, unknown, cards, |card| Some(&card.name));
        let place = |all: &[String], name: Option<&str>| {
            name.map_or(0, |name| {
                all.iter().position(|n| n == name).map_or(0, |at| at + 1)
            })
        };
        let by = written.and_then(Order::by).unwrap_or(SortedBy::Listed);
        let mut order: Vec<usize> = (0..cards.len()).collect();
        order.sort_by_cached_key(|at| {
            let card = &cards[*at];
            let suit = place(&suits, card.suit.as_deref());
            let rank = place(&ranks, Some(&card.name));
            let (first, second) = match by {
                SortedBy::SuitRank => (suit, rank),
                SortedBy::RankSuit => (rank, suit),
                SortedBy::Listed => (0, 0),
            };
            (card.position, first, second, *at)
        });
        self.beside(cards, &mut order);
        for trump in written.map(Order::trumps).unwrap_or_default() {
            let meant = match trump {
                NameOr::Name(suit) => Meant::suit(suit),
                NameOr::Itself(card) => Meant::card(card),
            };
            if !self.is_there(&meant, cards) {
                continue;
            }
            let (high, low): (Vec<usize>, Vec<usize>) = order.iter().partition(|at| meant.is(&cards[**at]));
            for at in &high {
                cards[*at].trump = true;
            }
            order = low.into_iter().chain(high).collect();
        }
        for (place, at) in order.into_iter().enumerate() {
            cards[at].order = place as i64 + 1;
        }
    }

    /// Suits or ranks from the lowest: those that the order lists, then the others as they come up.
    fn ranked(
        &mut self,
        listed: Vec<(Span, String)>,
        (code, what): (Problem, &str),
        cards: &[Printed<'_>],
        of: impl for<'c> Fn(&'c Printed<'_>) -> Option<&'c str>,
    ) -> Vec<String> {
        let mut known: Vec<String> = Vec::new();
        for name in cards.iter().filter_map(&of) {
            if !known.iter().any(|n| n == name) {
                known.push(name.to_owned());
            }
        }
        let mut all: Vec<String> = Vec::new();
        for (span, name) in listed {
            if !known.contains(&name) {
                self.unknown(code, span, what, &name, &known);
            } else if all.contains(&name) {
                let message = format!("`{name}` is listed twice");
                self.b
                    .error(Problem::DuplicateName, span, message, "take one of the two out");
            } else {
                all.push(name);
            }
        }
        for name in known {
            if !all.contains(&name) {
                all.push(name);
            }
        }
        all
    }

    /// Puts cards right above or below the ones they name.
    fn beside(&mut self, cards: &[Printed<'_>], order: &mut Vec<usize>) {
        for at in 0..cards.len() {
            let Some(place) = cards[at].beside else { continue };
            let (wanted, above) = match (place.above(), place.below()) {
                (Some(wanted), None) => (wanted, true),
                (None, Some(wanted)) => (wanted, false),
                _ => {
                    self.b.error(
                        Problem::MissingField,
                        place.node.span,
                        "a card stands either above or below others",
                        "write `{ \"above\": { \"value\": \"K\", \"suit\": \"Hearts\" } }`".to_owned(),
                    );
                    continue;
                }
            };
            let Some(meant) = wanted.value.map(Meant::card) else {
                continue;
            };
            if !self.is_there(&meant, cards) {
                continue;
            }
            order.retain(|other| *other != at);
            let is = |other: &usize| meant.is(&cards[*other]);
            let place = if above {
                order.iter().rposition(is).map(|p| p + 1)
            } else {
                order.iter().position(is)
            };
            match place {
                Some(place) => order.insert(place, at),
                None => {
                    order.push(at);
                    let message = "a card cannot stand beside itself";
                    self.b.error(
                        Problem::CyclicReference,
                        wanted.span(),
                        message,
                        "name another card of the deck",
                    );
                }
            }
        }
    }

    /// Whether a deck has a card that is meant; tells when it has none.
    fn is_there(&mut self, meant: &Meant, cards: &[Printed<'_>]) -> bool {
        if meant.value.is_none() && meant.suit.is_none() {
            self.b.error(
                Problem::MissingField,
                meant.span,
                "no card is meant here",
                "write a `value`, a `suit`, or both".to_owned(),
            );
            return false;
        }
        if cards.iter().any(|card| meant.is(card)) {
            return true;
        }
        let suits: Vec<String> = cards.iter().filter_map(|c| c.suit.clone()).collect();
        match (&meant.value, &meant.suit) {
            (_, Some(suit)) if !suits.contains(suit) => {
                let known = super::decks::once(suits);
                self.unknown(Problem::UnknownSuit, meant.span, "suit", suit, &known);
            }
            (value, suit) => {
                let value = value.as_deref().unwrap_or("");
                let suit = suit.as_deref().map(|s| format!(" of {s}")).unwrap_or_default();
                let message = format!("the deck has no card `{value}{suit}`");
                self.b.error(
                    Problem::UnknownCard,
                    meant.span,
                    message,
                    "name a card by the value and the suit that the deck has",
                );
            }
        }
        false
    }
}
