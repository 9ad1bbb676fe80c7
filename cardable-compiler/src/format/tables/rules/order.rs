//! The total order of a deck's cards: as they are listed, by suit or by rank, with cards in places
//! of their own, and trumps above all.

use super::Reader;
use super::decks::Printed;
use super::fields::{BESIDE, CARD_NAME, ORDER};
use crate::text::diag::Code as Problem;
use crate::text::json::Node;

/// Which cards are meant: by value, by suit, or both.
struct Meant {
    value: Option<String>,
    suit: Option<String>,
}

impl Meant {
    fn is(&self, card: &Printed<'_>) -> bool {
        let fits = |wanted: &Option<String>, found: Option<&str>| match wanted {
            Some(wanted) => found == Some(wanted),
            None => true,
        };
        fits(&self.value, Some(&card.name)) && fits(&self.suit, card.suit.as_deref())
    }
}

impl Reader<'_> {
    /// Gives each card its place in the order of its deck, from 1, and says which are trumps.
    pub(super) fn order(&mut self, deck: &Node, cards: &mut [Printed<'_>]) {
        let spec = super::fields::DECK.get(deck, "order");
        let suits = self.ranked(spec, "suits", cards, |card| card.suit.as_deref());
        let ranks = self.ranked(spec, "ranks", cards, |card| Some(&card.name));
        let place = |all: &[String], name: Option<&str>| {
            name.map_or(0, |name| {
                all.iter().position(|n| n == name).map_or(0, |at| at + 1)
            })
        };
        let by = spec
            .and_then(|spec| ORDER.get(spec, "by"))
            .and_then(Node::as_str)
            .unwrap_or("listed");
        let mut order: Vec<usize> = (0..cards.len()).collect();
        order.sort_by_cached_key(|at| {
            let card = &cards[*at];
            let suit = place(&suits, card.suit.as_deref());
            let rank = place(&ranks, Some(&card.name));
            let (first, second) = match by {
                "suit-rank" => (suit, rank),
                "rank-suit" => (rank, suit),
                _ => (0, 0),
            };
            (card.position, first, second, *at)
        });
        self.beside(cards, &mut order);
        let trumps = spec.and_then(|spec| ORDER.get(spec, "trumps"));
        for entry in trumps.map_or(&[][..], Node::items) {
            let Some(meant) = self.meant(entry, cards) else {
                continue;
            };
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
        spec: Option<&Node>,
        field: &str,
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
        let listed = spec.and_then(|spec| ORDER.get(spec, field));
        for node in listed.map_or(&[][..], Node::items) {
            let Some(name) = super::decks::value_text(node) else {
                continue;
            };
            if !known.contains(&name) {
                let (code, what) = match field {
                    "suits" => (Problem::UnknownSuit, "suit"),
                    _ => (Problem::UnknownCard, "card of the value"),
                };
                self.unknown(code, node.span, what, &name, &known);
            } else if all.contains(&name) {
                let message = format!("`{name}` is listed twice");
                self.b.error(
                    Problem::DuplicateName,
                    node.span,
                    message,
                    "take one of the two out",
                );
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
            let Some(node) = cards[at].beside else { continue };
            let (wanted, above) = match (BESIDE.get(node, "above"), BESIDE.get(node, "below")) {
                (Some(wanted), None) => (wanted, true),
                (None, Some(wanted)) => (wanted, false),
                _ => {
                    self.b.error(
                        Problem::MissingField,
                        node.span,
                        "a card stands either above or below others",
                        "write `{ \"above\": { \"value\": \"K\", \"suit\": \"Hearts\" } }`".to_owned(),
                    );
                    continue;
                }
            };
            let Some(meant) = self.meant(wanted, cards) else {
                continue;
            };
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
                        wanted.span,
                        message,
                        "name another card of the deck",
                    );
                }
            }
        }
    }

    /// Reads which cards are meant: a suit's name, or an object; nothing when there are none.
    fn meant(&mut self, node: &Node, cards: &[Printed<'_>]) -> Option<Meant> {
        let field = |name| CARD_NAME.get(node, name);
        let meant = match node.as_str() {
            Some(suit) => Meant {
                value: None,
                suit: Some(suit.to_owned()),
            },
            None => Meant {
                value: field("value").and_then(super::decks::value_text),
                suit: field("suit").and_then(Node::as_str).map(str::to_owned),
            },
        };
        if meant.value.is_none() && meant.suit.is_none() {
            self.b.error(
                Problem::MissingField,
                node.span,
                "no card is meant here",
                "write a `value`, a `suit`, or both".to_owned(),
            );
            return None;
        }
        if !cards.iter().any(|card| meant.is(card)) {
            let suits: Vec<String> = cards.iter().filter_map(|c| c.suit.clone()).collect();
            match (&meant.value, &meant.suit) {
                (_, Some(suit)) if !suits.contains(suit) => {
                    let known = super::decks::once(suits);
                    self.unknown(Problem::UnknownSuit, node.span, "suit", suit, &known);
                }
                (value, suit) => {
                    let value = value.as_deref().unwrap_or("");
                    let suit = suit.as_deref().map(|s| format!(" of {s}")).unwrap_or_default();
                    let message = format!("the deck has no card `{value}{suit}`");
                    self.b.error(
                        Problem::UnknownCard,
                        node.span,
                        message,
                        "name a card by the value and the suit that the deck has",
                    );
                }
            }
            return None;
        }
        Some(meant)
    }
}
