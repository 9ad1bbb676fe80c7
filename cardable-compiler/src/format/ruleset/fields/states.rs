//! States.

use super::{ACTION, DATA, VALUE};
use crate::format::shapes::{LABEL, opt};
use crate::text::fields::{ObjectSpec, Shape};

pub static STATE: ObjectSpec = ObjectSpec {
    name: "state",
    doc: "a phase of the game",
    fields: &[
        opt("state_name", Shape::Name, "its name"),
        LABEL,
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
            Shape::OneOrList(&Shape::Object(|| &DATA)),
            "its parameters",
        ),
        opt(
            "state_data",
            Shape::OneOrList(&Shape::Object(|| &DATA)),
            "its data, `$state.key`",
        ),
        opt(
            "actions",
            Shape::OneOrList(&ACTION_SHAPE),
            "what happens and what seats can do in it",
        ),
    ],
};

const ACTION_SHAPE: Shape = Shape::AnyOf(&[Shape::String, Shape::Object(|| &ACTION)]);
