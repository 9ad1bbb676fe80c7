//! The environment of scripts. The prelude builds it from the host's functions and the names of the ruleset,
//! once for each virtual machine. It is read-only.

use crate::handles;
use crate::limits::Meter;
use crate::methods;
use crate::script::Code;
use crate::state::{self, Properties};
use crate::{accesses, errors, numbers, prelude, primitives, strings};
use cardable_engine::primitives::CallKind;
use cardable_engine::script::FunctionKind;
use mlua::{Function, LightUserData, Lua, LuaString, Table};
use std::rc::Rc;
use std::sync::Arc;

/// The functions and tables that the prelude returns.
pub(crate) struct Environment {
    pub(crate) globals: Table,
    /// Loads the first file and calls one of its functions. Arguments: main function, name, then the function's
    /// arguments.
    pub(crate) start: Function,
    /// Runs a function that always returns. Arguments: function, seat, then the function's arguments.
    pub(crate) run: Function,
    /// Runs a function that can end before it returns. Arguments: coroutine holding it, seat, then the
    /// function's arguments.
    pub(crate) run_and_leave: Function,
    /// Loads a file that stays loaded.
    pub(crate) load: Function,
    /// Runs a file and lists its functions.
    pub(crate) look: Function,
    /// Main functions of the files by index. Filled in after the prelude has run.
    pub(crate) mains: Table,
}

/// What one file can require: names as written, and file indices.
pub(crate) struct Requires<'a> {
    pub(crate) file: &'a str,
    pub(crate) names: &'a [(String, usize)],
}

pub(crate) fn build(
    lua: &Lua,
    meter: &Rc<Meter>,
    code: &Arc<Code>,
    requires: &[Requires<'_>],
) -> mlua::Result<Environment> {
    let names = &code.names;
    let properties = Rc::new(Properties::new(names));
    let wanted = methods::wanted(names, &code.mentions);
    let host = lua.create_table()?;
    numbers::register(lua, &host)?;
    strings::register(lua, meter, &host)?;
    meter.register(lua, &host)?;
    errors::register(lua, meter, &host)?;
    state::register(lua, meter, Rc::clone(&properties), &host)?;
    primitives::others(lua, meter, names, &host)?;
    host.raw_set("late", primitives::late(lua, meter, code)?)?;
    let on_strings = lua.create_function(|lua, meta: Table| {
        lua.set_type_metatable::<LuaString>(Some(meta));
        Ok(())
    })?;
    host.raw_set("string_meta", on_strings)?;
    let freeze = lua.create_function(|_, table: Table| {
        table.set_readonly(true);
        Ok(table)
    })?;
    host.raw_set("freeze", freeze)?;
    let on_handles = lua.create_function(|lua, meta: Table| {
        lua.set_type_metatable::<LightUserData>(Some(meta));
        Ok(())
    })?;
    host.raw_set("handle_meta", on_handles)?;

    let given = lua.create_table()?;
    let ending = lua.create_table()?;
    let primitive = primitives::table(lua, meter, names, &wanted, &ending)?;
    let prompts = lua.create_table()?;
    for (decl, at) in names.primitives.iter().zip(0u16..) {
        if decl.callable && matches!(decl.primitive.kind, CallKind::Ask) {
            prompts.raw_set(&*decl.primitive.name, at)?;
        }
    }
    methods::register(lua, names, &properties, &primitive, &given)?;
    given.raw_set("primitive", primitive)?;
    given.raw_set("ending", ending)?;
    given.raw_set("pick_deck", code.mentions.contains(methods::PICK_DECK))?;
    given.raw_set("tell", code.mentions.contains(methods::TELL))?;
    given.raw_set("prompts", prompts)?;
    given.raw_set("inserted", code.inserted.beginning())?;
    given.raw_set("kinds", lua.create_sequence_from(handles::KINDS)?)?;
    given.raw_set("globals", state::places(lua, &names.globals)?)?;
    given.raw_set("options", state::places(lua, &names.options)?)?;
    given.raw_set("actions", state::places(lua, &names.actions)?)?;
    let states = lua.create_table()?;
    for (state, at) in names.states.iter().zip(0u16..) {
        states.raw_set(at, state::places(lua, &state.data)?)?;
    }
    given.raw_set("states", states)?;
    given.raw_set("game", state::game(lua, names)?)?;

    let functions = lua.create_table()?;
    for (function, at) in names.functions.iter().zip(0u16..) {
        if let FunctionKind::Primitive { name } = &function.kind {
            let call = lua.create_table()?;
            call.raw_set("name", function.function.as_str())?;
            call.raw_set("at", at)?;
            functions.raw_set(name.as_str(), call)?;
        }
    }
    given.raw_set("functions", functions)?;

    let (files, required, mains) = (lua.create_table()?, lua.create_table()?, lua.create_table()?);
    for file in requires {
        files.raw_set(file.file, true)?;
        let table = lua.create_table()?;
        for (name, at) in file.names {
            table.raw_set(name.as_str(), *at)?;
        }
        required.raw_set(file.file, table)?;
    }
    given.raw_set("files", files)?;
    given.raw_set("requires", required)?;
    given.raw_set("mains", &mains)?;

    let (globals, own) = (lua.create_table()?, lua.create_table()?);
    own.raw_set("now", lua.create_table()?)?;
    accesses::register(
        lua,
        meter,
        names,
        &properties,
        (&code.used, &code.inserted),
        &globals,
    )?;
    prelude::run(lua, &host, &given, &globals, &own)?;
    Ok(Environment {
        start: own.raw_get("start")?,
        run: own.raw_get("run")?,
        run_and_leave: own.raw_get("run_and_leave")?,
        load: own.raw_get("load")?,
        look: own.raw_get("look")?,
        globals,
        mains,
    })
}
