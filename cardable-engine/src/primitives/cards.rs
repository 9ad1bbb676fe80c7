//! Questions about cards and zones.

use super::args::{
    arg, card, cards, count, each_item, finished, given, list, maybe_card, maybe_seat, number_of, printed,
    suit, zone, zone_of_seat,
};
use super::macros::primitives;
use super::param_types::{ANY, ATTRIBUTE, CARD, CONTENTS, SEAT, SEAT_ZONE, SEATS, ZONE};
use crate::fault::{FaultKind, Run};
use crate::ids::{Audience, CardId, ZoneId};
use crate::play::marks;
use crate::signature::Form;
use crate::value::{Kind, Type, Value};
use crate::vm::budget::look_at;
use crate::vm::engine::Reader;

primitives! {
    family Cards;

    /// How many cards lie in a zone.
    #[counts("name the zone itself")]
    count_cards(
        /// The zone.
        zone: Required ZONE,
    ) -> Type::NUMBER;
    example "count_cards('deck')" => "5";
    = Form Form::CountZone;

    /// How many cards lie in a seat's `hand`.
    #[requires(zone = "hand")]
    #[errors("no seat is named and none is acting")]
    cards_in_hand(
        /// The seat; the acting one when it is left out.
        seat: Optional SEAT,
    ) -> Type::NUMBER;
    example "cards_in_hand()" => "3";
    example "next_player().cards_in_hand()" => "3";
    = Query |r, args| {
        let seat = super::args::seat_or_acting(r, args, 0)?;
        let at = r.program().zones.seat_hand.ok_or(FaultKind::Primitive("seats have no zone `hand`"))?;
        Ok(number_of(r.world.zone_len(r.table, r.table.seat_zone(seat, at))))
    };

    /// Whether there is nothing: no value, an empty text, a list without items, a
    /// zone without cards.
    #[instruction(IsEmpty)]
    is_empty(
        /// What is looked at; a text that names a zone is that zone.
        value: Required CONTENTS,
    ) -> Type::BOOL;
    example "is_empty($globals.who)" => "true";
    example "is_empty('deck')" => "false";
    example "is_empty($player.hand)" => "false";
    = Query |r, args| Ok(Value::Bool(match arg(args, 0) {
        Value::Nothing => true,
        Value::Str(text) => r.text(text).is_empty(),
        value @ Value::List(_) => each_item(r, value)?.len() == 0,
        Value::Zone(zone) => r.world.zone_len(r.table, zone) == 0,
        _ => false,
    }));

    /// The card of a zone that would be drawn next; nothing when it is empty.
    #[reads(Order)]
    #[instruction(Top)]
    top_card(
        /// The zone.
        zone: Required ZONE,
    ) -> Type::CARD;
    example "top_card('deck')" => "Ace of Hearts";
    = Query |r, args| Ok(maybe_card(nth(r, zone(args, 0)?, 0)));

    /// The card of a zone that would be drawn last; nothing when it is empty.
    #[reads(Order)]
    bottom_card(
        /// The zone.
        zone: Required ZONE,
    ) -> Type::CARD;
    example "bottom_card('deck')" => "Four of Diamonds";
    = Query |r, args| {
        let zone = zone(args, 0)?;
        let last = r.world.zone_len(r.table, zone).checked_sub(1);
        Ok(maybe_card(last.and_then(|n| nth(r, zone, n))))
    };

    /// A card of a zone, counted in the order of drawing; nothing when there are
    /// not so many.
    #[reads(Order)]
    #[errors("a number below 0")]
    nth_card(
        /// The zone.
        zone: Required ZONE,
        /// Which card: 0 is the one that would be drawn next.
        n: Required super::param_types::COUNT,
    ) -> Type::CARD;
    example "nth_card('deck', 1)" => "Two of Hearts";
    = Query |r, args| Ok(maybe_card(nth(r, zone(args, 0)?, count(args, 1, "place of a card")?)));

    /// All cards of a zone, the oldest first.
    #[reads(Order)]
    #[asks(All)]
    cards_of(
        /// The zone.
        zone: Required ZONE,
    ) -> Type::List(Kind::Card);
    example "cards_of($player.hand)" => "[Two of Clubs, Three of Clubs, Five of Spades]";
    = Query |r, args| {
        let lying = cards(r, Value::Zone(zone(args, 0)?))?;
        list(r, lying.into_iter().map(Value::Card))
    };

    /// Whether a card is the one that would be drawn next from its zone. Nothing
    /// is not, and neither is a card whose place the acting seat cannot tell.
    #[goes_by(place)]
    is_top(
        /// The card.
        card: Required CARD,
    ) -> Type::BOOL;
    example "is_top(list_item(cards_of($player.hand), 2))" => "true";
    example "is_top(list_item(cards_of($player.hand), 0))" => "false";
    = Query |r, args| lies(r, args, |len, at| at + 1 == len, |_, at| at == 0);

    /// Whether a card is the one that would be drawn last from its zone; see
    /// `is_top`.
    #[goes_by(place)]
    is_bottom(
        /// The card.
        card: Required CARD,
    ) -> Type::BOOL;
    example "is_bottom(list_item(cards_of($player.hand), 0))" => "true";
    = Query |r, args| lies(r, args, |_, at| at == 0, |len, at| at + 1 == len);

    /// Whether the acting seat sees the face of an item: of a card, or of all cards
    /// in a list or zone. Nothing has none that could be seen.
    #[internal(compiler)]
    #[asks(CardSeen)]
    sees_face(
        /// The card.
        card: Required ANY,
        /// Who is to see it, instead of the acting seat; with all seats in play,
        /// spectators too.
        by: Optional SEATS,
    ) -> Type::BOOL;
    example "sees_face(top_card($player.hand))" => "true";
    example "sees_face(top_card(next_player().hand))" => "false";
    example "sees_face(top_card(next_player().hand), next_player())" => "true";
    = Query |r, args| {
        let who = lookers(r, args, 1)?;
        Ok(Value::Bool(match (arg(args, 0), who) {
            (Value::Nothing, _) => false,
            (_, None) => true,
            (of, Some(who)) => sees_all(r, who, of)?,
        }))
    };

    /// Whether the acting seat sees the faces of all these cards: of a card, of those
    /// in a list, or of all in a zone or in a list of zones. Where there is no card,
    /// none is hidden.
    #[internal(compiler)]
    #[asks(Seen)]
    sees_faces(
        /// The cards.
        of: Required ANY,
        /// Who is to see them, instead of the acting seat; with all seats in play,
        /// spectators too.
        by: Optional SEATS,
    ) -> Type::BOOL;
    example "sees_faces($player.hand)" => "true";
    example "sees_faces(next_player().hand)" => "false";
    example "sees_faces(zones_of(all, 'front'))" => "true";
    example "sees_faces($player.hand, all)" => "false";
    = Query |r, args| {
        let Some(who) = lookers(r, args, 1)? else {
            return Ok(Value::Bool(true));
        };
        Ok(Value::Bool(sees_all(r, who, arg(args, 0))?))
    };

    /// Whether a zone holds as many cards as it may.
    is_full(
        /// The zone.
        zone: Required ZONE,
    ) -> Type::BOOL;
    example "is_full($player.hand)" => "false";
    = Query |r, args| {
        let zone = zone(args, 0)?;
        Ok(Value::Bool(r.world.zone_len(r.table, zone) >= r.table.zone_def(zone).size.max as usize))
    };

    /// The value of a card, as its card set gives it: of a card with a low and a
    /// high one the high one, of a card with a choice the first.
    #[reads(Faces)]
    #[gives(Attribute("value"))]
    card_value(
        /// The card.
        card: Required CARD,
    ) -> Type::ANY;
    example "card_value(top_card($player.hand))" => "5";
    = Query |r, args| Ok(printed(r, card(args, 0)?).map_or(Value::Nothing, |t| t.value));

    /// The suit of a card, by its name; nothing for a card without one.
    #[reads(Faces)]
    #[gives(Attribute("suit"))]
    card_suit(
        /// The card.
        card: Required CARD,
    ) -> Type::STRING;
    example "card_suit(top_card('deck'))" => "Hearts";
    = Query |r, args| Ok(suit(r, card(args, 0)?));

    /// The rank of a card: its attribute `rank` where cards have one, else its
    /// name.
    #[reads(Faces)]
    #[gives(Attribute("rank"))]
    card_rank(
        /// The card.
        card: Required CARD,
    ) -> Type::ANY;
    example "card_rank(top_card('deck'))" => "Ace";
    = Query |r, args| {
        let card = card(args, 0)?;
        let rank = r.program().strings.find("rank");
        let at = r.program().cards.attributes.iter().position(|a| Some(a.name) == rank);
        Ok(at.map_or_else(|| name(r, card), |at| r.attribute(card, at as u16)))
    };

    /// The name of a card, as its card set gives it.
    #[reads(Faces)]
    card_name(
        /// The card.
        card: Required CARD,
    ) -> Type::STRING;
    example "card_name(bottom_card('deck'))" => "Four";
    = Query |r, args| Ok(name(r, card(args, 0)?));

    /// An attribute of a card; nothing when the card has none of that name.
    #[reads(Faces)]
    card_attribute(
        /// The card.
        card: Required CARD,
        /// The attribute.
        attribute: Required ATTRIBUTE,
    ) -> Type::ANY;
    example "card_attribute(top_card('deck'), 'points')" => "11";
    = Form Form::Attribute;

    /// The seat a card is with: the one whose zone it lies in, else the one whose
    /// card it is; nothing for a card that is nobody's.
    get_player_from_card(
        /// The card.
        card: Required CARD,
    ) -> Type::SEAT;
    example "get_player_from_card(top_card(next_player().hand))" => "B";
    = Query |r, args| {
        let card = card(args, 0)?;
        let holder = r.table.traits[r.world.zone_of(r.table, card).index()].owner;
        Ok(maybe_seat(holder.or(r.world.owner_of(r.table, card))))
    };

    /// The seat whose card it is, wherever it lies: the one whose deck it came
    /// from. Nothing for a card of the table.
    card_owner(
        /// The card.
        card: Required CARD,
    ) -> Type::SEAT;
    example "card_owner(top_card($player.hand))" => "A";
    example "card_owner(top_card('deck'))" => "nothing";
    = Query |r, args| Ok(maybe_seat(r.world.owner_of(r.table, card(args, 0)?)));

    /// The place of a card in its zone, counted in the order of drawing: 0 is the
    /// next one.
    #[internal(phases)]
    #[reads(Order)]
    place_in_zone(
        /// The card.
        card: Required CARD,
    ) -> Type::NUMBER;
    example "place_in_zone(nth_card('deck', 2))" => "2";
    = Query |r, args| {
        let card = card(args, 0)?;
        let zone = r.world.zone_of(r.table, card);
        let place = r.world.place_of(r.table, card);
        if r.table.traits[zone.index()].fifo {
            return Ok(number_of(place));
        }
        Ok(number_of(r.world.zone_len(r.table, zone).saturating_sub(place + 1)))
    };

    /// The zone a card lies in.
    zone_of(
        /// The card.
        card: Required CARD,
    ) -> Type::ZONE;
    example "zone_of(top_card($player.hand))" => "hand of A";
    = Query |r, args| Ok(Value::Zone(r.world.zone_of(r.table, card(args, 0)?)));

    /// The seat whose zone it is; nothing for a shared one.
    zone_owner(
        /// The zone.
        zone: Required ZONE,
    ) -> Type::SEAT;
    example "zone_owner(next_player().front)" => "B";
    = Query |r, args| Ok(maybe_seat(r.table.traits[zone(args, 0)?.index()].owner));

    /// The zone of that name that a seat has.
    seat_zone(
        /// The seat.
        seat: Required SEAT,
        /// The name of the zone.
        name: Required SEAT_ZONE,
    ) -> Type::ZONE;
    example "seat_zone(next_player(), 'front')" => "front of B";
    = Query |r, args| Ok(Value::Zone(zone_of_seat(r, super::args::seat(args, 0)?, args, 1)?));

    /// The zones of that name that several seats have, in the order of the seats;
    /// of a zone with copies all that are open.
    zones_of(
        /// The seats.
        seats: Required SEATS,
        /// The name of the zones.
        name: Required SEAT_ZONE,
    ) -> Type::List(Kind::Zone);
    example "zones_of(all, 'front')" => "[front of A, front of B, front of C]";
    = Query |r, args| {
        let seats = super::args::seat_list(r, arg(args, 0))?;
        let mut zones = r.new_list();
        for seat in seats {
            let copies = marks::open_copies(r, zone_of_seat(r, seat, args, 1)?);
            zones.extend(copies.map(Value::Zone));
        }
        finished(r, zones)
    };

    /// Whether a card lies face up. That says nothing about who sees its face in
    /// zones with a rule of their own.
    is_face_up(
        /// The card.
        card: Required CARD,
    ) -> Type::BOOL;
    example "is_face_up(top_card('deck'))" => "false";
    = Query |r, args| Ok(Value::Bool(r.world.face_up(r.table, card(args, 0)?)));

    /// The first of two values that is not nothing.
    #[also("default_to")]
    or_else(
        /// The value.
        value: Required ANY,
        /// What to take when it is nothing.
        otherwise: Required ANY,
    ) -> Type::ANY;
    example "or_else($globals.who, $player)" => "A";
    = Query |_, args| Ok(given(args, 0).unwrap_or(arg(args, 1)));
}

/// Who looks: the seats that an argument names, else the acting one. Without either the
/// game itself looks, which sees all.
fn lookers(r: &Reader<'_>, args: &[Value], at: usize) -> Run<Option<Audience>> {
    let Some(named) = given(args, at) else {
        return Ok(r.player.map(Audience::one));
    };
    let seats = r.seat_set(named)?;
    let all = r.playing().minus(seats).is_empty();
    Ok(Some(if all {
        Audience::ALL
    } else {
        Audience::seats(seats)
    }))
}

/// Whether all of some viewers see all the faces that a value brings.
fn sees_all(r: &Reader<'_>, who: Audience, of: Value) -> Run<bool> {
    Ok(match of {
        Value::Card(card) => sees(r, who, card),
        Value::Zone(zone) => {
            let cards = r.world.zone_cards(r.table, zone);
            look_at(r, cards.len())?;
            cards.iter().all(|card| sees(r, who, CardId(*card)))
        }
        Value::List(_) => {
            for item in each_item(r, of)? {
                // A card of which not even the place is known.
                if item == Value::Nothing || !sees_all(r, who, item)? {
                    return Ok(false);
                }
            }
            true
        }
        Value::Nothing
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::Str(_)
        | Value::Seat(_)
        | Value::Deck(_) => true,
    })
}

/// Whether all of some viewers see a face. That they do not is kept for the reasons that are told.
fn sees(r: &Reader<'_>, who: Audience, card: CardId) -> bool {
    let seen = who.minus(seen_by(r, card)).is_none();
    if !seen {
        r.temp.met_unseen.set(true);
    }
    seen
}

/// Who sees the face of a card, among those who sit at the table or watch it.
fn seen_by(r: &Reader<'_>, card: CardId) -> Audience {
    let nobody_there = (r.table.seats..32).fold(Audience::NONE, |set, at| {
        set.or(Audience::one(crate::ids::Seat(at as u8)))
    });
    r.world.face_audience(r.table, card).or(nobody_there)
}

/// The card of a zone that is drawn after `n` others.
fn nth(r: &Reader<'_>, zone: ZoneId, n: usize) -> Option<CardId> {
    let lying = r.world.zone_cards(r.table, zone);
    let card = if r.table.traits[zone.index()].fifo {
        lying.get(n)
    } else {
        lying.iter().nth_back(n)
    };
    card.map(|c| CardId(*c))
}

fn name(r: &Reader<'_>, card: CardId) -> Value {
    printed(r, card).map_or(Value::Nothing, |t| Value::Str(t.name))
}

/// Whether a card whose place the acting seat can tell lies where a test of the
/// number of cards and its own place, from the oldest, says: the first test for
/// zones whose newest card is drawn next, the second for the others.
fn lies(
    r: &Reader<'_>,
    args: &[Value],
    newest_next: fn(usize, usize) -> bool,
    oldest_next: fn(usize, usize) -> bool,
) -> Run<Value> {
    let Value::Card(card) = arg(args, 0) else {
        return Ok(Value::Bool(false));
    };
    let zone = r.world.zone_of(r.table, card);
    let places = r.world.places(r.table, zone);
    let tells = |seat| places.contains(crate::ids::Viewer::Seat(seat));
    if r.player.is_some_and(|seat| !tells(seat)) {
        return Ok(Value::Bool(false));
    }
    let (len, at) = (r.world.zone_len(r.table, zone), r.world.place_of(r.table, card));
    let test = if r.table.traits[zone.index()].fifo {
        oldest_next
    } else {
        newest_next
    };
    Ok(Value::Bool(test(len, at)))
}
