//! The table as a whole: roles and teams.

use super::ZONE;
use crate::format::shapes::{LABEL, opt};
use crate::text::fields::{ObjectSpec, Shape};

pub static GAME_AREA: ObjectSpec = ObjectSpec {
    name: "game area",
    doc: "the zones of the table",
    fields: &[
        opt(
            "shared_zones",
            Shape::OneOrList(&Shape::Object(|| &ZONE)),
            "zones there is one of",
        ),
        opt(
            "player_zones",
            Shape::OneOrList(&Shape::Object(|| &ZONE)),
            "zones every seat has",
        ),
        opt(
            "roles",
            Shape::OneOrList(&Shape::AnyOf(&[Shape::Name, Shape::Object(|| &ROLE)])),
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
                Shape::Object(|| &TEAMS),
                Shape::List(&Shape::Any),
            ]),
            "who plays together: `across`, how many teams, or a list of the teams' seats",
        ),
    ],
};

pub static ROLE: ObjectSpec = ObjectSpec {
    name: "role",
    doc: "a kind of seat",
    fields: &[
        opt("name", Shape::Name, "its name"),
        LABEL,
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
