//! The table over itself, and every example played.

use super::*;
use crate::testing::Bench;

/// The table on which examples are played, as the manual's introduction tells it.
const TABLE: &str = r#"{
    "cardset": {
        "set_name": "Example",
        "card_dimensions": { "width": 90, "height": 135 },
        "suits": [
            { "suit_name": "Hearts", "suit_id": 0 },
            { "suit_name": "Spades", "suit_id": 1 },
            { "suit_name": "Diamonds", "suit_id": 2 },
            { "suit_name": "Clubs", "suit_id": 3 }
        ],
        "symmetrical_deck": true,
        "cards": [
            { "card_name": "Ace", "card_id": 0, "card_value": 1, "attributes": { "points": 11 } },
            { "card_name": "Two", "card_id": 1, "card_value": 2, "attributes": { "points": 0 } },
            { "card_name": "Three", "card_id": 2, "card_value": 3, "attributes": { "points": 10 } },
            { "card_name": "Four", "card_id": 3, "card_value": 4, "attributes": { "points": 0 } },
            { "card_name": "Five", "card_id": 4, "card_value": 5, "attributes": { "points": 0 } }
        ]
    },
    // Decks of one card each lie in the order of the list, however they are shuffled.
    "deck": [
        { "deck_name": "first", "cardset": "Example", "content": [0] },
        { "deck_name": "second", "cardset": "Example", "content": [1] },
        { "deck_name": "third", "cardset": "Example", "content": [2] },
        { "deck_name": "fourth", "cardset": "Example", "content": [5] },
        { "deck_name": "fifth", "cardset": "Example", "content": [13] },
        { "deck_name": "low", "cardset": "Example", "content": [16] },
        { "deck_name": "middle", "cardset": "Example", "content": [17] },
        { "deck_name": "high", "cardset": "Example", "content": [9] }
    ],
    "ruleset": {
        "ruleset_name": "Examples",
        "min_players": 3,
        "max_players": 3,
        "cardsets": "Example",
        "decks": ["first", "second", "third", "fourth", "fifth", "low", "middle", "high"],
        "game_area": {
            "shared_zones": [
                {
                    "name": "deck",
                    "card_visibility": "none",
                    "order": "fixed-fifo",
                    "size": "*",
                    "decks": ["first", "second", "third", "fourth", "fifth"]
                },
                { "name": "discard", "card_visibility": "face", "order": "fixed-lifo", "size": "*" },
                { "name": "trick", "card_visibility": "all", "order": "fixed-fifo", "size": "*" },
                { "name": "pair", "card_visibility": "all", "order": "fixed-fifo", "size": [0, 2] }
            ],
            "player_zones": [
                {
                    "name": "hand",
                    "zone_visibility": "owner",
                    "order": "any",
                    "size": "*",
                    "decks": ["low", "middle", "high"]
                },
                { "name": "front", "card_visibility": "face", "order": "fixed-lifo", "size": "*" },
                { "name": "deck", "card_visibility": "none", "order": "shuffled", "size": "*" }
            ]
        },
        "global_data": [
            { "key": "n", "type": "number", "value": 0 },
            { "key": "who", "type": "player", "value": "" }
        ],
        "player_data": [
            { "key": "score", "type": "number", "value": 0 },
            { "key": "bid", "type": "number", "value": 0 }
        ],
        "game_state": [
            {
                "state_name": "play",
                "state_type": "round_robin",
                "turn": "until_end_turn",
                "state_data": { "key": "round", "type": "number", "value": 0 },
                "actions": { "action_name": "Wait", "type": "button" }
            },
            {
                "state_name": "pause",
                "state_type": "concurrent",
                "actions": { "action_name": "Wait", "type": "button" }
            }
        ]
    }
}"#;

fn bench() -> Bench {
    Bench::new(TABLE, &["A", "B", "C"])
}

/// Plays an example and says what is wrong with it.
fn play(example: &Example) -> Result<(), String> {
    let mut bench = bench();
    let step = |bench: &mut Bench, text: &str| bench.step(text).map_err(|e| format!("`{text}`: {e}"));
    for before in example.before {
        step(&mut bench, before)?;
    }
    let last = if example.check.is_empty() {
        example.call
    } else {
        step(&mut bench, example.call)?;
        example.check
    };
    let found = bench.value(last).map_err(|e| format!("`{last}`: {e}"))?;
    if found == example.gives {
        return Ok(());
    }
    Err(format!("`{last}` after `{}` gives {found}, not {}", example.call, example.gives))
}

#[test]
fn every_example_holds() {
    let mut wrong = Vec::new();
    for primitive in all() {
        for example in primitive.examples {
            if let Err(problem) = play(example) {
                wrong.push(format!("{}: {problem}", primitive.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_primitive_has_an_example() {
    for primitive in all() {
        assert!(!primitive.examples.is_empty(), "`{}` has no example", primitive.name);
        let shown = |example: &Example| {
            let texts = [example.call, example.check];
            texts.iter().chain(example.before).any(|text| text.contains(primitive.name))
        };
        // These are words of the expression language, written as operators.
        let operator = matches!(primitive.name, "and" | "or");
        assert!(operator || primitive.examples.iter().any(shown), "no example shows `{}`", primitive.name);
    }
}

#[test]
fn names_are_words_and_no_two_are_the_same() {
    let mut names: Vec<&str> = all().flat_map(|p| p.aliases.iter().chain([&p.name])).copied().collect();
    for name in &names {
        let word = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        assert!(word && !name.is_empty(), "`{name}`");
        assert_eq!(find(name).map(|p| p.name == *name || p.aliases.contains(name)), Some(true));
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "a name is used twice");
}

#[test]
fn everything_is_documented() {
    for primitive in all() {
        assert!(primitive.doc.trim().ends_with('.'), "`{}` has no sentence", primitive.name);
        for param in primitive.params {
            let doc = param.doc.trim();
            assert!(doc.ends_with('.'), "`{}` of `{}` has no sentence", param.name, primitive.name);
            assert!(!doc.contains('|'), "a bar would end the table's cell: {doc}");
        }
        assert!(!primitive.errors.ends_with('.'), "the manual puts the full stop: {}", primitive.errors);
    }
}

#[test]
fn parameters_come_in_an_order_that_can_be_counted() {
    let place = |need: Need| match need {
        Need::Required => 0,
        Need::Optional => 1,
        Need::Rest => 2,
    };
    for primitive in all() {
        let places: Vec<u8> = primitive.params.iter().map(|p| place(p.need)).collect();
        assert!(places.is_sorted(), "`{}`", primitive.name);
        let rest = places.iter().filter(|p| **p == 2).count();
        let optional = places.contains(&1);
        assert!(rest <= 1 && !(rest == 1 && optional), "`{}` cannot tell its last parameters apart", primitive.name);
        let mut names: Vec<&str> = primitive.params.iter().map(|p| p.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|two| two[0] != two[1]), "`{}`", primitive.name);
        let each = primitive.params.iter().filter(|p| p.takes == Takes::EachSeat).count();
        assert!(each == 0 || (each == 1 && primitive.result == Type::Nothing), "`{}`", primitive.name);
    }
}

#[test]
fn families_stay_together() {
    let mut chapters: Vec<Family> = all().map(|p| p.family).collect();
    chapters.dedup();
    let all_chapters = chapters.len();
    chapters.sort_by_key(|f| f.title());
    chapters.dedup();
    assert_eq!(chapters.len(), all_chapters, "a chapter of the manual is begun twice");
}

#[test]
fn the_manual_has_a_page_for_each() {
    let manual = manual();
    for primitive in all() {
        assert!(manual.contains(&format!("\n### `{}`\n", primitive.name)), "{}", primitive.name);
    }
    assert!(manual.ends_with("```\n") && !manual.contains("\n\n\n"));
}

#[test]
fn what_makes_no_sense_is_a_fault() {
    let wrong = [
        "draw_cards($player, 6, 'deck', $player.hand)",
        "draw_cards($player, -1, 'deck', $player.hand)",
        "draw_cards($player, 1000000000, 'deck', 'deck')",
        "deal('deck', 'hand', 2)",
        "move_top('deck', 'pair', 3)",
        "move_bottom('deck', 'discard', 6)",
        "swap_zones('pair', 'deck')",
        "flip_top('trick')",
        "pass_in_round_robin($player, 'for ever')",
        "skip_next_player(33)",
        "set($globals.n, list_item([1], 1 - 2))",
        "set($globals.n, count_sets('deck', 'value', 0))",
        "set($globals.n, max([]))",
        "set($globals.n, clamp(1, 3, 2))",
        "set($globals.n, abs(1 / $globals.n))",
        "set($globals.n, power(10, 400))",
        "set($globals.n, 9223372036854775807 + 1)",
        "random_number($globals.n, 2, 1)",
        "random_number($globals.n, 0, 9223372036854775807)",
        "next_player($globals.who).score",
        "take_deck($globals.who, list_item($game.decks, 0))",
        "place_card(top_card('trick'), $globals.who.hand)",
        "state_pop()",
    ];
    let let_through: Vec<&str> = wrong.iter().copied().filter(|text| bench().step(text).is_ok()).collect();
    assert!(let_through.is_empty(), "{let_through:#?}");
}
