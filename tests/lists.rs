//! Lists as data: as first values, changed in play, in views and saves.

use cardable_core::view::Datum;
use cardable_core::{Game, Loader, Replica, Ruleset, Seat, Seed, Setup, ViewEvent, Viewer};

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

/// A ruleset whose one action has these steps.
fn rules(steps: &[&str]) -> Ruleset {
    let steps: Vec<String> = steps.iter().map(|step| format!("{step:?}")).collect();
    let text = format!(
        r#"{{
            cardset: {{ set_name: "two", cards: [{{ card_name: "A", card_id: 0 }}, {{ card_name: "B", card_id: 1 }}] }},
            deck: {{ deck_name: "all", cardset: "two", content: [0, 1] }},
            ruleset: {{
                ruleset_name: "Told", min_players: 2, max_players: 2, cardsets: "two", decks: "all",
                game_area: {{ shared_zones: [{{ name: "deck", zone_visibility: "all" }}] }},
                global_data: [
                    {{ key: "n", value: 0 }},
                    {{ key: "l", type: "list", value: [0] }},
                    {{ key: "m", type: "list", value: [0] }},
                    {{ key: "any", type: "any" }},
                ],
                player_data: [{{ key: "own", type: "list", value: [0], visible_to: "owner" }}],
                game_state: {{
                    state_name: "play", state_type: "round_robin",
                    actions: {{ action_name: "go", type: "button", primitives: [{}] }},
                }},
            }},
        }}"#,
        steps.join(",")
    );
    cardable_core::parse(text).unwrap_or_else(|e| panic!("{steps:?}: {e}"))
}

/// The lists that the events of the last choice show, in order.
fn told(game: &Game, viewer: Viewer) -> Vec<String> {
    let words = game.words();
    let lists = game.events(viewer).into_iter().flat_map(|event| match event {
        ViewEvent::Data { value, .. } => vec![value],
        ViewEvent::Said { tokens, .. } => tokens.into_iter().collect(),
        ViewEvent::Answered { answer, .. } => vec![answer],
        _ => Vec::new(),
    });
    let lists = lists.filter(|shown| matches!(shown, Datum::List(_) | Datum::Hidden));
    lists.map(|shown| words.datum_text(&shown)).collect()
}

/// What steps do, what the seat that does them is told of lists, and what the other seat is.
type Telling = (
    &'static [&'static str],
    &'static [&'static str],
    &'static [&'static str],
);

#[test]
fn events_show_lists_as_they_were() {
    let cases: [Telling; 9] = [
        (
            &["set($globals.l, [1, 2])", "set($globals.l, [3])"],
            &["1, 2", "3"],
            &["1, 2", "3"],
        ),
        (
            &["set($globals.l, [$globals.n, 1])", "set($globals.l, [0])"],
            &["0, 1", "0"],
            &["0, 1", "0"],
        ),
        (
            // No list of the game is left in the end.
            &["set($globals.any, [$globals.n, 1])", "set($globals.any, 7)"],
            &["0, 1"],
            &["0, 1"],
        ),
        (
            &[
                "set($globals.l, concat_lists($globals.l, $globals.n))",
                "set($globals.m, $globals.l)",
                "set($globals.l, concat_lists($globals.l, 5))",
                "set($globals.l, reverse_list($globals.l))",
            ],
            &["0, 0", "0, 0", "0, 0, 5", "5, 0, 0"],
            &["0, 0", "0, 0", "0, 0, 5", "5, 0, 0"],
        ),
        (
            &[
                "message('{0}', all, [$globals.n, 4])",
                "message('{0}', all, [4, $globals.n])",
            ],
            &["0, 4", "4, 0"],
            &["0, 4", "4, 0"],
        ),
        (
            &["log_message('{0}', [[$globals.n], [1, [$globals.n]]])"],
            &["0 and 1 and 0"],
            &["0 and 1 and 0"],
        ),
        (&["message('{0}', $player, [$globals.n, 4])"], &["0, 4"], &[]),
        (
            &[
                "set($player.own, [$globals.n, 6])",
                "set($player.own, [6, $globals.n])",
            ],
            &["0, 6", "6, 0"],
            &["?", "?"],
        ),
        (
            &[
                "set($globals.l, [cards_of(deck), $globals.n])",
                "set($globals.l, [0])",
            ],
            &["a card and a card and 0", "0"],
            &["a card and a card and 0", "0"],
        ),
    ];
    for (steps, own, others) in cases {
        let (own, others) = (in_words(own), in_words(others));
        let ruleset = rules(steps);
        let begun = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game begins");
        let (mut game, mut untold) = (begun.fork().with_events(), begun);
        let mut replica = Replica::new(game.view(Viewer::Seat(Seat(1))));
        // The same again and again: what was dropped earlier is in nobody's way.
        for turn in 0..3 {
            let seat = Seat(turn % 2);
            for game in [&mut game, &mut untold] {
                game.submit_nth(seat, 0).expect("it is offered");
            }
            if turn == 0 {
                assert_eq!(told(&game, Viewer::Seat(seat)), own, "{steps:?}");
                assert_eq!(told(&game, Viewer::Seat(Seat(1))), others, "{steps:?}");
                assert_eq!(told(&game, Viewer::Omniscient), own, "{steps:?}");
            }
            replica
                .apply(&game.events(Viewer::Seat(Seat(1))))
                .unwrap_or_else(|e| panic!("{steps:?}: {e}"));
            assert_eq!(*replica.view(), game.view(Viewer::Seat(Seat(1))), "{steps:?}");
            // What is told is no part of the game.
            assert_eq!(text(&game), text(&untold), "{steps:?}");
        }
        let again = Game::restore(&ruleset, &game.save()).expect("a sound save");
        assert_eq!(text(&again), text(&game), "{steps:?}");
    }
}

/// Lists as one says them, with "and" before the last item.
fn in_words(lists: &[&str]) -> Vec<String> {
    let lists = lists.iter().map(|list| match list.rsplit_once(", ") {
        Some((before, last)) => format!("{before} and {last}"),
        None => (*list).to_owned(),
    });
    lists.collect()
}

fn text(game: &Game) -> String {
    String::from_utf8(game.save()).expect("JSON")
}

/// Only the seat that answers is told with what.
#[test]
fn answers_that_are_lists_are_shown_to_their_seats() {
    let ruleset = rules(&["prompt_cards($globals.any, deck, 2, 2)"]);
    let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game begins");
    let mut game = game.with_events();
    game.submit_nth(Seat(0), 0).expect("it is offered");
    let answer = game.decision(Seat(0)).and_then(|d| d.nth(0)).expect("two cards");
    game.submit(Seat(0), &answer).expect("it is offered");
    let both = "a card and a card";
    assert_eq!(told(&game, Viewer::Seat(Seat(0))), [both, both]);
    assert_eq!(told(&game, Viewer::Seat(Seat(1))), ["?", both]);
}
