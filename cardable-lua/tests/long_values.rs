//! What takes time in proportion to the size of a value is paid for in ticks, or refused. This counts ticks and looks at
//! no clock.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use crate::support;
use crate::support::Small;
use crate::support::library::{functions, text};
use cardable_core::value::Value;
use cardable_engine::script::{ScriptEnd, ScriptFaultKind};

/// How often a function is called.
const CALLS: u64 = 20;

/// How long the long texts are, in bytes, and how many values the large tables have.
const LONG: usize = 60_000;
const LARGE: usize = 20_000;

/// How many bytes, and values, a tick may pay for at most.
const BYTES_OF_TICK: u64 = 1024 * 16;
const VALUES_OF_TICK: u64 = 64;

/// Calls, or functions, that look at no more than a few bytes or values, however many there are.
const CONSTANT: &[&str] = &[
    "all('%d', s)",
    "any('%d', s)",
    "assert",
    "count",
    "error",
    "filter('%d', s)",
    "ipairs",
    "max_by('%d', s)",
    "min_by('%d', s)",
    "next(t, 1, 1)",
    "rawlen",
    "setmetatable",
    "string.byte(s)",
    "string.byte(s, 1)",
    "string.len",
    "string.split(1, s)",
    "string.sub(s, '9', '8')",
    "string.sub(s, '9', 1, true)",
    "string.sub(s, 1, 1)",
    "sum('%d', s)",
    "table.freeze",
    "table.insert(t, '')",
    "table.insert(t, 2)",
    "table.insert(t, pcall)",
    "table.isfrozen",
    "table.remove(t)",
    "table.unpack(t, 1, 1)",
    "take_while('%d', s)",
    "tonumber",
    "unpack(t, 1, 1)",
];

/// How many calls of a function did not err, and the ticks of them all; nothing when it came to the limit of ticks.
fn calls(name: &str, args: &str, long: usize, large: usize) -> Option<(u64, u64)> {
    let script = format!(
        "function attack()
            local f, s, t, n = {name}, ('9'):rep({long}), table.create({large}, 1), 0
            for i = 1, {CALLS} do
                if pcall(f, {args}) then n += 1 end
            end
            return n
        end"
    );
    let compiled = support::compile(&[("rules.luau", &script)], &support::names(&[("attack", &[])]));
    let script = compiled.script.unwrap_or_else(|| panic!("{name}({args})"));
    let mut table = Small::default();
    match table.run(&script, &[]) {
        Ok(Value::Int(n)) => Some((u64::try_from(n).unwrap(), table.ticks)),
        Err(ScriptEnd::Fault(fault))
            if matches!(fault.kind, ScriptFaultKind::Ticks | ScriptFaultKind::Memory) =>
        {
            None
        }
        other => panic!("{name}({args}): {other:?}"),
    }
}

/// The calls that take time for the size of their arguments, and do not pay for it. `size` is what is large in them.
fn unpaid(calls_of: &[&str], size: char, long: usize, large: usize, least: u64) -> Vec<String> {
    let mut wrong = Vec::new();
    for name in functions() {
        for args in calls_of {
            let call = format!("{name}({args})");
            if CONSTANT.contains(&name.as_str()) || CONSTANT.contains(&call.as_str()) {
                continue;
            }
            let Some((done @ 1.., ticks)) = calls(&name, args, long, large) else {
                continue;
            };
            let few = calls(&name, args, 8, 8).map_or(0, |(_, ticks)| ticks);
            // What takes anything there does not look at it.
            let anything = args.replace(size, "false");
            let ignored = calls(&name, &anything, 8, 8).is_some_and(|(done, _)| done > 0);
            if ticks < few + done * least && !ignored {
                wrong.push(format!(
                    "{call}: {few} ticks for a small value, {ticks} for a large one"
                ));
            }
        }
    }
    wrong
}

#[test]
fn long_texts_are_paid_for_or_refused() {
    let args = [
        "s",
        "s, 1",
        "s, 1, 1",
        "s, s",
        "1, s",
        "1, 1, s",
        "s, '9', '8'",
        "'%d', s",
        "s, '9', 1, true",
        "{s, s}",
    ];
    let wrong = unpaid(&args, 's', LONG, 8, LONG as u64 / BYTES_OF_TICK);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn large_tables_are_paid_for() {
    let args = ["t", "t, 2", "t, ''", "t, 1, 1", "t, pcall"];
    let wrong = unpaid(&args, 't', 8, LARGE, LARGE as u64 / VALUES_OF_TICK);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn long_texts_are_no_numbers() {
    let places = [
        "-s",
        "s + 1",
        "1 - s",
        "s * s",
        "s / 2",
        "s % 3",
        "s // 3",
        "s ^ 2",
        "2 ^ s",
        "math.abs(s)",
        "math.floor(s)",
        "math.max(1, s)",
        "math.max(table.unpack(table.create(7000, s)))",
        "math.sqrt(s)",
        "math.sin(s)",
        "math.fmod(s, 2)",
        "bit32.band(s, 1)",
        "bit32.lshift(1, s)",
        "('x'):rep(s)",
        "('xyz'):sub(s)",
        "table.create(s)",
        "string.char(s)",
        "string.format('%d', s)",
        "(function() for i = s, 1 do end return 1 end)()",
        "(function() for i = 1, s do end return 1 end)()",
        "(function() for i = 1, 1, s do end return 1 end)()",
        "(function() local x = 1 x += s return x end)()",
        "setmetatable({}, { __index = function(_, k) return k end })[s] + 1",
    ];
    for place in places {
        // A text of one digit is a number there, and one of as many as a number may have; a longer one is none.
        for (length, is) in [(1, true), (65, false), (60_000, false)] {
            let script = format!(
                "function attack() local s = ('1'):rep({length}) return tostring((pcall(function() return {place} end))) end"
            );
            assert_eq!(text(&script), is.to_string(), "{place} with {length} digits");
        }
    }
    assert_eq!(
        text("function attack() return tostring(tonumber(('1'):rep(65))) end"),
        "nil"
    );
}

/// What the machine reads as numbers, `tonumber` does, and nothing else.
#[test]
fn texts_are_numbers_everywhere_or_nowhere() {
    for said in [
        "10", " -2.5e3 ", "0x10", "-0xF", ".5", "5.", "", "-", "nan", "inf", "-inf", "infinity", "1e", "0x",
        "1 2", "e5", "0x1p4", "0x1.8", "nan(1)", "1e400", "+5", "+-5", "0x1e+5", "1,5", "0b1", "1_000",
        "\\t7\\n",
    ] {
        let script = format!(
            "function attack()
                local s = \"{said}\"
                local ok, n = pcall(function() return s * 1 end)
                return tostring(tonumber(s)) .. '|' .. tostring(if ok then n else nil)
            end"
        );
        let both = text(&script);
        let (ours, machines) = both.split_once('|').unwrap();
        assert_eq!(ours, machines, "{said:?}");
    }
}

/// The ticks of ten rounds of a loop with an expression in it sixty times.
fn rounds(expression: &str) -> u64 {
    let many = vec![expression; 60].join(" , ");
    let script = format!(
        "function attack() local a, b = ('x'):rep(60000), ('x'):rep(59999) .. 'y' for i = 1, 10 do local x = {many} end end"
    );
    let compiled = support::compile(&[("rules.luau", &script)], &support::names(&[("attack", &[])]));
    let mut table = Small::default();
    let _ = table.run(&compiled.script.unwrap(), &[]);
    table.ticks
}

#[test]
fn comparing_long_texts_is_paid_for() {
    let free = rounds("a == b");
    for compared in ["a < b", "a <= b", "a > b", "a >= b"] {
        assert!(
            rounds(compared) >= free + 10 * 30,
            "{compared}: {} ticks",
            rounds(compared)
        );
    }
    assert_eq!(rounds("1 < 2"), free);
    assert_eq!(rounds("#a < #b"), rounds("#a == #b"));
}
