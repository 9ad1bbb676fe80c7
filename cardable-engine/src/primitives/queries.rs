//! Queries over lists, seats and cards.

use super::macros::primitives;
use super::param_types::{FUNCTION, ITEMS};
use crate::signature::{Form, Query};
use crate::value::{Kind, Type};

primitives! {
    family Queries;

    /// How many of some cards, seats or items a function holds for; all of them
    /// when it is left out.
    count(
        /// A zone, seats, or a list.
        items: Required ITEMS,
        /// What must hold of an item.
        test: Optional FUNCTION,
    ) -> Type::NUMBER;
    example "count($player.hand, card => card.value > 2)" => "2";
    example "count(deck, card => card.suit == 'Hearts' && card.points > 0)" => "2";
    example "count(all, seat => count(seat.hand) == 3)" => "3";
    = Form Form::Query(Query::Count);

    /// Whether a function holds for any of some cards, seats or items. After the
    /// first, the others are not asked.
    any(
        /// A zone, seats, or a list.
        items: Required ITEMS,
        /// What must hold of an item.
        test: Optional FUNCTION,
    ) -> Type::BOOL;
    example "any(hand, card => card.suit == 'Spades')" => "true";
    = Form Form::Query(Query::Any);

    /// Whether a function holds for all of some cards, seats or items; true when
    /// there are none.
    all(
        /// A zone, seats, or a list.
        items: Required ITEMS,
        /// What must hold of an item.
        test: Optional FUNCTION,
    ) -> Type::BOOL;
    example "all(hand, card => card.suit == 'Spades')" => "false";
    example "all(all, seat => seat.score == 0)" => "true";
    = Form Form::Query(Query::All);

    /// The sum of a number that each of some cards, seats or items has; nothing
    /// counts 0. Without a function it adds the items themselves.
    #[errors("a value is no number; the result is out of range")]
    sum(
        /// A zone, seats, or a list.
        items: Required ITEMS,
        /// The number of an item: a function, or the name of a property.
        number: Optional FUNCTION,
    ) -> Type::NUMBER;
    example "sum(deck, points)" => "32";
    example "sum(hand, card => if(card.suit == 'Clubs', card.value * 2, 0))" => "10";
    example "sum([1, 2, 3.5])" => "6.5";
    = Form Form::Query(Query::Sum);

    /// Those of some cards, seats or items for which a function holds.
    #[gives(Same)]
    filter(
        /// A zone, seats, or a list.
        items: Required ITEMS,
        /// What must hold of an item.
        test: Required FUNCTION,
    ) -> Type::List(Kind::Any);
    example "filter(hand, card => card.suit == 'Clubs')" => "[Two of Clubs, Three of Clubs]";
    example "filter([1, 5, 3], n => n > 2)" => "[5, 3]";
    = Form Form::Query(Query::Filter);

    /// The first of some cards, seats or items, as long as a function holds: what comes after the first one for which it does
    /// not is left out.
    #[gives(Same)]
    take_while(
        /// A zone, seats, or a list.
        items: Required ITEMS,
        /// What must hold of an item.
        test: Required FUNCTION,
    ) -> Type::List(Kind::Any);
    example "take_while([1, 3, 8, 2], n => n < 5)" => "[1, 3]";
    example "take_while(hand, card => card.suit == 'Clubs')" => "[Two of Clubs, Three of Clubs]";
    = Form Form::Query(Query::TakeWhile);

    /// The one of some cards, seats or items whose number is largest, the first
    /// of several; nothing when none has a number.
    #[errors("a value is no number")]
    max_by(
        /// A zone, seats, or a list.
        items: Required ITEMS,
        /// The number of an item: a function, or the name of a property.
        number: Required FUNCTION,
    ) -> Type::ANY;
    example "max_by(deck, points)" => "Ace of Hearts";
    example ["add_score(next_player(), 4)"] "max_by(all, score)" => "B";
    = Form Form::Query(Query::MaxBy);

    /// The one of some cards, seats or items whose number is smallest, the first
    /// of several; nothing when none has a number.
    #[errors("a value is no number")]
    min_by(
        /// A zone, seats, or a list.
        items: Required ITEMS,
        /// The number of an item: a function, or the name of a property.
        number: Required FUNCTION,
    ) -> Type::ANY;
    example "min_by(hand, card => -card.value)" => "Five of Spades";
    = Form Form::Query(Query::MinBy);
}
