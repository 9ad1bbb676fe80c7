//! Values drawn from what an item of data may be.

use super::heap;
use super::table::Table;
use super::whole::World;
use crate::ids::{CardId, Seat, SeatSet, ZoneId};
use crate::program::{Domain, ListDomain, Values, ZoneName};
use crate::value::Value;

/// A value of a domain, drawn by `below`, which gives a number below its argument. `whose` is the seat
/// that has the item. `None` where nothing is known of it, or no value is possible just now.
pub(crate) fn draw(
    world: &mut World,
    table: &Table,
    domain: &Domain,
    whose: Option<Seat>,
    below: &mut dyn FnMut(u32) -> u32,
) -> Option<Value> {
    if let Domain::List(list) = domain {
        let items = draw_items(world, table, list, whose, below)?;
        return Some(Value::List(heap::keep_list(world, items)));
    }
    let all = Candidates::of(world, table, domain, whose)?;
    all.nth(below(all.count()?))
}

fn draw_items(
    world: &mut World,
    table: &Table,
    list: &ListDomain,
    whose: Option<Seat>,
    below: &mut dyn FnMut(u32) -> u32,
) -> Option<Vec<Value>> {
    let spread = u32::from(list.max.saturating_sub(list.min)) + 1;
    let len = u32::from(list.min) + below(spread);
    if !list.unique {
        return (0..len)
            .map(|_| draw(world, table, &list.item, whose, below))
            .collect();
    }
    let all = Candidates::of(world, table, &list.item, whose)?;
    let count = all.count()?;
    // Floyd's sampling: each set of so many places is as likely as any other.
    let mut places: Vec<u32> = Vec::new();
    for last in count.saturating_sub(len)..count {
        let place = below(last + 1);
        let at = below(places.len() as u32 + 1) as usize;
        let new = if places.contains(&place) { last } else { place };
        places.insert(at, new);
    }
    places.into_iter().map(|place| all.nth(place)).collect()
}

/// The values of a domain, by numbers.
enum Candidates<'a> {
    Range(i64, i64),
    These(&'a [Value]),
    Found(Vec<Value>),
    OrNothing(Box<Candidates<'a>>),
}

impl<'a> Candidates<'a> {
    /// `None` of what has no numbers: what is not known, and lists.
    fn of(world: &World, table: &'a Table, domain: &Domain, whose: Option<Seat>) -> Option<Candidates<'a>> {
        let cards =
            |cards: &mut dyn Iterator<Item = CardId>| Candidates::Found(cards.map(Value::Card).collect());
        Some(match domain {
            Domain::Unknown | Domain::List(_) => return None,
            Domain::Values(Values::Range(min, max)) => Candidates::Range(*min, *max),
            Domain::Values(Values::OneOf(list)) => Candidates::These(table.program.constants.items(*list)),
            Domain::Seats => Candidates::Found(table.every_seat().into_iter().map(Value::Seat).collect()),
            Domain::OtherSeats => {
                let others = table
                    .every_seat()
                    .minus(whose.map_or(SeatSet::EMPTY, SeatSet::one));
                Candidates::Found(others.into_iter().map(Value::Seat).collect())
            }
            Domain::Cards => cards(&mut table.card_ids()),
            Domain::CardsIn(names) => {
                let zones: Vec<ZoneId> = zones(table, names, whose);
                cards(
                    &mut table
                        .card_ids()
                        .filter(|card| zones.contains(&world.zone_of(table, *card))),
                )
            }
            Domain::CardsOf(types) => cards(
                &mut table
                    .card_ids()
                    .filter(|card| types.contains(&world.type_of(table, *card))),
            ),
            Domain::Zones(names) => {
                let zones = zones(table, names, whose);
                Candidates::Found(zones.into_iter().map(Value::Zone).collect())
            }
            Domain::OrNothing(inner) => {
                Candidates::OrNothing(Box::new(Candidates::of(world, table, inner, whose)?))
            }
        })
    }

    /// How many there are; `None` of none, and of more than can be counted.
    fn count(&self) -> Option<u32> {
        let count = match self {
            Candidates::Range(min, max) => u32::try_from(max.checked_sub(*min)?.checked_add(1)?).ok()?,
            Candidates::These(values) => u32::try_from(values.len()).ok()?,
            Candidates::Found(values) => u32::try_from(values.len()).ok()?,
            Candidates::OrNothing(inner) => inner.count().unwrap_or(0).checked_add(1)?,
        };
        (count > 0).then_some(count)
    }

    fn nth(&self, n: u32) -> Option<Value> {
        match self {
            Candidates::Range(min, _) => Some(Value::Int(min.checked_add(i64::from(n))?)),
            Candidates::These(values) => values.get(n as usize).copied(),
            Candidates::Found(values) => values.get(n as usize).copied(),
            Candidates::OrNothing(inner) => match n.checked_sub(1) {
                None => Some(Value::Nothing),
                Some(n) => inner.nth(n),
            },
        }
    }
}

/// The zones of some names that a seat has, or where it is nobody's, all seats.
fn zones(table: &Table, names: &[ZoneName], whose: Option<Seat>) -> Vec<ZoneId> {
    let seats = whose.map_or(table.every_seat(), SeatSet::one);
    let mut found = Vec::new();
    for name in names {
        match *name {
            ZoneName::Shared(at) => found.push(table.shared_zone(at)),
            ZoneName::Seat(at) => found.extend(seats.into_iter().map(|seat| table.seat_zone(seat, at))),
        }
    }
    found
}
