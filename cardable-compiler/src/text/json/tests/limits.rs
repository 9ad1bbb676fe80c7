//! Texts made to hurt.

use std::time::{Duration, Instant};

use super::read;
use crate::text::json::{MAX_BYTES, MAX_DEPTH, MAX_VALUES};

fn check(name: &str, text: &str, expected: &[&str]) {
    let began = Instant::now();
    let (_, problems) = read(text);
    assert_eq!(problems, expected, "{name}");
    assert!(
        began.elapsed() < Duration::from_secs(60),
        "{name} took {:?}",
        began.elapsed()
    );
}

#[test]
fn depth() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    check("deep enough", &nested(MAX_DEPTH), &[]);
    check("one too deep", &nested(MAX_DEPTH + 1), &["1:129 E115"]);
    check("far too deep", &nested(100_000), &["1:129 E115"]);
    check(
        "never closed",
        &"[".repeat(100_000),
        &["1:129 E107", "1:129 E115"],
    );
    check("objects", &"{a:".repeat(100_000), &["1:385 E107", "1:385 E115"]);
    let beside = format!("{{a: {}, b: 1, b: 2}}", nested(100_000));
    check("reading goes on", &beside, &["1:132 E115", "1:200013 E114"]);
}

#[test]
fn size() {
    check("too large", &" ".repeat(MAX_BYTES + 1), &["1:1 E101"]);
    check("only space", &" ".repeat(MAX_BYTES), &["1:1 E103"]);
    check("one string", &format!("'{}'", "é".repeat(MAX_BYTES / 2 - 1)), &[]);
    check("many values", &format!("[{}]", "1,".repeat(MAX_VALUES - 1)), &[]);
    let text = format!("[{}]", "1,".repeat(MAX_VALUES));
    check("one value more", &text, &["1:2000000 E116"]);
}

#[test]
fn floods_of_mistakes_take_no_longer() {
    for (name, piece) in [
        ("words", "a\tb\t"),
        ("phrases", "a b,"),
        ("keys", "{a 1}"),
        ("marks", "; "),
        ("strings", "'a\n"),
        ("stray", "]"),
        ("wrong", "[}"),
        ("escapes", "'\\u1',"),
        ("comments", "/*"),
        ("half comments", "/ "),
        ("equal keys", "\"é\":1,"),
        ("quotes", "“"),
        ("deep", "[[{{"),
    ] {
        for start in ["", "[", "{", "{a:"] {
            let text = format!("{start}{}", piece.repeat(200_000));
            let began = Instant::now();
            let (_, problems) = read(&text);
            assert!(!problems.is_empty(), "{name}");
            assert!(
                began.elapsed() < Duration::from_secs(60),
                "{name} took {:?}",
                began.elapsed()
            );
        }
    }
}
