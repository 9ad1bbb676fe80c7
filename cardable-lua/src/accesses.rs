//! Accessor functions: each reads or writes one item of data, or one property of the acting seat. The rewriter
//! replaces `globals.n` and similar expressions with calls to them. Only accessors that the ruleset's files use
//! are created.

use crate::crossing::{Failure, cross, raise};
use crate::limits::Meter;
use crate::marshal::Carried;
use crate::rewrite::{Inserted, Used};
use crate::state::{self, Properties};
use crate::values::{inward, outward};
use cardable_engine::script::{DataDecl, Datum, Declarations, ErrorKind, ScriptError, ScriptHost};
use cardable_engine::value::Value;
use mlua::{Function, Lua, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

#[derive(Clone, Debug)]
enum DataTarget {
    /// Data that exists in every state.
    Data(Datum),
    /// Data of the running state: the index of the item in each state, `None` where a state lacks it.
    State(Vec<Option<u16>>),
    /// A field of `game`, by the numbers of `state::GAME`.
    Game(u16),
    /// A property of the acting seat, by its number in `Properties`.
    Player(usize),
}

/// Index of each data item by name. If several items share a name, the first one wins.
struct Row<'a>(BTreeMap<&'a str, u16>);

impl<'a> Row<'a> {
    fn new(data: &'a [DataDecl]) -> Row<'a> {
        let mut row = BTreeMap::new();
        for (decl, at) in data.iter().zip(0u16..) {
            row.entry(decl.name.as_str()).or_insert(at);
        }
        Row(row)
    }

    fn at(&self, name: &str) -> Option<u16> {
        self.0.get(name).copied()
    }
}

/// Everything that accessors can read or write.
pub(crate) struct Places<'a> {
    names: &'a Declarations,
    properties: &'a Properties,
    globals: Row<'a>,
    options: Row<'a>,
    actions: Row<'a>,
    states: Vec<Row<'a>>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(names: &'a Declarations, properties: &'a Properties) -> Places<'a> {
        Places {
            names,
            properties,
            globals: Row::new(&names.globals),
            options: Row::new(&names.options),
            actions: Row::new(&names.actions),
            states: names.states.iter().map(|state| Row::new(&state.data)).collect(),
        }
    }

    /// Whether `base.name` has accessors.
    pub(crate) fn has(&self, base: &str, name: &str) -> bool {
        self.place(base, name).is_some()
    }

    fn place(&self, base: &str, name: &str) -> Option<DataTarget> {
        match base {
            "globals" => self
                .globals
                .at(name)
                .map(|at| DataTarget::Data(Datum::Global(at))),
            "options" => self
                .options
                .at(name)
                .map(|at| DataTarget::Data(Datum::Setting(at))),
            "action" => self
                .actions
                .at(name)
                .map(|at| DataTarget::Data(Datum::Action(at))),
            "state" => {
                let places: Vec<Option<u16>> = self.states.iter().map(|state| state.at(name)).collect();
                places
                    .iter()
                    .any(Option::is_some)
                    .then_some(DataTarget::State(places))
            }
            "game" => state::game_place(self.names, name).map(DataTarget::Game),
            "player" if self.properties.has("seat", name) => {
                self.properties.number(name).map(DataTarget::Player)
            }
            _ => None,
        }
    }
}

/// Registers the used accessors in the environment, one table per base.
pub(crate) fn register(
    lua: &Lua,
    meter: &Rc<Meter>,
    names: &Declarations,
    properties: &Rc<Properties>,
    (used, inserted): (&BTreeSet<Used>, &Inserted),
    into: &Table,
) -> mlua::Result<()> {
    let places = Places::new(names, properties);
    for used in used {
        let Some(place) = places.place(&used.base, &used.name) else {
            continue;
        };
        let title = inserted.table(&used.base, used.writes);
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
        for writes in [false, true] {
            let title = inserted.table(base, writes);
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

/// The `Datum` for an item of the running state's data.
fn in_state(places: &[Option<u16>], what: &str, here: &dyn ScriptHost) -> Result<Datum, Failure> {
    match places.get(here.state().index()) {
        Some(Some(at)) => Ok(Datum::State(*at)),
        _ => no_such(what),
    }
}

fn read(
    lua: &Lua,
    meter: &Rc<Meter>,
    properties: &Rc<Properties>,
    place: DataTarget,
    what: String,
) -> mlua::Result<Function> {
    let m = Rc::clone(meter);
    match place {
        // Globals are the most frequent case, so they get a closure without a match.
        DataTarget::Data(at) => lua.create_function(move |lua, ()| {
            cross(&m, |here| {
                let value = here.read(at)?;
                outward(lua, value, m.generation.get(), here)
            })
        }),
        DataTarget::State(places) => lua.create_function(move |lua, ()| {
            cross(&m, |here| {
                let value = here.read(in_state(&places, &what, here)?)?;
                outward(lua, value, m.generation.get(), here)
            })
        }),
        DataTarget::Game(at) => {
            let p = Rc::clone(properties);
            lua.create_function(move |lua, ()| cross(&m, |here| p.of_game(lua, at, m.generation.get(), here)))
        }
        DataTarget::Player(at) => {
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
    place: DataTarget,
    what: String,
) -> mlua::Result<Function> {
    let (m, p) = (Rc::clone(meter), Rc::clone(properties));
    lua.create_function(move |_, value: Carried| {
        cross(&m, |here| {
            let place = match &place {
                DataTarget::Data(Datum::Setting(_)) | DataTarget::Game(_) => return cannot_be_set(&what),
                DataTarget::Data(at) => *at,
                DataTarget::State(places) => in_state(places, &what, here)?,
                DataTarget::Player(at) => match (here.player(), p.seat_data(*at)) {
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
