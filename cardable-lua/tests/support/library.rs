//! The functions that scripts find, whatever the ruleset.

use super::{Small, compile, names};
use cardable_core::value::Value;
use cardable_engine::script::ScriptHost;

pub const LIBRARIES: &[&str] = &["string", "table", "math", "bit32", "utf8"];

/// The functions beside them.
pub const ALONE: &[&str] = &[
    "all",
    "any",
    "assert",
    "count",
    "error",
    "filter",
    "getmetatable",
    "ipairs",
    "max_by",
    "min_by",
    "next",
    "pairs",
    "pcall",
    "print",
    "random",
    "rawequal",
    "rawlen",
    "require",
    "select",
    "setmetatable",
    "sum",
    "take_while",
    "tonumber",
    "tostring",
    "type",
    "typeof",
    "unpack",
    "xpcall",
];

/// The names of all functions, as scripts write them: a function that is added to a library is among them.
pub fn functions() -> Vec<String> {
    let mut all: Vec<String> = ALONE.iter().map(|name| (*name).to_owned()).collect();
    for library in LIBRARIES {
        let script = format!(
            "function attack()
                local names = {{}}
                for name, f in {library} do
                    if type(f) == 'function' then table.insert(names, '{library}.' .. name) end
                end
                return table.concat(names, ' ')
            end"
        );
        let names = text(&script);
        all.extend(names.split(' ').map(str::to_owned));
    }
    assert!(all.len() > 90, "{all:?}");
    all
}

/// The text that the function `attack` of a script returns.
pub fn text(source: &str) -> String {
    let (table, value) = run(source);
    match value {
        Value::Str(id) => table.text(id).into_owned(),
        Value::Nothing => String::new(),
        value => table.show(value),
    }
}

/// The lines that it prints.
pub fn printed(source: &str) -> Vec<String> {
    run(source).0.trace
}

fn run(source: &str) -> (Small, Value) {
    let compiled = compile(&[("rules.luau", source)], &names(&[("attack", &[])]));
    let problems: Vec<&str> = compiled.problems.iter().map(|p| p.message.as_str()).collect();
    let script = compiled
        .script
        .unwrap_or_else(|| panic!("{problems:?}: {source}"));
    let mut table = Small::default();
    match table.run(&script, &[]) {
        Ok(value) => (table, value),
        Err(end) => panic!("{end:?}: {source}"),
    }
}
