//! Converts values between scripts and the game.

use crate::crossing::{Failure, wrong};
use crate::handles;
use crate::marshal::Carried;
use cardable_engine::script::{Crossed, LIST_DEPTH, ScriptHost};
use cardable_engine::value::Value;
use mlua::{Lua, Table, Value as LuaValue};
use smallvec::SmallVec;

/// Whole numbers up to this are exact in both representations.
const WHOLE: i64 = 1 << 53;
/// Maximum nesting of lists.
const DEEPEST: u32 = LIST_DEPTH;
/// Maximum number of items in a list, nested ones included.
const LONGEST: usize = 10_000;

pub(crate) type Args = SmallVec<[Value; 6]>;

/// Converts a script's value to a value of the game.
#[inline(always)]
pub(crate) fn inward(value: &Carried, generation: u32, here: &mut dyn ScriptHost) -> Crossed<Value> {
    let mut made = Value::Nothing;
    put(&mut made, value, generation, here)?;
    Ok(made)
}

/// Converts a script's value into `into`. Small values are written in place: a value assembled elsewhere and
/// then copied stalls on its parts.
#[inline(always)]
pub(crate) fn put(
    into: &mut Value,
    value: &Carried,
    generation: u32,
    here: &mut dyn ScriptHost,
) -> Crossed<()> {
    match value {
        Carried::Nothing => *into = Value::Nothing,
        Carried::True => *into = Value::Bool(true),
        Carried::False => *into = Value::Bool(false),
        Carried::Whole(n) => *into = Value::Int(*n),
        Carried::Handle(handle) => {
            if !handles::put(into, *handle, generation) {
                return wrong("this seat, card, zone or deck is of another call");
            }
        }
        Carried::Number(bits) => *into = number(f64::from_bits(*bits))?,
        Carried::Large(value) => *into = large(value, generation, here)?,
    }
    Ok(())
}

#[inline(never)]
fn large(value: &LuaValue, generation: u32, here: &mut dyn ScriptHost) -> Crossed<Value> {
    match value {
        LuaValue::String(text) => match text.to_str() {
            Ok(text) => here.new_text(&text),
            Err(_) => wrong("a text must be UTF-8"),
        },
        LuaValue::Table(table) => {
            let mut left = LONGEST;
            list(table, generation, here, DEEPEST, &mut left)
        }
        other => {
            let kind = other.type_name();
            wrong(format!("a {kind} cannot be handed to the game"))
        }
    }
}

#[inline(never)]
fn number(n: f64) -> Crossed<Value> {
    if !n.is_finite() {
        return wrong("a number must be finite");
    }
    if n.fract() != 0.0 {
        return Ok(Value::Float(n));
    }
    if n.abs() > WHOLE as f64 {
        return wrong("a whole number must not be above 2⁵³");
    }
    Ok(Value::Int(n as i64))
}

fn list(
    table: &Table,
    generation: u32,
    here: &mut dyn ScriptHost,
    depth: u32,
    left: &mut usize,
) -> Crossed<Value> {
    let Some(depth) = depth.checked_sub(1) else {
        return wrong("lists lie too deep in one another, or in themselves");
    };
    let mut items: Vec<Value> = Vec::new();
    let mut problem = None;
    // A list has each key from 1 to its length once, and no others. They are visited in this order.
    let walked = table.for_each(|key: LuaValue, item: Carried| {
        let at = items.len() + 1;
        let right = match key {
            LuaValue::Integer(n) => n == at as i64,
            LuaValue::Number(n) => n == at as f64,
            _ => false,
        };
        let item = if !right {
            wrong("a list has the numbers from 1 on as keys, without gaps, and no others")
        } else if *left == 0 {
            wrong("a list has at most 10,000 items, those of its lists counted too")
        } else if let Carried::Large(item) = &item
            && let LuaValue::Table(inner) = &**item
        {
            *left -= 1;
            list(inner, generation, here, depth, left)
        } else {
            *left -= 1;
            inward(&item, generation, here)
        };
        match item {
            Ok(item) => {
                items.push(item);
                Ok(())
            }
            Err(stop) => {
                problem = Some(stop);
                Err(mlua::Error::runtime(""))
            }
        }
    });
    match (problem, walked) {
        (Some(stop), _) => Err(stop),
        (None, Err(_)) => wrong("a list could not be read"),
        (None, Ok(())) => here.new_list(&items),
    }
}

/// Converts a value of the game to a script's value.
#[inline(always)]
pub(crate) fn outward(
    lua: &Lua,
    value: Value,
    generation: u32,
    here: &mut dyn ScriptHost,
) -> Result<Carried, Failure> {
    Ok(match value {
        Value::Nothing => Carried::Nothing,
        Value::Bool(is) => Carried::truth(is),
        Value::Int(n) if n.unsigned_abs() <= WHOLE.unsigned_abs() => Carried::number(n as f64),
        Value::Int(_) => return wrong("a whole number is above 2⁵³").map_err(Failure::Crossing),
        Value::Float(n) => Carried::number(n),
        Value::Str(id) => text(lua, &here.text(id))?,
        Value::List(_) => Carried::large(LuaValue::Table(items(lua, value, generation, here, DEEPEST)?)),
        Value::Seat(_) | Value::Card(_) | Value::Zone(_) | Value::Deck(_) => {
            handles::handle(value, generation).map_or(Carried::Nothing, Carried::Handle)
        }
    })
}

/// Converts a text to a script's value.
#[inline(never)]
pub(crate) fn text(lua: &Lua, text: &str) -> mlua::Result<Carried> {
    Ok(Carried::large(LuaValue::String(lua.create_string(text)?)))
}

/// Creates a table of items: a list, a zone's cards and the like.
#[inline(never)]
pub(crate) fn items(
    lua: &Lua,
    of: Value,
    generation: u32,
    here: &mut dyn ScriptHost,
    depth: u32,
) -> Result<Table, Failure> {
    let items = here.items(of)?;
    let table = lua.create_table_with_capacity(items.len(), 0)?;
    for item in items {
        let item = match item {
            Value::List(_) if depth == 0 => Carried::Nothing,
            Value::List(_) => {
                let inner = self::items(lua, item, generation, here, depth - 1)?;
                Carried::large(LuaValue::Table(inner))
            }
            one => outward(lua, one, generation, here)?,
        };
        table.raw_push(item)?;
    }
    Ok(table)
}

/// Maximum nesting of a list passed to a script.
pub(crate) const DEPTH: u32 = DEEPEST;
