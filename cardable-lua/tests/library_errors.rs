//! What scripts read when they call a function of a library with something wrong: the line of their own that did it,
//! and the name by which they called the function.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use crate::support;
use crate::support::Small;
use crate::support::library::{functions, printed, text};
use cardable_engine::script::{ScriptEnd, ScriptFaultKind};

/// Arguments that most functions refuse, as a script writes them.
const BAD: &[&str] = &[
    "",
    "nil",
    "{}",
    "'x'",
    "true",
    "print",
    "player",
    "1e300",
    "-1",
    "'x', {}",
    "{}, {}",
    "{}, 'x'",
    "1, {}",
    "{3, 'a', true}",
    "{3, 'a', true}, print",
    "{{}}, ','",
    "'x', 'y', {}",
    "{1, 2}, 'x', {}",
    "1, 2, {}",
    "'x', '('",
    "'x', ('(.)'):rep(40)",
    "'x', 'x', '%9'",
    "'x', 1e300",
    "('x'):rep(6000), 6000",
    "'%d', 'x'",
    "setmetatable({}, { __tostring = function() return 1 end })",
    "setmetatable({1}, { __index = 1, __iter = 1, __len = 1 })",
];

/// Functions that raise what they are given, and `require`, of which the compiler knows what is wrong.
const RAISE: &[&str] = &["error", "assert", "require"];

/// The script that calls a function with everything that is bad, one call in a line from the fifth on. It tells the
/// errors, one in a line, with the numbers of the calls; those of primitives, which have a kind and no line, as such.
fn calling(name: &str) -> String {
    let mut script = "function attack()
        local at = 0
        local function note(ok, e) at += 1 if ok then return end
            print(if type(e) == 'table' then `! {at} {e.kind} {e.message}` else `! {at}  {e}`) end\n"
        .to_owned();
    for args in BAD {
        script.push_str(&format!("note(pcall(function() {name}({args}) end))\n"));
    }
    script + "end"
}

#[test]
fn errors_are_of_the_script() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for name in functions() {
        if RAISE.contains(&name.as_str()) {
            continue;
        }
        let short = name.rsplit('.').next().unwrap();
        for said in printed(&calling(&name)) {
            let Some(said) = said.strip_prefix("! ") else {
                continue;
            };
            let mut parts = said.splitn(3, ' ');
            let call: usize = parts.next().unwrap().parse().unwrap();
            let (kind, message) = (parts.next().unwrap(), parts.next().unwrap());
            let placed = message.strip_prefix(&format!("rules.luau:{}: ", call + 4));
            // Luau does not name the function that misses a value, nor say where it compares two when it sorts.
            let is_told = match placed {
                Some(text) => text.contains(short) || text.starts_with("missing argument"),
                None => !kind.is_empty() || message.starts_with("attempt to compare"),
            };
            seen += 1;
            if !is_told || message.contains("cardable.") {
                wrong.push(format!("{name}({}): {message}", BAD[call - 1]));
            }
        }
    }
    assert!(seen > 1000, "only {seen} calls erred");
    assert!(
        wrong.is_empty(),
        "{} of {seen}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn errors_that_nobody_catches_are_of_the_script() {
    for name in functions() {
        if RAISE.contains(&name.as_str()) {
            continue;
        }
        let short = name.rsplit('.').next().unwrap().to_owned();
        for leaves in ["", "end_game()"] {
            let script = format!("function attack()\n local f = {name}\n f({{}}, {{}}, {{}})\n {leaves} end");
            let names = support::names(&[("attack", &[])]);
            let compiled = support::compile(&[("rules.luau", &script)], &names);
            let mut table = Small::default();
            let Some(script) = compiled.script else { continue };
            if let Err(ScriptEnd::Fault(fault)) = table.run(&script, &[])
                && fault.kind == ScriptFaultKind::Error
            {
                assert!(!fault.message.contains("cardable."), "{name}: {}", fault.message);
                assert!(
                    fault.message.starts_with("rules.luau:3: ") && fault.message.contains(&short),
                    "{name}: {}",
                    fault.message
                );
            }
        }
    }
}

#[test]
fn errors_say_what_the_machine_says() {
    for (call, wanted) in [
        (
            "table.create()",
            "table.create: invalid argument #1 (number expected, got nil)",
        ),
        (
            "table.create('x')",
            "table.create: a position or count is out of range",
        ),
        ("('x'):find('[a')", "string.find: malformed pattern (missing ']')"),
        ("math.sin({})", "math.sin: value 1: wanted"),
        (
            "string.format('%d', {})",
            "string.format: the format takes a number",
        ),
        (
            "bit32.band(1, {})",
            "bit32.band: invalid argument #2 (number expected, got table)",
        ),
        (
            "sum({1, {}})",
            "sum: attempt to perform arithmetic (add) on number and table",
        ),
        ("tonumber('1', 99)", "tonumber: the base must be from 2 to 36"),
        (
            "local t = { x = 1 } table.insert(t.x, 2)",
            "table.insert: invalid argument #1 (table expected, got number)",
        ),
    ] {
        let said = text(&format!(
            "function attack() local _, e = pcall(function()\n {call} end) return e end"
        ));
        let wanted = format!("rules.luau:2: {wanted}");
        assert!(
            said.starts_with(&wanted),
            "{call}\n  wanted: {wanted}\n  found:  {said}"
        );
    }
}

#[test]
fn errors_of_scripts_stay_what_they_are() {
    for (raised, wanted) in [
        ("error('mine', 0)", "mine"),
        ("error('mine')", "rules.luau:1: mine"),
        (
            "local x = {} ^ 2",
            "rules.luau:1: attempt to perform arithmetic (pow) on table and number",
        ),
        (
            "local x = nil + 1",
            "rules.luau:1: attempt to perform arithmetic (add) on nil and number",
        ),
        ("table.sort({3, 2, 1}, function() error('in it', 0) end)", "in it"),
        ("select(1, error('deep', 0))", "deep"),
    ] {
        let said = text(&format!(
            "function attack() local _, e = pcall(function() {raised} end) return e end"
        ));
        assert_eq!(said, wanted, "{raised}");
    }
}
