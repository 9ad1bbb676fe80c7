//! A whole ruleset, its options and its data.

use super::{DEFINED, GAME_AREA, LIMITS, OWN_PRIMITIVE, STATE, VALUE};
use crate::dialects::shapes::{LABEL, TEXT, opt};
use crate::document::{ObjectSpec, Shape};

/// A whole ruleset.
pub static RULESET: ObjectSpec = ObjectSpec {
    name: "ruleset",
    doc: "the rules of a game",
    fields: &[
        opt("$schema", TEXT, "path of the JSON Schema, for editors"),
        opt("ruleset_name", Shape::Name, "what players call the game"),
        opt("description", TEXT, "a sentence or more about it"),
        opt("author", TEXT, "who wrote the rules"),
        opt("version", TEXT, "version of the rules"),
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
        ),
        opt("game_area", Shape::Object(&GAME_AREA), "zones of the table"),
        opt(
            "options",
            Shape::OneOrList(&Shape::Object(&OPTION)),
            "house rules chosen before the game",
        ),
        opt(
            "global_data",
            Shape::OneOrList(&Shape::Object(&DATA)),
            "data of the whole game, `$globals.key`",
        ),
        opt(
            "player_data",
            Shape::OneOrList(&Shape::Object(&DATA)),
            "data of every seat, `$player.key`",
        ),
        opt(
            "script",
            Shape::AnyOf(&[Shape::String, Shape::List(&Shape::String)]),
            "functions in Luau: the path of a file of the package, such as `rules.luau`, or the script itself, a text or a list of lines",
        ),
        opt(
            "script_limits",
            Shape::Object(&LIMITS),
            "what a single call of a function may use",
        ),
        opt(
            "defined_primitives",
            Shape::OneOrList(&Shape::Object(&OWN_PRIMITIVE)),
            "primitives that are functions of the script",
        ),
        opt(
            "defined_actions",
            Shape::OneOrList(&Shape::Object(&DEFINED)),
            "actions to use by reference",
        ),
        opt(
            "game_state",
            Shape::OneOrList(&Shape::Object(&STATE)),
            "the states; the first one begins",
        ),
    ],
};

/// An option.
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
        opt("label", TEXT, "what players read"),
        opt(
            "domain",
            Shape::Any,
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
        ),
        opt(
            "texts",
            Shape::Map(&TEXT),
            "what players read instead of some of its values, such as {\"true\": \"alone\", \"false\": \"\"}; an empty text shows nothing",
        ),
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
            Shape::Any,
            "what it may be, for bots that imagine it: a list, or {\"min\": …, \"max\": …}",
        ),
    ],
};
