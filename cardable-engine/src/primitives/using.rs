//! What may be done with zones: who uses them, how many cards they have room for, and which belong
//! there.

use super::args::{
    arg, cards, each_item, finished, list, number_of, seat_list, seat_or_acting, zone, zone_of_seat,
};
use super::macros::primitives;
use super::param_types::{ANY, CARDS, SEAT, SEAT_ZONE, SEATS, ZONE, ZONES};
use crate::fault::Run;
use crate::ids::{CardId, ZoneId};
use crate::play::{control, marks};
use crate::program::Replenish;
use crate::value::{Kind, Type, Value};
use crate::vm::engine::Reader;
use crate::vm::kinds;
use crate::vm::lists::NewList;
use crate::world::zone_marks;
use smallvec::SmallVec;

primitives! {
    family Zones;

    /// Whether a seat may take cards out of a zone and put cards into it, as the
    /// zone's `control` says.
    #[internal(tables)]
    controls(
        /// The zone.
        zone: Required ZONE,
        /// The seat; the acting one when it is left out.
        who: Optional SEAT,
    ) -> Type::BOOL;
    example "controls($player.hand)" => "true";
    = Query |r, args| {
        let who = seat_or_acting(r, args, 1)?;
        Ok(Value::Bool(control::controls(r, who, zone(args, 0)?)))
    };

    /// Whether the acting seat may use the zones of all these cards.
    #[internal(tables)]
    control_all(
        /// The cards.
        cards: Required CARDS,
    ) -> Type::BOOL;
    example "control_all($player.hand)" => "true";
    = Query |r, args| {
        let acting = r.acting()?;
        let zones = cards(r, arg(args, 0))?;
        let mut zones = zones.into_iter().map(|card| r.world.zone_of(r.table, card));
        Ok(Value::Bool(zones.all(|zone| control::controls(r, acting, zone))))
    };

    /// How many more cards a zone may take.
    #[internal(tables)]
    room_in(
        /// The zone.
        zone: Required ZONE,
    ) -> Type::NUMBER;
    example "room_in('deck')" => "65530";
    = Query |r, args| {
        Ok(number_of(room(r, zone(args, 0)?)))
    };

    /// How many cards a zone lacks to reach its lower limit.
    #[internal(tables)]
    cards_missing(
        /// The zone.
        zone: Required ZONE,
    ) -> Type::NUMBER;
    example "cards_missing('deck')" => "0";
    = Query |r, args| {
        let zone = zone(args, 0)?;
        let least = usize::from(r.table.zone_def(zone).size.min);
        Ok(number_of(least.saturating_sub(r.world.zone_len(r.table, zone))))
    };

    /// The zones in which cards lie, one for each card.
    #[internal(tables)]
    zones_of_cards(
        /// The cards.
        cards: Required CARDS,
    ) -> Type::List(Kind::Zone);
    example "list_count(zones_of_cards('deck'))" => "5";
    = Query |r, args| {
        let cards = cards(r, arg(args, 0))?;
        list(r, cards.into_iter().map(|card| Value::Zone(r.world.zone_of(r.table, card))))
    };

    /// Whether all these cards may leave their zones without one of them falling
    /// under its lower limit.
    #[internal(tables)]
    all_may_leave(
        /// The cards.
        cards: Required CARDS,
    ) -> Type::BOOL;
    example "all_may_leave($player.hand)" => "true";
    = Query |r, args| {
        let cards = cards(r, arg(args, 0))?;
        let mut zones: SmallVec<[ZoneId; 16]> = cards.into_iter().map(|card| r.world.zone_of(r.table, card)).collect();
        zones.sort_unstable();
        let fine = zones.chunk_by(|a, b| a == b).all(|same| may_lose(r, same[0], same.len()));
        Ok(Value::Bool(fine))
    };

    /// Whether a card may leave a zone without the zone falling under its lower
    /// limit. One that fills up again counts what it can get.
    #[internal(tables)]
    may_leave(
        /// The zone.
        zone: Required ZONE,
    ) -> Type::BOOL;
    example "may_leave($player.hand)" => "true";
    = Query |r, args| {
        Ok(Value::Bool(may_lose(r, zone(args, 0)?, 1)))
    };

    /// Whether a zone takes cards of a deck: those it names, or of all when it
    /// names none.
    #[internal(tables)]
    belongs_in(
        /// A card, or a zone: all cards that may lie there.
        what: Required ANY,
        /// The zone.
        zone: Required ZONE,
    ) -> Type::BOOL;
    example "belongs_in(top_card('deck'), 'discard')" => "true";
    = Query |r, args| {
        let decks = &r.table.zone_def(zone(args, 1)?).decks;
        let belongs = decks.is_empty() || match arg(args, 0) {
            Value::Card(CardId(card)) => {
                r.table.card_deck.get(usize::from(card)).is_some_and(|deck| decks.contains(deck))
            }
            Value::Zone(from) => {
                let theirs = &r.table.zone_def(from).decks;
                !theirs.is_empty() && theirs.iter().all(|deck| decks.contains(deck))
            }
            _ => false,
        };
        Ok(Value::Bool(belongs))
    };

    /// Whether a zone could fill up just now: it has a rule for it, is not full
    /// by that rule, and there are cards to take.
    #[internal(tables)]
    can_refill(
        /// The zone.
        zone: Required ZONE,
    ) -> Type::BOOL;
    example "can_refill('deck')" => "false";
    = Query |r, args| {
        let zone = zone(args, 0)?;
        let def = r.table.zone_def(zone);
        let Some(rule) = &def.replenish else { return Ok(Value::Bool(false)) };
        let most = rule.up_to.unwrap_or(u16::MAX).min(def.size.max);
        let wants = r.world.zone_len(r.table, zone) < usize::from(most);
        Ok(Value::Bool(wants && refill(r, zone, rule) > 0))
    };

    /// The zones of a name that the acting seat may put a single card into: those
    /// of the seats named, every open copy, as far as their `control`, `size` and
    /// lower limit allow it.
    #[internal(tables)]
    zones_to_use(
        /// The seats.
        seats: Required SEATS,
        /// The zone that each of them has.
        zone: Required SEAT_ZONE,
    ) -> Type::List(Kind::Zone);
    example "zones_to_use(other_players(), 'hand')" => "[hand of B, hand of C]";
    = Query |r, args| {
        let mut zones = r.new_list();
        for seat in seat_list(r, arg(args, 0))? {
            usable(r, zone_of_seat(r, seat, args, 1)?, &mut zones)?;
        }
        finished(r, zones)
    };

    /// Of the open copies of a zone those that the acting seat may put a single
    /// card into, as its `control`, `size` and lower limit allow it.
    #[internal(tables)]
    copies_to_use(
        /// The zone, or any copy of it.
        zone: Required ZONE,
    ) -> Type::List(Kind::Zone);
    example "list_count(copies_to_use('deck'))" => "1";
    = Query |r, args| {
        let mut zones = r.new_list();
        usable(r, zone(args, 0)?, &mut zones)?;
        finished(r, zones)
    };

    /// How many more cards that one of several zones may take which has most room.
    #[internal(tables)]
    most_room(
        /// The zones.
        zones: Required ZONES,
    ) -> Type::NUMBER;
    example "most_room(copies_to_use('deck'))" => "65530";
    = Query |r, args| {
        let mut most = 0;
        for item in each_item(r, arg(args, 0))? {
            most = most.max(room(r, kinds::zone(item)?));
        }
        Ok(number_of(most))
    };

    /// Whether a zone has an open copy without cards, or one can be opened.
    #[internal(tables)]
    has_empty_copy(
        /// The zone, or any copy of it.
        zone: Required ZONE,
    ) -> Type::BOOL;
    example "has_empty_copy($player.meld)" => "true";
    example "has_empty_copy('deck')" => "false";
    = Query |r, args| {
        let zone = zone(args, 0)?;
        Ok(Value::Bool(empty_copy(r, zone).is_some() || marks::next_copy(r, zone).is_some()))
    };

    /// A copy of a zone without cards: an open one, else one that it opens.
    #[internal(tables)]
    #[errors("as many copies are open as there may be")]
    empty_copy(
        /// The zone, or any copy of it.
        zone: Required ZONE,
    ) -> Type::ZONE;
    example "place_card($player.hand, empty_copy($player.meld))", "count_cards($player.meld)" => "3";
    = Step |e, args| {
        let zone = zone(args, 0)?;
        let found = empty_copy(&e.reader(), zone);
        Ok(Value::Zone(match found {
            Some(copy) => copy,
            None => marks::open_copy(e, zone)?,
        }))
    };
}

/// How many cards there are for a zone to fill up with.
/// Whether so many cards may leave a zone, one that fills up again counting what it can get.
fn may_lose(r: &Reader<'_>, zone: ZoneId, n: usize) -> bool {
    let def = r.table.zone_def(zone);
    let left = r.world.zone_len(r.table, zone).saturating_sub(n);
    let least = usize::from(def.size.min);
    let refilled = match &def.replenish {
        Some(rule) if rule.when.on_empty => left + refill(r, zone, rule),
        _ => left,
    };
    left >= least || refilled >= least
}

fn refill(r: &Reader<'_>, zone: ZoneId, rule: &Replenish) -> usize {
    let owner = r.table.traits[zone.index()].owner;
    let from = rule
        .from
        .iter()
        .filter_map(|name| r.table.zone_named(*name, owner));
    from.map(|zone| r.world.zone_len(r.table, zone)).sum()
}

/// How many more cards a zone may take; a copy that is closed takes none.
fn room(r: &Reader<'_>, zone: ZoneId) -> usize {
    if !zone_marks::is_open(r.world, r.table, zone) {
        return 0;
    }
    let most = usize::from(r.table.zone_def(zone).size.max);
    most.saturating_sub(r.world.zone_len(r.table, zone))
}

/// Adds those copies of a zone that the acting seat may put a single card into.
fn usable(r: &Reader<'_>, zone: ZoneId, zones: &mut NewList<'_>) -> Run<()> {
    let acting = r.acting()?;
    for copy in marks::open_copies(r, zone) {
        let enough = r.world.zone_len(r.table, copy) + 1 >= usize::from(r.table.zone_def(copy).size.min);
        if enough && room(r, copy) > 0 && control::controls(r, acting, copy) {
            zones.push(Value::Zone(copy));
        }
    }
    Ok(())
}

/// An open copy of a zone without cards.
fn empty_copy(r: &Reader<'_>, zone: ZoneId) -> Option<ZoneId> {
    marks::open_copies(r, zone).find(|copy| r.world.zone_len(r.table, *copy) == 0)
}
