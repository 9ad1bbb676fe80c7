//! Every object of a Cardable ruleset and its fields. The reader checks against
//! these tables, and the JSON Schema for editors is made from them.

use crate::document::{FieldSpec, ObjectSpec, Shape};
use crate::program::ZoneCount;

const TEXT: Shape = Shape::String;
/// A literal, a reference such as `$player.hand`, a call, a list, or `=` and an expression.
const VALUE: Shape = Shape::Any;
const CONDITION: Shape = Shape::Any;
/// A count, or something to work out.
const BOUND: Shape = Shape::AnyOf(&[COUNT, Shape::String, Shape::Object(&CALL)]);
const COUNT: Shape = Shape::Integer { min: 0, max: 65_535 };

const fn opt(name: &'static str, shape: Shape, doc: &'static str) -> FieldSpec {
    FieldSpec::optional(name, shape, doc)
}

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

/// What a call of the script may use.
pub static LIMITS: ObjectSpec = ObjectSpec {
    name: "script limits",
    doc: "what a single call of a function may use; the program that loads the ruleset may allow less",
    fields: &[
        opt(
            "ticks",
            Shape::Integer {
                min: 100,
                max: 1_000_000,
            },
            "rounds of loops and calls; 50,000 when left out",
        ),
        opt(
            "memory",
            Shape::Integer {
                min: 65_536,
                max: 1 << 30,
            },
            "bytes of its values; 4,194,304 when left out",
        ),
    ],
};

/// A primitive of the ruleset's own.
pub static OWN_PRIMITIVE: ObjectSpec = ObjectSpec {
    name: "defined primitive",
    doc: "a function of the script that is called like a primitive",
    fields: &[
        opt("name", Shape::Name, "the name it is called by"),
        opt("doc", TEXT, "what it does, for the manual and for editors"),
        opt(
            "params",
            Shape::OneOrList(&Shape::AnyOf(&[Shape::Name, Shape::Object(&OWN_PARAM)])),
            "its parameters, in order",
        ),
        opt(
            "result",
            TEXT,
            "the type of what it gives; without one it gives nothing and acts",
        )
        .or(&["returns"]),
        opt(
            "acts",
            Shape::Boolean,
            "whether it may act and ask although it gives something; then it stands in steps only",
        ),
        opt(
            "function",
            Shape::Name,
            "the function of the script; the one of the same name when left out",
        ),
    ],
};

/// A parameter of such a primitive.
pub static OWN_PARAM: ObjectSpec = ObjectSpec {
    name: "parameter",
    doc: "a parameter of a defined primitive",
    fields: &[
        opt("key", Shape::Name, "its name").or(&["name"]),
        opt("type", TEXT, "what it takes; anything when left out"),
        opt("doc", TEXT, "what it is"),
        opt("optional", Shape::Boolean, "it may be left out"),
        opt(
            "rest",
            Shape::Boolean,
            "it may be given any number of times; the last one only",
        ),
    ],
};

/// The table.
pub static GAME_AREA: ObjectSpec = ObjectSpec {
    name: "game area",
    doc: "the zones of the table",
    fields: &[
        opt(
            "shared_zones",
            Shape::OneOrList(&Shape::Object(&ZONE)),
            "zones there is one of",
        ),
        opt(
            "player_zones",
            Shape::OneOrList(&Shape::Object(&ZONE)),
            "zones every seat has",
        ),
        opt(
            "roles",
            Shape::OneOrList(&Shape::AnyOf(&[Shape::Name, Shape::Object(&ROLE)])),
            "what kinds of seats there are; without any, all seats are alike",
        ),
        opt(
            "teams",
            Shape::AnyOf(&[
                Shape::Word(&[
                    (
                        "across",
                        "two seats across from each other; nobody where their number is odd",
                    ),
                    ("chosen", "as is chosen before the game; nobody when nothing is"),
                ]),
                Shape::Integer { min: 1, max: 32 },
                Shape::Object(&TEAMS),
                Shape::List(&Shape::Any),
            ]),
            "who plays together: `across`, how many teams, or a list of the teams' seats",
        ),
    ],
};

/// A role.
pub static ROLE: ObjectSpec = ObjectSpec {
    name: "role",
    doc: "a kind of seat",
    fields: &[
        opt("name", Shape::Name, "its name"),
        opt("label", TEXT, "what players read instead of the name"),
        opt(
            "automatic",
            Shape::Boolean,
            "the game itself plays it, by automatic actions; no person holds such a seat",
        ),
        opt(
            "seats",
            Shape::AnyOf(&[Shape::Integer { min: 0, max: 32 }, Shape::List(&Shape::Any)]),
            "how many seats have it: a number, or [fewest, most]; any number when left out, of an automatic role one",
        ),
    ],
};

/// Teams in long form.
pub static TEAMS: ObjectSpec = ObjectSpec {
    name: "teams",
    doc: "who plays together",
    fields: &[
        opt(
            "arrangement",
            Shape::AnyOf(&[
                Shape::Word(&[("across", "two seats across from each other")]),
                Shape::Integer { min: 1, max: 32 },
                Shape::List(&Shape::Any),
            ]),
            "`across`, how many teams, or a list of the teams' seats",
        ),
        opt(
            "chosen",
            Shape::Boolean,
            "whether other teams can be chosen before the game",
        ),
        opt(
            "names",
            Shape::OneOrList(&Shape::Name),
            "what the teams are called, in their order",
        ),
    ],
};

/// A zone.
pub static ZONE: ObjectSpec = ObjectSpec {
    name: "zone",
    doc: "a place for cards",
    fields: &[
        opt(
            "name",
            Shape::Name,
            "its name, `$player.name` for a seat's, `$game.name` for a shared one",
        ),
        opt("label", TEXT, "what players read instead of the name"),
        opt(
            "card_visibility",
            PART,
            "which faces are seen: all, none, those lying face up, or the first n to be drawn",
        ),
        opt("zone_visibility", VISIBLE, "who sees them"),
        opt(
            "roles",
            Shape::OneOrList(&Shape::Name),
            "of a zone of seats: the roles whose seats have it; all when left out",
        ),
        opt(
            "visible_in",
            Shape::Map(&VISIBLE),
            "who sees them in some states: state name to who",
        ),
        opt(
            "control",
            VISIBLE,
            "who may pick from it; everybody when left out",
        ),
        opt(
            "control_in",
            Shape::Map(&VISIBLE),
            "who may use it in some states: state name to who",
        ),
        opt(
            "decks",
            Shape::OneOrList(&Shape::Name),
            "decks whose cards begin here; a seat's zone has a copy of its own",
        ),
        opt(
            "is_library",
            Shape::Boolean,
            "takes the cards of its decks that are left at the start",
        ),
        opt(
            "size",
            Shape::AnyOf(&[
                Shape::Integer { min: 0, max: 65_535 },
                Shape::List(&Shape::Any),
                Shape::Word(&[("*", "any number")]),
                Shape::Object(&SIZE),
            ]),
            "how many cards it holds: a number, [fewest, most], or \"*\"",
        ),
        opt(
            "order",
            Shape::Word(&[
                ("fixed-fifo", "the oldest card is drawn first"),
                ("fixed-lifo", "the newest card is drawn first"),
                ("shuffled", "shuffled whenever cards are added"),
                ("any", "as its owner likes"),
            ]),
            "in which order cards lie and are drawn",
        ),
        opt("replenish", Shape::Object(&REPLENISH), "how it fills up again"),
        opt(
            "count",
            Shape::AnyOf(&[
                Shape::Integer {
                    min: 1,
                    max: ZoneCount::MOST as i64,
                },
                Shape::List(&Shape::Any),
                Shape::Word(&[("*", "any number, none at the start")]),
                Shape::Object(&COPIES),
            ]),
            "how many copies of it can be open: a number, [fewest, most], or \"*\"; 1 when left out",
        ),
        opt(
            "designations",
            Shape::OneOrList(&Shape::Object(&DESIGNATIONS)),
            "what it can be designated in play, in one set or several",
        ),
        opt("layout", Shape::Object(&LAYOUT), "hints for a table"),
    ],
};

const VISIBLE: Shape = Shape::OneOrList(&Shape::String);
const PART: Shape = Shape::AnyOf(&[
    Shape::Integer { min: 0, max: 65_535 },
    Shape::Word(&[
        ("all", "every card"),
        ("none", "no card"),
        ("face", "cards that lie face up"),
    ]),
]);

/// A zone's size in long form.
pub static SIZE: ObjectSpec = ObjectSpec {
    name: "size",
    doc: "how many cards a zone holds",
    fields: &[
        opt("initial", COUNT, "cards at the start"),
        opt(
            "limits",
            Shape::List(&Shape::Any),
            "[fewest, most]; \"*\" for no upper limit",
        ),
    ],
};

/// How many copies of a zone can be open, in long form.
pub static COPIES: ObjectSpec = ObjectSpec {
    name: "count",
    doc: "how many copies of a zone can be open at once",
    fields: &[
        opt(
            "initial",
            COUNT,
            "copies that are open at the start; the fewest when left out",
        ),
        opt(
            "limits",
            Shape::List(&Shape::Any),
            "[fewest, most]; \"*\" for any number",
        ),
    ],
};

/// A set of designations of a zone.
pub static DESIGNATIONS: ObjectSpec = ObjectSpec {
    name: "designations",
    doc: "what a zone can be designated in play",
    fields: &[
        opt(
            "values",
            Shape::OneOrList(&Shape::AnyOf(&[Shape::Name, Shape::Object(&DESIGNATION)])),
            "the designations",
        ),
        opt(
            "default",
            Shape::OneOrList(&Shape::Name),
            "which of them it bears from the start; none when left out",
        ),
        opt(
            "mutually_exclusive",
            Shape::Boolean,
            "whether it bears one of them at most",
        ),
    ],
};

/// A designation in long form.
pub static DESIGNATION: ObjectSpec = ObjectSpec {
    name: "designation",
    doc: "a designation of a zone",
    fields: &[
        opt("name", Shape::Name, "its name"),
        opt("label", TEXT, "what players read instead of the name"),
        opt(
            "card_visibility",
            PART,
            "which faces are seen while the zone bears it",
        ),
        opt(
            "zone_visibility",
            VISIBLE,
            "who sees them while the zone bears it",
        ),
        opt("control", VISIBLE, "who may use the zone while it bears it"),
    ],
};

/// How a zone fills up again.
pub static REPLENISH: ObjectSpec = ObjectSpec {
    name: "replenish rule",
    doc: "how a zone fills up again",
    fields: &[
        opt(
            "when",
            Shape::OneOrList(&Shape::Word(&[
                ("on_empty", "when it is empty or under its lower limit"),
                ("on_input", "when a player asks for it"),
                ("turn_start", "at the start of a turn"),
                ("turn_end", "at the end of a turn"),
                ("round_start", "on entering a state"),
                ("round_end", "at the end of a round"),
            ])),
            "when",
        ),
        opt("on_empty", Shape::Boolean, "the same as `when: on_empty`"),
        opt(
            "from",
            Shape::OneOrList(&Shape::Name),
            "the zones it draws from, in order",
        ),
        opt(
            "up_to",
            COUNT,
            "up to how many cards; all there are when left out",
        ),
        opt(
            "shuffle",
            Shape::Boolean,
            "whether the cards are shuffled on their way",
        ),
    ],
};

/// Hints for a table.
pub static LAYOUT: ObjectSpec = ObjectSpec {
    name: "layout",
    doc: "where and how a table shows a zone",
    fields: &[
        opt(
            "kind",
            Shape::Word(&[
                ("pile", "on top of each other"),
                ("row", "side by side"),
                ("fan", "like a hand"),
                ("grid", "in rows"),
            ]),
            "how cards lie",
        ),
        opt("x", Shape::Number, "from the left edge, 0 to 1"),
        opt("y", Shape::Number, "from the top edge, 0 to 1"),
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
        opt("type", TEXT, "its type; follows from the value when left out"),
        opt("value", VALUE, "what it is at first").or(&["default"]),
        opt("const", Shape::Boolean, "whether it never changes"),
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

/// A state.
pub static STATE: ObjectSpec = ObjectSpec {
    name: "state",
    doc: "a phase of the game",
    fields: &[
        opt("state_name", Shape::Name, "its name"),
        opt("label", TEXT, "what players read instead of the name"),
        opt(
            "state_type",
            Shape::Word(&[
                ("auto", "only automatic actions"),
                ("round_robin", "seats act in turn"),
                ("concurrent", "everybody may act at once"),
                ("grandstand", "one seat acts"),
            ]),
            "how it organises play; `auto` when all its actions are",
        ),
        opt(
            "state_type_param",
            VALUE,
            "the seat that begins (round_robin) or acts (grandstand)",
        )
        .or(&["state_type_params"]),
        opt(
            "players",
            VALUE,
            "who takes part: roles, `=` and a condition over `$player`, or seats; all persons when left out",
        ),
        opt(
            "turn",
            Shape::Word(&[
                ("one_action", "a turn is one action"),
                ("until_end_turn", "until `end_turn()`"),
            ]),
            "how long a turn lasts",
        ),
        opt(
            "sealed",
            Shape::Boolean,
            "choices are kept from the others until all are in",
        ),
        opt(
            "ask",
            Shape::Word(&[(
                "everyone",
                "every member is asked, and passes when it has nothing to do",
            )]),
            "whom to ask",
        ),
        opt(
            "rounds",
            Shape::OneOrList(&Shape::Word(&[
                ("entry", "one begins on entering the state"),
                (
                    "turns",
                    "one ends, and the next begins, when every seat has ended a turn",
                ),
                ("none", "never: only `end_round` ends one"),
            ])),
            "when rounds begin and end, at which zones fill up; `entry` and `turns` when left out",
        ),
        opt(
            "timeout",
            Shape::Integer {
                min: 1,
                max: 1_000_000,
            },
            "seconds for a decision, a hint for hosts",
        ),
        opt(
            "state_params",
            Shape::OneOrList(&Shape::Object(&DATA)),
            "its parameters",
        ),
        opt(
            "state_data",
            Shape::OneOrList(&Shape::Object(&DATA)),
            "its data, `$state.key`",
        ),
        opt(
            "actions",
            Shape::OneOrList(&ACTION_SHAPE),
            "what happens and what seats can do in it",
        ),
    ],
};

const ACTION_SHAPE: Shape = Shape::AnyOf(&[Shape::String, Shape::Object(&ACTION)]);

macro_rules! action_fields {
    ($($more:expr),* $(,)?) => {
        &[
            $($more,)*
            opt("type", ACTION_TYPE, "what it asks a seat to do; `button` when left out").or(&["action_type"]),
            opt("type_params", VALUE, "of a button its label; of a hand_pick [self or other, hand, count, may see]; of a world_pick [what, count, whose, zone]; of a vote_button [label, state]").or(&["type_param"]),
            opt("label", TEXT, "what its button says"),
            opt("on", Shape::OneOrList(&Shape::Word(&[("entry", "on entering the state"), ("turn", "at the start of each turn"), ("action", "after each action of a seat"), ("round", "when every seat has ended a turn")])), "when an automatic action runs"),
            opt("by", Shape::Word(&[("turn", "the seat on turn"), ("others", "the others, at any time"), ("anyone", "everybody, at any time")]), "who may do it where seats take turns; the seat on turn when left out"),
            opt("condition", CONDITION, "whether it may be done; an object may have a `message` for when not"),
            opt("message", TEXT, "said when the condition does not hold").or(&["condition_message"]),
            opt("pick", Shape::Object(&PICK), "what is picked, in long form"),
            opt("legal", CONDITION, "which candidates may be picked: a condition over `$card` and `$zone`"),
            opt("legal_message", TEXT, "said when a candidate is not legal"),
            opt("valid", CONDITION, "whether the finished pick is right: a condition over `$picked`"),
            opt("valid_message", TEXT, "said when it is not"),
            opt("reveals", Shape::Boolean, "conditions and texts may depend on what the seat does not see"),
            opt("sealed", Shape::Boolean, "the choice is kept from the others until all are in"),
            opt("ends_turn", Shape::Boolean, "the turn ends with it even where turns are long"),
            opt("on_timeout", Shape::Boolean, "a seat that runs out of time does this"),
            opt("action_message", Shape::Object(&MESSAGE), "shown while it is available, or when it runs"),
            opt("action_data", Shape::OneOrList(&Shape::Object(&DATA)), "its data, `$action.key`"),
            opt("interaction", Shape::Any, "what sets it off: \"*\" for a tap on anything, the name of a message, a query of cards or zones, a list of queries, or an object"),
            opt("conditions", Shape::Any, "with an interaction: what must hold, in order; the message of the first that does not is said"),
            opt("remember", Shape::Map(&VALUE), "with an interaction: values by name, for conditions and steps, `$action.name`"),
            opt("compound", Shape::Name, "with an interaction: the compound action it is a part of; once begun, nothing else can be done until a part finishes it"),
            opt("finishes", Shape::Boolean, "whether the compound action, and the turn, end with it"),
            opt("primitives", Shape::OneOrList(&STEP_OR_TEXT), "its steps, in order").or(&["steps", "command"]),
            opt("function", Shape::Name, "in place of steps: a function of the script, called with the action's parameters"),
        ]
    };
}

const ACTION_TYPE: Shape = Shape::Word(&[
    ("auto", "runs by itself"),
    ("button", "is pressed"),
    ("hand_pick", "picks cards of a hand"),
    ("world_pick", "picks cards, zones, seats or options"),
    ("vote_button", "votes for a state"),
]);

/// An action of a state.
pub static ACTION: ObjectSpec = ObjectSpec {
    name: "action",
    doc: "what happens, or what a seat can do",
    fields: action_fields![
        opt("action_name", Shape::Name, "its name").or(&["name"]),
        opt("action_ref", Shape::Name, "the defined action it stands for"),
        opt("params", VALUE, "the defined action's parameters"),
    ],
};

/// An action to use by reference.
pub static DEFINED: ObjectSpec = ObjectSpec {
    name: "defined action",
    doc: "an action that states use by reference",
    fields: action_fields![
        opt("ref_id", Shape::Name, "the name it is referred to by").or(&["action_ref_id"]),
        opt(
            "ref_params",
            Shape::OneOrList(&Shape::Object(&DATA)),
            "its parameters, `$action.key`"
        ),
        opt("action_name", Shape::Name, "its name where it is used").or(&["name"]),
        opt("action_ref", Shape::Name, "another defined action it stands for"),
        opt("params", VALUE, "that action's parameters"),
    ],
};

/// What sets a template off, in long form.
pub static INTERACTION: ObjectSpec = ObjectSpec {
    name: "interaction",
    doc: "what a seat touches or says",
    fields: &[
        opt("tap", Shape::Any, "queries of what is tapped, or \"*\""),
        opt(
            "count",
            COUNT,
            "how many things are tapped together; 1 when left out",
        ),
        opt("min", COUNT, "fewest things that are tapped together"),
        opt("max", COUNT, "most things that are tapped together"),
        opt("drag", Shape::Any, "queries of what is drawn to something"),
        opt("to", Shape::Any, "queries of what it is drawn to"),
        opt("message", Shape::Name, "the name of a message"),
        opt(
            "data",
            Shape::OneOrList(&Shape::Object(&DATA)),
            "what the message says: each item has a type and a domain",
        ),
    ],
};

/// A query. Further fields are attributes of cards.
pub static QUERY: ObjectSpec = ObjectSpec {
    name: "query",
    doc: "which cards or zones are meant: all that is said must hold; a list is any of its items",
    fields: &[
        opt(
            "type",
            TEXT,
            "card, zone, or the name or the look of zones: deck, hand, pile",
        ),
        opt(
            "name",
            Shape::Any,
            "the name of a zone, or several; of cards the name printed on them",
        ),
        opt(
            "parent",
            Shape::Any,
            "the zone of a card: a name, a query, or a list",
        )
        .or(&["zone", "in"]),
        opt(
            "owner",
            VALUE,
            "whose zones: a seat, others, or none for shared ones",
        ),
        opt(
            "only",
            Shape::Word(&[("top", "the card drawn next"), ("bottom", "the card drawn last")]),
            "which cards of the zones",
        ),
        opt("face_up", Shape::Boolean, "whether a card lies face up"),
        opt("where", CONDITION, "a condition over `$card` or `$zone`"),
    ],
};

/// A condition of a template.
pub static TEST: ObjectSpec = ObjectSpec {
    name: "test",
    doc: "a condition: a subject and what is asked of it, or a group",
    fields: &[
        opt("message", TEXT, "said when it does not hold"),
        opt("turn", Shape::Boolean, "whether it is the seat's turn"),
        opt(
            "of",
            Shape::Any,
            "the subject: player, entity (what is touched), tapped, dragged, target, a zone, a reference, a query, { \"count\": query }, { \"remembered\": name } or { \"data\": name }",
        ),
        opt(
            "its",
            Shape::Any,
            "what of it: parent, children, top, bottom, { \"nth\": 0 }, count, owner, or a property; a list goes on from one to the next",
        ),
        opt("equals", VALUE, "the same value"),
        opt("above", VALUE, "a number that it is above"),
        opt("below", VALUE, "a number that it is below"),
        opt("at_least", VALUE, "a number that it is or is above"),
        opt("at_most", VALUE, "a number that it is or is below"),
        opt("one_of", VALUE, "a list of values"),
        opt("is", Shape::Boolean, "true or false"),
        opt("empty", Shape::Boolean, "whether there is nothing in it"),
        opt("full", Shape::Boolean, "whether the zone holds all it may"),
        opt("defined", Shape::Boolean, "whether there is such a thing"),
        opt(
            "matches",
            Shape::Any,
            "the same property as another thing: { \"property\": \"suit\", \"of\": subject }",
        ),
        opt("some_of", Shape::Any, "a query: whether there is such a thing"),
        opt(
            "every_of",
            Shape::Any,
            "a query: whether `match` holds for all such things",
        ),
        opt(
            "match",
            Shape::Any,
            "of some_of and every_of: a condition over `$card` or `$zone`",
        ),
        opt("not", Shape::Any, "a condition that must not hold"),
        opt("either", Shape::Any, "conditions of which one must hold"),
        opt("every", Shape::Any, "conditions that must all hold"),
    ],
};

/// What is picked, in long form.
pub static PICK: ObjectSpec = ObjectSpec {
    name: "pick",
    doc: "what an action lets a seat pick",
    fields: &[
        opt(
            "what",
            Shape::Word(&[
                ("card", "cards"),
                ("zone", "zones"),
                ("seat", "seats"),
                ("option", "entries of a list"),
                ("deck", "decks"),
            ]),
            "what is picked; `card` when left out",
        ),
        opt("from", VALUE, "a zone, several, seats, or a list of candidates"),
        opt("zone", Shape::Name, "with seats in `from`: which of their zones"),
        opt("count", VALUE, "how many"),
        opt(
            "min",
            BOUND,
            "fewest: a number, or something that is worked out each time",
        ),
        opt("max", BOUND, "most, in the same way"),
        opt(
            "only",
            Shape::Word(&[
                ("top", "the card drawn next"),
                ("bottom", "the card drawn last"),
                (
                    "by_order",
                    "any card where the zone's order is `any`, else the card drawn next",
                ),
            ]),
            "which cards of the zones",
        ),
        opt(
            "blind",
            Shape::Boolean,
            "the seat does not see the cards it picks from",
        ),
    ],
};

/// A message.
pub static MESSAGE: ObjectSpec = ObjectSpec {
    name: "message",
    doc: "a text shown to players",
    fields: &[
        opt(
            "type",
            Shape::Word(&[
                ("center_screen", "in the middle"),
                ("top_center_screen", "above the middle"),
                ("bottom_center_screen", "below the middle"),
                ("log", "in the log only"),
            ]),
            "where",
        )
        .or(&["place"]),
        opt("size", COUNT, "size of the letters, in points"),
        opt("text", TEXT, "the text; {0} stands for the first token"),
        opt("tokens", VALUE, "values for the text"),
        opt("time", Shape::Number, "seconds; -1 while it is true"),
    ],
};

/// A step as it may be written: an object, or an expression that acts.
static STEP_OR_TEXT: Shape = Shape::AnyOf(&[Shape::Object(&STEP), Shape::String]);

/// A step.
pub static STEP: ObjectSpec = ObjectSpec {
    name: "step",
    doc: "a call of a primitive, or a group of steps",
    fields: &[
        opt("endpoint", Shape::Name, "the primitive"),
        opt("function", Shape::Name, "in its place: a function of the script"),
        opt("params", VALUE, "its parameters, one or a list").or(&["param"]),
        opt("condition", CONDITION, "whether it is done"),
        opt(
            "who",
            VALUE,
            "of a transition: the seats that go, the others stay",
        ),
        opt(
            "scene",
            Shape::Word(&[("new", "they open a scene of their own")]),
            "of a transition with `who`",
        ),
        opt("into", VALUE, "the place that takes the result"),
        opt("primitives", Shape::OneOrList(&STEP_OR_TEXT), "steps of a group").or(&["steps"]),
        opt(
            "else",
            Shape::OneOrList(&STEP_OR_TEXT),
            "steps when the group's condition does not hold",
        ),
        opt("for_each", VALUE, "a list or seats: the group is done for each"),
        opt(
            "at_once",
            Shape::Boolean,
            "the parameters of all steps of the group are worked out before the first acts",
        ),
        opt(
            "while",
            CONDITION,
            "the group is done as long as it holds, at most 100 times",
        ),
        opt("as", Shape::Name, "the name of the item, `$action.name`"),
    ],
};

/// A call as a value or condition.
pub static CALL: ObjectSpec = ObjectSpec {
    name: "call",
    doc: "a call of a primitive",
    fields: &[
        opt("endpoint", Shape::Name, "the primitive"),
        opt("function", Shape::Name, "in its place: a function of the script"),
        opt("params", VALUE, "its parameters, one or a list").or(&["param"]),
        opt("if", CONDITION, "a condition, where a message is added to it"),
        opt("message", TEXT, "said when the condition does not hold"),
    ],
};

/// The tables of everything but the package, for the schema.
pub static ALL: &[&ObjectSpec] = &[
    &RULESET,
    &LIMITS,
    &OWN_PRIMITIVE,
    &OWN_PARAM,
    &GAME_AREA,
    &ROLE,
    &TEAMS,
    &ZONE,
    &SIZE,
    &COPIES,
    &DESIGNATIONS,
    &DESIGNATION,
    &REPLENISH,
    &LAYOUT,
    &OPTION,
    &DATA,
    &STATE,
    &ACTION,
    &DEFINED,
    &INTERACTION,
    &QUERY,
    &TEST,
    &PICK,
    &MESSAGE,
    &STEP,
    &CALL,
];
