//! Decks.

use std::sync::Arc;

use super::{
    CardSet, MAX_CARDS_IN_DECK,
    fields::{DECK, DECK_ENTRY},
    read_set::text,
};
use crate::text::diag::{Code, Diagnostic, Diagnostics};
use crate::text::json::{Node, Value};
use crate::text::source::Span;

/// Cards that are played with together.
#[derive(Clone, Debug)]
pub struct Deck {
    /// Its name.
    pub name: Arc<str>,
    /// The set its cards are of, as an index into the package's card sets.
    pub card_set: usize,
    /// Its cards, as indices into [`CardSet::cards`], each as often as the deck has it.
    pub cards: Vec<usize>,
    /// Where it is declared; of a deck that nobody wrote, where its card set is.
    pub span: Span,
}

impl Deck {
    /// The deck of a ruleset that names none: one of every card of a set.
    pub(crate) fn one_of_each(set: &CardSet, card_set: usize) -> Deck {
        Deck {
            name: set.name.clone(),
            card_set,
            cards: (0..set.cards.len()).collect(),
            span: set.span,
        }
    }

    /// Reads the content of a deck that its table has been checked against.
    pub(crate) fn read(node: &Node, set: &CardSet, card_set: usize, diags: &mut Diagnostics) -> Deck {
        let name = text(node, &DECK, "deck_name").map_or("", |(name, _)| name);
        let mut cards = Vec::new();
        let content = DECK.get(node, "content");
        let entries = content.map_or(&[][..], Node::items);
        for entry in entries {
            let (id, copies) = match entry.value {
                Value::Object(_) => {
                    let copies = DECK_ENTRY.get(entry, "copies").map_or(Some(1), Node::as_i64);
                    (DECK_ENTRY.get(entry, "card"), copies)
                }
                _ => (Some(entry), Some(1)),
            };
            let (Some(id), Some(copies)) = (id, copies) else {
                continue;
            };
            let copies = usize::try_from(copies.max(0)).unwrap_or(usize::MAX);
            if copies > MAX_CARDS_IN_DECK - cards.len() {
                let message = format!("the deck `{name}` has more than {MAX_CARDS_IN_DECK} cards");
                diags.push(
                    Diagnostic::error(Code::DeckTooLarge, entry.span, message)
                        .help("write fewer `copies`, or divide the cards among several decks"),
                );
                break;
            }
            match index_of(id, set) {
                Ok(index) => cards.extend(std::iter::repeat_n(index, copies)),
                Err(_) if !set.complete => {}
                Err(None) => {}
                // Counted, but not worth looking for a help.
                Err(Some(_)) if diags.is_full() => {
                    diags.further_error();
                }
                Err(Some(unknown)) => diags.push(unknown_card(unknown, id.span, set)),
            }
        }
        let written = content.is_some_and(|content| matches!(content.value, Value::Array(_)));
        if written && entries.is_empty() {
            let message = format!("the deck `{name}` has no cards");
            diags.warning(
                Code::EmptyDeck,
                node.span,
                message,
                "name its cards in `content`, or leave the deck out",
            );
        }
        Deck {
            name: name.into(),
            card_set,
            cards,
            span: node.span,
        }
    }
}

/// Where in its set a card is; the id, if it is an id and the set has no such card.
fn index_of(node: &Node, set: &CardSet) -> Result<usize, Option<i64>> {
    let id = node.as_i64().filter(|id| *id >= 0).ok_or(None)?;
    u32::try_from(id)
        .ok()
        .and_then(|id| set.index_of(id))
        .ok_or(Some(id))
}

fn unknown_card(id: i64, span: Span, set: &CardSet) -> Diagnostic {
    let message = format!("the card set `{}` has no card with the id {id}", set.name);
    let help = match (set.cards.first(), set.cards.last()) {
        (Some(first), Some(last)) => {
            let nearest = set
                .cards
                .iter()
                .min_by_key(|card| i64::from(card.id).abs_diff(id));
            let gaps = (last.id - first.id) as usize + 1 != set.cards.len();
            let nearest = nearest
                .filter(|_| gaps)
                .map(|card| format!("; the nearest is {} (`{}`)", card.id, card.name));
            let nearest = nearest.unwrap_or_default();
            format!("its ids go from {} to {}{nearest}", first.id, last.id)
        }
        _ => "name the cards of the set in its `cards`".to_owned(),
    };
    Diagnostic::error(Code::UnknownCard, span, message).help(help)
}
