//! A condition as an expression is compiled to the very code of the same condition as calls.

use cardable_engine::Ruleset;

/// A small ruleset whose action has this condition and does this step.
fn ruleset(condition: &str, step: &str) -> Ruleset {
    let text = format!(
        r#"{{
    "cardset": {{
        "set_name": "Few", "symmetrical_deck": true,
        "suits": [{{ "suit_name": "Red", "suit_id": 0 }}, {{ "suit_name": "Blue", "suit_id": 1 }}],
        "cards": [{{ "card_name": "One", "card_id": 0, "card_value": 1 }}, {{ "card_name": "Two", "card_id": 1, "card_value": 2 }}],
    }},
    "ruleset": {{
        "ruleset_name": "Cost", "min_players": 2, "max_players": 2,
        "game_area": {{
            "shared_zones": [{{ "name": "deck", "order": "shuffled", "card_visibility": "all" }}, {{ "name": "pile", "card_visibility": "all" }}],
            "player_zones": [{{ "name": "hand", "zone_visibility": "owner" }}],
        }},
        "global_data": [{{ "key": "n", "value": 0 }}, {{ "key": "who", "type": "player" }}],
        "player_data": [{{ "key": "score", "value": 0 }}],
        "game_state": [{{
            "state_name": "play", "state_type": "round_robin",
            "actions": [{{ "action_name": "act", "type": "button", "condition": {condition}, "primitives": [{step}, {{ "endpoint": "end_game" }}] }}],
        }}],
    }},
}}"#
    );
    crate::parse(text).unwrap_or_else(|e| unreachable!("{condition}: {e}"))
}

#[test]
fn conditions_cost_the_same_in_either_form() {
    let pairs = [
        (
            r#""$globals.n == 3""#,
            r#"{ "endpoint": "is_equal", "params": ["$globals.n", 3] }"#,
        ),
        (
            r#""count_cards(deck) > $globals.n + 1""#,
            r#"{ "endpoint": "is_greater_than", "params": [
                { "endpoint": "count_cards", "params": "deck" },
                { "endpoint": "add", "params": ["$globals.n", 1] }] }"#,
        ),
        (
            r#""!is_empty(deck) && $globals.n <= 4 && $player.score != 2""#,
            r#"{ "endpoint": "and", "params": [
                { "endpoint": "not", "params": { "endpoint": "is_empty", "params": "$game.deck" } },
                { "endpoint": "is_less_than_equal", "params": ["$globals.n", 4] },
                { "endpoint": "is_not_equal", "params": ["$player.score", 2] }] }"#,
        ),
        (
            r#""$globals.who == $player || $globals.n % 2 == 0 || next_player() == $globals.who""#,
            r#"{ "endpoint": "or", "params": [
                { "endpoint": "is_equal", "params": ["$globals.who", "$player"] },
                { "endpoint": "is_equal", "params": [{ "endpoint": "remainder", "params": ["$globals.n", 2] }, 0] },
                { "endpoint": "is_equal", "params": ["next_player()", "$globals.who"] }] }"#,
        ),
        (
            r#""top_card(pile).suit == 'Red' and (is_empty(pile) or not ($globals.n > 1 + 2 + 3))""#,
            r#"[
                { "endpoint": "is_equal", "params": [{ "endpoint": "card_attribute", "params": [{ "endpoint": "top_card", "params": "pile" }, "suit"] }, "Red"] },
                { "endpoint": "or", "params": [
                    { "endpoint": "is_empty", "params": "$game.pile" },
                    { "endpoint": "not", "params": { "endpoint": "is_greater_than", "params": ["$globals.n", { "endpoint": "add", "params": [1, 2, 3] }] } }] }]"#,
        ),
        (
            r#""if($globals.n > 1, $player.score, $globals.n) * 2 * 3 == 6""#,
            r#"{ "endpoint": "is_equal", "params": [
                { "endpoint": "multiply", "params": [
                    { "endpoint": "if", "params": ["= $globals.n > 1", "$player.score", "$globals.n"] }, 2, 3] }, 6] }"#,
        ),
        (
            r#""$globals.n in [1, 2]""#,
            r#"{ "endpoint": "contains", "params": [[1, 2], "$globals.n"] }"#,
        ),
        (
            r#""count($player.hand, card => card.suit == 'Red') > 1""#,
            r#"{ "endpoint": "is_greater_than", "params": [
                { "endpoint": "count", "params": ["hand", "= card => card.suit == 'Red'"] }, 1] }"#,
        ),
        (
            r#""sum($player.hand, value) > 1""#,
            r#"{ "endpoint": "is_greater_than", "params": [{ "endpoint": "sum", "params": ["$player.hand", "value"] }, 1] }"#,
        ),
    ];
    let step = r#"{ "endpoint": "shuffle", "params": "deck" }"#;
    for (expression, calls) in pairs {
        let (a, b) = (ruleset(expression, step), ruleset(calls, step));
        let (a, b) = (&a.program, &b.program);
        assert_eq!(a.code.ops, b.code.ops, "{expression}");
        assert_eq!(a.code.functions, b.code.functions, "{expression}");
        assert_eq!(a.conditions.rules, b.conditions.rules, "{expression}");
    }
}

#[test]
fn steps_cost_the_same_in_either_form() {
    let pairs = [
        (
            r#""= set($globals.n, $globals.n + 2)""#,
            r#"{ "endpoint": "set", "params": ["$globals.n", "= $globals.n + 2"] }"#,
        ),
        (
            r#""draw_cards(all, 1, deck, $player.hand)""#,
            r#"{ "endpoint": "draw_cards", "params": ["all", 1, "deck", "$player.hand"] }"#,
        ),
        (
            r#""if(is_empty(deck), shuffle(pile), [shuffle(deck), increment($globals.n)])""#,
            r#"{ "condition": "is_empty(deck)", "endpoint": "shuffle", "params": "pile",
                 "else": [{ "endpoint": "shuffle", "params": "deck" }, { "endpoint": "increment", "params": "$globals.n" }] }"#,
        ),
        (
            r#""while(count_cards(deck) > 2, move_top(deck, pile, 1))""#,
            r#"{ "while": "count_cards(deck) > 2", "primitives": { "endpoint": "move_top", "params": ["deck", "pile", 1] } }"#,
        ),
        (
            r#""while(count_cards(deck) > 2, move_top(deck, pile, 1))""#,
            r#"{ "endpoint": "while", "params": ["count_cards(deck) > 2", { "endpoint": "move_top", "params": ["deck", "pile", 1] }] }"#,
        ),
    ];
    for (expression, calls) in pairs {
        let (a, b) = (ruleset("true", expression), ruleset("true", calls));
        assert_eq!(a.program.code.ops, b.program.code.ops, "{expression}");
    }
}

#[test]
fn mistakes_have_exact_columns_inside_a_string() {
    let text = ruleset_text_with_mistakes();
    let checked = crate::Loader::new().check_text("mistakes.json", &text);
    let found: Vec<String> = checked
        .reports()
        .iter()
        .map(|r| {
            let place = r.place.as_ref().unwrap();
            format!("{}:{} {}", place.line, place.column, r.message)
        })
        .collect();
    for expected in [
        "5:39 unknown name `dekc`",
        "6:41 `+` takes a number, found a string",
        "7:52 a card has no `siut`",
        "8:49 expected a value",
    ] {
        assert!(
            found.iter().any(|f| f.contains(expected)),
            "{expected}\n{found:#?}"
        );
    }
}

/// Each mistake stands on a line of its own, behind escapes that are one character of the
/// expression and several of the file.
fn ruleset_text_with_mistakes() -> String {
    [
        r#"{ "ruleset": { "ruleset_name": "M", "min_players": 2, "max_players": 2,"#,
        r#""game_area": { "shared_zones": [{ "name": "deck" }] }, "global_data": [{ "key": "n", "value": 0 }],"#,
        r#""game_state": [{ "state_name": "s", "state_type": "round_robin", "actions": ["#,
        r#"{ "action_name": "end", "type": "button", "primitives": "end_game()" },"#,
        r#"{ "name": "a", "condition": "\t\"a\"==dekc" },"#,
        r#"{ "name": "b", "condition": "$globals.n+\u0027a\u0027 > 1" },"#,
        r#"{ "name": "c", "condition": "\ncount(deck, card => card.siut == 1) > 0" },"#,
        r#"{ "name": "d", "primitives": "set($globals.n, \n)" },"#,
        r#"]}] } }"#,
    ]
    .join("\n")
}
