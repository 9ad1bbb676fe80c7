//! Every object of game and deck files and its fields. The reader checks against these tables, and
//! the JSON Schemas for editors are made from them.

use crate::format::shapes::{CARDS_SEEN, COUNT, LABEL, need, opt};
use crate::text::fields::ObjectSpec;
use crate::text::fields::Shape::{
    self, AnyOf, Boolean, Integer, List, Name, Object, OneOrList, String, Word,
};

/// A number, a range, `"*"`, or how many at first and the bounds.
const SIZE: Shape = AnyOf(&[
    COUNT,
    List(&AnyOf(&[COUNT, Word(UNLIMITED)])),
    Word(UNLIMITED),
    Object(&LIMITS),
]);
const UNLIMITED: &[(&str, &str)] = &[("*", "any number")];
const VALUE: Shape = AnyOf(&[Shape::Number, Name]);
const COLOUR: Shape = String;
const WHO: Shape = Word(&[
    ("all", "everybody"),
    ("none", "nobody"),
    ("owner", "the seat whose zone it is"),
    (
        "active-player",
        "the seat on turn; everybody where there are no turns",
    ),
    ("inactive-player", "seats that are not on turn"),
    ("allies", "the seat on turn and its team"),
    ("opponents", "seats that are not of its team"),
]);
const DESIGNATIONS: Shape = OneOrList(&Object(&DESIGNATION));

pub static GAME: ObjectSpec = ObjectSpec {
    name: "game",
    doc: "decks and zones to play with as at a table",
    fields: &[
        opt("$schema", String, "path of the JSON Schema, for editors").for_people(),
        opt(
            "name",
            Name,
            "what players call the game; the file's name when left out",
        ),
        opt("description", String, "a sentence or more about it").for_people(),
        need("decks", List(&Object(&DECK_USE)), "the decks it is played with"),
        need(
            "shared_zones",
            List(&Object(&ZONE)),
            "zones there is one of for all players",
        ),
        need("player_zones", List(&Object(&ZONE)), "zones every player has"),
        need("players", SIZE, "how many players there are"),
        need("turns", Boolean, "whether players take turns"),
        opt(
            "tricks",
            AnyOf(&[Boolean, Object(&TRICKS)]),
            "whether tricks are played, and where",
        ),
        opt(
            "rounds",
            AnyOf(&[List(&AnyOf(&[Name, Object(&STAGE)])), Object(&ROUNDS)]),
            "the stages that a round goes through",
        ),
        opt(
            "designations",
            DESIGNATIONS,
            "what the whole game may be marked as",
        ),
        opt(
            "scoreboards",
            OneOrList(&Object(&SCOREBOARD)),
            "numbers that players keep",
        ),
        opt(
            "leftovers",
            Name,
            "the shared zone for cards that libraries cannot share evenly, or have no room for",
        ),
    ],
};

/// How many of something.
pub static LIMITS: ObjectSpec = ObjectSpec {
    name: "limits",
    doc: "how many at first, and between which bounds",
    fields: &[
        opt("initial", COUNT, "how many at first"),
        opt(
            "limits",
            List(&AnyOf(&[COUNT, Word(UNLIMITED)])),
            "[fewest, most]; \"*\" for no upper bound",
        ),
    ],
};

/// A deck of a game.
pub static DECK_USE: ObjectSpec = ObjectSpec {
    name: "deck of a game",
    doc: "a deck that the game is played with",
    fields: &[
        need("name", Name, "the name by which zones speak of it"),
        need(
            "source",
            AnyOf(&[String, Object(&DECK)]),
            "the path of the deck's file from this one's folder, or the deck itself",
        ),
        opt(
            "each_player",
            Boolean,
            "whether every player has a copy; one for all when left out",
        ),
    ],
};

pub static ZONE: ObjectSpec = ObjectSpec {
    name: "zone of a table",
    doc: "a place for cards",
    fields: &[
        opt("name", Name, "its name, by which other zones speak of it"),
        LABEL,
        opt(
            "card_visibility",
            CARDS_SEEN,
            "which cards are seen: all, none, those that lie face up, or the first n to be drawn",
        ),
        opt("zone_visibility", WHO, "who sees them"),
        need("control", WHO, "who may take its cards and put cards there"),
        need("decks", OneOrList(&Name), "the decks whose cards may lie here"),
        opt(
            "is_library",
            Boolean,
            "whether it begins with the cards of its decks that are left",
        ),
        opt("size", SIZE, "how many cards it holds; any number when left out"),
        opt(
            "order",
            Word(&[
                ("fixed-fifo", "the oldest card is taken first"),
                ("fixed-lifo", "the newest card is taken first"),
                ("shuffled", "shuffled whenever cards come"),
                ("any", "as players put them"),
            ]),
            "how its cards lie; any when left out",
        ),
        opt(
            "count",
            SIZE,
            "how many copies of it there are; one when left out",
        ),
        opt("replenish", Object(&REPLENISH), "how it fills up again"),
        opt("designations", DESIGNATIONS, "what it may be marked as"),
        opt(
            "when",
            OneOrList(&Object(&CASE)),
            "who sees and controls it while it, or the game, is marked so; the first that holds counts",
        ),
        opt(
            "flip",
            Boolean,
            "whether its cards may be turned over; yes where all see the same when left out",
        ),
    ],
};

/// What differs for a zone in some case.
pub static CASE: ObjectSpec = ObjectSpec {
    name: "case of a zone",
    doc: "what is different about a zone in some case",
    fields: &[
        opt(
            "designation",
            OneOrList(&Name),
            "while the zone, or the game, is marked as one of these",
        ),
        opt("stage", OneOrList(&Name), "in these stages of a round"),
        opt("card_visibility", CARDS_SEEN, "which cards are seen then"),
        opt("zone_visibility", WHO, "who sees them then"),
        opt("control", WHO, "who may take and put cards then"),
    ],
};

/// How a zone fills up again.
pub static REPLENISH: ObjectSpec = ObjectSpec {
    name: "refill rule",
    doc: "how a zone fills up again",
    fields: &[
        opt(
            "when",
            OneOrList(&Word(&[
                ("on_empty", "when it is empty, or under its lower bound"),
                ("on_input", "when a player asks for it"),
                (
                    "turn_start",
                    "at the start of a turn: its owner's, for player zones",
                ),
                ("turn_end", "at the end of a turn"),
                ("round_start", "at the start of a round"),
                ("round_end", "at the end of a round"),
            ])),
            "when",
        ),
        opt("on_empty", Boolean, "the same as `\"when\": \"on_empty\"`"),
        need(
            "from",
            OneOrList(&Name),
            "the zones its cards come from, in order",
        ),
        opt(
            "up_to",
            Integer { min: 1, max: 65_535 },
            "up to how many cards; all there are, or its size, when left out",
        ),
        opt("shuffle", Boolean, "whether the cards are shuffled on the way"),
    ],
};

/// A set of designations.
pub static DESIGNATION: ObjectSpec = ObjectSpec {
    name: "set of designations",
    doc: "marks that players set and take away",
    fields: &[
        opt("name", Name, "what the set is called"),
        need("values", List(&Name), "the marks"),
        opt("default", OneOrList(&Name), "the mark that is set at first"),
        opt(
            "mutually_exclusive",
            Boolean,
            "whether only one of them is set at a time",
        ),
    ],
};

pub static TRICKS: ObjectSpec = ObjectSpec {
    name: "tricks",
    doc: "where tricks are played, and how",
    fields: &[
        opt(
            "trick_play",
            AnyOf(&[Name, Object(&ZONE)]),
            "the shared zone that tricks are played to; made when there is none",
        ),
        opt(
            "trick_play_from",
            AnyOf(&[Name, Object(&ZONE)]),
            "the player zone that cards are played from; made when there is none",
        ),
        opt(
            "trick_scoring",
            AnyOf(&[Name, Object(&ZONE)]),
            "the player zone that tricks go to; made when there is none",
        ),
        opt(
            "follow_suit",
            Boolean,
            "whether who has a card of the suit that was led must play one",
        ),
        opt(
            "winner_takes",
            Boolean,
            "whether the highest card wins, takes the trick and leads; otherwise players take tricks \
             themselves. The same as `follow_suit` when left out",
        ),
        opt(
            "trump",
            Name,
            "the suit that beats the others, or the set of the game's designations that names it",
        ),
    ],
};

pub static ROUNDS: ObjectSpec = ObjectSpec {
    name: "rounds",
    doc: "what a round goes through",
    fields: &[need(
        "stages",
        List(&AnyOf(&[Name, Object(&STAGE)])),
        "its stages, in order; after the last one a new round begins",
    )],
};

pub static STAGE: ObjectSpec = ObjectSpec {
    name: "stage",
    doc: "a part of a round",
    fields: &[
        need("name", Name, "its name"),
        LABEL,
        opt(
            "stages",
            List(&AnyOf(&[Name, Object(&STAGE)])),
            "the stages it consists of itself",
        ),
        opt(
            "turns",
            Boolean,
            "whether players take turns in it; as in the game when left out",
        ),
        opt(
            "ends",
            Word(&[
                ("on_input", "when a player goes on to the next one"),
                ("turns", "when every player has ended a turn"),
            ]),
            "when it ends; when a player goes on, when left out",
        ),
    ],
};

const POINTS: Shape = Integer {
    min: -99_999,
    max: 99_999,
};

pub static SCOREBOARD: ObjectSpec = ObjectSpec {
    name: "scoreboard",
    doc: "a number that players keep",
    fields: &[
        need("name", Name, "its name"),
        opt(
            "of",
            Word(&[
                ("players", "every player has one"),
                ("game", "there is one for all"),
            ]),
            "whose number it is; every player's when left out",
        ),
        opt("initial", POINTS, "what it begins with; 0 when left out"),
        opt("min", POINTS, "the lowest it may be"),
        opt("max", POINTS, "the highest it may be"),
        opt(
            "control",
            WHO,
            "who may change it; its owner, or everybody for the game's, when left out",
        ),
    ],
};

pub static DECK: ObjectSpec = ObjectSpec {
    name: "deck of cards",
    doc: "cards, listed one by one or as suits and ranks",
    fields: &[
        opt("$schema", String, "path of the JSON Schema, for editors").for_people(),
        opt("name", Name, "what it is called"),
        opt("raw", List(&Object(&CARD)), "cards, one by one"),
        opt(
            "pairs",
            OneOrList(&Object(&PAIRS)),
            "suits and ranks: a card of every suit with every rank",
        ),
        opt("order", Object(&ORDER), "which card is higher than which"),
    ],
};

/// A card of a deck.
pub static CARD: ObjectSpec = ObjectSpec {
    name: "single card",
    doc: "a card of a deck",
    fields: &[
        need("value", VALUE, "its value"),
        opt("suit", Name, "the suit it belongs to"),
        opt("color", COLOUR, "its colour: #rgb or #rrggbb"),
        opt("text", String, "what else is printed on it"),
        opt("copies", COUNT, "how many of it there are; one when left out"),
        opt(
            "position",
            POSITION,
            "where in the order it stands: below (negative) or above (positive) the others, or next to a card",
        ),
    ],
};

const POSITION: Shape = AnyOf(&[Integer { min: -999, max: 999 }, Object(&BESIDE)]);

/// A place in the order of cards.
pub static BESIDE: ObjectSpec = ObjectSpec {
    name: "place in the order",
    doc: "next to which card another one stands",
    fields: &[
        opt("above", Object(&CARD_NAME), "the card it is just above"),
        opt("below", Object(&CARD_NAME), "the card it is just below"),
    ],
};

/// Cards by their value and suit.
pub static CARD_NAME: ObjectSpec = ObjectSpec {
    name: "cards meant",
    doc: "all cards of a value, a suit, or both",
    fields: &[
        opt("value", VALUE, "their value"),
        opt("suit", Name, "their suit"),
    ],
};

pub static PAIRS: ObjectSpec = ObjectSpec {
    name: "suits and ranks",
    doc: "a card of every suit with every rank",
    fields: &[
        need("suits", List(&Object(&SUIT)), "the suits, the lowest first"),
        need("ranks", List(&Object(&RANK)), "the ranks, the lowest first"),
        opt(
            "copies",
            COUNT,
            "how many of each card there are; one when left out",
        ),
        opt(
            "position",
            Integer { min: -999, max: 999 },
            "where in the order they stand: below (negative) or above (positive) the others",
        ),
    ],
};

pub static SUIT: ObjectSpec = ObjectSpec {
    name: "suit of a deck",
    doc: "a suit",
    fields: &[
        need("name", Name, "its name"),
        opt("color", COLOUR, "its colour: #rgb or #rrggbb"),
    ],
};

pub static RANK: ObjectSpec = ObjectSpec {
    name: "rank of a deck",
    doc: "a rank",
    fields: &[
        need("value", VALUE, "its value"),
        opt("text", String, "what else is printed on its cards"),
    ],
};

/// The order of cards.
pub static ORDER: ObjectSpec = ObjectSpec {
    name: "order of cards",
    doc: "which card is higher than which",
    fields: &[
        opt(
            "by",
            Word(&[
                ("listed", "as they are listed, the lowest first"),
                ("suit-rank", "by suit, then by rank within the suit"),
                ("rank-suit", "by rank, then by suit among equal ranks"),
            ]),
            "what decides; as they are listed when left out",
        ),
        opt(
            "suits",
            List(&Name),
            "the suits, the lowest first; as listed when left out",
        ),
        opt(
            "ranks",
            List(&VALUE),
            "the ranks, the lowest first; as listed when left out",
        ),
        opt(
            "trumps",
            List(&AnyOf(&[Name, Object(&CARD_NAME)])),
            "suits, or single cards, that beat all others; each beats those before it",
        ),
    ],
};

/// All tables that a game file can hold, for the schema.
pub static ALL: &[&ObjectSpec] = &[
    &GAME,
    &LIMITS,
    &DECK_USE,
    &ZONE,
    &CASE,
    &REPLENISH,
    &DESIGNATION,
    &TRICKS,
    &ROUNDS,
    &STAGE,
    &SCOREBOARD,
    &DECK,
    &CARD,
    &BESIDE,
    &CARD_NAME,
    &PAIRS,
    &SUIT,
    &RANK,
    &ORDER,
];
