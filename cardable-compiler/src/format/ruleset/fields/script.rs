//! The script: its limits, and the primitives that are its functions.

use crate::format::shapes::{TEXT, opt};
use crate::text::fields::{ObjectSpec, Shape};

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
        opt("doc", TEXT, "what it does, for the manual and for editors").for_people(),
        opt(
            "params",
            Shape::OneOrList(&Shape::AnyOf(&[Shape::Name, Shape::Object(|| &OWN_PARAM)])),
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
        opt("doc", TEXT, "what it is").for_people(),
        opt("optional", Shape::Boolean, "it may be left out"),
        opt(
            "rest",
            Shape::Boolean,
            "it may be given any number of times; the last one only",
        ),
    ],
};
