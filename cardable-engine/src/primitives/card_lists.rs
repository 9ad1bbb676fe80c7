//! Questions about several cards: sums, sets and runs.

use super::among::{each_card, groups, types_with};
use super::args::{arg, attribute, cards, count, count_or, each_item, finished, list, maybe_card, number_of};
use super::arithmetic::total;
use super::macros::primitives;
use super::param_types::{ANY, ATTRIBUTE, CARDS, COUNT};
use crate::fault::{FaultKind, Run};
use crate::ids::CardId;
use crate::value::{Kind, Type, Value};
use crate::vm::engine::{Reader, reader};
use crate::world::table;
use smallvec::SmallVec;

primitives! {
    family Lists;

    /// All cards of several zones, zone by zone, the oldest of each first.
    cards_in(
        /// The zones, or lists of zones.
        zones: Rest ANY,
    ) -> Type::List(Kind::Card);
    example "list_count(cards_in($player.hand, [next_player().hand, $player.front]))" => "6";
    = Query |r, args| {
        let mut all = r.new_list();
        for value in args {
            for item in each_item(r, *value)? {
                let zone = crate::vm::kinds::zone(item)?;
                all.extend(cards(r, Value::Zone(zone))?.into_iter().map(Value::Card));
            }
        }
        finished(r, all)
    };

    /// One card of each type that there is in the game, wherever it lies.
    #[internal(compiler)]
    each_type() -> Type::List(Kind::Card);
    example "list_count(each_type())" => "8";
    = Query |r, _| {
        let mut one_each = r.new_list();
        match &r.world.types {
            None => one_each.extend(r.table.each_type.iter().copied().map(Value::Card)),
            Some(types) => {
                let found = table::one_each(r.program().cards.types.len(), types);
                one_each.extend(found.into_iter().map(Value::Card));
            }
        }
        finished(r, one_each)
    };

    /// The card of each of several zones that would be drawn next; none of empty
    /// zones.
    #[internal(compiler)]
    #[reads(Order)]
    top_cards(
        /// The zones, or lists of zones.
        zones: Rest ANY,
    ) -> Type::List(Kind::Card);
    example "top_cards($game.deck, $player.hand)" => "[Ace of Hearts, Five of Spades]";
    = Query |r, args| ends(r, args, true);

    /// The card of each of several zones that would be drawn last; none of empty
    /// zones.
    #[internal(compiler)]
    #[reads(Order)]
    bottom_cards(
        /// The zones, or lists of zones.
        zones: Rest ANY,
    ) -> Type::List(Kind::Card);
    example "bottom_cards($game.deck, $player.hand)" => "[Four of Diamonds, Two of Clubs]";
    = Query |r, args| ends(r, args, false);

    /// Those of some cards whose attribute has a value.
    #[reads(Faces)]
    #[asks(Filter)]
    filter_cards(
        /// The cards.
        cards: Required CARDS,
        /// The attribute, such as `suit`.
        attribute: Required ATTRIBUTE,
        /// The value it must have.
        value: Required ANY,
    ) -> Type::List(Kind::Card);
    example "filter_cards($player.hand, 'suit', 'Clubs')" => "[Two of Clubs, Three of Clubs]";
    = Query |r, args| {
        let at = attribute(r, arg(args, 1))?;
        let wanted = types_with(r, at, arg(args, 2));
        let matching = each_card(r, arg(args, 0))?.filter(|card| wanted.is_some_and(|types| reader::is_among(r, *card, types)));
        list(r, matching.map(Value::Card))
    };

    /// The attribute of each of some cards.
    #[reads(Faces)]
    #[asks(Values)]
    attribute_values(
        /// The cards.
        cards: Required CARDS,
        /// The attribute.
        attribute: Required ATTRIBUTE,
    ) -> Type::List(Kind::Any);
    example "attribute_values($player.hand, 'value')" => "[2, 3, 5]";
    = Query |r, args| list(r, values(r, args)?);

    /// The sum of an attribute over some cards; cards without it count 0.
    #[reads(Faces)]
    #[asks(Sum)]
    #[errors("the attribute of a card is no number; the result is out of range")]
    sum_cards(
        /// The cards.
        cards: Required CARDS,
        /// The attribute.
        attribute: Required ATTRIBUTE,
    ) -> Type::NUMBER;
    example "sum_cards('deck', 'points')" => "32";
    = Query |r, args| total(values(r, args)?.filter(|v| *v != Value::Nothing));

    /// The card whose attribute is largest, the first of several; nothing when
    /// no card has a number there.
    #[reads(Faces)]
    #[asks(Largest)]
    max_card(
        /// The cards.
        cards: Required CARDS,
        /// The attribute.
        attribute: Required ATTRIBUTE,
    ) -> Type::CARD;
    example "max_card('deck', 'value')" => "Four of Diamonds";
    = Query |r, args| extreme(r, args, |new, best| new > best);

    /// The card whose attribute is smallest, the first of several; nothing when
    /// no card has a number there.
    #[reads(Faces)]
    #[asks(Smallest)]
    min_card(
        /// The cards.
        cards: Required CARDS,
        /// The attribute.
        attribute: Required ATTRIBUTE,
    ) -> Type::CARD;
    example "min_card('deck', 'value')" => "Ace of Hearts";
    = Query |r, args| extreme(r, args, |new, best| new < best);

    /// How many of some cards have a value in an attribute.
    #[reads(Faces)]
    #[asks(Count)]
    count_by(
        /// The cards.
        cards: Required CARDS,
        /// The attribute.
        attribute: Required ATTRIBUTE,
        /// The value.
        value: Required ANY,
    ) -> Type::NUMBER;
    example "count_by('deck', 'suit', 'Hearts')" => "3";
    = Query |r, args| {
        let at = attribute(r, arg(args, 1))?;
        let cards = each_card(r, arg(args, 0))?;
        let wanted = types_with(r, at, arg(args, 2));
        Ok(number_of(wanted.map_or(0, |types| cards.filter(|card| reader::is_among(r, *card, types)).count())))
    };

    /// The value of an attribute that most of some cards have; among equals the
    /// one that comes first. Nothing when no card has a value.
    #[reads(Faces)]
    #[asks(Common)]
    most_common(
        /// The cards.
        cards: Required CARDS,
        /// The attribute.
        attribute: Required ATTRIBUTE,
    ) -> Type::ANY;
    example "most_common('deck', 'suit')" => "Hearts";
    = Query |r, args| {
        let mut best = (Value::Nothing, 0);
        for (value, n) in groups(r, args)? {
            if n > best.1 {
                best = (value, n);
            }
        }
        Ok(best.0)
    };

    /// Whether some cards all have the same value in an attribute; true of one
    /// card and of none.
    #[reads(Faces)]
    #[asks(Same)]
    #[holds_for(parts)]
    same_attribute(
        /// The cards.
        cards: Required CARDS,
        /// The attribute.
        attribute: Required ATTRIBUTE,
    ) -> Type::BOOL;
    example "same_attribute($player.hand, 'suit')" => "false";
    = Query |r, args| {
        let mut values = values(r, args)?;
        let first = values.next();
        Ok(Value::Bool(first.is_none_or(|first| values.all(|value| value.same(first)))))
    };

    /// How many sets can be made of some cards at once: so many cards each with
    /// the same value in an attribute.
    #[reads(Faces)]
    #[errors("a size below 1")]
    count_sets(
        /// The cards.
        cards: Required CARDS,
        /// The attribute.
        attribute: Required ATTRIBUTE,
        /// How many cards make a set, from 1 on.
        size: Required COUNT,
    ) -> Type::NUMBER;
    example "count_sets('deck', 'value', 2)" => "1";
    = Query |r, args| {
        let size = count(args, 2, "size of a set")?;
        if size == 0 {
            return Err(FaultKind::OutOfRange { what: "size of a set" }.into());
        }
        Ok(number_of(groups(r, args)?.iter().map(|(_, n)| n / size).sum()))
    };

    /// Whether some cards, in whatever order, follow each other in an attribute:
    /// whole numbers, each one more than the one before and none twice.
    #[reads(Faces)]
    #[asks(Run)]
    #[errors("a length below 0")]
    is_run(
        /// The cards.
        cards: Required CARDS,
        /// The attribute.
        attribute: Required ATTRIBUTE,
        /// The fewest cards a run has; 1 when it is left out.
        min_length: Optional COUNT,
    ) -> Type::BOOL;
    example "is_run([top_card('deck'), nth_card('deck', 1)], 'value')" => "true";
    example "is_run($player.hand, 'value')" => "false";
    = Query |r, args| {
        let least = count_or(args, 2, 1, "length of a run")?.max(1);
        let values = values(r, args)?;
        let cards = values.len();
        let numbers = whole_numbers(values);
        let runs = numbers.windows(2).all(|two| step(two) == Some(1));
        Ok(Value::Bool(numbers.len() == cards && numbers.len() >= least && runs))
    };

    /// The length of the longest run among some cards: whole numbers in an
    /// attribute, each one more than the one before; repeats do not break it.
    #[reads(Faces)]
    longest_run(
        /// The cards.
        cards: Required CARDS,
        /// The attribute.
        attribute: Required ATTRIBUTE,
    ) -> Type::NUMBER;
    example "longest_run('deck', 'value')" => "4";
    = Query |r, args| {
        let mut numbers = whole_numbers(values(r, args)?);
        numbers.dedup();
        let (mut longest, mut run) = (numbers.len().min(1), 1);
        for two in numbers.windows(2) {
            run = if step(two) == Some(1) { run + 1 } else { 1 };
            longest = longest.max(run);
        }
        Ok(number_of(longest))
    };
}

/// The cards of the first argument with their attribute of the second.
fn with_values<'r>(
    r: &Reader<'r>,
    args: &[Value],
) -> Run<impl ExactSizeIterator<Item = (CardId, Value)> + use<'r>> {
    let at = attribute(r, arg(args, 1))?;
    let reader = *r;
    Ok(each_card(r, arg(args, 0))?.map(move |card| (card, reader.attribute(card, at))))
}

/// The attribute of the second argument of the cards of the first.
fn values<'r>(r: &Reader<'r>, args: &[Value]) -> Run<impl ExactSizeIterator<Item = Value> + use<'r>> {
    Ok(with_values(r, args)?.map(|(_, value)| value))
}

fn extreme(r: &Reader<'_>, args: &[Value], better: fn(f64, f64) -> bool) -> Run<Value> {
    let mut best: Option<(f64, CardId)> = None;
    for (card, value) in with_values(r, args)? {
        if let Some(new) = value.as_f64()
            && best.is_none_or(|(best, _)| better(new, best))
        {
            best = Some((new, card));
        }
    }
    Ok(maybe_card(best.map(|(_, card)| card)))
}

/// The whole numbers among values, in order.
fn whole_numbers(values: impl Iterator<Item = Value>) -> SmallVec<[i64; 16]> {
    let mut numbers: SmallVec<[i64; 16]> = values.filter_map(|v| crate::vm::kinds::whole(v).ok()).collect();
    numbers.sort_unstable();
    numbers
}

/// How far it is from the first to the second of two numbers.
fn step(two: &[i64]) -> Option<i64> {
    match two {
        [a, b] => b.checked_sub(*a),
        _ => None,
    }
}

/// The card that is drawn next, or last, of each of some zones.
fn ends(r: &Reader<'_>, zones: &[Value], next: bool) -> Run<Value> {
    let mut all = r.new_list();
    for value in zones {
        for item in each_item(r, *value)? {
            let zone = crate::vm::kinds::zone(item)?;
            let lying = r.world.zone_cards(r.table, zone);
            let card = if r.table.traits[zone.index()].fifo == next {
                lying.first()
            } else {
                lying.last()
            };
            all.extend(card.map(|c| Value::Card(CardId(*c))));
        }
    }
    finished(r, all)
}
