//! States whose names are worked out, and the loops of their actions.

use cardable_core::{Game, Loader, NotApplied, Ruleset, Seat, Seed, Setup};

/// Cards name the state that is played when they are touched.
fn ruleset(step: &str) -> Ruleset {
    let text = r#"{
        cardset: { set_name: "effects", cards: [
            { card_name: "A", card_id: 0, attributes: { effect: "smithy" } },
            { card_name: "B", card_id: 1, attributes: { effect: "nowhere" } },
        ] },
        ruleset: {
            ruleset_name: "Effects", min_players: 2, max_players: 2, cardsets: "effects",
            game_area: { shared_zones: [{ name: "deck", zone_visibility: "all" }] },
            global_data: [{ key: "made", value: 0 }, { key: "any", type: "any" }],
            game_state: [
                { state_name: "play", state_type: "round_robin", actions: [
                    { action_name: "touch", type: "button", primitives: [STEP] },
                    { action_name: "end", type: "button", primitives: "end_game()" },
                ] },
                { state_name: "smithy", state_type: "auto", state_params: [{ key: "who", type: "player" }, { key: "n", type: "number" }], actions: [
                    { action_name: "make", type: "auto", primitives: ["increment($globals.made, $state.n)", "state_pop($state.who)"] },
                ] },
            ],
        },
    }"#;
    let text = text.replace("STEP", step);
    let checked = Loader::new().check_text("ruleset.json", &text);
    checked
        .into_result()
        .unwrap_or_else(|error| panic!("{step}: {error}"))
}

/// What comes of the first button, and the fault where it is one.
fn touched(step: &str) -> (Game, Option<String>) {
    let ruleset = ruleset(step);
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game begins");
    let fault = match game.submit_nth(Seat(0), 0) {
        Ok(_) => None,
        Err(NotApplied::Faulted(report)) => Some(report.to_string()),
        Err(other) => panic!("{other}"),
    };
    (game, fault)
}

fn effect(card: &str) -> String {
    format!("filter(deck, c => c.name == '{card}')[0].effect")
}

#[test]
fn a_state_that_is_pushed_or_entered_may_be_worked_out() {
    let push = |name: &str, params: &str| format!("\"set($globals.any, state_push({name}{params}))\"");
    let (game, fault) = touched(&push(&effect("A"), ", $player, 3"));
    assert_eq!(fault, None);
    let view = game.view(cardable_core::Viewer::Spectator);
    assert_eq!(view.globals[0], cardable_core::view::Datum::Int(3));
    assert_eq!(view.globals[1], cardable_core::view::Datum::Seat(Seat(0)));
    // A push and a transition are checked alike.
    let transition = |name: &str, params: &str| format!("\"state_transition({name}{params})\"");
    let (no, one, wrong, none) = (
        "no state is called `nowhere`",
        "state `smithy` takes 2 parameters, found 1",
        "`n` of state `smithy` takes a number, found a string",
        "`n` of state `smithy` takes a number, found nothing",
    );
    let cases = [
        (effect("B"), ", $player, 1", no),
        (effect("A"), ", $player", one),
        (effect("A"), ", $player, concat('a', $player)", wrong),
        (effect("A"), ", $player, $globals.any", none),
        (
            "$globals.any".to_owned(),
            "",
            "wanted the name of a state, found nothing",
        ),
    ];
    for (name, params, said) in cases {
        for step in [push(&name, params), transition(&name, params)] {
            let (_, fault) = touched(&step);
            assert!(
                fault.as_ref().is_some_and(|fault| fault.contains(said)),
                "{step}: {fault:?}"
            );
        }
    }
}

#[test]
fn a_loop_goes_round_as_often_as_a_choice_may_act() {
    let (game, fault) = touched("\"while($globals.made < 5000, increment($globals.made))\"");
    assert_eq!(fault, None);
    let made = &game.view(cardable_core::Viewer::Spectator).globals[0];
    assert_eq!(*made, cardable_core::view::Datum::Int(5000));
    for endless in [
        "increment($globals.made)",
        "shuffle(deck)",
        "move_all(deck, deck)",
    ] {
        let (_, fault) = touched(&format!("\"while(true, {endless})\""));
        let fault = fault.unwrap_or_else(|| panic!("{endless} ends"));
        assert!(
            fault.contains("`while` has gone round") && fault.contains("nothing ends it"),
            "{endless}: {fault}"
        );
    }
}

#[test]
fn a_push_as_a_step_takes_its_state_first_where_no_place_takes_the_result() {
    let named = |step: &str| {
        let text = format!("\"set($globals.any, 'smithy')\", \"{step}\"");
        let (game, fault) = touched(&text);
        assert_eq!(fault, None, "{step}");
        game.view(cardable_core::Viewer::Spectator).globals.clone()
    };
    use cardable_core::view::Datum;
    assert_eq!(named("state_push($globals.any, $player, 4)")[0], Datum::Int(4));
    assert_eq!(
        named("state_push($globals.any, 'smithy', $player, 4)")[1],
        Datum::Seat(Seat(0))
    );
    // A number is no state, so the first parameter is not the place for a result.
    let (_, fault) = touched("\"set($globals.any, 'smithy')\", \"state_push($globals.any, 4)\"");
    let fault = fault.expect("it takes two parameters");
    assert!(
        fault.contains("state `smithy` takes 2 parameters, found 1"),
        "{fault}"
    );
}

/// What a state is entered with is the rules' own business: tables show it only where its rules give it words.
#[test]
fn what_a_state_is_given_stands_on_no_table_by_itself() {
    let text = r#"{ ruleset: { ruleset_name: "Given", min_players: 2, max_players: 2, game_state: [
        { state_name: "first", state_type: "auto",
          actions: { action_name: "on", type: "auto", primitives: "state_transition(play, 3, 4, 5)" } },
        { state_name: "play", state_type: "round_robin",
          state_params: [{ key: "plain", type: "number" }, { key: "named", type: "number", label: "Round" },
              { key: "kept", type: "number", label: "Kept", shown: "nowhere" }],
          actions: { action_name: "end", type: "button", primitives: "end_game(all)" } },
    ] } }"#;
    let ruleset = cardable_core::parse(text).expect("it checks");
    let info = serde_json::to_value(ruleset.info()).expect("it is JSON");
    let data = info["states"][1]["data"].as_array().expect("its data");
    let told: Vec<bool> = data.iter().map(|item| item["shown"] != "nowhere").collect();
    assert_eq!(told, [false, true, false], "{data:?}");
}
