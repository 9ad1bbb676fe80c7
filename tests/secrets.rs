//! What a seat reads depends only on what it may see: told when the ruleset is checked where that can
//! be known, and guarded in play where it cannot.

use cardable_core::decision::Offered;
use cardable_core::testing::{LAWS, Opening, Subject};
use cardable_core::{Checked, Choice, Game, Loader, Ruleset, Seed, Setup};
use serde_json::{Value, json};

/// A game whose cards lie in zones of every openness; `CONDITION`, `LEGAL` and `VALID` are filled in.
const GAME: &str = r#"{
    cardset: {
        set_name: "six",
        cards: [
            { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 },
            { card_name: "C", card_id: 2, card_value: 3 }, { card_name: "D", card_id: 3, card_value: 4 },
            { card_name: "E", card_id: 4, card_value: 5 }, { card_name: "F", card_id: 5, card_value: 6 },
        ],
    },
    deck: { deck_name: "all", cardset: "six", content: [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5] },
    ruleset: {
        ruleset_name: "Secrets", min_players: 2, max_players: 2,
        game_area: {
            shared_zones: [
                { name: "deck", order: "shuffled", zone_visibility: "none" },
                { name: "open", order: "fixed-lifo", zone_visibility: "all" },
                { name: "lying", order: "fixed-lifo", card_visibility: "face" },
                { name: "first", order: "fixed-lifo", card_visibility: 1 },
            ],
            player_zones: [
                { name: "hand", order: "fixed-lifo", zone_visibility: "owner" },
                { name: "front", order: "fixed-lifo", card_visibility: "face" },
            ],
        },
        global_data: [
            { key: "kept", type: "card", value: "" },
            { key: "some", type: "cards", value: [] },
            { key: "place", type: "zone", value: "" },
        ],
        game_state: [
            {
                state_name: "deal", state_type: "auto",
                actions: { action_name: "deal", type: "auto", primitives: [
                    { endpoint: "shuffle", params: ["deck"] },
                    { endpoint: "draw_cards", params: ["all", 3, "deck", "$player.hand"] },
                    { endpoint: "draw_card", params: ["all", "deck", "$player.front"] },
                    { endpoint: "move_top", params: ["deck", "open", 1] },
                    { endpoint: "move_top", params: ["deck", "lying", 2] },
                    { endpoint: "move_top", params: ["deck", "first", 2] },
                    { endpoint: "set", params: ["$globals.kept", "= top_card(deck)"] },
                    { endpoint: "set", params: ["$globals.some", "= cards_of(lying)"] },
                    { endpoint: "set", params: ["$globals.place", "$game.lying"] },
                    { endpoint: "state_transition", params: ["play"] },
                ] },
            },
            {
                state_name: "play", state_type: "round_robin",
                actions: [
                    { action_name: "turn over", type: "world_pick", pick: { what: "card", from: ["lying", "$player.front"] },
                      primitives: { endpoint: "flip_card", params: ["$action.world_pick"] } },
                    { action_name: "tried", type: "world_pick", condition: "CONDITION",
                      pick: { what: "card", from: [FROM], min: 1, max: 2 }, legal: "LEGAL", valid: "VALID",
                      action_message: { text: "{0}", tokens: ["= TOKEN"] },
                      primitives: { endpoint: "draw_up_to", params: ["$player", 1, "deck", "open"] } },
                    { action_name: "end", type: "button", condition: "is_empty(deck)", primitives: { endpoint: "end_game", params: [[]] } },
                    { action_name: "take", type: "button", condition: "not(is_empty(deck))",
                      primitives: { endpoint: "draw_card", params: ["$player", "deck", "$player.hand"] } },
                ],
            },
        ],
    },
}"#;

fn check(place: &str, text: &str, from: &str) -> Checked {
    let mut game = GAME.replace("FROM", from);
    for (name, usual) in [
        ("CONDITION", "true"),
        ("LEGAL", "true"),
        ("VALID", "true"),
        ("TOKEN", "1"),
    ] {
        game = game.replace(name, if name == place { text } else { usual });
    }
    Loader::new().check_text("secrets.json", &game)
}

fn told(checked: &Checked) -> Vec<String> {
    let reports = checked.diagnostics.sorted().into_iter();
    reports
        .map(|d| format!("{} {}", d.code.as_str(), d.message))
        .collect()
}

/// A candidate of an open zone, of one whose cards lie as they do, of the own hand.
const FROM: &str = "'open', 'lying', '$player.hand', '$player.front'";

#[test]
fn what_is_known_to_be_hidden_is_told() {
    let cases = [
        ("CONDITION", "top_card(deck).value > 3"),
        ("CONDITION", "sum(deck, c => c.value) > 3"),
        ("CONDITION", "any(next_player().hand, c => c.value == 2)"),
        (
            "CONDITION",
            "top_card(seat_zone(next_player(), 'hand')).value == 2",
        ),
        (
            "CONDITION",
            "any(zones_of(all, 'hand'), z => top_card(z).value == 2)",
        ),
        (
            "CONDITION",
            "count_by($player.hand, 'value', top_card(deck).value) > 0",
        ),
        ("LEGAL", "$card.value == top_card(deck).value"),
        (
            "VALID",
            "sum($picked, c => c.value) > top_card(next_player().hand).value",
        ),
        ("TOKEN", "top_card(deck).value"),
    ];
    for (place, text) in cases {
        let checked = check(place, text, FROM);
        let told = told(&checked);
        assert_eq!(told.len(), 1, "{place} {text}: {told:?}");
        assert!(told[0].starts_with("E319"), "{place} {text}: {told:?}");
    }
}

/// A step that lets seats look into a zone says nothing of the faces in other zones.
#[test]
fn looks_at_one_zone_do_not_open_another() {
    let condition = "top_card(deck).value > 3";
    let elsewhere = [
        "reveal(open)",
        "peek($player.hand, next_player())",
        "reveal(filter(lying, c => true))",
    ];
    let there = [
        "peek(deck)",
        "peek(top_card(deck))",
        "reveal([open[0], deck[0]])",
        "peek($globals.card)",
    ];
    let looks = elsewhere.map(|look| (look, true)).into_iter();
    for (look, is_hidden) in looks.chain(there.map(|look| (look, false))) {
        let action =
            json!({ "action_name": "x", "type": "button", "condition": condition, "primitives": [look] });
        let told = told(&check_action(&action, &json!({})));
        let hidden = told.iter().any(|line| line.starts_with("E319"));
        assert_eq!(hidden, is_hidden, "{look}: {told:?}");
    }
}

/// What a defined action is handed may be a card of any zone, so a look at it opens all of them to the check; what is
/// looked at otherwise does not.
#[test]
fn looks_at_what_a_defined_action_is_handed_open_every_zone() {
    let look = |step: &str| {
        let action = json!({ "action_name": "x", "type": "button", "condition": "top_card(deck).value > 3",
            "primitives": ["look(top_card($player.hand))"] });
        let defined = json!([{ "ref_id": "look", "ref_params": { "key": "card", "type": "card" }, "primitives": step }]);
        let said = told(&check_action(&action, &json!({ "defined_actions": defined })));
        said.iter().any(|line| line.starts_with("E319"))
    };
    assert!(!look("peek($action.card)"));
    assert!(look("peek(open)"));
}

#[test]
fn what_shows_in_play_keeps_the_law() {
    let cases = [
        // Zones whose cards are seen or not as they lie.
        ("CONDITION", "top_card(lying).value > 3"),
        ("CONDITION", "top_card($player.front).value > 3"),
        ("CONDITION", "sum(lying, c => c.value) > 3"),
        ("CONDITION", "any(lying, c => c.value == 2)"),
        ("CONDITION", "not(any(lying, c => c.value == 2))"),
        ("CONDITION", "top_card(first).value > 3"),
        ("CONDITION", "bottom_card(first).value > 3"),
        ("CONDITION", "any(all, s => top_card(s.front).value > 3)"),
        (
            "CONDITION",
            "any(zones_of(all, 'front'), z => top_card(z).value > 3)",
        ),
        ("CONDITION", "max_by(lying, c => c.value).value > 3"),
        ("CONDITION", "count_by(lying, 'value', 2) > 0"),
        // Cards and zones that data hold.
        ("CONDITION", "$globals.kept.value > 3"),
        ("CONDITION", "$globals.kept == top_card($globals.place)"),
        ("CONDITION", "top_card($globals.place).value > 3"),
        ("CONDITION", "sum($globals.some, c => c.value) > 3"),
        ("CONDITION", "$player.hand[0].value < $globals.kept.value"),
        // The zone of a candidate.
        ("LEGAL", "top_card($zone).value > 3"),
        ("LEGAL", "sum($zone, c => c.value) > 5"),
        ("LEGAL", "$card.value < top_card($zone).value"),
        ("LEGAL", "top_card(zone_of($card)).value > 3"),
        ("LEGAL", "$card.value == $globals.kept.value"),
        ("LEGAL", "not($card.value == top_card($globals.place).value)"),
        // The finished pick.
        (
            "VALID",
            "sum($picked, c => c.value) > top_card(zone_of($picked[0])).value",
        ),
        ("VALID", "all($picked, c => c.value != $globals.kept.value)"),
        ("TOKEN", "top_card(lying).value"),
        ("TOKEN", "$globals.kept.value"),
    ];
    let law = LAWS.iter().find(|law| law.name == "secrecy").expect("the law");
    for (place, text) in cases {
        let blind = (place != "VALID").then_some("'deck'");
        for from in std::iter::once(FROM).chain(blind) {
            let checked = check(place, text, from);
            let told = told(&checked);
            let ruleset = checked
                .ruleset
                .unwrap_or_else(|| panic!("{place} {text}: {told:?}"));
            for seed in 0..8 {
                for choices in [2, 5, 9] {
                    let kept = (law.check)(&Subject::default(), &ruleset, &Opening::seats(2, seed), choices);
                    if let Err(broken) = kept {
                        panic!("{place} `{text}` from {from}, seed {seed}: {broken}");
                    }
                }
            }
        }
    }
}

/// The same game, in which a seat can do `action` while there are cards in the deck, and nothing
/// else; `more` stands beside the ruleset's other fields.
fn with_action(action: Value, more: Value) -> String {
    let cards: Vec<Value> = (0..6)
        .map(|n| json!({ "card_name": format!("C{n}"), "card_id": n, "card_value": n + 1 }))
        .collect();
    let mut ruleset = json!({
        "ruleset_name": "Secrets", "min_players": 2, "max_players": 3,
        "game_area": {
            "shared_zones": [
                { "name": "deck", "order": "shuffled", "zone_visibility": "none" },
                { "name": "open", "order": "fixed-lifo", "zone_visibility": "all" },
                { "name": "lying", "order": "fixed-lifo", "card_visibility": "face" },
            ],
            "player_zones": [{ "name": "hand", "order": "fixed-lifo", "zone_visibility": "owner" }],
        },
        "global_data": [
            { "key": "n", "value": 0 },
            { "key": "text", "type": "string", "value": "" },
            { "key": "card", "type": "card" },
            { "key": "who", "type": "player" },
            { "key": "secret", "value": 1, "visible_to": "none", "domain": [1, 2, 3, 4, 5, 6] },
        ],
        "player_data": [{ "key": "own", "value": 2, "visible_to": "owner", "domain": [1, 2, 3] }],
        "game_state": [
            { "state_name": "deal", "state_type": "auto", "actions": {
                "action_name": "deal", "type": "auto", "primitives": [
                    "shuffle(deck)", "deal(deck, hand, 3)", "move_top(deck, open, 1)", "move_top(deck, lying, 2)",
                    "set($globals.card, top_card(deck))", "state_transition('play')",
                ],
            } },
            { "state_name": "play", "state_type": "round_robin",
              "state_data": [
                  { "key": "kept", "value": 2, "visible_to": "none", "domain": [1, 2, 3] },
                  { "key": "theirs", "value": 3, "visible_to": "owner", "domain": [1, 2, 3] },
              ],
              "actions": [
                action,
                { "action_name": "turn", "type": "world_pick", "pick": { "what": "card", "from": "lying" },
                  "primitives": "flip_card($action.world_pick)" },
                { "action_name": "take", "type": "button", "condition": "!is_empty(deck)",
                  "primitives": "draw_card($player, deck, $player.hand)" },
                { "action_name": "end", "type": "button", "condition": "is_empty(deck)", "primitives": "end_game([])" },
            ] },
        ],
    });
    for (key, value) in more.as_object().expect("fields") {
        ruleset[key] = value.clone();
    }
    let set = json!({ "set_name": "six", "cards": cards });
    let content: Vec<u8> = (0..24).map(|n| n % 6).collect();
    let deck = json!({ "deck_name": "all", "cardset": "six", "content": content });
    json!({ "cardset": set, "deck": deck, "ruleset": ruleset }).to_string()
}

fn check_action(action: &Value, more: &Value) -> Checked {
    Loader::new().check_text("secrets.json", &with_action(action.clone(), more.clone()))
}

fn button(fields: Value) -> Value {
    let mut action = json!({ "action_name": "tried", "type": "button", "primitives": "shuffle(open)" });
    for (key, value) in fields.as_object().expect("fields") {
        action[key] = value.clone();
    }
    action
}

fn pick(pick: Value) -> Value {
    button(json!({ "type": "world_pick", "pick": pick }))
}

fn steps(steps: Value) -> Value {
    button(json!({ "primitives": steps }))
}

/// Plays by the law of secrecy.
fn keeps_the_law(name: &str, ruleset: &Ruleset) {
    let law = LAWS.iter().find(|law| law.name == "secrecy").expect("the law");
    for seed in 0..6 {
        for choices in [3, 8] {
            if let Err(broken) = (law.check)(&Subject::default(), ruleset, &Opening::seats(2, seed), choices)
            {
                panic!("{name}, seed {seed}: {broken}");
            }
        }
    }
}

/// What a seat is offered, asked and told, each depending on what it may not see.
fn leaks() -> Vec<(&'static str, Value, Value)> {
    let none = json!({});
    let defined = |fields: Value| {
        let mut action = button(fields);
        action["ref_id"] = json!("z");
        action["ref_params"] = json!([{ "key": "v", "type": "number" }]);
        json!({ "defined_actions": [action] })
    };
    let by_reference = json!({ "action_ref": "z", "params": ["= top_card(deck).value"] });
    let others = "= filter(other_players(), s => sum(s.hand, value) > 8)";
    let mut all = vec![
        ("cards of a filter", pick(json!({ "what": "card", "from": "= filter(deck, c => c.value > 3)" }))),
        ("seats by their hands", pick(json!({ "what": "seat", "from": others }))),
        ("zones by their cards", pick(json!({ "what": "zone", "from": "= filter(zones_of(all, 'hand'), z => sum(z, value) > 8)" }))),
        ("names as options", pick(json!({ "what": "option", "from": "= [top_card(deck).name, 'x']" }))),
        ("options by data", pick(json!({ "what": "option", "from": "= filter([1, 2, 3], n => n <= $globals.secret)" }))),
        ("a bound of faces", pick(json!({ "what": "card", "from": "deck", "min": 1, "max": "= top_card(deck).value" }))),
        ("a least number", pick(json!({ "what": "card", "from": "deck", "min": "= top_card(deck).value", "max": 9 }))),
        ("a bound of data", pick(json!({ "what": "card", "from": "deck", "max": "$globals.secret" }))),
        ("a count of another's data", pick(json!({ "what": "card", "from": "deck", "count": "= next_player().own" }))),
        ("the first question's seats", steps(json!([{ "endpoint": "prompt_seat", "params": ["$globals.who", others] }]))),
        ("a later question's bound", steps(json!(["shuffle(open)", "prompt_number($globals.n, 3, top_card(deck).value)"]))),
        ("a question's cards", steps(json!(["prompt_card($globals.card, filter(deck, c => c.value > 3))"]))),
        ("a question's options", steps(json!([{ "endpoint": "prompt_option", "params": ["$globals.text", ["= top_card(deck).name", "x"]] }]))),
        ("a question's label", steps(json!(["prompt_number($globals.n, 1, 3, concat('top ', top_card(deck).value))"]))),
        ("a question's default", steps(json!(["prompt_number($globals.n, 1, 6, 'n', $globals.secret)"]))),
        ("what others are asked", steps(json!(["set($globals.n, ask(next_player(), prompt_number(0, sum($player.hand, value))))"]))),
        ("a question in a branch", steps(json!([{ "condition": "$globals.n == 0", "endpoint": "prompt_number", "params": ["$globals.n", 1, "$globals.secret"] }]))),
        ("data of the action", button(json!({
            "action_data": [{ "key": "x", "value": 0 }],
            "primitives": ["set($action.x, top_card(deck).value)", "prompt_number($globals.n, 0, $action.x)"],
        }))),
        ("data that begin so", button(json!({
            "action_data": [{ "key": "x", "value": "= top_card(deck).value" }],
            "primitives": ["prompt_number($globals.n, 0, $action.x)"],
        }))),
        ("a state's data", button(json!({ "condition": "$state.kept > 4" }))),
        ("an owner's data of a state", button(json!({ "condition": "$state.theirs > 4" }))),
        ("what is remembered", json!({
            "action_name": "tried", "interaction": "go", "remember": { "own": "= top_card(deck).value" },
            "conditions": [{ "of": { "remembered": "own" }, "above": 4, "message": "small" }], "command": [],
        })),
        ("what can be said", json!({
            "action_name": "tried", "interaction": { "message": "bid", "data": [{ "key": "n", "domain": "= [top_card(deck).value, 1]" }] },
            "command": [],
        })),
        ("a message of data", steps(json!(["message('top {0}', all, $globals.secret)"]))),
        ("a message of faces", steps(json!(["message('top {0}', all, top_card(deck).value)"]))),
        ("a message of the own hand", steps(json!(["message('I have {0}', all, sum($player.hand, value))"]))),
        ("a message to another", steps(json!(["message('he has {0}', next_player(), $player.own)"]))),
        ("a text that is put together", steps(json!(["message(concat('top ', top_card(deck).value))"]))),
        ("an interface's part", steps(json!(["show_interface(concat('part', $globals.secret))"]))),
    ]
    .into_iter()
    .map(|(name, action)| (name, action, none.clone()))
    .collect::<Vec<_>>();
    all.push((
        "a reference's condition",
        by_reference.clone(),
        defined(json!({ "condition": "$action.v > 4" })),
    ));
    let handed_on = json!({
        "ref_id": "y", "ref_params": [{ "key": "a", "type": "number" }, { "key": "b", "type": "number" }],
        "action_ref": "z", "params": ["$action.b"],
    });
    let mut two = defined(json!({ "condition": "$action.v > 4" }));
    two["defined_actions"]
        .as_array_mut()
        .expect("a list")
        .push(handed_on);
    all.push((
        "a reference through another",
        json!({ "action_ref": "y", "params": [1, "= top_card(deck).value"] }),
        two,
    ));
    all.push((
        "a reference's message",
        by_reference,
        defined(json!({ "action_message": { "text": "top {0}", "tokens": ["$action.v"] } })),
    ));
    all
}

#[test]
fn nothing_offered_asked_or_told_tells_what_is_hidden() {
    for (name, action, more) in leaks() {
        let checked = check_action(&action, &more);
        let told = told(&checked);
        assert!(
            !told.is_empty() && told.iter().all(|t| t.starts_with("E319")),
            "{name}: {told:?}"
        );
    }
}

#[test]
fn an_author_may_reveal_it() {
    for (name, mut action, mut more) in leaks() {
        match more.get_mut("defined_actions") {
            Some(defined) => defined[0]["reveals"] = json!(true),
            None => action["reveals"] = json!(true),
        }
        let checked = check_action(&action, &more);
        let hidden = told(&checked).into_iter().find(|t| t.starts_with("E319"));
        assert_eq!(hidden, None, "{name}");
    }
}

#[test]
fn what_the_seat_sees_may_be_asked_and_told() {
    let cases = [
        (
            "its own cards",
            pick(json!({ "what": "card", "from": "= filter($player.hand, c => c.value > 2)" })),
        ),
        (
            "places of cards",
            pick(json!({ "what": "card", "from": "= [deck[0], deck[1]]" })),
        ),
        (
            "cards that lie open",
            pick(json!({ "what": "card", "from": "= filter(lying, c => c.value > 2)" })),
        ),
        (
            "a bound of what lies open",
            pick(json!({ "what": "card", "from": "deck", "min": 0, "max": "= top_card(lying).value" })),
        ),
        (
            "its own data",
            pick(json!({ "what": "card", "from": "deck", "max": "$player.own" })),
        ),
        (
            "a question of its hand",
            steps(json!(["prompt_number($globals.n, 0, sum($player.hand, value))"])),
        ),
        (
            "a question of places",
            steps(json!(["prompt_card($globals.card, [deck[0], deck[1]])"])),
        ),
        (
            "its own hand, asked of another",
            steps(json!([
                "set($globals.card, ask(next_player(), prompt_card(filter(next_player().hand, c => c.value > 0))))",
            ])),
        ),
        (
            "what lies open, said",
            steps(json!(["message('{0}', all, sum(lying, value))"])),
        ),
        (
            "a card, said",
            steps(json!(["message('{0}', all, top_card(deck))"])),
        ),
        (
            "its own hand, said to it",
            steps(json!(["message('{0}', $player, sum($player.hand, value))"])),
        ),
        (
            "a hand, said to its owner",
            steps(json!([
                "message('{0}', next_player(), sum(next_player().hand, value))"
            ])),
        ),
    ];
    for (name, action) in cases {
        let checked = check_action(&action, &json!({}));
        let told = told(&checked);
        let ruleset = checked.ruleset.unwrap_or_else(|| panic!("{name}: {told:?}"));
        keeps_the_law(name, &ruleset);
    }
}

#[test]
fn what_steps_show_of_hidden_values_is_listed() {
    let cases = [
        (
            "a condition",
            json!([{ "condition": "top_card(deck).value > 3", "endpoint": "shuffle", "params": ["open"] }]),
            1,
        ),
        (
            "a condition on the own hand",
            json!([{ "condition": "sum($player.hand, value) > 3", "endpoint": "shuffle", "params": ["open"] }]),
            1,
        ),
        (
            "faces as they lie",
            json!([{ "condition": "top_card(lying).value > 3", "endpoint": "shuffle", "params": ["open"] }]),
            1,
        ),
        (
            "a loop",
            json!([{ "while": "$globals.n < $globals.secret", "primitives": "increment($globals.n)" }]),
            1,
        ),
        ("open data", json!(["set($globals.n, top_card(deck).value)"]), 1),
        (
            "another's data",
            json!(["set(next_player().own, $player.own)"]),
            1,
        ),
        ("how many", json!(["move_top(deck, open, $globals.secret)"]), 1),
        (
            "a score",
            json!(["add_score($player, sum($player.hand, value))"]),
            1,
        ),
        (
            "data of the action",
            json!([
                "set($action.x, $globals.secret)",
                "move_top(deck, open, $action.x)"
            ]),
            1,
        ),
        (
            "a winner",
            json!(["end_game(max_by(all, s => sum(s.hand, value)))"]),
            1,
        ),
        (
            "open values",
            json!([
                "set($globals.n, count_cards(deck))",
                "set($globals.card, top_card(deck))"
            ]),
            0,
        ),
        (
            "hidden data",
            json!([
                "set($globals.secret, top_card(deck).value)",
                "set($player.own, sum($player.hand, value))"
            ]),
            0,
        ),
        (
            "moves",
            json!([
                "draw_card($player, deck, $player.hand)",
                "place_card(top_card($player.hand), open)"
            ]),
            0,
        ),
    ];
    for (name, body, listed) in cases {
        let action = button(json!({ "primitives": body, "action_data": [{ "key": "x", "value": 0 }] }));
        let checked = check_action(&action, &json!({}));
        let told = told(&checked);
        let ruleset = checked.ruleset.unwrap_or_else(|| panic!("{name}: {told:?}"));
        let places: Vec<&str> = ruleset.revealing().map(|branch| branch.secret).collect();
        assert_eq!(places.len(), listed, "{name}: {places:?}");
        keeps_the_law(name, &ruleset);
    }
}

#[test]
fn what_a_state_shows_of_hidden_values_is_listed() {
    let text = with_action(button(json!({})), json!({}));
    let mut fat: Value = serde_json::from_str(&text).expect("it is JSON");
    let state = &mut fat["ruleset"]["game_state"][1];
    state["state_type_param"] = json!("= max_by(all, s => sum(s.hand, value))");
    state["players"] = json!("= $player.own > 0");
    state["state_data"][0] = json!({ "key": "kept", "value": "= top_card(deck).value" });
    state["actions"][1] = json!({
        "action_name": "by itself", "type": "auto", "condition": "$globals.secret > 3", "primitives": "shuffle(open)",
    });
    let checked = Loader::new().check_text("secrets.json", &fat.to_string());
    let told = told(&checked);
    let ruleset = checked.ruleset.unwrap_or_else(|| panic!("{told:?}"));
    let mut places: Vec<&str> = ruleset.revealing().map(|branch| branch.secret).collect();
    places.sort_unstable();
    assert_eq!(
        places,
        ["`own`", "`secret`", "the faces in `deck`", "the faces in `hand`"]
    );
}

#[test]
fn a_blind_pick_is_not_ruled_by_faces() {
    let other = json!(["other", "= next_player().hand", 1, false]);
    let blind = |field: &str, condition: &str| {
        let mut action = button(json!({ "type": "hand_pick", "type_params": other }));
        action[field] = json!(condition);
        action
    };
    for (field, condition) in [
        ("legal", "$card.value > 3"),
        ("valid", "sum($picked, value) > 3"),
        ("valid", "all($picked, c => c.value > 3)"),
    ] {
        let mut action = blind(field, condition);
        let problems = told(&check_action(&action, &json!({})));
        assert!(
            problems.len() == 1 && problems[0].starts_with("E328"),
            "{field} {condition}: {problems:?}"
        );
        action["reveals"] = json!(true);
        assert!(
            told(&check_action(&action, &json!({}))).is_empty(),
            "{field} {condition}"
        );
    }
    for (field, condition) in [
        ("legal", "sum($player.hand, value) > 3"),
        ("valid", "count($picked) == 1"),
    ] {
        let problems = told(&check_action(&blind(field, condition), &json!({})));
        assert!(problems.is_empty(), "{field} {condition}: {problems:?}");
    }
}

/// The game after the deal, when the kept card and those in `lying` are seen by nobody.
fn dealt(action: &Value, more: &Value) -> Game {
    let checked = check_action(action, more);
    let told = told(&checked);
    let ruleset = checked.ruleset.unwrap_or_else(|| panic!("{action}: {told:?}"));
    keeps_the_law(&action.to_string(), &ruleset);
    Game::new(&ruleset, &Setup::seats(2), Seed::from(3)).unwrap_or_else(|e| panic!("{action}: {e}"))
}

/// Why the action `tried` is not offered; nothing when it is.
fn why_not(game: &Game) -> Option<String> {
    let decision = game.next_decision().expect("somebody decides");
    let mut unavailable = decision.unavailable().into_iter();
    unavailable.find(|one| one.label == "tried").map(|one| one.reason)
}

#[test]
fn what_is_not_seen_is_neither_true_nor_false() {
    // Conditions, and whether they hold for a seat that sees neither the kept card nor those in `lying`.
    let cases = [
        ("$globals.card.value > 0", false),
        ("not($globals.card.value > 9)", false),
        ("count(deck) > 0 || $globals.card.value > 3", true),
        ("$globals.card.value > 3 || count(deck) > 0", true),
        ("count(deck) == 0 || $globals.card.value > 0", false),
        ("count(deck) > 0 && $globals.card.value > 0", false),
        ("not(count(deck) == 0 && $globals.card.value > 0)", true),
        ("not(count(deck) == 0 || $globals.card.value > 9)", false),
        ("if(count(deck) > 0, true, $globals.card.value > 3)", true),
        ("if(count(deck) == 0, true, $globals.card.value > 0)", false),
        (
            "if($globals.card == nothing, false, $globals.card.value > 0)",
            false,
        ),
        ("if($globals.card.value > 0, true, true)", false),
        (
            "if($globals.card.value > 0 || count(deck) > 0, true, false)",
            true,
        ),
        (
            "if($globals.card.value > 0 && count(deck) == 0, false, true)",
            true,
        ),
        (
            "if($globals.card.value > 0 && count(deck) > 0, true, true)",
            false,
        ),
        ("not(if($globals.card.value > 0, false, false))", false),
        ("any(lying, c => c.value > 0)", false),
        ("any(lying, c => c.value > 9 || count(deck) > 0)", true),
        ("not(any(lying, c => c.value > 9))", false),
        ("not(all(lying, c => c.value > 0))", false),
        ("not(all(lying, c => c.value > 0 && count(deck) == 0))", true),
        (
            "any(open, c => c.value == $globals.card.value || c.value > 0)",
            true,
        ),
    ];
    for (condition, holds) in cases {
        let game = dealt(&button(json!({ "condition": condition })), &json!({}));
        let wanted = (!holds).then(|| "it depends on a card that you cannot see".to_owned());
        assert_eq!(why_not(&game), wanted, "{condition}");
    }
    // What is seen decides already.
    for condition in [
        "not(count(deck) > 0 || $globals.card.value > 0)",
        "count(deck) == 0 && $globals.card.value > 0",
    ] {
        let game = dealt(&button(json!({ "condition": condition })), &json!({}));
        assert_eq!(
            why_not(&game).as_deref(),
            Some("its condition does not hold"),
            "{condition}"
        );
    }
}

#[test]
fn reasons_tell_cards_that_are_not_seen_from_none() {
    let unseen = "it depends on a card that you cannot see";
    let from = |what: &str, more: Value| {
        let mut action = pick(json!({ "what": "card", "from": what }));
        for (key, value) in more.as_object().expect("fields") {
            action[key] = value.clone();
        }
        action
    };
    let cases = [
        (from("lying", json!({ "legal": "$card.value > 0" })), unseen),
        (
            from("open", json!({ "legal": "$card.value > 9" })),
            "there is nothing to pick",
        ),
        (
            from(
                "open",
                json!({ "legal": "$card.value == $globals.card.value + 9" }),
            ),
            unseen,
        ),
        (
            from("open", json!({ "valid": "sum($picked, value) > 99" })),
            "no pick is right",
        ),
        (
            from(
                "open",
                json!({ "valid": "sum($picked, value) > $globals.card.value + 9" }),
            ),
            unseen,
        ),
        (
            button(json!({ "condition": "count(deck) == 0" })),
            "its condition does not hold",
        ),
        // What the author says of it stands.
        (
            from(
                "lying",
                json!({ "legal": "$card.value > 0", "legal_message": "Turn one over first." }),
            ),
            "Turn one over first.",
        ),
    ];
    for (action, reason) in cases {
        let game = dealt(&action, &json!({}));
        assert_eq!(why_not(&game).as_deref(), Some(reason), "{action}");
    }
}

#[test]
fn questions_offer_what_is_seen_of_a_list() {
    let both = "concat_lists(cards_of(lying), cards_of(open))";
    let kept = |steps: Value| {
        button(
            json!({ "action_data": [{ "key": "some", "type": "cards" }, { "key": "zones", "type": "list" }], "primitives": steps }),
        )
    };
    let first = format!("set($action.some, filter({both}, c => c.value > 0))");
    // Steps that end in a question, and how many things it offers.
    let cases = [
        (
            json!([format!(
                "prompt_card($globals.card, filter({both}, c => c.value > 0))"
            )]),
            1,
        ),
        (
            json!(["shuffle(open)", first, "prompt_card($globals.card, $action.some)"]),
            1,
        ),
        (
            json!([
                "shuffle(open)",
                first,
                "prompt_card($globals.card, concat_lists($action.some, cards_of(open)))"
            ]),
            2,
        ),
        (
            json!([
                "shuffle(open)",
                first,
                "prompt_card($globals.card, if(count(deck) > 0, $action.some, []))"
            ]),
            1,
        ),
        // The face that counts is that of the top card.
        (
            json!([
                "turn_face_up(top_card(lying))",
                "set($action.zones, filter([zone_of(top_card(lying)), zone_of(top_card(open))], z => top_card(z).value > 0))",
                { "endpoint": "prompt_option", "params": ["$globals.text", "= concat_lists($action.zones, [])"] },
            ]),
            2,
        ),
    ];
    for (steps, offered) in cases {
        let mut game = dealt(
            &kept(steps.clone()),
            &json!({ "global_data": [
            { "key": "n", "value": 0 }, { "key": "text", "type": "any" }, { "key": "card", "type": "card" },
            { "key": "who", "type": "player" },
        ] }),
        );
        let decision = game.next_decision().expect("somebody decides");
        let seat = decision.seat();
        let tried = decision.actions().next().expect("an action");
        game.submit(seat, &Choice::act(tried))
            .unwrap_or_else(|e| panic!("{steps}: {e}"));
        let offers = game.decision(seat).expect("a question").offers();
        let [Offered::Items { items, .. }] = &offers[..] else {
            panic!("{steps}: {offers:?}");
        };
        assert_eq!(items.len(), offered, "{steps}: {items:?}");
    }
}

#[test]
fn a_question_about_nothing_that_is_seen_says_so() {
    let action = steps(json!([
        "shuffle(open)",
        "prompt_card($globals.card, filter(lying, c => c.value > 0))"
    ]));
    let ruleset = check_action(&action, &json!({})).ruleset.expect("a ruleset");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(3)).unwrap_or_else(|e| panic!("{e}"));
    let decision = game.next_decision().expect("somebody decides");
    let (seat, tried) = (decision.seat(), decision.actions().next().expect("an action"));
    let fault = game
        .submit(seat, &Choice::act(tried))
        .expect_err("a fault")
        .to_string();
    assert!(
        fault.contains("depends on a card that the seat cannot see"),
        "{fault}"
    );
}
