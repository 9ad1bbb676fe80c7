//! What templates are made of: interactions, queries and conditions.

use super::{Condition, MessageItem, Value};
use crate::format::shapes::Count;
use crate::text::fields::declare::{object, words};
use crate::text::fields::read::{Any, At, Expression, Name, OneOf, OneOrList, String};
use cardable_engine::program::PickOnly;

object! {
    /// what a seat touches or says
    struct Interaction<'n> = INTERACTION: "interaction" {
        /// queries of what is tapped, or "*"
        tap: Any,
        /// how many things are tapped together; 1 when left out
        count: Count,
        /// fewest things that are tapped together
        min: Count,
        /// most things that are tapped together
        max: Count,
        /// queries of what is drawn to something
        drag: Any,
        /// queries of what it is drawn to
        to: Any,
        /// the name of a message
        message: At<Name>,
        /// what the message says: each item has a type and a domain
        data: OneOrList<MessageItem<'n>>,
    }
}

object! {
    /// which cards or zones are meant: all that is said must hold; a list is any of its items
    struct Query<'n> = QUERY: "query" {
        /// card, zone, or the name or the look of zones: deck, hand, pile
        kind "type": String,
        /// the name of a zone, or several; of cards the name printed on them
        name: Any,
        /// the zone of a card: a name, a query, or a list
        parent: Any => or(&["zone", "in"]),
        /// whose zones: a seat, others, or none for shared ones
        owner: Value,
        /// which cards of the zones
        only: QueryOnly,
        /// whether a card lies face up: a truth, or an expression that gives one
        "face_up": OneOf<(bool, Expression)>,
        /// a condition over `$card` or `$zone`
        "where": Condition,
    }
}

words! {
    /// Which cards of the zones a query means.
    struct QueryOnly => PickOnly {
        /// the card drawn next
        PickOnly::Top => "top",
        /// the card drawn last
        PickOnly::Bottom => "bottom",
    }
}

object! {
    /// a condition: a subject and what is asked of it, or a group
    struct Test<'n> = TEST: "test" {
        /// said when it does not hold
        message: String => for_people,
        /// whether it is the seat's turn
        turn: At<bool>,
        /// the subject: player, entity (what is touched), tapped, dragged, target, a zone, a reference, a query, {
        /// "count": query }, { "remembered": name } or { "data": name }
        of: Any,
        /// what of it: parent, children, top, bottom, { "nth": 0 }, count, owner, or a property; a list goes on
        /// from one to the next
        its: Any,
        /// the same value
        equals: Value,
        /// a number that it is above
        above: Value,
        /// a number that it is below
        below: Value,
        /// a number that it is or is above
        at_least: Value,
        /// a number that it is or is below
        at_most: Value,
        /// a list of values
        one_of: Value,
        /// true or false
        is: bool,
        /// whether there is nothing in it
        empty: bool,
        /// whether the zone holds all it may
        full: bool,
        /// whether there is such a thing
        defined: bool,
        /// the same property as another thing: { "property": "suit", "of": subject }
        matches: Any,
        /// a query: whether there is such a thing
        some_of: Any,
        /// a query: whether `match` holds for all such things
        every_of: Any,
        /// of some_of and every_of: a condition over `$card` or `$zone`
        matching "match": Condition,
        /// a condition that must not hold
        not: Condition,
        /// conditions of which one must hold
        either: Condition,
        /// conditions that must all hold
        every: Condition,
    }
}
