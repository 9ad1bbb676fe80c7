//! Searches play imagined tables on to their end: no shipped game faults there, whoever imagines.

use crate::support;
use cardable_core::ids::ZoneId;
use cardable_core::search::Chance;
use cardable_core::testing::Opening;
use cardable_core::view::{CardSeen, Datum};
use cardable_core::{Choice, Game, Loader, NotApplied, Ruleset, Seat, Seed, Setup, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::{BTreeMap, BTreeSet};

/// How many positions of each game are looked at: at least, and at most, while there are choices.
const POSITIONS: std::ops::Range<u64> = 8..300;
/// After how many choices in all playouts of a game no further position is looked at.
const CHOICES: u64 = 12_000;
/// How many choices a playout makes at most.
const LONGEST: u64 = 200;

fn viewers(game: &Game) -> impl Iterator<Item = Viewer> + use<> {
    let seats = (0..game.seating().count()).filter_map(|seat| u8::try_from(seat).ok());
    seats
        .map(|seat| Viewer::Seat(Seat(seat)))
        .chain([Viewer::Spectator, Viewer::Omniscient])
}

/// A position of a game, from all of its length, with random seats, options and teams.
fn position(ruleset: &Ruleset, number: u64) -> Opening {
    let seats: Vec<usize> = ruleset.seats().collect();
    // What is more than the choices of a game is taken modulo their number.
    Opening::seats(seats[number as usize % seats.len()], number)
        .options(ruleset, number)
        .seating(ruleset, number)
        .ahead(number * 7_919 % 1_500)
}

#[test]
fn imagined_tables_are_played_on_without_a_fault() {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        let mut choices = 0;
        for number in 0..POSITIONS.end {
            if number >= POSITIONS.start && choices > CHOICES {
                break;
            }
            let opening = position(&ruleset, number);
            let game = opening.game(&ruleset).unwrap_or_else(|e| panic!("{name}: {e}"));
            for (at, viewer) in viewers(&game).enumerate() {
                let mut imagined = game.imagine(viewer, Seed::from(1_000 * number + at as u64));
                let mut rng = ChaCha8Rng::seed_from_u64(number);
                match imagined.playout(&mut rng, LONGEST) {
                    Ok(played) => choices += played.choices,
                    Err(fault) => panic!("{name}, {opening:?}, imagined by {viewer:?}: {fault}"),
                }
            }
        }
    }
}

/// A game with hidden data of every sort, some of it of a state that another one is laid over.
const HIDDEN: &str = r#"{ ruleset: {
    ruleset_name: "Hidden", min_players: 2, max_players: 2,
    global_data: [
        { key: "range", value: 1, visible_to: "none", domain: { min: 1, max: 3 } },
        { key: "truth", value: true, visible_to: "none" },
        { key: "unsaid", value: 7, visible_to: "none" },
    ],
    game_state: [
        {
            state_name: "below", state_type: "auto",
            state_data: [{ key: "under", value: 1, visible_to: "none", domain: [1, 2, 3] }],
            actions: [{ action_name: "on", type: "auto", primitives: ["state_push(above)", "end_game()"] }],
        },
        {
            state_name: "above", state_type: "round_robin",
            actions: [{
                action_name: "tell", type: "button", reveals: true,
                primitives: ["message('{0} {1} {2}', all, $globals.range, $globals.truth, $globals.unsaid)", "state_pop()"],
            }],
        },
    ],
} }"#;

/// What can be drawn is; what nothing is said of stays as it is, with a warning.
#[test]
fn hidden_data_is_drawn_within_what_it_may_be() {
    let checked = Loader::new().check_text("hidden.json", HIDDEN);
    let told = checked.reports().into_iter().map(|told| told.to_string());
    let told: Vec<String> = told.filter(|told| told.contains("W319")).collect();
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].contains("`unsaid` is hidden"), "{told:#?}");
    let ruleset = checked.into_result().expect("it checks");
    let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
    let (mut shared, mut under) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..60 {
        let imagined = game.imagine(Viewer::Seat(Seat(0)), Seed::from(seed));
        let view = imagined.view(Viewer::Omniscient);
        shared.insert(format!("{:?}", view.globals));
        under.insert(
            String::from_utf8(imagined.save())
                .expect("JSON")
                .split("\"under\":")
                .nth(1)
                .map(str::to_owned),
        );
    }
    assert_eq!(
        shared.len(),
        6,
        "three numbers, two truths, one that is told: {shared:?}"
    );
    assert_eq!(under.len(), 3, "{under:?}");
}

/// How many lists the game makes, and in what order, hangs on a number that nobody sees.
const LISTS: &str = r#"{ ruleset: {
    ruleset_name: "Lists", min_players: 2, max_players: 2,
    global_data: [
        { key: "secret", value: 1, visible_to: "none", domain: [1, 2, 3] },
        { key: "hidden", type: "numbers", value: [], visible_to: "none", domain: { items: [1], length: { max: 3 } } },
        { key: "zero", value: 0 },
        { key: "one", type: "list", value: [] },
        { key: "other", type: "list", value: [] },
    ],
    game_state: [
        { state_name: "begin", state_type: "auto", actions: [{ action_name: "make", type: "auto", primitives: [
            "set($globals.secret, random_number(1, 3))",
            {
                while: "list_count($globals.hidden) < $globals.secret",
                primitives: ["set($globals.hidden, concat_lists($globals.hidden, 1))"],
            },
            { condition: "$globals.secret > 1", primitives: ["set($globals.other, [[7, $globals.zero], 8])"] },
            "set($globals.one, [9, $globals.zero])",
            { condition: "$globals.secret == 1", primitives: ["set($globals.other, [[7, $globals.zero], 8])"] },
            "state_transition(play)",
        ] }] },
        { state_name: "play", state_type: "round_robin", actions: [
            { action_name: "end", type: "button", primitives: "end_game()" },
        ] },
    ],
} }"#;

/// The numbers of lists tell nothing of lists that nobody saw.
#[test]
fn lists_are_numbered_by_what_the_viewer_knows() {
    let ruleset = cardable_core::parse(LISTS).expect("it checks");
    let games = (0..12).map(|seed| Game::new(&ruleset, &Setup::seats(2), Seed::from(seed)));
    let games: Vec<Game> = games.map(|game| game.expect("it begins")).collect();
    let saved: BTreeSet<String> = games
        .iter()
        .map(|game| {
            let save: serde_json::Value = serde_json::from_slice(&game.save()).expect("JSON");
            save["world"]["lists_kept"].to_string()
        })
        .collect();
    assert_eq!(saved.len(), 3, "{saved:?}");
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
        let imagined = games
            .iter()
            .map(|game| game.imagine(viewer, Seed::from(5)).save());
        assert_eq!(imagined.collect::<BTreeSet<_>>().len(), 1, "{viewer:?}");
    }
}

/// Data of each kind, all hidden, with the domains that its kind has.
const KINDS: &str = r#"{
    cardset: { set_name: "four", cards: [
        { card_name: "Ace", card_id: 0 }, { card_name: "Two", card_id: 1 }, { card_name: "Six", card_id: 2 }, { card_name: "Ten", card_id: 3 },
    ] },
    deck: { deck_name: "all", cardset: "four", content: [0, 1, 2, 3] },
    ruleset: {
    ruleset_name: "Kinds", min_players: 3, max_players: 3, cardsets: "four", decks: "all",
    game_area: {
        shared_zones: [{ name: "deck", zone_visibility: "all" }, { name: "pile", zone_visibility: "all" }],
        player_zones: [{ name: "hand", zone_visibility: "all" }],
    },
    player_data: [{ key: "own", type: "TYPE", visible_to: "none", domain: DOMAIN }],
    game_state: [
        { state_name: "deal", state_type: "auto", actions: [
            { action_name: "deal", type: "auto", primitives: ["draw_card(all, deck, $player.hand)", "state_transition(play)"] },
        ] },
        { state_name: "play", state_type: "round_robin", actions: [{ action_name: "end", type: "button", primitives: "end_game()" }] },
    ],
} }"#;

/// What the hidden item of the first seat is in imagined tables, each of which can be saved and played on.
fn drawn(ty: &str, domain: &str) -> BTreeSet<String> {
    let text = KINDS.replace("TYPE", ty).replace("DOMAIN", domain);
    let checked = Loader::new().check_text("kinds.json", &text);
    let told: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
    assert_eq!(told, [] as [String; 0], "{ty} {domain}");
    let ruleset = checked.ruleset.expect("it checks");
    let game = Game::new(&ruleset, &Setup::seats(3), Seed::from(1)).expect("it begins");
    let mut found = BTreeSet::new();
    for seed in 0..80 {
        let imagined = game.imagine(Viewer::Seat(Seat(1)), Seed::from(seed));
        let again = Game::restore(&ruleset, &imagined.save());
        let again = again.unwrap_or_else(|error| panic!("{ty} {domain}: {error}"));
        found.insert(format!("{:?}", again.view(Viewer::Omniscient).seat_data[0][0]));
    }
    found
}

#[test]
fn hidden_data_of_each_kind_is_drawn_within_its_domain() {
    // How many different values there are.
    let cases = [
        ("number", "[1, 2.5, 4]", 3),
        ("number", "{ min: -1, max: 2 }", 4),
        ("boolean", "[true]", 1),
        ("string", "[\"a\", \"b\", \"\"]", 3),
        ("string", "{ or_nothing: [\"a\", \"b\"] }", 3),
        ("player", "\"players\"", 3),
        ("player", "\"others\"", 2),
        ("player", "{ or_nothing: \"others\" }", 3),
        ("zone", "[\"pile\", \"hand\"]", 2),
        ("deck", "\"decks\"", 1),
        ("deck", "[\"all\"]", 1),
        ("numbers", "{ items: [1, 2], length: 2 }", 4),
        (
            "numbers",
            "{ items: { min: 1, max: 4 }, length: { min: 0, max: 1 } }",
            5,
        ),
        ("numbers", "{ items: [1, 2, 3], length: 3, unique: true }", 6),
        ("players", "{ items: \"players\", length: 2, unique: true }", 6),
        ("strings", "{ items: [\"a\"], length: { max: 2 } }", 3),
        ("list", "{ items: { items: [1, 2], length: 1 }, length: 1 }", 2),
        ("any", "{ or_nothing: [1, \"a\"] }", 3),
    ];
    for (ty, domain, count) in cases {
        let found = drawn(ty, domain);
        assert_eq!(found.len(), count, "{ty} {domain}: {found:?}");
    }
    // Of cards a view tells only that there is one.
    for domain in [
        "\"cards\"",
        "{ zones: \"deck\" }",
        "{ zones: [\"hand\", \"deck\"] }",
        "{ cards: [\"Ace\", \"Six\"] }",
    ] {
        assert_eq!(drawn("card", domain).len(), 1, "{domain}");
        assert_eq!(
            drawn("card", &format!("{{ or_nothing: {domain} }}")).len(),
            2,
            "{domain}"
        );
    }
}

/// Seat 0 has rolled a die that nobody sees, and is asked to guess it; seat 1 has begun nothing.
const DIE: &str = include_str!("fixtures/imagined/die.json5");

/// The number of a seat's die, found by guessing all.
fn die(game: &Game, seat: Seat) -> Option<i64> {
    let score = |game: &Game| match game.view(Viewer::Omniscient).seat_datum(seat, 0) {
        Some(Datum::Int(score)) => *score,
        other => panic!("{other:?}"),
    };
    (1..=6).find(|guess| {
        let mut tried = game.fork();
        tried
            .submit(seat, &Choice::Number(*guess))
            .expect("a number that is asked for");
        score(&tried) > score(game)
    })
}

/// What an action in progress has made of chance is drawn anew, for whoever looks: nobody has seen it.
#[test]
fn a_die_that_nobody_has_seen_may_be_any_number() {
    let ruleset = cardable_core::parse(DIE).expect("it checks");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(4)).expect("it begins");
    let roll = game.decision(Seat(0)).and_then(|d| d.nth(0)).expect("a button");
    game.submit(Seat(0), &roll).expect("it rolls");
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
        let mut found = [0; 6];
        for seed in 0..300 {
            let imagined = game.imagine(viewer, Seed::from(seed));
            assert_eq!(imagined.view(viewer), game.view(viewer));
            let number = die(&imagined, Seat(0)).expect("some number");
            found[usize::try_from(number).expect("small") - 1] += 1;
        }
        // Each 50 times of 300; fewer than 20 or more than 85 would be chance once in a million.
        assert!(
            found.iter().all(|n| (20..=85).contains(n)),
            "{viewer:?}: {found:?}"
        );
    }
    // A game that was saved in the middle can be told anew as well.
    let restored = Game::restore(&ruleset, &game.save()).expect("a sound save");
    let (one, other) = (Viewer::Spectator, Seed::from(9));
    assert_eq!(
        restored.imagine(one, other).save(),
        game.imagine(one, other).save()
    );
    // When the question is answered, nothing is kept of how it came about.
    game.submit(Seat(0), &Choice::Number(1)).expect("a number");
    let saved = String::from_utf8(game.save()).expect("JSON");
    assert!(!saved.contains("\"story\""), "{saved}");
}

/// In a game that waits for a guess, nobody knows the die: all its numbers are imagined, each in a table that can be
/// played on.
fn any_die(game: &Game, tables: u64) {
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
        let mut found = BTreeSet::new();
        for seed in 0..tables {
            let imagined = game.imagine(viewer, Seed::from(seed));
            assert_eq!(imagined.view(viewer), game.view(viewer));
            found.insert(die(&imagined, Seat(0)).expect("some number"));
        }
        assert_eq!(found.len(), 6, "{viewer:?}: {found:?}");
    }
}

/// A playout that ends in the middle of an action leaves the same game as choices one by one.
#[test]
fn a_playout_can_end_within_an_action() {
    let ruleset = cardable_core::parse(DIE).expect("it checks");
    let start = Game::new(&ruleset, &Setup::seats(2), Seed::from(4)).expect("it begins");
    let (mut one, mut played) = (start.fork(), start.fork());
    one.submit_nth(Seat(0), 0).expect("it rolls");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    played.playout(&mut rng, 1).expect("a game without faults");
    assert!(one.save() == played.save(), "another game");
    any_die(&played, 60);
    // However far it goes, in one playout or in two.
    let asked = |game: &Game| {
        let first = game.decision(Seat(0)).and_then(|d| d.nth(0));
        matches!(first, Some(Choice::Number(_)))
    };
    let mut waiting = 0;
    for seed in 0..24 {
        let mut further = start.fork();
        for limit in [seed % 4, 1 + seed / 4] {
            let played = further.playout(&mut rng, limit);
            played.expect("a game without faults");
        }
        let again = Game::restore(&ruleset, &further.save()).expect("a sound save");
        assert!(again.save() == further.save(), "another game");
        if asked(&further) {
            waiting += 1;
            any_die(&further, 60);
        }
    }
    assert!(waiting > 2, "{waiting}");
}

struct Highest;

impl Chance for Highest {
    fn below(&mut self, n: u32) -> u32 {
        n - 1
    }
}

/// What a program decided in place of chance is as unknown to whoever looks as chance itself.
#[test]
fn what_a_program_decides_is_imagined_otherwise() {
    let ruleset = cardable_core::parse(DIE).expect("it checks");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(4)).expect("it begins");
    let roll = game.decision(Seat(0)).and_then(|d| d.nth(0)).expect("a button");
    game.submit_with(Seat(0), &roll, Some(&mut Highest))
        .expect("it rolls");
    assert_eq!(die(&game, Seat(0)), Some(6));
    any_die(&game, 60);
    let restored = Game::restore(&ruleset, &game.save()).expect("a sound save");
    any_die(&restored, 60);
}

/// A seat has rolled a die that nobody sees, and guesses aloud forty times.
const LONG: &str = include_str!("fixtures/imagined/long.json5");

/// An action may take long, and what others say in it may be one number of many.
#[test]
fn a_long_action_is_imagined_to_its_end() {
    let ruleset = cardable_core::parse(LONG).expect("it checks");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(4)).expect("it begins");
    game.submit_nth(Seat(0), 0).expect("it rolls");
    for guess in 1..40 {
        game.submit(Seat(0), &Choice::Number(guess))
            .expect("a number that is asked for");
    }
    any_die(&game, 40);
}

/// What cannot be made again is left out, whatever it was: the rules report it when they want it, and the table stays
/// as it is.
#[test]
fn what_is_not_imagined_is_nothing_and_faults() {
    let ruleset = cardable_core::parse(LONG.replace("40", "300")).expect("it checks");
    let waiting = |seed: u64| {
        let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(seed)).expect("it begins");
        game.submit_nth(Seat(0), 0).expect("it rolls");
        for guess in 0..280 {
            let guess = Choice::Number(1 + guess % 60);
            game.submit(Seat(0), &guess).expect("a number that is asked for");
        }
        game
    };
    let games: Vec<Game> = (0..4).map(waiting).collect();
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
        let saves = games.iter().map(|game| {
            let mut imagined = game.imagine(viewer, Seed::from(1));
            assert_eq!(imagined.view(viewer), game.view(viewer));
            let save = imagined.save();
            let done = imagined.submit_nth(Seat(0), 0);
            assert!(matches!(done, Err(NotApplied::Faulted(_))), "{done:?}");
            assert!(imagined.save() == save, "another game");
            save
        });
        assert_eq!(saves.collect::<BTreeSet<_>>().len(), 1, "{viewer:?}");
    }
}

/// A seat has drawn a hidden card, and is asked of what it holds.
const DRAWN: &str = include_str!("fixtures/imagined/drawn.json5");

/// What was worked out from hidden cards agrees with the cards that are imagined, and is what it was for whoever
/// has seen them.
#[test]
fn what_an_action_has_counted_agrees_with_the_cards() {
    let ruleset = cardable_core::parse(DRAWN).expect("it checks");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(4)).expect("it begins");
    let draw = game.decision(Seat(0)).and_then(|d| d.nth(0)).expect("a button");
    game.submit(Seat(0), &draw).expect("it draws");
    let held = |game: &Game| {
        let view = game.view(Viewer::Omniscient);
        let hand = ruleset.seat_zone("hand", Seat(0)).expect("a zone");
        let cards = view.zone(hand).map_or(&[][..], |zone| &zone.cards);
        cards.iter().map(|card| format!("{card:?}")).collect::<Vec<_>>()
    };
    let truth = (held(&game), die(&game, Seat(0)));
    let (mut own, mut other) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..60 {
        let mine = game.imagine(Viewer::Seat(Seat(0)), Seed::from(seed));
        own.insert((held(&mine), die(&mine, Seat(0))));
        let theirs = game.imagine(Viewer::Seat(Seat(1)), Seed::from(seed));
        other.insert((held(&theirs), die(&theirs, Seat(0))));
    }
    assert_eq!(own, BTreeSet::from([truth]));
    assert_eq!(other.len(), 3, "three cards, each with its own number: {other:?}");
}

/// Two pairs of seats in scenes of their own, one of which keeps its choices until both are in.
const TWO_SCENES: &str = include_str!("fixtures/imagined/two-scenes.json5");

/// Choices that are kept are drawn anew in whichever scene they are kept.
#[test]
fn kept_choices_of_every_scene_are_drawn() {
    let ruleset = cardable_core::parse(TWO_SCENES).expect("it checks");
    let mut game = Game::new(&ruleset, &Setup::seats(4), Seed::from(1)).expect("it begins");
    for (seat, nth) in [(Seat(0), 1), (Seat(2), 0)] {
        let choice = game.decision(seat).and_then(|d| d.nth(nth)).expect("a button");
        game.submit(seat, &choice).expect("it is offered");
    }
    let scores = |viewer| {
        let mut found = BTreeSet::new();
        for seed in 0..100 {
            let mut imagined = game.imagine(viewer, Seed::from(seed));
            imagined
                .submit_nth(Seat(1), 0)
                .expect("the last choice of its scene");
            let view = imagined.view(Viewer::Omniscient);
            found.insert(format!("{:?}", view.seat_datum(Seat(0), 0)));
        }
        found.len()
    };
    assert_eq!(scores(Viewer::Seat(Seat(0))), 1, "one's own choice is known");
    assert_eq!(scores(Viewer::Seat(Seat(1))), 3);
    assert_eq!(scores(Viewer::Seat(Seat(3))), 3);
}

/// The faces of a zone, sorted, for the all-seeing viewer.
fn faces(game: &Game, zone: ZoneId) -> Vec<CardSeen> {
    let view = game.view(Viewer::Omniscient);
    let mut cards = view.zone(zone).map_or(Vec::new(), |zone| zone.cards.to_vec());
    cards.sort_unstable();
    cards
}

/// Cards with one back that everybody knows apart stay where everybody knows them.
#[test]
fn suits_that_never_met_do_not_mix() {
    let ruleset = support::load("goofspiel");
    let mut game = Game::new(&ruleset, &Setup::seats(3), Seed::from(1)).expect("it begins");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..12 {
        let zones: Vec<ZoneId> = (0..3)
            .map(|seat| ruleset.seat_zone("hand", Seat(seat)).expect("a zone"))
            .chain(["box", "prizes"].map(|name| ruleset.zone(name).expect("a zone")))
            .collect();
        for seed in 0..20 {
            let imagined = game.imagine(Viewer::Spectator, Seed::from(seed));
            for zone in &zones {
                assert_eq!(faces(&imagined, *zone), faces(&game, *zone), "{zone:?}");
            }
        }
        game.playout(&mut rng, 1).expect("a game without faults");
    }
}

/// Two decks of one back: they are dealt apart, and mixed later.
const MIXED: &str = include_str!("fixtures/imagined/mixed.json5");

/// They trade places only once rules have mixed them where nobody sees it, whichever way they do.
#[test]
fn decks_trade_cards_once_they_are_mixed() {
    let ruleset = cardable_core::parse(MIXED).expect("it checks");
    let left = ruleset.zone("left").expect("a zone");
    let ways = |game: &Game| {
        let all = (0..200).map(|seed| faces(&game.imagine(Viewer::Spectator, Seed::from(seed)), left));
        all.collect::<BTreeSet<_>>().len()
    };
    let start = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("it begins");
    assert_eq!(ways(&start), 1);
    let play = |names: &[&str]| {
        let mut game = start.fork();
        for name in names {
            let seat = game.to_decide().lowest().expect("somebody");
            let decision = game.decision(seat).expect("a decision");
            let named = |choice: &Choice| matches!(choice, Choice::Act { action, .. } if ruleset.words().action_label(*action).unwrap_or_default() == *name);
            let choice = decision.choices().find(named).expect("a button");
            game.submit(seat, &choice).expect("it is offered");
        }
        game
    };
    assert_eq!(
        ways(&play(&["bag"])),
        2,
        "one card of the low deck is left, and nobody knows which"
    );
    assert_eq!(ways(&play(&["mix"])), 6, "any two of four");
    assert_eq!(ways(&play(&["bag", "back"])), 6);
}

/// Data that is computed is what the cards say, at every imagined table.
#[test]
fn computed_data_agrees_with_the_cards() {
    let ruleset = support::load("thirty-one");
    let best = ruleset.seat_datum("best").expect("an item");
    let showdown = |game: &Game| {
        let values = |ty: &cardable_core::ids::CardTypeId| {
            let text = ruleset.words().card_name(*ty).unwrap_or_default();
            let suit = text.split(" of ").nth(1).unwrap_or("").to_owned();
            let points = match text.split(' ').next().unwrap_or("") {
                "Ace" => 11,
                "Jack" | "Queen" | "King" | "Ten" => 10,
                "Two" => 2,
                "Three" => 3,
                "Four" => 4,
                "Five" => 5,
                "Six" => 6,
                "Seven" => 7,
                "Eight" => 8,
                "Nine" => 9,
                other => panic!("{other}"),
            };
            (suit, points)
        };
        let view = game.view(Viewer::Omniscient);
        for seat in 0..game.seating().count() as u8 {
            let mut suits: BTreeMap<String, i64> = BTreeMap::new();
            for card in &view
                .zone(ruleset.seat_zone("hand", Seat(seat)).expect("a zone"))
                .expect("a zone")
                .cards
            {
                let CardSeen::Face(ty) = card else {
                    panic!("all is seen")
                };
                let (suit, points) = values(ty);
                *suits.entry(suit).or_default() += points;
            }
            let expected = suits.values().copied().max().unwrap_or(0);
            assert_eq!(view.seat_datum(Seat(seat), best), Some(&Datum::Int(expected)));
        }
    };
    for number in 0..10 {
        let opening = Opening::seats(3, number).ahead(number * 2);
        let game = opening.game(&ruleset).expect("a game without faults");
        showdown(&game);
        for seed in 0..20 {
            showdown(&game.imagine(Viewer::Seat(Seat(0)), Seed::from(seed)));
        }
    }
}

/// What everybody could tell is no secret, although no view shows it.
#[test]
fn facts_of_games_in_phases_are_kept() {
    for name in ["blackjack", "hearts", "colours-and-numbers"] {
        let ruleset = support::load(name);
        let facts: Vec<u16> = ["hands_dealt", "scores_calculated"]
            .iter()
            .filter_map(|fact| ruleset.global(fact))
            .collect();
        assert!(!facts.is_empty(), "{name}");
        for number in 0..10 {
            let opening = Opening::seats(*ruleset.seats().end(), number).ahead(number * 5);
            let game = opening.game(&ruleset).expect("a game without faults");
            let known = |game: &Game| {
                let view = game.view(Viewer::Omniscient);
                facts
                    .iter()
                    .map(|at| view.global(*at).cloned())
                    .collect::<Vec<_>>()
            };
            for seed in 0..10 {
                let imagined = game.imagine(Viewer::Seat(Seat(0)), Seed::from(seed));
                assert_eq!(known(&imagined), known(&game), "{name}");
            }
        }
    }
}
