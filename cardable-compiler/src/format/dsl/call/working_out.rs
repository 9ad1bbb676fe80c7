//! Calls that work with values alone.

use super::{Anything, AttributeName, Optional, calls};
use crate::format::dsl::command::CardsOf;
use crate::format::dsl::kind::{Card, Kind, List, Number, Text, Truth, Zone};
use crate::format::dsl::value::Val;
use cardable_engine::builtin;

calls! {
    // --- truth and comparison

    /// Whether two values are the same.
    fn is_equal<K>(a: Val<K>, b: Val<K>) -> Val<Truth>;

    /// Whether two values are not the same.
    fn is_not_equal<K>(a: Val<K>, b: Val<K>) -> Val<Truth>;

    /// Whether a number is below another.
    fn is_less_than(a: Val<Number>, b: Val<Number>) -> Val<Truth>;

    /// Whether a number is another one or below it.
    fn is_less_than_equal(a: Val<Number>, b: Val<Number>) -> Val<Truth>;

    /// Whether a number is above another.
    fn is_greater_than(a: Val<Number>, b: Val<Number>) -> Val<Truth>;

    /// Whether a number is another one or above it.
    fn is_greater_than_equal(a: Val<Number>, b: Val<Number>) -> Val<Truth>;

    /// Whether a list has a value among its items.
    fn any_equal<K>(value: Val<K>, list: Val<List<K>>) -> Val<Truth>;

    // --- numbers

    /// The sum of numbers; 0 of none.
    fn add(; numbers: Val<Number>) -> Val<Number>;

    /// The difference of two numbers.
    fn subtract(a: Val<Number>, b: Val<Number>) -> Val<Number>;

    /// The product of numbers; 1 of none.
    fn multiply(; numbers: Val<Number>) -> Val<Number>;

    /// The quotient of two numbers: whole when it comes out even.
    fn divide(a: Val<Number>, b: Val<Number>) -> Val<Number>;

    /// What a division leaves over; it has the sign of the divisor.
    fn remainder(a: Val<Number>, b: Val<Number>) -> Val<Number>;

    /// A number without its sign.
    fn abs(number: Val<Number>) -> Val<Number>;

    /// The smallest of numbers.
    fn min(; numbers: Val<Number>) -> Val<Number>;

    /// The largest of numbers.
    fn max(; numbers: Val<Number>) -> Val<Number>;

    /// A number, or the bound it lies beyond.
    fn clamp(number: Val<Number>, min: Val<Number>, max: Val<Number>) -> Val<Number>;

    /// The next whole number that is not above.
    fn floor(number: Val<Number>) -> Val<Number>;

    /// The next whole number that is not below.
    fn ceil(number: Val<Number>) -> Val<Number>;

    /// The nearest whole number; from the middle it goes away from 0.
    fn round(number: Val<Number>) -> Val<Number>;

    /// A number raised to a power.
    fn pow(base: Val<Number>, exponent: Val<Number>) -> Val<Number>;

    // --- texts

    /// One text of several values, as messages show them: texts, numbers, seats, zones.
    fn concat(; parts: Anything) -> Val<Text>;

    // --- lists

    /// The whole numbers from one to another, both included.
    fn whole_numbers(first: Val<Number>, last: Val<Number>) -> Val<List<Number>>;

    /// Every way to take one item of each of several lists: a list of lists.
    fn combinations<K>(; lists: Val<List<K>>) -> Val<List<List<K>>>;

    /// Every way to take so many items of a list, each once: a list of lists, whose items stand as they do in the list.
    fn subsets<K>(list: Val<List<K>>, size: Val<Number>) -> Val<List<List<K>>>;

    /// How many items a list has.
    fn list_count<K>(list: Val<List<K>>) -> Val<Number>;

    /// An item of a list; nothing when there are not so many.
    fn list_item<K>(list: Val<List<K>>, n: Val<Number>) -> Val<K>;

    /// A list with another item in one place: a row of numbers that belong to things, such as what each seat has bid on each suit, is changed so.
    fn replace_item<K>(list: Val<List<K>>, n: Val<Number>, value: Val<K>) -> Val<List<K>>;

    /// Whether a list has a value among its items.
    fn contains<K>(list: Val<List<K>>, value: Val<K>) -> Val<Truth>;

    /// The place of a value in a list: 0 for the first item, -1 when it is not there.
    fn index_of<K>(list: Val<List<K>>, value: Val<K>) -> Val<Number>;

    /// One list of the items of several.
    fn concat_lists<R>(; lists: Anything) -> Val<List<R>>;

    /// A list the other way round.
    fn reverse_list<K>(list: Val<List<K>>) -> Val<List<K>>;

    /// A list in order: numbers from the lowest on, texts by their letters, capitals before small ones, seats as they sit.
    fn sort_list<K>(list: Val<List<K>>, descending: Optional<Val<Truth>>) -> Val<List<K>>;

    /// A list without repeats; of equal items the first stays.
    fn unique<K>(list: Val<List<K>>) -> Val<List<K>>;

    /// A part of a list, as much of it as there is.
    fn slice_list<K>(list: Val<List<K>>, from: Val<Number>, count: Optional<Val<Number>>) -> Val<List<K>>;

    /// All cards of several zones, zone by zone, the oldest of each first.
    fn cards_in(; zones: Val<Zone>) -> Val<List<Card>>;

    /// Those of some cards whose attribute has a value.
    fn filter_cards(cards: CardsOf, attribute: AttributeName, value: Anything) -> Val<List<Card>>;

    /// The attribute of each of some cards.
    fn attribute_values<R>(cards: CardsOf, attribute: AttributeName) -> Val<List<R>>;

    /// The sum of an attribute over some cards; cards without it count 0.
    fn sum_cards(cards: CardsOf, attribute: AttributeName) -> Val<Number>;

    /// The card whose attribute is largest, the first of several; nothing when no card has a number there.
    fn max_card(cards: CardsOf, attribute: AttributeName) -> Val<Card>;

    /// The card whose attribute is smallest, the first of several; nothing when no card has a number there.
    fn min_card(cards: CardsOf, attribute: AttributeName) -> Val<Card>;

    /// How many of some cards have a value in an attribute.
    fn count_by(cards: CardsOf, attribute: AttributeName, value: Anything) -> Val<Number>;

    /// The value of an attribute that most of some cards have; among equals the one that comes first.
    fn most_common<R>(cards: CardsOf, attribute: AttributeName) -> Val<R>;

    /// Whether some cards all have the same value in an attribute; true of one card and of none.
    fn same_attribute(cards: CardsOf, attribute: AttributeName) -> Val<Truth>;

    /// How many sets can be made of some cards at once: so many cards each with the same value in an attribute.
    fn count_sets(cards: CardsOf, attribute: AttributeName, size: Val<Number>) -> Val<Number>;

    /// Whether some cards, in whatever order, follow each other in an attribute: whole numbers, each one more than the one before and none twice.
    fn is_run(cards: CardsOf, attribute: AttributeName, min_length: Optional<Val<Number>>) -> Val<Truth>;

    /// The length of the longest run among some cards: whole numbers in an attribute, each one more than the one before; repeats do not break it.
    fn longest_run(cards: CardsOf, attribute: AttributeName) -> Val<Number>;

    /// The total value of some cards.
    fn total_value(cards: CardsOf, target: Optional<Val<Number>>) -> Val<Number>;

    /// Whether some of the cards has a value in an attribute, and another value in a second one where that is asked for.
    fn has_card(cards: CardsOf, attribute: AttributeName, value: Anything, second: Optional<AttributeName>, second_value: Optional<Anything>) -> Val<Truth>;

    /// How many of some cards share the value of an attribute that most of them have.
    fn largest_group(cards: CardsOf, attribute: AttributeName) -> Val<Number>;

    /// What some cards count that are left over when the others are melded in the way that leaves least: in sets of cards with the same rank, and in runs of cards of one suit with a rank each one higher than the one before.
    fn least_deadwood(cards: CardsOf, rank: AttributeName, suit: AttributeName, points: AttributeName, size: Optional<Val<Number>>) -> Val<Number>;

    /// What the best poker hand among some cards is worth: a number that is higher for a better hand, and the same for hands that share the pot.
    fn poker_rank(cards: CardsOf, rank: AttributeName, suit: AttributeName, low: Optional<AttributeName>) -> Val<Number>;

    /// What a poker hand is called that is worth so much: `high card`, `pair`, `two pair`, `three of a kind`, `straight`, `flush`, `full house`, `four of a kind`, `straight flush` or `five of a kind`.
    fn poker_name(worth: Val<Number>) -> Val<Text>;
}
