//! A card set after everything in it has been resolved.

use std::sync::Arc;

use super::{CardValue, ContentPath, Scalar};
use crate::hir::CardRules;
use crate::text::source::Span;
use cardable_engine::program::Corner;

/// Kinds of cards that belong together.
///
/// Suits are sorted by their `suit_id`, cards by their `card_id`; of equal ids, which have been
/// reported, the first is kept.
#[derive(Clone, Debug)]
pub struct CardSet {
    /// Its name.
    pub name: Arc<str>,
    /// How wide a card is shown.
    pub width: f64,
    /// How high a card is shown.
    pub height: f64,
    /// The attributes that stand in the corners of its faces.
    pub corners: Vec<(Corner, Box<str>)>,
    /// The attribute that is printed on the backs of its cards.
    pub back_shows: Option<Box<str>>,
    /// The suits.
    pub suits: Vec<Suit>,
    /// The cards of all suits, and those without a suit.
    pub cards: Vec<CardType>,
    /// The backs that its cards have, each once, sorted by name.
    pub backs: Vec<Back>,
    /// Whether each suit has the same cards.
    pub symmetrical: bool,
    /// Where its pictures are.
    pub home: Home,
    /// Where it is declared.
    pub span: Span,
    /// Whether other games use it too, so that nothing is wrong with a card that no deck has.
    pub(crate) shared: bool,
    /// Whether every card could be read, so that an id that is not there was never written.
    pub(crate) complete: bool,
}

/// Where a card set comes from, and so to which files the paths of its pictures lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// A text without a folder: there are no pictures.
    Text,
    /// A folder in the package's own files.
    Package(ContentPath),
    /// A folder in one of the content roots.
    Root {
        /// Which one, in the order they were given; behind them those of
        /// [`Roots::supplied`](super::Roots::supplied).
        index: usize,
        /// The folder.
        folder: ContentPath,
    },
}

/// A suit.
#[derive(Clone, Debug)]
pub struct Suit {
    /// Its name.
    pub name: Arc<str>,
    /// Its `suit_id`.
    pub id: u32,
    /// Its colour.
    pub colour: Option<Colour>,
    /// What rules may ask its cards for, unless a card says it itself.
    pub attributes: Arc<[(Box<str>, Scalar)]>,
    /// Where it is declared.
    pub span: Span,
}

/// A colour, mixed from three lights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    /// How much red.
    pub red: u8,
    /// How much green.
    pub green: u8,
    /// How much blue.
    pub blue: u8,
}

/// A kind of card, of which decks hold copies.
#[derive(Clone, Debug)]
pub struct CardType {
    /// Its id, by which decks name it.
    pub id: u32,
    /// Its name.
    pub name: Arc<str>,
    /// Its suit, as an index into [`CardSet::suits`].
    pub suit: Option<usize>,
    /// What it counts.
    pub value: CardValue,
    /// Its rank.
    pub rank: Option<Arc<str>>,
    /// What is printed on it.
    pub text: Option<Arc<str>>,
    /// Its colour, as rules name it.
    pub colour: Option<Arc<str>>,
    /// What else rules may ask for, in the order of the text.
    pub attributes: Arc<[(Box<str>, Scalar)]>,
    /// Where its attributes are written, by their names.
    pub(crate) attribute_spans: Arc<[(Box<str>, Span)]>,
    /// What it can do, and does by itself; nothing where it has no rules of its own.
    pub(crate) rules: Option<Arc<CardRules>>,
    /// Its picture, as a path below the root of [`CardSet::home`].
    pub face: Option<ContentPath>,
    /// The name of its back in [`CardSet::backs`]: cards of a set can be told apart from behind
    /// exactly when these differ. Empty for a plain back.
    pub back: Arc<str>,
    /// Where it is declared.
    pub span: Span,
}

/// How cards look from behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Back {
    /// Its name.
    pub name: Arc<str>,
    /// Its picture, as a path below the root of [`CardSet::home`].
    pub picture: Option<ContentPath>,
}

impl CardSet {
    /// A set that was not read from a text; its cards' ids are their places.
    pub(crate) fn made(name: &str, suits: Vec<Suit>, cards: Vec<CardType>, span: Span) -> CardSet {
        CardSet {
            name: name.into(),
            width: 63.0,
            height: 88.0,
            corners: Vec::new(),
            back_shows: None,
            suits,
            cards,
            backs: vec![Back {
                name: "".into(),
                picture: None,
            }],
            symmetrical: false,
            home: Home::Text,
            span,
            shared: false,
            complete: true,
        }
    }

    /// Where in [`CardSet::cards`] the card with an id is.
    pub fn index_of(&self, id: u32) -> Option<usize> {
        self.cards.binary_search_by_key(&id, |card| card.id).ok()
    }

    /// How a card of the set looks from behind.
    pub fn back(&self, card: &CardType) -> Option<&Back> {
        self.backs.iter().find(|back| back.name == card.back)
    }
}

impl CardType {
    /// Where an attribute of the card is written.
    pub(crate) fn attribute_span(&self, name: &str) -> Option<Span> {
        let written = self.attribute_spans.iter();
        written
            .clone()
            .find_map(|(key, span)| (**key == *name).then_some(*span))
    }

    /// What an attribute of the card holds.
    pub fn attribute(&self, name: &str) -> Option<&Scalar> {
        self.attributes
            .iter()
            .find(|(key, _)| **key == *name)
            .map(|(_, value)| value)
    }
}
