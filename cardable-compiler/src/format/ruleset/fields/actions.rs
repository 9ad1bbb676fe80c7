//! Actions, what is picked in them, and their messages.

use super::{BOUND, CONDITION, DATA, STEP_OR_TEXT, VALUE};
use crate::format::shapes::{COUNT, TEXT, opt};
use crate::text::fields::{ObjectSpec, Shape};

macro_rules! action_fields {
    ($($more:expr),* $(,)?) => {
        &[
            $($more,)*
            opt("type", ACTION_TYPE, "what it asks a seat to do; `button` when left out").or(&["action_type"]),
            opt("type_params", VALUE, "of a button its label; of a hand_pick [self or other, hand, count, may see]; of a world_pick [what, count, whose, zone]; of a vote_button [label, state]").or(&["type_param"]),
            opt("label", TEXT, "what its button says").for_people(),
            opt("phrase", TEXT, "what the log says when a seat has done it, such as \"{player} plays {cards}\"; made of the label when left out").for_people(),
            opt("on", Shape::OneOrList(&Shape::Word(&[("entry", "on entering the state"), ("turn", "at the start of each turn, the first one too"), ("action", "after each action of a seat"), ("round", "when every seat has ended a turn")])), "when an automatic action runs"),
            opt("by", Shape::Word(&[("turn", "the seat on turn"), ("others", "the others, at any time"), ("anyone", "everybody, at any time")]), "who may do it where seats take turns; the seat on turn when left out"),
            opt("condition", CONDITION, "whether it may be done; an object may have a `message` for when not"),
            opt("message", TEXT, "said when the condition does not hold").for_people().or(&["condition_message"]),
            opt("pick", Shape::Object(|| &PICK), "what is picked, in long form"),
            opt("legal", CONDITION, "which candidates may be picked: a condition over `$card` and `$zone`"),
            opt("legal_message", TEXT, "said when a candidate is not legal").for_people(),
            opt("valid", CONDITION, "whether the finished pick is right: a condition over `$picked`"),
            opt("valid_message", TEXT, "said when it is not").for_people(),
            opt("reveals", Shape::Boolean, "conditions and texts may depend on what the seat does not see"),
            opt("sealed", Shape::Boolean, "the choice is kept from the others until all are in"),
            opt("ends_turn", Shape::Boolean, "the turn ends with it even where turns are long"),
            opt("on_timeout", Shape::Boolean, "a seat that runs out of time does this"),
            opt("action_message", Shape::Object(|| &MESSAGE), "shown while it is available, or when it runs"),
            opt("action_data", Shape::OneOrList(&Shape::Object(|| &DATA)), "its data, `$action.key`"),
            opt("interaction", Shape::Any, "what sets it off: \"*\" for a tap on anything, the name of a message, a query of cards or zones, a list of queries, or an object"),
            opt("conditions", CONDITION, "with an interaction: what must hold, in order; the message of the first that does not is said"),
            opt("remember", Shape::Map(&VALUE), "with an interaction: values by name, for conditions and steps, `$action.name`"),
            opt("compound", Shape::Name, "with an interaction: the compound action it is a part of; once begun, nothing else can be done until a part finishes it"),
            opt("finishes", Shape::Boolean, "whether the compound action, and the turn, end with it"),
            opt("primitives", Shape::OneOrList(&STEP_OR_TEXT), "its steps, in order").or(&["steps", "command"]),
            opt("function", Shape::Name, "in place of steps: a function of the script, called with the action's parameters"),
            opt("asks_first", Shape::Boolean, "with a function that begins with a question: while that has no possible answer, the action is not offered. The function is tried out for it whenever choices are listed"),
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
            Shape::OneOrList(&Shape::Object(|| &DATA)),
            "its parameters, `$action.key`"
        ),
        opt("action_name", Shape::Name, "its name where it is used").or(&["name"]),
        opt("action_ref", Shape::Name, "another defined action it stands for"),
        opt("params", VALUE, "that action's parameters"),
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
                ("summary", "in the summary of what is just over"),
            ]),
            "where",
        )
        .or(&["place"])
        .for_people(),
        opt("size", COUNT, "size of the letters, in points").for_people(),
        opt("text", TEXT, "the text; {0} stands for the first token").for_people(),
        opt("tokens", VALUE, "values for the text"),
        opt("time", Shape::Number, "seconds; -1 while it is true").for_people(),
    ],
};
