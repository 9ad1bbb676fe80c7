//! When automatic actions run, and where an action goes on that has laid a state over others.

use cardable_core::view::Datum;
use cardable_core::{Game, Ruleset, Seed, Setup, Viewer};

/// A game of three seats that counts in `$globals.n` and `$globals.m`.
fn ruleset(states: &str) -> Ruleset {
    let text = r#"{ ruleset: {
        ruleset_name: "Moments", min_players: 3, max_players: 3,
        global_data: [{ key: "n", value: 0 }, { key: "m", value: 0 }],
        game_state: [STATES],
    } }"#
        .replace("STATES", states);
    cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

/// Makes so many choices, always the first one, and tells the counters at the start and after each.
fn counted(rules: &Ruleset, choices: usize) -> Vec<(i64, i64)> {
    let setup = Setup::named(["Ada", "Grace", "Edsger"]);
    let mut game = Game::new(rules, &setup, Seed::from(1)).unwrap_or_else(|e| panic!("{e}"));
    let now = |game: &Game| {
        let globals = game.view(Viewer::Spectator).globals;
        let number = |at: usize| match globals[at] {
            Datum::Int(n) => n,
            ref other => panic!("{other:?}"),
        };
        (number(0), number(1))
    };
    let mut all = vec![now(&game)];
    for _ in 0..choices {
        let Some(seat) = game.to_decide().lowest() else {
            break;
        };
        game.submit_nth(seat, 0).unwrap_or_else(|e| panic!("{e}"));
        all.push(now(&game));
    }
    all
}

#[test]
fn automatic_actions_run_at_the_moments_they_name() {
    // (kind of state, moments, how often the action has run at the start and after each choice)
    let cases: [(&str, &str, &[i64]); 9] = [
        ("round_robin", "[\"entry\"]", &[1, 1, 1, 1]),
        // Entering a state is where its first turn starts.
        ("round_robin", "[\"turn\"]", &[1, 2, 3, 4]),
        ("round_robin", "[\"entry\", \"turn\"]", &[1, 2, 3, 4]),
        ("round_robin", "[\"action\"]", &[0, 1, 2, 3]),
        ("round_robin", "[\"round\"]", &[0, 0, 0, 1]),
        ("concurrent", "[\"entry\"]", &[1, 1, 1]),
        ("concurrent", "[\"action\"]", &[0, 1, 2]),
        ("grandstand", "[\"turn\"]", &[1, 1, 1, 1]),
        ("grandstand", "[\"action\"]", &[0, 1, 2, 3]),
    ];
    for (kind, on, runs) in cases {
        let rules = ruleset(
            &r#"{
                state_name: "play", state_type: "KIND",
                actions: [
                    { action_name: "count", type: "auto", on: ON, primitives: "increment($globals.n)" },
                    { action_name: "go", type: "button", primitives: ["increment($globals.m)", "if($globals.m == 9, end_game())"] },
                ],
            }"#
            .replace("KIND", kind)
            .replace("ON", on),
        );
        let told: Vec<i64> = counted(&rules, runs.len() - 1)
            .into_iter()
            .map(|(n, _)| n)
            .collect();
        assert_eq!(told, runs, "{kind} {on}");
    }
}

#[test]
fn who_is_dismissed_in_a_state_laid_over_others_does_not_take_the_way_back_with_him() {
    // Whoever acts, or the next seat, is out; the steps after `state_push` still run.
    for out in ["$player", "next_player()"] {
        let rules = ruleset(
            &r#"{
                state_name: "play", state_type: "round_robin",
                actions: {
                    action_name: "go", type: "button",
                    primitives: ["state_push(out, OUT)", "increment($globals.n)", "if($globals.n == 2, end_game())"],
                },
            },
            {
                state_name: "out", state_type: "auto", state_params: { key: "who", type: "player" },
                actions: {
                    action_name: "dismiss", type: "auto",
                    primitives: ["dismiss_player($state.who)", "state_pop()"],
                },
            }"#
            .replace("OUT", out),
        );
        let told = counted(&rules, 5);
        assert_eq!(told.len(), 3, "{out}: over after two choices");
        assert_eq!(
            told.iter().map(|(n, _)| *n).collect::<Vec<_>>(),
            [0, 1, 2],
            "{out}"
        );
    }
}
