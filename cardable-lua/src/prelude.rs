//! The prelude: Luau files that build the environment of scripts. They are trusted and run with all of Luau's
//! libraries and the host's functions. Each receives four tables: `host` (our functions), `names` (what the
//! ruleset declares), `env` (what scripts will see), and `own` (shared between the prelude's files).

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Lua, Table};
use std::sync::OnceLock;

/// A file whose functions charge for their work.
macro_rules! charged {
    ($file:literal) => {
        concat!(include_str!("prelude/charges.luau"), "\n", include_str!($file))
    };
}

/// The files in execution order.
const FILES: [(&str, &str); 14] = [
    ("catching", include_str!("prelude/catching.luau")),
    ("metatables", include_str!("prelude/metatables.luau")),
    ("work", charged!("prelude/work.luau")),
    ("texts", charged!("prelude/texts.luau")),
    ("strings", charged!("prelude/strings.luau")),
    ("tables", charged!("prelude/tables.luau")),
    ("mathematics", charged!("prelude/mathematics.luau")),
    ("values", include_str!("prelude/values.luau")),
    ("order", include_str!("prelude/order.luau")),
    ("queries", include_str!("prelude/queries.luau")),
    ("primitives", include_str!("prelude/primitives.luau")),
    ("handles", include_str!("prelude/handles.luau")),
    ("data", include_str!("prelude/data.luau")),
    ("calls", include_str!("prelude/calls.luau")),
];

fn compiled() -> mlua::Result<&'static [Vec<u8>]> {
    static CODE: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    if let Some(code) = CODE.get() {
        return Ok(code);
    }
    let compiler = Compiler::new().set_optimization_level(2).set_debug_level(1);
    let code: mlua::Result<Vec<Vec<u8>>> = FILES.iter().map(|(_, text)| compiler.compile(text)).collect();
    let code = code?;
    Ok(CODE.get_or_init(|| code))
}

/// Runs the prelude, which fills `env` and `own`.
pub(crate) fn run(lua: &Lua, host: &Table, names: &Table, env: &Table, own: &Table) -> mlua::Result<()> {
    for ((name, _), code) in FILES.iter().zip(compiled()?) {
        let chunk = lua
            .load(code.as_slice())
            .set_name(format!("=cardable.{name}"))
            .set_mode(ChunkMode::Binary);
        chunk.call::<()>((host, names, env, own))?;
    }
    Ok(())
}
