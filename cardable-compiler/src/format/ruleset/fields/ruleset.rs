//! A whole ruleset, its options and its data.

use super::{DEFINED, GAME_AREA, LIMITS, OWN_PRIMITIVE, STATE, VALUE};
use crate::format::shapes::{LABEL, TEXT, opt};
use crate::text::fields::{ObjectSpec, Shape};

pub static RULESET: ObjectSpec = ObjectSpec {
    name: "ruleset",
    doc: "the rules of a game",
    fields: &[
        opt("$schema", TEXT, "path of the JSON Schema, for editors").for_people(),
        opt("ruleset_name", Shape::Name, "what players call the game"),
        opt("description", TEXT, "a sentence or more about it").for_people(),
        opt("author", TEXT, "who wrote the rules").for_people(),
        opt("version", TEXT, "version of the rules").for_people(),
        opt("min_players", Shape::Integer { min: 1, max: 32 }, "fewest seats"),
        opt("max_players", Shape::Integer { min: 1, max: 32 }, "most seats"),
        opt(
            "cardsets",
            Shape::OneOrList(&Shape::Name),
            "names of the card sets it is played with",
        )
        .or(&["cardset_names"]),
        opt(
            "decks",
            Shape::OneOrList(&Shape::Name),
            "names of its decks; without any, one of every card",
        ),
        opt(
            "sort_hands_by",
            Shape::Name,
            "the attribute of cards by which tables sort hands inside their suits; without it `value`",
        ).for_people(),
        opt("game_area", Shape::Object(|| &GAME_AREA), "zones of the table"),
        opt(
            "options",
            Shape::OneOrList(&Shape::Object(|| &OPTION)),
            "house rules chosen before the game",
        ),
        opt(
            "global_data",
            Shape::OneOrList(&Shape::Object(|| &DATA)),
            "data of the whole game, `$globals.key`",
        ),
        opt(
            "player_data",
            Shape::OneOrList(&Shape::Object(|| &DATA)),
            "data of every seat, `$player.key`",
        ),
        opt(
            "script",
            Shape::AnyOf(&[Shape::String, Shape::List(&Shape::String)]),
            "functions in Luau: the path of a file of the package, such as `rules.luau`, or the script itself, a text or a list of lines",
        ).for_people(),
        opt(
            "script_limits",
            Shape::Object(|| &LIMITS),
            "what a single call of a function may use",
        ),
        opt(
            "defined_primitives",
            Shape::OneOrList(&Shape::Object(|| &OWN_PRIMITIVE)),
            "primitives that are functions of the script",
        ),
        opt(
            "defined_actions",
            Shape::OneOrList(&Shape::Object(|| &DEFINED)),
            "actions to use by reference",
        ),
        opt(
            "game_state",
            Shape::OneOrList(&Shape::Object(|| &STATE)),
            "the states; the first one begins",
        ),
    ],
};

pub static OPTION: ObjectSpec = ObjectSpec {
    name: "option",
    doc: "a house rule, read as `$options.key`",
    fields: &[
        opt("key", Shape::Name, "its name"),
        opt(
            "type",
            TEXT,
            "boolean, number or string; follows from the value when left out",
        ),
        opt("value", VALUE, "what it is when nobody chooses"),
        opt("label", TEXT, "what players read").for_people(),
        opt(
            "domain",
            Shape::AnyOf(&[Shape::List(&VALUE), Shape::Object(|| &RANGE)]),
            "what may be chosen: a list, or {\"min\": …, \"max\": …}",
        ),
    ],
};

/// An item of data, or a parameter.
pub static DATA: ObjectSpec = ObjectSpec {
    name: "item of data",
    doc: "a named value",
    fields: &[
        opt("key", Shape::Name, "its name").or(&["param", "name"]),
        LABEL,
        opt("type", TEXT, "its type; follows from the value when left out"),
        opt("value", VALUE, "what it is at first").or(&["default"]),
        opt(
            "computed",
            VALUE,
            "what it is worked out from whenever it is read, instead of a `value` that steps set: \"= count($player.won)\"",
        ),
        opt("const", Shape::Boolean, "whether it never changes"),
        opt(
            "shown",
            Shape::Word(&[
                ("seat", "at the seat it belongs to, and among the scores"),
                ("table", "in the middle"),
                ("score", "among the scores only"),
                ("nowhere", "nowhere: it is the rules' own"),
            ]),
            "where a table shows it; left out, data with a label are shown, and the score",
        ).for_people(),
        opt(
            "texts",
            Shape::Map(&TEXT),
            "what players read instead of some of its values, such as {\"true\": \"alone\", \"false\": \"\"}; an empty text shows nothing",
        ).for_people(),
        opt(
            "visible_to",
            Shape::Word(&[
                ("all", "everybody"),
                ("owner", "the seat it belongs to"),
                ("none", "nobody"),
            ]),
            "who may read it",
        ),
        opt(
            "domain",
            Shape::AnyOf(&DOMAIN_SHAPES),
            "what it may be, for bots that imagine it: a list of values, {\"min\": …, \"max\": …}, `players`, cards, or what lists hold",
        ),
    ],
};

/// How a domain is written.
static DOMAIN_SHAPES: [Shape; 3] = [
    Shape::Word(&[
        ("players", "any seat"),
        ("others", "any seat but the one whose data it is"),
        ("cards", "any card of the game"),
        ("zones", "any zone"),
        ("decks", "any deck"),
    ]),
    Shape::List(&VALUE),
    Shape::Object(|| &DOMAIN),
];

/// The whole numbers between two bounds.
static RANGE: ObjectSpec = ObjectSpec {
    name: "range",
    doc: "whole numbers between two bounds",
    fields: &[
        opt("min", Shape::INTEGER, "the smallest number"),
        opt("max", Shape::INTEGER, "the largest number"),
    ],
};

/// What hidden data may be.
pub static DOMAIN: ObjectSpec = ObjectSpec {
    name: "domain",
    doc: "what hidden data may be, by the kind of its values",
    fields: &[
        opt("min", Shape::INTEGER, "of numbers: the smallest one"),
        opt("max", Shape::INTEGER, "of numbers: the largest one"),
        opt(
            "zones",
            Shape::OneOrList(&Shape::Name),
            "of cards: the zones in one of which the card lies",
        ),
        opt(
            "cards",
            Shape::OneOrList(&Shape::Name),
            "of cards: the names of those that it may be",
        ),
        opt(
            "items",
            Shape::AnyOf(&DOMAIN_SHAPES),
            "of lists: the domain of an item",
        ),
        opt(
            "length",
            Shape::AnyOf(&[Shape::Integer { min: 0, max: 1_000 }, Shape::Object(|| &LENGTH)]),
            "of lists: how many items there are",
        ),
        opt("unique", Shape::Boolean, "of lists: whether all items differ"),
        opt(
            "or_nothing",
            Shape::AnyOf(&DOMAIN_SHAPES),
            "a domain; it may also be nothing",
        ),
    ],
};

/// How long a list may be.
pub static LENGTH: ObjectSpec = ObjectSpec {
    name: "length",
    doc: "how many items a list may have",
    fields: &[
        opt("min", Shape::Integer { min: 0, max: 1_000 }, "the fewest items"),
        opt("max", Shape::Integer { min: 0, max: 1_000 }, "the most items"),
    ],
};

/// What a message says, item by item.
pub static MESSAGE_ITEM: ObjectSpec = ObjectSpec {
    name: "item of a message",
    doc: "a named value that a client sends",
    fields: &[
        opt("key", Shape::Name, "its name").or(&["param", "name"]),
        LABEL,
        opt("type", TEXT, "its type; follows from the domain when left out"),
        opt("value", VALUE, "what it is when the message leaves it out").or(&["default"]),
        opt(
            "domain",
            Shape::Any,
            "what it may be: a list, an expression that gives one, or {\"min\": …, \"max\": …}",
        ),
    ],
};
