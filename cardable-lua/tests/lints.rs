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
        .map(|r| {
            let place = r.place.as_ref().unwrap();
            format!(
                "{} {}:{}: {}",
                r.code.as_str(),
                place.line,
                place.column,
                r.message
            )
        })
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
        // What a primitive needs of the ruleset.
        (
            "take_deck(player, game.decks[1])",
            "`take_deck` needs a zone `deck` of each seat, and seats have none",
        ),
        (
            "player:take_deck(game.decks[1])",
            "`take_deck` needs a zone `deck` of each seat, and seats have none",
        ),
        (
            "local n = most_of_seats(\"bidd\")",
            "there is no data of seats `bidd`; did you mean `bid`?",
        ),
        // Methods that are called as fields, and functions that take nothing of what they are given.
        (
            "local c = game.deck.top()",
            "`top` is a method of a zone, and called with `.`",
        ),
        (
            "local n = player.hand.count()",
            "`count` is a method of a zone, and called with `.`",
        ),
        (
            "peeked({ 1, 2 }) end function peeked() return #cards + cards[1]",
            "`peeked` takes 0 values, not 1",
        ),
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

/// What is said of a ruleset with some data and actions and of its script, with what it points at.
fn told_of(rules: &[(&str, &str)], script: &str) -> Vec<String> {
    let mut text = RULES.replace("\"rules.luau\"", &format!("[{script:?}]"));
    for (place, with) in rules {
        assert!(text.contains(place), "{place}");
        text = text.replace(place, with);
    }
    let checked = Loader::new().scripts(&Luau::new()).check_text("r.json", &text);
    let reports = checked.reports().into_iter();
    reports
        .map(|r| {
            let place = r.place.as_ref().unwrap();
            let line = text.lines().nth(place.line as usize - 1).unwrap_or_default();
            let from = line.get(place.column as usize - 1..).unwrap_or_default();
            let at: String = from.chars().take(12).collect();
            let help = r.help.as_deref().unwrap_or_default();
            format!("{} at {at}: {}; {help}", r.code.as_str(), r.message)
        })
        .collect()
}

#[test]
fn a_function_that_is_not_there_is_told_where_it_is_named() {
    let named = |name: &str| format!("type: \"button\", function: \"{name}\"");
    let go = "type: \"button\", function: \"go\"";
    let script = "function gone() end function play_all() end";
    for (name, wanted) in [
        (
            "play_al",
            "E362 at \"play_al\" },: the script has no function `play_al`; did you mean `play_all`?",
        ),
        (
            "zzzz",
            "E362 at \"zzzz\" },: the script has no function `zzzz`; the script has `gone`, `play_all`",
        ),
    ] {
        let told = told_of(&[(go, &named(name))], script);
        assert!(
            told.len() == 1 && told[0].starts_with(&wanted[..wanted.len().min(30)]),
            "{told:#?}"
        );
        assert!(told[0].ends_with(wanted.split_once(": ").unwrap().1), "{told:#?}");
    }
    let own = "defined_primitives: { name: \"twice\", result: \"number\" }, game_area";
    let told = told_of(
        &[("game_area", own)],
        "function go() end function twic() return 1 end",
    );
    assert!(
        told.len() == 1
            && told[0].starts_with("E362 at \"twice\"")
            && told[0].ends_with("did you mean `twic`?"),
        "{told:#?}"
    );
}

#[test]
fn parameters_that_nobody_hands_on_are_told() {
    let go = "type: \"button\", function: \"go\"";
    let with = |params: &str| format!("{go}, params: {params}");
    let script = "function go() end";
    let told = told_of(&[(go, &with("[3]"))], script);
    assert!(
        told.len() == 1 && told[0].starts_with("E201 at [3]") && told[0].contains("\"function\": \"go\""),
        "{told:#?}"
    );
    for empty in ["[]", "{}"] {
        assert_eq!(
            told_of(&[(go, &with(empty))], script),
            [] as [String; 0],
            "{empty}"
        );
    }
}

#[test]
fn a_list_of_files_is_no_script() {
    for list in ["[\"rules.luau\"]", "[\"a/rules.luau\", \"more.luau\"]"] {
        let text = RULES.replace("\"rules.luau\"", list);
        let checked = Loader::new().scripts(&Luau::new()).check_text("r.json", &text);
        let reports = checked.reports();
        let first = reports
            .iter()
            .find(|r| r.code.as_str() == "E203")
            .expect("it is told");
        assert!(first.message.contains("the name of a file"), "{reports:#?}");
        assert!(
            first
                .help
                .as_deref()
                .is_some_and(|help| help.contains("\"script\": \"")),
            "{reports:#?}"
        );
        assert!(checked.ruleset.is_none());
    }
}

/// What a seat reads by a function, and that names data which no seat may see.
#[test]
fn a_function_that_reads_what_no_seat_may_see_is_told() {
    let data =
        "{ key: \"round\", value: 0 }, { key: \"sec\", value: 1, visible_to: \"none\", domain: [1, 2] }";
    let seats = "{ key: \"bid\", value: 0 }, { key: \"own\", value: 1, visible_to: \"none\", domain: [1, 2] }, \
                 { key: \"mine\", value: 1, visible_to: \"owner\", domain: [1, 2] }";
    let check = |body: &str, action: &str| {
        let rules = [
            ("{ key: \"round\", value: 0 }", data),
            ("{ key: \"bid\", value: 0 }", seats),
            ("type: \"button\", function: \"go\"", action),
        ];
        let script = format!("function h() {body} end function may() return h() end function go() end");
        let told = told_of(&rules, &script);
        let told = told
            .iter()
            .map(|line| line.split_once(';').map_or(&**line, |(said, _)| said).to_owned());
        told.collect::<Vec<_>>()
    };
    let condition = "type: \"button\", condition: { function: \"may\" }, function: \"go\"";
    let reads = "E319 at \"may\" }, fun: a condition depends on `";
    let may_read = "W316 at \"may\" }, fun: a condition may depend on `";
    for (body, wanted) in [
        ("return globals.sec == 1", Some((reads, "sec"))),
        ("return globals[\"sec\"] == 1", Some((reads, "sec"))),
        ("return player.own == 1", Some((reads, "own"))),
        (
            "local ok = pcall(function() return globals.sec end) return ok",
            Some((may_read, "sec")),
        ),
        ("local sec = 1 return sec == 1", Some((may_read, "sec"))),
        ("return player.mine == 1", None),
        ("return globals.round == 1", None),
        ("local seconds = 1 return seconds == 1", None),
    ] {
        let told = check(body, condition);
        let same = match wanted {
            Some((said, name)) => told.len() == 1 && told[0].starts_with(&format!("{said}{name}`")),
            None => told.is_empty(),
        };
        assert!(same, "{body}\n    wanted {wanted:?}\n    found {told:#?}");
    }
    let reads = "return globals.sec == 1";
    let revealing = "type: \"button\", condition: { function: \"may\" }, reveals: true, function: \"go\"";
    assert_eq!(check(reads, revealing), [] as [String; 0], "the author means it");
    let pick =
        "type: \"world_pick\", pick: { from: \"deck\" }, legal: { function: \"may\" }, function: \"go\"";
    let told = check(reads, pick);
    assert!(told.iter().any(|line| line.starts_with("E319")), "{told:#?}");
}
