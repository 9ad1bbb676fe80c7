//! Every object of a `.cardgame.json` file and its fields. The reader checks against these
//! tables, and the JSON Schema for editors is made from them.

use crate::format::shapes::{LABEL, TEXT, need, opt};
use crate::text::fields::{FieldSpec, ObjectSpec, Shape};

const EXPRESSION: Shape = Shape::Expression;
const EFFECTS: Shape = Shape::OneOrList(&EXPRESSION);

pub static FILE: ObjectSpec = ObjectSpec {
    name: "card game",
    doc: "the rules of a game, in phases",
    fields: &[
        opt(
            "$schema",
            TEXT,
            "where an editor finds the description of this format",
        )
        .for_people(),
        need("meta", Shape::Object(|| &META), "name, version and players"),
        need(
            "deck",
            Shape::Object(|| &DECK),
            "which cards there are and what they count",
        ),
        need("roles", Shape::List(&Shape::Object(|| &ROLE)), "who takes part"),
        need(
            "zones",
            Shape::AnyOf(&[
                Shape::List(&Shape::Object(|| &ZONE)),
                Shape::Map(&Shape::Object(|| &ZONE)),
            ]),
            "where cards lie: a list, or a map from names to zones",
        ),
        opt(
            "variables",
            Shape::Map(&Shape::AnyOf(&[
                Shape::Number,
                Shape::String,
                Shape::Object(|| &VARIABLE),
            ])),
            "values that effects set and expressions read",
        ),
        opt(
            "initialVariables",
            Shape::Map(&Shape::AnyOf(&[Shape::Number, Shape::String])),
            "variables by their first values, as older files write them",
        ),
        opt(
            "initialStringVariables",
            Shape::Map(&Shape::String),
            "variables that hold texts, as older files write them",
        ),
        opt(
            "publicVariables",
            Shape::List(&Shape::Name),
            "variables that players see, as older files write them",
        ),
        need(
            "phases",
            Shape::List(&Shape::Object(|| &PHASE)),
            "what happens when; the first phase begins",
        ),
        opt(
            "globalTransitions",
            Shape::List(&Shape::Object(|| &TRANSITION)),
            "tried in every phase after its own transitions",
        ),
        need(
            "scoring",
            Shape::Object(|| &SCORING),
            "how players are scored and who wins",
        ),
        opt(
            "visibility",
            Shape::List(&Shape::Object(|| &VISIBILITY_RULE)),
            "who sees each zone; it wins over what the zones say",
        ),
        need("ui", Shape::Object(|| &UI), "hints for a table").for_people(),
    ],
};

/// `meta`
pub static META: ObjectSpec = ObjectSpec {
    name: "meta block",
    doc: "name, version and players",
    fields: &[
        need("name", Shape::Name, "what players call the game"),
        need(
            "slug",
            Shape::Name,
            "its name in addresses: small letters, digits and hyphens",
        ),
        need("version", Shape::Name, "version of the rules, such as `1.0.0`").for_people(),
        need("author", TEXT, "who wrote the rules").for_people(),
        need("players", Shape::Object(|| &PLAYERS), "how many can play"),
        opt("description", TEXT, "a sentence or more about it").for_people(),
        opt("tags", Shape::List(&TEXT), "words to find it by").for_people(),
        opt("license", TEXT, "under which terms it may be used").for_people(),
    ],
};

const SEATS: Shape = Shape::Integer { min: 1, max: 32 };

/// `meta.players`
pub static PLAYERS: ObjectSpec = ObjectSpec {
    name: "player range",
    doc: "how many can play",
    fields: &[
        need("min", SEATS, "fewest players"),
        need("max", SEATS, "most players"),
    ],
};

/// `deck`
pub static DECK: ObjectSpec = ObjectSpec {
    name: "deck",
    doc: "which cards there are and what they count",
    fields: &[
        need(
            "preset",
            Shape::Word(&[
                ("standard_52", "four suits from ace to king"),
                ("standard_54", "the same and two jokers"),
                (
                    "uno_108",
                    "four colours of numbers and actions, and eight wild cards",
                ),
                ("custom", "those of `cards`"),
            ]),
            "a known deck, or `custom`",
        ),
        opt(
            "copies",
            Shape::Integer { min: 1, max: 100 },
            "how many such decks; 1 when left out",
        ),
        opt(
            "cards",
            Shape::List(&Shape::Object(|| &CARD)),
            "the cards of a custom deck, with repeats",
        ),
        need(
            "cardValues",
            Shape::Map(&Shape::AnyOf(&[Shape::Number, Shape::Object(|| &VALUE)])),
            "what each rank counts: a number, or a value with a kind",
        ),
    ],
};

/// One of `deck.cards`
pub static CARD: ObjectSpec = ObjectSpec {
    name: "card",
    doc: "a card of a custom deck",
    fields: &[
        need("suit", Shape::Name, "its suit or colour"),
        need("rank", Shape::Name, "its rank, which `cardValues` gives a value"),
        opt(
            "copies",
            Shape::Integer { min: 1, max: 1000 },
            "how many of it; 1 when left out",
        ),
        opt("text", TEXT, "what is printed on it"),
    ],
};

/// One of `deck.cardValues`, when it is not just a number
pub static VALUE: ObjectSpec = ObjectSpec {
    name: "card value",
    doc: "what a rank counts",
    fields: &[
        need(
            "kind",
            Shape::Word(&[
                ("fixed", "always `value`"),
                ("dual", "`low` or `high`, whichever serves better"),
                ("choice", "one of `options`, whichever serves better"),
            ]),
            "how the value is found",
        ),
        opt("value", Shape::Number, "the value, for `fixed`"),
        opt("low", Shape::Number, "the lower value, for `dual`"),
        opt("high", Shape::Number, "the higher value, for `dual`"),
        opt("options", Shape::List(&Shape::Number), "the values, for `choice`").or(&["values"]),
    ],
};

/// One of `roles`
pub static ROLE: ObjectSpec = ObjectSpec {
    name: "role",
    doc: "a part in the game",
    fields: &[
        need("name", Shape::Name, "by which zones name it"),
        need(
            "isHuman",
            Shape::Boolean,
            "whether players have it; else the rules play it",
        ),
        need(
            "count",
            Shape::AnyOf(&[SEATS, Shape::Word(&[("per_player", "every player has it")])]),
            "`per_player`, or how many there are",
        ),
    ],
};

/// How a zone's visibility is written: a word, or an object with a kind.
const VISIBILITY: Shape = Shape::AnyOf(&[Shape::String, Shape::Object(|| &SEEN)]);

/// A visibility as an object.
pub static SEEN: ObjectSpec = ObjectSpec {
    name: "visibility",
    doc: "who sees the cards of a zone",
    fields: &[
        need(
            "kind",
            Shape::Word(&[
                ("public", "everybody"),
                ("visible", "everybody"),
                ("owner_only", "the player whose zone it is"),
                ("hidden", "nobody"),
                ("count_only", "nobody; all see how many there are"),
                ("partial", "everybody sees some of them, as `rule` says"),
            ]),
            "who",
        ),
        opt(
            "rule",
            Shape::Name,
            "which cards: `first_card_only`, `last_card_only` or `face_up_only`",
        ),
    ],
};

const PHASE_OVERRIDE: FieldSpec = opt(
    "phaseOverride",
    Shape::Object(|| &OVERRIDE),
    "who sees it in one phase",
);
const OVERRIDES: Shape = Shape::AnyOf(&[Shape::List(&Shape::Object(|| &OVERRIDE)), Shape::Map(&VISIBILITY)]);
const PHASE_OVERRIDES: FieldSpec = opt(
    "phaseOverrides",
    OVERRIDES,
    "who sees it in some phases: a list, or a map from phases",
);

/// One of `zones`
pub static ZONE: ObjectSpec = ObjectSpec {
    name: "zone",
    doc: "a place for cards",
    fields: &[
        opt("name", Shape::Name, "its name; in a map, the key"),
        LABEL,
        opt(
            "visibility",
            VISIBILITY,
            "who sees its cards; nobody when nothing is said anywhere",
        ),
        opt(
            "owners",
            Shape::List(&Shape::Name),
            "the roles it belongs to; none for a zone of the table",
        ),
        opt(
            "maxCards",
            Shape::Integer { min: 1, max: 65_534 },
            "how many cards it holds at most",
        ),
        PHASE_OVERRIDE,
        PHASE_OVERRIDES,
    ],
};

/// Who sees a zone in a phase.
pub static OVERRIDE: ObjectSpec = ObjectSpec {
    name: "phase override",
    doc: "who sees a zone in a phase",
    fields: &[
        need("phase", Shape::Name, "the phase"),
        need("visibility", VISIBILITY, "who sees it then"),
    ],
};

/// One of `visibility`
pub static VISIBILITY_RULE: ObjectSpec = ObjectSpec {
    name: "visibility rule",
    doc: "who sees a zone",
    fields: &[
        need("zone", Shape::Name, "the zone"),
        need("visibility", VISIBILITY, "who sees its cards"),
        PHASE_OVERRIDE,
        PHASE_OVERRIDES,
    ],
};

/// One of `variables`, when it is not just a value
pub static VARIABLE: ObjectSpec = ObjectSpec {
    name: "variable",
    doc: "a value that effects set and expressions read",
    fields: &[
        opt(
            "type",
            Shape::Word(&[("number", "a number"), ("string", "a text")]),
            "what it holds; what `initial` is when left out",
        ),
        need(
            "initial",
            Shape::AnyOf(&[Shape::Number, Shape::String]),
            "what it is at first and in each new round",
        ),
        opt(
            "public",
            Shape::Boolean,
            "whether players see it; where no variable says so, they see all",
        ),
        opt(
            "label",
            TEXT,
            "what players call it; a table shows what has a label",
        ),
        opt(
            "options",
            Shape::List(&Shape::AnyOf(&[Shape::Number, Shape::String])),
            "all that it may be, for whoever imagines what is hidden",
        ),
        opt("min", Shape::INTEGER, "the lowest whole number that it may be"),
        opt("max", Shape::INTEGER, "the highest whole number that it may be"),
    ],
};

/// One of `phases`
pub static PHASE: ObjectSpec = ObjectSpec {
    name: "phase",
    doc: "a part of the game",
    fields: &[
        need("name", Shape::Name, "by which transitions name it"),
        LABEL,
        opt("description", TEXT, "what happens in it").for_people(),
        need(
            "kind",
            Shape::Word(&[
                ("automatic", "the rules do something and go on"),
                ("turn_based", "players act in turn"),
                ("all_players", "all players may act at once"),
            ]),
            "who acts",
        ),
        opt(
            "actions",
            Shape::List(&Shape::Object(|| &ACTION)),
            "what players can do",
        ),
        opt(
            "transitions",
            Shape::List(&Shape::Object(|| &TRANSITION)),
            "where the game goes from here: the first that holds. An automatic phase tries them after `onEnter` \
             and after each `onStep`, one of players after each action",
        ),
        opt("onEnter", EFFECTS, "done when the phase begins").or(&["automaticSequence"]),
        opt(
            "onStep",
            EFFECTS,
            "of an automatic phase: done again and again until a transition holds",
        ),
        opt("onExit", EFFECTS, "done when the phase is left"),
        opt(
            "turnOrder",
            Shape::Word(&[
                ("clockwise", "in the order of the seats"),
                ("counterclockwise", "against it"),
                ("fixed", "in the order of the seats, which nothing reverses"),
            ]),
            "in which order players take turns",
        ),
        opt(
            "autoEndTurnCondition",
            EXPRESSION,
            "ends a player's turn after an action when it holds",
        ),
        opt(
            "allowedActions",
            Shape::List(&Shape::String),
            "a hint that is not read",
        ),
    ],
};

/// One of a phase's `actions`
pub static ACTION: ObjectSpec = ObjectSpec {
    name: "action",
    doc: "what a player can do; `play_card` lets him play a card of his hand",
    fields: &[
        need("name", Shape::Name, "its name; `play_card` for playing a card"),
        opt("label", TEXT, "what its button says").for_people(),
        opt(
            "phrase",
            TEXT,
            "what the log says when a player has done it, such as \"{player} plays {cards}\"; made of the label when left out",
        )
        .for_people(),
        opt("description", TEXT, "what it does").for_people(),
        opt(
            "condition",
            EXPRESSION,
            "when it can be done; of `play_card`, with which cards (`played_card_index`)",
        ),
        opt(
            "reveals",
            Shape::Boolean,
            "its condition may depend on what the player does not see",
        ),
        opt("effect", EFFECTS, "what happens").or(&["effects"]),
        opt("params", PARAMS, "what the player is asked, read by `get_param`"),
        opt(
            "from",
            Shape::Name,
            "the zone a card is played from; `hand` when left out",
        ),
        opt(
            "to",
            Shape::Name,
            "the zone a card is played to; `discard` or `trick` when left out",
        ),
    ],
};

/// A list of parameters, or a map from names to parameters or to what may be chosen.
const PARAMS: Shape = Shape::AnyOf(&[
    Shape::List(&Shape::Object(|| &PARAM)),
    Shape::Map(&Shape::AnyOf(&[
        Shape::List(&Shape::Any),
        Shape::Object(|| &PARAM),
    ])),
]);

/// One of an action's `params`.
pub static PARAM: ObjectSpec = ObjectSpec {
    name: "parameter",
    doc: "something that a player is asked",
    fields: &[
        opt("name", Shape::Name, "its name; in a map, the key"),
        opt("label", TEXT, "what the player reads").for_people(),
        opt(
            "type",
            Shape::Word(&[
                ("string", "one of `options`"),
                (
                    "number",
                    "a whole number from `min` to `max`, or one of `options`",
                ),
                ("boolean", "yes or no, which reads as 1 or 0"),
            ]),
            "what is asked",
        ),
        opt("options", Shape::List(&Shape::Any), "what may be chosen").or(&["values", "enum"]),
        opt("min", Shape::INTEGER, "the lowest number"),
        opt("max", Shape::INTEGER, "the highest number"),
    ],
};

pub static TRANSITION: ObjectSpec = ObjectSpec {
    name: "transition",
    doc: "a way from a phase to another one",
    fields: &[
        need("to", Shape::Name, "the phase it leads to"),
        need("when", EXPRESSION, "when it is taken").or(&["condition"]),
    ],
};

/// `scoring`
pub static SCORING: ObjectSpec = ObjectSpec {
    name: "scoring block",
    doc: "how players are scored and who wins",
    fields: &[
        need(
            "method",
            EXPRESSION,
            "the score of a player, or of a role that the rules play",
        ),
        need("winCondition", EXPRESSION, "whether it wins"),
        opt(
            "bustCondition",
            EXPRESSION,
            "whether it is out, which loses whatever else holds",
        ),
        opt("tieCondition", EXPRESSION, "whether it neither wins nor loses"),
        opt(
            "summary",
            EXPRESSION,
            "what the summary of a round says that a player did, a text such as \"took 3 hearts\"",
        ),
        opt(
            "autoEndTurnCondition",
            EXPRESSION,
            "for all phases that have none, as older files write it",
        ),
    ],
};

/// `ui`
pub static UI: ObjectSpec = ObjectSpec {
    name: "ui block",
    doc: "hints for a table",
    fields: &[
        opt(
            "layout",
            Shape::Word(&[
                ("semicircle", "players sit around one half"),
                ("circle", "players sit all around"),
                ("grid", "players sit in rows"),
                ("linear", "players sit side by side"),
            ]),
            "how players sit",
        ),
        opt(
            "tableColor",
            Shape::Word(&[
                ("felt_green", "green felt"),
                ("wood", "wood"),
                ("dark", "dark"),
                ("custom", "that of `customColor`"),
            ]),
            "what the table looks like",
        ),
        opt("customColor", TEXT, "a colour, when `tableColor` is `custom`"),
    ],
};

/// Every table, outermost first.
pub static ALL: &[&ObjectSpec] = &[
    &FILE,
    &META,
    &PLAYERS,
    &DECK,
    &CARD,
    &VALUE,
    &ROLE,
    &SEEN,
    &ZONE,
    &OVERRIDE,
    &VISIBILITY_RULE,
    &VARIABLE,
    &PHASE,
    &ACTION,
    &PARAM,
    &TRANSITION,
    &SCORING,
    &UI,
];
