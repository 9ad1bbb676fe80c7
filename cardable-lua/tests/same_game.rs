//! A script plays as the steps do that it stands for: the same seed and choices give the same decisions,
//! the same views and the same events, byte for byte.

#![allow(clippy::unwrap_used, clippy::panic, unreachable_pub, reason = "a test")]

use crate::skullable;
use cardable_core::ids::StrId;
use cardable_core::{Game, Seat, Seed, Setup, Viewer};
use serde_json::{Value, json};

fn viewers(seats: u8) -> impl Iterator<Item = Viewer> {
    let all = (0..seats).map(|seat| Viewer::Seat(Seat(seat)));
    all.chain([Viewer::Spectator, Viewer::Omniscient])
}

/// A value with texts in place of their numbers, which differ where rulesets hold other texts.
fn with_texts(game: &Game, mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                match field
                    .as_u64()
                    .filter(|_| name == "text" || name == "str" || name == "label")
                {
                    Some(id) => *field = game.ruleset().words().text(StrId(id as u32)).into(),
                    None => *field = with_texts(game, field.take()),
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                *item = with_texts(game, item.take());
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    value
}

/// What everybody gets to see, as bytes.
fn seen(game: &Game, seats: u8) -> String {
    let mut all = String::new();
    for viewer in viewers(seats) {
        for value in [json!(game.events(viewer)), json!(game.view(viewer))] {
            all.push_str(&with_texts(game, value).to_string());
        }
    }
    for decision in game.decisions() {
        all.push_str(&format!("{:?} {}\n", decision.seat(), decision.count().get()));
        for n in 0..decision.count().get() {
            all.push_str(&serde_json::to_string(&decision.nth(n)).unwrap());
        }
    }
    all
}

/// Where two texts part.
fn same(a: &str, b: &str, when: &str) {
    if a != b {
        let at = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
        let from = at.saturating_sub(200);
        panic!(
            "{when}\n{}\n{}",
            &a[from..(at + 200).min(a.len())],
            &b[from..(at + 200).min(b.len())]
        );
    }
}

#[test]
fn betting_in_luau_is_the_same_game() {
    let (json, luau) = (skullable::in_json(), skullable::in_luau());
    let (mut choices, mut prompts) = (0, 0);
    for seed in 0..30 {
        let seats = 3 + (seed % 4) as u8;
        let setup = Setup::seats(usize::from(seats));
        let begin = |rules| Game::new(rules, &setup, Seed::from(seed)).unwrap().with_events();
        let (mut a, mut b) = (begin(&json), begin(&luau));
        let mut luck = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        while !a.is_over() {
            same(
                &seen(&a, seats),
                &seen(&b, seats),
                &format!("seed {seed} after {choices} choices"),
            );
            let (seat, choice) = {
                let waiting: Vec<_> = a.decisions().collect();
                luck ^= luck << 13;
                luck ^= luck >> 7;
                luck ^= luck << 17;
                let decision = &waiting[luck as usize % waiting.len()];
                (
                    decision.seat(),
                    decision.nth(luck / 7 % decision.count().get()).unwrap(),
                )
            };
            prompts += u32::from(matches!(choice, cardable_core::Choice::Number(_)));
            a.submit(seat, &choice).unwrap();
            b.submit(seat, &choice).unwrap_or_else(|e| panic!("{e}"));
            choices += 1;
            // Saved and restored in between, it is still the same.
            if luck.is_multiple_of(5) {
                b = Game::restore(&luau, &b.save())
                    .unwrap_or_else(|e| panic!("{e}"))
                    .with_events();
                a = Game::restore(&json, &a.save()).unwrap().with_events();
            }
        }
        same(&seen(&a, seats), &seen(&b, seats), "at the end");
        assert_eq!(a.result(), b.result());
    }
    assert!(
        choices > 1_500 && prompts > 150,
        "{choices} choices, {prompts} answers"
    );
}

/// State, action, and the function in place of its steps.
const FUNCTIONS: [(&str, &str, &str); 4] = [
    ("build", "lay another", "lay_another"),
    ("build", "bid", "bid"),
    ("raise", "pass", "pass"),
    ("raise", "raise", "raise"),
];

#[test]
fn the_two_rulesets_differ_in_the_betting_only() {
    let read = |name| -> Value {
        let text = std::fs::read_to_string(skullable::folder(name).join("ruleset.json")).unwrap();
        json5::from_str(&text).unwrap()
    };
    let (mut steps, script) = (read("skullable"), read("skullable-luau"));
    let rules = &mut steps["ruleset"];
    rules["ruleset_name"] = "Skullable in Luau".into();
    rules["script"] = "betting.luau".into();
    rules.as_object_mut().unwrap().remove("import");
    for (state, action, function) in FUNCTIONS {
        let states = rules["game_state"].as_array_mut().unwrap();
        let state = states.iter_mut().find(|s| s["state_name"] == state).unwrap();
        let actions = state["actions"].as_array_mut().unwrap();
        let action = actions.iter_mut().find(|a| a["action_name"] == action).unwrap();
        let action = action.as_object_mut().unwrap();
        action.remove("primitives").unwrap();
        action.remove("action_data");
        action.insert("function".to_owned(), function.into());
    }
    assert_eq!(steps, script);
}
