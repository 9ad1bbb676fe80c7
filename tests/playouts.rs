//! Playing on at random: the same from the same seed, to the end, and nothing
//! lost when the rules fault.

mod support;

use cardable_core::{Game, Playout, Ruleset, Seat, Seed, Setup};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn shipped(name: &str) -> Ruleset {
    Ruleset::load(support::root().join("rulesets").join(name)).expect("a shipped ruleset loads")
}

fn game(ruleset: &Ruleset, seats: usize, seed: u64) -> Game {
    Game::new(ruleset, &Setup::seats(seats), Seed::from(seed)).expect("a game begins")
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for (name, seats) in [
        ("crazy-eights", 4),
        ("skullable", 6),
        ("goofspiel", 2),
        ("speed", 2),
    ] {
        let ruleset = shipped(name);
        for seed in 0..20 {
            let play = || {
                let mut game = game(&ruleset, seats, seed);
                let played = game
                    .playout(&mut ChaCha8Rng::seed_from_u64(seed), 5_000)
                    .expect("nothing faults");
                (played, game.save())
            };
            let (played, save) = play();
            assert!(played.finished, "{name}");
            assert_eq!((played, save), play(), "{name}");
        }
    }
}

#[test]
fn a_limit_stops_it_where_it_can_go_on() {
    let ruleset = shipped("crazy-eights");
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut game = game(&ruleset, 4, 1);
    let short = Playout {
        choices: 7,
        finished: false,
    };
    assert_eq!(game.playout(&mut rng, 7).expect("nothing faults"), short);
    assert_eq!(game.seq(), 7);
    let rest = game.playout(&mut rng, 5_000).expect("nothing faults");
    assert!(rest.finished && game.result().is_some());
    let none = game.playout(&mut rng, 5_000).expect("nothing faults");
    assert_eq!(none.choices, 0, "it is over");
}

#[test]
fn a_restarted_game_is_a_new_one() {
    let ruleset = shipped("skullable");
    let mut used = game(&ruleset, 5, 1);
    for seed in 2..12 {
        used.playout(&mut ChaCha8Rng::seed_from_u64(seed), 5_000)
            .expect("nothing faults");
        used.restart(Seed::from(seed)).expect("a game begins");
        assert_eq!(used.save(), game(&ruleset, 5, seed).save());
    }
}

const FAULTY: &str = r#"{ "ruleset": {
    "ruleset_name": "Faulty", "min_players": 1, "max_players": 4,
    "global_data": [{ "key": "n", "value": 3 }, { "key": "share", "value": 0 }],
    "game_state": [{
        "state_name": "count", "state_type": "round_robin",
        "actions": [{
            "action_name": "down", "type": "button",
            "primitives": [
                { "endpoint": "decrement", "params": "$globals.n" },
                { "endpoint": "set", "params": ["$globals.share", "= 6 / $globals.n"] },
                { "condition": "$globals.n < -5", "endpoint": "end_game" }
            ]
        }]
    }]
} }"#;

#[test]
fn after_a_fault_the_game_is_as_before_the_playout() {
    let ruleset: Ruleset = FAULTY.parse().expect("it loads");
    let mut game = game(&ruleset, 2, 1);
    game.submit_nth(Seat(0), 0).expect("two is left");
    let before = (game.save(), game.to_decide());
    let fault = game
        .playout(&mut ChaCha8Rng::seed_from_u64(1), 100)
        .expect_err("six by nothing");
    assert!(fault.to_string().contains("division by zero"), "{fault}");
    assert_eq!(before, (game.save(), game.to_decide()));
}

#[test]
fn a_number_that_names_no_choice_is_refused() {
    let ruleset = shipped("crazy-eights");
    let mut game = game(&ruleset, 4, 1);
    let decision = game.next_decision().expect("somebody begins");
    let (seat, count) = (decision.seat(), decision.count().get());
    let other = Seat((seat.0 + 1) % 4);
    let before = game.save();
    assert!(game.submit_nth(seat, count).is_err());
    assert!(game.submit_nth(other, 0).is_err());
    assert!(game.submit_nth(Seat(200), 0).is_err());
    assert_eq!(before, game.save());
}
