//! Mistakes in rulesets: what is said of each, at which text, and what help it gives.

use cardable_core::{Game, NotApplied, Ruleset, Seat, Seed, Setup};

/// A small game with a place for a mistake in each of its parts.
const GAME: &str = r#"{
    cardset: {
        set_name: "four",
        suits: [{ suit_name: "Hearts", suit_id: 0 }, { suit_name: "Spades", suit_id: 1 }],
        cards: [
            { card_name: "A", card_id: 0, card_value: 1, suit_id: 0 },
            { card_name: "B", card_id: 1, card_value: 2, suit_id: 0 },
            { card_name: "C", card_id: 2, card_value: 3, suit_id: 1 },
            { card_name: "D", card_id: 3, card_value: 4, suit_id: 1 },
        ],
    },
    ruleset: {
        ruleset_name: "Mistakes", min_players: 2, max_players: 2, cardsets: "four",
        options: [OPTIONS],
        game_area: {
            shared_zones: [{ name: "deck", zone_visibility: "all" }, SHARED { name: "pile", zone_visibility: "all" }],
            player_zones: [{ name: "hand", zone_visibility: "owner" }, SEATS],
        },
        global_data: [{ key: "n", value: 0 }, { key: "any", type: "any" }, DATA],
        defined_actions: [DEFINED],
        game_state: [
            {
                state_name: "play", state_type: "KIND", SEALED
                actions: [
                    ACTIONS
                    { action_name: "on", type: "button", primitives: ["STEP", "state_transition(over)"] },
                ],
            },
            STATES
            {
                state_name: "over", state_type: "auto",
                actions: [OVER { action_name: "end", type: "auto", primitives: "end_game(best_seats())" }],
            },
        ],
    },
}"#;

/// The game with some of its places filled in.
fn game(filled: &[(&str, &str)]) -> String {
    let mut text = GAME.to_owned();
    for (place, with) in filled {
        text = text.replace(place, with);
    }
    let empty = [
        ("OPTIONS", ""),
        ("SHARED", ""),
        ("SEATS", ""),
        ("DATA", ""),
        ("DEFINED", ""),
        ("STATES", ""),
        ("OVER ", " "),
        ("KIND", "grandstand"),
        ("SEALED", ""),
        ("ACTIONS", ""),
        ("\"STEP\", ", ""),
    ];
    for (place, with) in empty {
        text = text.replace(place, with);
    }
    text
}

/// Each problem as a line: its code, the text it points at, what it says, and the help.
fn told(text: &str) -> Vec<String> {
    let checked = Ruleset::check_text("ruleset.json", text, &[]);
    let reports = checked.diagnostics.sorted().into_iter();
    reports
        .map(|d| {
            let at = d
                .span
                .map_or("", |span| &text[span.start as usize..span.end as usize]);
            let help = d.help.as_deref().unwrap_or("");
            format!("{} at `{at}`: {}; {help}", d.code.as_str(), d.message)
        })
        .collect()
}

#[test]
fn the_game_without_a_mistake_has_none() {
    assert_eq!(told(&game(&[])), [] as [String; 0]);
}

#[test]
fn one_mistake_is_told_once_and_where_it_is() {
    let button = |field: &str| format!("{{ action_name: \"x\", type: \"button\", {field} }},");
    let condition = |text: &str| button(&format!("condition: \"{text}\""));
    let step = |text: &str| button(&format!("primitives: \"{text}\""));
    let actions = |text: String| vec![("ACTIONS", text)];
    let json_step = |name: &str, params: &str| {
        button(&format!(
            "primitives: {{ endpoint: \"{name}\", params: {params} }}"
        ))
    };
    let pick = |field: &str| {
        format!(
            "{{ action_name: \"x\", type: \"world_pick\", {field}, \
             primitives: \"place_card($action.world_pick, pile)\" }},"
        )
    };
    let side = |text: &str| {
        format!(
            "{{ state_name: \"side\", actions: {{ action_name: \"x\", type: \"auto\", primitives: \"{text}\" }} }},"
        )
    };
    let cases: Vec<(Vec<(&str, String)>, &str)> = vec![
        // Names that a parameter takes without quotes.
        (
            actions(step("state_transition(ovr)")),
            "E303 at `ovr`: unknown state `ovr`; did you mean `over`?",
        ),
        (actions(step("deal(deck, hands, 1)")), "did you mean `hand`?"),
        // Conditions that are the same whatever happens.
        (actions(condition("1 == 2")), "W306"),
        (actions(condition("!true")), "W306"),
        (actions(condition("false && $globals.n > 1")), "W306"),
        (actions(condition("is_equal(1, 2)")), "W306"),
        // Numbers.
        (
            actions(condition("1 / 0 > 1")),
            "E311 at `1 / 0`: nothing can be divided by zero",
        ),
        (
            actions(step("set($globals.n, $globals.n % 0)")),
            "nothing can be divided by zero",
        ),
        // What is printed on cards.
        (
            actions(condition("top_card(deck).suit == 'Heart'")),
            "W309 at `'Heart'`: no card has suit `Heart`; did you mean `Hearts`?",
        ),
        (
            actions(condition("'Clubs' != top_card(deck).suit")),
            "W309 at `'Clubs'`: no card has suit `Clubs`; there are `Hearts`, `Spades`",
        ),
        // Texts.
        (actions(step("message('{0} and {1}', all, $player)")), "W311"),
        (actions(button("action_message: { text: \"{0}\" }")), "W311"),
        (
            actions(button(
                "action_message: { text: \"{0}\", tokens: [1, 2, 3, 4, 5] }",
            )),
            "E310 at `5`: a message shows at most 4 values; put some of them together with `concat(…)`",
        ),
        // Names.
        (actions(button("").repeat(2)), "W310"),
        (vec![("SHARED", "{ name: \"\" },".to_owned())], "W307"),
        (vec![("SHARED", "{ name: \"pile\" },".to_owned())], "E308"),
        // Values that cannot be.
        (
            vec![(
                "OPTIONS",
                "{ key: \"x\", value: 5, domain: { min: 6, max: 9 } }".to_owned(),
            )],
            "E207 at `5`: this value is none of the option's `domain`",
        ),
        (
            vec![(
                "OPTIONS",
                "{ key: \"x\", value: \"b\", domain: [\"a\", \"c\"] }".to_owned(),
            )],
            "E207",
        ),
        (
            vec![(
                "DATA",
                "{ key: \"x\", value: 5, domain: { min: 9, max: 6 } }".to_owned(),
            )],
            "no number is from 9 to 6",
        ),
        (
            vec![(
                "SHARED",
                "{ name: \"a\", replenish: { when: \"on_empty\", from: \"a\" } },".to_owned(),
            )],
            "E317 at `\"a\"`: a zone cannot fill up from itself",
        ),
        // States.
        (vec![("KIND", "auto".to_owned())], "E327"),
        // Texts that look like calls, wherever a value stands.
        (
            actions(json_step("set", "[\"$globals.any\", \"count_card(hand)\"]")),
            "W312 at `\"count_card(hand)\"`: `count_card(hand)` is a text here, though it looks like a call; \
             write `= count_cards(hand)` to call it",
        ),
        (
            vec![("DATA", "{ key: \"y\", value: \"random_number(1, 6)\" }".to_owned())],
            "W312",
        ),
        (
            vec![("DATA", "{ key: \"y\", type: \"number\", value: \"random_number(1, 6)\" }".to_owned())],
            "E311 at `\"random_number(1, 6)\"`: this item is a number, found string; \
             write `= random_number(1, 6)` to call it",
        ),
        (
            actions(json_step("draw_cards", "[\"all\", \"count_card(hand)\", \"deck\", \"$player.hand\"]")),
            "E311 at `\"count_card(hand)\"`: `count` of `draw_cards` takes whole number from 0 on, found the text \
             `count_card(hand)`; write `= count_cards(hand)` to call it",
        ),
        (
            actions(json_step("move_all", "[\"top_crd(deck)\", \"pile\"]")),
            "E304 at `\"top_crd(deck)\"`: unknown zone `top_crd(deck)`; write `= top_card(deck)` to call it",
        ),
        // Counts and bounds.
        (
            actions(step("draw_cards(all, -1, deck, $player.hand)")),
            "E207 at `-1`: `count` lies between 0 and 65535, `-1` does not",
        ),
        (
            actions(json_step("draw_cards", "[\"all\", -1, \"deck\", \"$player.hand\"]")),
            "E207 at `-1`",
        ),
        (actions(step("deal(deck, hand, 100000)")), "E207 at `100000`"),
        (actions(step("set($globals.n, list_item([1, 2], -1))")), "E207 at `-1`"),
        (
            actions(step("prompt_number($globals.n, 6, 1)")),
            "E207 at `prompt_number($globals.n, 6, 1)`: no number is from 6 to 1; \
             the lower bound comes first: `prompt_number(min?, max?, label?, default?)`",
        ),
        (
            actions(step("prompt_number_excl_incl($globals.n, 3, 3)")),
            "E207 at `prompt_number_excl_incl($globals.n, 3, 3)`: no number is above 3 and up to 3",
        ),
        (actions(step("random_number($globals.n, 6, 1)")), "no number is from 6 to 1"),
        (actions(step("prompt_cards($globals.any, deck, 3, 2)")), "no number is from 3 to 2"),
        (actions(step("set($globals.n, clamp($globals.n, 3, 1))")), "no number is from 3 to 1"),
        // What makes no sense in the state.
        (
            actions(step("end_turn()")),
            "W313 at `end_turn()`: `end_turn` makes no sense here: this state has no turns, so nothing ends",
        ),
        (
            vec![("OVER", "{ action_name: \"x\", type: \"auto\", primitives: \"end_turn()\" },".to_owned())],
            "W313",
        ),
        (
            vec![(
                "OVER",
                "{ action_name: \"x\", type: \"auto\", condition: \"active_players() == 0\", \
                 primitives: \"move_all(deck, pile)\" },"
                    .to_owned(),
            )],
            "W313 at `active_players()`: `active_players` makes no sense here: nobody can act in an `auto` state, so \
             this is always 0",
        ),
        (actions(step("extra_turn()")), "W313"),
        // Pushed states.
        (
            vec![
                ("ACTIONS", step("state_push(side)")),
                ("STATES", side("move_all(deck, pile)")),
            ],
            "W314 at `state_push(side)`: `side` is pushed, and nothing there leads to a `state_pop`",
        ),
        (
            // What a further state pops is not this one.
            vec![
                ("ACTIONS", step("state_push(side)")),
                (
                    "STATES",
                    side("state_push(third)")
                        + "{ state_name: \"third\", actions: { action_name: \"x\", type: \"auto\", \
                           primitives: \"state_pop()\" } },",
                ),
            ],
            "W314 at `state_push(side)`",
        ),
        // Words that are misspelt bring nothing else with them.
        (
            vec![("DATA", "{ key: \"x\", type: \"nmber\" }".to_owned()), ("STEP", "increment($globals.x)".to_owned())],
            "E307 at `\"nmber\"`: unknown type `nmber`; did you mean `number`?",
        ),
        (
            vec![("DATA", "{ key: \"x\", type: \"sting\", value: 5 }".to_owned()), ("STEP", "increment($globals.x)".to_owned())],
            "E307",
        ),
        (
            vec![("DATA", "{ key: \"x\", type: \"qwertz\" }".to_owned()), ("STEP", "increment($globals.x)".to_owned())],
            "E307",
        ),
        (
            vec![("DATA", "{ key: \"x\", type: \"boolen\" }".to_owned()), ("ACTIONS", condition("$globals.x"))],
            "E307",
        ),
        (
            vec![("OPTIONS", "{ key: \"x\", type: \"nmber\", value: 5 }".to_owned())],
            "E307",
        ),
        (
            vec![("OPTIONS", "{ key: \"x\", type: \"string\", value: 5 }".to_owned())],
            "E311 at `\"string\"`: this option is a string, and its value a number",
        ),
        (vec![("KIND", "grandstnd".to_owned())], "E206"),
        (vec![("KIND", "turns".to_owned())], "E206"),
        (
            actions(
                "{ action_name: \"x\", type: \"hand_pik\", primitives: \"place_card($action.hand_pick, pile)\" },".to_owned(),
            ),
            "E206",
        ),
        (
            vec![
                ("DEFINED", "{ ref_id: \"d\", ref_params: { key: \"n\", type: \"nmber\" }, type: \"button\", \
                  primitives: \"draw_cards(all, $action.n, deck, $player.hand)\" }".to_owned()),
                ("ACTIONS", "{ action_ref: \"d\", params: 1 }, { action_ref: \"d\", params: 2, action_name: \"e\" },".to_owned()),
            ],
            "E307",
        ),
        // Faces that the seat never sees.
        (
            vec![
                ("SHARED", "{ name: \"well\", zone_visibility: \"none\" },".to_owned()),
                ("ACTIONS", pick("pick: { from: \"well\" }, valid: \"all($picked, c => c.value == 1)\"")),
            ],
            "W315 at `all($picked, c => c.value == 1)`: what is valid depends on the faces in `well`, which the seat \
             never sees: it never holds",
        ),
        (
            actions(pick("pick: { from: \"others\", zone: \"hand\" }, legal: \"$card.value == 1\"")),
            "W315 at `$card.value == 1`: what is legal depends on the faces in `hand`",
        ),
        (
            actions(pick("pick: { from: \"= next_player().hand\" }, valid: \"any($picked, c => c.value == 1)\"")),
            "W315",
        ),
        (
            actions(
                "{ action_name: \"x\", interaction: { type: \"card\", parent: \"hand\", owner: \"others\" }, \
                 conditions: [\"$action.tapped.value == 1\"], primitives: \"place_card($action.tapped, pile)\" },"
                    .to_owned(),
            ),
            "W315 at",
        ),
        // Sealed choices ask nothing, in whatever expression.
        (
            vec![
                ("KIND", "concurrent".to_owned()),
                ("SEALED", "sealed: true,".to_owned()),
                ("ACTIONS", step("increment($globals.n, prompt_number(1, 2))")),
            ],
            "E320",
        ),
    ];
    let mut wrong = Vec::new();
    for (filled, wanted) in cases {
        let filled: Vec<(&str, &str)> = filled
            .iter()
            .map(|(place, with)| (*place, with.as_str()))
            .collect();
        let told = told(&game(&filled));
        if told.len() != 1 || !told[0].contains(wanted) {
            wrong.push(format!("{filled:?}\n    wanted {wanted}\n    found {told:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_fault_names_the_state_in_which_nobody_can_do_anything() {
    let text =
        game(&[("STEP", "set($globals.n, 1)")]).replace("end_game(best_seats())", "state_transition(stuck)");
    let text = text.replace(
        "{\n                state_name: \"over\"",
        "{ state_name: \"stuck\", state_type: \"grandstand\", actions: { action_name: \"wait\", \
         type: \"button\", condition: \"$globals.n == 0\", primitives: \"end_game(all)\" } },\n            {\n                state_name: \"over\"",
    );
    let ruleset = Ruleset::check_text("ruleset.json", &text, &[]).into_result();
    let ruleset = ruleset.expect("the ruleset checks");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game begins");
    let Err(NotApplied::Faulted(fault)) = game.submit_nth(Seat(0), 0) else {
        panic!("nobody can do anything in `stuck`");
    };
    assert_eq!(fault.state, "stuck");
    assert!(fault.message.contains("wait"), "{fault}");
}

#[test]
fn a_zone_keeps_as_many_cards_as_its_lower_limit_says() {
    let zone = "{ name: \"well\", zone_visibility: \"all\", size: [2, 4], decks: \"all\" },";
    let cases = [
        (
            "{ action_name: \"take\", type: \"world_pick\", pick: { from: \"well\" }, \
             primitives: \"place_card($action.world_pick, pile)\" },",
            2,
        ),
        (
            "{ action_name: \"draw\", type: \"button\", primitives: \"draw_cards($player, 2, well, pile)\" },",
            1,
        ),
        (
            "{ action_name: \"some\", type: \"world_pick\", pick: { from: \"well\", min: 1, max: 4 }, \
             primitives: \"place_card($action.world_pick, pile)\" },",
            2,
        ),
    ];
    for (action, times) in cases {
        let text = game(&[("SHARED", zone), ("ACTIONS", action)]);
        let own =
            "deck: { deck_name: 'all', cardset: 'four', content: [0, 1, 2, 3] }, ruleset: { decks: 'all',";
        let text = text.replace("ruleset: {", own);
        let checked = Ruleset::check_text("ruleset.json", &text, &[]).into_result();
        let ruleset = checked.expect("the ruleset checks");
        // The first choice of the first action, as long as it is offered.
        let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game begins");
        let name = |game: &Game| {
            let decision = game.next_decision()?;
            let action = decision.actions().next()?;
            Some(ruleset.action_label(action).to_owned())
        };
        let first = name(&game);
        let mut done = 0;
        while name(&game) == first && first.as_deref() != Some("on") {
            game.submit_nth(Seat(0), 0).expect("what is offered is applied");
            done += 1;
            assert!(done < 5, "{action}");
        }
        assert_eq!(done, times, "{action}");
        let why = game.next_decision().map(|d| d.unavailable());
        let why = format!("{why:?}");
        assert!(why.contains("must keep 2 cards"), "{why}");
    }
}
