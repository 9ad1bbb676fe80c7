//! What templates are made of: interactions, queries and conditions.

use super::{CONDITION, MESSAGE_ITEM, VALUE};
use crate::format::shapes::{COUNT, TEXT, opt};
use crate::text::fields::{ObjectSpec, Shape};

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
            Shape::OneOrList(&Shape::Object(|| &MESSAGE_ITEM)),
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
        opt("message", TEXT, "said when it does not hold").for_people(),
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
            CONDITION,
            "of some_of and every_of: a condition over `$card` or `$zone`",
        ),
        opt("not", CONDITION, "a condition that must not hold"),
        opt("either", CONDITION, "conditions of which one must hold"),
        opt("every", CONDITION, "conditions that must all hold"),
    ],
};
