//! What a viewer may hold of cards besides their places and faces: their data, and what was told of them.

use super::data::any_datum;
use super::table::{CardDatum, Datum, Status, ToldCard};
use crate::ids::{CardId, CardTypeId, Viewer};
use crate::value::Value;
use crate::vm::engine::Reader;
use crate::world::card_data;

/// What a viewer may hold of a value that a card has and that is open to him. Which card it names he learns by its place.
#[cold]
pub(super) fn datum_of_card(reader: &Reader<'_>, viewer: Viewer, value: Value) -> Datum {
    match value {
        Value::Card(card) if card_data::can_tell(reader.world, reader.table, card, viewer) => Datum::CardAt {
            zone: reader.world.zone_of(reader.table, card),
            index: reader.world.place_of(reader.table, card) as u16,
        },
        value => any_datum(reader, value),
    }
}

/// What cards have besides places and faces.
#[cold]
pub(super) fn of_cards_into(reader: &Reader<'_>, viewer: Viewer, out: &mut Status) {
    out.cards.clear();
    card_data_into(reader, viewer, &mut out.cards);
    out.told.clear();
    told_into(reader, viewer, &mut out.told);
}

/// What a viewer was told of cards, and what he can tell that others were told.
fn told_into(reader: &Reader<'_>, viewer: Viewer, out: &mut Vec<ToldCard>) {
    let (t, world) = (reader.table, reader.world);
    let told = world.extras.iter().flat_map(|extras| &extras.told);
    let told = told.filter(|told| told.followed.contains(viewer));
    let of_seats = told.flat_map(|told| t.every_seat().into_iter().map(move |seat| (told, seat)));
    for (told, seat) in of_seats {
        let is_of_seat = told.who.contains(Viewer::Seat(seat));
        if !is_of_seat || world.knows(t, told.card).contains(Viewer::Seat(seat)) {
            continue;
        }
        let zone = world.zone_of(t, told.card);
        let index = world.place_of(t, told.card) as u16;
        let types = told.may_be.types().map(|ty| CardTypeId(ty as u16));
        let same = |one: &&mut ToldCard| one.zone == zone && one.index == index && one.seat == seat;
        match out.iter_mut().find(same) {
            Some(one) => {
                let types: Vec<CardTypeId> = types.collect();
                one.may_be.retain(|ty| types.contains(ty));
            }
            None => out.push(ToldCard {
                zone,
                index,
                seat,
                may_be: types.collect(),
            }),
        }
    }
    out.sort_by_key(|told| (told.zone, told.index, told.seat));
}

/// What a viewer sees of the cards' data, where it is not what it is at first.
fn card_data_into(reader: &Reader<'_>, viewer: Viewer, out: &mut Vec<CardDatum>) {
    let (t, world) = (reader.table, reader.world);
    if t.card_data.each == 0 {
        return;
    }
    for zone in t
        .zone_ids()
        .filter(|zone| world.places(t, *zone).contains(viewer))
    {
        for (card, index) in world.zone_cards(t, zone).iter().zip(0..) {
            let card = CardId(*card);
            for (item, value) in card_data::changed(world, t, card) {
                let names_what_is_lost =
                    matches!(value, Value::Card(other) if !card_data::can_tell(world, t, other, viewer));
                if card_data::is_open(world, t, card, item, viewer) && !names_what_is_lost {
                    out.push(CardDatum {
                        zone,
                        index,
                        item,
                        value: datum_of_card(reader, viewer, value),
                    });
                }
            }
        }
    }
}
