//! What authors ask of games: expressions, conditions part by part, and the position that a game is in.

use crate::support::games;
use cardable_core::debug::{Edit, Expression, OpenRules, Part, Told, data_now, value_text, why};
use cardable_core::setup::{Given, InZone, Item, NoPosition, PositionError};
use cardable_core::{Game, Loader, Seat, Seed, Setup, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn open(text: &str) -> OpenRules<'static> {
    let opened = Loader::new().open_text("game.json", text);
    opened.unwrap_or_else(|checked| panic!("{:?}", checked.reports()))
}

/// A game in which cards lie face up and face down in a pile that everybody sees.
fn with_pile(action: &str) -> (OpenRules<'static>, Game) {
    let text = cardable_core::testing::TINY
        .replace(
            "\"shared_zones\": [",
            "\"shared_zones\": [{ \"name\": \"pile\", \"zone_visibility\": \"face\" },",
        )
        .replace(
            "\"action_name\": \"finish\"",
            "\"action_name\": \"lay\", \"type\": \"auto\", \"on\": \"entry\", \"primitives\": [\"place_card(top_card(deck), pile)\", \"turn_face_up(pile)\",
                \"place_card(top_card(deck), pile, true)\"] }, { \"action_name\": \"finish\"",
        )
        .replace("\"condition\": \"count_cards(deck) > 0\"", action);
    let rules = open(&text);
    let game = Game::new(rules.ruleset(), &Setup::named(["Ada", "Grace"]), Seed::from(1));
    (rules, game.unwrap_or_else(|error| panic!("{error}")))
}

/// What an expression is, as a seat reads it or as the all-seeing; None where a card is not seen.
fn value(rules: &OpenRules<'_>, game: &Game, seat: Option<Seat>, text: &str) -> Option<String> {
    let expression =
        Expression::compile(rules, game, seat, text).unwrap_or_else(|why| panic!("{text}: {why}"));
    let found = expression
        .value(game)
        .unwrap_or_else(|why| panic!("{text}: {why}"));
    (!found.is_unseen).then(|| value_text(game, &found.value))
}

#[test]
fn what_a_seat_does_not_see_is_unknown_to_it() {
    let (rules, game) = with_pile("\"condition\": \"true\"");
    let ada = Some(Seat(0));
    assert_eq!(
        value(&rules, &game, None, "top_card(pile).value > 0").as_deref(),
        Some("true")
    );
    assert_eq!(value(&rules, &game, ada, "top_card(pile).value > 0"), None);
    assert_eq!(
        value(&rules, &game, ada, "bottom_card(pile).value > 0").as_deref(),
        Some("true")
    );
    let either = "bottom_card(pile).value > 0 || top_card(pile).value > 0";
    assert_eq!(value(&rules, &game, ada, either).as_deref(), Some("true"));
    assert_eq!(
        value(&rules, &game, ada, "top_card(pile)").as_deref(),
        Some("'a card'")
    );
    // Texts and lists that only the expression has do not get in the way of those of the game.
    assert_eq!(
        value(&rules, &game, None, "concat('new', ' ', 'text')").as_deref(),
        Some("'new text'")
    );
    assert_eq!(
        value(&rules, &game, None, "[[1, 2], ['a']]").as_deref(),
        Some("[[1, 2], ['a']]")
    );
}

fn told(part: &Part, level: usize, out: &mut Vec<String>) {
    let now = match &part.told {
        Told::Value(value) => value.clone(),
        Told::Unseen => "unseen".to_owned(),
        Told::Fault(why) => why.clone(),
    };
    out.push(format!("{level} {}: {now}", part.text));
    part.parts.iter().for_each(|part| told(part, level + 1, out));
}

#[test]
fn conditions_are_told_part_by_part() {
    let condition = r#""condition": [{ "if": "$player.score == 0 && !is_empty(deck)", "message": "No." },
        "top_card(pile).value > 0 || count_cards(deck) > 9", "not (bottom_card(pile).value > 2)"]"#;
    let other = r#", "primitives": "end_turn()" }, { "action_name": "rest", "type": "button""#;
    let (rules, game) = with_pile(&format!("{condition}{other}"));
    let take = rules
        .ruleset()
        .actions()
        .find(|(_, _, name, _)| *name == "Take a stone");
    let take = take.expect("an action").0;
    let why = why(&rules, &game, Seat(0), take, None).unwrap_or_else(|error| panic!("{error}"));
    let mut lines = Vec::new();
    told(&why.condition.expect("a condition"), 0, &mut lines);
    let wanted = [
        "1 $player.score == 0 && !is_empty(deck): true",
        "2 $player.score == 0: true",
        "2 !is_empty(deck): true",
        "3 is_empty(deck): false",
        "1 top_card(pile).value > 0 || count_cards(deck) > 9: unseen",
        "2 top_card(pile).value > 0: unseen",
        "2 count_cards(deck) > 9: false",
    ];
    assert_eq!(lines[1..8], wanted, "{lines:#?}");
    assert!(
        lines[8].starts_with("1 not (bottom_card(pile).value > 2): "),
        "{lines:#?}"
    );
}

/// Whatever runs in a shipped game, its conditions can be taken apart, an expression can be worked out, and it is set up again as
/// it stands, or it is told why that cannot be.
#[test]
fn shipped_games_are_explained_and_edited() {
    let supplied = cardable_rulesets::files();
    let luau = cardable_lua::Luau::new();
    let mut positions = 0;
    for (name, path) in games() {
        let loader = Loader::new().supplied(&[supplied]).scripts(&luau);
        let rules = loader
            .open_path(&path)
            .unwrap_or_else(|_| panic!("{name} has errors"));
        let setup = Setup::seats(*rules.ruleset().seats().start());
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut game = Game::new(rules.ruleset(), &setup, Seed::from(5))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        for _ in 0..3 {
            for _ in 0..7 {
                if let Some(decision) = game.next_decision() {
                    let (seat, choice) = (decision.seat(), decision.sample(&mut rng).expect("a choice"));
                    game.submit(seat, &choice)
                        .unwrap_or_else(|error| panic!("{name}: {error}"));
                }
            }
            if game.is_over() {
                break;
            }
            assert_eq!(
                value(&rules, &game, None, "6 * 7").as_deref(),
                Some("42"),
                "{name}"
            );
            match game.inspect(Viewer::Omniscient).position(&setup, Seed::from(5)) {
                Ok(position) => {
                    positions += 1;
                    let again = position.set_up(rules.ruleset(), &setup, Seed::from(5));
                    let again = again.unwrap_or_else(|error| panic!("{name}: {error}"));
                    assert_eq!(again.to_decide(), game.to_decide(), "{name}");
                }
                Err(NoPosition::NotSetUp(PositionError::DecksAreChosen)) => {}
                Err(NoPosition::NotSetUp(error)) => panic!("{name}: {error}"),
                Err(why) => assert!(!why.to_string().is_empty()),
            }
        }
        if game.is_over() {
            continue;
        }
        let running = game.view(Viewer::Omniscient).status.scenes[0].state;
        let seat = game.to_decide().lowest().unwrap_or(Seat(0));
        for (action, state, label, _) in rules.ruleset().actions() {
            if state == running {
                why(&rules, &game, seat, action, None)
                    .unwrap_or_else(|error| panic!("{name}, {label}: {error}"));
            }
        }
    }
    assert!(positions > 10, "{positions}");
}

#[test]
fn a_position_keeps_data_and_what_is_known() {
    let (rules, game) = with_pile("\"condition\": \"true\"");
    let why = game
        .inspect(Viewer::Omniscient)
        .position(&Setup::seats(2), Seed::from(1));
    // Cards of one zone lie face up and face down.
    assert!(
        matches!(why, Err(NoPosition::Lost("who sees which card"))),
        "{why:?}"
    );
    let ruleset = cardable_core::testing::tiny_ruleset();
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)).expect("a game");
    game.submit_nth(Seat(0), 0).expect("a choice");
    assert!(matches!(
        game.inspect(Viewer::Seat(Seat(0)))
            .position(&Setup::seats(2), Seed::from(1)),
        Err(NoPosition::NotAllSeeing)
    ));
    let position = game
        .inspect(Viewer::Omniscient)
        .position(&Setup::seats(2), Seed::from(1));
    let position = position.unwrap_or_else(|error| panic!("{error}"));
    assert!(position.data.contains(&(Item::Seat(Seat(0), 0), Given::Int(1))));
    assert_eq!(position.turn, Some(Seat(1)));
    let _ = rules;
}

#[test]
fn data_of_cards_are_listed_where_they_are_set() {
    let ruleset = cardable_core::parse(include_str!("fixtures/creatures.json5")).expect("the rules check");
    let (setup, seed) = (Setup::seats(2), Seed::from(1));
    let mut game = Game::new(&ruleset, &setup, seed).expect("a game");
    let info = ruleset.info();
    let of_cards = |game: &Game| -> Vec<(String, String)> {
        let all = data_now(game, &info).into_iter();
        let of_cards = all.filter(|datum| matches!(datum.item, Item::Card { .. }));
        of_cards.map(|datum| (datum.name, datum.value)).collect()
    };
    assert_eq!(of_cards(&game), [], "all are what they are at first");
    let deck = ruleset.zone("deck").expect("a deck");
    let cards = game.inspect(Viewer::Omniscient).cards(deck);
    let card = *cards
        .iter()
        .find(|card| cards.iter().filter(|other| other == card).count() > 1)
        .expect("two alike");
    let name = ruleset.words().card_name(card).expect("a card");
    // What all see and what nobody sees, of two cards that are alike.
    for (key, nth, value) in [("growth", 1, 2), ("lives", 0, 3)] {
        let item = info
            .card_data
            .iter()
            .position(|item| item.name == key)
            .expect("an item");
        let at = InZone {
            zone: deck,
            nth: Some(nth),
        };
        let item = Item::Card {
            card,
            at,
            item: item as u16,
        };
        let set = Edit::Set {
            item,
            value: Given::Int(value),
        };
        game = set
            .made(&game, &setup, seed)
            .unwrap_or_else(|error| panic!("{key}: {error}"));
        // What is listed is what can be set again.
        assert!(
            data_now(&game, &info).iter().any(|datum| datum.item == item),
            "{key}"
        );
    }
    assert_eq!(
        of_cards(&game),
        [
            (format!("{name}@deck.lives"), "3".to_owned()),
            (format!("{name}@deck[1].growth"), "2".to_owned())
        ]
    );
}

#[test]
fn a_position_says_how_cards_lie_where_it_matters() {
    let given = |text: &str| {
        let ruleset = cardable_core::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let (setup, seed) = (Setup::seats(2), Seed::from(1));
        let game = Game::new(&ruleset, &setup, seed).expect("a game");
        cardable_core::cases::given(&game, &setup, seed).unwrap_or_else(|error| panic!("{error}"))
    };
    let tiny = cardable_core::testing::TINY;
    assert!(!given(tiny).contains("face_down"), "{}", given(tiny));
    let asks = tiny.replace(
        "\"condition\": \"count_cards(deck) > 0\"",
        "\"condition\": \"!is_face_up(top_card(deck))\", \"reveals\": true",
    );
    assert!(
        given(&asks).contains("\"face_down\": [\"deck\"]"),
        "{}",
        given(&asks)
    );
}
