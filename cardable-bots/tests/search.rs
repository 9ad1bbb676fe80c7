//! The search itself.

use crate::{begun, positions, shipped};
use cardable_bots::{Bot, Budget, Level, Search, Seen};
use cardable_core::{Game, Ruleset, Setup};
use cardable_core::{Seat, Seed};

#[test]
fn a_search_in_parts_is_the_search_at_once() {
    positions(|name, game| {
        let Some(seat) = game.to_decide().lowest() else {
            return;
        };
        let seen = Seen::new(game, seat, Seed::from(4)).expect("it decides");
        let (mut whole, mut parts) = (Search::new(seen.clone()), Search::new(seen));
        whole.run(&mut Budget::iterations(20));
        for n in [1, 0, 7, 12] {
            parts.run(&mut Budget::iterations(n));
        }
        assert_eq!(whole.thought(), parts.thought(), "{name}");
    });
}

/// Work decides how far a search goes, and nothing else.
#[test]
fn a_search_that_ends_by_its_work_is_a_shorter_one() {
    let (mut ended, mut whole) = (0, 0);
    positions(|name, game| {
        let Some(seat) = game.to_decide().lowest() else {
            return;
        };
        let seen = Seen::new(game, seat, Seed::from(4)).expect("it decides");
        let bounded = || Budget::iterations(24).with_work(60_000);
        let mut at_once = Search::new(seen.clone());
        let mut budget = bounded();
        at_once.run(&mut budget);
        if at_once.is_forced() {
            return;
        }
        assert!((8..=24).contains(&budget.spent()), "{name}: {budget:?}");
        match budget.left() {
            0 => whole += 1,
            _ => {
                ended += 1;
                assert!(budget.work() >= 60_000, "{name}: {budget:?}");
            }
        }
        let mut in_parts = Search::new(seen.clone());
        let mut parts = bounded();
        while in_parts.run_for(5, &mut parts) {}
        assert_eq!(parts, budget, "{name}");
        let mut counted = Search::new(seen);
        counted.run(&mut Budget::iterations(budget.spent()));
        for other in [in_parts, counted] {
            assert_eq!(other.thought(), at_once.thought(), "{name}");
        }
    });
    assert!(ended > 20 && whole > 20, "{ended} and {whole}");
}

#[test]
fn values_and_shares_are_parts_of_one() {
    positions(|name, game| {
        let Some(seat) = game.to_decide().lowest() else {
            return;
        };
        let mut budget = Budget::iterations(16);
        let seen = Seen::new(game, seat, Seed::from(4)).expect("it decides");
        let thought = Level::Medium.bot().think(&seen, &mut budget);
        assert_eq!(thought.spent, budget.spent(), "{name}");
        let shares: f64 = thought.ranked.iter().map(|ranked| ranked.share).sum();
        assert!(
            thought.spent == 0 || (shares - 1.0).abs() < 1e-9,
            "{name}: {shares}"
        );
        let mut values = thought.ranked.iter().filter_map(|ranked| ranked.value);
        assert!(
            values.all(|value| (0.0..=1.0).contains(&value)),
            "{name}: {thought:?}"
        );
        assert!(
            thought.values.iter().all(|value| (0.0..=1.0).contains(value)),
            "{name}: {thought:?}"
        );
        assert_eq!(
            thought.ranked.first().map(|ranked| &ranked.choice),
            Some(&thought.choice),
            "{name}"
        );
    });
}

#[test]
fn a_single_choice_needs_no_thought() {
    let ruleset = cardable_core::testing::tiny_ruleset();
    let game = begun(&ruleset, 2, 1);
    let decision = game.next_decision().expect("somebody decides");
    assert_eq!(decision.keys().len(), 1);
    let mut budget = Budget::iterations(50);
    let seen = Seen::new(&game, decision.seat(), Seed::from(1)).expect("it decides");
    let thought = Level::Hard.bot().think(&seen, &mut budget);
    assert_eq!((thought.spent, budget.left()), (0, 50));
    assert_eq!(Some(thought.choice), decision.nth(0));
}

#[test]
fn who_has_nothing_to_decide_has_nothing_to_think_of() {
    let game = begun(&shipped("crazy-eights"), 2, 1);
    let waits = [0, 1, 9]
        .map(Seat)
        .into_iter()
        .find(|seat| game.decision(*seat).is_none());
    assert!(Seen::new(&game, waits.expect("one waits"), Seed::from(1)).is_none());
}

/// A budget of nothing is a choice all the same.
#[test]
fn without_a_budget_there_is_a_choice() {
    let game = begun(&shipped("hearts"), 4, 1);
    let seat = game.to_decide().lowest().expect("somebody decides");
    let seen = Seen::new(&game, seat, Seed::from(1)).expect("it decides");
    let thought = Level::Hard.bot().think(&seen, &mut Budget::iterations(0));
    assert!(
        game.decision(seat)
            .is_some_and(|decision| decision.index_of(&thought.choice).is_some())
    );
}

/// A game of buttons, each with what it does.
fn buttons(seats: usize, buttons: &[(&str, &str)]) -> Ruleset {
    let actions: Vec<String> = buttons
        .iter()
        .map(|(name, does)| {
            format!(
                "{{ action_name: \"{name}\", label: \"{name}\", type: \"button\", primitives: [{does}] }}"
            )
        })
        .collect();
    let text = format!(
        "{{ cardset: {{ set_name: \"one\", cards: [{{ card_name: \"One\", card_id: 0 }}] }}, ruleset: {{ ruleset_name: \"buttons\", global_data: [{{ key: \"zero\", value: 0 }}], min_players: {seats}, max_players: {seats}, cardsets: \"one\",
            game_state: [
                {{ state_name: \"choose\", state_type: \"round_robin\", actions: [{}] }},
                {{ state_name: \"long\", state_type: \"round_robin\", state_data: [{{ key: \"n\", value: 0 }}], actions: [
                    {{ action_name: \"on\", label: \"on\", type: \"button\", primitives: [\"set($state.n, $state.n + 1)\",
                        {{ condition: \"$state.n > 300\", primitives: [\"end_game(random_item(nondismissed_players()))\"] }}, \"end_turn()\"] }},
                ] }},
            ] }} }}",
        actions.join(", ")
    );
    cardable_core::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The label of what a bot does first.
fn first_choice(ruleset: &Ruleset, seats: usize, seed: u64) -> String {
    let game = Game::new(ruleset, &Setup::seats(seats), Seed::from(seed)).expect("it begins");
    let seat = game.to_decide().lowest().expect("somebody decides");
    let seen = Seen::new(&game, seat, Seed::from(seed)).expect("it decides");
    let choice = Level::Medium
        .bot()
        .think(&seen, &mut Budget::iterations(200))
        .choice;
    let decision = game.decision(seat).expect("it decides");
    let labelled = decision.labelled().find(|labelled| labelled.choice == choice);
    labelled.expect("it is legal").text
}

#[test]
fn the_better_of_two_buttons_is_found() {
    let nobody = "\"end_game([])\"";
    let all = "\"end_game(nondismissed_players())\"";
    let gamble = "{ condition: \"random_number(1, 100) <= 45\", primitives: [\"end_game($player)\"] }, \"end_game(next_player())\"";
    // Each game, with what to press.
    let cases: [(usize, [(&str, &str); 2]); 4] = [
        // Alone, to win is better than not to.
        (1, [("nothing", nobody), ("right", all)]),
        // Together, too.
        (2, [("nothing", nobody), ("right", all)]),
        // Among several, nobody's win is better than another's.
        (2, [("nothing", "\"end_game(next_player())\""), ("right", nobody)]),
        // A fair end after a long time is no better than a good chance now.
        (
            4,
            [("nothing", "\"state_transition('long')\""), ("right", gamble)],
        ),
    ];
    for (seats, both) in cases {
        let ruleset = buttons(seats, &both);
        for seed in 0..5 {
            assert_eq!(first_choice(&ruleset, seats, seed), "right", "{both:?}");
        }
    }
}

/// A choice that always faults hinders no other.
#[test]
fn a_fault_in_thought_counts_for_nothing() {
    let good = "{ condition: \"random_number(1, 100) <= 70\", primitives: [\"end_game($player)\"] }, \"end_game(next_player())\"";
    let poor = "{ condition: \"random_number(1, 100) <= 20\", primitives: [\"end_game($player)\"] }, \"end_game(next_player())\"";
    let faulty = "\"set($globals.zero, 1 / $globals.zero)\"";
    let ruleset = buttons(2, &[("faulty", faulty), ("poor", poor), ("right", good)]);
    for seed in 0..5 {
        assert_eq!(first_choice(&ruleset, 2, seed), "right");
    }
}

/// Two seats choose one of two cards in secret; seat 0 wins where both are the same, seat 1 where they differ.
const PENNIES: &str = r#"{ ruleset: {
    ruleset_name: "Matching Pennies", min_players: 2, max_players: 2,
    player_data: [{ key: "side", value: 0, visible_to: "none", domain: { min: 0, max: 2 } }],
    game_state: [{
        state_name: "choose", state_type: "concurrent", sealed: true,
        actions: [
            { action_name: "heads", type: "button", primitives: "set($player.side, 1)" },
            { action_name: "tails", type: "button", primitives: "set($player.side, 2)" },
            {
                action_name: "compare", type: "auto", on: ["action"], reveals: true,
                primitives: [
                    { condition: "sum(all, side) == 3", primitives: "end_game(seat_at(1), 'they differ')" },
                    "end_game(seat_at(0), 'they are the same')",
                ],
            },
        ],
    }],
} }"#;

/// Who could answer what the other chooses at the same time would find one side good.
#[test]
fn nobody_answers_what_is_chosen_at_the_same_time() {
    let ruleset = cardable_core::parse(PENNIES).unwrap_or_else(|error| panic!("{error}"));
    for seat in [Seat(0), Seat(1)] {
        let game = begun(&ruleset, 2, 1);
        let seen = Seen::new(&game, seat, Seed::from(1)).expect("both decide");
        let mut search = Search::new(seen);
        search.run(&mut Budget::iterations(2_000));
        let thought = search.thought().expect("it decides");
        assert!(
            thought
                .ranked
                .iter()
                .all(|ranked| ranked.value.is_some_and(|value| (0.3..0.7).contains(&value))),
            "{thought:?}"
        );
    }
}
