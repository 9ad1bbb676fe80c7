//! Turning cards over, and letting seats look at them.

use super::args::{arg, cards, given, zone};
use super::macros::primitives;
use super::param_types::{CARDS, FUNCTION, SEATS, ZONE};
use crate::fault::{FaultKind, Run};
use crate::ids::{Audience, CardId};
use crate::play::{cards, telling, visibility};
use crate::program::TypeSet;
use crate::signature::Form;
use crate::value::{Type, Value};
use crate::vm::engine::Engine;

primitives! {
    family Moves;

    /// Turns cards over: those that lie face up come to lie face down, and the
    /// other way round.
    #[turns(up)]
    flip_card(
        /// The cards.
        cards: Required CARDS,
    ) -> Type::Nothing;
    example "flip_card($player.hand)", "is_face_up(top_card($player.hand))" => "true";
    = Step |e, args| each(e, args, |e, card| {
        let up = e.world.face_up(e.table, card);
        cards::turn_card(e, card, !up);
    });

    /// Turns cards so that they lie face up.
    #[turns(up)]
    turn_face_up(
        /// The cards.
        cards: Required CARDS,
    ) -> Type::Nothing;
    example "turn_face_up(top_card('deck'))", "is_face_up(top_card('deck'))" => "true";
    = Step |e, args| each(e, args, |e, card| cards::turn_card(e, card, true));

    /// Turns cards so that they lie face down.
    turn_face_down(
        /// The cards.
        cards: Required CARDS,
    ) -> Type::Nothing;
    example ["turn_face_up(top_card('deck'))"]
        "turn_face_down(top_card('deck'))", "is_face_up(top_card('deck'))" => "false";
    = Step |e, args| each(e, args, |e, card| cards::turn_card(e, card, false));

    /// Turns the card of a zone over that would be drawn next.
    #[turns(up)]
    #[errors("the zone is empty")]
    flip_top(
        /// The zone.
        zone: Required ZONE,
    ) -> Type::Nothing;
    example "flip_top('deck')", "is_face_up(top_card('deck'))" => "true";
    = Step |e, args| {
        let zone = zone(args, 0)?;
        let (wanted, found) = (1, 0);
        let card = cards::top(e, zone).ok_or(FaultKind::NotEnoughCards { zone, wanted, found })?;
        let up = e.world.face_up(e.table, card);
        cards::turn_card(e, card, !up);
        Ok(Value::Nothing)
    };

    /// Lets seats see the faces of cards where they lie. The look lasts until the
    /// card moves, is shuffled, or `unpeek` ends it.
    #[shows(faces)]
    #[errors("no seat is named and none is acting")]
    peek(
        /// The cards.
        cards: Required CARDS,
        /// Who sees them; the acting seat when it is left out.
        who: Optional SEATS,
    ) -> Type::Nothing;
    example "peek(top_card('deck'))", "card_name(top_card('deck'))" => "Ace";
    = Step |e, args| {
        let reader = e.reader();
        let seats = match given(args, 1) {
            Some(value) => Audience::seats(reader.seat_set(value)?),
            None => Audience::one(reader.acting()?),
        };
        each(e, args, |e, card| visibility::grant(e, card, seats))
    };

    /// Shows the faces of cards to everybody, spectators too, where they lie,
    /// without turning them. It lasts until the card moves, is shuffled, or
    /// `unpeek` ends it.
    #[shows(faces)]
    reveal(
        /// The cards.
        cards: Required CARDS,
    ) -> Type::Nothing;
    example "reveal(next_player().hand)", "is_face_up(top_card(next_player().hand))" => "false";
    = Step |e, args| each(e, args, |e, card| visibility::grant(e, card, Audience::ALL));

    /// Tells seats of each of some cards whether something holds of it, yes or no, without showing it:
    /// `tell($player.hand, $player, card => card.suit == 'Hearts')`. From then on they know which cards it may still be, for as
    /// long as they can tell it from its neighbours: bots count on it, and views have it in `told`. Who sees the cards hears
    /// the answers, too. What holds may depend on what is printed on cards, and on nothing else about them.
    tell(
        /// The cards.
        cards: Required CARDS,
        /// The seats that are told.
        who: Required SEATS,
        /// What holds of a card.
        test: Required FUNCTION,
    ) -> Type::Nothing;
    example "tell(next_player().hand, $player, card => card.suit == 'Hearts')", "$globals.n" => "0";
    = Form Form::Tell;

    /// Tells seats of each of some cards whether it is of one of the types of others.
    #[internal(compiler)]
    tell_among(
        /// The cards.
        cards: Required CARDS,
        /// The seats that are told.
        who: Required SEATS,
        /// Cards of which it holds.
        those: Required CARDS,
    ) -> Type::Nothing;
    example "tell_among(next_player().hand, $player, deck)", "$globals.n" => "0";
    = Step |e, args| {
        let reader = e.reader();
        let who = Audience::seats(reader.seat_set(arg(args, 1))?);
        let all = reader.program().cards.types.len();
        let mut yes = TypeSet::empty(all);
        for card in cards(&reader, arg(args, 2))? {
            yes.insert(reader.world.type_of(reader.table, card).index());
        }
        let no = yes.all_others(all);
        each(e, args, |e, card| {
            let ty = e.world.type_of(e.table, card);
            let types = if yes.contains(ty.index()) { &yes } else { &no };
            telling::tell(e, card, who, types);
        })
    };

    /// Ends all looks that `peek` and `reveal` granted at cards.
    unpeek(
        /// The cards.
        cards: Required CARDS,
    ) -> Type::Nothing;
    example ["reveal($player.hand)"] "unpeek($player.hand)", "count_cards($player.hand)" => "3";
    = Step |e, args| each(e, args, visibility::end_grants);
}

/// Does something with each of the cards that the first argument names.
fn each(e: &mut Engine<'_>, args: &[Value], mut act: impl FnMut(&mut Engine<'_>, CardId)) -> Run<Value> {
    for card in cards(&e.reader(), arg(args, 0))? {
        let grants = e.world.extras.as_ref().map_or(0, |r| r.grants.len());
        e.spend(1 + grants as u32 / 32)?;
        act(e, card);
    }
    Ok(Value::Nothing)
}
