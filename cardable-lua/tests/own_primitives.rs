//! Primitives that functions of a script stand for, called by other functions of the same script.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use cardable_core::{Game, Loader, NotApplied, Seat, Seed, Setup, Viewer};
use cardable_lua::Luau;

const RULES: &str = r#"{
    cardset: { set_name: "two", cards: [
        { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 },
    ] },
    ruleset: {
        ruleset_name: "Own primitives", min_players: 2, max_players: 2, cardsets: "two",
        script: LINES,
        defined_primitives: [
            { name: "twice", doc: "Twice a number.", params: [{ key: "x", type: "number" }], result: "number", function: "twice" },
            { name: "count_on", doc: "Adds to the count.", params: [{ key: "by", type: "number" }], function: "count_on" },
        ],
        game_area: {
            shared_zones: [{ name: "deck", order: "shuffled", zone_visibility: "none" }],
            player_zones: [{ name: "hand", zone_visibility: "owner" }],
        },
        global_data: [{ key: "n", value: 0 }, { key: "note", type: "string" }],
        game_state: [
            { state_name: "play", state_type: "grandstand", actions: [
                { action_name: "go", type: "button", function: "go" },
            ] },
            { state_name: "later", state_type: "grandstand", actions: [
                { action_name: "on", type: "button", function: "on" },
                { action_name: "end", type: "button", primitives: "end_game(all)" },
            ] },
        ],
    },
}"#;

/// What a function comes to that calls primitives which functions of the same file stand for.
fn with_primitives(twice: &str, go: &str) -> String {
    let script = format!(
        "function twice(x) {twice} end function count_on(by) globals.n += by end \
         function go() {go} end function on() end"
    );
    let lines: Vec<&str> = script.lines().collect();
    let text = RULES.replace("LINES", &serde_json::to_string(&lines).unwrap());
    let checked = Loader::new().scripts(&Luau::new()).check_text("r.json", &text);
    let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    let Some(rules) = checked.ruleset else {
        return said.join("\n");
    };
    let mut game = Game::new(&rules, &Setup::seats(2), Seed::from(5)).unwrap();
    match game.submit_nth(Seat(0), 0) {
        Ok(_) => format!("{:?}", game.view(Viewer::Omniscient).globals[0]),
        Err(NotApplied::Faulted(fault)) => fault.message,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn a_primitive_of_the_same_file_is_held_to_what_it_is() {
    let call = "globals.n = twice(4)";
    let kept = "local ok, e = pcall(twice, 4) count_on(if ok then 100 else 1) globals.note = e.kind";
    let mut wrong = Vec::new();
    for (twice, go, wanted) in [
        ("return 2 * x", call, "Int(8)"),
        ("return 2 * x", "count_on(twice(twice(1))) count_on(1)", "Int(5)"),
        // It calls itself as everybody does.
        ("return if x > 8 then x else twice(2 * x)", call, "Int(16)"),
        ("return 2 * x", "globals.n = twice('four')", "another kind"),
        ("return 2 * x", "globals.n = twice({})", "another kind"),
        ("return 2 * x", "globals.n = twice(1, 2)", "takes 1 value, not 2"),
        ("return 'a'", call, "another kind"),
        // It gives a value, so it only reads, wherever it is called.
        ("globals.n = 3 return x", call, "may only read"),
        ("count_on(1) return x", call, "may only read"),
        (
            "draw_cards(player, 1, game.deck, player.hand) return x",
            call,
            "may only read",
        ),
        ("return prompt_number(1, x)", call, "may only read"),
        ("return random(1, x)", call, "may only read"),
        ("state_transition('later') return x", call, "may only read"),
        // Whoever catches that may act again.
        ("globals.n = 3 return x", kept, "Int(1)"),
        ("return x .. {}", kept, "Int(1)"),
    ] {
        let found = with_primitives(twice, go);
        if !found.contains(wanted) {
            wrong.push(format!("{twice} | {go}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
