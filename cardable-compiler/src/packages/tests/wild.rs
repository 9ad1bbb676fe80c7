//! Whatever the text, loading ends without a panic.

use proptest::prelude::*;

use super::{coin, load_text, memory};

const KEYS: [&str; 20] = [
    "cardset",
    "deck",
    "ruleset",
    "game_state",
    "cardsets",
    "decks",
    "set_name",
    "suits",
    "cards",
    "suit_name",
    "suit_id",
    "card_name",
    "card_id",
    "card_value",
    "symmetrical_deck",
    "deck_name",
    "content",
    "card",
    "copies",
    "card_back",
];

/// Objects with the right keys and anything as values.
fn value() -> impl Strategy<Value = String> {
    let scalar = prop::sample::select(vec![
        "0",
        "1",
        "-1",
        "2",
        "9999999999",
        "1.5",
        "''",
        "'Coin'",
        "'../x'",
        "true",
        "null",
        "[]",
        "{}",
        "{kind: 'dual'}",
        "?",
    ]);
    scalar.prop_map(str::to_owned).prop_recursive(5, 60, 6, |inner| {
        let member = (prop::sample::select(&KEYS[..]), inner.clone())
            .prop_map(|(key, value)| format!("{key}: {value}"));
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec(member, 0..8).prop_map(|all| format!("{{{}}}", all.join(","))),
        ]
    })
}

#[test]
fn floods_end_soon() {
    let many = |piece: &str, count: usize| piece.repeat(count);
    let numbered = |count: usize, piece: fn(usize) -> String| -> String { (0..count).map(piece).collect() };
    let card = "{card_name: 'c', card_id: 0},";
    let cases: [(&str, String, String); 9] = [
        (
            "unknown ids",
            coin("Coin"),
            format!("{{deck_name: 'd', content: [{}]}}", many("7,", 500_000)),
        ),
        (
            "huge decks",
            coin("Coin"),
            format!(
                "[{}]",
                many("{deck_name: 'd', content: {card: 0, copies: 10000}},", 100_000)
            ),
        ),
        (
            "named decks",
            coin("Coin"),
            format!(
                "[{}]",
                numbered(100_000, |n| format!("{{deck_name: 'd{n}', content: [0, 1]}},"))
            ),
        ),
        (
            "huge decks of many names",
            coin("Coin"),
            format!(
                "[{}]",
                numbered(100_000, |n| format!(
                    "{{deck_name: 'd{n}', content: {{card: 0, copies: 10000}}}},"
                ))
            ),
        ),
        (
            "unknown sets",
            coin("Coin"),
            format!(
                "[{}]",
                numbered(100_000, |n| format!(
                    "{{deck_name: 'd{n}', cardset: 'c{n}', content: 0}},"
                ))
            ),
        ),
        (
            "suits",
            format!(
                "{{set_name: 's', suits: [{}], cards: [{card}]}}",
                many("{suit_name: 'a'},", 200_000)
            ),
            "[]".to_owned(),
        ),
        (
            "keys",
            format!(
                "{{{} {}}}",
                numbered(100_000, |n| format!("set_nam{n}: 1,")),
                many("color: 1,", 100_000)
            ),
            "[]".to_owned(),
        ),
        (
            "equal ids",
            format!("{{set_name: 's', cards: [{}]}}", many(card, 9_999)),
            "[]".to_owned(),
        ),
        (
            "sets",
            format!(
                "[{}]",
                numbered(300, |n| format!(
                    "{{set_name: 's{n}', symmetrical_deck: true,
            suits: [{}], cards: [{}]}},",
                    (0..100)
                        .map(|n| format!("{{suit_name: '{n}'}},"))
                        .collect::<String>(),
                    (0..100)
                        .map(|n| format!("{{card_name: '{n}', card_id: {n}}},"))
                        .collect::<String>()
                ))
            ),
            "[]".to_owned(),
        ),
    ];
    for (name, set, deck) in cases {
        let began = std::time::Instant::now();
        let text = format!("{{cardset: {set}, deck: {deck}, ruleset: {{game_state: []}}}}");
        load_text(&text, &[]);
        let took = began.elapsed();
        assert!(took < std::time::Duration::from_secs(60), "{name} took {took:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_values(set in value(), deck in value(), ruleset in value()) {
        let root = memory("root", &[("c/cardset.json", &format!("{{cardset: {}}}", coin("Coin")))]);
        let text = format!("{{cardset: {set}, deck: {deck}, ruleset: {ruleset}}}");
        let outcome = load_text(&text, &[&root]);
        if let Some(package) = &outcome.package {
            for deck in &package.decks {
                let set = &package.card_sets[deck.card_set];
                prop_assert!(deck.cards.iter().all(|card| *card < set.cards.len()));
            }
            for set in &package.card_sets {
                prop_assert!(set.cards.is_sorted_by(|a, b| a.id < b.id));
                prop_assert!(set.cards.iter().all(|card| set.back(card).is_some()));
            }
        }
    }
}
