//! Tricks: cards played one after the other to a zone.

use super::args::{
    arg, attribute, card, given, items, maybe_card, maybe_seat, printed, seat, seat_list, suit, zone,
};
use super::macros::primitives;
use super::param_types::{ANY, ATTRIBUTE, CARD, SEAT, SEATS, ZONE};
use crate::fault::Run;
use crate::ids::{CardId, ZoneId};
use crate::value::{Items, Type, Value};
use crate::vm::engine::{Reader, reader};

primitives! {
    family Tricks;

    /// The suit of the card that was played first to a trick; nothing when it is
    /// empty or that card has no suit.
    #[reads(Faces)]
    led_suit(
        /// The zone of the trick.
        trick: Required ZONE,
    ) -> Type::STRING;
    example ["move_top('deck', 'trick')"] "led_suit('trick')" => "Hearts";
    = Query |r, args| Ok(led(r, zone(args, 0)?).map_or(Value::Nothing, |c| suit(r, c)));

    /// The card that wins a trick: the highest trump, else the highest card of
    /// the suit that was led; of equal cards the one played first. Nothing when
    /// the trick is empty.
    #[reads(Faces)]
    trick_winner(
        /// The zone of the trick, in the order of playing.
        trick: Required ZONE,
        /// The suit that beats the others; none does when it is left out. Of several each
        /// beats those before it.
        trump: Optional ANY,
        /// The attribute by which cards are compared; `value` when it is left out.
        rank: Optional ATTRIBUTE,
        /// The attribute that is followed; `suit` when it is left out.
        suit: Optional ATTRIBUTE,
    ) -> Type::CARD;
    example ["move_top('deck', 'trick', 5)"] "trick_winner('trick')" => "Three of Hearts";
    example ["move_top('deck', 'trick', 5)"] "trick_winner('trick', 'Spades')" => "Ace of Spades";
    example ["move_top('deck', 'trick', 5)"] "trick_winner('trick', 'Clubs', 'points')" => "Ace of Hearts";
    = Query |r, args| Ok(maybe_card(winner(r, args, 1)?.map(|(_, card)| card)));

    /// The seat whose card wins a trick to which the seats in play have played
    /// one card each, in the direction of play. Nothing when the trick is empty.
    #[reads(Faces)]
    trick_winner_seat(
        /// The zone of the trick, in the order of playing.
        trick: Required ZONE,
        /// The seat that played first.
        leader: Required SEAT,
        /// The suit that beats the others; none does when it is left out. Of several each
        /// beats those before it.
        trump: Optional ANY,
        /// The attribute by which cards are compared; `value` when it is left out.
        rank: Optional ATTRIBUTE,
        /// The attribute that is followed; `suit` when it is left out.
        suit: Optional ATTRIBUTE,
        /// The seats that play to it, where some sit out; all in play when they are left out.
        players: Optional SEATS,
    ) -> Type::SEAT;
    example ["move_top('deck', 'trick', 3)"] "trick_winner_seat('trick', next_player())" => "A";
    example ["move_top('deck', 'trick', 2)"]
        "trick_winner_seat('trick', $player, 'Spades', value, suit, [$player, previous_player()])" => "C";
    = Query |r, args| {
        let Some((at, _)) = winner(r, args, 2)? else { return Ok(Value::Nothing) };
        let leader = seat(args, 1)?;
        let playing = match given(args, 5) {
            Some(seats) => seat_list(r, seats)?.into_iter().collect(),
            None => r.playing(),
        };
        let mut player = leader;
        for _ in 0..at {
            match reader::seat_after_among(r, playing, player, r.world.direction.into()) {
                Some(next) => player = next,
                None => return Ok(Value::Nothing),
            }
        }
        Ok(maybe_seat(Some(player)))
    };

    /// Whether a card may be played to a trick by a seat that must follow suit:
    /// any card to an empty trick, a card of the suit that was led, and any card
    /// of a hand without that suit.
    #[reads(Faces)]
    follows_suit(
        /// The card to be played.
        card: Required CARD,
        /// The hand it comes from.
        hand: Required ZONE,
        /// The zone of the trick.
        trick: Required ZONE,
        /// The attribute that is followed; `suit` when it is left out.
        suit: Optional ATTRIBUTE,
    ) -> Type::BOOL;
    example ["move_top('deck', 'trick')"] "follows_suit(top_card($player.hand), $player.hand, 'trick')" => "true";
    example ["place_card(top_card($player.hand), 'trick')", "draw_cards($player, 4, 'deck', $player.hand)"]
        "follows_suit(bottom_card($player.hand), $player.hand, 'trick')" => "false";
    = Query |r, args| {
        let of = followed(r, args, 3)?;
        let suit = |card| suit_by(r, card, of);
        let led = led(r, zone(args, 2)?).map_or(Value::Nothing, suit);
        let allowed = led == Value::Nothing
            || suit(card(args, 0)?) == led
            || !lying(r, zone(args, 1)?).any(|c| suit(c) == led);
        Ok(Value::Bool(allowed))
    };
}

fn lying<'a>(r: &Reader<'a>, zone: ZoneId) -> impl Iterator<Item = CardId> + use<'a> {
    r.world.zone_cards(r.table, zone).iter().map(|c| CardId(*c))
}

/// The attribute that is followed, when it is not the suit.
fn followed(r: &Reader<'_>, args: &[Value], at: usize) -> Run<Option<u16>> {
    given(args, at).map(|v| attribute(r, v)).transpose()
}

/// What a card is followed as.
fn suit_by(r: &Reader<'_>, card: CardId, of: Option<u16>) -> Value {
    match of {
        Some(at) => r.attribute(card, at),
        None => suit(r, card),
    }
}

fn led(r: &Reader<'_>, trick: ZoneId) -> Option<CardId> {
    lying(r, trick).next()
}

/// The card that wins and how many were played before it; trump and rank are
/// the arguments from `trump` on.
fn winner(r: &Reader<'_>, args: &[Value], trump: usize) -> Run<Option<(usize, CardId)>> {
    let trick = zone(args, 0)?;
    let rank = given(args, trump + 1).map(|v| attribute(r, v)).transpose()?;
    let of = followed(r, args, trump + 2)?;
    let trumps: Items = match arg(args, trump) {
        Value::Card(card) => smallvec::smallvec![suit_by(r, card, of)],
        Value::Nothing => Items::new(),
        other => items(r, other)?,
    };
    let led = led(r, trick).map_or(Value::Nothing, |c| suit_by(r, c, of));
    let strength = |card: CardId| {
        let value = match rank {
            Some(at) => r.attribute(card, at),
            None => printed(r, card).map_or(Value::Nothing, |t| t.value),
        };
        let own = suit_by(r, card, of);
        let class = match trumps
            .iter()
            .rposition(|trump| own != Value::Nothing && *trump == own)
        {
            Some(at) => at + 2,
            None => usize::from(own == led),
        };
        (class, value.as_f64().unwrap_or(f64::NEG_INFINITY))
    };
    crate::vm::budget::look_at(r, r.world.zone_len(r.table, trick))?;
    let mut best: Option<((usize, f64), usize, CardId)> = None;
    for (at, card) in lying(r, trick).enumerate() {
        let new = strength(card);
        if best.is_none_or(|(best, ..)| new > best) {
            best = Some((new, at, card));
        }
    }
    Ok(best.map(|(_, at, card)| (at, card)))
}
