//! The fields of everything that is not the ruleset itself.

use crate::text::fields::ObjectSpec;
use crate::text::fields::declare::{any_of, object, words};
use crate::text::fields::read::{Any, At, Items, List, Map, Name, OneOf, OneOrList, String, Whole};
use crate::text::json::Number;

/// The names of card sets or decks, as a ruleset lists them.
pub(crate) type Names = OneOrList<Name>;

/// The number of a card, in sets and in decks.
pub(crate) type CardId = Whole<u32, 0, { i32::MAX as i64 }>;

/// A part of a colour.
pub(crate) type Byte = Whole<u8, 0, 255>;

object! {
    /// A file with any of: card sets, decks, one ruleset
    struct File<'n> = FILE: "file" {
        /// Where an editor finds the description of this format
        "$schema": String,
        /// One card set or a list of them
        cardset: OneOrList<CardSet<'n>>,
        /// One deck or a list of them
        deck: OneOrList<Deck<'n>>,
        /// The rules of a game
        ruleset: Any,
        /// The scripts that the rules name, by their paths: texts, or lists of lines
        "scripts": Map<OneOf<(String, List<String>)>>,
        /// What people read, by languages: each text and its translation
        "texts": Map<Any>,
    }
}

object! {
    /// Kinds of cards that belong together, and how they look
    struct CardSet<'n> = CARD_SET: "card set" {
        /// The name by which rulesets and decks ask for the set
        set_name: At<Name> => needed,
        /// How large a card is
        card_dimensions: Dimensions<'n>,
        /// The picture on the back of cards that have no other
        card_back: Name,
        /// The attribute that is printed on the backs of the cards, so that everybody knows it of every card
        back_shows: At<Name>,
        /// What stands in the corners of a face that is drawn
        corners: Corners<'n>,
        /// The suits
        suits: List<Suit<'n>>,
        /// Whether `cards` holds the cards of one suit, which every suit has; their ids go on from suit to suit
        symmetrical_deck: bool,
        /// Whether pictures are called `0.png`, `1.png` … instead of after the cards
        use_id_for_texture_names: bool,
        /// Whether other games use the set too, so that a card that no deck has is no mistake
        shared: bool,
        /// The cards, or the path of a CSV file that lists them
        cards: Listed<'n> => needed,
    }
}

any_of! {
    /// The cards of a set, or where they stand.
    enum Listed<'n> {
        Here(List<Card<'n>>),
        File(Name),
    }
}

impl<'n> CardSet<'n> {
    /// The cards that are listed in the set itself.
    pub(crate) fn listed(self) -> Items<'n, Card<'n>> {
        match self.cards() {
            Some(Listed::Here(cards)) => cards,
            Some(Listed::File(_)) | None => Items::default(),
        }
    }
}

object! {
    /// How large a card is shown
    struct Dimensions<'n> = DIMENSIONS: "card size" {
        /// From left to right
        width: At<Number> => needed,
        /// From bottom to top
        height: At<Number> => needed,
    }
}

object! {
    /// The corners of a face that is drawn, each with the attribute that stands there on cards that have it
    struct Corners<'n> = CORNERS: "set of corners" {
        /// At the top, on the left
        top_left: At<Name>,
        /// At the top, on the right
        top_right: At<Name>,
        /// At the bottom, on the left
        bottom_left: At<Name>,
        /// At the bottom, on the right
        bottom_right: At<Name>,
    }
}

object! {
    /// A suit of a card set
    struct Suit<'n> = SUIT: "suit" {
        /// Its name, and that of its folder of pictures
        suit_name: At<Name> => needed,
        /// Its number; without one, its place in the list from 0
        suit_id: At<CardId>,
        /// Its colour
        suit_colour: Colour<'n> => or(&["suit_color"]),
        /// The picture on the back of its cards
        suit_back_override: Name,
        /// Its folder of pictures, if not its name
        texture_folder_override: Name,
        /// What rules may ask its cards for, unless a card says it itself
        attributes: Map<Attribute>,
    }
}

object! {
    /// A colour, mixed from three lights of 0 to 255
    struct Colour<'n> = COLOUR: "colour" {
        /// How much red
        red: Byte => needed,
        /// How much green
        green: Byte => needed,
        /// How much blue
        blue: Byte => needed,
    }
}

object! {
    /// A kind of card
    struct Card<'n> = CARD: "card" {
        /// Its name, and in lower case that of its picture
        card_name: Name => needed,
        /// Its number in the set; in a symmetrical set its number in each suit, from 0
        card_id: At<CardId> => needed,
        /// What it counts
        card_value: Counts<'n>,
        /// The suit it belongs to; -1 or left out for none
        suit_id: At<Whole<i64, -1, { i32::MAX as i64 }>>,
        /// Its picture, if not called after the card
        texture_override: Name,
        /// The picture on its back
        card_back_override: Name,
        /// Its rank, for rules that compare or collect ranks
        rank: Name,
        /// What is printed on it
        text: String,
        /// Its colour, for rules that ask for it
        colour: Name => or(&["color"]),
        /// Anything else that rules ask for
        attributes: Map<Attribute>,
        /// Steps that the card does when rules say `perform(card, "name")`, by their names; `$card` is the card
        abilities: Map<Any>,
        /// What the card does by itself when something happens
        triggers: OneOrList<Any>,
    }
}

any_of! {
    /// What a card counts.
    enum Counts<'n> {
        Number(Number),
        Value(CardValue<'n>),
    }
}

/// What a list may hold that is an attribute.
pub(crate) type Plain = OneOf<(String, Number, bool)>;

/// Something that rules may ask a card for.
pub(crate) type Attribute = OneOf<(String, Number, bool, List<Plain>)>;

object! {
    /// What a card counts, when a single number does not say it
    struct CardValue<'n> = CARD_VALUE: "card value" {
        /// How the value is found
        kind: CountKind => needed,
        /// The value, for `fixed`
        value: Number,
        /// The lower value, for `dual`
        low: Number,
        /// The higher value, for `dual`
        high: Number,
        /// The values to choose from, for `choice`
        values: List<Number>,
    }
}

words! {
    /// How the value of a card is found.
    enum CountKind {
        /// Always `value`
        Fixed = "fixed",
        /// `low` or `high`, whichever serves better
        Dual = "dual",
        /// One of `values`, as its player likes
        Choice = "choice",
    }
}

object! {
    /// Cards of a set that are played with together
    struct Deck<'n> = DECK: "deck" {
        /// The name by which rulesets ask for the deck
        deck_name: At<Name> => needed,
        /// The name of the card set it is made of; can be left out beside the only set
        cardset: At<Name>,
        /// The ids of its cards, each as often as the deck has the card
        content: OneOrList<At<DeckContent<'n>>> => needed,
    }
}

any_of! {
    /// A card of a deck, or several copies of it.
    enum DeckContent<'n> {
        Card(CardId),
        Copies(DeckEntry<'n>),
    }
}

object! {
    /// Several copies of a card, or all cards that are called something
    struct DeckEntry<'n> = DECK_ENTRY: "deck entry" {
        /// The id of a card
        card: At<CardId>,
        /// What its cards are called: names, suits, ranks, short names as `QS`, or ids; `*` at the end of a word stands for anything, and alone, as the name of the card set, for every card
        all: OneOrList<At<CardWord<'n>>>,
        /// Which of these cards it has not, named in the same way
        without: OneOrList<At<CardWord<'n>>>,
        /// How many of each, or the attribute of the cards that says it; 1 if left out
        copies: At<Amount<'n>>,
    }
}

any_of! {
    /// How many copies of cards a deck has.
    enum Amount<'n> {
        Number(Whole<usize, 0, { i64::MAX }>),
        Attribute(Name),
    }
}

any_of! {
    /// Cards of a set, by an id or by what they are called.
    enum CardWord<'n> {
        Id(CardId),
        Called(Name),
    }
}

/// Every table of this module, outermost first.
pub static ALL: &[&ObjectSpec] = &[
    &FILE,
    &CARD_SET,
    &DIMENSIONS,
    &SUIT,
    &COLOUR,
    &CARD,
    &CARD_VALUE,
    &DECK,
    &DECK_ENTRY,
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn tables_are_complete_and_unambiguous() {
        for spec in ALL {
            assert!(!spec.doc.is_empty(), "{}", spec.name);
            let mut names = BTreeSet::new();
            for field in spec.fields {
                assert!(
                    !field.doc.is_empty() && !field.doc.ends_with('.'),
                    "{}",
                    field.name
                );
                for name in field.aliases.iter().chain([&field.name]) {
                    assert!(names.insert(name), "{} has `{name}` twice", spec.name);
                }
            }
        }
    }
}
