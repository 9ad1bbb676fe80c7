//! Keys of choices and of knowledge, and what a search asks of a game besides.

use crate::support;
use cardable_core::decision::Count;
use cardable_core::rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use cardable_core::search::{Best, Standings, UntilScored};
use cardable_core::view::CardSeen;
use cardable_core::{Game, Ruleset, Seat, Seed, Setup, Viewer};

/// Positions of random games of every shipped ruleset.
fn positions(mut look: impl FnMut(&str, &Game)) {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let seats = *ruleset.seats().end().min(&4).max(ruleset.seats().start());
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut game = Game::new(&ruleset, &Setup::seats(seats), Seed::from(11)).expect("it begins");
        for _ in 0..12 {
            look(&name, &game);
            game.playout(&mut rng, 7).expect("nothing faults");
        }
    }
}

#[test]
fn keys_number_all_choices_once() {
    positions(|name, game| {
        for decision in game.decisions() {
            let keys = decision.keys();
            let ways: u64 = keys.iter().map(|keyed| u64::from(keyed.ways)).sum();
            match decision.count() {
                Count::Exactly(count) if count <= 4_096 => assert_eq!(ways, count, "{name}"),
                Count::Exactly(count) | Count::AtLeast(count) => assert!(ways <= count, "{name}"),
            }
            for keyed in keys.iter().take(20) {
                let choice = decision.nth(keyed.number).expect("it has that number");
                assert_eq!(decision.key_of(&choice), Some(keyed.key), "{name}: {choice:?}");
                assert_eq!(
                    decision.key_of_nth(keyed.number),
                    Some(keyed.key),
                    "{name}: {choice:?}"
                );
            }
            if let Count::Exactly(count) = decision.count() {
                assert_eq!(decision.key_of_nth(count), None, "{name}");
            }
            let mut distinct: Vec<_> = keys.iter().map(|keyed| keyed.key).collect();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), keys.len(), "{name}");
        }
    });
}

#[test]
fn what_a_seat_may_do_and_knows_has_the_same_keys_in_all_games_that_it_imagines() {
    let mut imagined = None;
    positions(|name, game| {
        let into = imagined.get_or_insert_with(|| game.fork());
        for decision in game.decisions() {
            let viewer = Viewer::Seat(decision.seat());
            for seed in 0..3 {
                game.knowledge(viewer).imagine_into(Seed::from(seed), into);
                let same = into.decision(decision.seat()).expect("it decides there, too");
                assert_eq!(decision.keys(), same.keys(), "{name}");
                assert_eq!(
                    game.knowledge(viewer).cards(),
                    into.knowledge(viewer).cards(),
                    "{name}"
                );
                assert_eq!(
                    game.knowledge(viewer).key(),
                    into.knowledge(viewer).key(),
                    "{name}"
                );
                let fresh = game.imagine(viewer, Seed::from(seed));
                assert_eq!(fresh.save(), into.save(), "{name}");
            }
        }
    });
}

#[test]
fn knowledge_differs_where_a_viewer_sees_something_else() {
    let ruleset = support::load("crazy-eights");
    let game = |seed| Game::new(&ruleset, &Setup::seats(2), Seed::from(seed)).expect("it begins");
    let key = |seed| game(seed).knowledge(Viewer::Seat(cardable_core::Seat(0))).key();
    assert_ne!(key(1), key(2));
    assert_eq!(key(1), key(1));
}

/// A card that was laid face down before a player's eyes is known to him, and to nobody else.
#[test]
fn known_cards_are_backs_in_the_view() {
    let mut met = 0;
    positions(|name, game| {
        for viewer in (0..game.seating().count() as u8).map(|at| Viewer::Seat(cardable_core::Seat(at))) {
            let view = game.view(viewer);
            for known in game.knowledge(viewer).cards() {
                met += 1;
                let zone = view.zone(known.zone).expect("there is such a zone");
                match known.place {
                    Some(place) => {
                        let seen = zone.cards.get(usize::from(place));
                        assert!(matches!(seen, Some(CardSeen::Back(_))), "{name}: {known:?}");
                    }
                    None => assert!(
                        zone.cards.iter().any(|card| matches!(card, CardSeen::Back(_))),
                        "{name}: {known:?}"
                    ),
                }
            }
        }
    });
    assert!(met > 20, "{met}");
}

fn scored(hints: &str) -> Result<Ruleset, String> {
    let text = cardable_core::testing::TINY.trim_end();
    let text = text.replacen("\"game_state\"", &format!("{hints} \"game_state\""), 1);
    let own =
        "\"player_data\": [{\"key\": \"penalty\", \"value\": 3}, {\"key\": \"motto\", \"value\": \"x\"}],";
    let text = text.replacen("\"game_state\"", &format!("{own} \"game_state\""), 1);
    cardable_core::parse(text).map_err(|error| error.to_string())
}

#[test]
fn a_ruleset_tells_what_is_counted() {
    let plain = scored("").expect("it checks");
    let scoring = plain.scoring().expect("the score is counted");
    assert_eq!((scoring.item, scoring.best), ("score", Best::High));
    let low = scored("\"bots\": {\"score\": {\"of\": \"$player.penalty\", \"best\": \"low\"}},")
        .expect("it checks");
    let scoring = low.scoring().expect("it says so");
    assert_eq!((scoring.item, scoring.best), ("penalty", Best::Low));
    let game = Game::new(&low, &Setup::seats(2), Seed::from(1)).expect("it begins");
    assert_eq!(Standings::of(&game)[..], [-3.0, -3.0]);
    assert!(Standings::worths(&game).is_empty());
    // Hints change no game, so saves and logs of both fit both.
    assert_eq!(plain.rules(), low.rules());
    let read = Ruleset::from_bytes(&low.to_bytes().expect("it can be kept"), Default::default());
    assert_eq!(
        read.expect("it is read").scoring().map(|scoring| scoring.best),
        Some(Best::Low)
    );
}

#[test]
fn hints_that_name_nothing_are_told() {
    let cases = [
        (
            "\"bots\": {\"score\": {\"of\": \"penalti\"}},",
            "did you mean `penalty`",
        ),
        (
            "\"bots\": {\"score\": {\"of\": \"penalty\", \"best\": \"most\"}},",
            "high",
        ),
        ("\"bots\": {\"cut\": \"nowhere\"},", "unknown state `nowhere`"),
        ("\"bots\": {\"scores\": {}},", "did you mean `score`"),
        ("\"bots\": {\"worth\": {}},", "`of`"),
        (
            "\"bots\": {\"score\": {\"of\": \"motto\"}},",
            "`motto` holds no number",
        ),
    ];
    for (hints, wanted) in cases {
        let told = scored(hints).map(|_| ()).expect_err(hints);
        assert!(told.contains(wanted), "{hints}: {told}");
    }
}

#[test]
fn a_bot_stops_only_where_somebody_chooses() {
    let text = r#"{ ruleset: {
        ruleset_name: "Cut", min_players: 1, max_players: 1, bots: { cut: "deal" },
        game_state: [
            { state_name: "deal", state_type: "auto", actions: [{ action_name: "on", type: "auto", primitives: "state_transition('play')" }] },
            { state_name: "play", state_type: "round_robin", actions: [{ action_name: "end", type: "button", primitives: "end_game()" }] },
        ],
    } }"#;
    let told = cardable_core::parse(text)
        .map(|_| ())
        .expect_err("nobody chooses in `deal`");
    assert!(
        told.to_string().contains("nobody chooses in this state"),
        "{told}"
    );
    assert!(cardable_core::parse(text.replace("cut: \"deal\"", "cut: \"play\"")).is_ok());
}

#[test]
fn a_playout_can_end_where_the_score_changes() {
    let ruleset = support::load("goofspiel");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7)).expect("it begins");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut scored = 0;
    while !game.is_over() {
        let before = Standings::of(&game);
        let mut until = UntilScored::new(&game);
        let played = game
            .playout_with(&mut rng, 500, &mut until)
            .expect("nothing faults");
        assert!(played.choices > 0);
        if Standings::of(&game) != before {
            scored += 1;
        } else {
            assert!(game.is_over() || played.choices == 500);
        }
    }
    assert!(scored >= 5, "{scored}");
}

#[test]
fn a_playout_ends_where_the_state_is_entered_that_is_named_for_it() {
    // Of six choices in all the third one deals anew: the state is left and entered again, or only looked at.
    let text = r#"{ ruleset: {
        ruleset_name: "Deals", min_players: 1, max_players: 1, bots: { cut: "CUT" },
        global_data: [{ key: "n", value: 0 }],
        game_state: [
            { state_name: "play", state_type: "round_robin", actions: [
                { action_name: "go", type: "button", primitives: [
                    "increment($globals.n)", "if($globals.n == 6, end_game())",
                    "if($globals.n == 3, state_transition(deal))", "if($globals.n == 2, state_push(aside))" ] } ] },
            { state_name: "deal", state_type: "auto", actions: {
                action_name: "deal", type: "auto", primitives: "state_transition(play)" } },
            { state_name: "aside", state_type: "round_robin", actions: [
                { action_name: "look", type: "button", primitives: "state_pop()" } ] },
        ],
    } }"#;
    for (cut, ends) in [("play", 4), ("aside", 2)] {
        let ruleset = cardable_core::parse(text.replace("CUT", cut)).unwrap_or_else(|e| panic!("{e}"));
        let game = Game::new(&ruleset, &Setup::seats(1), Seed::from(7)).expect("it begins");
        let mut played = game.fork();
        let mut until = UntilScored::new(&played);
        let playout = played.playout_with(&mut ChaCha8Rng::seed_from_u64(1), 500, &mut until);
        assert_eq!(playout.expect("nothing faults").choices, ends, "{cut}");
        // By choices one after the other, too.
        let mut until = UntilScored::new(&game);
        let mut submitted = game;
        let reached = (1..=ends).map(|_| {
            submitted.submit_nth(Seat(0), 0).expect("it is offered");
            until.is_reached(&submitted)
        });
        let reached: Vec<bool> = reached.collect();
        assert!(
            reached
                .iter()
                .enumerate()
                .all(|(at, is)| *is == (at as u64 + 1 == ends)),
            "{cut} {reached:?}"
        );
    }
}
