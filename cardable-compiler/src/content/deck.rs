//! Decks.

use std::sync::Arc;

use super::{
    CardSet, CardType, MAX_CARDS_IN_DECK, Scalar,
    deck_cards::{CardNames, unknown_card},
    fields::{Amount, Deck as Fields, DeckContent, DeckEntry},
};
use crate::text::diag::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::text::fields::empty;
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
        // Most decks have ids alone.
        let mut names: Option<CardNames<'_>> = None;
        let content = deck.content();
        for entry in content {
            let chosen = match entry.value {
                Some(DeckContent::Card(id)) => Some((one(id, entry.span(), set, diags), 1)),
                Some(DeckContent::Copies(several)) if several.node.members().is_empty() => {
                    empty::warn(entry.span(), "content", diags);
                    None
                }
                Some(DeckContent::Copies(several)) => {
                    let copies = several
                        .copies()
                        .map_or(Some(Amount::Number(1)), |copies| copies.value);
                    let chosen = match how(several, diags) {
                        Some(How::Card(id, span)) => Some(one(id, span, set, diags)),
                        Some(How::All) => {
                            let names = names.get_or_insert_with(|| CardNames::new(set));
                            Some(names.chosen(several, diags))
                        }
                        None => None,
                    };
                    match (chosen, copies) {
                        (Some(chosen), Some(Amount::Number(copies))) => Some((chosen, copies)),
                        (Some(chosen), Some(Amount::Attribute(name))) => {
                            Some((chosen.and_then(|cards| as_often(&cards, name, set, diags)), 1))
                        }
                        (_, None) | (None, _) => None,
                    }
                }
                None => None,
            };
            let Some((chosen, copies)) = chosen else {
                continue;
            };
            // What is not there counts, so that a deck that is too large is one whatever else is wrong with it.
            let several = chosen.as_ref().map_or(1, Vec::len).saturating_mul(copies);
            if several > MAX_CARDS_IN_DECK - cards.len() {
                let message = format!("the deck `{name}` has more than {MAX_CARDS_IN_DECK} cards");
                diags.push(
                    Diagnostic::error(Code::DeckTooLarge, entry.span(), message)
                        .help("write fewer `copies`, or divide the cards among several decks"),
                );
                break;
            }
            match chosen.as_deref() {
                Some([card]) => cards.extend(std::iter::repeat_n(*card, copies)),
                Some([]) | None => {}
                Some(chosen) => (0..copies).for_each(|_| cards.extend(chosen)),
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

/// How an entry says which cards it means.
enum How {
    Card(u32, Span),
    All,
}

/// An entry names one card, or all that are called something.
fn how(entry: DeckEntry<'_>, diags: &mut Diagnostics) -> Option<How> {
    let (card, all, without) = (entry.card(), entry.all(), entry.without());
    let mut wrong = |message: &str, help: &str| {
        diags.error(Code::MissingField, entry.node.span, message, help);
        None
    };
    match card {
        Some(_) if all.is_given() || without.is_given() => wrong(
            "a deck entry is one `card`, or `all` that are called something, not both",
            "keep `card`, or `all` with `without`; two entries can have both",
        ),
        Some(card) => Some(How::Card(card.value?, card.span())),
        None if all.is_given() => Some(How::All),
        None if without.is_given() => wrong(
            "`without` takes cards away from `all`, which is missing",
            "add `all` with the name of the card set, a suit or a rank: `\"all\": \"*\"` is every card",
        ),
        None => wrong(
            "this deck entry lacks the field `card` or `all`",
            "write the id of a `card`, or what `all` its cards are called",
        ),
    }
}

/// Cards, each as often as one of its attributes says. It is an error when a card does not say it.
fn as_often(cards: &[usize], name: Text<'_>, set: &CardSet, diags: &mut Diagnostics) -> Option<Vec<usize>> {
    let cards: Vec<(usize, &CardType)> = cards
        .iter()
        .map(|at| Some((*at, set.cards.get(*at)?)))
        .collect::<Option<_>>()?;
    let whole = |text: &str| text.parse::<usize>().ok();
    let is_other_text =
        |card: &CardType| matches!(card.attribute(&name), Some(Scalar::Text(text)) if whole(text).is_none());
    let has_texts = cards.iter().any(|(_, card)| is_other_text(card));
    let told = |card: &CardType| match card.attribute(&name) {
        Some(Scalar::Number(number)) => number.as_i64().and_then(|number| usize::try_from(number).ok()),
        // It is one because of another cell of its column, which is told.
        Some(Scalar::Text(text)) if has_texts => whole(text),
        Some(Scalar::Text(_) | Scalar::Bool(_) | Scalar::List(_)) | None => None,
    };
    // Where no card says it, the name is wrong; otherwise the card.
    let is_known = cards.iter().any(|(_, card)| told(card).is_some());
    let mut all = Vec::new();
    let mut is_complete = true;
    for (at, card) in cards {
        let Some(copies) = told(card) else {
            let message = format!("`{name}` of the card `{}` is no number of copies", card.name);
            let known = set.cards.iter().flat_map(|card| card.attributes.iter());
            let near = did_you_mean(&name, known.map(|(known, _)| &**known));
            let help = match near.filter(|_| !is_known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "give every card of the entry a whole number from 0 on as `{name}`, or write how many here"
                ),
            };
            let place = match is_known {
                true => card.attribute_span(&name).unwrap_or(card.span),
                false => name.span(),
            };
            diags.error(Code::UnknownCard, place, message, help);
            if !is_known {
                return None;
            }
            is_complete = false;
            continue;
        };
        // More than a deck may have is told by whoever adds them to it.
        all.extend(std::iter::repeat_n(at, copies.min(MAX_CARDS_IN_DECK + 1)));
        if all.len() > MAX_CARDS_IN_DECK {
            break;
        }
    }
    is_complete.then_some(all)
}

/// The card with an id. It is an error when there is none.
fn one(id: u32, span: Span, set: &CardSet, diags: &mut Diagnostics) -> Option<Vec<usize>> {
    match set.index_of(id) {
        Some(index) => return Some(vec![index]),
        None if !set.complete => {}
        // Counted, but not worth looking for a help.
        None if diags.is_full() => diags.further_error(),
        None => diags.push(unknown_card(id, span, set)),
    }
    None
}
