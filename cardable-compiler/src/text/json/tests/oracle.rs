//! Whatever the `json5` crate reads, this reader reads to the same value.

use proptest::prelude::*;
use serde_json::Value as Other;

use super::read;
use crate::text::json::{Node, Value, string_offset};

/// Whether both readers found the same value. An object with a repeated key is no longer the
/// same on the other side.
fn same(ours: &Node, other: &Other) -> bool {
    match (&ours.value, other) {
        (Value::Null, Other::Null) => true,
        (Value::Bool(a), Other::Bool(b)) => a == b,
        (Value::Number(a), Other::Number(b)) => Some(a.as_f64()) == b.as_f64(),
        (Value::String(a), Other::String(b)) => **a == **b,
        (Value::Array(a), Other::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Other::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|member| {
                    b.get(&*member.key)
                        .is_some_and(|other| same(&member.value, other))
                })
        }
        _ => false,
    }
}

/// What this reader refuses on purpose.
fn refused_on_purpose(problems: &[String]) -> bool {
    let ours = ["E112", "E113", "E114", "E115", "E110"];
    !problems.is_empty() && problems.iter().all(|p| ours.iter().any(|code| p.ends_with(code)))
}

fn compare(text: &str) {
    let (ours, problems) = read(text);
    match json5::from_str::<Other>(text) {
        Ok(other) => {
            let agreed = problems.is_empty() && same(&ours, &other);
            assert!(
                agreed || refused_on_purpose(&problems),
                "{text:?}: {problems:?} {other:?}"
            );
        }
        Err(error) => {
            assert!(!problems.is_empty(), "{text:?} was read, but: {error}");
        }
    }
}

fn space() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => Just(String::new()),
        2 => Just(" ".to_owned()),
        1 => Just("\n\t".to_owned()),
        1 => Just("/* * / */".to_owned()),
        1 => Just("// , ]\n".to_owned()),
        1 => Just("\u{A0}\u{FEFF}\r\n".to_owned()),
    ]
}

fn string() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => "[a-z ]{1,4}",
        2 => "[^\"'\\\\\n\r]{1,3}",
        1 => prop::sample::select(vec![
            "\\n", "\\t", "\\x41", "\\u00e9", "\\uD83C\\uDCA1", "\\\n", "\\\r\n", "\\'", "\\\"",
            "\\0", "\\q", "\\\\", "\\/", "\\v",
        ])
        .prop_map(str::to_owned),
    ];
    let body = prop::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat());
    (body, prop::sample::select(vec!['"', '\''])).prop_map(|(body, quote)| format!("{quote}{body}{quote}"))
}

fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("false".to_owned()),
        any::<i32>().prop_map(|n| n.to_string()),
        any::<i64>().prop_map(|n| n.to_string()),
        any::<u16>().prop_map(|n| format!("+0x{n:X}")),
        any::<f64>().prop_map(|n| format!("{n:?}")),
        "[+-]?(0|[1-9][0-9]{0,4})\\.?([eE][+-]?[0-9]{1,2})?",
        "[+-]?\\.[0-9]{1,4}",
        string(),
    ]
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof!["[a-zA-Z_$][a-zA-Z0-9_$]{0,6}", string(), "[éüßñ][a-z]{0,2}"]
}

fn value() -> impl Strategy<Value = String> {
    scalar().prop_recursive(4, 40, 6, |inner| {
        let item = (space(), inner, space())
            .prop_map(|(a, value, b)| a + &value + &b)
            .boxed();
        let member = (space(), key(), space(), item.clone())
            .prop_map(|(a, key, b, value)| format!("{a}{key}{b}:{value}"));
        let comma = prop::sample::select(vec!["", ","]);
        prop_oneof![
            (prop::collection::vec(item, 1..6), comma.clone())
                .prop_map(|(items, end)| format!("[{}{end}]", items.join(","))),
            (prop::collection::vec(member, 1..6), comma)
                .prop_map(|(members, end)| format!("{{{}{end}}}", members.join(","))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn well_formed_texts((before, text, after) in (space(), value(), space())) {
        compare(&format!("{before}{text}{after}"));
    }

    #[test]
    fn damaged_texts(
        text in value(),
        at in any::<prop::sample::Index>(),
        with in prop::sample::select(vec!["", ",", "\"", "{", "]", "\\", "0", "/", "\n", "é", "-"]),
        kept in 0_usize..2,
    ) {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let at = *at.get(&places);
        let after = at + text[at..].chars().take(kept).map(char::len_utf8).sum::<usize>();
        compare(&format!("{}{with}{}", &text[..at], &text[after..]));
    }

    #[test]
    fn any_text(text in "\\PC{0,40}") {
        compare(&text);
    }

    #[test]
    fn marks(text in "[\\[\\]{},:'\"\\\\/*a0 \n.e-]{0,24}") {
        compare(&text);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        if let Ok(text) = crate::text::json::decode(&bytes) {
            read(text);
        }
        read(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn every_byte_of_a_string_has_its_place(text in string()) {
        let (root, problems) = read(&text);
        prop_assume!(problems.is_empty());
        let decoded = root.as_str().unwrap();
        let mut last = 0;
        for (at, c) in decoded.char_indices() {
            let found = string_offset(&text, root.span, at) as usize;
            prop_assert!(found > last, "{text:?} at {at}");
            let written = text[found..].chars().next().unwrap();
            prop_assert!(written == c || written == '\\', "{text:?} at {at}");
            last = found;
        }
        let end = string_offset(&text, root.span, decoded.len()) as usize;
        prop_assert_eq!(end, text.len() - 1);
    }
}
