//! Slips in scripts that are told when a ruleset is checked: where, and what is said.

use cardable_core::Loader;
use cardable_lua::Luau;

const RULES: &str = r#"{
    cardset: { set_name: "two", cards: [
        { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 },
    ] },
    ruleset: {
        ruleset_name: "Slips", min_players: 2, max_players: 2, cardsets: "two",
        script: "rules.luau",
        game_area: {
            shared_zones: [{ name: "deck", zone_visibility: "none" }, { name: "pile" }],
            player_zones: [{ name: "hand", zone_visibility: "owner" }],
        },
        global_data: [{ key: "round", value: 0 }],
        player_data: [{ key: "bid", value: 0 }],
        game_state: [{ state_name: "play", state_type: "concurrent", actions: [
            { action_name: "go", type: "button", function: "go" },
            { action_name: "end", type: "button", primitives: "end_game(all)" },
        ] }],
    },
}"#;

/// What is said of the body of a function, which begins in column 17.
fn told(body: &str) -> Vec<String> {
    let script = format!("function go()   {body} end");
    let text = RULES.replace("\"rules.luau\"", &format!("[{script:?}]"));
    let checked = Loader::new().scripts(&Luau::new()).check_text("r.json", &text);
    let reports = checked.reports().into_iter();
    reports
        .map(|r| format!("{} {}:{}: {}", r.code.as_str(), r.line, r.column, r.message))
        .collect()
}

#[test]
fn a_function_without_a_slip_is_silent() {
    assert_eq!(
        told("draw_card(player, game.deck, player.hand) globals.round += 1 player.bid = game.pile:count()"),
        [] as [String; 0]
    );
}

#[test]
fn one_slip_is_told_once_and_where_it_is() {
    let cases = [
        // Methods.
        (
            "local c = game.deck:topp()",
            "nothing has a method `topp`; did you mean `top`?",
        ),
        (
            "local c = player.hand:toop()",
            "nothing has a method `toop`; did you mean `top`?",
        ),
        ("local c = game.deck:zzzzzz()", "nothing has a method `zzzzzz`"),
        (
            "for _, p in game.seats do p.hand:shufle() end",
            "nothing has a method `shufle`",
        ),
        ("local n = player:cards_in_hnd()", "did you mean `cards_in_hand`?"),
        // Properties.
        ("local b = player.bidd", "did you mean `bid`?"),
        ("local r = globals.rund", "did you mean `round`?"),
        ("local z = game.dek", "did you mean `deck`?"),
        ("local v = game.deck:top().valeu", "did you mean `value`?"),
        // Names and calls.
        (
            "draw_crad(player, game.deck, player.hand)",
            "did you mean `draw_card`?",
        ),
        ("draw_card(player, game.deck)", "takes"),
        (
            "counter = 1",
            "`counter` is a global name, which cannot be assigned",
        ),
    ];
    let mut wrong = Vec::new();
    for (body, wanted) in cases {
        let told = told(body);
        if told.len() != 1 || !told[0].contains(wanted) {
            wrong.push(format!("{body}\n    wanted {wanted}\n    found {told:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn mistakes_are_told_where_they_are() {
    for (body, wanted) in [
        (
            "local a = = 1",
            "E362 1:27: expected identifier when parsing expression, got '='",
        ),
        (
            "draw_card(player",
            "E362 1:34: expected ')' (to close '(' at column 26), got 'end'",
        ),
        (
            "end function go() end function on()",
            "W360 1:30: there is a function `go` already",
        ),
    ] {
        let told = told(body);
        assert!(
            told.iter().any(|one| one.starts_with(wanted)),
            "{body}: {told:#?}"
        );
    }
    // Each of several.
    let told = told("local a = = 1\n local b = 2 local c = ,");
    let on = |line: &str| told.iter().any(|one| one.starts_with(&format!("E362 {line}:")));
    assert!(on("1") && on("2"), "{told:#?}");
}
