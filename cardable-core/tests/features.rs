//! What the features leave out is told, and what they leave in is read. CI runs this with all features and with none.

#![allow(clippy::expect_used, clippy::panic, reason = "a test may panic")]

use cardable_core::content::{ContentPath, MemoryFiles};
use cardable_core::{Game, Loader, Seed, Setup};

const RULESET: &str = r#"{
    cardset: { set_name: "two", cards: [{ card_name: "A", card_id: 0, card_value: 1 }] },
    deck: { deck_name: "few", cardset: "two", content: [0, 0, 0] },
    ruleset: {
        ruleset_name: "Smallest", min_players: 2, max_players: 2, decks: "few",
        game_area: { shared_zones: [{ name: "stock", decks: "few", zone_visibility: "none" }] },
        game_state: [{ state_name: "play", state_type: "round_robin", actions: [
            { action_name: "stop", type: "button", primitives: { endpoint: "end_game" } },
        ] }],
    },
}"#;

const PHASES: &str = r#"{
    "meta": { "name": "Bare", "slug": "bare", "version": "1.0.0", "author": "tests", "players": { "min": 1, "max": 2 } },
    "deck": { "preset": "custom", "cards": [{ "suit": "hearts", "rank": "A" }], "cardValues": { "A": 1 } },
    "roles": [{ "name": "player", "isHuman": true, "count": "per_player" }],
    "zones": { "draw_pile": { "visibility": "hidden" } },
    "phases": [
        { "name": "play", "kind": "turn_based",
          "actions": [{ "name": "end", "label": "End", "effect": "end_turn()" }],
          "transitions": [{ "to": "over", "when": "all_players_done" }] },
        { "name": "over", "kind": "automatic" }
    ],
    "scoring": { "method": "0", "winCondition": "false" },
    "ui": { "layout": "grid" }
}"#;

const TABLE: &str = r#"{
    "name": "Table", "players": [1, 2], "turns": false, "decks": [{ "name": "pack", "source": "pack.json" }],
    "shared_zones": [{ "name": "pile", "size": 2, "control": "all", "decks": "pack" }], "player_zones": []
}"#;

const PACK: &str = r##"{ "pairs": { "suits": [{ "name": "Red", "color": "#c00" }], "ranks": [{ "value": 1 }, { "value": 2 }] } }"##;

#[test]
fn rulesets_are_always_read() {
    let ruleset = Loader::new().check_text("ruleset.json", RULESET).into_result();
    let ruleset = ruleset.expect("it is read");
    let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
    assert!(game.next_decision().is_some());
}

/// What is told of a text when its dialect is left out; when it is there, it is read.
fn told(name: &str, text: &str, feature: &str, is_on: bool) {
    let mut files = MemoryFiles::new();
    files.add(name, text).expect("a path");
    files.add("pack.json", PACK).expect("a path");
    let path = ContentPath::new(name).expect("a path");
    let checked = Loader::new().check_files(&files, &path);
    let reports: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    if is_on {
        assert!(checked.ruleset.is_some(), "{reports:?}");
    } else {
        assert!(checked.ruleset.is_none());
        assert_eq!(checked.reports().len(), 1, "{reports:?}");
        let report = &checked.reports()[0];
        assert_eq!(report.code.as_str(), "E247");
        let help = report.help.clone().unwrap_or_default();
        assert!(help.contains(&format!("`{feature}`")), "{help}");
    }
}

#[test]
fn games_in_phases_are_read_or_refused() {
    told("bare.cardgame.json", PHASES, "phases", cfg!(feature = "phases"));
}

#[test]
fn tables_are_read_or_refused() {
    told("table.game.json", TABLE, "tables", cfg!(feature = "tables"));
}
