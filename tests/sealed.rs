//! Sealed choices that ask, and the order of triggers that owners choose.

use crate::support::played::{begin, seat_datum};
use cardable_core::diag::Sources;
use cardable_core::testing::{LAWS, Opening, Subject, random_game};
use cardable_core::view::Datum;
use cardable_core::{Choice, Game, Ruleset, Seat, Seed, ViewEvent, Viewer, cases};
use std::collections::BTreeSet;

const SEALED: &str = include_str!("fixtures/sealed.json5");

fn parsed(text: &str) -> Ruleset {
    cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

/// Makes the first choice of an action with this name.
fn act(game: &mut Game, seat: u8, name: &str) {
    let decision = game.decision(Seat(seat)).expect("it decides");
    let meant = game.ruleset().action("bid", name).expect("an action");
    let is_meant = |choice: &Choice| matches!(choice, Choice::Act { action, .. } if *action == meant);
    let mut choices = (0..decision.count().get()).filter_map(|n| decision.nth(n));
    let choice = choices.find(is_meant).expect("an offer");
    game.submit(Seat(seat), &choice).unwrap_or_else(|e| panic!("{e}"));
}

fn coins(game: &Game, seat: u8) -> String {
    seat_datum(game, seat, "coins")
}

#[test]
fn what_seats_choose_and_answer() {
    let mut sources = Sources::new();
    let file = sources.add("sealed.tests.json5", include_str!("fixtures/sealed.tests.json5"));
    let ran = cases::run(&parsed(SEALED), file, &sources);
    assert!(!ran.unread.has_errors(), "{:#?}", ran.unread);
    let problems = ran.cases.iter().flat_map(|case| {
        let problems = case.problems.iter();
        problems.map(|problem| format!("{}: {}", case.name, problem.message))
    });
    let problems: Vec<String> = problems.collect();
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(ran.passed() > 8);
}

/// Others are told that a seat is asked and that it has chosen, and nothing else.
#[test]
fn others_are_told_of_no_answer_and_no_action() {
    let ruleset = parsed(SEALED);
    let mut asked = 0;
    for seed in 0..30 {
        let played = random_game(&ruleset, 3, seed, 60, |game, seat, choice, _| {
            let state = game.view(Viewer::Spectator).status.scenes[0].state;
            let mut next = game.fork();
            next.submit(seat, choice).map_err(|e| e.to_string())?;
            let others = next.events(Viewer::Seat(Seat((seat.0 + 1) % 3)));
            let scene = next.view(Viewer::Spectator).status.scenes[0].clone();
            let is_opened = scene.acted == scene.members
                || others
                    .iter()
                    .any(|event| matches!(event, ViewEvent::Entered { .. }));
            if is_opened || next.is_over() {
                return Ok(());
            }
            // Not all have chosen.
            assert_eq!(game.ruleset().state_name(state), Some("bid"));
            let is_told = |event: &ViewEvent| match event {
                ViewEvent::Asked { .. } | ViewEvent::Committed { .. } | ViewEvent::Status { .. } => true,
                ViewEvent::Answered { answer, action, .. } => *answer == Datum::Hidden && action.is_none(),
                _ => false,
            };
            assert!(others.iter().all(is_told), "seed {seed}: {others:?}");
            let own = next.events(Viewer::Seat(seat));
            asked += u32::from(
                own.iter()
                    .any(|event| matches!(event, ViewEvent::Answered { .. })),
            );
            Ok(())
        });
        played.expect("a game without faults");
    }
    assert!(asked > 50, "only {asked} answers");
}

/// Whoever has not chosen yet imagines what the others may have chosen and answered.
#[test]
fn what_is_sealed_is_imagined_with_other_answers() {
    let ruleset = parsed(SEALED);
    let mut game = begin(&ruleset, 2, 5);
    act(&mut game, 0, "offer");
    game.submit_nth(Seat(0), 2).expect("an answer");
    let in_the_middle = game.fork();
    while game.decision(Seat(0)).is_some() {
        game.submit_nth(Seat(0), 0).expect("an answer");
    }
    for (game, viewer) in [
        (&in_the_middle, Viewer::Seat(Seat(1))),
        (&game, Viewer::Seat(Seat(1))),
    ] {
        let mut ends = BTreeSet::new();
        for table in 0..40 {
            let mut imagined = game.imagine(viewer, Seed::from(table));
            assert_eq!(imagined.view(viewer), game.view(viewer));
            while imagined.decision(Seat(0)).is_some() && coins(&imagined, 0) == "6" {
                imagined.submit_nth(Seat(0), 0).expect("an answer");
            }
            if imagined.decision(Seat(1)).is_some() {
                act(&mut imagined, 1, "pass");
            }
            ends.insert(coins(&imagined, 0));
        }
        assert!(ends.len() > 3, "{ends:?}");
    }
    // Its own choice is as it was.
    let own = Viewer::Seat(Seat(0));
    for table in 0..10 {
        let mut imagined = game.imagine(own, Seed::from(table));
        act(&mut imagined, 1, "pass");
        assert_eq!(seat_datum(&imagined, 0, "bid"), "2");
    }
}

/// Triggers of cards in hands and in the deck show where these lie, and where that is told the laws hold.
#[test]
fn triggers_of_hidden_cards_reveal() {
    let ruleset = parsed(SEALED);
    let secrets: Vec<&str> = ruleset.revealing().map(|branch| branch.secret).collect();
    assert!(
        secrets.contains(&"faces in `hand` that not all may see"),
        "{secrets:?}"
    );
    for name in ["secrecy", "knowledge"] {
        let law = LAWS
            .iter()
            .find(|law| law.name == name)
            .expect("a law of that name");
        for seed in 0..40 {
            let opening = Opening::seats(2 + seed as usize % 3, seed).ahead(seed * 7);
            let kept = (law.check)(&Subject::default(), &ruleset, &opening, 40);
            kept.unwrap_or_else(|why| panic!("{name}, seed {seed}: {why}"));
        }
    }
}

#[test]
fn a_game_is_saved_while_answers_are_kept() {
    let ruleset = parsed(SEALED);
    let mut game = begin(&ruleset, 2, 1);
    act(&mut game, 0, "gamble");
    game.submit_nth(Seat(0), 1).expect("an answer");
    act(&mut game, 1, "offer");
    let mut restored = Game::restore(&ruleset, &game.save()).expect("a game");
    assert_eq!(restored.save(), game.save());
    for game in [&mut game, &mut restored] {
        while game.decision(Seat(1)).is_some() && game.decision(Seat(0)).is_none() {
            game.submit_nth(Seat(1), 0).expect("an answer");
        }
    }
    assert_eq!(restored.save(), game.save());
    assert_eq!(coins(&game, 0), "7");
}

#[test]
fn mistakes_are_told() {
    let cases = [
        // (what is replaced, by what, a part of what is said)
        (
            "\"increment($player.coins, prompt_option([0, 1, 2], 'How much?'))\"",
            "[\"increment($globals.beats)\", \"increment($player.coins, prompt_number(0, 2))\"]",
            "`gamble` is sealed, and acts before it has asked all it asks",
        ),
        (
            "\"increment($player.coins, prompt_option([0, 1, 2], 'How much?'))\"",
            "[\"ask($player.bid, next_player(), prompt_number(0, 2))\"]",
            "or asks another seat",
        ),
        (
            "\"increment($player.coins, prompt_option([0, 1, 2], 'How much?'))\"",
            "\"if(prompt_confirm('Sure?'), state_transition('deal'), increment($player.coins, prompt_number(0, 2)))\"",
            "keep the answers in `action_data`",
        ),
        (
            "trigger_order: \"owner\"",
            "trigger_order: \"owners\"",
            "did you mean `owner`",
        ),
        (
            "changed: \"$state.left\" }, condition",
            "changed: \"$state.lefd\" }, condition",
            "did you mean `$state.left`",
        ),
        ("\"$event.new > 1\"", "\"$event.new == 'x'\"", "E311"),
    ];
    for (from, to, wanted) in cases {
        let text = SEALED.replacen(from, to, 1);
        assert_ne!(text, SEALED, "{from}");
        let told = match cardable_core::parse(text) {
            Ok(_) => panic!("{to}: nothing is wrong"),
            Err(error) => error.to_string(),
        };
        assert!(told.contains(wanted), "{to}: {told}");
    }
}
