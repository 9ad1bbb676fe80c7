//! Data as programs give and read them: by name, not by what they are in a World.

use crate::error::PositionError;
use crate::event::DataAt;
use crate::ids::{CardId, CardTypeId, Seat, ZoneId};
use crate::play::{card_data, keeping};
use crate::program::DataDef;
use crate::value::{Type, Value};
use crate::vm::engine::{Engine, Reader};
use crate::vm::typed::has_type;
use crate::world::table::Table;
use crate::world::whole::World;
use serde::{Deserialize, Serialize};

/// An item of data, by its number among those of its owner.
///
/// See [`Position`](super::Position) for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// Shared data.
    Global(u16),
    /// A seat's data.
    Seat(Seat, u16),
    /// Data of the state that runs.
    State(u16),
    /// Data of a card.
    Card {
        /// What it is.
        card: CardTypeId,
        /// Where it lies; of several alike, it is the first where that is not said.
        at: InZone,
        /// The number of the item.
        item: u16,
    },
}

/// Where a card lies, as far as that is said.
///
/// See [`Position`](super::Position) for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct InZone {
    /// The zone.
    pub zone: ZoneId,
    /// Which of the cards that are alike there, counted from 0 and the one that would be drawn first; None is any of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<u16>,
}

impl InZone {
    /// Any of the cards alike in a zone.
    pub fn any(zone: ZoneId) -> InZone {
        InZone { zone, nth: None }
    }

    /// Where a card lies.
    pub(super) fn of(world: &World, table: &Table, card: CardId) -> InZone {
        let zone = world.zone_of(table, card);
        let wanted = world.type_of(table, card);
        let nth = alike(world, table, zone, wanted).position(|one| one == card);
        InZone {
            zone,
            nth: nth.map(|nth| nth as u16),
        }
    }

    /// Whether both may be the same, as far as that is said.
    fn is_like(self, other: InZone) -> bool {
        self.zone == other.zone
            && self
                .nth
                .zip(other.nth)
                .is_none_or(|(one, another)| one == another)
    }

    /// The card of a type that lies there; the first of any.
    pub(super) fn card(self, world: &World, table: &Table, wanted: CardTypeId) -> Option<CardId> {
        alike(world, table, self.zone, wanted).nth(usize::from(self.nth.unwrap_or_default()))
    }
}

/// The cards of a type in a zone, the one that would be drawn first at the beginning.
fn alike<'w>(
    world: &'w World,
    table: &'w Table,
    zone: ZoneId,
    wanted: CardTypeId,
) -> impl Iterator<Item = CardId> + 'w {
    let cards = world.zone_cards(table, zone);
    let last = cards.len().wrapping_sub(1);
    let is_fifo = table.traits[zone.index()].fifo;
    let in_order = (0..cards.len()).map(move |at| CardId(cards[if is_fifo { at } else { last - at }]));
    in_order.filter(move |card| world.type_of(table, *card) == wanted)
}

/// A value of an item of data.
///
/// See [`Position`](super::Position) for an example.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Given {
    /// No value.
    Nothing,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    Text(String),
    /// A seat.
    Seat(Seat),
    /// A card of this type, where it is said where it lies; otherwise the first one, zone by zone.
    Card(CardTypeId, Option<InZone>),
    /// A zone.
    Zone(ZoneId),
    /// A list.
    List(Vec<Given>),
}

impl Given {
    /// A value as rules know it.
    pub(super) fn of(reader: &Reader<'_>, value: Value) -> Given {
        match value {
            Value::Nothing | Value::Deck(_) => Given::Nothing,
            Value::Bool(truth) => Given::Bool(truth),
            Value::Int(n) => Given::Int(n),
            Value::Float(n) => Given::Float(n),
            Value::Str(id) => Given::Text(reader.text(id).into_owned()),
            Value::Seat(seat) => Given::Seat(seat),
            Value::Card(card) => {
                let (world, table) = (reader.world, reader.table);
                Given::Card(world.type_of(table, card), Some(InZone::of(world, table, card)))
            }
            Value::Zone(zone) => Given::Zone(zone),
            Value::List(_) => Given::List(
                reader
                    .each_item(value)
                    .map(|item| Given::of(reader, item))
                    .collect(),
            ),
        }
    }

    /// Whether it says the same: numbers by what they count, and cards by where they lie only where both say it.
    pub fn is_like(&self, other: &Given) -> bool {
        match (self, other) {
            (Given::Int(whole), Given::Float(number)) | (Given::Float(number), Given::Int(whole)) => {
                *whole as f64 == *number
            }
            (Given::Card(one, at), Given::Card(another, there)) => {
                let both = at.zip(*there);
                one == another && both.is_none_or(|(at, there)| at.is_like(there))
            }
            (Given::List(some), Given::List(others)) => {
                some.len() == others.len() && some.iter().zip(others).all(|(one, other)| one.is_like(other))
            }
            (one, other) => one == other,
        }
    }
}

/// Sets an item of data.
pub(super) fn set(
    engine: &mut Engine<'_>,
    (datum, item): (usize, Item),
    given: &Given,
) -> Result<(), PositionError> {
    let table = engine.table;
    let program = &table.program;
    let wrong = |wanted| PositionError::Datum { datum, wanted };
    let (def, slot, at) = match item {
        Item::Card {
            card,
            at: place,
            item: at,
        } => {
            let Some(data) = program.data.card.get(usize::from(at)) else {
                return Err(wrong(Type::Nothing));
            };
            let card = place.card(engine.world, table, card);
            let card = card.ok_or(PositionError::NoCard { datum })?;
            let value = fitting(engine, &data.def, given).ok_or(wrong(data.def.ty))?;
            let done = card_data::set(engine, card, at, value);
            return done.map_err(|_| PositionError::CardNotTold { datum });
        }
        Item::Global(at) => (
            program.data.globals.get(usize::from(at)),
            usize::from(at),
            DataAt::Global(at),
        ),
        Item::Seat(seat, at) => (
            program.data.seat.get(usize::from(at)),
            table.seat_data_at(seat, at),
            DataAt::Seat(seat, at),
        ),
        Item::State(at) => (
            program.state(engine.world.scene.state).data.get(usize::from(at)),
            engine.world.state_data_at(table) + usize::from(at),
            DataAt::State(engine.world.scene.scene, at),
        ),
    };
    let Some(def) = def else {
        return Err(wrong(Type::Nothing));
    };
    let value = fitting(engine, def, given).ok_or(wrong(def.ty))?;
    engine.set_data(slot, &value, at);
    Ok(())
}

/// The value, where it is of the item's type.
fn fitting(engine: &mut Engine<'_>, def: &DataDef, given: &Given) -> Option<Value> {
    let value = value_of(engine, given)?;
    let value = keeping::keep(engine, value);
    let fits = value == Value::Nothing || has_type(&engine.reader(), value, def.ty);
    fits.then_some(value)
}

/// The value; None where it names a card that is nowhere.
fn value_of(engine: &Engine<'_>, given: &Given) -> Option<Value> {
    let reader = engine.reader();
    Some(match given {
        Given::Nothing => Value::Nothing,
        Given::Bool(truth) => Value::Bool(*truth),
        Given::Int(n) => Value::Int(*n),
        Given::Float(n) => Value::Float(*n),
        Given::Text(text) => reader.new_text(text).ok()?,
        Given::Seat(seat) => Value::Seat(*seat),
        Given::Zone(zone) => Value::Zone(*zone),
        Given::Card(wanted, place) => {
            let (table, world) = (engine.table, &*engine.world);
            let anywhere = || {
                table
                    .zone_ids()
                    .map(InZone::any)
                    .find_map(|place| place.card(world, table, *wanted))
            };
            Value::Card(place.map_or_else(anywhere, |place| place.card(world, table, *wanted))?)
        }
        Given::List(items) => {
            let items: Option<Vec<Value>> = items.iter().map(|item| value_of(engine, item)).collect();
            let mut list = reader.new_list();
            list.extend(items?);
            list.finish().ok()?
        }
    })
}
