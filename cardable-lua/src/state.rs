//! Table-like access from scripts: data, and the properties of handles.

use crate::crossing::{Failure, cross, wrong};
use crate::handles;
use crate::limits::Meter;
use crate::marshal::Carried;
use crate::values::{inward, outward, text};
use cardable_engine::ids::DeckId;
use cardable_engine::script::{DataDecl, Datum, Declarations, ScriptHost};
use cardable_engine::value::Value;
use mlua::{Lua, Table, Value as LuaValue};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Numbers of `game`'s fields other than zones.
const DECKS: u16 = 60_000;
const SEATS: u16 = 60_001;
const STATE: u16 = 60_002;

/// The fields of `game` other than shared zones: name, number, description.
pub(crate) const GAME: [(&str, u16, &str); 3] = [
    ("decks", DECKS, "The decks of the game."),
    ("seats", SEATS, "All seats, those too that the game plays."),
    ("state", STATE, "The name of the running state."),
];

/// Marks a property that a handle does not have. It is not a valid handle.
const NONE: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OfSeat {
    /// A zone of the seat, by index.
    Zone(u16),
    /// An item of its data, by index.
    Data(u16),
    Name,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OfCard {
    /// An attribute, by index.
    Attribute(u16),
    /// An item of its data, by index.
    Data(u16),
}

/// A property name, with its meaning for each kind of handle.
#[derive(Clone, Copy, Default, Debug)]
struct Property {
    seat: Option<OfSeat>,
    card: Option<OfCard>,
    /// `Some(true)`: the zone's name. `Some(false)`: its owner.
    zone: Option<bool>,
    deck: bool,
}

impl Property {
    /// The item of data that it is of something, if it is one.
    fn data_of(self, of: Value) -> Option<Datum> {
        match (of, self.seat, self.card) {
            (Value::Seat(seat), Some(OfSeat::Data(at)), _) => Some(Datum::Seat(seat, at)),
            (Value::Card(card), _, Some(OfCard::Data(at))) => Some(Datum::Card(card, at)),
            _ => None,
        }
    }
}

/// All properties by number.
#[derive(Debug)]
pub(crate) struct Properties {
    all: Vec<Property>,
    by_name: BTreeMap<String, usize>,
    decks: Vec<String>,
    states: Vec<String>,
}

impl Properties {
    pub(crate) fn new(names: &Declarations) -> Properties {
        let mut it = Properties {
            all: Vec::new(),
            by_name: BTreeMap::new(),
            decks: names.decks.iter().map(|d| d.name.clone()).collect(),
            states: names.states.iter().map(|s| s.name.clone()).collect(),
        };
        let name = it.named("name");
        name.seat = Some(OfSeat::Name);
        name.zone = Some(true);
        name.deck = true;
        it.named("owner").zone = Some(false);
        for (decl, at) in names.seat_data.iter().zip(0..) {
            it.named(&decl.name).seat = Some(OfSeat::Data(at));
        }
        // Copies of a zone share its name. Iterate in reverse so that the first one wins.
        for (at, decl) in (0..).zip(&names.seat_zones).collect::<Vec<_>>().into_iter().rev() {
            it.named(&decl.name).seat = Some(OfSeat::Zone(at));
        }
        for (decl, at) in names.attributes.iter().zip(0..) {
            it.named(&decl.name).card = Some(OfCard::Attribute(at));
        }
        for (decl, at) in names.card_data.iter().zip(0..) {
            it.named(&decl.name).card = Some(OfCard::Data(at));
        }
        it
    }

    fn named(&mut self, name: &str) -> &mut Property {
        let next = self.all.len();
        let at = *self.by_name.entry(name.to_owned()).or_insert(next);
        if at == next {
            self.all.push(Property::default());
        }
        &mut self.all[at]
    }

    /// All property names with their numbers.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, usize)> {
        self.by_name.iter().map(|(name, at)| (name.as_str(), *at))
    }

    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The index of the seat data that a property reads, or `None` if it reads something else.
    pub(crate) fn seat_data(&self, at: usize) -> Option<u16> {
        match self.all.get(at)?.seat? {
            OfSeat::Data(at) => Some(at),
            OfSeat::Zone(_) | OfSeat::Name => None,
        }
    }

    /// Whether handles of this kind have a property of this name.
    pub(crate) fn has(&self, kind: &str, name: &str) -> bool {
        let property = self.by_name.get(name).and_then(|at| self.all.get(*at));
        property.is_some_and(|p| match kind {
            "seat" => p.seat.is_some(),
            "card" => p.card.is_some(),
            "zone" => p.zone.is_some(),
            _ => p.deck,
        })
    }

    /// The value of a field of `game`.
    pub(crate) fn of_game(
        &self,
        lua: &Lua,
        at: u16,
        generation: u32,
        here: &mut dyn ScriptHost,
    ) -> Result<Carried, Failure> {
        let several: Vec<Value> = match at {
            DECKS => (0..self.decks.len())
                .map(|at| Value::Deck(DeckId(at as u16)))
                .collect(),
            SEATS => (0..here.seats())
                .map(|at| Value::Seat(cardable_engine::Seat(at as u8)))
                .collect(),
            STATE => {
                let name = self.states.get(here.state().index()).map_or("", String::as_str);
                return Ok(text(lua, name)?);
            }
            at => {
                let zone = here.shared_zone(at).map_or(Value::Nothing, Value::Zone);
                return outward(lua, zone, generation, here);
            }
        };
        let list = several.into_iter().filter_map(|v| handles::handle(v, generation));
        let list = lua.create_sequence_from(list.map(Carried::Handle))?;
        Ok(Carried::large(LuaValue::Table(list)))
    }

    /// The value of a property. `None` if that kind of handle lacks it.
    pub(crate) fn read(
        &self,
        lua: &Lua,
        of: Value,
        at: usize,
        generation: u32,
        here: &mut dyn ScriptHost,
    ) -> Result<Option<Carried>, Failure> {
        let Some(property) = self.all.get(at).copied() else {
            return Ok(None);
        };
        let value = match of {
            Value::Seat(seat) => match property.seat {
                None => return Ok(None),
                Some(OfSeat::Name) => {
                    return Ok(Some(text(lua, here.seat_name(seat))?));
                }
                Some(OfSeat::Data(at)) => here.read(Datum::Seat(seat, at))?,
                Some(OfSeat::Zone(at)) => here.seat_zone(seat, at).map_or(Value::Nothing, Value::Zone),
            },
            Value::Card(card) => match property.card {
                None => return Ok(None),
                Some(OfCard::Attribute(at)) => here.attribute(card, at)?,
                Some(OfCard::Data(at)) => here.read(Datum::Card(card, at))?,
            },
            Value::Zone(zone) => match (property.zone, here.zone_name(zone)) {
                (None, _) => return Ok(None),
                (Some(_), None) => Value::Nothing,
                (Some(true), Some((name, _))) => {
                    return Ok(Some(text(lua, name)?));
                }
                (Some(false), Some((_, owner))) => owner.map_or(Value::Nothing, Value::Seat),
            },
            Value::Deck(DeckId(deck)) if property.deck => {
                let name = self.decks.get(usize::from(deck)).map_or("", String::as_str);
                return Ok(Some(text(lua, name)?));
            }
            Value::Deck(_)
            | Value::Nothing
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Str(_)
            | Value::List(_) => return Ok(None),
        };
        Ok(Some(outward(lua, value, generation, here)?))
    }
}

/// A table from data names to indices.
pub(crate) fn places(lua: &Lua, data: &[DataDecl]) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for (decl, at) in data.iter().zip(0u16..) {
        table.raw_set(decl.name.as_str(), at)?;
    }
    Ok(table)
}

/// The number of `game`'s field of this name.
pub(crate) fn game_place(names: &Declarations, name: &str) -> Option<u16> {
    // As in the table: the first of several, and zones before the rest.
    let zone = names.shared_zones.iter().position(|z| z.name == name);
    let zone = zone.and_then(|at| u16::try_from(at).ok());
    zone.or_else(|| GAME.iter().find(|(own, ..)| *own == name).map(|(_, at, _)| *at))
}

/// A table from `game`'s field names to numbers.
pub(crate) fn game(lua: &Lua, names: &Declarations) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for (name, at, _) in GAME {
        table.raw_set(name, at)?;
    }
    for (at, decl) in (0u16..)
        .zip(&names.shared_zones)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
    {
        table.raw_set(decl.name.as_str(), at)?;
    }
    Ok(table)
}

type DatumOf = fn(u16) -> Datum;

/// Registers the functions that read and write in a table.
pub(crate) fn register(
    lua: &Lua,
    meter: &Rc<Meter>,
    properties: Rc<Properties>,
    into: &Table,
) -> mlua::Result<()> {
    let data: [(&str, Option<&str>, DatumOf); 4] = [
        ("read_global", Some("write_global"), Datum::Global),
        ("read_option", None, Datum::Setting),
        ("read_action", Some("write_action"), Datum::Action),
        ("read_state", Some("write_state"), Datum::State),
    ];
    for (read, write, place) in data {
        let m = Rc::clone(meter);
        let reads = lua.create_function(move |lua, at: u16| {
            cross(&m, |here| {
                let value = here.read(place(at))?;
                outward(lua, value, m.generation.get(), here)
            })
        })?;
        into.raw_set(read, reads)?;
        let Some(write) = write else { continue };
        let m = Rc::clone(meter);
        let writes = lua.create_function(move |_, (at, value): (u16, Carried)| {
            cross(&m, |here| {
                let value = inward(&value, m.generation.get(), here)?;
                Ok(here.write(place(at), value)?)
            })
        })?;
        into.raw_set(write, writes)?;
    }

    let m = Rc::clone(meter);
    let running = lua.create_function(move |_, ()| cross(&m, |here| Ok(here.state().0)))?;
    into.raw_set("running", running)?;

    let (m, p) = (Rc::clone(meter), Rc::clone(&properties));
    let game = lua.create_function(move |lua, at: u16| {
        cross(&m, |here| p.of_game(lua, at, m.generation.get(), here))
    })?;
    into.raw_set("read_game", game)?;

    let (m, p) = (Rc::clone(meter), Rc::clone(&properties));
    let property = lua.create_function(move |lua, (of, at): (Carried, usize)| {
        cross(&m, |here| {
            let generation = m.generation.get();
            let of = inward(&of, generation, here)?;
            let value = p.read(lua, of, at, generation, here)?;
            Ok(value.unwrap_or(Carried::Handle(NONE)))
        })
    })?;
    into.raw_set("property", property)?;
    into.raw_set("none", Carried::Handle(NONE))?;

    let (m, p) = (Rc::clone(meter), Rc::clone(&properties));
    let set = lua.create_function(move |_, (of, at, value): (Carried, usize, Carried)| {
        cross(&m, |here| {
            let generation = m.generation.get();
            let of = inward(&of, generation, here)?;
            let Some(place) = p.all.get(at).and_then(|property| property.data_of(of)) else {
                return Ok(wrong("only the data of seats and cards can be set")?);
            };
            let value = inward(&value, generation, here)?;
            Ok(here.write(place, value)?)
        })
    })?;
    into.raw_set("set_property", set)?;

    let rank = lua.create_function(|_, of: LuaValue| Ok(of.as_light_userdata().map_or(0, handles::rank)))?;
    into.raw_set("rank", rank)?;
    let kind = lua.create_function(|_, of: LuaValue| Ok(of.as_light_userdata().map_or(0, handles::kind)))?;
    into.raw_set("kind", kind)?;

    let (m, p) = (Rc::clone(meter), properties);
    let describe = lua.create_function(move |lua, of: LuaValue| {
        let generation = m.generation.get();
        let value = of.as_light_userdata().and_then(|h| handles::value(h, generation));
        let kind = of.as_light_userdata().map_or(0, handles::kind);
        let plain = kind
            .checked_sub(1)
            .and_then(|k| handles::KINDS.get(k))
            .copied()
            .unwrap_or("value");
        let text = cross(&m, |here| {
            Ok(match value {
                Some(Value::Seat(seat)) => here.seat_name(seat).to_owned(),
                Some(Value::Zone(zone)) => here.zone_name(zone).map_or("zone", |(name, _)| name).to_owned(),
                Some(Value::Deck(DeckId(deck))) => {
                    p.decks.get(usize::from(deck)).cloned().unwrap_or_default()
                }
                // A card's name would reveal its face.
                _ => plain.to_owned(),
            })
        })?;
        lua.create_string(text)
    })?;
    into.raw_set("describe", describe)
}
