//! The functions through which scripts access the game: one for each primitive, plus those for other forms of
//! rules (asking several seats, transitions, chance).

use crate::crossing::{Failure, STOPPED, cross, cross_or_stop};
use crate::handles;
use crate::limits::Meter;
use crate::marshal::{Carried, More};
use crate::methods;
use crate::reads_only::ONLY_PRINTED;
use crate::script::Code;
use crate::values::{self, Args, inward, outward};
use cardable_engine::primitives::{CallKind, Form, Signature};
use cardable_engine::script::{Declarations, ScriptHost, Transition};
use cardable_engine::value::Value;
use mlua::{FromLua, Function, Lua, MultiValue, Table, Value as LuaValue, Variadic};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// Converts all arguments of a call.
pub(crate) fn row<'a>(
    given: impl IntoIterator<Item = &'a Carried>,
    generation: u32,
    here: &mut dyn ScriptHost,
) -> Result<Args, Failure> {
    let mut args = Args::new();
    for value in given {
        args.push(inward(value, generation, here)?);
    }
    while args.last() == Some(&Value::Nothing) {
        args.pop();
    }
    Ok(args)
}

/// Calls a primitive with `N` arguments and any surplus ones. A primitive that usually ends the call then
/// returns [`STOPPED`].
#[inline(always)]
fn call<const N: usize>(
    lua: &Lua,
    meter: &Meter,
    (at, ends): (u16, bool),
    given: &[Carried; N],
    more: &More,
) -> mlua::Result<Carried> {
    let run = |here: &mut dyn ScriptHost| {
        let generation = meter.generation.get();
        if let Some(more) = more.values() {
            return call_with_more(lua, at, given, more, generation, here);
        }
        let mut args = [Value::Nothing; N];
        // Drop trailing arguments that were omitted.
        let mut count = 0;
        for ((arg, value), number) in args.iter_mut().zip(given).zip(1..) {
            if !matches!(value, Carried::Nothing) {
                count = number;
                values::put(arg, value, generation, here)?;
            }
        }
        let result = here.call(at, args.get(..count).unwrap_or(&args))?;
        outward(lua, result, generation, here)
    };
    if ends {
        cross_or_stop(meter, run)
    } else {
        cross(meter, run)
    }
}

#[cold]
#[inline(never)]
fn call_with_more(
    lua: &Lua,
    at: u16,
    given: &[Carried],
    more: &MultiValue,
    generation: u32,
    here: &mut dyn ScriptHost,
) -> Result<Carried, Failure> {
    let more = more.iter().map(|value| Carried::from_lua(value.clone(), lua));
    let more = more.collect::<mlua::Result<Vec<Carried>>>()?;
    let args = row(given.iter().chain(&more), generation, here)?;
    let result = here.call(at, &args)?;
    outward(lua, result, generation, here)
}

/// Wraps a primitive as a function. It reads as many values from the machine's stack as the primitive has
/// parameters, and surplus ones from a list.
fn function(
    lua: &Lua,
    meter: &Rc<Meter>,
    at: u16,
    primitive: &Signature,
    ends: bool,
) -> mlua::Result<Function> {
    type One = Carried;
    let (m, which) = (Rc::clone(meter), (at, ends));
    match primitive.params.len() {
        0 => lua.create_function(move |lua, more: More| call(lua, &m, which, &[], &more)),
        1 => lua.create_function(move |lua, (a, more): (One, More)| call(lua, &m, which, &[a], &more)),
        2 => lua
            .create_function(move |lua, (a, b, more): (One, One, More)| call(lua, &m, which, &[a, b], &more)),
        3 => lua.create_function(move |lua, (a, b, c, more): (One, One, One, More)| {
            call(lua, &m, which, &[a, b, c], &more)
        }),
        4 => lua.create_function(move |lua, (a, b, c, d, more): (One, One, One, One, More)| {
            call(lua, &m, which, &[a, b, c, d], &more)
        }),
        _ => lua.create_function(
            move |lua, (a, b, c, d, e, more): (One, One, One, One, One, More)| {
                call(lua, &m, which, &[a, b, c, d, e], &more)
            },
        ),
    }
}

/// Whether a call of the primitive usually ends the script's call. Any primitive can, but rarely does.
fn ends_calls(primitive: &Signature) -> bool {
    matches!(
        primitive.kind,
        CallKind::Ask | CallKind::Form(Form::Transition | Form::Push | Form::Pop | Form::PickDeck)
    )
}

/// The wanted callable primitives, by name and by synonym.
///
/// Adds those that usually end the call to `ending`: the prelude checks what they return.
pub(crate) fn table(
    lua: &Lua,
    meter: &Rc<Meter>,
    names: &Declarations,
    wanted: &BTreeSet<&str>,
    ending: &Table,
) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for (decl, at) in names.primitives.iter().zip(0u16..) {
        if decl.callable && wanted.contains(&*decl.primitive.name) {
            let ends = ends_calls(&decl.primitive);
            let function = function(lua, meter, at, &decl.primitive, ends)?;
            if ends {
                ending.raw_push(&*decl.primitive.name)?;
                for alias in decl.primitive.aliases {
                    ending.raw_push(*alias)?;
                }
            }
            for alias in decl.primitive.aliases {
                table.raw_set(*alias, &function)?;
            }
            table.raw_set(&*decl.primitive.name, function)?;
        }
    }
    Ok(table)
}

/// A function that creates methods on demand, for names that a script computes. It maps a kind of handle and a
/// name to a function or nil.
pub(crate) fn late(lua: &Lua, meter: &Rc<Meter>, code: &Arc<Code>) -> mlua::Result<Function> {
    let (meter, code) = (Rc::clone(meter), Arc::clone(code));
    lua.create_function(move |lua, (kind, name): (usize, LuaValue)| {
        let LuaValue::String(name) = name else {
            return Ok(None);
        };
        let found = kind.checked_sub(1).and_then(|kind| handles::KINDS.get(kind));
        let (Some(kind), Ok(name)) = (found, name.to_str()) else {
            return Ok(None);
        };
        let Some(at) = methods::named(&code.names, kind, &name) else {
            return Ok(None);
        };
        let primitive = code.names.primitives.get(usize::from(at)).map(|d| &d.primitive);
        primitive
            .map(|primitive| function(lua, &meter, at, primitive, false))
            .transpose()
    })
}

/// Functions that are not a plain call of a primitive.
pub(crate) fn others(lua: &Lua, meter: &Rc<Meter>, names: &Declarations, into: &Table) -> mlua::Result<()> {
    let m = Rc::clone(meter);
    let ask = lua.create_function(
        move |lua, (seats, prompt, args): (Carried, u16, Variadic<Carried>)| {
            cross(&m, |here| {
                let generation = m.generation.get();
                let seats = inward(&seats, generation, here)?;
                let args = row(args.iter(), generation, here)?;
                let answer = here.ask(seats, prompt, &args)?;
                outward(lua, answer, generation, here)
            })
        },
    )?;
    into.raw_set("ask", ask)?;

    let m = Rc::clone(meter);
    type Where = (Carried, Carried, bool, Variadic<Carried>);
    let transition = lua.create_function(move |_, (state, who, new_scene, args): Where| {
        cross_or_stop(&m, |here| {
            let generation = m.generation.get();
            let to = Transition {
                state: inward(&state, generation, here)?,
                who: inward(&who, generation, here)?,
                args: &row(args.iter(), generation, here)?,
                new_scene,
            };
            here.transition(&to)?;
            Ok(Carried::Nothing)
        })
    })?;
    into.raw_set("transition", transition)?;
    into.raw_set("stopped", Carried::Handle(STOPPED))?;

    let m = Rc::clone(meter);
    let random = lua.create_function(move |_, below: u32| cross(&m, |here| Ok(here.random(below)?)))?;
    into.raw_set("random", random)?;

    let m = Rc::clone(meter);
    let print = lua.create_function(move |_, line: mlua::LuaString| {
        cross(&m, |here| {
            here.trace(&line.to_string_lossy());
            Ok(())
        })
    })?;
    into.raw_set("print", print)?;

    let m = Rc::clone(meter);
    let items = lua.create_function(move |lua, of: Carried| {
        cross(&m, |here| {
            let generation = m.generation.get();
            let of = inward(&of, generation, here)?;
            values::items(lua, of, generation, here, values::DEPTH)
        })
    })?;
    into.raw_set("items", items)?;

    let m = Rc::clone(meter);
    let count = lua.create_function(move |_, of: Carried| {
        cross(&m, |here| {
            let of = inward(&of, m.generation.get(), here)?;
            Ok(here.count(of)?)
        })
    })?;
    into.raw_set("count", count)?;

    parts_of_tell(lua, meter, names, into)?;
    calls(lua, meter, names, into)
}

/// What `tell` is made of: the engine's own primitives, and where a function begins and ends that says what holds of a card.
fn parts_of_tell(lua: &Lua, meter: &Rc<Meter>, names: &Declarations, into: &Table) -> mlua::Result<()> {
    for part in ["each_type", "tell_among"] {
        let mut all = names.primitives.iter().zip(0u16..);
        if let Some((decl, at)) = all.find(|(decl, _)| decl.primitive.name == part) {
            into.raw_set(part, function(lua, meter, at, &decl.primitive, false)?)?;
        }
    }
    let m = Rc::clone(meter);
    let only_printed = lua.create_function(move |_, begins: bool| {
        let depth = m.reading.get();
        m.reading.set(match begins {
            true => depth.saturating_add(ONLY_PRINTED),
            false => depth.saturating_sub(ONLY_PRINTED),
        });
        Ok(())
    })?;
    into.raw_set("only_printed", only_printed)
}

/// Sets up calls from one script function to another under its declared name.
fn calls(lua: &Lua, meter: &Rc<Meter>, names: &Declarations, into: &Table) -> mlua::Result<()> {
    let reads: Rc<[bool]> = names.functions.iter().map(|f| !f.acts).collect();
    let only_reads = |reads: &[bool], function: u16| reads.get(usize::from(function)) == Some(&true);

    let (m, r) = (Rc::clone(meter), Rc::clone(&reads));
    let enter = lua.create_function(move |lua, (function, args): (u16, Variadic<Carried>)| {
        let given = cross(&m, |here| {
            let generation = m.generation.get();
            let args = row(args.iter(), generation, here)?;
            let complete = here.enter(function, &args)?;
            let mut given = Variadic::with_capacity(complete.len());
            for value in complete {
                given.push(outward(lua, value, generation, here)?);
            }
            Ok(given)
        })?;
        if only_reads(&r, function) {
            m.reading.set(m.reading.get().saturating_add(1));
        }
        Ok(given)
    })?;
    into.raw_set("enter", enter)?;

    let m = Rc::clone(meter);
    let leave = lua.create_function(move |lua, (function, result): (u16, Carried)| {
        if only_reads(&reads, function) {
            m.reading.set(m.reading.get().saturating_sub(1));
        }
        cross(&m, |here| {
            let generation = m.generation.get();
            let result = inward(&result, generation, here)?;
            let result = here.leave(function, result)?;
            outward(lua, result, generation, here)
        })
    })?;
    into.raw_set("leave", leave)
}
