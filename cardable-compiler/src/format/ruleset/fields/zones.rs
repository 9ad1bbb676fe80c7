//! Zones: what they hold, who sees them, how they fill up and what they are marked as.

use crate::format::shapes::{CARDS_SEEN, COUNT, LABEL, opt};
use crate::text::fields::{ObjectSpec, Shape};
use cardable_engine::program::ZoneCount;

pub static ZONE: ObjectSpec = ObjectSpec {
    name: "zone",
    doc: "a place for cards",
    fields: &[
        opt(
            "name",
            Shape::Name,
            "its name, `$player.name` for a seat's, `$game.name` for a shared one",
        ),
        LABEL,
        opt(
            "card_visibility",
            CARDS_SEEN,
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
                COUNT,
                Shape::List(&Shape::Any),
                Shape::Word(&[("*", "any number")]),
                Shape::Object(|| &SIZE),
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
        opt("replenish", Shape::Object(|| &REPLENISH), "how it fills up again"),
        opt(
            "count",
            Shape::AnyOf(&[
                Shape::Integer {
                    min: 1,
                    max: ZoneCount::MOST as i64,
                },
                Shape::List(&Shape::Any),
                Shape::Word(&[("*", "any number, none at the start")]),
                Shape::Object(|| &COPIES),
            ]),
            "how many copies of it can be open: a number, [fewest, most], or \"*\"; 1 when left out",
        ),
        opt(
            "designations",
            Shape::OneOrList(&Shape::Object(|| &DESIGNATIONS)),
            "what it can be designated in play, in one set or several",
        ),
        opt("layout", Shape::Object(|| &LAYOUT), "hints for a table").for_people(),
    ],
};

const VISIBLE: Shape = Shape::OneOrList(&Shape::String);

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
            Shape::OneOrList(&Shape::AnyOf(&[Shape::Name, Shape::Object(|| &DESIGNATION)])),
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
        LABEL,
        opt(
            "card_visibility",
            CARDS_SEEN,
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

/// As many as can be seen on a table.
const PLACES: Shape = Shape::Integer { min: 1, max: 100 };

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
                ("grid", "in rows and columns"),
            ]),
            "how cards lie",
        ),
        opt("columns", PLACES, "how many cards stand side by side in a grid"),
        opt(
            "rows",
            PLACES,
            "how many rows of a grid there are places for; empty ones are shown",
        ),
        opt("x", Shape::Number, "from the left edge, 0 to 1"),
        opt("y", Shape::Number, "from the top edge, 0 to 1"),
    ],
};
