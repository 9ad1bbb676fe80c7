//! Data of cards, triggers and abilities.

use crate::support::played::{begin, global};
use crate::support::{self, told};
use cardable_core::diag::Sources;
use cardable_core::testing::random_game;
use cardable_core::{Game, Loader, NotApplied, Ruleset, Seat, Seed, Viewer, cases};

const CREATURES: &str = include_str!("fixtures/creatures.json5");

fn parsed(text: &str) -> Ruleset {
    cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

fn creatures() -> Ruleset {
    parsed(CREATURES)
}

#[test]
fn what_the_rules_and_cards_of_a_game_do() {
    let mut sources = Sources::new();
    let file = sources.add(
        "creatures.tests.json5",
        include_str!("fixtures/creatures.tests.json5"),
    );
    let ran = cases::run(&creatures(), file, &sources);
    assert!(!ran.unread.has_errors(), "{:#?}", ran.unread);
    for case in &ran.cases {
        let problems: Vec<&str> = case
            .problems
            .iter()
            .map(|problem| problem.message.as_str())
            .collect();
        assert!(problems.is_empty(), "{}: {problems:#?}", case.name);
    }
    assert!(ran.passed() > 10);
}

/// A game of one seat whose button does some steps, with triggers.
fn counting(triggers: &str, steps: &str) -> String {
    r#"{
        cardset: { set_name: "one", cards: [
            { card_name: "Stone", card_id: 0, abilities: { roll: "increment($globals.n)", again: "perform($card, 'again')" } },
            { card_name: "Leaf", card_id: 1 },
        ] },
        ruleset: {
            ruleset_name: "Counting", min_players: 1, max_players: 1, cardsets: "one",
            game_area: { shared_zones: [{ name: "deck", zone_visibility: "all" }, { name: "heap", zone_visibility: "all" }] },
            global_data: [{ key: "n", value: 0 }, { key: "m", value: 0 }],
            card_data: [{ key: "moss", value: 0 }],
            triggers: [TRIGGERS],
            game_state: [{ state_name: "play", state_type: "grandstand", actions: [
                { action_name: "go", type: "button", primitives: [STEPS] },
            ] }],
        },
    }"#
    .replace("TRIGGERS", triggers)
    .replace("STEPS", steps)
}

#[test]
fn names_that_only_one_side_knows_are_told() {
    let gained = "{ on: { emitted: 'gained' }, primitives: 'increment($globals.n)' }";
    let cases = [
        (
            "{ on: { emitted: 'rolled' }, primitives: 'increment($globals.n)' }",
            "'emit(\\'roled\\')'",
            vec![
                "`'rolled'`: nothing emits `rolled`: the trigger never runs; did you mean `roled`?",
                "`\\'roled\\'`: no trigger waits for `roled`; did you mean `rolled`?",
            ],
        ),
        (
            "",
            "'emit(\\'gained\\', deck[0])'",
            vec![
                "`\\'gained\\'`: no trigger waits for `gained`; add a trigger `\"on\": { \"emitted\": \u{2026} }`, or take it out",
            ],
        ),
        (
            gained,
            "'increment($globals.n)'",
            vec![
                "`'gained'`: nothing emits `gained`: the trigger never runs; call `emit` where it happens, or take the trigger out",
            ],
        ),
        (gained, "'emit(\\'gained\\')'", Vec::new()),
    ];
    for (triggers, steps, wanted) in cases {
        let said = told(&counting(triggers, steps));
        let said: Vec<&str> = said
            .iter()
            .filter_map(|line| line.strip_prefix("W322 at "))
            // Without the trigger nothing performs what this game's card can do.
            .filter(|line| !line.starts_with("`roll`: no rule performs"))
            .collect();
        assert_eq!(said, wanted, "{triggers} {steps}");
    }
}

#[test]
fn an_ability_that_many_cards_have_in_vain_is_told_once() {
    let leaf = r#"{ card_name: "Leaf", card_id: 1 }"#;
    let two = r#"{ card_name: "Leaf", card_id: 1, abilities: { hum: "increment($globals.n)" } },
            { card_name: "Moss", card_id: 2, abilities: { hum: "increment($globals.n)" } }"#;
    let said = told(&counting("", "").replace(leaf, two));
    let about: Vec<&String> = said
        .iter()
        .filter(|line| line.starts_with("W322 at `hum`"))
        .collect();
    assert_eq!(about.len(), 1, "{said:#?}");
}

/// A script may emit and perform what no rule does, so beside one only what the rules do in vain is told.
#[test]
fn triggers_and_abilities_beside_scripts_are_not_told() {
    let text = counting(
        "{ on: { emitted: 'rolled' }, primitives: 'increment($globals.n)' }",
        "\"emit('gone')\"",
    );
    let script = "ruleset_name: \"Counting\", script: [\"function go() end\"],";
    let text = text.replace("ruleset_name: \"Counting\",", script);
    let text = text.replace(
        "primitives: [\"emit('gone')\"]",
        "primitives: [\"emit('gone')\", { function: \"go\" }]",
    );
    let checked = support::loader().check_text("ruleset.json", &text);
    let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    let in_vain: Vec<&String> = said.iter().filter(|line| line.contains("W322")).collect();
    assert!(
        in_vain.len() == 1 && in_vain[0].contains("no trigger waits for `gone`"),
        "{said:#?}"
    );
}

/// What the same event sets off besides is no part of the circle.
#[test]
fn a_circle_of_triggers_is_told_once() {
    let beside = "{ on: { changed: '$globals.n' }, condition: '$globals.n > 99', primitives: 'increment($globals.m)' }";
    let circle = "{ on: { changed: '$globals.n' }, trigger_name: 'again', condition: '$globals.n > 0', primitives: 'increment($globals.n)' }";
    for triggers in [
        format!("{circle}, {beside}"),
        format!("{beside}, {circle}"),
        circle.to_owned(),
    ] {
        let Err(NotApplied::Faulted(fault)) = pressed(&counting(&triggers, "'increment($globals.n)'")) else {
            panic!("{triggers} ends");
        };
        assert_eq!(fault.message.matches("`again`").count(), 2, "{}", fault.message);
        assert!(
            fault.message.contains("`again` \u{2192} `again`;"),
            "{}",
            fault.message
        );
    }
}

fn pressed(text: &str) -> Result<Game, NotApplied> {
    let mut game = begin(&parsed(text), 1, 1);
    game.submit_nth(cardable_core::Seat(0), 0)?;
    Ok(game)
}

#[test]
fn what_waits_for_the_end_of_a_turn_comes_before_the_next_one() {
    let text = |autos: &str, leaves: &str| {
        r#"{
        cardset: { set_name: "one", cards: [{ card_name: "Stone", card_id: 0 }] },
        ruleset: {
            ruleset_name: "Turns", min_players: 2, max_players: 2, cardsets: "one",
            global_data: [{ key: "n", value: 0 }],
            game_state: [
                {
                    state_name: "play", state_type: "round_robin",
                    triggers: [
                        // What ends is 1 and 2 for the two seats, what begins 5 and 6, rounds that end 9.
                        { on: { turn: "ends" }, primitives: "set($globals.n, 10 * $globals.n + 1 + seat_index($player))" },
                        { on: { turn: "ends" }, condition: "LEAVES", primitives: "state_transition(rest)" },
                        { on: { turn: "begins" }, primitives: "set($globals.n, 10 * $globals.n + 5 + seat_index($player))" },
                        { on: { round: "ends" }, primitives: "set($globals.n, 10 * $globals.n + 9)" },
                    ],
                    actions: [AUTOS { action_name: "go", type: "button", primitives: [] }],
                },
                { state_name: "rest", state_type: "grandstand", actions: [{ action_name: "go", type: "button", primitives: "end_game()" }] },
            ],
        },
    }"#
        .replace("AUTOS", autos)
        .replace("LEAVES", leaves)
    };
    // An automatic action at the beginning of turns comes after all of that.
    let auto =
        "{ action_name: 'auto', type: 'auto', on: 'turn', primitives: 'set($globals.n, 10 * $globals.n)' },";
    for (autos, leaves, wanted) in [
        ("", "false", [5, 516, 516_295]),
        (auto, "false", [50, 50_160, 501_602_950]),
        ("", "$event.seat == seat_at(0)", [5, 51, 51]),
    ] {
        let mut game = begin(&parsed(&text(autos, leaves)), 2, 1);
        let mut found = vec![global(&game, "n")];
        for seat in [Seat(0), Seat(1)] {
            // Where the trigger has left the state, the other seat has nothing to do.
            let _ = game.submit_nth(seat, 0);
            found.push(global(&game, "n"));
        }
        assert_eq!(found, wanted.map(|n| n.to_string()), "{autos} {leaves}");
    }
}

#[test]
fn triggers_run_after_each_step_and_before_the_next() {
    // (triggers, steps, n, m)
    let cases = [
        // What a trigger sets off itself comes before its next step.
        (
            "{ on: { changed: '$globals.n' }, primitives: ['set($globals.m, $globals.m * 10 + $event.new)'] }",
            "'increment($globals.n)', 'increment($globals.n)', 'set($globals.m, $globals.m * 10 + 9)'",
            "2",
            "129",
        ),
        // A group is one step.
        (
            "{ on: { changed: '$globals.n' }, primitives: ['set($globals.m, $globals.m * 10 + $globals.n)'] }",
            "{ primitives: ['increment($globals.n)', 'increment($globals.n)'] }",
            "2",
            "22",
        ),
        // A value that stays the same is no change.
        (
            "{ on: { changed: '$globals.n' }, primitives: 'increment($globals.m)' }",
            "'set($globals.n, 0)', 'set($globals.n, 1)', 'set($globals.n, 1)'",
            "1",
            "1",
        ),
        // The condition is looked at when the trigger's turn comes.
        (
            "{ on: { changed: '$globals.n' }, condition: '$globals.m == 0', primitives: 'increment($globals.m)' }, \
             { on: { changed: '$globals.n' }, condition: '$globals.m == 0', primitives: 'set($globals.m, 5)' }",
            "'increment($globals.n)'",
            "1",
            "1",
        ),
        (
            "{ on: { changed: 'moss' }, primitives: 'set($globals.m, $event.card.moss)' }",
            "'set(deck[0].moss, 3)'",
            "0",
            "3",
        ),
        (
            "{ on: { moved_from: 'deck', moved_to: 'heap' }, primitives: 'increment($globals.m)' }, \
             { on: { moved_to: 'deck' }, primitives: 'set($globals.m, 100)' }",
            "'move_top(deck, heap, 2)'",
            "0",
            "2",
        ),
        (
            "",
            "'perform(deck[0], \\'roll\\')', 'perform(deck[1], \\'roll\\')'",
            "1",
            "0",
        ),
        (
            "",
            "'set($globals.m, count(deck, card => can_perform(card, \\'roll\\')))'",
            "0",
            "1",
        ),
    ];
    for (triggers, steps, n, m) in cases {
        let game = pressed(&counting(triggers, steps)).unwrap_or_else(|e| panic!("{triggers}: {e}"));
        let found = [global(&game, "n"), global(&game, "m")];
        assert_eq!(found, [n, m], "{triggers} {steps}");
    }
}

#[test]
fn what_goes_round_without_end_is_a_fault_that_shows_the_circle() {
    let cases = [
        (
            "{ trigger_name: 'up', on: { changed: '$globals.n' }, primitives: 'increment($globals.m)' }, \
             { trigger_name: 'down', on: { changed: '$globals.m' }, primitives: 'increment($globals.n)' }",
            "'increment($globals.n)'",
            "`down` → `up`",
        ),
        (
            "",
            "'perform(deck[0], \\'again\\')', 'perform(deck[1], \\'again\\')'",
            "`again` → `again`",
        ),
    ];
    for (triggers, steps, circle) in cases {
        match pressed(&counting(triggers, steps)) {
            Err(NotApplied::Faulted(report)) => {
                assert!(report.message.contains(circle), "{}", report.message);
            }
            other => panic!("{triggers}: {other:?}"),
        }
    }
}

#[test]
fn data_that_everybody_sees_is_not_set_where_not_everybody_can_tell_the_card() {
    let text = CREATURES.replace(
        "primitives: \"decrement($player.life)\"",
        "primitives: \"increment($player.hand[0].damage)\"",
    );
    let mut game = begin(&parsed(&text), 2, 1);
    let seat = game.to_decide().lowest().expect("somebody decides");
    let wait = game.decision(seat).expect("it decides").count().get() - 1;
    match game.submit_nth(seat, wait) {
        Err(NotApplied::Faulted(report)) => {
            assert!(
                report.message.contains("`damage`") && report.message.contains("`hand`"),
                "{report}"
            );
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn everybody_sees_the_same_data_of_the_same_cards() {
    let ruleset = creatures();
    let mut seen = 0;
    for seed in 0..40 {
        let game = random_game(&ruleset, 3, seed, 30, |_, _, _, _| Ok(())).expect("it plays");
        let of = |viewer| game.view(viewer).status.cards;
        let all = of(Viewer::Spectator);
        for seat in 0..3 {
            for datum in &all {
                let mine = of(Viewer::Seat(cardable_core::Seat(seat)));
                assert!(
                    mine.contains(datum),
                    "seed {seed}: {datum:?} is hidden from seat {seat}"
                );
            }
        }
        seen += all.len();
    }
    assert!(seen > 100, "only {seen} items");
}

#[test]
fn mistakes_are_told() {
    // (what is replaced, by what, a part of what is said)
    let cases = [
        (
            "'{T}'",
            "{ primitives: 'increment($globals.n)' }",
            "a trigger says `on` what it waits for",
        ),
        (
            "'{T}'",
            "{ on: { turn: 'begins', changed: 'moss' }, primitives: 'increment($globals.n)' }",
            "waits for one thing",
        ),
        (
            "'{T}'",
            "{ on: { moved_to: 'haep' }, primitives: 'increment($globals.n)' }",
            "did you mean `heap`",
        ),
        (
            "'{T}'",
            "{ on: { changed: 'mos' }, primitives: 'increment($globals.n)' }",
            "did you mean `moss`",
        ),
        (
            "'{T}'",
            "{ on: { turn: 'begins' }, of: 'this', primitives: 'increment($globals.n)' }",
            "for the triggers of cards",
        ),
        (
            "'{T}'",
            "{ on: { turn: 'begins' }, primitives: 'set($globals.n, $event.card.moss)' }",
            "`$event` has `seat`",
        ),
        ("'{S}'", "'perform(deck[0], \\'rol\\')'", "did you mean `roll`"),
        (
            "'{S}'",
            "'perform(deck[0], current_state())'",
            "an ability is named outright",
        ),
        ("'{S}'", "'set(deck[0].moss, \\'green\\')'", "`$card.moss` takes"),
        (
            "key: \"moss\", value: 0",
            "key: \"value\", value: 0",
            "an attribute of this name",
        ),
        (
            "key: \"moss\", value: 0",
            "key: \"moss\", value: []",
            "a card cannot have a list",
        ),
        (
            "key: \"moss\", value: 0",
            "key: \"moss\", value: 0, keep: \"ever\"",
            "keep",
        ),
    ];
    for (from, to, wanted) in cases {
        let text = counting("'{T}'", "'{S}'").replace(from, to);
        let text = text
            .replace("'{T}'", "")
            .replace("'{S}'", "'increment($globals.n)'");
        let told = match cardable_core::parse(&text) {
            Ok(_) => panic!("{to}: nothing is wrong"),
            Err(error) => error.to_string(),
        };
        assert!(told.contains(wanted), "{to}: {told}");
    }
    let kept = CREATURES.replace("keep: \"followed\"", "keep: \"game\"");
    let told = cardable_core::parse(kept).map_or_else(|error| error.to_string(), |_| String::new());
    assert!(
        told.contains("in `hand` not everybody can follow a card"),
        "{told}"
    );
}

const HINTS: &str = include_str!("fixtures/hints.json5");

#[test]
fn what_was_told_is_known_and_imagined() {
    let ruleset = parsed(HINTS);
    let (mut told, mut followed, mut varied) = (0, 0, 0);
    for seed in 0..40 {
        let game = random_game(&ruleset, 3, seed, 25, |_, _, _, _| Ok(())).expect("it plays");
        for seat in (0..3).map(Seat) {
            let viewer = Viewer::Seat(seat);
            let (mine, of_others): (Vec<_>, Vec<_>) = game
                .view(viewer)
                .status
                .told
                .into_iter()
                .partition(|one| one.seat == seat);
            let all = game.view(Viewer::Omniscient);
            let is_so = |game: &cardable_core::View, one: &cardable_core::view::ToldCard| {
                let cards = game
                    .zone(one.zone)
                    .map(|zone| zone.cards.clone())
                    .unwrap_or_default();
                match cards.get(usize::from(one.index)) {
                    Some(cardable_core::view::CardSeen::Face(card)) => one.may_be.contains(card),
                    _ => false,
                }
            };
            for one in &mine {
                assert!(one.may_be.len() > 1, "seed {seed}: {one:?} is known");
                assert!(is_so(&all, one), "seed {seed}: {one:?} is another card");
            }
            let mut ways = vec![std::collections::BTreeSet::new(); mine.len()];
            for table in 0..5 {
                let imagined = game.imagine(viewer, Seed::from(table));
                assert_eq!(imagined.view(viewer), game.view(viewer), "seed {seed}");
                let faces = imagined.view(Viewer::Omniscient);
                for (one, ways) in mine.iter().zip(&mut ways) {
                    let zone = faces.zone(one.zone).expect("a zone");
                    ways.insert(format!("{:?}", zone.cards[usize::from(one.index)]));
                }
                for one in &mine {
                    assert!(
                        is_so(&faces, one),
                        "seed {seed}, table {table}: {one:?} is imagined otherwise"
                    );
                }
            }
            told += mine.len();
            varied += ways.iter().filter(|ways| ways.len() > 1).count();
            for one in of_others {
                // He sees the card, and knows as well what its owner was told of it.
                let theirs = game.view(Viewer::Seat(one.seat)).status.told;
                assert!(
                    theirs.contains(&one),
                    "seed {seed}: seat {seat:?} takes {one:?} to be told"
                );
                followed += 1;
            }
        }
    }
    assert!(told > 100, "only {told} cards");
    assert!(followed > 100, "only {followed} cards of others");
    assert!(
        varied * 2 > told,
        "of {told} cards, {varied} are imagined in several ways"
    );
}

/// A game of three seats with a button that does some steps; a pebble on the table can do others.
fn with_pebble(kind: &str, ability: &str, triggers: &str, steps: &str) -> Ruleset {
    parsed(
        &r#"{
        cardset: { set_name: "pebbles", cards: [{ card_name: "Pebble", card_id: 0, abilities: { roll: [ABILITY] } }] },
        deck: { deck_name: "pebbles", cardset: "pebbles", content: [0] },
        ruleset: {
            ruleset_name: "Rolling", min_players: 3, max_players: 3, cardsets: "pebbles", decks: "pebbles",
            game_area: { shared_zones: [{ name: "row", decks: "pebbles", zone_visibility: "all" }] },
            global_data: [{ key: "n", value: 0 }, { key: "m", value: 0 }, { key: "yes", value: false }],
            triggers: [TRIGGERS],
            game_state: [
                { state_name: "play", state_type: "KIND", actions: [
                    { action_name: "go", type: "button", primitives: [STEPS] },
                    { action_name: "leave", type: "button", primitives: { endpoint: "state_transition", params: "away", who: "$player", scene: "new" } },
                ] },
                { state_name: "away", state_type: "grandstand", actions: [
                    { action_name: "out", type: "button", primitives: "dismiss_player(list_item(all, 2))" },
                ] },
                { state_name: "over it", state_type: "auto", state_params: { key: "who", type: "player" }, actions: {
                    action_name: "out", type: "auto", primitives: ["dismiss_player($state.who)", "state_pop()"],
                } },
            ],
        },
    }"#
        .replace("KIND", kind)
        .replace("ABILITY", ability)
        .replace("TRIGGERS", triggers)
        .replace("STEPS", steps),
    )
}

/// Makes choices, each the first one of a seat, and tells what has come of them.
fn after(ruleset: &Ruleset, choices: &[(u8, u64)]) -> String {
    let mut game = begin(ruleset, 3, 1);
    for (seat, nth) in choices {
        game.submit_nth(Seat(*seat), *nth)
            .unwrap_or_else(|e| panic!("{seat}, {nth}: {e}"));
    }
    let to_decide: Vec<u8> = game.to_decide().into_iter().map(|seat| seat.0).collect();
    format!(
        "n {}, m {}, asks {to_decide:?}",
        global(&game, "n"),
        global(&game, "m")
    )
}

#[test]
fn an_ability_ends_the_code_that_performs_it_only_where_its_steps_would() {
    // (kind of state, what is done, choices, what comes of it)
    type Choices = &'static [(u8, u64)];
    let cases: [(&str, &str, Choices, &str); 5] = [
        // A seat that is dismissed goes on with what it does, also after an answer.
        (
            "round_robin",
            "'dismiss_player($player)'",
            &[(0, 0)],
            "n 1, m 0, asks [1]",
        ),
        (
            "round_robin",
            "'set($globals.yes, prompt_confirm())', 'dismiss_player($player)', 'increment($globals.m)'",
            &[(0, 0), (0, 0)],
            "n 1, m 1, asks [1]",
        ),
        // In a state that is laid over others as well.
        (
            "round_robin",
            "'set($globals.yes, prompt_confirm())', 'state_push(\"over it\", $player)', 'increment($globals.m)'",
            &[(0, 0), (0, 0)],
            "n 1, m 1, asks [1]",
        ),
        // Who is asked and dismissed by another one does not: by somebody in another state.
        (
            "concurrent",
            "'set($globals.yes, prompt_confirm())', 'increment($globals.m)'",
            &[(1, 1), (2, 0), (1, 0)],
            "n 0, m 0, asks [0, 1]",
        ),
        // An action that asks a seat ends with the question.
        (
            "concurrent",
            "'set($globals.yes, ask(list_item(all, 2), prompt_confirm()))', 'increment($globals.m)'",
            &[(1, 1), (0, 0), (1, 0)],
            "n 0, m 0, asks [0, 1]",
        ),
    ];
    for (kind, done, choices, wanted) in cases {
        let then = "'increment($globals.n)'";
        let written = with_pebble(kind, "", "", &format!("{done}, {then}"));
        assert_eq!(after(&written, choices), wanted, "{done}, written out");
        let performed = with_pebble(kind, done, "", &format!("'perform(row[0], \\'roll\\')', {then}"));
        assert_eq!(after(&performed, choices), wanted, "{done}, performed");
    }
}

#[test]
fn code_that_a_trigger_interrupts_goes_on_when_that_dismisses_its_seat() {
    let trigger = "{ on: { changed: '$globals.m' }, primitives: [STEPS] }";
    for (steps, choices) in [
        ("'dismiss_player($player)'", &[(0u8, 0u64)][..]),
        (
            "'set($globals.yes, prompt_confirm())', 'dismiss_player($player)'",
            &[(0, 0), (0, 0)],
        ),
    ] {
        let trigger = trigger.replace("STEPS", steps);
        let rules = with_pebble(
            "round_robin",
            "",
            &trigger,
            "'increment($globals.m)', 'increment($globals.n)'",
        );
        assert_eq!(after(&rules, choices), "n 1, m 1, asks [1]", "{steps}");
    }
}

/// What is told of the cards of a game without its rules. `texts` is left out of what is read.
#[test]
fn rules_of_cards_that_fit_their_game_have_no_mistakes_alone() {
    let games = ["duel", "market", "moonlit-wood"];
    let texts = games.map(|game| {
        let path = support::root().join("rulesets").join(game).join("ruleset.json");
        let text = std::fs::read_to_string(path).expect("a text");
        text.replacen("\"ruleset\":", "\"texts\":", 1)
    });
    for text in texts.iter().chain([&CREATURES.replacen("ruleset:", "texts:", 1)]) {
        let checked = Loader::new().check_text("cards.json", text);
        let told: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
        let [only] = &told[..] else {
            panic!("{told:#?}");
        };
        assert!(only.contains("`cards.json` has no ruleset"), "{only}");
    }
}
