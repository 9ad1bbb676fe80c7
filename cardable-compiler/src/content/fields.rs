//! The fields of everything that is not the ruleset itself.

use crate::text::fields::Shape::{
    self, Any, AnyOf, Boolean, Integer, List, Map, Name, Number, Object, OneOrList, String,
};
use crate::text::fields::{FieldSpec, ObjectSpec};

const fn required(name: &'static str, shape: Shape, doc: &'static str) -> FieldSpec {
    FieldSpec::required(name, shape, doc)
}

const fn optional(name: &'static str, shape: Shape, doc: &'static str) -> FieldSpec {
    FieldSpec::optional(name, shape, doc)
}

/// Card ids, in sets and in decks.
const CARD_ID: Shape = Integer {
    min: 0,
    max: i32::MAX as i64,
};

/// A part of a colour.
const BYTE: Shape = Integer { min: 0, max: 255 };

/// The names of card sets or decks, as a ruleset lists them.
pub static NAMES: Shape = OneOrList(&Name);

/// The outermost object of every file.
pub static FILE: ObjectSpec = ObjectSpec {
    name: "file",
    doc: "A file with any of: card sets, decks, one ruleset",
    fields: &[
        optional(
            "$schema",
            String,
            "Where an editor finds the description of this format",
        ),
        optional(
            "cardset",
            OneOrList(&Object(|| &CARD_SET)),
            "One card set or a list of them",
        ),
        optional("deck", OneOrList(&Object(|| &DECK)), "One deck or a list of them"),
        optional("ruleset", Any, "The rules of a game"),
        optional(
            "scripts",
            Map(&AnyOf(&[String, List(&String)])),
            "The scripts that the rules name, by their paths: texts, or lists of lines",
        ),
    ],
};

/// `cardset`
pub static CARD_SET: ObjectSpec = ObjectSpec {
    name: "card set",
    doc: "Kinds of cards that belong together, and how they look",
    fields: &[
        required(
            "set_name",
            Name,
            "The name by which rulesets and decks ask for the set",
        ),
        optional("card_dimensions", Object(|| &DIMENSIONS), "How large a card is"),
        optional(
            "card_back",
            Name,
            "The picture on the back of cards that have no other",
        ),
        optional("suits", List(&Object(|| &SUIT)), "The suits"),
        optional(
            "symmetrical_deck",
            Boolean,
            "Whether `cards` holds the cards of one suit, which every suit has; \
             their ids go on from suit to suit",
        ),
        optional(
            "use_id_for_texture_names",
            Boolean,
            "Whether pictures are called `0.png`, `1.png` … instead of after the cards",
        ),
        optional(
            "shared",
            Boolean,
            "Whether other games use the set too, so that a card that no deck has is no mistake",
        ),
        required("cards", List(&Object(|| &CARD)), "The cards"),
    ],
};

/// `card_dimensions`
pub static DIMENSIONS: ObjectSpec = ObjectSpec {
    name: "card size",
    doc: "How large a card is shown",
    fields: &[
        required("width", Number, "From left to right"),
        required("height", Number, "From bottom to top"),
    ],
};

/// One of `suits`
pub static SUIT: ObjectSpec = ObjectSpec {
    name: "suit",
    doc: "A suit of a card set",
    fields: &[
        required("suit_name", Name, "Its name, and that of its folder of pictures"),
        optional(
            "suit_id",
            Integer {
                min: 0,
                max: i32::MAX as i64,
            },
            "Its number; without one, its place in the list from 0",
        ),
        optional("suit_colour", Object(|| &COLOUR), "Its colour").or(&["suit_color"]),
        optional("suit_back_override", Name, "The picture on the back of its cards"),
        optional(
            "texture_folder_override",
            Name,
            "Its folder of pictures, if not its name",
        ),
        optional(
            "attributes",
            Map(&ATTRIBUTE),
            "What rules may ask its cards for, unless a card says it itself",
        ),
    ],
};

/// `suit_colour`
pub static COLOUR: ObjectSpec = ObjectSpec {
    name: "colour",
    doc: "A colour, mixed from three lights of 0 to 255",
    fields: &[
        required("red", BYTE, "How much red"),
        required("green", BYTE, "How much green"),
        required("blue", BYTE, "How much blue"),
    ],
};

/// One of `cards`
pub static CARD: ObjectSpec = ObjectSpec {
    name: "card",
    doc: "A kind of card",
    fields: &[
        required(
            "card_name",
            Name,
            "Its name, and in lower case that of its picture",
        ),
        required(
            "card_id",
            CARD_ID,
            "Its number in the set; in a symmetrical set its number in each suit, from 0",
        ),
        optional(
            "card_value",
            AnyOf(&[Number, Object(|| &CARD_VALUE)]),
            "What it counts",
        ),
        optional(
            "suit_id",
            Integer {
                min: -1,
                max: i32::MAX as i64,
            },
            "The suit it belongs to; -1 or left out for none",
        ),
        optional(
            "texture_override",
            Name,
            "Its picture, if not called after the card",
        ),
        optional("card_back_override", Name, "The picture on its back"),
        optional("rank", Name, "Its rank, for rules that compare or collect ranks"),
        optional("text", String, "What is printed on it"),
        optional("colour", Name, "Its colour, for rules that ask for it").or(&["color"]),
        optional("attributes", Map(&ATTRIBUTE), "Anything else that rules ask for"),
    ],
};

const PLAIN: Shape = AnyOf(&[String, Number, Boolean]);

const ATTRIBUTE: Shape = AnyOf(&[String, Number, Boolean, List(&PLAIN)]);

/// `card_value`, when it is not just a number
pub static CARD_VALUE: ObjectSpec = ObjectSpec {
    name: "card value",
    doc: "What a card counts, when a single number does not say it",
    fields: &[
        required(
            "kind",
            Shape::Word(&[
                ("fixed", "Always `value`"),
                ("dual", "`low` or `high`, whichever serves better"),
                ("choice", "One of `values`, as its player likes"),
            ]),
            "How the value is found",
        ),
        optional("value", Number, "The value, for `fixed`"),
        optional("low", Number, "The lower value, for `dual`"),
        optional("high", Number, "The higher value, for `dual`"),
        optional("values", List(&Number), "The values to choose from, for `choice`"),
    ],
};

/// `deck`
pub static DECK: ObjectSpec = ObjectSpec {
    name: "deck",
    doc: "Cards of a set that are played with together",
    fields: &[
        required("deck_name", Name, "The name by which rulesets ask for the deck"),
        optional(
            "cardset",
            Name,
            "The name of the card set it is made of; can be left out beside the only set",
        ),
        required(
            "content",
            OneOrList(&AnyOf(&[CARD_ID, Object(|| &DECK_ENTRY)])),
            "The ids of its cards, each as often as the deck has the card",
        ),
    ],
};

/// One of `content`, when it is not just an id
pub static DECK_ENTRY: ObjectSpec = ObjectSpec {
    name: "deck entry",
    doc: "Several copies of a card",
    fields: &[
        required("card", CARD_ID, "The id of the card"),
        optional(
            "copies",
            Integer {
                min: 0,
                max: i64::MAX,
            },
            "How many; 1 if left out",
        ),
    ],
};

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
