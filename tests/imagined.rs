//! Searches play imagined tables on to their end: no shipped game faults there, whoever imagines.

mod support;

use cardable_core::testing::Opening;
use cardable_core::{Game, Ruleset, Seat, Seed, Setup, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeSet;

/// How many positions of each game are looked at: at least, and at most, while there are choices.
const POSITIONS: std::ops::Range<u64> = 100..1_500;
/// After how many choices in all playouts of a game no further position is looked at.
const CHOICES: u64 = 200_000;
/// How many choices a playout makes at most.
const LONGEST: u64 = 500;

fn viewers(game: &Game) -> impl Iterator<Item = Viewer> + use<> {
    let seats = (0..game.seats()).filter_map(|seat| u8::try_from(seat).ok());
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
    let checked = Ruleset::check_text("hidden.json", HIDDEN, &[]);
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
    let checked = Ruleset::check_text("kinds.json", &text, &[]);
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
