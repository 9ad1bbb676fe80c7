//! Functions that read or write one item of data, or one property of the acting seat: what `globals.n` and
//! the like are rewritten to. Only those that the files of a ruleset use are made.

use crate::carried::Carried;
use crate::crossing::{Failure, cross, raise};
use crate::limits::Meter;
use crate::rewrite::Used;
use crate::state::{self, Properties};
use crate::values::{inward, outward};
use cardable_core::script::{Crossings, DataDecl, Datum, Declarations, ErrorKind, ScriptError};
use cardable_core::value::Value;
use mlua::{Function, Lua, Table};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a function reads or writes.
#[derive(Clone, Debug)]
enum Place {
    /// An item of data that is always there.
    Data(Datum),
    /// An item of the running state's data: its place in each state that has it.
    State(Vec<Option<u16>>),
    /// What `game` has.
    Game(u16),
    /// A property of the acting seat.
    Player(usize),
}

/// Whether there are such functions for a name.
pub(crate) fn known(names: &Declarations, properties: &Properties, base: &str, name: &str) -> bool {
    place(names, properties, base, name).is_some()
}

fn position(data: &[DataDecl], name: &str) -> Option<u16> {
    data.iter()
        .position(|d| d.name == name)
        .and_then(|at| u16::try_from(at).ok())
}

fn place(names: &Declarations, properties: &Properties, base: &str, name: &str) -> Option<Place> {
    let data = |list: &[DataDecl], of: fn(u16) -> Datum| position(list, name).map(|at| Place::Data(of(at)));
    match base {
        "globals" => data(&names.globals, Datum::Global),
        "options" => data(&names.options, Datum::Setting),
        "action" => data(&names.actions, Datum::Action),
        "state" => {
            let places: Vec<Option<u16>> = names.states.iter().map(|s| position(&s.data, name)).collect();
            places.iter().any(Option::is_some).then_some(Place::State(places))
        }
        "game" => state::game_place(names, name).map(Place::Game),
        "player" if properties.has("seat", name) => properties.number(name).map(Place::Player),
        _ => None,
    }
}

/// Puts the functions that are used into the environment, in tables by what they belong to.
pub(crate) fn register(
    lua: &Lua,
    meter: &Rc<Meter>,
    names: &Declarations,
    properties: &Rc<Properties>,
    used: &BTreeSet<Used>,
    into: &Table,
) -> mlua::Result<()> {
    for used in used {
        let Some(place) = place(names, properties, &used.base, &used.name) else {
            continue;
        };
        let title = match used.writes {
            true => format!("__set_{}", used.base),
            false => format!("__{}", used.base),
        };
        let table = match into.raw_get::<Option<Table>>(title.as_str())? {
            Some(table) => table,
            None => lua.create_table()?,
        };
        let what = format!("{}.{}", used.base, used.name);
        let function = match used.writes {
            true => write(lua, meter, properties, place, what)?,
            false => read(lua, meter, properties, place, what)?,
        };
        table.raw_set(used.name.as_str(), function)?;
        into.raw_set(title, table)?;
    }
    for base in ["globals", "options", "action", "state", "game", "player"] {
        for title in [format!("__{base}"), format!("__set_{base}")] {
            if let Some(table) = into.raw_get::<Option<Table>>(title)? {
                table.set_readonly(true);
            }
        }
    }
    Ok(())
}

#[cold]
fn no_such<R>(what: &str) -> Result<R, Failure> {
    let message = format!("there is no `{what}`");
    Err(Failure::Lua(raise(ScriptError::new(ErrorKind::Unknown, message))))
}

#[cold]
fn nobody<R>(what: &str) -> Result<R, Failure> {
    let message = format!("there is no acting seat here, so no `{what}`");
    Err(Failure::Lua(raise(ScriptError::new(
        ErrorKind::NoPlayer,
        message,
    ))))
}

/// The place of an item of the running state's data.
fn in_state(places: &[Option<u16>], what: &str, here: &dyn Crossings) -> Result<Datum, Failure> {
    match places.get(here.state().index()) {
        Some(Some(at)) => Ok(Datum::State(*at)),
        _ => no_such(what),
    }
}

fn read(
    lua: &Lua,
    meter: &Rc<Meter>,
    properties: &Rc<Properties>,
    place: Place,
    what: String,
) -> mlua::Result<Function> {
    let m = Rc::clone(meter);
    match place {
        // The most frequent one by itself.
        Place::Data(at) => lua.create_function(move |lua, ()| {
            cross(&m, |here| {
                let value = here.read(at)?;
                outward(lua, value, m.generation.get(), here)
            })
        }),
        Place::State(places) => lua.create_function(move |lua, ()| {
            cross(&m, |here| {
                let value = here.read(in_state(&places, &what, here)?)?;
                outward(lua, value, m.generation.get(), here)
            })
        }),
        Place::Game(at) => {
            let p = Rc::clone(properties);
            lua.create_function(move |lua, ()| cross(&m, |here| p.of_game(lua, at, m.generation.get(), here)))
        }
        Place::Player(at) => {
            let p = Rc::clone(properties);
            lua.create_function(move |lua, ()| {
                cross(&m, |here| {
                    let Some(seat) = here.player() else {
                        return nobody(&what);
                    };
                    let value = p.read(lua, Value::Seat(seat), at, m.generation.get(), here)?;
                    Ok(value.unwrap_or(Carried::Nothing))
                })
            })
        }
    }
}

fn write(
    lua: &Lua,
    meter: &Rc<Meter>,
    properties: &Rc<Properties>,
    place: Place,
    what: String,
) -> mlua::Result<Function> {
    let (m, p) = (Rc::clone(meter), Rc::clone(properties));
    lua.create_function(move |_, value: Carried| {
        cross(&m, |here| {
            let place = match &place {
                Place::Data(Datum::Setting(_)) | Place::Game(_) => return cannot_be_set(&what),
                Place::Data(at) => *at,
                Place::State(places) => in_state(places, &what, here)?,
                Place::Player(at) => match (here.player(), p.seat_data(*at)) {
                    (None, _) => return nobody(&what),
                    (_, None) => return cannot_be_set(&what),
                    (Some(seat), Some(at)) => Datum::Seat(seat, at),
                },
            };
            let value = inward(&value, m.generation.get(), here)?;
            Ok(here.write(place, value)?)
        })
    })
}

#[cold]
fn cannot_be_set<R>(what: &str) -> Result<R, Failure> {
    let message = format!("`{what}` cannot be set");
    Err(Failure::Lua(raise(ScriptError::new(
        ErrorKind::Constant,
        message,
    ))))
}
