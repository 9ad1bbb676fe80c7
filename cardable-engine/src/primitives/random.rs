//! Chance. These draw from the game's generator, so they stand in steps; a first
//! parameter that is a place takes the result.

use super::args::{arg, cards, given, items, maybe_card, maybe_seat, seat_list};
use super::macros::primitives;
use super::param_types::{CARDS, LIST, SEATS, WHOLE};
use crate::fault::FaultKind;
use crate::value::{Type, Value};
use crate::vm::engine::Engine;
use crate::vm::kinds::whole;

primitives! {
    family Random;

    /// A random seat, each as likely as the others; nothing when there is none.
    pick_random_player(
        /// The seats; all in play when it is left out.
        seats: Optional SEATS,
    ) -> Type::SEAT;
    example "pick_random_player($globals.who)", "contains(nondismissed_players(), $globals.who)" => "true";
    example "pick_random_player($globals.who, next_player())", "$globals.who" => "B";
    = Step |e, args| {
        let reader = e.reader();
        let seats = match given(args, 0) {
            Some(value) => seat_list(&reader, value)?,
            None => reader.playing().into_iter().collect(),
        };
        Ok(maybe_seat(one_of(e, &seats)))
    };

    /// A random whole number, each as likely as the others.
    #[errors("the lowest is above the highest; more than 2³² numbers")]
    random_number(
        /// The lowest number.
        min: Required WHOLE,
        /// The highest number.
        max: Required WHOLE,
    ) -> Type::NUMBER;
    example "random_number($globals.n, 3, 3)", "$globals.n" => "3";
    example "random_number($globals.n, 1, 6)", "$globals.n >= 1 && $globals.n <= 6" => "true";
    = Step |e, args| {
        let (min, max) = (whole(arg(args, 0))?, whole(arg(args, 1))?);
        let range = max.checked_sub(min).and_then(|n| u32::try_from(n).ok()).and_then(|n| n.checked_add(1));
        let range = range.ok_or(FaultKind::OutOfRange { what: "range of a random number" })?;
        Ok(Value::Int(min + i64::from(e.below(range))))
    };

    /// A random item of a list; nothing of an empty one.
    #[gives(Item)]
    random_item(
        /// The list.
        list: Required LIST,
    ) -> Type::ANY;
    example "random_item($globals.n, [4, 4, 4])", "$globals.n" => "4";
    = Step |e, args| {
        let items = items(&e.reader(), arg(args, 0))?;
        Ok(one_of(e, &items).unwrap_or_default())
    };

    /// A random one of some cards; nothing when there is none.
    random_card(
        /// The cards.
        cards: Required CARDS,
    ) -> Type::CARD;
    example "place_card(random_card($player.hand), 'discard')", "$player.cards_in_hand()" => "2";
    = Step |e, args| {
        let cards = cards(&e.reader(), arg(args, 0))?;
        Ok(maybe_card(one_of(e, &cards)))
    };
}

/// One of several things, each as likely as the others.
fn one_of<T: Copy>(e: &mut Engine<'_>, things: &[T]) -> Option<T> {
    if things.is_empty() {
        return None;
    }
    let at = e.below(things.len() as u32) as usize;
    things.get(at).copied()
}
