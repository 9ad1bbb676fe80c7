//! Any text, as a script of a small ruleset or as the body of a function of one: it is refused, or its
//! function runs under small limits, twice the same from the same game, whatever ran before.

#![no_main]

use cardable_core::script::ScriptLimits;
use cardable_core::{Choice, Game, Loader, Ruleset, Seat, Seed, Setup};
use cardable_lua::Luau;
use libfuzzer_sys::fuzz_target;
use std::time::Duration;

const RULES: &str = r#"{
    cardset: { set_name: "six", cards: [
        { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 },
    ] },
    deck: { deck_name: "few", cardset: "six", content: [0, 0, 0, 1, 1, 1] },
    ruleset: {
        ruleset_name: "Scripted", min_players: 2, max_players: 2, decks: "few", script: LINES,
        game_area: {
            shared_zones: [{ name: "stock", order: "shuffled", zone_visibility: "none", decks: "few" }],
            player_zones: [{ name: "hand", zone_visibility: "owner", order: "any" }],
        },
        global_data: [{ key: "n", value: 0 }, { key: "note", type: "string" }],
        player_data: [{ key: "bid", value: 0 }],
        game_state: [
            { state_name: "play", state_type: "concurrent", turn: "until_end_turn", actions: [
                { action_name: "go", type: "button", function: "attack" },
            ] },
        ],
    },
}"#;

fn rules(script: &str) -> Option<Ruleset> {
    let lines: Vec<&str> = script.lines().collect();
    let text = RULES.replace("LINES", &serde_json::to_string(&lines).ok()?);
    let limits = ScriptLimits {
        ticks: 5_000,
        memory: 1 << 20,
    };
    let luau = Luau::with_caps(limits).longest(Duration::from_millis(500));
    let checked = Loader::new().scripts(&luau).check_text("fuzz.json", &text);
    assert!(
        checked.ruleset.is_some() || checked.reports().iter().count() > 0,
        "refused without a word: {script}"
    );
    checked.ruleset
}

/// Plays on for a while; what comes of it.
fn play(rules: &Ruleset) -> Vec<String> {
    let mut told = Vec::new();
    let Ok(mut game) = Game::new(rules, &Setup::seats(2), Seed::from(5)) else {
        return told;
    };
    for turn in 0..4u8 {
        let seat = Seat(turn % 2);
        let Some(choice): Option<Choice> = game.decision(seat).and_then(|d| d.nth(0)) else {
            continue;
        };
        let before = game.save();
        match game.submit(seat, &choice) {
            Ok(_) => {
                let again = Game::restore(rules, &game.save()).expect("a saved game is restored");
                assert_eq!(again.save(), game.save());
            }
            Err(error) => {
                assert_eq!(game.save(), before, "a refused choice changed the game");
                told.push(error.to_string());
            }
        }
    }
    told.push(String::from_utf8_lossy(&game.save()).into_owned());
    told
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for script in [text.to_string(), format!("function attack()\n{text}\nend")] {
        let Some(rules) = rules(&script) else { continue };
        let (first, second) = (play(&rules), play(&rules));
        // How much rubbish there is, and the time, differ from call to call.
        let limited = |told: &[String]| told.iter().any(|t| t.contains("too long") || t.contains("memory"));
        if !limited(&first) && !limited(&second) {
            assert_eq!(first, second, "{script}");
        }
    }
});
