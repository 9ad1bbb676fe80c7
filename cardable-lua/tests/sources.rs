//! Sources as large as they may be, of every shape: each is compiled or refused in a time that grows with its
//! length, and no shape takes much memory.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "a test")]

use crate::support;
use cardable_engine::script::MAX_SOURCE;
use std::time::{Duration, Instant};

/// No source may take longer: a guard against what grows with the square of its length, which takes minutes.
const GUARD: Duration = Duration::from_secs(120);

/// A source of nearly the largest size: a beginning, a row of parts, an end.
fn row(begin: &str, part: impl Fn(usize) -> String, end: &str) -> String {
    let mut text = begin.to_owned();
    for n in 0.. {
        let part = part(n);
        if text.len() + part.len() + end.len() > MAX_SOURCE {
            break;
        }
        text.push_str(&part);
    }
    text + end
}

fn sources() -> Vec<(&'static str, String)> {
    let function = |part: fn(usize) -> String| row("function attack()\n", part, "\nend");
    vec![
        ("unknown names", function(|n| format!("u{n}()\n"))),
        (
            "unknown names, called with values",
            function(|n| format!("u{n}(a{n}, 'x')\n")),
        ),
        ("one unknown name", function(|_| "u()\n".to_owned())),
        ("unknown fields", function(|n| format!("globals.f{n} = 1\n"))),
        ("unknown methods", function(|n| format!("player:m{n}()\n"))),
        (
            "unknown properties",
            function(|n| format!("player.hand.p{n}()\n")),
        ),
        ("known data", function(|_| "globals.n += 1\n".to_owned())),
        (
            "functions",
            row(
                "",
                |n| format!("local function f{n}() end\n"),
                "function attack() end",
            ),
        ),
        (
            "one name for all functions",
            row(
                "",
                |_| "local function f() end\n".to_owned(),
                "function attack() f(1) end",
            ),
        ),
        (
            "functions that call one another",
            row(
                "local f0 = 1 do\n",
                |n| format!("local function f() return f{n} end\n"),
                "end function attack() end",
            ),
        ),
        (
            "functions of a table that call one another",
            row(
                "local M = {}\n",
                |n| format!("function M.f{}() M.f{n}() end\n", n + 1),
                "function attack() M.f9() end",
            ),
        ),
        (
            "functions that are given too much",
            row(
                "local function g() end\n",
                |_| "g(1)\n".to_owned(),
                "function attack() end",
            ),
        ),
        ("powers", function(|_| "x = 2 ^ 3 ^ 2\n".to_owned())),
        (
            "a row of powers",
            row("function attack() return 1", |_| "^1".to_owned(), " end"),
        ),
        (
            "powers with comments",
            function(|_| "x = 2 --[[ ^ ]] ^ 3\n".to_owned()),
        ),
        ("joined texts", function(|_| "x = a .. b\n".to_owned())),
        (
            "texts that are joined onto",
            function(|_| "local x = 1 x ..= x\n".to_owned()),
        ),
        (
            "a row of joined texts",
            row("function attack() return 'a'", |_| "..'a'".to_owned(), " end"),
        ),
        (
            "a row of sums",
            row("function attack() return 1", |_| "+1".to_owned(), " end"),
        ),
        ("comparisons", function(|_| "x = a < b\n".to_owned())),
        ("keys", function(|_| "t[k]=1\n".to_owned())),
        (
            "a table of numbers",
            row("local t = {", |_| "1,".to_owned(), "} function attack() end"),
        ),
        (
            "a table of texts",
            row("local t = {", |n| format!("'{n}',"), "} function attack() end"),
        ),
        (
            "a table of names",
            row("local t = {", |n| format!("n{n}=1,"), "} function attack() end"),
        ),
        (
            "a table of keys",
            row("local t = {", |n| format!("[{n}]=1,"), "} function attack() end"),
        ),
        ("loops", function(|_| "for _ in t do end\n".to_owned())),
        (
            "loops in one another",
            row("function attack() ", |_| "for _ in t do ".to_owned(), ""),
        ),
        ("parentheses", row("local x = ", |_| "(".to_owned(), "")),
        ("braces", row("local x = ", |_| "{".to_owned(), "")),
        (
            "functions in one another",
            row("", |_| "function f() ".to_owned(), ""),
        ),
        (
            "conditions",
            row(
                "function attack() if a then ",
                |_| "elseif a then ".to_owned(),
                " end end",
            ),
        ),
        (
            "conditions in values",
            row("local x = ", |_| "if a then b else ".to_owned(), "c"),
        ),
        (
            "comments",
            row("", |_| "--[[]]".to_owned(), "function attack() end"),
        ),
        (
            "a long comment",
            row("--[[", |_| "x".to_owned(), "]] function attack() end"),
        ),
        ("a comment without an end", row("--[[", |_| "--[[".to_owned(), "")),
        (
            "a long text",
            row("local x = '", |_| "x".to_owned(), "' function attack() end"),
        ),
        (
            "a long interpolation",
            row("local x = `", |_| "{1}".to_owned(), "` function attack() end"),
        ),
        (
            "a long name",
            row("local ", |_| "x".to_owned(), " = 1 function attack() end"),
        ),
        (
            "many local names",
            row(
                "function attack()\n",
                |n| format!("do local a{n} = 1 end\n"),
                "end",
            ),
        ),
        (
            "too many local names",
            row("function attack()\n", |n| format!("local a{n} = 1\n"), "end"),
        ),
        (
            "too many functions at the top",
            row("", |n| format!("function f{n}() end\n"), "function attack() end"),
        ),
        (
            "types",
            row("", |n| format!("type T{n} = number\n"), "function attack() end"),
        ),
        (
            "a type of many fields",
            row(
                "type T = {",
                |n| format!("a{n}: number,"),
                "} function attack() end",
            ),
        ),
        ("types in one another", row("type T = ", |_| "{".to_owned(), "")),
        (
            "files that are not there",
            row("", |n| format!("require 'f{n}'\n"), "function attack() end"),
        ),
        (
            "one file that is not there",
            row("", |_| "require 'f'\n".to_owned(), "function attack() end"),
        ),
        ("mistakes", row("", |_| "local = 1\n".to_owned(), "")),
        ("lines", row("", |_| "\n".to_owned(), "function attack() end")),
        (
            "semicolons",
            row("function attack() ", |_| ";".to_owned(), " end"),
        ),
        (
            "varargs",
            row(
                "function attack() local function f(...) ",
                |_| "g(...)\n".to_owned(),
                " end end",
            ),
        ),
        (
            "names that inserted ones begin with",
            row("", |n| format!("--__cardable{n}_\n"), "function attack() end"),
        ),
        (
            "returns in functions",
            row(
                "",
                |n| format!("local f{n} = function() return function() end end\n"),
                "function attack() end",
            ),
        ),
        ("texts of a name", function(|_| "print('attack')\n".to_owned())),
        ("assignments of globals", function(|n| format!("g{n} = 1\n"))),
        ("methods of texts", function(|_| "x = ('a'):rep(2)\n".to_owned())),
    ]
}

#[test]
fn any_source_is_read_in_time() {
    let names = support::names(&[("attack", &[])]);
    let (mut wrong, mut worst) = (Vec::new(), (Duration::ZERO, ""));
    for (name, text) in sources() {
        assert!(
            text.len() <= MAX_SOURCE && text.len() > MAX_SOURCE / 2,
            "{name}: {} bytes",
            text.len()
        );
        let began = Instant::now();
        let compiled = support::compile(&[("rules.luau", &text)], &names);
        let took = began.elapsed();
        let refused = compiled.script.is_none();
        println!(
            "{name}: {took:?}, {} problems{}",
            compiled.problems.len(),
            if refused { ", refused" } else { "" }
        );
        assert!(
            !refused || !compiled.problems.is_empty(),
            "{name} is refused without a word"
        );
        assert!(
            compiled.problems.len() <= 300,
            "{name}: {} problems",
            compiled.problems.len()
        );
        if took > worst.0 {
            worst = (took, name);
        }
        if took > GUARD {
            wrong.push(format!("{name} took {took:?}"));
        }
    }
    println!("the longest: {:?} {}", worst.0, worst.1);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
