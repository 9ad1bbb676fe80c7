//! Values of several cards: totals that use a card's low or high value, groups
//! and runs by value.

use super::among::{each_card, groups, types_with};
use super::args::{arg, attribute, count, given, number, number_of, printed};
use super::macros::primitives;
use super::param_types::{ANY, ATTRIBUTE, CARDS, COUNT, NUMBER};
use crate::fault::Run;
use crate::value::{Type, Value};
use crate::vm::budget::look_at;
use crate::vm::engine::{Reader, reader};
use smallvec::SmallVec;

primitives! {
    family Lists;

    /// The total value of some cards. A card with a low and a high value, or with a
    /// choice of values, counts what brings the total nearest to the target without
    /// going over it; when every total is over it, the lowest one is the result.
    /// Cards without a value count nothing.
    #[reads(Faces)]
    total_value(
        /// The cards.
        cards: Required CARDS,
        /// The target; the highest total when it is left out.
        target: Optional NUMBER,
    ) -> Type::NUMBER;
    example "total_value($player.hand, 21)" => "10";
    example "total_value('deck')" => "11";
    = Query |r, args| {
        let target = given(args, 1).map(number).transpose()?.unwrap_or(f64::INFINITY);
        total(r, arg(args, 0), target)
    };

    /// Whether some of the cards has a value in an attribute, and another value in
    /// a second one where that is asked for.
    #[reads(Faces)]
    #[asks(Any)]
    has_card(
        /// The cards.
        cards: Required CARDS,
        /// The attribute, such as `suit`.
        attribute: Required ATTRIBUTE,
        /// Its value.
        value: Required ANY,
        /// A second attribute of the same card.
        second: Optional ATTRIBUTE,
        /// Its value.
        second_value: Optional ANY,
    ) -> Type::BOOL;
    example "has_card('deck', 'suit', 'Spades')" => "true";
    example "has_card('deck', 'suit', 'Spades', 'value', 2)" => "false";
    = Query has_card;

    /// The largest value of an attribute among some cards; 0 when none of them has
    /// a number there.
    #[internal(phases)]
    #[reads(Faces)]
    largest_of_cards(
        /// The cards.
        cards: Required CARDS,
        /// The attribute.
        attribute: Required ATTRIBUTE,
    ) -> Type::NUMBER;
    example "largest_of_cards('deck', 'value')" => "4";
    example "largest_of_cards('discard', 'value')" => "0";
    = Query |r, args| {
        let at = attribute(r, arg(args, 1))?;
        let mut best: Option<(f64, Value)> = None;
        for card in each_card(r, arg(args, 0))? {
            let value = r.attribute(card, at);
            if let Some(n) = value.as_f64()
                && best.is_none_or(|(most, _)| n > most)
            {
                best = Some((n, value));
            }
        }
        Ok(best.map_or(Value::Int(0), |(_, value)| value))
    };

    /// How many values of an attribute occur on so many of some cards or more.
    #[internal(phases)]
    #[reads(Faces)]
    count_groups(
        /// The cards.
        cards: Required CARDS,
        /// The attribute.
        attribute: Required ATTRIBUTE,
        /// The fewest cards of a group.
        size: Required COUNT,
    ) -> Type::NUMBER;
    example "count_groups('deck', 'suit', 1)" => "3";
    = Query |r, args| {
        let size = count(args, 2, "size of a group")?;
        Ok(number_of(groups(r, args)?.iter().filter(|(_, n)| *n >= size).count()))
    };

    /// How many of some cards share the value of an attribute that most of them
    /// have.
    #[reads(Faces)]
    largest_group(
        /// The cards.
        cards: Required CARDS,
        /// The attribute.
        attribute: Required ATTRIBUTE,
    ) -> Type::NUMBER;
    example "largest_group('deck', 'suit')" => "3";
    = Query |r, args| Ok(number_of(groups(r, args)?.iter().map(|(_, n)| *n).max().unwrap_or(0)));

    /// How many runs of so many cards or more there are among some cards: whole
    /// values, each one more than the one before. A card with several values is in
    /// the runs of each.
    #[internal(phases)]
    #[reads(Faces)]
    count_runs(
        /// The cards.
        cards: Required CARDS,
        /// The fewest cards of a run.
        length: Required COUNT,
    ) -> Type::NUMBER;
    example "count_runs($player.hand, 2)" => "1";
    = Query |r, args| {
        let length = count(args, 1, "length of a run")?;
        Ok(number_of(runs(r, arg(args, 0))?.into_iter().filter(|n| *n >= length).count()))
    };

    /// The length of the longest run of values among some cards, as `count_runs`
    /// finds them.
    #[internal(phases)]
    #[reads(Faces)]
    longest_value_run(
        /// The cards.
        cards: Required CARDS,
    ) -> Type::NUMBER;
    example "longest_value_run('deck')" => "4";
    = Query |r, args| Ok(number_of(runs(r, arg(args, 0))?.into_iter().max().unwrap_or(0)));
}

/// How many different totals are kept: more cannot differ by much.
const MOST_TOTALS: usize = 512;

fn total(r: &Reader<'_>, of: Value, target: f64) -> Run<Value> {
    let cards = each_card(r, of)?;
    let mut highest = 0.0;
    let mut choices: SmallVec<[&[Value]; 8]> = SmallVec::new();
    let mut fixed = 0.0;
    for card in cards {
        let Some(printed) = printed(r, card) else { continue };
        if printed.values.len() > 1 {
            let most = printed.values.iter().filter_map(|v| v.as_f64());
            highest += most.fold(f64::NEG_INFINITY, f64::max);
            choices.push(&printed.values);
        } else if let Some(value) = printed.value.as_f64() {
            fixed += value;
            highest += value;
        }
    }
    if highest <= target || choices.is_empty() {
        return Ok(shown(highest));
    }
    let mut totals: SmallVec<[f64; 16]> = smallvec::smallvec![fixed];
    for values in choices {
        look_at(r, totals.len().saturating_mul(values.len()))?;
        let mut next: SmallVec<[f64; 16]> = SmallVec::new();
        for total in &totals {
            next.extend(values.iter().filter_map(|v| v.as_f64()).map(|v| total + v));
        }
        next.sort_by(f64::total_cmp);
        next.dedup();
        next.truncate(MOST_TOTALS);
        totals = next;
    }
    let best = totals.iter().rev().find(|t| **t <= target).or(totals.first());
    Ok(shown(best.copied().unwrap_or(fixed)))
}

/// A number as a value: whole ones stay whole.
fn shown(n: f64) -> Value {
    if n.trunc() == n && n.abs() < 9e15 {
        Value::Int(n as i64)
    } else {
        Value::Float(n)
    }
}

fn has_card(r: &Reader<'_>, args: &[Value]) -> Run<Value> {
    let first = attribute(r, arg(args, 1))?;
    let second = given(args, 3).map(|v| attribute(r, v)).transpose()?;
    let mut cards = each_card(r, arg(args, 0))?;
    let Some(first) = types_with(r, first, arg(args, 2)) else {
        return Ok(Value::Bool(false));
    };
    let found = match second.map(|second| types_with(r, second, arg(args, 4))) {
        None => cards.any(|card| reader::is_among(r, card, first)),
        Some(None) => false,
        Some(Some(second)) => {
            cards.any(|card| reader::is_among(r, card, first) && reader::is_among(r, card, second))
        }
    };
    Ok(Value::Bool(found))
}

/// The lengths of all runs of values.
fn runs(r: &Reader<'_>, of: Value) -> Run<Vec<usize>> {
    let mut numbers: Vec<i64> = Vec::new();
    for card in each_card(r, of)? {
        let Some(printed) = printed(r, card) else { continue };
        let all = if printed.values.is_empty() {
            std::slice::from_ref(&printed.value)
        } else {
            &printed.values
        };
        numbers.extend(all.iter().filter_map(|v| crate::vm::kinds::whole(*v).ok()));
    }
    look_at(r, numbers.len().saturating_mul(4))?;
    numbers.sort_unstable();
    numbers.dedup();
    let mut runs = Vec::new();
    let mut last: Option<i64> = None;
    for n in numbers {
        match runs.last_mut() {
            Some(run) if last.and_then(|l| l.checked_add(1)) == Some(n) => *run += 1,
            _ => runs.push(1),
        }
        last = Some(n);
    }
    Ok(runs)
}
