//! Moving cards from zone to zone.

use super::args::{arg, attribute, card_count, cards, count_or, facing, seat_list, zone, zone_of_seat};
use super::fitting::{Moves, fitting};
use super::macros::primitives;
use super::param_types::{ANY, ATTRIBUTE, BOOL, CARD, CARDS, COUNT, EACH, SEAT_ZONE, SEATS, ZONE};
use crate::fault::{FaultKind, Run};
use crate::ids::{CardId, ZoneId};
use crate::play::cards::End;
use crate::play::{arrange, cards, dealing, moves};
use crate::program::Facing;
use crate::value::{Type, Value};
use crate::vm::budget::look_at;
use crate::vm::engine::Engine;
use smallvec::SmallVec;

primitives! {
    family Moves;

    /// Moves the next card of a zone, as a seat draws it. A zone that fills up
    /// again when it is empty does so.
    #[moves(count of from -> to)]
    #[instruction(Draw)]
    #[errors("there is no card; the other zone is full")]
    draw_card(
        /// The seat that draws.
        who: Required EACH,
        /// The zone drawn from.
        from: Required ZONE,
        /// The zone the card goes to.
        to: Required ZONE,
        /// Whether it lies face down there; it lies as it did when it is left
        /// out.
        face_down: Optional BOOL,
    ) -> Type::Nothing;
    example "draw_card($player, 'deck', $player.hand)", "top_card($player.hand)" => "Ace of Hearts";
    example "draw_card($player, 'deck', $player.front, false)", "is_face_up(top_card($player.front))" => "true";
    example "draw_card(all, 'deck', $player.hand)", "count_cards(next_player().hand)" => "4";
    = Step |e, args| draw(e, zone(args, 1)?, zone(args, 2)?, 1, facing(args, 3)?);

    /// Moves the next cards of a zone, one after the other, as a seat draws them.
    #[moves(count of from -> to)]
    #[errors("there are fewer cards; the other zone is full; more cards than the game has")]
    draw_cards(
        /// The seat that draws.
        who: Required EACH,
        /// How many cards, from 0 on.
        count: Required COUNT,
        /// The zone drawn from.
        from: Required ZONE,
        /// The zone the cards go to.
        to: Required ZONE,
        /// Whether they lie face down there; they lie as they did when it is left
        /// out.
        face_down: Optional BOOL,
    ) -> Type::Nothing;
    example "draw_cards($player, 2, 'deck', $player.hand)", "$player.cards_in_hand()" => "5";
    example "draw_cards($player, 2, 'deck', $player.front, false)", "is_face_up(bottom_card($player.front))" => "true";
    = Step |e, args| {
        let n = card_count(&e.reader(), args, 1)?;
        draw(e, zone(args, 2)?, zone(args, 3)?, n, facing(args, 4)?)
    };

    /// Moves the next cards of a zone, as many as there are.
    #[moves(up to count of from -> to)]
    #[errors("the other zone is full")]
    draw_up_to(
        /// The seat that draws.
        who: Required EACH,
        /// How many cards at most, from 0 on.
        count: Required COUNT,
        /// The zone drawn from.
        from: Required ZONE,
        /// The zone the cards go to.
        to: Required ZONE,
        /// Whether they lie face down there; they lie as they did when it is left
        /// out.
        face_down: Optional BOOL,
    ) -> Type::Nothing;
    example "draw_up_to($player, 20, 'deck', $player.hand)", "count_cards('deck')" => "0";
    = Step |e, args| {
        let n = super::args::count(args, 1, "number of cards")?.min(e.table.cards);
        let (from, to, facing) = (zone(args, 2)?, zone(args, 3)?, facing(args, 4)?);
        for _ in 0..n {
            if next_card(e, from)?.is_none() {
                break;
            }
            draw(e, from, to, 1, facing)?;
        }
        Ok(Value::Nothing)
    };

    /// Deals the next cards of a zone, one to each seat in turn until each has
    /// its number.
    #[moves(count of from -> each to)]
    #[errors("there are fewer cards; a seat's zone is full; more cards than the game has")]
    deal(
        /// The zone dealt from.
        from: Required ZONE,
        /// The zone of each seat that the cards go to.
        to: Required SEAT_ZONE,
        /// How many cards each seat gets, from 0 on.
        count: Required COUNT,
        /// The seats, in the order of dealing; all in play from the first on when
        /// it is left out.
        seats: Optional SEATS,
        /// Whether they lie face down there; they lie as they did when it is left
        /// out.
        face_down: Optional BOOL,
    ) -> Type::Nothing;
    example "deal('deck', 'front', 1)", "cards_of(next_player().front)" => "[Two of Hearts]";
    example "deal('deck', 'front', 2, next_player())", "count_cards('deck')" => "3";
    = Step deal;

    /// Moves cards to a zone, in the order they are named, each as its newest
    /// card.
    #[also("move_card", "move_cards")]
    #[moves(given cards -> to)]
    #[instruction(Place)]
    #[errors("the zone is full; a zone would fall under its lower limit")]
    place_card(
        /// The cards.
        cards: Required CARDS,
        /// The zone they go to.
        to: Required ZONE,
        /// Whether they lie face down there; they lie as they did when it is left
        /// out.
        face_down: Optional BOOL,
    ) -> Type::Nothing;
    example "place_card(top_card('deck'), $player.front, false)", "is_face_up(top_card($player.front))" => "true";
    = Step place;

    /// Moves all cards of a zone, in their order.
    #[moves(all of from -> to)]
    #[instruction(MoveAll)]
    #[errors("the other zone is full; a zone would fall under its lower limit")]
    move_all(
        /// The zone that is emptied.
        from: Required ZONE,
        /// The zone the cards go to.
        to: Required ZONE,
        /// Whether they lie face down there; they lie as they did when it is left
        /// out.
        face_down: Optional BOOL,
    ) -> Type::Nothing;
    example "move_all('deck', 'discard')", "top_card('discard')" => "Four of Diamonds";
    = Step |e, args| {
        arrange::move_whole(e, zone(args, 0)?, zone(args, 1)?, facing(args, 2)?)?;
        Ok(Value::Nothing)
    };

    /// Moves the cards of a zone that would be drawn next.
    #[moves(count of from -> to)]
    #[errors("there are fewer cards; the other zone is full; more cards than the game has")]
    move_top(
        /// The zone they are taken from.
        from: Required ZONE,
        /// The zone they go to.
        to: Required ZONE,
        /// How many cards, from 0 on; 1 when it is left out.
        count: Optional COUNT,
        /// Whether they lie face down there; they lie as they did when it is left
        /// out.
        face_down: Optional BOOL,
    ) -> Type::Nothing;
    example "move_top('deck', 'discard', 2)", "top_card('discard')" => "Two of Hearts";
    example "move_top('deck', $player.front, 1, false)", "is_face_up(top_card($player.front))" => "true";
    = Step |e, args| {
        let n = count_or(args, 2, 1, "number of cards")?;
        if n > e.table.cards {
            return Err(FaultKind::OutOfRange { what: "number of cards" }.into());
        }
        draw(e, zone(args, 0)?, zone(args, 1)?, n, facing(args, 3)?)
    };

    /// Moves the cards of a zone that would be drawn last, the very last first.
    #[moves(count of from -> to)]
    #[errors("there are fewer cards; the other zone is full")]
    move_bottom(
        /// The zone they are taken from.
        from: Required ZONE,
        /// The zone they go to.
        to: Required ZONE,
        /// How many cards, from 0 on; 1 when it is left out.
        count: Optional COUNT,
        /// Whether they lie face down there; they lie as they did when it is left
        /// out.
        face_down: Optional BOOL,
    ) -> Type::Nothing;
    example "move_bottom('deck', 'discard')", "top_card('discard')" => "Four of Diamonds";
    = Step |e, args| {
        let (from, to) = (zone(args, 0)?, zone(args, 1)?);
        let n = count_or(args, 2, 1, "number of cards")?;
        let lying = e.world.zone_cards(e.table, from);
        if n > lying.len() {
            let (zone, wanted, found) = (from, n, lying.len());
            return Err(FaultKind::NotEnoughCards { zone, wanted, found }.into());
        }
        let moves: Moves = if e.table.traits[from.index()].fifo {
            lying.iter().rev().take(n).map(|c| (CardId(*c), to)).collect()
        } else {
            lying.iter().take(n).map(|c| (CardId(*c), to)).collect()
        };
        arrange::move_cards(e, &moves, End::Newest, facing(args, 3)?)?;
        Ok(Value::Nothing)
    };

    /// Moves the cards of a zone whose attribute has a value, in the order in which they lie. What
    /// finds no room stays where it lies, and so do cards that the zone must keep: whether the step
    /// can be done tells nothing of faces that nobody sees.
    #[reads(Faces)]
    #[moves(fitting)]
    move_matching(
        /// The zone they are taken from.
        from: Required ZONE,
        /// The zone they go to.
        to: Required ZONE,
        /// The attribute, such as `suit`.
        attribute: Required ATTRIBUTE,
        /// The value it must have.
        value: Required ANY,
    ) -> Type::Nothing;
    example "move_matching('deck', 'discard', 'suit', 'Hearts')", "count_cards('discard')" => "3";
    = Step |e, args| {
        let (from, to) = (zone(args, 0)?, zone(args, 1)?);
        let reader = e.reader();
        let (at, wanted) = (attribute(&reader, arg(args, 2))?, arg(args, 3));
        let lying = cards(&reader, Value::Zone(from))?;
        let matching = lying.into_iter().filter(|c| reader.attribute(*c, at).same(wanted));
        let moves = fitting(&reader, matching.map(|c| (c, to)));
        arrange::move_cards(e, &moves, End::Newest, Facing::Kept)?;
        Ok(Value::Nothing)
    };

    /// Puts cards where the zone's next card is drawn: they are drawn before all
    /// others, the one named last first.
    #[moves(given cards -> to)]
    #[errors("the zone is full; a zone would fall under its lower limit")]
    put_on_top(
        /// The cards.
        cards: Required CARDS,
        /// The zone they go to.
        to: Required ZONE,
    ) -> Type::Nothing;
    example "put_on_top(top_card($player.hand), 'deck')", "top_card('deck')" => "Five of Spades";
    = Step |e, args| put(e, args, true);

    /// Puts a card at a place of a zone: it is drawn after so many others.
    #[moves(given card -> to)]
    #[errors("the zone is full; a zone would fall under its lower limit; a number below 0")]
    put_at(
        /// The card.
        card: Required CARD,
        /// The zone it goes to.
        to: Required ZONE,
        /// How many cards are drawn before it; all there are when they are fewer.
        place: Required COUNT,
    ) -> Type::Nothing;
    example "put_at(top_card($player.hand), 'deck', 1)", "nth_card('deck', 1)" => "Five of Spades";
    example "put_at(top_card('deck'), 'deck', 1)", "top_card('deck')" => "Two of Hearts";
    = Step |e, args| {
        let (card, to) = (super::args::card(args, 0)?, zone(args, 1)?);
        let place = super::args::count(args, 2, "place of a card")?;
        e.spend(1)?;
        arrange::move_to_place(e, card, to, place)?;
        Ok(Value::Nothing)
    };

    /// Puts cards where they are drawn after all others, the one named last
    /// last.
    #[moves(given cards -> to)]
    #[errors("the zone is full; a zone would fall under its lower limit")]
    put_under(
        /// The cards.
        cards: Required CARDS,
        /// The zone they go to.
        to: Required ZONE,
    ) -> Type::Nothing;
    example "put_under(top_card($player.hand), 'deck')", "bottom_card('deck')" => "Five of Spades";
    = Step |e, args| put(e, args, false);
}

/// The card that is drawn next, after the zone has filled up if it does so.
fn next_card(e: &mut Engine<'_>, zone: ZoneId) -> Run<Option<CardId>> {
    if cards::top(e, zone).is_none() {
        let rule = &e.table.zone_def(zone).replenish;
        if rule.as_ref().is_some_and(|r| r.when.on_empty) {
            moves::replenish(e, zone)?;
        }
    }
    Ok(cards::top(e, zone))
}

fn draw(e: &mut Engine<'_>, from: ZoneId, to: ZoneId, count: usize, facing: Facing) -> Run<Value> {
    dealing::deal(e, from, &[to], count, facing)?;
    Ok(Value::Nothing)
}

fn deal(e: &mut Engine<'_>, args: &[Value]) -> Run<Value> {
    let from = zone(args, 0)?;
    let reader = e.reader();
    let each = card_count(&reader, args, 2)?;
    let seats = match super::args::given(args, 3) {
        Some(value) => seat_list(&reader, value)?,
        None => reader.playing().into_iter().collect(),
    };
    let facing = facing(args, 4)?;
    look_at(&reader, each.saturating_mul(seats.len()))?;
    let to: SmallVec<[ZoneId; 8]> = seats
        .iter()
        .map(|seat| zone_of_seat(&reader, *seat, args, 1))
        .collect::<Run<_>>()?;
    dealing::deal(e, from, &to, each, facing)?;
    Ok(Value::Nothing)
}

fn place(e: &mut Engine<'_>, args: &[Value]) -> Run<Value> {
    let (to, facing) = (zone(args, 1)?, facing(args, 2)?);
    if let Value::Card(card) = arg(args, 0) {
        moves::move_card(e, card, to, End::Newest, facing)?;
        return Ok(Value::Nothing);
    }
    let moves: Moves = cards(&e.reader(), arg(args, 0))?
        .into_iter()
        .map(|c| (c, to))
        .collect();
    arrange::move_cards(e, &moves, End::Newest, facing)?;
    Ok(Value::Nothing)
}

fn put(e: &mut Engine<'_>, args: &[Value], next: bool) -> Run<Value> {
    let to = zone(args, 1)?;
    let moves: Moves = cards(&e.reader(), arg(args, 0))?
        .into_iter()
        .map(|c| (c, to))
        .collect();
    let fifo = e.table.traits[to.index()].fifo;
    let end = if fifo == next { End::Oldest } else { End::Newest };
    arrange::move_cards(e, &moves, end, Facing::Kept)?;
    Ok(Value::Nothing)
}
