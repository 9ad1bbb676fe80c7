//! Decks.

use std::sync::Arc;

use super::{
    CardSet, MAX_CARDS_IN_DECK,
    fields::{Deck as Fields, DeckContent},
};
use crate::text::diag::{Code, Diagnostic, Diagnostics};
use crate::text::fields::read::Text;
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
        let deck = Fields { node };
        let name = deck.deck_name().and_then(|name| name.value);
        let name = name.map_or("", Text::as_str);
        let mut cards = Vec::new();
        let content = deck.content();
        for entry in content {
            let (id, copies) = match entry.value {
                Some(DeckContent::Card(id)) => (Some((id, entry.span())), Some(1)),
                Some(DeckContent::Copies(several)) => {
                    let id = several.card().and_then(|id| Some((id.value?, id.span())));
                    let copies = several.copies().map_or(Some(1), |copies| copies.value);
                    (id, copies)
                }
                None => (None, None),
            };
            let (Some((id, id_span)), Some(copies)) = (id, copies) else {
                continue;
            };
            if copies > MAX_CARDS_IN_DECK - cards.len() {
                let message = format!("the deck `{name}` has more than {MAX_CARDS_IN_DECK} cards");
                diags.push(
                    Diagnostic::error(Code::DeckTooLarge, entry.span(), message)
                        .help("write fewer `copies`, or divide the cards among several decks"),
                );
                break;
            }
            match set.index_of(id) {
                Some(index) => cards.extend(std::iter::repeat_n(index, copies)),
                None if !set.complete => {}
                // Counted, but not worth looking for a help.
                None if diags.is_full() => {
                    diags.further_error();
                }
                None => diags.push(unknown_card(id, id_span, set)),
            }
        }
        let written = content
            .node
            .is_some_and(|node| matches!(node.value, Value::Array(_)));
        if written && content.is_empty() {
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

fn unknown_card(id: u32, span: Span, set: &CardSet) -> Diagnostic {
    let message = format!("the card set `{}` has no card with the id {id}", set.name);
    let help = match (set.cards.first(), set.cards.last()) {
        (Some(first), Some(last)) => {
            let nearest = set.cards.iter().min_by_key(|card| card.id.abs_diff(id));
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
