//! Shuffling, sorting, changing places, and bringing cards back to where they belong.

use super::args::{arg, attribute, card, cards, count, each_item, facing, rest, seat, zone, zone_of_seat};
use super::fitting::{Moves, fitting};
use super::macros::primitives;
use super::param_types::{ANY, ATTRIBUTE, BOOL, CARD, CARDS, COUNT, EACH, SEAT_ZONE, ZONE};
use crate::fault::{FaultKind, Run};
use crate::ids::{CardId, Seat, ZoneId};
use crate::play::cards::End;
use crate::play::{arrange, cards, moves};
use crate::program::{Facing, ZoneName};
use crate::value::{Type, Value};
use crate::vm::engine::{Engine, Reader};
use smallvec::SmallVec;

primitives! {
    family Moves;

    /// Shuffles a zone. Looks that were granted at its cards end.
    shuffle(
        /// The zone.
        zone: Required ZONE,
    ) -> Type::Nothing;
    example "shuffle('deck')", "count_cards('deck')" => "5";
    = Step |e, args| {
        let zone = zone(args, 0)?;
        e.spend(e.world.zone_len(e.table, zone) as u32 / 4)?;
        cards::shuffle(e, zone);
        Ok(Value::Nothing)
    };

    /// Puts a zone in order by attributes, the lowest as its oldest card:
    /// numbers by size, texts in the order in which the card sets name them,
    /// cards without a value last. Who sees some of the faces may learn about
    /// the others from their places.
    #[reads(Faces)]
    sort(
        /// The zone.
        zone: Required ZONE,
        /// The attribute; further ones decide among cards that are equal in it.
        attributes: Rest ATTRIBUTE,
    ) -> Type::Nothing;
    example "sort('deck', 'value', 'suit')", "cards_of('deck')" => "[Ace of Hearts, Ace of Spades, Two of Hearts, Three of Hearts, Four of Diamonds]";
    = Step sort;

    /// Moves a card to another place in its zone; the cards between move up. Where
    /// it goes is seen by those who can tell the zone's places.
    #[internal(tables)]
    #[errors("the zone has no such place")]
    move_to_place(
        /// The card.
        card: Required CARD,
        /// The place, from 1: the card that lies there first as the zone is shown.
        place: Required COUNT,
    ) -> Type::Nothing;
    example "move_to_place(bottom_card('deck'), 1)", "top_card('deck')" => "Four of Diamonds";
    = Step |e, args| {
        let card = card(args, 0)?;
        let zone = e.world.zone_of(e.table, card);
        let at = count(args, 1, "place in a zone")?;
        if at == 0 || at > e.world.zone_len(e.table, zone) {
            return Err(FaultKind::OutOfRange { what: "place in a zone" }.into());
        }
        arrange::move_within(e, card, at - 1);
        Ok(Value::Nothing)
    };

    /// Lets two cards change places, also from zone to zone. They lie as they
    /// did.
    #[moves(fitting)]
    swap_cards(
        /// One card.
        a: Required CARD,
        /// The other.
        b: Required CARD,
    ) -> Type::Nothing;
    example "swap_cards(top_card('deck'), bottom_card('deck'))", "top_card('deck')" => "Four of Diamonds";
    example "swap_cards(top_card('deck'), top_card($player.hand))", "top_card('deck')" => "Five of Spades";
    = Step |e, args| {
        arrange::swap_cards(e, card(args, 0)?, card(args, 1)?);
        Ok(Value::Nothing)
    };

    /// Lets two zones exchange all their cards, each in their order.
    #[moves(a <-> b)]
    #[errors("a zone would hold more or fewer cards than it may")]
    swap_zones(
        /// One zone.
        a: Required ZONE,
        /// The other.
        b: Required ZONE,
    ) -> Type::Nothing;
    example "swap_zones('deck', $player.hand)", "$player.cards_in_hand()" => "5";
    = Step |e, args| {
        arrange::swap_zones(e, zone(args, 0)?, zone(args, 1)?)?;
        Ok(Value::Nothing)
    };

    /// Lets zones pass all their cards on at the same time: those of each zone go to the next one, and those of the last
    /// one to the first, each in their order.
    #[moves(unforeseen)]
    #[errors("a zone is named twice; a zone would hold more or fewer cards than it may")]
    rotate_zones(
        /// The zones, or lists of zones.
        zones: Rest ANY,
    ) -> Type::Nothing;
    example "rotate_zones($player.hand, next_player().hand, $player.front)", "count_cards($player.front)" => "3";
    = Step |e, args| {
        let mut zones: SmallVec<[ZoneId; 8]> = SmallVec::new();
        for value in args {
            for item in each_item(&e.reader(), *value)? {
                let zone = crate::vm::kinds::zone(item)?;
                if zones.contains(&zone) {
                    return Err(FaultKind::Primitive("a zone is named twice").into());
                }
                zones.push(zone);
            }
        }
        arrange::rotate_zones(e, &zones)?;
        Ok(Value::Nothing)
    };

    /// Fills a zone up again from where its `replenish` says, now.
    #[moves(fitting)]
    replenish(
        /// The zone. Nothing happens to one without such a rule.
        zone: Required ZONE,
    ) -> Type::Nothing;
    example "replenish('deck')", "count_cards('deck')" => "5";
    = Step |e, args| {
        let zone = zone(args, 0)?;
        e.spend(e.table.cards as u32 / 4)?;
        moves::replenish(e, zone)?;
        Ok(Value::Nothing)
    };

    /// Puts the cards of a seat's `hand` back, face down: each to the deck of the
    /// seat whose card it is, else to the shared deck. What finds no room there stays in the hand.
    #[moves(fitting)]
    #[requires(zone = "hand")]
    empty_hands(
        /// The seat.
        who: Required EACH,
    ) -> Type::Nothing;
    example "empty_hands(all)", "count_cards($player.hand)" => "0";
    = Step |e, args| {
        let who = seat(args, 0)?;
        let at = e.table.program.zones.seat_hand.ok_or(FaultKind::Primitive("seats have no zone `hand`"))?;
        let reader = e.reader();
        let hand = cards(&reader, Value::Zone(reader.table.seat_zone(who, at)))?;
        let moves = hand.into_iter().map(|c| (c, home(&reader, c)));
        let moves = fitting(&reader, moves);
        arrange::move_cards(e, &moves, End::Newest, Facing::Down)?;
        Ok(Value::Nothing)
    };

    /// Puts cards on the `discard` zone: of the seat whose cards they are, or
    /// else who holds them, where seats have one; else the shared one; else into
    /// the box, out of the game. What finds no room there stays where it lies, and so
    /// do cards that their zone must keep.
    #[moves(fitting)]
    discard_card(
        /// The cards.
        cards: Required CARDS,
        /// Whether they lie face down there; they lie as they did when it is left
        /// out.
        face_down: Optional BOOL,
    ) -> Type::Nothing;
    example "discard_card(top_card('deck'), false)", "top_card('discard')" => "Ace of Hearts";
    = Step |e, args| {
        let facing = facing(args, 1)?;
        let reader = e.reader();
        let moves = cards(&reader, arg(args, 0))?.into_iter().map(|c| (c, discard_of(&reader, c)));
        let moves = fitting(&reader, moves);
        arrange::move_cards(e, &moves, End::Newest, facing)?;
        Ok(Value::Nothing)
    };

    /// Takes all cards of a seat's zone back, face down: each goes to the zone
    /// `to` of the seat whose card it is, a card of nobody to that of the same
    /// seat. What finds no room there stays where it lies.
    #[moves(fitting)]
    return_to_owner(
        /// The seat whose zone is cleared.
        who: Required EACH,
        /// That zone.
        from: Required SEAT_ZONE,
        /// The zone of the owners.
        to: Required SEAT_ZONE,
    ) -> Type::Nothing;
    example ["place_card($player.hand, next_player().front)"]
        "return_to_owner(next_player(), 'front', 'hand')", "$player.cards_in_hand()" => "3";
    = Step |e, args| {
        let who = seat(args, 0)?;
        let reader = e.reader();
        let from = zone_of_seat(&reader, who, args, 1)?;
        if reader.world.zone_len(reader.table, from) == 0 {
            return Ok(Value::Nothing);
        }
        let lying = cards(&reader, Value::Zone(from))?;
        let mut moves = Moves::new();
        for card in lying {
            let owner = reader.world.owner_of(reader.table, card).unwrap_or(who);
            moves.push((card, zone_of_seat(&reader, owner, args, 2)?));
        }
        let moves = fitting(&reader, moves);
        arrange::move_cards(e, &moves, End::Newest, Facing::Down)?;
        Ok(Value::Nothing)
    };

    /// Gathers all cards that are a seat's own, wherever they lie, face down in
    /// its deck, and shuffles it. What finds no room there stays where it lies.
    #[moves(fitting)]
    reset_decks(
        /// The seat.
        who: Required EACH,
        /// The zone they go to, such as `deck`.
        deck: Required SEAT_ZONE,
    ) -> Type::Nothing;
    example "reset_decks($player, 'deck')", "count_cards($player.deck)" => "3";
    = Step |e, args| {
        let who = seat(args, 0)?;
        let t = e.table;
        let to = zone_of_seat(&e.reader(), who, args, 1)?;
        let own = t.card_ids().filter(|c| e.world.owner_of(t, *c) == Some(who));
        let (here, elsewhere): (Vec<CardId>, Vec<CardId>) = own.partition(|c| e.world.zone_of(t, *c) == to);
        let moves = fitting(&e.reader(), elsewhere.into_iter().map(|c| (c, to)));
        e.spend(t.cards as u32 / 4)?;
        arrange::move_cards(e, &moves, End::Newest, Facing::Down)?;
        here.into_iter().for_each(|c| cards::turn_card(e, c, false));
        cards::shuffle(e, to);
        Ok(Value::Nothing)
    };

    /// Gathers all cards that are in the game, face down in one zone. Cards in
    /// the box stay there.
    #[moves(all -> to)]
    #[errors("the zone is full; a zone would fall under its lower limit")]
    gather(
        /// The zone they go to.
        to: Required ZONE,
    ) -> Type::Nothing;
    example "gather('deck')", "count_cards('deck')" => "14";
    = Step |e, args| {
        let to = zone(args, 0)?;
        let t = e.table;
        e.spend(t.cards as u32 / 4)?;
        let in_game = |zone: &ZoneId| *zone != t.boxed() && *zone != to;
        let here: SmallVec<[u16; 128]> = e.world.zone_cards(t, to).into();
        arrange::gather(e, t.zone_ids().filter(in_game), to, Facing::Down)?;
        here.into_iter().for_each(|c| cards::turn_card(e, CardId(c), false));
        Ok(Value::Nothing)
    };

    /// Gathers all cards that are in the game, face down behind those that a zone holds already. The
    /// zones are gone through as they are declared, the seats' copies of a zone in its place, and what
    /// finds no room stays where it is.
    /// It is what games in phases mean by `collect_all_to()`; rulesets write `gather`.
    #[internal(phases)]
    #[moves(fitting)]
    gather_as_declared(
        /// The zone they go to.
        to: Required ZONE,
    ) -> Type::Nothing;
    example "gather_as_declared('deck')", "count_cards('deck')" => "14";
    = Step |e, args| {
        let to = zone(args, 0)?;
        let t = e.table;
        e.spend(t.cards as u32 / 4)?;
        let mut moves = Moves::new();
        let mut from = |zone: ZoneId| {
            if zone != to {
                moves.extend(e.world.zone_cards(t, zone).iter().map(|c| (CardId(*c), to)));
            }
        };
        for declared in &t.program.zones.declared {
            match *declared {
                ZoneName::Shared(at) => from(t.shared_zone(at)),
                ZoneName::Seat(at) => t.all_seats().into_iter().for_each(|seat| from(t.seat_zone(seat, at))),
            }
        }
        let moves = fitting(&e.reader(), moves);
        arrange::move_cards(e, &moves, End::Newest, Facing::Down)?;
        Ok(Value::Nothing)
    };
}

/// The deck that a card goes back to.
fn home(r: &Reader<'_>, card: CardId) -> ZoneId {
    let zones = &r.program().zones;
    match (r.world.owner_of(r.table, card), zones.seat_deck, zones.deck) {
        (Some(owner), Some(at), _) => r.table.seat_zone(owner, at),
        (_, _, Some(at)) => r.table.shared_zone(at),
        _ => r.table.boxed(),
    }
}

/// Whose discard, or which, a card goes to.
fn discard_of(r: &Reader<'_>, card: CardId) -> ZoneId {
    let zones = &r.program().zones;
    match (holder_or_owner(r, card), zones.seat_discard, zones.discard) {
        (Some(seat), Some(at), _) => r.table.seat_zone(seat, at),
        (_, _, Some(at)) => r.table.shared_zone(at),
        _ => r.table.boxed(),
    }
}

fn holder_or_owner(r: &Reader<'_>, card: CardId) -> Option<Seat> {
    let holder = r.table.traits[r.world.zone_of(r.table, card).index()].owner;
    r.world.owner_of(r.table, card).or(holder)
}

/// By what a card is sorted: numbers, then texts by their first appearance, then
/// what has no value.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Rank(u8, f64);

fn sort(e: &mut Engine<'_>, args: &[Value]) -> Run<Value> {
    let zone = zone(args, 0)?;
    let reader = e.reader();
    let by = rest(args, 1)
        .iter()
        .map(|v| attribute(&reader, *v))
        .collect::<Run<SmallVec<[u16; 4]>>>()?;
    let mut ranked: SmallVec<[(SmallVec<[Rank; 2]>, CardId); 16]> = cards(&reader, Value::Zone(zone))?
        .into_iter()
        .map(|c| (by.iter().map(|at| rank(&reader, c, *at)).collect(), c))
        .collect();
    crate::vm::budget::look_at(&reader, ranked.len().saturating_mul(16))?;
    ranked.sort_by(|(a, x), (b, y)| {
        a.partial_cmp(b)
            .unwrap_or(std::cmp::Ordering::Equal)
            .then(x.cmp(y))
    });
    let order: SmallVec<[CardId; 64]> = ranked.into_iter().map(|(_, c)| c).collect();
    arrange::arrange(e, zone, &order);
    Ok(Value::Nothing)
}

fn rank(r: &Reader<'_>, card: CardId, at: u16) -> Rank {
    match r.attribute(card, at) {
        Value::Nothing => Rank(2, 0.0),
        value => match value.as_f64() {
            Some(number) => Rank(0, number),
            None => {
                let values = r
                    .program()
                    .cards
                    .attributes
                    .get(at as usize)
                    .map_or(&[][..], |a| &a.having);
                Rank(
                    1,
                    values
                        .iter()
                        .position(|(v, _)| v.same(value))
                        .unwrap_or(values.len()) as f64,
                )
            }
        },
    }
}
