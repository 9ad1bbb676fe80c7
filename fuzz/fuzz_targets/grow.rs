//! Scripts that grow and shadow: statements that make texts and tables larger, reckon with long texts, use up
//! memory, and declare names like those that are put into scripts, put together as the bytes say. Whatever comes of
//! one, it ends within its ticks and its memory, never by the clock, and does the same again.
//!
//! What is made outside the machine's memory is seen by the fuzzer: `-malloc_limit_mb=64`.

#![no_main]

use cardable_fuzz::{Bytes, play_scripted, scripted};
use libfuzzer_sys::fuzz_target;

/// Names that a script may declare: its own, and such as are put in.
const NAMES: &[&str] = &[
    "a", "b", "c", "s", "t", "u", "__iter", "__pow", "__made", "__key", "__seat", "__globals", "__set_globals",
    "__spend", "__cardable0_", "__cardable0_iter", "__cardable1_made", "string", "table", "player", "globals", "next",
    "pairs", "error", "math", "tostring",
];

/// Values; `$` is a name, `%` a value again, `#` a number.
const VALUES: &[&str] = &[
    "$", "#", "{}", "{%, %, %}", "{[%] = %}", "{$ = %}", "'x'", "('x'):rep(#)", "(% .. %)", "`{%}{%}`", "#%", "(% ^ %)",
    "math.fmod(%, %)", "(% // %)", "(% < %)", "string.format(F1, %, %)", "string.format(F2, %)", "table.create(#, %)",
    "table.clone(%)", "table.concat(%, %)", "table.pack(%, %)", "{table.unpack(%)}", "string.gsub(%, '.', %)",
    "string.split(%, %)", "utf8.char(#)", "string.char(#, #)", "tostring(%)", "tonumber(%)", "setmetatable(%, %)",
    "bit32.bxor(%, #)", "math.lerp(#, #, 0.1)", "(function(...) return ... end)(%, %)", "select('#', %, %)",
    "F1", "F2", "globals.n", "player", "globals.note", "string.rep(%, %)", "string.reverse(%)", "(if % then % else %)", "next(%)",
    "pcall(error, %)", "string.find(%, %, 1, true)", "math.max(#, #)",
    // What is reckoned with, and compared: `D` is a text of many digits.
    "D", "D", "(-%)", "(% + %)", "(% * % - %)", "(D < %)", "(% <= D)", "math.max(%, %)", "math.abs(%)", "math.sqrt(%)",
    "math.clamp(%, %, %)", "bit32.band(%, %)", "bit32.lshift(%, %)", "math.max(table.unpack(%))", "table.create(#, D)",
    "string.gsub(%, %, %)", "string.find(%, %)", "string.match(%, B)", "utf8.len(%)", "table.concat({%, %}, %)",
];

/// Statements; `@` is a row of statements.
const STATEMENTS: &[&str] = &[
    "local $ = %", "$ = %", "$ ..= %", "$ += %", "$.$ = %", "$[%] = %", "$[$] ..= %", "globals.note = %",
    "globals.n = #", "for _ = 1, # do @ end", "for $, $ in % do @ end", "while % do @ end", "repeat @ until %",
    "local function $($, ...) @ return ... end", "local $ = function($) @ end", "type $ = number", "if % then @ end",
    "pcall(function() @ end)", "table.insert(%, %)", "table.insert(%, #, %)", "table.sort(%)", "table.clear(%)",
    "error(%)", "print(%)", "do @ end", "draw_card(%, %)", "$(%, %)", "any(%, $)", "local $, $ = %, %", "$ ^= %",
    "for _ = %, %, % do @ end", "$ -= %", "globals.n += %", "local $ = R", "table.sort({%, %, %, %})", "while % < % do @ end",
];

/// How often one expression stands beside itself.
const REPEATED: usize = 60;

/// Writes what a template says.
fn write(out: &mut String, template: &str, bytes: &mut Bytes<'_>, depth: usize) {
    for c in template.chars() {
        let (list, deeper) = match c {
            '$' => {
                out.push_str(NAMES[bytes.below(NAMES.len())]);
                continue;
            }
            'R' => {
                // Many of one kind between two ticks.
                let value = VALUES[bytes.below(VALUES.len())];
                let mut one = String::new();
                write(&mut one, value, bytes, 4);
                out.push_str(&vec![one.as_str(); REPEATED].join(", "));
                continue;
            }
            '#' if template != "#%" => {
                out.push_str(["1", "2", "7", "1000", "60000", "1e9", "-1"][bytes.below(7)]);
                continue;
            }
            '%' => ('%', true),
            '@' => ('@', true),
            other => {
                out.push(other);
                continue;
            }
        };
        match (list, deeper && depth < 5 && !bytes.is_empty()) {
            ('%', true) => {
                let value = VALUES[bytes.below(VALUES.len())];
                write(out, value, bytes, depth + 1);
            }
            ('@', true) => statements(out, bytes, depth + 1),
            ('%', false) => out.push_str(NAMES[bytes.below(6)]),
            _ => {}
        }
    }
}

fn statements(out: &mut String, bytes: &mut Bytes<'_>, depth: usize) {
    for _ in 0..=bytes.below(4) {
        let statement = STATEMENTS[bytes.below(STATEMENTS.len())];
        write(out, statement, bytes, depth);
        out.push('\n');
    }
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let mut script = String::new();
    let within = bytes.below(2) == 0;
    let formats = "local F1, F2, B, D = '%s%s', '%99s', '%b99', ('9'):rep(60000)\n";
    let names = "local a, b, c, s, t, u = 1, 'b', {}, ('s'):rep(1000), {1, 2, 3}, {x = 'u'}\n";
    script.push_str(formats);
    if !within {
        statements(&mut script, &mut bytes, 2);
    }
    script.push_str("function attack()\n");
    script.push_str(names);
    while !bytes.is_empty() && script.len() < 20_000 {
        statements(&mut script, &mut bytes, 0);
    }
    script.push_str("end\n");
    let Some(rules) = scripted(&script) else { return };
    let (first, second) = (play_scripted(&rules), play_scripted(&rules));
    // How much rubbish there is differs from call to call.
    let out_of_memory = |told: &[String]| told.iter().any(|t| t.contains("memory"));
    if !out_of_memory(&first) && !out_of_memory(&second) {
        assert_eq!(first, second, "{script}");
    }
    assert!(!first.iter().any(|t| t.contains("takes too long")), "only the clock ended it: {script}");
});
