//! Whatever comes in: an error that tells, soon, and never a panic.

use crate::support;
use cardable_core::save::{RestoreError, SAVE_FORMAT};
use cardable_core::testing::{TINY, tiny_ruleset};
use cardable_core::view::Datum;
use cardable_core::{Choice, Game, Loader, NotApplied, Ruleset, Seat, Seed, Setup, Viewer};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn problems(text: &str) -> Vec<String> {
    Loader::new()
        .check_text("bad.json", text)
        .reports()
        .iter()
        .map(|r| format!("{} {}", r.code.as_str(), r.message))
        .collect()
}

/// A ruleset of one state with these actions.
fn with_actions(actions: &str) -> String {
    format!(
        r#"{{ cardset: {{ set_name: "C", cards: [{{ card_name: "A", card_id: 0 }}] }},
        ruleset: {{ ruleset_name: "Bad", min_players: 2, max_players: 2, game_state: [
            {{ state_name: "one", state_type: "round_robin", actions: [{actions}] }},
            {{ state_name: "two", state_type: "auto", actions: [
                {{ action_name: "back", type: "auto", primitives: {{ endpoint: "state_transition", params: "three" }} }} ] }},
            {{ state_name: "three", state_type: "auto", actions: [
                {{ action_name: "back", type: "auto", primitives: {{ endpoint: "state_transition", params: "two" }} }} ] }},
        ] }} }}"#
    )
}

#[test]
fn each_mistake_is_named() {
    let button = |rest: &str| with_actions(&format!(r#"{{ action_name: "go", type: "button", {rest} }}"#));
    let cases = [
        (button(r#"condition: "$globals.x == 1""#), "E301"),
        (button(r#"condition: "1 +""#), "E316"),
        (button(r#"condition: "1""#), "E311"),
        (button(r#"primitives: { endpoint: "drow_cards" }"#), "E302"),
        (
            button(r#"primitives: { endpoint: "shuffle", params: [1, 2, 3] }"#),
            "E310",
        ),
        (
            button(r#"primitives: { endpoint: "shuffle", params: 7 }"#),
            "E311",
        ),
        (
            button(r#"primitives: { endpoint: "state_transition", params: "tow" }"#),
            "E303",
        ),
        (
            button(r#"primitives: { endpoint: "increment", params: [3, 1] }"#),
            "E312",
        ),
        (button(r#"primitves: []"#), "E201"),
        (button(r#"type_params: 1, action_ref: "nobody""#), "E305"),
        (with_actions(r#""nobody""#), "E305"),
        (
            with_actions(r#"{ action_name: "v", type: "vote_button", type_params: ["x"] }"#),
            "E202",
        ),
        (
            with_actions(r#"{ action_name: "p", type: "world_pick", type_params: ["crad", 1] }"#),
            "E323",
        ),
    ];
    for (text, code) in cases {
        let found = problems(&text);
        assert!(
            found.iter().any(|p| p.starts_with(code)),
            "{code} is not among {found:#?}"
        );
    }
}

#[test]
fn what_a_seat_reads_may_not_depend_on_hidden_faces() {
    let hidden = TINY.replace("count_cards(deck) > 0", "top_card(deck).value == 1");
    let found = problems(&hidden);
    assert!(found.iter().any(|p| p.starts_with("E319")), "{found:#?}");
    // Said on purpose, it is allowed.
    let meant = hidden.replace(
        "\"type\": \"button\",",
        "\"type\": \"button\", \"reveals\": true,",
    );
    assert!(problems(&meant).is_empty(), "{:#?}", problems(&meant));
}

#[test]
fn branches_on_hidden_faces_are_listed() {
    let text = TINY.replace(
        "{ \"endpoint\": \"add_score()\", ",
        "{ \"condition\": \"top_card(deck).value == 1\", \"endpoint\": \"add_score()\", ",
    );
    let ruleset = cardable_core::parse(text).expect("it checks");
    let listed: Vec<String> = ruleset
        .revealing()
        .map(|branch| branch.secret.to_owned())
        .collect();
    assert_eq!(listed, ["the faces in `deck`"]);
    assert_eq!(tiny_ruleset().revealing().count(), 0);
}

#[test]
fn references_hand_their_parameters_on() {
    let text = r#"{ ruleset: { ruleset_name: "C", min_players: 1, max_players: 1,
        global_data: [{ key: "n", value: 0 }],
        game_state: [{ state_name: "s", state_type: "round_robin", actions: [
            { action_ref: "a", params: [1, 7] },
            { action_name: "end", type: "button", primitives: "end_game()" },
        ] }],
        defined_actions: [
            { ref_id: "a", ref_params: [{ key: "x", type: "number" }, { key: "y", type: "number" }],
              action_ref: "b", params: ["= $action.y + $action.x"] },
            { ref_id: "b", ref_params: [{ key: "x", type: "number" }], type: "button", condition: "$action.x == 8",
              primitives: "set($globals.n, $action.x)" },
        ] } }"#;
    let ruleset = cardable_core::parse(text).expect("it checks");
    let mut game = Game::new(&ruleset, &Setup::seats(1), Seed::from(1)).expect("it begins");
    let decision = game.next_decision().expect("a decision");
    let (seat, choice) = (decision.seat(), decision.nth(0).expect("a choice"));
    game.submit(seat, &choice).expect("it is done");
    let view = game.view(Viewer::Spectator);
    assert_eq!(view.globals[0], Datum::Int(8), "{:?}", view.globals);
}

#[test]
fn cyclic_references_are_named() {
    let text = r#"{ ruleset: { ruleset_name: "C", game_state: [
        { state_name: "s", state_type: "auto", actions: ["a"] } ],
        defined_actions: [ { ref_id: "a", action_ref: "b" }, { ref_id: "b", action_ref: "a" } ] } }"#;
    let found = problems(text);
    assert!(found.iter().any(|p| p.starts_with("E317")), "{found:#?}");
}

#[test]
fn states_that_go_round_are_a_fault_that_names_them() {
    let text = with_actions(
        r#"{ action_name: "go", type: "button", primitives: { endpoint: "state_transition", params: "two" } }"#,
    );
    let ruleset = cardable_core::parse(text).expect("it checks");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
    let before = game.save();
    let choice = game.next_decision().and_then(|d| d.nth(0)).expect("a choice");
    let fault = game
        .submit(Seat(0), &choice)
        .expect_err("it goes round")
        .to_string();
    assert!(fault.contains("two") && fault.contains("three"), "{fault}");
    assert_eq!(before, game.save());
}

#[test]
fn large_and_deep_texts_are_refused_soon() {
    let start = std::time::Instant::now();
    let large = format!("{{ ruleset: {{ }} }}{}", " ".repeat(100 << 20));
    assert!(problems(&large).iter().any(|p| p.starts_with("E101")));
    let deep = format!("{{ ruleset: {}{} }}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(problems(&deep).iter().any(|p| p.starts_with("E115")));
    let conditions = format!(r#"condition: "{}1{}""#, "(".repeat(100_000), ")".repeat(100_000));
    let text = with_actions(&format!(
        r#"{{ action_name: "go", type: "button", {conditions} }}"#
    ));
    assert!(problems(&text).iter().any(|p| p.starts_with("E316")));
    // Not a measurement: a second each would be a hang in all but name.
    assert!(start.elapsed().as_secs() < 60);
}

#[test]
fn what_a_ruleset_has_too_many_of_is_named() {
    let many = |n: usize, one: &dyn Fn(usize) -> String| (0..n).map(one).collect::<Vec<_>>().join(",");
    let rules = |data: &str, states: &str, steps: &str| {
        format!(
            r#"{{ cardset: {{ set_name: "C", cards: [{{ card_name: "A", card_id: 0 }}] }},
            ruleset: {{ ruleset_name: "Many", min_players: 2, max_players: 2, {data}
                game_state: [{{ state_name: "one", state_type: "round_robin", actions: [
                    {{ action_name: "go", type: "button", primitives: [{steps}] }},
                    {{ action_name: "end", type: "button", primitives: "end_game(all)" }} ] }}, {states}] }} }}"#
        )
    };
    let datum = |at: usize| format!(r#"{{ key: "d{at}", value: {at} }}"#);
    let globals = |n| rules(&format!("global_data: [{}],", many(n, &datum)), "", "");
    let of_seats = |n| rules(&format!("player_data: [{}],", many(n, &datum)), "", "");
    let options = |n| rules(&format!("options: [{}],", many(n, &datum)), "", "");
    let of_a_state = |n| {
        let state = r#"{ state_name: "two", state_type: "auto", state_data: ["#;
        rules("", &format!("{state}{}] }}", many(n, &datum)), "")
    };
    let constants = |n| {
        let set = |at: usize| format!(r#""set($globals.d0, {at})""#);
        rules(&format!("global_data: [{}],", datum(0)), "", &many(n, &set))
    };
    let texts = |n| {
        let tell = |at: usize| format!(r#""message('text {at}')""#);
        rules("", "", &many(n, &tell))
    };
    let states = |n| {
        let state = |at: usize| format!(r#"{{ state_name: "s{at}", state_type: "auto" }}"#);
        rules("", &many(n, &state), "")
    };
    let actions = |n| {
        let action = |at: usize| format!(r#"{{ action_name: "a{at}", type: "button" }}"#);
        let state = r#"{ state_name: "two", state_type: "round_robin", actions: ["#;
        rules("", &format!("{state}{}] }}", many(n, &action)), "")
    };
    type Rules<'a> = &'a dyn Fn(usize) -> String;
    let cases: [(&str, Rules<'_>, usize, usize); 9] = [
        ("items of shared data", &globals, 8_192, 8_193),
        // Of far too many the rest is not read.
        ("items of shared data", &globals, 8_192, 100_000),
        ("actions", &actions, 60_000, 65_536),
        ("items of a seat's data", &of_seats, 8_000, 8_193),
        ("items of a state's data", &of_a_state, 8_192, 8_193),
        ("options", &options, 8_192, 8_193),
        // A few more are the ruleset's own.
        ("constants", &constants, 8_000, 8_193),
        ("constants", &texts, 8_000, 20_000),
        ("states", &states, 60_000, 65_536),
    ];
    for (what, rules, fits, too_many) in cases {
        let said = |n| {
            let problems = problems(&rules(n));
            problems
                .into_iter()
                .filter(|p| p.starts_with("E322"))
                .collect::<Vec<_>>()
        };
        assert_eq!(said(fits), [] as [String; 0], "{fits} {what}");
        let told = said(too_many);
        assert!(
            told.len() == 1 && told[0].contains(what),
            "{too_many} {what}: {told:?}"
        );
    }
}

#[test]
fn huge_decks_are_refused() {
    let text = r#"{ cardset: { set_name: "C", cards: [{ card_name: "A", card_id: 0 }] },
        deck: { deck_name: "D", cardset: "C", content: [{ card: 0, copies: 1000000000 }] },
        ruleset: { ruleset_name: "B", cardsets: "C", decks: "D", game_state: { state_name: "s", state_type: "auto" } } }"#;
    let found = problems(text);
    assert!(
        found
            .iter()
            .any(|p| p.contains("10000") || p.contains("10,000") || p.contains("10 000")),
        "{found:#?}"
    );
}

#[test]
fn saves_of_others_and_broken_ones_are_refused() {
    let ruleset = tiny_ruleset();
    let other = cardable_core::parse(TINY.replace("Stones", "Pebbles")).expect("it checks");
    let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
    let save = game.save();
    assert!(Game::restore(&ruleset, &save).is_ok());
    assert!(matches!(
        Game::restore(&other, &save),
        Err(RestoreError::OtherRuleset { .. })
    ));
    for cut in (0..save.len()).step_by(7) {
        assert!(Game::restore(&ruleset, &save[..cut]).is_err(), "cut at {cut}");
    }
    let text = String::from_utf8(save).expect("a save is text");
    let format = format!("\"format\":{SAVE_FORMAT}");
    for found in [SAVE_FORMAT - 1, 99] {
        let other = text.replacen(&format, &format!("\"format\":{found}"), 1);
        assert_eq!(
            Game::restore(&ruleset, other.as_bytes()).err(),
            Some(RestoreError::Format { found })
        );
    }
}

/// A game in which seats were told of several cards, as a save.
fn save_with_hints(ruleset: &Ruleset) -> serde_json::Value {
    let of_seed = |seed: u64| {
        let mut game = Game::new(ruleset, &Setup::seats(*ruleset.seats().start()), Seed::from(seed)).ok()?;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..40 {
            let decision = game.next_decision()?;
            let (seat, choice) = (decision.seat(), decision.sample(&mut rng)?);
            game.submit(seat, &choice).ok()?;
            let save: serde_json::Value = serde_json::from_slice(&game.save()).ok()?;
            let told = save["world"]["extras"]["told"].as_array();
            if told.is_some_and(|told| told.iter().any(|one| one["card"] != told[0]["card"])) {
                return Some(save);
            }
        }
        None
    };
    (0..40).find_map(of_seed).expect("seats are told of cards")
}

#[test]
fn saves_in_which_what_is_told_stands_in_no_order_are_refused() {
    let text = include_str!("fixtures/hints.json5");
    let ruleset = cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"));
    let save = save_with_hints(&ruleset);
    let mut damaged = save.clone();
    let told = damaged["world"]["extras"]["told"].as_array_mut();
    told.expect("a list").reverse();
    assert!(Game::restore(&ruleset, save.to_string().as_bytes()).is_ok());
    let refused = Game::restore(&ruleset, damaged.to_string().as_bytes()).err();
    let refused = refused.map(|error| error.to_string());
    assert!(
        refused
            .as_deref()
            .is_some_and(|why| why.contains("stands in no order")),
        "{refused:?}"
    );
}

/// Each place of the cards and zones of a save, one after the other, is made too small or too large.
#[test]
fn saves_with_a_wrong_place_are_refused_or_played() {
    let ruleset = tiny_ruleset();
    let game = Game::new(&ruleset, &Setup::seats(3), Seed::from(1)).expect("it begins");
    let save: serde_json::Value = serde_json::from_slice(&game.save()).expect("a save is JSON");
    let places = save["world"]["block"]
        .as_array()
        .expect("a save has places")
        .len();
    for at in 0..places {
        for wrong in [0, 1, 9, u16::MAX] {
            let mut damaged = save.clone();
            damaged["world"]["block"][at] = wrong.into();
            let Ok(mut restored) = Game::restore(&ruleset, damaged.to_string().as_bytes()) else {
                continue;
            };
            while let Some((seat, choice)) =
                restored.next_decision().and_then(|d| Some((d.seat(), d.nth(0)?)))
            {
                if restored.submit(seat, &choice).is_err() {
                    break;
                }
            }
        }
    }
}

/// From one end of the whole numbers to the other there are more than the half that fits a number.
#[test]
fn the_widest_question_is_counted_and_answered() {
    let text = with_actions(
        r#"{ action_name: "go", type: "button", primitives: [
            "prompt_number(-4000000000000000 * 2000, 4000000000000000 * 2000)",
            { endpoint: "state_transition", params: "two" } ] }"#,
    );
    let ruleset = cardable_core::parse(text).expect("it checks");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
    let choice = game.next_decision().and_then(|d| d.nth(0)).expect("a choice");
    game.submit(Seat(0), &choice).expect("it asks");
    let decision = game.decision(Seat(0)).expect("it is asked");
    let (most, n) = (8_000_000_000_000_000_000, decision.count().get());
    assert_eq!(n, 16_000_000_000_000_000_001);
    assert_eq!(decision.nth(0), Some(Choice::Number(-most)));
    assert_eq!(decision.nth(n - 1), Some(Choice::Number(most)));
    assert_eq!(decision.nth(n), None);
    assert_eq!(decision.index_of(&Choice::Number(most)), Some(n - 1));
    for seed in 0..20 {
        let sampled = decision.sample(&mut ChaCha8Rng::seed_from_u64(seed));
        assert!(matches!(sampled, Some(Choice::Number(n)) if (-most..=most).contains(&n)));
    }
}

/// A number that no script can hold is a fault of the function that reads it, also the smallest there is.
#[test]
fn numbers_beyond_a_script_are_a_fault() {
    let text = r#"{
        cardset: { set_name: "C", cards: [{ card_name: "A", card_id: 0 }] },
        ruleset: { ruleset_name: "Far", min_players: 1, max_players: 1,
            script: ["function go() globals.n = globals.n end"],
            global_data: [{ key: "n", value: 7777 }],
            game_state: [{ state_name: "s", state_type: "round_robin", actions: [
                { action_name: "go", type: "button", function: "go" },
                { action_name: "end", type: "button", primitives: "end_game()" } ] }] } }"#;
    let ruleset = support::loader().check_text("far.json", text).into_result();
    let ruleset = ruleset.expect("it checks");
    let game = Game::new(&ruleset, &Setup::seats(1), Seed::from(1)).expect("it begins");
    let save = String::from_utf8(game.save()).expect("a save is text");
    for far in [i64::MIN, i64::MIN + 1, i64::MAX] {
        let damaged = save.replace("7777", &far.to_string());
        let mut restored = Game::restore(&ruleset, damaged.as_bytes()).expect("it is a whole number");
        let choice = restored.next_decision().and_then(|d| d.nth(0)).expect("a choice");
        let fault = restored.submit(Seat(0), &choice).expect_err("it cannot be read");
        assert!(matches!(fault, NotApplied::Faulted(_)), "{fault}");
    }
}

fn mutate(bytes: &mut [u8], changes: &[(usize, u8)]) {
    let n = bytes.len();
    for (at, byte) in changes {
        bytes[at % n] = *byte;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// A save with some digits changed is refused, or is a game that can be played on.
    #[test]
    fn damaged_saves_never_panic(changes in prop::collection::vec((any::<usize>(), b'0'..=b'9'), 1..4), steps in 0u64..6) {
        let ruleset = tiny_ruleset();
        let mut game = Game::new(&ruleset, &Setup::seats(3), Seed::from(steps)).expect("it begins");
        for _ in 0..steps {
            if let Some((seat, choice)) = game.next_decision().and_then(|d| Some((d.seat(), d.nth(0)?))) {
                game.submit(seat, &choice).expect("it is legal");
            }
        }
        let mut save = game.save();
        mutate(&mut save, &changes);
        if let Ok(mut restored) = Game::restore(&ruleset, &save) {
            for _ in 0..20 {
                let Some((seat, choice)) = restored.next_decision().and_then(|d| Some((d.seat(), d.nth(0)?))) else { break };
                if restored.submit(seat, &choice).is_err() { break }
                let _ = restored.view(cardable_core::Viewer::Spectator);
            }
        }
    }

    #[test]
    fn any_text_is_checked(text in ".{0,300}") {
        let _ = problems(&text);
    }

    #[test]
    fn a_damaged_ruleset_is_checked(changes in prop::collection::vec((any::<usize>(), any::<u8>()), 1..6)) {
        let mut bytes = TINY.as_bytes().to_vec();
        mutate(&mut bytes, &changes);
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let _ = problems(text);
        }
    }

    #[test]
    fn any_choice_is_answered(json in r#"\{"act":\{"action":[0-9]{1,5},"picks":\[(\{"card":\{"zone":[0-9]{1,5},"index":[0-9]{1,5}\}\})?\]\}\}"#, seat in 0u8..40) {
        let choice: Choice = serde_json::from_str(&json).unwrap_or(Choice::Pass);
        let ruleset = tiny_ruleset();
        let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
        let _ = game.submit(Seat(seat), &choice);
    }
}
