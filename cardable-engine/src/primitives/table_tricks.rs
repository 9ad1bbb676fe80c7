//! Tricks whose cards lie one before each seat.

use super::args::{given, maybe_seat, number_of, printed, seat, seat_of_number, seat_zone, suit, zone};
use super::fitting::Moves;
use super::macros::primitives;
use super::param_types::{ANY, BOOL, COUNT, SEAT, SEAT_ZONE, ZONE};
use crate::fault::Run;
use crate::ids::{CardId, Seat, StrId};
use crate::play::cards::End;
use crate::play::{arrange, moves};
use crate::value::{Type, Value};
use crate::vm::engine::Reader;

primitives! {
    family Tricks;

    /// How many cards lie in a zone of all seats together.
    #[internal(phases)]
    #[asks(Before)]
    count_before_seats(
        /// The zone.
        zone: Required SEAT_ZONE,
    ) -> Type::NUMBER;
    example "count_before_seats('hand')" => "9";
    = Query |r, args| {
        let zone = seat_zone(r, args, 0)?;
        let count = |seat| r.world.zone_len(r.table, r.table.seat_zone(seat, zone));
        Ok(number_of(r.table.all_seats().into_iter().map(count).sum()))
    };

    /// The suit of the card that the seat of a number has laid first into a zone of its own;
    /// an empty text when it has laid none, or one without a suit, or when no seat has that number.
    #[internal(phases)]
    #[reads(Faces)]
    #[asks(Led)]
    suit_laid_by(
        /// The zone.
        zone: Required SEAT_ZONE,
        /// The number of the seat.
        leader: Required COUNT,
    ) -> Type::STRING;
    example "suit_laid_by('hand', 0)" => "Clubs";
    example "suit_laid_by('front', 0)" => "";
    example "suit_laid_by('hand', 9)" => "";
    = Query |r, args| {
        let (zone, leader) = (seat_zone(r, args, 0)?, seat_of_number(r, args, 1));
        let laid = leader.ok().and_then(|leader| laid(r, leader, zone)).map(|card| suit(r, card));
        Ok(match laid {
            None | Some(Value::Nothing) => Value::Str(StrId::EMPTY),
            Some(suit) => suit,
        })
    };

    /// The seat that wins a trick of which every seat has laid a card into a zone
    /// of its own: the highest trump, else the highest card of the suit that the
    /// leader laid. Of equal cards the one of the first seat wins. Nothing when the leader
    /// has laid none.
    /// It is what games in phases mean by `trick_winner`.
    #[internal(phases)]
    #[reads(Faces)]
    winner_before_seats(
        /// The zone.
        zone: Required SEAT_ZONE,
        /// The seat that led.
        leader: Required SEAT,
        /// The suit that beats the others; none does when it is left out.
        trump: Optional ANY,
    ) -> Type::SEAT;
    example ["move_top('deck', $player.front, 1)", "move_top('deck', next_player().front, 1)"]
        "winner_before_seats('front', $player)" => "B";
    = Query winner;

    /// Moves the cards that lie in a zone of each seat to one zone.
    #[internal(phases)]
    #[moves(all of from -> to)]
    #[errors("the zone is full; a zone would fall under its lower limit")]
    gather_from_seats(
        /// The zone of each seat.
        from: Required SEAT_ZONE,
        /// The zone the cards go to.
        to: Required ZONE,
        /// Whether they lie face down there; they lie as they did when it is left
        /// out.
        face_down: Optional BOOL,
    ) -> Type::Nothing;
    example "gather_from_seats('hand', 'discard')", "count_cards('discard')" => "9";
    = Step |e, args| {
        let to = zone(args, 1)?;
        let facing = super::args::facing(args, 2)?;
        let zone = seat_zone(&e.reader(), args, 0)?;
        let mut moves = Moves::new();
        for seat in e.table.all_seats() {
            let from = e.table.seat_zone(seat, zone);
            moves.extend(e.world.zone_cards(e.table, from).iter().map(|c| (CardId(*c), to)));
        }
        if let [(card, to)] = moves[..] {
            moves::move_card(e, card, to, End::Newest, facing)?;
        } else {
            arrange::move_cards(e, &moves, End::Newest, facing)?;
        }
        Ok(Value::Nothing)
    };
}

/// The card that a seat laid first.
fn laid(r: &Reader<'_>, seat: Seat, zone: u16) -> Option<CardId> {
    let cards = r.world.zone_cards(r.table, r.table.seat_zone(seat, zone));
    cards.first().map(|c| CardId(*c))
}

fn winner(r: &Reader<'_>, args: &[Value]) -> Run<Value> {
    let leader = seat(args, 1)?;
    let zone = seat_zone(r, args, 0)?;
    let Some(led) = laid(r, leader, zone).map(|card| suit(r, card)) else {
        return Ok(Value::Nothing);
    };
    let trump = given(args, 2).unwrap_or_default();
    let mut best: Option<((u8, f64), Seat)> = None;
    for seat in r.table.all_seats() {
        let Some(card) = laid(r, seat, zone) else {
            continue;
        };
        let own = suit(r, card);
        let class = match own {
            Value::Nothing => continue,
            _ if own == trump => 2,
            _ if own == led => 1,
            _ => continue,
        };
        let value = printed(r, card).and_then(|t| t.value.as_f64());
        let strength = (class, value.unwrap_or(f64::NEG_INFINITY));
        if best.is_none_or(|(most, _)| strength > most) {
            best = Some((strength, seat));
        }
    }
    Ok(maybe_seat(best.map(|(_, seat)| seat)))
}
