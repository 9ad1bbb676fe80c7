//! Defined actions that are written in JSON, called by functions of the script.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use cardable_core::view::Datum;
use cardable_core::{Choice, Game, Loader, NotApplied, Ruleset, Seat, Seed, Setup, Viewer};
use cardable_lua::Luau;

const RULES: &str = r#"{
    cardset: { set_name: "six", cards: [
        { card_name: "A", card_id: 0, card_value: 1 }, { card_name: "B", card_id: 1, card_value: 2 },
        { card_name: "C", card_id: 2, card_value: 3 }, { card_name: "D", card_id: 3, card_value: 4 },
        { card_name: "E", card_id: 4, card_value: 5 }, { card_name: "F", card_id: 5, card_value: 6 },
    ] },
    ruleset: {
        ruleset_name: "Called", min_players: 2, max_players: 2, cardsets: "six",
        script: LINES,
        game_area: {
            shared_zones: [{ name: "deck", order: "shuffled", zone_visibility: "none" }],
            player_zones: [{ name: "hand", zone_visibility: "owner" }],
        },
        global_data: [{ key: "n", value: 0 }, { key: "note", type: "string" }],
        defined_actions: [
            {
                ref_id: "draw_some", ref_params: [{ key: "who", type: "player" }, { key: "count", type: "number" }],
                type: "button", primitives: ["draw_cards($action.who, $action.count, deck, $player.hand)", "increment($globals.n)"],
            },
            {
                ref_id: "count_up", ref_params: [{ key: "here", type: "state" }, { key: "by", type: "number" }],
                type: "button", condition: "$action.by > 0",
                action_data: [{ key: "sum", value: 0 }],
                primitives: [
                    "set($action.sum, $state.count + $action.by)", "set($state.count, $action.sum)",
                    "set($globals.n, $action.here.count)",
                ],
            },
            { ref_id: "half", type: "button", primitives: ["increment($globals.n)", "draw_cards($player, 50 + $globals.n, deck, $player.hand)"] },
            { ref_id: "leave", type: "button", primitives: "state_transition(later, 7)" },
            { ref_id: "finish", type: "button", primitives: ["increment($globals.n, 100)", "end_game($player)"] },
            { ref_id: "wonder", type: "button", primitives: "prompt_number($globals.n, 1, 5)" },
            { ref_id: "pick", type: "hand_pick", primitives: "place_card($action.hand_pick, deck)" },
            { ref_id: "later_only", type: "button", primitives: "set($globals.n, $state.other)" },
        ],
        game_state: [
            { state_name: "play", state_type: "grandstand", state_data: [{ key: "count", value: 10 }], actions: [
                { action_name: "go", type: "button", function: "go" },
            ] },
            { state_name: "later", state_type: "grandstand", state_params: [{ key: "other", type: "number" }],
              state_data: [{ key: "pad", value: 0 }, { key: "count", value: 20 }], actions: [
                { action_name: "on", type: "button", function: "on" },
                { action_name: "end", type: "button", primitives: "end_game(all)" },
            ] },
        ],
    },
}"#;

fn load(script: &str) -> Result<Ruleset, Vec<String>> {
    let lines: Vec<&str> = script.lines().collect();
    let text = RULES.replace("LINES", &serde_json::to_string(&lines).unwrap());
    let checked = Loader::new().scripts(&Luau::new()).check_text("r.json", &text);
    let said = checked.reports().iter().map(ToString::to_string).collect();
    checked.ruleset.ok_or(said)
}

fn begin(script: &str) -> Game {
    let rules = load(script).unwrap_or_else(|said| panic!("{said:#?}"));
    Game::new(&rules, &Setup::seats(2), Seed::from(5))
        .unwrap()
        .with_events()
}

/// A game in which the first seat has called the function `go` with this body.
fn gone(body: &str) -> Game {
    let mut game = begin(&format!("function go() {body} end function on() end"));
    game.submit_nth(Seat(0), 0)
        .unwrap_or_else(|e| panic!("{body}: {e}"));
    game
}

fn n(game: &Game) -> Datum {
    game.view(Viewer::Omniscient).globals[0].clone()
}

fn hand(game: &Game, seat: u8) -> usize {
    let zone = game.ruleset().seat_zone("hand", Seat(seat)).unwrap();
    game.view(Viewer::Omniscient).zones[zone.index()].cards.len()
}

#[test]
fn its_steps_are_done_with_what_it_is_given() {
    let game = gone("draw_some(player, 2) draw_some(player, 1)");
    assert_eq!((hand(&game, 0), n(&game)), (3, Datum::Int(2)));
    let game = gone("draw_some(next_player(), 2)");
    assert_eq!((hand(&game, 0), hand(&game, 1)), (0, 2));
}

#[test]
fn the_running_state_is_there_by_itself() {
    assert_eq!(n(&gone("count_up(5)")), Datum::Int(15));
    assert_eq!(n(&gone("count_up(5) count_up(1)")), Datum::Int(16));
    // Its condition decides whether anything is done.
    assert_eq!(n(&gone("count_up(0)")), Datum::Int(0));
    // In another state it means that one's data.
    let mut game = begin("function go() state_transition('later', 7) end function on() count_up(5) end");
    game.submit_nth(Seat(0), 0).unwrap();
    game.submit_nth(Seat(0), 0).unwrap();
    assert_eq!(n(&game), Datum::Int(25));
}

#[test]
fn what_leaves_the_state_ends_the_function() {
    let game = gone("leave() globals.n = 99");
    let state = game.view(Viewer::Omniscient).status.scenes[0].state;
    assert_eq!(
        (game.ruleset().state_name(state).unwrap_or_default(), n(&game)),
        ("later", Datum::Int(0))
    );
    let game = gone("pcall(finish) globals.n = 5");
    assert!(game.is_over());
    assert_eq!(n(&game), Datum::Int(100));
}

#[test]
fn what_fails_has_done_nothing() {
    let game = gone("local ok, e = pcall(half) globals.note = e.kind");
    assert_eq!(n(&game), Datum::Int(0));
    let note = game.view(Viewer::Omniscient).globals[1].clone();
    assert_ne!(note, Datum::Nothing, "the error was caught");
    let mut game = begin("function go() half() end function on() end");
    let before = game.save();
    let Err(NotApplied::Faulted(fault)) = game.submit_nth(Seat(0), 0) else {
        panic!("there are not so many cards");
    };
    assert!(fault.message.contains("out of range"), "{fault}");
    assert_eq!(game.save(), before);
}

#[test]
fn it_is_done_once_however_often_the_function_is_run_again() {
    let game = gone("draw_some(player, 1) local a = prompt_number(0, 5) draw_some(player, 1) globals.n += a");
    assert_eq!((hand(&game, 0), n(&game)), (1, Datum::Int(1)));
    let mut game = Game::restore(&game.ruleset(), &game.save())
        .unwrap()
        .with_events();
    let choice: Choice = game.decision(Seat(0)).unwrap().nth(3).unwrap();
    game.submit(Seat(0), &choice).unwrap();
    assert_eq!((hand(&game, 0), n(&game)), (2, Datum::Int(5)));
}

#[test]
fn what_cannot_be_called_is_told() {
    let cases = [
        (
            "wonder()",
            "the defined action `wonder` cannot be called here: it asks something",
        ),
        (
            "pick()",
            "the defined action `pick` cannot be called here: unknown reference `$action.hand_pick`",
        ),
        ("draw_some(player)", "takes 2"),
        ("draw_some(player, 1, 2)", "takes 2"),
        ("draw_sme(player, 1)", "did you mean `draw_some`?"),
    ];
    for (body, wanted) in cases {
        let mut said = load(&format!("function go() {body} end function on() end")).unwrap_err();
        said.retain(|report| report.contains("error["));
        assert!(said.len() == 1 && said[0].contains(wanted), "{body}: {said:#?}");
    }
    // What only another state has is told in play.
    let mut game = begin("function go() draw_some(player, 1) later_only() end function on() end");
    let Err(NotApplied::Faulted(fault)) = game.submit_nth(Seat(0), 0) else {
        panic!("`play` has no `other`");
    };
    assert!(fault.message.contains("cannot be done in this state"), "{fault}");
    for wrong in ["draw_some(1, 1)", "draw_some(player, 'x')"] {
        let mut game = begin(&format!("function go() {wrong} end function on() end"));
        let Err(NotApplied::Faulted(fault)) = game.submit_nth(Seat(0), 0) else {
            panic!("{wrong}");
        };
        assert!(fault.message.contains("of `draw_some` takes"), "{fault}");
    }
}

#[test]
fn a_function_of_the_same_name_is_the_scripts_own() {
    let mut game = begin(
        "function draw_some(who, n) globals.n = 50 + n end function go() draw_some(player, 1) end function on() end",
    );
    game.submit_nth(Seat(0), 0).unwrap();
    assert_eq!(n(&game), Datum::Int(51));
}
