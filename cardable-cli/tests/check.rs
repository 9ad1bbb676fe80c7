//! `check`: what is told, how, and how it ends.

use crate::support;
use crate::support::{Folder, cardable, run, snapshot};
use serde_json::Value;

#[test]
fn problems_stand_under_the_text_they_are_about() {
    snapshot("broken/check.txt", &cardable(&["check", "broken"]).with(1));
}

#[test]
fn colours_are_for_terminals() {
    assert!(!cardable(&["check", "broken"]).out.contains('\x1b'));
    assert!(
        cardable(&["check", "--color", "always", "broken"])
            .out
            .contains('\x1b')
    );
}

#[test]
fn json_is_one_array_of_flat_objects() {
    let problems = cardable(&["check", "--format", "json", "broken", "broken/ruleset.json"]).json(1);
    let problems = problems.as_array().unwrap();
    assert!(problems.len() > 6);
    for problem in problems {
        let keys: Vec<&String> = problem.as_object().unwrap().keys().collect();
        assert_eq!(
            keys,
            [
                "code", "column", "file", "help", "line", "message", "path", "severity"
            ]
        );
        assert!(
            problem["line"].is_u64() && problem["column"].is_u64(),
            "{problem}"
        );
        assert!(
            matches!(problem["severity"].as_str(), Some("error" | "warning")),
            "{problem}"
        );
    }
    let typo = problems
        .iter()
        .find(|p| p["help"] == "did you mean `draw_card`?")
        .unwrap();
    assert_eq!(typo["code"], "E302");
    assert_eq!(
        typo["path"],
        "$.ruleset.game_state[0].actions[0].primitives[0].endpoint"
    );
    assert_eq!(
        (typo["line"].as_u64(), typo["column"].as_u64()),
        (Some(23), Some(43))
    );
}

#[test]
fn rules_that_cards_carry_are_checked_without_a_ruleset() {
    let folder = Folder::new("beasts");
    let set = r#"{ "cardset": { "set_name": "beasts", "cards": [
        { "card_name": "Wolf", "card_id": 0, "abilities": { "arrive": "incremet($card.growth" } },
        { "card_name": "Boar", "card_id": 1, "triggers": { "on": { "changd": "damage" }, "condition": "$event.nw > $event.old &&" } },
        { "card_name": "Crow", "card_id": 2, "abilities": { "arrive": "grow($card, 2)", "leave": "draw_card($player, deck)" } }
    ] } }"#;
    std::fs::write(folder.0.join("beasts.json"), set).unwrap();
    let problems = run(&folder.0, &["check", "--format", "json", "beasts.json"], "").json(1);
    let told: Vec<String> = (problems.as_array().unwrap().iter())
        .map(|problem| {
            format!(
                "{} {}",
                problem["code"].as_str().unwrap(),
                problem["path"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "E316 $.cardset.cards[0].abilities.arrive",
            "E201 $.cardset.cards[1].triggers.on.changd",
            "E316 $.cardset.cards[1].triggers.condition",
            "E310 $.cardset.cards[2].abilities.leave",
        ]
    );
}

#[test]
fn fragments_are_checked_without_a_ruleset() {
    let folder = Folder::new("fragments-alone");
    let pots = r#"{ "fragment": {
        "params": [{ "key": "pot", "type": "data" }, { "key": "chips", "type": "seat_data" }],
        "import": { "from": "blinds", "with": { "pot": "pot" } },
        "defined_actions": { "ref_id": "pay", "primitives": ["set(pto, pot + 1)", "blinds.post"] } } }"#;
    let blinds = r#"{ "fragment": { "params": { "key": "pot", "type": "data" },
        "defined_actions": { "ref_id": "post", "primitives": "set(pot, pot + 2)" } } }"#;
    std::fs::create_dir(folder.0.join("fragments")).unwrap();
    std::fs::write(folder.0.join("fragments/pots.fragment.json"), pots).unwrap();
    std::fs::write(folder.0.join("blinds.fragment.json"), blinds).unwrap();
    let checked = run(
        &folder.0,
        &["check", "--format", "json", "fragments/pots.fragment.json"],
        "",
    )
    .json(1);
    let problems = checked.as_array().unwrap();
    assert!(
        problems.len() == 1 && problems[0]["help"] == "did you mean `pot`?" && problems[0]["line"] == 4,
        "{problems:#?}"
    );
    let all = run(&folder.0, &["check", "."], "").with(1);
    assert!(
        all.contains("blinds.fragment.json: no problems") && all.contains("pots.fragment.json: 1 error"),
        "{all}"
    );
    let schema = cardable(&["schema", "--what", "fragment"]).json(0);
    assert_eq!(schema["title"], "Cardable fragment");
}

#[test]
fn no_problems_are_an_empty_array() {
    assert_eq!(
        cardable(&["check", "--format", "json", "coins"]).json(0),
        Value::Array(Vec::new())
    );
    assert_eq!(cardable(&["check", "coins"]).with(0), "coins: no problems\n");
}

#[test]
fn card_sets_decks_and_folders_of_them_are_checked() {
    assert_eq!(
        cardable(&["check", "sets/pips"]).with(0),
        "sets/pips: no problems\n"
    );
    assert_eq!(
        cardable(&["check", "sets/pips/decks/few.json"]).with(0),
        "sets/pips/decks/few.json: no problems\n"
    );
    let all = cardable(&["check", "sets"]).with(1);
    assert!(all.contains("sets/pips: no problems"), "{all}");
    assert!(all.contains("unknown card") || all.contains("E230"), "{all}");
}

#[test]
fn a_deck_of_card_games_data_is_checked_alone() {
    let folder = Folder::new("table-deck");
    let deck = r##"{ "pairs": { "suits": [{ "name": "Red", "color": "#c00" }], "ranks": [{ "value": 1 }, { "value": 2 }] } }"##;
    std::fs::write(folder.0.join("pack.json"), deck).unwrap();
    let out = run(&folder.0, &["check", "pack.json"], "").with(0);
    assert_eq!(out, "pack.json: no problems\n");
    std::fs::write(folder.0.join("pack.json"), deck.replace("ranks", "rnks")).unwrap();
    let out = run(&folder.0, &["check", "pack.json"], "").with(1);
    assert!(
        out.contains("rnks") && out.contains("did you mean `ranks`?") && out.contains("pack.json:1:"),
        "{out}"
    );
}

#[test]
fn card_sets_and_decks_that_stand_by_themselves_are_checked() {
    let folder = Folder::new("bare");
    let set = r#"{ "set_name": "Three", "cards": [{ "card_name": "A", "card_id": 0 }, { "card_name": "B", "card_id": 0 }] }"#;
    for name in ["three.json", "cardset.json"] {
        std::fs::write(folder.0.join(name), set).unwrap();
        let out = run(&folder.0, &["check", name], "").with(1);
        let told =
            out.contains("W336") && out.contains("under `cardset`") && out.contains("1 error, 1 warning");
        assert!(told && !out.contains("no ruleset"), "{out}");
        std::fs::write(
            folder.0.join(name),
            set.replace("\"card_id\": 0 }]", "\"card_id\": 1 }]"),
        )
        .unwrap();
        let out = run(&folder.0, &["check", name], "").with(0);
        assert!(out.contains("1 warning"), "{out}");
    }
}

#[test]
fn what_lies_beside_or_cannot_be_read_brings_no_further_errors() {
    let folder = Folder::new("further");
    let rules = |more: &str| {
        format!(
            r#"{{ "ruleset": {{ "ruleset_name": "R", {more} "game_state": {{ "state_name": "s", "state_type": "round_robin",
                "actions": [{{ "action_name": "end", "type": "button", "primitives": "end_game()" }}] }} }} }}"#
        )
    };
    let game = r#"{ "meta": { "name": "B" }, "deck": { "name": "x" }, "phases": [], "zones": {} }"#;
    std::fs::write(folder.0.join("b.cardgame.json"), game).unwrap();
    std::fs::write(folder.0.join("a.json"), rules(r#""cardsets": "nowhere","#)).unwrap();
    let out = run(&folder.0, &["check", "a.json"], "").with(1);
    assert!(
        out.contains("there is no card set `nowhere`") && out.contains("a.json: 1 error\n"),
        "{out}"
    );
    let scripted =
        rules(r#""script": "rules.luau","#).replace("\"end_game()\"", "{ \"function\": \"deal\" }");
    std::fs::write(folder.0.join("a.json"), scripted).unwrap();
    let scripts: [Vec<u8>; 3] = [vec![b' '; 300_000], vec![0xff, 0xfe, b'a'], Vec::new()];
    for (script, there) in scripts.into_iter().zip([true, true, false]) {
        let path = folder.0.join("rules.luau");
        match there {
            true => std::fs::write(&path, script).unwrap(),
            false => std::fs::remove_file(&path).unwrap(),
        }
        let out = run(&folder.0, &["check", "a.json"], "").with(1);
        assert!(!out.contains("E360") && out.contains("1 error"), "{out}");
    }
}

#[test]
fn warnings_alone_are_no_failure_unless_asked_for() {
    let folder = Folder::new("warnings");
    let text = std::fs::read_to_string(support::fixtures().join("coins/ruleset.json")).unwrap();
    std::fs::write(
        folder.0.join("game.json"),
        text.replace("\"type\": \"button\",", ""),
    )
    .unwrap();
    let out = run(&folder.0, &["check", "game.json"], "").with(0);
    assert!(
        out.contains("warning[W301]") && out.ends_with("game.json: 2 warnings\n"),
        "{out}"
    );
    run(&folder.0, &["check", "--strict", "game.json"], "").with(1);
}

#[test]
fn one_endless_line_is_cut() {
    let folder = Folder::new("endless");
    let mut text = String::from("{ \"deck\": { \"deck_name\": \"long\", \"content\": [ ");
    text.push_str(&"1, ".repeat(100_000));
    text.push_str("] }, \"ruleset\": { \"ruleset_nam\": 1 } }");
    std::fs::write(folder.0.join("long.json"), text).unwrap();
    let ran = run(&folder.0, &["check", "long.json"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.out.len() < 20_000, "{}", ran.out.len());
}

#[test]
fn the_standard_pack_is_at_hand_everywhere() {
    let outer = Folder::new("pack");
    // What lies beside a game's folder is looked through: here nothing else does.
    let folder = outer.0.join("game");
    std::fs::create_dir(&folder).unwrap();
    let text =
        std::fs::read_to_string(support::fixtures().join("../../../rulesets/crazy-eights/ruleset.json"));
    let text = text.unwrap();
    let file = folder.join("ruleset.json");
    std::fs::write(&file, &text).unwrap();
    let checked = run(&folder, &["check", "--strict", "."], "");
    assert!(checked.with(0).starts_with(".: no problems\n"));
    run(&folder, &["simulate", ".", "-n", "2"], "").with(0);
    run(&folder, &["graph", "."], "").with(0);
    // One mistake is one error, though nothing is known of the cards then.
    std::fs::write(
        &file,
        text.replace("\"cardsets\": \"standard\"", "\"cardsets\": \"french\""),
    )
    .unwrap();
    let told = run(&folder, &["check", "."], "").with(1);
    assert!(told.ends_with(".: 1 error\n"), "{told}");
    assert!(
        told.contains("what comes with the program (`german`, `spanish`, `standard`, `tarot`)"),
        "{told}"
    );
    std::fs::write(&file, text.replace("standard-52", "standard-53")).unwrap();
    let told = run(&folder, &["check", "."], "").with(1);
    assert!(
        told.ends_with(".: 1 error\n") && told.contains("did you mean `standard-5"),
        "{told}"
    );
}

#[test]
fn what_is_not_there_is_wrong_usage() {
    let ran = cardable(&["check", "nowhere"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.starts_with("error: there is no ruleset `nowhere`"),
        "{}",
        ran.err
    );
    let folder = Folder::new("empty");
    let out = run(&folder.0, &["check", "."], "").with(1);
    assert!(
        out.contains("has no ruleset, card set, deck or fragment"),
        "{out}"
    );
}
