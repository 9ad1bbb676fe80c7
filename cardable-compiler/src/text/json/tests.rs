//! The reader as a whole: tables of texts, limits, and the comparison with another reader.

mod limits;
mod oracle;

use std::fmt::Write;

use super::{Node, Number, Value, parse};
use crate::text::diag::Diagnostics;
use crate::text::source::Sources;

/// Reads a text; gives the value and, for each problem, place and code.
fn read(text: &str) -> (Node, Vec<String>) {
    let mut sources = Sources::new();
    let file = sources.add("t", text);
    let mut diags = Diagnostics::new();
    let root = parse(file, text, &mut diags);
    let problems = diags
        .sorted()
        .iter()
        .map(|problem| {
            let (line, column) = sources.line_column(problem.span.unwrap());
            format!("{line}:{column} {}", problem.code.as_str())
        })
        .collect();
    (root, problems)
}

/// A value in a plain form; `?` stands for what could not be read.
fn plain(node: &Node, out: &mut String) {
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(truth) => write!(out, "{truth}").unwrap(),
        Value::Number(Number::Int(whole)) => write!(out, "{whole}").unwrap(),
        Value::Number(Number::Float(number)) => write!(out, "{number:?}").unwrap(),
        Value::String(text) => write!(out, "{text:?}").unwrap(),
        Value::Invalid => out.push('?'),
        Value::Array(items) => {
            out.push('[');
            for item in items {
                plain(item, out);
                out.push(' ');
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for member in members {
                write!(out, "{}:", member.key).unwrap();
                plain(&member.value, out);
                out.push(' ');
            }
            out.push('}');
        }
    }
}

fn check(text: &str, expected: &str, problems: &[&str]) {
    let (root, found) = read(text);
    let mut shown = String::new();
    plain(&root, &mut shown);
    assert_eq!(
        (shown.as_str(), found),
        (expected, problems.iter().map(|p| p.to_string()).collect()),
        "{text}"
    );
}

#[test]
fn all_of_json5() {
    let fine = |text, expected| check(text, expected, &[]);
    fine("null", "null");
    fine(" true ", "true");
    fine("[]", "[]");
    fine("[1,]", "[1 ]");
    fine(
        "{a: 1, 'b': [2, .5, 0x1f,], \"c\": {},}",
        "{a:1 b:[2 0.5 31 ] c:{} }",
    );
    fine("// one\n/* two\n */ {/**/a/**/:/**/1/**/}// end", "{a:1 }");
    fine("\u{FEFF}\u{A0}\u{2028}[\u{3000}1\u{B}\u{C}]", "[1 ]");
    fine(
        "{$_a1: 1, ünï: 2, a\\u0062c: 3, null: 4, Infinity: 5}",
        "{$_a1:1 ünï:2 abc:3 null:4 Infinity:5 }",
    );
    fine(
        r#"['it\'s', "\"", 'a\
b', '\x41\u00e9\0\v\q']"#,
        "[\"it's\" \"\\\"\" \"ab\" \"Aé\\0\\u{b}q\" ]",
    );
    fine("['\u{2028}', \"tab\there\"]", "[\"\\u{2028}\" \"tab\\there\" ]");
    fine("[-1, +2, -.5, 3., 1e3, -0x10]", "[-1 2 -0.5 3.0 1000.0 -16 ]");
    fine("{'': {'a b': 1}}", "{:{a b:1 } }");
}

#[test]
fn recovery() {
    check("", "?", &["1:1 E103"]);
    check(" // nothing\n", "?", &["1:1 E103"]);
    check("{a: 1} {b: 2}", "{a:1 }", &["1:8 E119"]);
    check("{a: 1}}", "{a:1 }", &["1:7 E119"]);
    check("{a: 1 b: 2}", "{a:1 b:2 }", &["1:5 E105"]);
    check("[1 2\n3]", "[1 2 3 ]", &["1:2 E105", "1:4 E105"]);
    check("{a 1, b: 2}", "{a:1 b:2 }", &["1:2 E106"]);
    check("{a = 1, b: 2}", "{a:1 b:2 }", &["1:2 E106"]);
    check("{a, b: 2}", "{a:? b:2 }", &["1:2 E106"]);
    check("{a: , b: 2}", "{a:? b:2 }", &["1:5 E120"]);
    check("[1,,2]", "[1 ? 2 ]", &["1:4 E120"]);
    check("{a: 1,, b: 2}", "{a:1 b:2 }", &["1:7 E104"]);
    check("{: 1, b: 2}", "{b:2 }", &["1:2 E104"]);
    check(
        "{a: yes, b: Hello old world\n, c: True}",
        "{a:? b:? c:? }",
        &["1:5 E118", "1:13 E118", "2:6 E118"],
    );
    check("{a: ;, b: 2}", "{a:? b:2 }", &["1:5 E104"]);
    check("{a: 1; b: 2, c: 3}", "{a:1 c:3 }", &["1:6 E104"]);
    check("{“a”: 1, b: 2}", "{b:2 }", &["1:2 E104"]);
    check("{12: [1, {x: 2}], b: 2}", "{b:2 }", &["1:2 E104"]);
    check(
        "[Infinity, -Infinity, NaN, 1]",
        "[? ? ? 1 ]",
        &["1:2 E113", "1:12 E113", "1:23 E113"],
    );
    check(
        "[012, 1e999, 1_0, 0x, 99999999999999999999]",
        "[? ? ? ? ? ]",
        &["1:2 E111", "1:7 E112", "1:14 E111", "1:19 E111", "1:23 E112"],
    );
    check("{a: 'x,\n b: 2}", "{a:\"x,\" b:2 }", &["1:5 E109"]);
    check("{a: \"x", "{a:\"x\" }", &["1:1 E107", "1:5 E109"]);
    check(
        r"['\u12', '\xq', '\9', '\uD800']",
        "[\"12\" \"q\" \"\" \"\" ]",
        &["1:3 E110", "1:11 E110", "1:18 E110", "1:24 E110"],
    );
    check("{a\\x41: 1}", "{a:1 }", &["1:3 E110"]);
    check("{a\\u0020b: 1}", "{ab:1 }", &["1:3 E110"]);
    check(
        "{a: 1, b: 2, 'a': 3, a: 4}",
        "{a:1 b:2 a:3 a:4 }",
        &["1:14 E114", "1:22 E114"],
    );
    check("/* never", "?", &["1:1 E117"]);
    check("[1, /* never", "[1 ]", &["1:5 E117"]);
}

#[test]
fn brackets() {
    check("{a: [1, 2}", "{a:[1 2 ] }", &["1:10 E108"]);
    check("{a: [1, 2}, b: 3}", "{a:[1 2 ] }", &["1:10 E108", "1:11 E119"]);
    check("[1, 2}", "[1 2 ]", &["1:6 E108"]);
    check("[{a: 1], 2]", "[{a:1 } ]", &["1:7 E108", "1:8 E119"]);
    check("{a: {b: [1,", "{a:{b:[1 ] } }", &["1:9 E107"]);
    check("[[1], [2]", "[[1 ] [2 ] ]", &["1:1 E107"]);
    check("[@[1, '}'], 2]", "[? 2 ]", &["1:2 E104"]);
}

#[test]
fn messages_name_both_places_of_a_repeated_key() {
    let text = "{\n  a: 1,\n  a: 2}";
    let mut diags = Diagnostics::new();
    parse(Sources::new().add("t", text), text, &mut diags);
    let problems = diags.sorted();
    assert_eq!(
        problems[0].message,
        "the key `a` is given twice: at 2:3 and at 3:3"
    );
}

#[test]
fn repeated_keys_among_many() {
    let mut text = String::from("{");
    for n in 0..100 {
        write!(text, "k{}: 1,", n % 90).unwrap();
    }
    text.push('}');
    let (root, problems) = read(&text);
    assert_eq!(root.members().len(), 100);
    assert_eq!(problems.len(), 10);
}

#[test]
fn spans_hold_what_was_written() {
    let text = "{ ruleset : { 'a b' : [ 1 , \"x\\ty\" , { } ] } }";
    let (root, _) = read(text);
    let at = |node: &Node| &text[node.span.start as usize..node.span.end as usize];
    assert_eq!(at(&root), text);
    let inner = &root.get("ruleset").unwrap().members()[0];
    assert_eq!(
        &text[inner.key_span.start as usize..inner.key_span.end as usize],
        "'a b'"
    );
    let written: Vec<&str> = inner.value.items().iter().map(at).collect();
    assert_eq!(written, ["1", "\"x\\ty\"", "{ }"]);
}
