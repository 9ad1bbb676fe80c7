//! Steps and calls.

use super::{CONDITION, VALUE};
use crate::format::shapes::{TEXT, opt};
use crate::text::fields::{ObjectSpec, Shape};

/// A step as it may be written: an object, or an expression that acts.
pub(super) static STEP_OR_TEXT: Shape = Shape::AnyOf(&[Shape::Object(|| &STEP), Shape::Expression]);

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
        opt("message", TEXT, "said when the condition does not hold").for_people(),
    ],
};
