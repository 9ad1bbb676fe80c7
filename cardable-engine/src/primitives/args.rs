//! Reading arguments. What a ruleset can make large is counted here, so that no
//! list grows without end and nothing runs for long unnoticed.

use crate::fault::{FaultKind, Run};
use crate::ids::{CardId, Seat, ZoneId};
use crate::program::{CardType, Facing};
use crate::value::{Items, Value};
use crate::vm::budget::look_at;
use crate::vm::engine::Reader;
use crate::vm::kinds;
use crate::vm::lists::{EachItem, NewList};
use smallvec::SmallVec;
use std::borrow::Cow;

/// Several cards.
pub(super) type Cards = SmallVec<[CardId; 16]>;
/// Several seats, in an order that matters.
pub(super) type SeatList = SmallVec<[Seat; 8]>;

/// How many items a list may have.
const MAX_ITEMS: usize = u16::MAX as usize;
/// The largest count that makes sense.
pub const MAX_COUNT: i64 = u16::MAX as i64;

/// The argument of that place; nothing when it was not given.
#[inline]
pub(super) fn arg(args: &[Value], at: usize) -> Value {
    args.get(at).copied().unwrap_or_default()
}

/// An optional argument, when it was given.
#[inline]
pub(super) fn given(args: &[Value], at: usize) -> Option<Value> {
    match arg(args, at) {
        Value::Nothing => None,
        value => Some(value),
    }
}

/// The `Rest` arguments from that place on.
pub(super) fn rest(args: &[Value], from: usize) -> &[Value] {
    args.get(from..).unwrap_or_default()
}

#[inline]
pub(super) fn seat(args: &[Value], at: usize) -> Run<Seat> {
    kinds::seat(arg(args, at))
}

/// A seat, or the acting one.
pub(super) fn seat_or_acting(r: &Reader<'_>, args: &[Value], at: usize) -> Run<Seat> {
    match given(args, at) {
        Some(value) => kinds::seat(value),
        None => r.acting(),
    }
}

#[inline]
pub(super) fn zone(args: &[Value], at: usize) -> Run<ZoneId> {
    kinds::zone(arg(args, at))
}

#[inline]
pub(super) fn card(args: &[Value], at: usize) -> Run<CardId> {
    kinds::card(arg(args, at))
}

/// A number as a fraction.
pub(super) fn number(value: Value) -> Run<f64> {
    value.as_f64().ok_or_else(|| {
        FaultKind::WrongKind {
            wanted: "a number",
            found: value,
        }
        .into()
    })
}

/// How many of something: 0 to 65,535.
pub(super) fn count(args: &[Value], at: usize, what: &'static str) -> Run<usize> {
    match kinds::whole(arg(args, at))? {
        n @ 0..=MAX_COUNT => Ok(n as usize),
        _ => Err(FaultKind::OutOfRange { what }.into()),
    }
}

/// The same with a value for when it was not given.
pub(super) fn count_or(args: &[Value], at: usize, default: usize, what: &'static str) -> Run<usize> {
    if given(args, at).is_some() {
        count(args, at, what)
    } else {
        Ok(default)
    }
}

/// How many cards: no more than there are in the game.
pub(super) fn card_count(r: &Reader<'_>, args: &[Value], at: usize) -> Run<usize> {
    let n = count(args, at, "number of cards")?;
    if n > r.table.cards {
        return Err(FaultKind::OutOfRange {
            what: "number of cards",
        }
        .into());
    }
    Ok(n)
}

/// How cards lie after a move: what `face_down` says, else as they did.
pub(super) fn facing(args: &[Value], at: usize) -> Run<Facing> {
    Ok(match given(args, at) {
        None => Facing::Kept,
        Some(down) => {
            if kinds::truth(down)? {
                Facing::Down
            } else {
                Facing::Up
            }
        }
    })
}

/// The attribute of that place.
pub(super) fn attribute(r: &Reader<'_>, value: Value) -> Run<u16> {
    let at = kinds::whole(value)?;
    match usize::try_from(at) {
        Ok(n) if n < r.program().cards.attributes.len() => Ok(n as u16),
        _ => Err(FaultKind::OutOfRange { what: "attribute" }.into()),
    }
}

/// The zone that a seat has under the name of that place.
#[inline]
pub(super) fn zone_of_seat(r: &Reader<'_>, seat: Seat, args: &[Value], at: usize) -> Run<ZoneId> {
    Ok(r.table.seat_zone(seat, seat_zone(r, args, at)?))
}

/// The number among a seat's zones of the one named at that place, whosever it is.
#[inline]
pub(super) fn seat_zone(r: &Reader<'_>, args: &[Value], at: usize) -> Run<u16> {
    match kinds::whole(arg(args, at))? {
        n if (0..r.program().zones.seat.len() as i64).contains(&n) => Ok(n as u16),
        _ => Err(FaultKind::OutOfRange { what: "zone" }.into()),
    }
}

/// The seat of a number.
pub(super) fn seat_of_number(r: &Reader<'_>, args: &[Value], at: usize) -> Run<Seat> {
    match u8::try_from(kinds::whole(arg(args, at))?) {
        Ok(n) if usize::from(n) < r.table.seats => Ok(Seat(n)),
        _ => Err(FaultKind::OutOfRange {
            what: "number of a seat",
        }
        .into()),
    }
}

/// A text of the ruleset.
pub(super) fn text<'a>(r: &Reader<'a>, value: Value) -> Run<Cow<'a, str>> {
    match value {
        Value::Nothing => Ok(Cow::Borrowed("")),
        Value::Str(id) => Ok(r.text(id)),
        found => Err(FaultKind::WrongKind {
            wanted: "a text",
            found,
        }
        .into()),
    }
}

/// The cards of a card, a list of cards, or a zone.
pub(super) fn cards(r: &Reader<'_>, value: Value) -> Run<Cards> {
    let cards = r.cards(value)?;
    look_at(r, cards.len())?;
    Ok(cards)
}

/// The items of a list; a single value is a list of one.
pub(super) fn items(r: &Reader<'_>, value: Value) -> Run<Items> {
    let items = r.items(value)?;
    look_at(r, items.len())?;
    Ok(items)
}

/// The same, one after the other.
pub(super) fn each_item<'a>(r: &Reader<'a>, value: Value) -> Run<EachItem<'a>> {
    let items = r.each_item(value);
    look_at(r, items.len())?;
    Ok(items)
}

/// Seats in the order they are named.
pub(super) fn seat_list(r: &Reader<'_>, value: Value) -> Run<SeatList> {
    let mut seats = SeatList::new();
    for item in each_item(r, value)? {
        seats.push(kinds::seat(item)?);
    }
    Ok(seats)
}

/// A new list.
pub(super) fn list(r: &Reader<'_>, items: impl IntoIterator<Item = Value>) -> Run<Value> {
    let mut new = r.new_list();
    new.extend(items.into_iter().take(MAX_ITEMS + 1));
    finished(r, new)
}

/// A list that was made item by item.
pub(super) fn finished(r: &Reader<'_>, new: NewList<'_>) -> Run<Value> {
    let n = new.items().len();
    if n > MAX_ITEMS {
        return Err(FaultKind::TooMany {
            what: "items in a list",
            limit: MAX_ITEMS,
        }
        .into());
    }
    look_at(r, n)?;
    new.finish()
}

/// A seat, or nothing.
pub(super) fn maybe_seat(seat: Option<Seat>) -> Value {
    seat.map_or(Value::Nothing, Value::Seat)
}

/// A card, or nothing.
pub(super) fn maybe_card(card: Option<CardId>) -> Value {
    card.map_or(Value::Nothing, Value::Card)
}

/// A number of things as a value.
pub(super) fn number_of(n: usize) -> Value {
    Value::Int(n as i64)
}

/// What is printed on a card.
pub(super) fn printed<'a>(r: &Reader<'a>, card: CardId) -> Option<&'a CardType> {
    r.program()
        .cards
        .types
        .get(r.world.type_of(r.table, card).index())
}

/// The suit of a card, or nothing.
pub(super) fn suit(r: &Reader<'_>, card: CardId) -> Value {
    printed(r, card)
        .and_then(|t| t.suit)
        .map_or(Value::Nothing, Value::Str)
}
