//! Converts errors that leave the virtual machine.

use crate::crossing::Raised;
use crate::limits::{Meter, Over, over};
use crate::marshal::Carried;
use cardable_engine::script::{ErrorKind, Frame, ScriptFault, ScriptFaultKind};
use mlua::{Error, Lua, Table, Value};
use std::rc::Rc;

/// Luau's message when memory runs out.
const NO_MEMORY: &str = "not enough memory";

/// Raised by the prelude if a script raises the text of [`NO_MEMORY`] itself. It is not a valid handle.
const SAID_NO_MEMORY: usize = 3;

/// Classifies an error.
enum Is {
    /// The call has ended.
    Over,
    /// An error from the host.
    Crossing(ErrorKind, String),
    /// A message of Luau or of a host function.
    Text(String),
    Value(Value),
}

fn what(lua: &Lua, meter: &Meter, e: Value) -> Is {
    if meter.over().is_some() {
        return Is::Over;
    }
    match e {
        Value::Error(error) => of_machine(lua, meter, &error),
        Value::LightUserData(handle) if handle.0.addr() == SAID_NO_MEMORY => Is::Text(NO_MEMORY.to_owned()),
        Value::String(text) if *text.as_bytes() == *NO_MEMORY.as_bytes() => {
            meter.end_here(lua, Over::Memory);
            Is::Over
        }
        other => Is::Value(other),
    }
}

fn of_machine(lua: &Lua, meter: &Meter, error: &Error) -> Is {
    match error {
        Error::CallbackError { cause, .. } => of_machine(lua, meter, cause),
        Error::WithContext { cause, .. } => of_machine(lua, meter, cause),
        Error::MemoryError(_) => {
            meter.end_here(lua, Over::Memory);
            Is::Over
        }
        Error::ExternalError(inner) => match inner.downcast_ref::<Raised>() {
            Some(Raised(error)) => Is::Crossing(error.kind, error.message.clone().into_owned()),
            None => Is::Text(bounded(inner.to_string())),
        },
        Error::RuntimeError(text) => Is::Text(bounded(text.clone())),
        Error::BadArgument { pos, cause, .. } => {
            let cause = match &**cause {
                Error::FromLuaConversionError { from, to, .. } => format!("wanted {to}, found {from}"),
                other => other.to_string(),
            };
            Is::Text(bounded(format!("value {pos}: {cause}")))
        }
        Error::FromLuaConversionError { from, to, .. } => Is::Text(format!("wanted {to}, found {from}")),
        other => Is::Text(bounded(other.to_string())),
    }
}

fn bounded(mut text: String) -> String {
    let mut end = ScriptFault::LONGEST.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text
}

/// Registers the error functions in a table.
pub(crate) fn register(lua: &Lua, meter: &Rc<Meter>, into: &Table) -> mlua::Result<()> {
    // All caught errors share one metatable, which has a `tostring` text.
    let meta = lua.create_table()?;
    let text = lua.create_function(|_, e: Table| e.raw_get::<Value>("message"))?;
    meta.raw_set("__tostring", text)?;
    meta.raw_set("__metatable", false)?;

    let m = Rc::clone(meter);
    let caught = lua.create_function(move |lua, (e, reading): (Value, Option<u32>)| {
        // The error left these read-only functions, so they no longer run.
        if let Some(reading) = reading {
            m.reading.set(reading);
        }
        match what(lua, &m, e) {
            Is::Over => Err(over()),
            Is::Value(value) => Ok(value),
            Is::Text(text) => Ok(Value::String(lua.create_string(text)?)),
            Is::Crossing(kind, message) => {
                let e = lua.create_table()?;
                e.raw_set("kind", kind.name())?;
                e.raw_set("message", message)?;
                e.set_metatable(Some(meta.clone()))?;
                e.set_readonly(true);
                Ok(Value::Table(e))
            }
        }
    })?;
    into.raw_set("caught", caught)?;
    into.raw_set("said_no_memory", Carried::Handle(SAID_NO_MEMORY))?;

    let m = Rc::clone(meter);
    let is_told = lua
        .create_function(move |lua, e: Value| Ok(matches!(what(lua, &m, e), Is::Over) && !m.lacks_place()))?;
    into.raw_set("is_told", is_told)?;

    let m = Rc::clone(meter);
    let text_of_error = lua.create_function(move |lua, e: Value| {
        let is_of_machine = matches!(e, Value::Error(_));
        match is_of_machine.then(|| what(lua, &m, e)) {
            Some(Is::Text(text)) => lua.create_string(text).map(Some),
            _ => Ok(None),
        }
    })?;
    into.raw_set("text_of_error", text_of_error)?;

    let m = Rc::clone(meter);
    into.raw_set("reading", lua.create_function(move |_, ()| Ok(m.reading.get()))?)?;

    let m = Rc::clone(meter);
    into.raw_set(
        "loaded",
        lua.create_function(move |_, ()| {
            m.load(false);
            Ok(())
        })?,
    )?;
    let m = Rc::clone(meter);
    into.raw_set(
        "load",
        lua.create_function(move |_, begins: bool| {
            m.load(begins);
            Ok(())
        })?,
    )?;

    let m = Rc::clone(meter);
    let failed = lua.create_function(move |lua, (e, frames): (Value, Table)| {
        let traceback: Vec<Frame> = frames
            .sequence_values::<Table>()
            .filter_map(|f| frame(&m, &f.ok()?))
            .collect();
        let (kind, message) = match what(lua, &m, e) {
            Is::Over => {
                m.was_at(traceback);
                return Ok(());
            }
            Is::Crossing(kind, message) => (ScriptFaultKind::Crossing(kind), message),
            Is::Text(text) => (ScriptFaultKind::Error, text),
            Is::Value(value) => uncaught(&value),
        };
        let fault = ScriptFault {
            kind,
            message,
            traceback,
        };
        m.failure.replace(Some(fault.bounded()));
        Ok(())
    })?;
    into.raw_set("failed", failed)
}

/// Describes an uncaught value without running any code of the script.
fn uncaught(value: &Value) -> (ScriptFaultKind, String) {
    let text = match value {
        Value::String(text) => bounded_bytes(&text.as_bytes()),
        Value::Table(table) => {
            let field = |name: &str| match table.raw_get::<Value>(name) {
                Ok(Value::String(text)) => Some(bounded_bytes(&text.as_bytes())),
                _ => None,
            };
            match (field("kind"), field("message")) {
                (Some(kind), Some(message)) => {
                    let known = ErrorKind::ALL.iter().find(|k| k.name() == kind);
                    return match known {
                        Some(kind) => (ScriptFaultKind::Crossing(*kind), message),
                        None => (ScriptFaultKind::Error, message),
                    };
                }
                (None, Some(message)) => message,
                (_, None) => "the error is a table without a `message`".to_owned(),
            }
        }
        other => format!("the error is a {}, not a text", other.type_name()),
    };
    (ScriptFaultKind::Error, text)
}

fn bounded_bytes(bytes: &[u8]) -> String {
    let some = bytes.get(..ScriptFault::LONGEST).unwrap_or(bytes);
    bounded(String::from_utf8_lossy(some).into_owned())
}

fn frame(meter: &Meter, table: &Table) -> Option<Frame> {
    Some(Frame {
        file: Some(table.raw_get(1).ok()?),
        line: table.raw_get(2).ok().filter(|line| *line > 0),
        function: table
            .raw_get::<Option<String>>(3)
            .ok()?
            .map(|name| meter.inserted.plain(&name).to_owned())
            .filter(|name| !name.is_empty()),
    })
}
