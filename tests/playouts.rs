//! Playing on at random: the same from the same seed, to the end, and nothing
//! lost when the rules fault.

use crate::support;
use cardable_core::ids::ActionId;
use cardable_core::rand::Rng;
use cardable_core::search::{PlayoutObserver, work_of};
use cardable_core::view::CardSeen;
use cardable_core::{
    Choice, DecisionRef, FaultReport, Game, Ruleset, Seat, SeatSet, Seed, Setup, ViewEvent, Viewer,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn shipped(name: &str) -> Ruleset {
    cardable_core::load(support::root().join("rulesets").join(name)).expect("a shipped ruleset loads")
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

/// What is told of a game: who decides among which actions, which one it is, and what could not be worked out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Told {
    decisions: Vec<(Seat, Vec<ActionId>)>,
    choices: Vec<Option<ActionId>>,
    warnings: Vec<(usize, String)>,
}

impl PlayoutObserver for Told {
    /// The highest; of every third decision somebody who is not among them.
    fn next_seat(&mut self, seats: SeatSet, _: &mut impl Rng) -> Option<Seat> {
        match self.decisions.len() % 3 {
            0 => Some(Seat(31)),
            _ => seats.into_iter().last(),
        }
    }

    fn decision(&mut self, decision: &DecisionRef<'_>) {
        self.decisions
            .push((decision.seat(), decision.actions().collect()));
    }

    fn choice(&mut self, action: Option<ActionId>) {
        self.choices.push(action);
    }

    fn warning(&mut self, warning: &FaultReport) {
        self.warnings.push((self.choices.len(), warning.to_string()));
    }
}

/// Plays choice by choice, by names, as the playout does without.
fn by_names(game: &mut Game, rng: &mut ChaCha8Rng, limit: usize) -> Told {
    let mut told = Told::default();
    for _ in 0..limit {
        let seats = game.to_decide();
        let Some(lowest) = seats.lowest() else { break };
        let seat = match told.decisions.len() % 3 {
            0 => lowest,
            _ => seats.into_iter().last().expect("somebody decides"),
        };
        let decision = game.decision(seat).expect("the seat decides");
        told.decision(&decision);
        let choice = decision.sample(rng).expect("a decision has a choice");
        told.choice(match &choice {
            Choice::Act { action, .. } => Some(*action),
            Choice::Number(_) | Choice::Items(_) | Choice::Pass => None,
        });
        game.submit(seat, &choice).expect("what is drawn is applied");
        for warning in game.inspect(Viewer::Omniscient).warnings() {
            told.warning(warning);
        }
    }
    told
}

/// So a game of many can be looked at by itself, choice by choice, and searches see what play brings.
#[test]
fn a_playout_is_what_sampling_and_submitting_comes_to() {
    const LIMIT: usize = 300;
    let shipped = support::games().into_iter().map(|(name, _)| support::load(&name));
    let warns = include_str!("fixtures/cardgame/table.cardgame.json")
        .replace("\"EFFECTS\"", "\"move_all(discard, hand:0)\"")
        .replace("\"VALUE\"", "\"set_var('n', 1)\"")
        .replace(
            "\"actions\": [{ \"name\": \"end\"",
            "\"actions\": [{ \"name\": \"go\", \"label\": \"Go\", \"effect\": \"end_turn()\" }, \
             { \"name\": \"end\", \"condition\": \"top_card_suit(discard) != 'hearts'\"",
        );
    let warns = support::loader()
        .check_text("warns.cardgame.json", &warns)
        .into_result();
    let mut warned = 0;
    for ruleset in shipped.chain([warns.expect("it loads")]) {
        let setup = Setup::seats(*ruleset.seats().end());
        for seed in 0..3 {
            let begun = || Game::new(&ruleset, &setup, Seed::from(seed)).expect("it begins");
            let (mut fast, mut slow) = (begun(), begun());
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut told = Told::default();
            let played = fast
                .playout_with(&mut rng.clone(), LIMIT as u64, &mut told)
                .expect("nothing faults");
            let expected = by_names(&mut slow, &mut rng, LIMIT);
            assert_eq!(told, expected, "{}", ruleset.name());
            assert_eq!(played.choices as usize, told.choices.len());
            assert_eq!(
                fast.view(Viewer::Omniscient),
                slow.view(Viewer::Omniscient),
                "{}",
                ruleset.name()
            );
            warned += told.warnings.len();
        }
    }
    assert!(warned > 0, "conditions that cannot be worked out are told of");
}

#[test]
fn a_limit_stops_it_where_it_can_go_on() {
    let ruleset = shipped("crazy-eights");
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut game = game(&ruleset, 4, 1);
    let short = game.playout(&mut rng, 7).expect("nothing faults");
    assert_eq!((short.choices, short.finished), (7, false));
    assert_eq!(game.seq(), 7);
    let rest = game.playout(&mut rng, 5_000).expect("nothing faults");
    assert!(rest.finished && game.result().is_some());
    let none = game.playout(&mut rng, 5_000).expect("nothing faults");
    assert_eq!(none.choices, 0, "it is over");
}

#[test]
fn work_is_counted_the_same_each_time() {
    let per_choice = |name: &str| {
        let ruleset = shipped(name);
        let begun = game(&ruleset, 2, 1);
        let play = |game: &mut Game| {
            let played = game.playout(&mut ChaCha8Rng::seed_from_u64(5), 60);
            played.expect("nothing faults")
        };
        let (mut one, mut other) = (begun.fork(), begun.fork());
        let played = play(&mut one);
        assert_eq!(play(&mut other), played, "{name}");
        // What was worked out before makes nothing cheaper.
        one.clone_from(&begun);
        assert_eq!(play(&mut one), played, "{name}");
        let (mut one, mut other) = (begun.fork(), begun);
        while let Some(decision) = one.next_decision() {
            let (seat, number) = (decision.seat(), decision.count().get() - 1);
            one.submit_nth(seat, number).expect("nothing faults");
            other.submit_nth(seat, number).expect("nothing faults");
            assert!(work_of(&one) > 0 && work_of(&one) == work_of(&other), "{name}");
            if one.seq() == 20 {
                break;
            }
        }
        played.work / played.choices
    };
    let (cheap, dear) = (per_choice("crazy-eights"), per_choice("durak"));
    assert!(dear > 3 * cheap, "{cheap} and {dear}");
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
    let ruleset = cardable_core::parse(FAULTY).expect("it loads");
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

/// Nobody can do anything, and an automatic action of each turn keeps the rules going.
const ROUND: &str = r#"{ "ruleset": {
    "ruleset_name": "Round", "min_players": 2, "max_players": 2,
    "global_data": [{ "key": "n", "value": 0 }],
    "game_state": [{
        "state_name": "play", "state_type": "round_robin",
        "actions": [
            {
                "action_name": "count", "type": "auto", "on": "turn",
                "primitives": { "endpoint": "set", "params": ["$globals.n", 1] }
            },
            { "action_name": "go", "type": "button", "condition": "$globals.n == 0", "primitives": "set($globals.n, 2)" },
            { "action_name": "end", "type": "button", "condition": "$globals.n > 2", "primitives": "end_game()" }
        ]
    }]
} }"#;

#[test]
fn rules_that_go_round_are_told_with_their_place() {
    let ruleset = cardable_core::parse(ROUND).expect("it loads");
    let begun = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).map(|_| ());
    let fault = match begun {
        Err(cardable_core::SetupError::Faulted(fault)) => fault,
        other => panic!("{other:?}"),
    };
    assert!(fault.message.contains("go round without end"), "{fault}");
    let place = fault.place.as_ref().expect("a place");
    assert_eq!((fault.state.as_deref(), place.line), (Some("play"), 9), "{fault}");
    assert!(
        place.path.starts_with("$.ruleset.game_state[0].actions[0]"),
        "{fault:?}"
    );
}

/// A game that tells of its first deal is the same game, and tells nobody what is hidden from him.
#[test]
fn a_game_that_records_its_beginning_is_the_same() {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let setup = Setup::seats(*ruleset.seats().end());
        let plain = Game::new(&ruleset, &setup, Seed::from(3)).expect("it begins");
        let mut told = Game::begin_with_events(&ruleset, &setup, Seed::from(3)).expect("it begins");
        assert_eq!(plain.save(), told.save(), "{name}");
        assert_eq!(plain.to_decide(), told.to_decide(), "{name}");
        let events = told.events(Viewer::Spectator);
        assert_eq!(plain.events(Viewer::Spectator), [], "{name}");
        told.restart(Seed::from(3)).expect("it begins again");
        assert_eq!(events, told.events(Viewer::Spectator), "{name}");
    }
    let ruleset = shipped("crazy-eights");
    let game = Game::begin_with_events(&ruleset, &Setup::seats(2), Seed::from(3)).expect("it begins");
    let hand = ruleset.seat_zone("hand", Seat(0)).expect("there are hands");
    let dealt = |viewer| {
        let events = game.events(viewer).into_iter();
        let cards = events.filter_map(|event| match event {
            ViewEvent::Moved { to, card, .. } if to.zone == hand => Some(card),
            _ => None,
        });
        let (faces, backs): (Vec<_>, Vec<_>) = cards.partition(|card| matches!(card, CardSeen::Face(_)));
        (faces.len(), backs.len())
    };
    let (faces, none) = dealt(Viewer::Seat(Seat(0)));
    assert!(faces > 0 && none == 0);
    for other in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
        assert_eq!(dealt(other), (0, faces));
    }
}
