//! Lists as data: as first values, changed in play, in views and saves.

use cardable_core::view::Datum;
use cardable_core::{Game, Loader, Seat, Seed, Setup, Viewer};

const GAME: &str = r#"{
    cardset: { set_name: "one", cards: [{ card_name: "A", card_id: 0, card_value: 1 }] },
    ruleset: {
        ruleset_name: "Lists", min_players: 2, max_players: 2, cardsets: "one",
        global_data: [
            { key: "guesses", value: [] },
            { key: "prizes", type: "numbers", value: [5, 3, 1] },
            { key: "words", type: "strings", value: ["b", "a"] },
            { key: "rows", value: [[1, 2], ["x", []]] },
            { key: "any", type: "list", value: [1, "one", true] },
        ],
        player_data: [{ key: "bids", value: [0] }],
        game_state: {
            state_name: "play", state_type: "round_robin", state_data: [{ key: "left", value: [1, 2] }],
            actions: {
                action_name: "guess", type: "button", primitives: [
                    "set($globals.guesses, concat_lists($globals.guesses, 7))",
                    "set($globals.prizes, sort_list($globals.prizes))",
                    "set($globals.words, sort_list($globals.words, false))",
                    "set($player.bids, concat_lists($player.bids, list_count($globals.rows[1])))",
                    "set($state.left, slice_list($state.left, 1))",
                    { endpoint: "end_game", params: "all", condition: "list_count($globals.guesses) == 3" },
                ],
            },
        },
    },
}"#;

fn numbers(all: &[i64]) -> Datum {
    Datum::List(all.iter().map(|n| Datum::Int(*n)).collect())
}

#[test]
fn lists_are_first_values_of_all_data() {
    let ruleset = cardable_core::parse(GAME).expect("the ruleset checks");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game begins");
    let view = game.view(Viewer::Spectator);
    assert_eq!(view.globals[0], numbers(&[]));
    assert_eq!(view.globals[1], numbers(&[5, 3, 1]));
    let Datum::List(rows) = &view.globals[3] else {
        panic!("{:?}", view.globals[3]);
    };
    assert_eq!((rows.len(), &rows[0]), (2, &numbers(&[1, 2])));
    game.submit_nth(Seat(0), 0).expect("it is offered");
    let game = Game::restore(&ruleset, &game.save()).expect("it is the same ruleset");
    let view = game.view(Viewer::Spectator);
    assert_eq!(view.globals[0], numbers(&[7]));
    assert_eq!(view.globals[1], numbers(&[1, 3, 5]));
    // Each seat has its own.
    assert_eq!(view.seat_data[0][0], numbers(&[0, 2]));
    assert_eq!(view.seat_data[1][0], numbers(&[0]));
}

#[test]
fn a_list_has_the_type_that_is_declared() {
    let wrong = [
        (
            r#"type: "numbers", value: [5, 3, 1]"#,
            r#"type: "numbers", value: ["x"]"#,
            "E311",
        ),
        (
            r#"type: "numbers", value: [5, 3, 1]"#,
            r#"type: "numbers", value: 5"#,
            "E311",
        ),
        (
            r#"value: [[1, 2], ["x", []]]"#,
            r#"value: ["= random_number(1, 2)"]"#,
            "E3",
        ),
        (
            r#"value: [[1, 2], ["x", []]]"#,
            r#"value: ["$globals.words"]"#,
            "E314",
        ),
    ];
    for (old, new, code) in wrong {
        let text = GAME.replace(old, new);
        let checked = Loader::new().check_text("ruleset.json", &text);
        let errors: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
        assert!(errors.iter().any(|e| e.contains(code)), "{new}: {errors:#?}");
    }
}
