//! An empty text and nothing are two values: in documents, in expressions, in scripts, in saves.

use crate::support::loader;
use cardable_core::view::Datum;
use cardable_core::{Game, Seat, Seed, Setup, Viewer};

/// What is true while nobody has done anything.
const AT_FIRST: &[(&str, bool)] = &[
    // An attribute that is an empty text, and one that is missing.
    ("A.note == ''", true),
    ("A.note == nothing", false),
    ("B.note == ''", false),
    ("B.note == nothing", true),
    // What is printed on a card.
    ("A.text == ''", true),
    ("A.text == nothing", false),
    ("B.text == nothing", true),
    ("B.text == ''", false),
    // Texts without a first value, with one, and one that is nothing.
    ("$globals.bare == ''", true),
    ("$globals.bare == nothing", false),
    ("$globals.empty == ''", true),
    ("$globals.gone == nothing", true),
    ("$globals.gone == ''", false),
    ("$player.own == ''", true),
    ("$state.word == ''", true),
    ("$state.given == ''", true),
    ("$state.given == nothing", false),
    // What has no type is what is put into it.
    ("$globals.untyped == ''", true),
    ("$globals.starter == nothing", true),
    // Where a seat is named, an empty text names none.
    ("$globals.first == nothing", true),
    ("$state.who == nothing", true),
    // What is made in play.
    ("concat() == ''", true),
    ("concat(nothing, '') == nothing", false),
    ("concat('', A.note) == ''", true),
    ("is_empty('')", true),
    ("is_empty(nothing)", true),
    ("'' in ['a', '']", true),
    ("'' in [nothing, 'a']", false),
    ("nothing in ['', 'a']", false),
    ("'' == nothing", false),
];

fn ruleset(tests: &str, script: &str, primitives: &str) -> String {
    format!(
        r#"{{
        cardset: {{ set_name: "two", cards: [
            {{ card_name: "A", card_id: 0, text: "", attributes: {{ note: "" }} }},
            {{ card_name: "B", card_id: 1 }},
            {{ card_name: "C", card_id: 2, text: "c", attributes: {{ note: "c" }} }},
        ] }},
        ruleset: {{
            ruleset_name: "Texts", min_players: 2, max_players: 2, cardsets: "two", {script}
            game_area: {{ shared_zones: [{{ name: "deck", zone_visibility: "all", order: "fixed-fifo" }}] }},
            global_data: [
                {{ key: "seen", value: [] }},
                {{ key: "bare", type: "string" }},
                {{ key: "empty", type: "string", value: "" }},
                {{ key: "gone", type: "string", value: null }},
                {{ key: "untyped", value: "" }},
                {{ key: "starter", value: "" }},
                {{ key: "first", type: "player", value: "" }},
            ],
            player_data: [{{ key: "own", type: "string" }}],
            game_state: [
                {{ state_name: "begin", state_type: "auto", actions: [
                    {{ action_name: "go", type: "auto", primitives: {{ endpoint: "state_transition", params: ["play", "", ""] }} }},
                ] }},
                {{
                    state_name: "play", state_type: "round_robin",
                    state_params: [{{ key: "given", type: "string" }}, {{ key: "who", type: "player" }}],
                    state_data: [{{ key: "word", type: "string" }}],
                    actions: [
                        {{ action_name: "look", type: "button", primitives: ["set($globals.seen, [{tests}])"] }},
                        {{ action_name: "act", type: "button", primitives: [{primitives}] }},
                        {{ action_name: "put", type: "button", primitives: ["set($globals.starter, $player)", "set($globals.untyped, 'x')"] }},
                        {{ action_name: "end", type: "button", primitives: "end_game()" }},
                    ],
                }},
            ],
        }},
    }}"#
    )
}

fn seen(game: &Game) -> Vec<bool> {
    let Datum::List(items) = &game.view(Viewer::Spectator).globals[0] else {
        panic!("a list");
    };
    items.iter().map(|item| *item == Datum::Bool(true)).collect()
}

#[test]
fn an_empty_text_is_not_nothing_in_rules() {
    let tests: Vec<&str> = AT_FIRST.iter().map(|(test, _)| *test).collect();
    let card = |name: &str| format!("filter(deck, c => c.name == '{name}')[0].");
    let tests = tests
        .join(", ")
        .replace("A.", &card("A"))
        .replace("B.", &card("B"));
    let text = ruleset(&tests, "", "");
    let ruleset = cardable_core::parse(text).expect("the ruleset checks");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game begins");
    game.submit_nth(Seat(0), 0).expect("it is offered");
    for ((test, expected), found) in AT_FIRST.iter().zip(seen(&game)) {
        assert_eq!(found, *expected, "{test}");
    }
    // A save keeps the two apart.
    let saved = game.save();
    let restored = Game::restore(&ruleset, &saved).expect("it is the same ruleset");
    assert_eq!(restored.save(), saved);
    let shown = |game: &Game| game.view(Viewer::Spectator).globals.clone();
    assert_eq!(shown(&restored), shown(&game));
    assert_ne!(shown(&game)[1], Datum::Nothing);
    assert_eq!(shown(&game)[3], Datum::Nothing);
}

#[test]
fn an_empty_text_is_not_nothing_in_scripts() {
    let script = r#"
        function look()
            local a, b
            for _, card in game.deck:cards() do
                if card.name == "A" then a = card elseif card.name == "B" then b = card end
            end
            return {
                a.note == "", a.note ~= nil, b.note == nil, a.text == "", b.text == nil,
                globals.bare == "", globals.empty == "", globals.gone == nil, player.own == "",
            }
        end
        function put()
            globals.bare = ""
            globals.empty = nil
            globals.gone = ""
        end
    "#;
    let act = r#"
        "set($globals.seen, look())",
        { function: "put" },
        "set($globals.seen, concat_lists($globals.seen, [$globals.bare == '', $globals.empty == nothing, $globals.gone == '']))",
    "#;
    let script = serde_json::to_string(script).expect("a text");
    let declared = format!(r#"script: {script}, defined_primitives: [{{ name: "look", result: "list" }}],"#);
    let text = ruleset("true", &declared, act);
    let checked = loader().check_text("ruleset.json", &text).into_result();
    let ruleset = checked.unwrap_or_else(|error| panic!("{error}"));
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game begins");
    game.submit_nth(Seat(0), 1).expect("it is offered");
    assert_eq!(seen(&game), [true; 12]);
}

/// A text that names the acting seat is that seat.
#[test]
fn self_is_the_acting_seat() {
    let outcome = |text: &str| {
        let ruleset = cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"));
        let setup = cardable_core::Setup::seats(2);
        let mut game =
            cardable_core::Game::new(&ruleset, &setup, cardable_core::Seed::from(7)).expect("it begins");
        while let Some(decision) = game.next_decision() {
            let (seat, choice) = (decision.seat(), decision.nth(0).expect("a choice"));
            game.submit(seat, &choice).expect("it is legal");
        }
        game.result().cloned().expect("it is over")
    };
    let plain = cardable_core::testing::TINY;
    let named = plain.replace("[\"$player\", 1]", "[\"self\", 1]");
    assert_ne!(named, plain);
    assert_eq!(outcome(&named), outcome(plain));
}

#[test]
fn conditions_read_the_parameters_of_their_action() {
    let defined = |name: &str, condition: &str| {
        format!(
            r#"{{ "ref_id": "{name}", "ref_params": [{{ "key": "n", "type": "number" }}], "type": "button",
                "condition": "{condition}", "primitives": ["draw_card($player, deck, $player.hand)"] }},"#
        )
    };
    let used = |name: &str, given: &str| {
        format!(r#"{{ "action_ref": "{name}", "action_name": "{name} {given}", "params": {given} }},"#)
    };
    let conditions = [
        ("is", "$action.n == 6"),
        ("is nothing", "$action.n == nothing"),
        ("both", "count_cards($player.hand) == 0 and $action.n == 6"),
        (
            "either",
            "not (count_cards($player.hand) == 0) or $action.n == nothing",
        ),
        ("between", "$action.n > 5 and $action.n < 7"),
    ];
    let counted = "\"= max(1, count_cards(deck))\"";
    let all: String = conditions
        .iter()
        .map(|(name, condition)| defined(name, condition))
        .collect();
    let actions: String = conditions
        .iter()
        .map(|(name, _)| {
            used(name, "6")
                + &used(name, counted).replacen(&format!("{name} {counted}"), &format!("{name} counted"), 1)
        })
        .collect();
    let text = cardable_core::testing::TINY
        .replacen(
            "\"game_state\": [",
            &format!("\"defined_actions\": [{all}], \"game_state\": ["),
            1,
        )
        .replacen("\"actions\": [", &format!("\"actions\": [{actions}"), 1);
    let ruleset = cardable_core::parse(&text).expect("it checks");
    let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
    let decision = game.decision(Seat(0)).expect("the first seat begins");
    let offered: Vec<&str> = decision
        .actions()
        .filter_map(|action| ruleset.words().action_label(action))
        .collect();
    let wanted = [
        "is 6",
        "is counted",
        "both 6",
        "both counted",
        "between 6",
        "between counted",
        "Take a stone",
    ];
    assert_eq!(offered, wanted);
}
