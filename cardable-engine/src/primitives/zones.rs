//! Opening and closing copies of zones, and the designations that zones bear.

use super::args::{arg, each_item, finished, given, list, seat_list, zone, zone_of_seat};
use super::macros::primitives;
use super::param_types::{DESIGNATION, SEAT_ZONE, SEATS, ZONE, ZONES};
use crate::fault::{FaultKind, Run};
use crate::ids::{StrId, ZoneId};
use crate::play::marks;
use crate::value::{Kind, Type, Value};
use crate::vm::engine::Reader;
use crate::vm::kinds;
use crate::world::zone_marks;

primitives! {
    family Zones;

    /// Opens one more copy of a zone, and gives it. Of a zone that is declared
    /// with a `count`, copies are opened and closed in play.
    #[errors("as many copies are open as there may be")]
    open_zone(
        /// The zone, or any copy of it.
        zone: Required ZONE,
    ) -> Type::ZONE;
    example "open_zone($player.meld)", "list_count(open_zones($player.meld))" => "1";
    example "place_card(top_card($player.hand), open_zone($player.meld))", "count_cards($player.meld)" => "1";
    = Step |e, args| Ok(Value::Zone(marks::open_copy(e, zone(args, 0)?)?));

    /// Closes a copy of a zone, which is empty or gives its cards away.
    #[moves(all of zone -> to)]
    #[errors("the copy is closed already; no fewer may be open; it holds cards and no zone is named for them")]
    close_zone(
        /// The copy.
        zone: Required ZONE,
        /// The zone that its cards go to.
        to: Optional ZONE,
    ) -> Type::Nothing;
    example ["open_zone($player.meld)"] "close_zone($player.meld)", "is_open($player.meld)" => "false";
    example ["place_card($player.hand, open_zone($player.meld))"]
        "close_zone($player.meld, 'discard')", "count_cards('discard')" => "3";
    = Step |e, args| {
        let zone = zone(args, 0)?;
        match given(args, 1) {
            Some(to) => marks::close_copy_to(e, zone, kinds::zone(to)?)?,
            None => marks::close_copy(e, zone)?,
        }
        Ok(Value::Nothing)
    };

    /// The open copies of a zone, in the order of their numbers.
    open_zones(
        /// The zone, or any copy of it.
        zone: Required ZONE,
    ) -> Type::List(Kind::Zone);
    example ["open_zone($player.meld)", "open_zone($player.meld)"] "list_count(open_zones($player.meld))" => "2";
    example "list_count(open_zones('deck'))" => "1";
    = Query |r, args| {
        let open = marks::open_copies(r, zone(args, 0)?);
        list(r, open.map(Value::Zone))
    };

    /// Whether a zone is there: a copy that is not open is not.
    is_open(
        /// The zone.
        zone: Required ZONE,
    ) -> Type::BOOL;
    example "is_open($player.meld)" => "false";
    example "is_open('deck')" => "true";
    = Query |r, args| Ok(Value::Bool(zone_marks::is_open(r.world, r.table, zone(args, 0)?)));

    /// Whether one more copy of a zone may be opened.
    can_open_zone(
        /// The zone, or any copy of it.
        zone: Required ZONE,
    ) -> Type::BOOL;
    example "can_open_zone($player.meld)" => "true";
    example "can_open_zone('deck')" => "false";
    = Query |r, args| Ok(Value::Bool(marks::next_copy(r, zone(args, 0)?).is_some()));

    /// Whether a zone may be closed: it is an open copy, empty, and not the last
    /// that there must be.
    can_close_zone(
        /// The copy.
        zone: Required ZONE,
    ) -> Type::BOOL;
    example ["open_zone($player.meld)"] "can_close_zone($player.meld)" => "true";
    example "can_close_zone('deck')" => "false";
    = Query |r, args| {
        let zone = zone(args, 0)?;
        Ok(Value::Bool(marks::can_spare(r, zone) && r.world.zone_len(r.table, zone) == 0))
    };

    /// Gives a zone a designation that it can bear; of those that exclude each
    /// other, it loses the one it bore.
    #[errors("the zone can bear no such designation; the zone is not open")]
    designate(
        /// The zone.
        zone: Required ZONE,
        /// The designation.
        designation: Required DESIGNATION,
    ) -> Type::Nothing;
    example "designate($player.front, 'resting')", "is_designated($player.front, 'resting')" => "true";
    example "designate($player.front, 'resting')", "is_designated($player.front, 'ready')" => "false";
    = Step |e, args| {
        let name = name(arg(args, 1))?;
        marks::designate(e, zone(args, 0)?, name, true)?;
        Ok(Value::Nothing)
    };

    /// Takes a designation from a zone.
    #[errors("the zone can bear no such designation; the zone is not open")]
    clear_designation(
        /// The zone.
        zone: Required ZONE,
        /// The designation.
        designation: Required DESIGNATION,
    ) -> Type::Nothing;
    example "clear_designation($player.front, 'ready')", "is_designated($player.front, 'ready')" => "false";
    = Step |e, args| {
        let name = name(arg(args, 1))?;
        marks::designate(e, zone(args, 0)?, name, false)?;
        Ok(Value::Nothing)
    };

    /// Whether a zone bears a designation.
    is_designated(
        /// The zone.
        zone: Required ZONE,
        /// The designation.
        designation: Required DESIGNATION,
    ) -> Type::BOOL;
    example "is_designated($player.front, 'ready')" => "true";
    example "is_designated('deck', 'ready')" => "false";
    = Query |r, args| Ok(Value::Bool(bears(r, zone(args, 0)?, name(arg(args, 1))?)));

    /// The designations of a zone, in the order of their declaration.
    designations(
        /// The zone.
        zone: Required ZONE,
    ) -> Type::List(Kind::String);
    example ["designate($player.front, 'guarded')"] "designations($player.front)" => "[ready, guarded]";
    = Query |r, args| {
        let zone = zone(args, 0)?;
        let bits = zone_marks::designations(r.world, r.table, zone);
        let all = r.table.zone_def(zone).designations().enumerate();
        list(r, all.filter(|(at, _)| bits >> at & 1 == 1).map(|(_, d)| Value::Str(d.name)))
    };

    /// Of several zones those that bear a designation, in their order.
    zones_designated(
        /// The zones.
        zones: Required ZONES,
        /// The designation.
        designation: Required DESIGNATION,
    ) -> Type::List(Kind::Zone);
    example ["designate($player.front, 'resting')"] "list_count(zones_designated(zones_of(all, 'front'), 'ready'))" => "2";
    = Query |r, args| {
        let name = name(arg(args, 1))?;
        let mut found = r.new_list();
        for item in each_item(r, arg(args, 0))? {
            let zone = kinds::zone(item)?;
            if bears(r, zone, name) {
                found.push(Value::Zone(zone));
            }
        }
        finished(r, found)
    };

    /// Of several seats those whose zone of a name, or any open copy of it, bears
    /// a designation.
    seats_designated(
        /// The seats.
        who: Required SEATS,
        /// The zone.
        zone: Required SEAT_ZONE,
        /// The designation.
        designation: Required DESIGNATION,
    ) -> Type::List(Kind::Seat);
    example ["designate($player.front, 'resting')"] "seats_designated(all, 'front', 'resting')" => "[A]";
    = Query |r, args| {
        let name = name(arg(args, 2))?;
        let mut found = r.new_list();
        for seat in seat_list(r, arg(args, 0))? {
            let mut copies = marks::open_copies(r, zone_of_seat(r, seat, args, 1)?);
            if copies.any(|zone| bears(r, zone, name)) {
                found.push(Value::Seat(seat));
            }
        }
        finished(r, found)
    };
}

fn name(value: Value) -> Run<StrId> {
    match value {
        Value::Str(id) => Ok(id),
        found => Err(FaultKind::WrongKind {
            wanted: "a text",
            found,
        }
        .into()),
    }
}

fn bears(r: &Reader<'_>, zone: ZoneId, name: StrId) -> bool {
    let number = marks::designation(r, zone, name);
    number.is_some_and(|n| zone_marks::designations(r.world, r.table, zone) >> n & 1 == 1)
}
