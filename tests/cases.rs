//! Tests of rules from files: those of the shipped games pass, what is wrong is told where it stands, and a position that was set
//! up is a game like others.

use crate::support::{games, load};
use cardable_core::cases::{self, CasesRun, card_named};
use cardable_core::diag::{Diagnostics, Sources};
use cardable_core::ids::CardTypeId;
use cardable_core::setup::{Given, Item, Known, Laid, Position};
use cardable_core::view::CardSeen;
use cardable_core::{Game, Match, Ruleset, Seat, SeatSet, Seed, Setup, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Runs the tests of a text, and tells what is wrong as `line: message (help)`.
fn ran(ruleset: &Ruleset, text: &str) -> (CasesRun, Vec<String>) {
    let mut sources = Sources::new();
    let file = sources.add("tests.json5", text);
    let ran = cases::run(ruleset, file, &sources);
    let problems = ran
        .cases
        .iter()
        .flat_map(|case| &case.problems)
        .chain(ran.unread.sorted());
    let told = problems.map(|problem| {
        let line = problem.span.map_or(0, |span| sources.line_column(span).0);
        let help = problem
            .help
            .as_ref()
            .map_or(String::new(), |help| format!(" ({help})"));
        format!("{line}: {}{help}", problem.message)
    });
    let told = told.collect();
    (ran, told)
}

#[test]
fn every_shipped_game_has_tests_and_they_pass() {
    for (name, path) in games() {
        let ruleset = load(&name);
        let mut passed = 0;
        for entry in std::fs::read_dir(path.join("tests")).unwrap_or_else(|_| panic!("{name} has no tests")) {
            let file = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&file).expect("a text");
            let (ran, problems) = ran(&ruleset, &text);
            assert!(problems.is_empty(), "{}: {problems:#?}", file.display());
            passed += ran.passed();
        }
        assert!(passed > 0, "{name} has no tests");
    }
}

/// A test of Crazy Eights in which the first seat is on turn, with these fields beside `name`.
fn on_turn(rest: &str) -> String {
    let given = r#""state": "play", "turn": 0, "zones": { "hand:0": ["4H", "8S"], "hand:1": ["2C"], "discard": "KH" },
        "data": { "globals.suit": "Hearts" }"#;
    format!(r#"{{ "tests": [{{ "name": "a test", "given": {{ {given} }}, {rest} }}] }}"#)
}

#[test]
fn what_is_so_passes() {
    let ruleset = load("crazy-eights");
    for rest in [
        r#""expect": { "state": "play", "turn": 0, "over": false, "zone_count": { "stock": 48, "hand:1": 1 } }"#,
        r#""expect": { "zones": { "hand:0": ["8s", "four of hearts"], "discard": "Kh" } }"#,
        r#""expect": { "data": { "globals.suit": "Hearts", "globals.plays": 0, "globals.left": 5.0 } }"#,
        r#""expect": { "offered": { "seat": 0, "actions": ["play", "Draw a card"], "seats": [], "cards": [] } }"#,
        r#""expect": { "offered": { "seat": 0, "actions": "play", "cards": ["4H", "8S"] } }"#,
        r#""expect": { "not_offered": [{ "seat": 0, "actions": "pass" }, { "seat": 1, "actions": "play" }] }"#,
        r#""choose": { "action": "play", "cards": "4H", "expect": { "turn": 1, "events": ["plays"] } },
           "expect": { "zones": { "discard": ["4H", "KH"] } }"#,
        r#""choose": [{ "action": "play", "cards": "8S" }, { "answer": "Clubs" }], "expect": { "data": { "globals.suit": "Clubs" } }"#,
        r#""choose": [{ "seat": 1, "action": "draw", "refused": "it is not your turn" }]"#,
        r#""choose": [{ "action": "pass", "refused": true }, { "action": "play", "cards": "2C", "refused": true }]"#,
        r#""choose": { "times_out": true }, "expect": { "zone_count": { "hand:0": 3 } }"#,
        r#""choose": [{ "action": "draw" }, { "action": "draw" }], "expect": { "data": { "globals.left": 3 } }"#,
        r#""expect": { "zones": { "hand:0": ["...", "8S"], "hand:1": "...", "discard": ["KH", "..."] } }"#,
        r#""choose": { "action": "play", "cards": "4H" }, "expect": { "zones": { "discard": ["...", "KH"] }, "not_events": "draws" }"#,
        r#""expect": { "only_offered": [{ "seat": 0, "actions": ["draw", "play"] }, { "seat": 1, "actions": [] }] }"#,
    ] {
        let (_, problems) = ran(&ruleset, &on_turn(rest));
        assert!(problems.is_empty(), "{rest}: {problems:#?}");
    }
}

#[test]
fn what_is_not_so_fails_and_says_what_is() {
    let ruleset = load("crazy-eights");
    for (rest, wanted) in [
        (r#""expect": { "state": "deal" }"#, "expected deal, found play"),
        (r#""expect": { "turn": 1 }"#, "expected seat 1, found seat 0"),
        (
            r#""expect": { "over": true }"#,
            "expected a game that is over, found a game that goes on",
        ),
        (
            r#""expect": { "winners": [0] }"#,
            "expected [0], found a game that goes on",
        ),
        (
            r#""expect": { "zone_count": { "hand:1": 3 } }"#,
            "\"hand:1\": expected 3, found 1",
        ),
        (
            r#""expect": { "zones": { "hand:1": ["3C"] } }"#,
            "expected `Three of Clubs`, found `Two of Clubs`",
        ),
        (
            r#""expect": { "data": { "globals.suit": "Clubs" } }"#,
            "expected \"Clubs\", found \"Hearts\"",
        ),
        (
            r#""expect": { "offered": { "seat": 0, "actions": "pass" } }"#,
            "`Pass` is not offered: ",
        ),
        (
            r#""expect": { "offered": { "seat": 0, "actions": "play", "cards": "2C" } }"#,
            "Two of Clubs cannot be picked for `Play a card`; there are `Eight of Spades`, `Four of Hearts`",
        ),
        (
            r#""expect": { "offered": { "seat": 1, "actions": "play" } }"#,
            "seat 1 has nothing to choose in the state `play`",
        ),
        (
            r#""expect": { "not_offered": { "seat": 0, "actions": "draw" } }"#,
            "`Draw a card` is offered",
        ),
        (
            r#""expect": { "not_offered": { "seat": 0, "actions": "play", "cards": ["2C", "4H"] } }"#,
            "Four of Hearts can be picked",
        ),
        (
            r#""choose": { "action": "play", "cards": "4H", "expect": { "events": ["draws"] } }"#,
            "expected `draws`, found ",
        ),
        (
            r#""choose": { "action": "play", "cards": "4H", "refused": "eight" }"#,
            "the choice is not refused",
        ),
        (
            r#""choose": { "action": "play", "cards": "2C" }"#,
            "Two of Clubs cannot be picked for `Play a card`; there are ",
        ),
        (
            r#""choose": { "action": "pass", "refused": "something else" }"#,
            "expected a refusal with `something else`, found `",
        ),
        (
            r#""choose": [{ "action": "play", "cards": "8S" }, { "answer": "Stars" }]"#,
            "there is no entry `Stars`; there are `Clubs`, `Diamonds`, `Hearts`, `Spades`",
        ),
        (
            r#""choose": { "answer": "Clubs" }"#,
            "no question for entries of a list is asked",
        ),
        // What nobody could choose is refused by any rules.
        (
            r#""choose": [{ "action": "play", "cards": "8S" }, { "answer": "Stars", "refused": true }]"#,
            "nothing is called `Stars`; there are `Clubs`, `Diamonds`, `Hearts`, `Spades`",
        ),
        (
            r#""choose": [{ "action": "play", "cards": "8S" }, { "answer": 77, "refused": true }]"#,
            "no question for a number is asked",
        ),
        (
            r#""choose": { "action": "play", "cards": "9S", "refused": true }"#,
            "seat 0 sees no Nine of Spades and no seat has one, so it cannot be picked whatever the rules say",
        ),
        (
            r#""expect": { "not_offered": { "seat": 0, "actions": "play", "cards": "9S" } }"#,
            "seat 0 sees no Nine of Spades and no seat has one, so it cannot be picked whatever the rules say",
        ),
        (
            r#""expect": { "not_offered": { "seat": 0, "actions": "play", "cards": "9S@hand:1" } }"#,
            "no Nine of Spades lies there, so it cannot be picked whatever the rules say",
        ),
        (r#""choose": { "passes": true }"#, "the choice is refused: "),
        (
            r#""expect": { "zones": { "hand:0": ["...", "9S"] } }"#,
            "expected `...`, `Nine of Spades`, found `",
        ),
        (
            r#""choose": { "action": "play", "cards": "4H" }, "expect": { "zones": { "discard": ["KH", "..."] } }"#,
            "expected `King of Hearts`, `...`, found `Four of Hearts`, `King of Hearts`",
        ),
        (
            r#""expect": { "only_offered": { "seat": 0, "actions": ["draw"] } }"#,
            "expected `Draw a card`, found `Play a card`, `Draw a card`",
        ),
        (
            r#""expect": { "only_offered": { "seat": 0, "actions": [] } }"#,
            "expected none, found `",
        ),
        (
            r#""choose": { "action": "play", "cards": "4H", "expect": { "not_events": ["Four"] } }"#,
            "expected no line with `Four`, found `",
        ),
    ] {
        let (ran, problems) = ran(&ruleset, &on_turn(rest));
        assert_eq!(ran.failed(), 1, "{rest}");
        let told = problems.iter().any(|problem| problem.contains(wanted));
        assert!(told, "{rest}: {problems:#?}");
    }
}

/// A name that nothing has fails the test that has it, and no other.
#[test]
fn a_card_that_there_is_not_fails_its_test_alone() {
    let ruleset = load("crazy-eights");
    let text = r#"{ "tests": [
        { "name": "of no card", "given": { "zones": { "discard": "Zorn" } }, "expect": { "over": false } },
        { "name": "of a card", "given": { "state": "play", "zones": { "discard": "KH" } }, "expect": { "over": false } },
        { "name": "for too many", "given": { "seats": 30 }, "expect": { "over": false } },
    ] }"#;
    let (ran, problems) = ran(&ruleset, text);
    assert!(!ran.unread.has_errors(), "{problems:#?}");
    let passed: Vec<bool> = ran.cases.iter().map(|case| case.problems.is_empty()).collect();
    assert_eq!(passed, [false, true, false], "{problems:#?}");
    assert!(
        problems[0].starts_with("2: no single card is called `Zorn`"),
        "{problems:#?}"
    );
    assert_eq!(ran.cases[2].name, "for too many");
}

#[test]
fn no_more_cards_are_laid_than_a_zone_takes() {
    let text = cardable_core::testing::TINY.replace(
        "\"zone_visibility\": \"owner\"",
        "\"zone_visibility\": \"owner\", \"size\": [0, 2]",
    );
    let ruleset = cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"));
    let of = |cards: &str| {
        format!(
            r#"{{ "tests": [{{ "name": "a test", "given": {{ "zones": {{
                "hand:0": [{cards}]
            }} }}, "expect": {{ "over": false }} }}] }}"#
        )
    };
    let (_, problems) = ran(&ruleset, &of(r#""One of White", "Two of White""#));
    assert!(problems.is_empty(), "{problems:#?}");
    let (run, problems) = ran(&ruleset, &of(r#""One of White", "Two of White", "One of Black""#));
    let wanted =
        "2: at most 2 cards lie in this zone, and 3 would (name no more cards than its `size` allows)";
    assert_eq!((run.failed(), &problems[..]), (1, &[wanted.to_owned()][..]));
    // Cards of which nothing is said have to lie somewhere.
    let (_, problems) = ran(&ruleset, &of(r#""One of White", "...""#));
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn what_cannot_be_read_or_set_up_says_why() {
    let ruleset = load("crazy-eights");
    let given = |given: &str| {
        let expect = if given == r#"{ "turn": 0 }"# {
            ""
        } else {
            r#", "expect": { "over": false }"#
        };
        format!(r#"{{ "tests": [{{ "name": "a test", "given": {given}{expect} }}] }}"#)
    };
    for (text, wanted) in [
        (
            on_turn(r#""choose": [], "expect": { "zones": {} }"#),
            "this test cannot fail",
        ),
        // What is wrong with the position is told as well, where nothing else is.
        (
            r#"{ "tests": [{ "name": "a test", "given": { "zones": { "hand:0": ["4H", "4H"] } } }] }"#
                .to_owned(),
            "there are no more such cards",
        ),
        (
            on_turn(r#""choose": { "answer": 2.5 }"#),
            "questions ask for whole numbers",
        ),
        (
            on_turn(r#""expect": { "offered": { "seat": 0, "actions": [] } }"#),
            "no action is named",
        ),
        (
            on_turn(r#""choose": { "action": "draw", "expect": { "events": "" } }"#),
            "every line has these words",
        ),
        (
            on_turn(r#""choose": { "times_out": true, "draws": 1 }"#),
            "`draws` cannot be given where time runs out",
        ),
        (
            given(r#"{ "zones": { "stock": ["...", "..."] } }"#),
            "`...` stands here a second time",
        ),
        (
            given(r#"{ "face_down": "discard" }"#),
            "no cards of this zone are named",
        ),
        (
            given(r#"{ "zones": { "hand:0": "4H", "hand:0#0": "5H" } }"#),
            "it is said before what lies in this zone (say it once)",
        ),
        (
            given(r#"{ "knows": { "seats": 9, "zone": "stock", "cards": "4H" } }"#),
            "there is no seat 9",
        ),
        (
            "{ \"tests\": [{}] }".to_owned(),
            "1: this test lacks the field `name`",
        ),
        ("{ \"test\": [] }".to_owned(), "(did you mean `tests`?)"),
        (
            given(r#"{ "zones": { "hand:2": [] } }"#),
            "1: there is no zone `hand:2` (did you mean `hand:",
        ),
        (
            given(r#"{ "zones": { "hand:0": ["Four of Harts"] } }"#),
            "(did you mean `Four of Hearts`?)",
        ),
        (
            given(r#"{ "zones": { "hand:0": ["4"] } }"#),
            "no single card is called `4`",
        ),
        (
            given(r#"{ "zones": { "hand:0": ["Four"] } }"#),
            "it may be `Four of Clubs` or `Four of Diamonds`",
        ),
        (
            given(r#"{ "zones": { "hand:0": ["4H", "4H"] } }"#),
            "there are no more such cards",
        ),
        (
            given(r#"{ "zones": { "stock": ["4H"] } }"#),
            "51 cards lie nowhere: no zone takes those of which nothing is said (write `...`",
        ),
        (
            given(r#"{ "state": "plays" }"#),
            "there is no state `plays` (did you mean `play`?)",
        ),
        (
            given(r#"{ "state": "deal", "turn": 0 }"#),
            "this seat has no turn in the state (leave `turn` out",
        ),
        (
            given(r#"{ "turn": 2 }"#),
            "there is no seat 2 (seats are counted from 0, and the last one is 1)",
        ),
        (
            given(r#"{ "seats": 9 }"#),
            "`Crazy Eights` is for 2 to 7 seats, not 9",
        ),
        (
            given(r#"{ "data": { "suit": "Hearts" } }"#),
            "`suit` does not say whose data it is",
        ),
        (
            given(r#"{ "data": { "globals.suits": "Hearts" } }"#),
            "(did you mean `suit`?)",
        ),
        (
            given(r#"{ "data": { "table.suit": "Hearts" } }"#),
            "nobody has data of the name `table`",
        ),
        (
            given(r#"{ "data": { "globals.left": "two" } }"#),
            "the item has the type number",
        ),
        (
            given(r#"{ "data": { "globals.left": {} } }"#),
            "data are no objects",
        ),
        (
            given(r#"{ "knows": { "seats": 0, "zone": "hand:1", "cards": "4H" } }"#),
            "no such card lies there",
        ),
        (
            on_turn(r#""choose": { "action": "plays" }"#),
            "there is no action `plays` (did you mean `play`?)",
        ),
        (
            on_turn(r#""choose": { "seat": 0 }"#),
            "this does not say what the seat chooses",
        ),
        (
            on_turn(r#""choose": { "action": "pass", "passes": true }"#),
            "this does not say what the seat chooses",
        ),
    ] {
        let (ran, problems) = ran(&ruleset, &text);
        assert_eq!(ran.passed(), 0, "{text}");
        let told = problems.iter().any(|problem| problem.contains(wanted));
        assert!(told, "{text}: {problems:#?}");
    }
}

/// A game with roles, hidden data and a question for a seat.
const ROLES: &str = r#"{
    cardset: { set_name: "two", cards: [{ card_name: "A", card_id: 0 }, { card_name: "B", card_id: 1 }] },
    ruleset: {
        ruleset_name: "Roles", min_players: 3, max_players: 3, cardsets: "two",
        game_area: {
            roles: [{ name: "keeper", seats: 1 }, "player"],
            shared_zones: [{ name: "deck", zone_visibility: "all" }],
            player_zones: [{ name: "hand", zone_visibility: "owner" }, { name: "vault", zone_visibility: "all", roles: "keeper" }],
        },
        global_data: [
            { key: "who", type: "player" },
            { key: "suit", type: "string", value: "Hearts", domain: ["Hearts", "Spades"] },
        ],
        player_data: [
            { key: "bid", type: "number", value: 0, domain: { min: 0, max: 6 } },
            { key: "bids", type: "list", value: [], domain: { items: [1, 2], length: { min: 0, max: 3 } } },
        ],
        game_state: [{ state_name: "play", state_type: "round_robin", actions: [
            { action_name: "ask", type: "button", primitives: "set($globals.who, prompt_seat(other_players($player)))" },
            { action_name: "name", type: "button", primitives: "set($globals.suit, prompt_option(['Hearts', 'Spades']))" },
            { action_name: "end", type: "button", primitives: "end_game(all)" },
        ] }],
    },
}"#;

#[test]
fn zones_that_a_role_lacks_are_told() {
    let ruleset = cardable_core::parse(ROLES).unwrap_or_else(|e| panic!("{e}"));
    let of = |given: &str, expect: &str| {
        let text = format!(
            r#"{{ "tests": [{{ "name": "a test", "given": {{ {given} }}, "expect": {{ {expect} }} }}] }}"#
        );
        ran(&ruleset, &text).1
    };
    let none: [String; 0] = [];
    assert_eq!(
        of(
            r#""zones": { "vault:0": "A", "deck": "B" }"#,
            r#""zone_count": { "vault:0": 1 }"#
        ),
        none
    );
    let lacks = "1: the role of this seat does not have this zone (name a zone that the role has, or give the seat another role)";
    assert_eq!(of(r#""zones": { "vault:1": "A" }"#, r#""over": false"#), [lacks]);
    let lacks = "1: there is no `vault:2`: the role of this seat does not have the zone";
    assert_eq!(of("", r#""zone_count": { "vault:2": 0 }"#), [lacks]);
    assert_eq!(of("", r#""zones": { "vault:2": [] }"#), [lacks]);
}

#[test]
fn values_that_a_domain_does_not_have_are_told() {
    let ruleset = cardable_core::parse(ROLES).unwrap_or_else(|e| panic!("{e}"));
    let of = |key: &str, value: &str| {
        let text = format!(
            r#"{{ "tests": [{{ "name": "a test", "given": {{ "data": {{ "{key}": {value} }} }}, "expect": {{ "over": false }} }}] }}"#
        );
        ran(&ruleset, &text).1
    };
    for (key, value, wanted) in [
        ("globals.suit", "\"Spades\"", None),
        ("globals.suit", "null", None),
        ("player:0.bid", "6", None),
        ("player:0.bids", "[1, 2]", None),
        ("globals.suit", "\"Spaeds\"", Some("(did you mean `Spades`?)")),
        (
            "globals.suit",
            "\"A\"",
            Some("`globals.suit` has no such value in its `domain`"),
        ),
        ("player:0.bid", "7", Some("(write a whole number from 0 to 6)")),
        ("player:0.bids", "[1, 3]", Some("(write one of `1`, `2`)")),
    ] {
        let problems = of(key, value);
        match wanted {
            None => assert!(problems.is_empty(), "{key} {value}: {problems:#?}"),
            Some(wanted) => assert!(
                problems.len() == 1 && problems[0].contains(wanted),
                "{key} {value}: {problems:#?}"
            ),
        }
    }
}

#[test]
fn entries_of_questions_are_expected() {
    let ruleset = cardable_core::parse(ROLES).unwrap_or_else(|e| panic!("{e}"));
    let of = |action: &str, expect: &str| {
        let text = format!(
            r#"{{ "tests": [{{ "name": "a test", "given": {{ "turn": 0 }}, "choose": {{ "action": "{action}" }}, "expect": {{ {expect} }} }}] }}"#
        );
        ran(&ruleset, &text).1
    };
    let none: [String; 0] = [];
    let all = r#""offered": { "seat": 0, "seats": [1, 2] }, "not_offered": { "seat": 0, "seats": 0 }"#;
    assert_eq!(of("ask", all), none);
    let texts =
        r#""offered": { "seat": 0, "options": "Spades" }, "not_offered": { "seat": 0, "options": "play" }"#;
    assert_eq!(of("name", texts), none);
    for (action, expect, wanted) in [
        (
            "ask",
            r#""not_offered": { "seat": 0, "seats": 2 }"#,
            "is an entry of the question",
        ),
        (
            "ask",
            r#""offered": { "seat": 0, "seats": 0 }"#,
            "there is no entry `",
        ),
        (
            "name",
            r#""not_offered": { "seat": 0, "options": "Hearts" }"#,
            "`Hearts` is an entry of the question",
        ),
        // A slip of the pen is no entry, whatever the rules say.
        (
            "name",
            r#""not_offered": { "seat": 0, "options": "Haerts" }"#,
            "there is no entry `Haerts`; there are `Hearts`, `Spades`",
        ),
        (
            "name",
            r#""not_offered": { "seat": 1, "options": "Hearts" }"#,
            "seat 1 is asked no question for entries of a list",
        ),
        ("name", r#""not_offered": { "seat": 0 }"#, "no action is named"),
    ] {
        let problems = of(action, expect);
        assert!(
            problems.len() == 1 && problems[0].contains(wanted),
            "{expect}: {problems:#?}"
        );
    }
}

/// The first seat is on turn and the second one knows the top of the stock.
fn position(ruleset: &Ruleset) -> Position {
    let card = |name: &str| card_named(ruleset, name).expect("there is such a card");
    let zone = |name: &str| ruleset.zone(name).expect("there is such a zone");
    let stock = Laid {
        others: Some(1),
        ..Laid::open(zone("stock"), [card("QS"), card("2D")])
    };
    Position {
        state: ruleset.state("play"),
        turn: Some(Seat(0)),
        zones: vec![
            stock,
            Laid::open(zone("hand:0"), [card("4H"), card("8S")]),
            Laid::open(zone("hand:1"), [card("2C")]),
            Laid::open(zone("discard"), [card("KH"), card("3C")]),
        ],
        data: vec![(Item::Global(0), Given::Text("Hearts".to_owned()))],
        knows: vec![Known {
            zone: zone("stock"),
            card: card("QS"),
            by: SeatSet::one(Seat(1)),
        }],
        ..Position::default()
    }
}

#[test]
fn teams_that_the_rules_have_formed_can_be_given() {
    let ruleset = load("skat");
    let (setup, seed) = (Setup::seats(3), Seed::from(1));
    let position = Position {
        state: ruleset.state("play"),
        turn: Some(Seat(1)),
        teams: vec![SeatSet::one(Seat(1)), [Seat(0), Seat(2)].into_iter().collect()],
        zones: vec![Laid::open(
            ruleset.zone("hand:1").expect("there is such a zone"),
            card_named(&ruleset, "AH"),
        )],
        ..Position::default()
    };
    let game = position.set_up(&ruleset, &setup, seed).expect("a position");
    assert_eq!(game.view(Viewer::Spectator).status.teams, [1, 0, 1]);
    let captured = game.inspect(Viewer::Omniscient).position(&setup, seed);
    assert_eq!(captured.expect("it is a position").teams, position.teams);
    let text = cases::given(&game, &setup, seed).expect("it can be written");
    assert!(
        text.replace([' ', '\n'], "")
            .contains("\"formed_teams\":[[1],[0,2]]"),
        "{text}"
    );

    for (teams, wanted) in [
        ("[[1], [0, 2]]", None),
        ("[1, [0, 2]]", None),
        ("many", Some("1: there is no such team (name one that there is)")),
        (
            "[[0, 1], [1, 2]]",
            Some("1: a seat is in two teams (name each seat once)"),
        ),
        (
            "[[0], [3]]",
            Some("1: there is no seat 3 (seats are counted from 0, and the last one is 2)"),
        ),
    ] {
        let many = format!("[{}]", vec!["[]"; 300].join(", "));
        let teams = if teams == "many" { many.as_str() } else { teams };
        let given = format!(r#"{{ "seats": 3, "state": "play", "turn": 1, "formed_teams": {teams} }}"#);
        let text =
            format!(r#"{{ "tests": [{{ "name": "teams", "given": {given}, "expect": {{ "turn": 1 }} }}] }}"#);
        let (_, told) = ran(&ruleset, &text);
        assert_eq!(told.first().map(String::as_str), wanted, "{teams}");
    }
}

fn at(ruleset: &Ruleset, seed: u64) -> Game {
    position(ruleset)
        .set_up(ruleset, &Setup::seats(2), Seed::from(seed))
        .expect("a position")
}

#[test]
fn a_position_shows_each_seat_what_it_sees() {
    let ruleset = load("crazy-eights");
    let game = at(&ruleset, 7);
    let zone = |name: &str| ruleset.zone(name).expect("there is such a zone").index();
    let faces = |viewer: Viewer, name: &str| -> Vec<CardTypeId> {
        let cards = &game.view(viewer).zones[zone(name)].cards;
        let face = |card: &CardSeen| match card {
            CardSeen::Face(card) => Some(*card),
            CardSeen::Back(_) => None,
        };
        cards.iter().filter_map(face).collect()
    };
    for (viewer, hand, seen) in [
        (Viewer::Seat(Seat(0)), "hand:0", 2),
        (Viewer::Seat(Seat(1)), "hand:0", 0),
        (Viewer::Spectator, "hand:1", 0),
        (Viewer::Spectator, "discard", 2),
        (Viewer::Seat(Seat(1)), "stock", 0),
        (Viewer::Omniscient, "stock", 47),
    ] {
        assert_eq!(faces(viewer, hand).len(), seen, "{viewer:?} of {hand}");
    }
    // The top card is the last one of a pile.
    let queen = card_named(&ruleset, "QS").expect("a queen");
    assert_eq!(faces(Viewer::Omniscient, "stock").last(), Some(&queen));
    assert_eq!(
        faces(Viewer::Omniscient, "stock").first(),
        card_named(&ruleset, "2D").ok().as_ref()
    );
    let known = |seat| game.knowledge(Viewer::Seat(seat)).cards().len();
    assert_eq!((known(Seat(0)), known(Seat(1))), (0, 1));
}

#[test]
fn a_position_is_a_game_like_others() {
    let ruleset = load("crazy-eights");
    for seed in 0..20 {
        let mut game = at(&ruleset, seed);
        let save = game.save();
        let restored = Game::restore(&ruleset, &save).expect("a save");
        assert_eq!(restored.save(), save);
        // Who imagines it finds what the seat knows, and nothing else that is sure.
        let imagined = game.imagine(Viewer::Seat(Seat(1)), Seed::from(seed + 100));
        assert_eq!(
            imagined.knowledge(Viewer::Seat(Seat(1))).key(),
            game.knowledge(Viewer::Seat(Seat(1))).key()
        );
        let played = game.playout(&mut ChaCha8Rng::seed_from_u64(seed), 1_000);
        assert!(played.expect("no rule faults").finished);
    }
    let orders: Vec<_> = (0..4).map(|seed| at(&ruleset, seed).save()).collect();
    assert!(
        orders.iter().any(|save| *save != orders[0]),
        "the seed decides in which order the others lie"
    );
}

/// A game whose first state shows all hands, in which hands are filled when a turn begins, and two actions are called alike.
const SHOWING: &str = r#"{
    "cardset": { "set_name": "set", "suits": [], "cards": [
        { "card_name": "One", "card_id": 0, "card_value": 1 }, { "card_name": "Two", "card_id": 1, "card_value": 2 },
        { "card_name": "Three", "card_id": 2, "card_value": 3 }, { "card_name": "Four", "card_id": 3, "card_value": 4 },
    ] },
    "ruleset": {
        "ruleset_name": "Showing", "min_players": 2, "max_players": 2, "cardsets": "set",
        "game_area": {
            "shared_zones": [{ "name": "deck", "zone_visibility": "none", "order": "fixed-lifo" }],
            "player_zones": [{
                "name": "hand", "zone_visibility": "owner", "visible_in": { "show": "all" }, "order": "any",
                "replenish": { "when": ["turn_start"], "from": "deck", "up_to": 2 },
            }],
        },
        "game_state": [
            { "state_name": "show", "state_type": "round_robin", "actions": [
                { "action_name": "go", "type": "button", "primitives": "state_transition(play)" },
            ] },
            { "state_name": "play", "state_type": "round_robin", "actions": [
                { "action_name": "low", "label": "Lay", "type": "hand_pick", "type_params": 1, "legal": "$card.value < 3",
                  "primitives": "place_card($action.hand_pick, deck)" },
                { "action_name": "high", "label": "Lay", "type": "hand_pick", "type_params": 1, "legal": "$card.value > 2",
                  "primitives": "place_card($action.hand_pick, deck)" },
            ] },
        ],
    },
}"#;

#[test]
fn nothing_has_happened_and_nobody_has_seen_anything_before_a_position() {
    let ruleset = cardable_core::parse(SHOWING).expect("a ruleset");
    let zone = |name: &str| ruleset.zone(name).expect("there is such a zone");
    let mut position = Position {
        state: ruleset.state("play"),
        turn: Some(Seat(0)),
        zones: vec![
            Laid::open(zone("hand:0"), [CardTypeId(0)]),
            Laid::open(zone("hand:1"), [CardTypeId(3)]),
        ],
        ..Position::default()
    };
    let game = position
        .set_up(&ruleset, &Setup::seats(2), Seed::from(1))
        .expect("a position");
    let held = |game: &Game, name: &str| game.inspect(Viewer::Omniscient).cards(zone(name)).len();
    assert_eq!(
        (held(&game, "hand:0"), held(&game, "hand:1")),
        (1, 1),
        "no hand was filled"
    );
    for seat in [Seat(0), Seat(1)] {
        let known = game.knowledge(Viewer::Seat(seat)).cards();
        assert!(
            known.is_empty(),
            "{seat:?} knows {known:?}, though the state never showed hands"
        );
    }
    // Just entered, it does what it does on entry.
    position.enters = true;
    let game = position
        .set_up(&ruleset, &Setup::seats(2), Seed::from(1))
        .expect("a position");
    assert_eq!((held(&game, "hand:0"), held(&game, "hand:1")), (2, 1));
}

#[test]
fn of_actions_that_are_called_alike_the_one_that_fits_is_meant() {
    let ruleset = cardable_core::parse(SHOWING).expect("a ruleset");
    let given =
        r#""given": { "state": "play", "turn": 0, "zones": { "hand:0": ["One", "Four"], "hand:1": [] } }"#;
    for (rest, problem) in [
        (r#""choose": { "action": "Lay", "cards": "Four" }"#, None),
        (
            r#""expect": { "offered": { "seat": 0, "actions": "Lay", "cards": "Four" } }"#,
            None,
        ),
        (
            r#""expect": { "not_offered": { "seat": 0, "actions": "Lay", "cards": "Four" } }"#,
            Some("Four can be picked"),
        ),
        (
            r#""choose": { "action": "Lay", "cards": "Four", "refused": true }"#,
            Some("the choice is not refused"),
        ),
    ] {
        let text = format!(r#"{{ "tests": [{{ "name": "a test", {given}, {rest} }}] }}"#);
        let (_, problems) = ran(&ruleset, &text);
        match problem {
            None => assert!(problems.is_empty(), "{rest}: {problems:#?}"),
            Some(wanted) => assert!(
                problems.iter().any(|told| told.contains(wanted)),
                "{rest}: {problems:#?}"
            ),
        }
    }
}

#[test]
fn games_that_were_played_become_tests_that_pass() {
    for (name, _) in games() {
        let ruleset = load(&name);
        let names = (0..*ruleset.seats().start()).map(|seat| format!("Person {seat}"));
        let setup = Setup::named(names);
        for seed in 0..3 {
            let mut played = Match::new(&ruleset, &setup, Seed::from(seed)).expect("a game");
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            for _ in 0..120 {
                let Some(decision) = played.game().next_decision() else {
                    break;
                };
                let (seat, choice) = (decision.seat(), decision.sample(&mut rng).expect("a choice"));
                played.submit(seat, &choice).expect("it is offered");
            }
            if let Err(why) = cases::record(&ruleset, played.log()) {
                panic!("{name}, seed {seed}: {why}");
            }
        }
    }
}

/// A game with cards that are alike: each seat marks some, tells of one, and ends it.
const TWINS: &str = r#"{
    "cardset": {
        "set_name": "set", "suits": [],
        "cards": [{ "card_name": "Twin", "card_id": 0 }, { "card_name": "Other", "card_id": 1 }],
    },
    "deck": { "deck_name": "deck", "cardset": "set", "content": [{ "card": 0, "copies": 3 }, { "card": 1, "copies": 2 }] },
    "ruleset": {
        "ruleset_name": "Twins", "min_players": 3, "max_players": 3, "cardsets": "set",
        "game_area": {
            "shared_zones": [{ "name": "row", "decks": "deck", "zone_visibility": "all", "order": "fixed-fifo" }],
            "player_zones": [{ "name": "held", "zone_visibility": "others", "order": "fixed-fifo" }],
        },
        "card_data": [{ "key": "marks", "value": 0 }],
        "global_data": [{ "key": "favourite", "type": "card" }, { "key": "said", "value": "" }],
        "game_state": [{ "state_name": "play", "state_type": "round_robin", "actions": [
            { "action_name": "mark", "type": "world_pick", "pick": { "what": "card", "from": "row" },
              "primitives": "increment($action.world_pick.marks)" },
            { "action_name": "prefer", "type": "world_pick", "pick": { "what": "card", "from": "row" },
              "primitives": "set($globals.favourite, $action.world_pick)" },
            { "action_name": "ask", "type": "button",
              "primitives": "prompt_option($globals.said, ['yes', 'yes', 'no'], 'Well?')" },
            { "action_name": "tell", "type": "button",
              "primitives": "tell(cards_in(next_player().held), next_player(), c => c.name == 'Twin')" },
            { "action_name": "team", "type": "button", "primitives": "set_teams($player, other_players())" },
            { "action_name": "end", "type": "button", "primitives": "end_game($player, 'everything is marked')" },
        ] }],
    },
}"#;

/// A test of the twins in which the first seat is on turn, with these fields beside `name`.
fn among_twins(rest: &str) -> String {
    let given = r#""state": "play", "turn": 0, "zones": { "row": ["Twin", "Twin", "Other"], "held:1": ["Other", "Twin"] },
        "data": { "Twin@row[1].marks": 4, "globals.favourite": "Twin@row[1]" }"#;
    format!(r#"{{ "tests": [{{ "name": "a test", "given": {{ {given} }}, {rest} }}] }}"#)
}

#[test]
fn cards_that_are_alike_have_numbers() {
    let ruleset = cardable_core::parse(TWINS).expect("a ruleset");
    for rest in [
        r#""expect": { "data": { "Twin@row.marks": 0, "Twin@row[0].marks": 0, "Twin@row[1].marks": 4 } }"#,
        r#""expect": { "data": { "globals.favourite": "Twin@row[1]" } }"#,
        r#""choose": { "action": "prefer", "cards": "Twin@row[0]" }, "expect": { "data": { "globals.favourite": "Twin@row[0]" } }"#,
        r#""choose": { "action": "mark", "cards": "Twin@row[1]" }, "expect": { "data": { "Twin@row[1].marks": 5 } }"#,
        r#""choose": { "action": "mark", "cards": "Twin" }, "expect": { "data": { "Twin@row[0].marks": 1, "Twin@row[1].marks": 4 } }"#,
        r#""choose": { "action": "mark", "cards": "Twin@row[2]", "refused": true }, "expect": { "turn": 0 }"#,
        r#""expect": { "offered": { "seat": 0, "actions": "mark", "cards": ["Twin@row[1]", "Other@row"] } }"#,
        r#""expect": { "not_offered": { "seat": 0, "actions": "mark", "cards": ["Twin@held:1", "Twin@row[2]"] } }"#,
        r#""choose": [{ "action": "ask" }, { "answer": "yes[1]" }], "expect": { "data": { "globals.said": "yes" } }"#,
    ] {
        let (_, problems) = ran(&ruleset, &among_twins(rest));
        assert!(problems.is_empty(), "{rest}: {problems:#?}");
    }
    for (rest, wanted) in [
        (
            r#""expect": { "data": { "Twin@row[2].marks": 0 } }"#,
            "there is no `Twin@row[2].marks`: no such card lies there",
        ),
        (
            r#""expect": { "data": { "Twin@row[x].marks": 0 } }"#,
            "`row[x]` does not say which card (write a whole number",
        ),
        (
            r#""expect": { "data": { "globals.favourite": "Twin@row[0]" } }"#,
            "expected Twin@row[0], found Twin@row[1]",
        ),
        (
            r#""choose": [{ "action": "ask" }, { "answer": "yes[2]" }]"#,
            "there is no entry `yes[2]`; there are `yes`, `yes`, `no`",
        ),
    ] {
        let (_, problems) = ran(&ruleset, &among_twins(rest));
        assert!(
            problems.iter().any(|problem| problem.contains(wanted)),
            "{rest}: {problems:#?}"
        );
    }
}

#[test]
fn a_test_says_what_seats_know_were_told_and_belong_to() {
    let ruleset = cardable_core::parse(TWINS).expect("a ruleset");
    for rest in [
        r#""expect": { "knows": { "seats": [0, 2], "zone": "held:1", "cards": ["Other", "Twin"] } }"#,
        r#""expect": { "not_knows": [{ "seats": 1, "zone": "held:1", "cards": ["Other", "Twin"] }] }"#,
        r#""choose": { "action": "tell" }, "expect": { "told": [
            { "seats": 1, "card": "Twin@held:1", "may_be": "Twin" }, { "seats": 1, "card": "Other@held:1", "may_be": ["Other"] },
        ] }"#,
        r#""expect": { "teams": [0, 1, 2] }"#,
        r#""choose": { "action": "team" }, "expect": { "teams": [0, 1, 1] }"#,
        r#""choose": { "action": "end" }, "expect": { "over": true, "winners": 0, "reason": "is marked" }"#,
    ] {
        let (_, problems) = ran(&ruleset, &among_twins(rest));
        assert!(problems.is_empty(), "{rest}: {problems:#?}");
    }
    for (rest, wanted) in [
        (
            r#""expect": { "knows": { "seats": [0, 1], "zone": "held:1", "cards": "Other" } }"#,
            "seat 1 does not know Other",
        ),
        (
            r#""expect": { "not_knows": { "seats": [0, 1], "zone": "held:1", "cards": "Other" } }"#,
            "seat 0 knows Other",
        ),
        (
            r#""expect": { "not_knows": { "seats": 0, "zone": "held:2", "cards": "Other" } }"#,
            "Other does not lie there",
        ),
        (
            r#""expect": { "told": { "seats": 1, "card": "Twin@held:1", "may_be": "Twin" } }"#,
            "seat 1 was told nothing of Twin",
        ),
        (
            r#""expect": { "told": { "seats": 1, "card": "Twin", "may_be": "Twin" } }"#,
            "this does not say where the card lies (write its zone",
        ),
        (
            r#""choose": { "action": "tell" }, "expect": { "told": { "seats": 1, "card": "Twin@held:1", "may_be": ["Twin", "Other"] } }"#,
            "expected `Other`, `Twin`, found `Twin`",
        ),
        (
            r#""choose": { "action": "team" }, "expect": { "teams": [0, 1, 0] }"#,
            "expected [0, 1, 0], found [0, 1, 1]",
        ),
        (
            r#""choose": { "action": "end" }, "expect": { "reason": "over" }"#,
            "expected `over`, found `everything is marked`",
        ),
        (
            r#""expect": { "reason": "over" }"#,
            "expected `over`, found a game that goes on",
        ),
    ] {
        let (_, problems) = ran(&ruleset, &among_twins(rest));
        assert!(
            problems.iter().any(|problem| problem.contains(wanted)),
            "{rest}: {problems:#?}"
        );
    }
}

/// A game in which a die is rolled.
const DIE: &str = r#"{
    "cardset": { "set_name": "set", "suits": [], "cards": [{ "card_name": "One", "card_id": 0, "card_value": 1 }] },
    "ruleset": {
        "ruleset_name": "Die", "min_players": 2, "max_players": 2, "cardsets": "set",
        "global_data": [{ "key": "n", "value": 0 }],
        "game_state": [{ "state_name": "play", "state_type": "round_robin", "actions": [
            { "action_name": "roll", "type": "button", "primitives": "random_number($globals.n, 1, 6)" },
        ] }],
    },
}"#;

#[test]
fn a_test_says_what_chance_gives() {
    let ruleset = cardable_core::parse(DIE).expect("a ruleset");
    let rolled = |draws: &str, n: u32| {
        let step = format!(r#"{{ "action": "roll", "draws": {draws} }}"#);
        let text = format!(
            r#"{{ "tests": [{{ "name": "a roll", "choose": {step}, "expect": {{ "data": {{ "globals.n": {n} }} }} }}] }}"#
        );
        ran(&ruleset, &text).1
    };
    for draw in 0..6 {
        assert_eq!(rolled(&draw.to_string(), draw + 1), [""; 0]);
    }
    assert_eq!(rolled("3", 5), ["1: `globals.n`: expected 5, found 4"]);
    assert_eq!(
        rolled("6", 1),
        ["1: `draws` has 6, and chance gives numbers from 0 to 5"]
    );
    assert_eq!(
        rolled("[3, 4]", 4),
        ["1: of 2 numbers of `draws`, 1 were not asked for"]
    );
}

#[test]
fn all_that_is_given_is_read() {
    let text = r#"{ "tests": [{ "name": "a test", "given": {
        "seats": 4, "seed": 9, "options": { "target": 30, "open": true, "pace": 1.5, "who": "all" }, "teams": [0, 1, 1, 0],
        "roles": ["player"], "state": "play", "enters": true, "turn": 2, "zones": { "hand:3": ["4H", "...", "5H"], "discard": [] },
        "face_down": "discard", "data": { "player:1.score": 2.5, "globals.suit": null },
        "knows": [{ "seats": [0, 3], "zone": "hand:3", "cards": ["4H", "5H"] }],
    }, "expect": { "over": false } }] }"#;
    let ruleset = load("crazy-eights");
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let file = sources.add("tests.json5", text);
    let cases = cardable_compiler::cases::read(&ruleset, file, &sources, &mut diags);
    assert!(diags.is_empty(), "{diags:?}");
    let [case] = &cases[..] else {
        panic!("{cases:?}");
    };
    let setup = Setup::seats(4)
        .option("target", 30)
        .option("open", true)
        .option("pace", 1.5)
        .option("who", "all");
    let card = |name: &str| card_named(&ruleset, name).expect("there is such a card");
    let zone = |name: &str| ruleset.zone(name).expect("there is such a zone");
    let known = |name: &str| Known {
        zone: zone("hand:3"),
        card: card(name),
        by: [Seat(0), Seat(3)].into_iter().collect(),
    };
    let position = Position {
        state: ruleset.state("play"),
        enters: true,
        turn: Some(Seat(2)),
        teams: Vec::new(),
        zones: vec![
            Laid {
                others: Some(1),
                ..Laid::open(zone("hand:3"), [card("4H"), card("5H")])
            },
            Laid {
                face_down: true,
                ..Laid::open(zone("discard"), [])
            },
        ],
        data: vec![
            (Item::Seat(Seat(1), 0), Given::Float(2.5)),
            (Item::Global(0), Given::Nothing),
        ],
        knows: vec![known("4H"), known("5H")],
    };
    assert_eq!(case.seed, Seed::from(9));
    assert_eq!(
        (&case.setup.seats, &case.setup.options),
        (&setup.seats, &setup.options)
    );
    assert_eq!(
        (&case.setup.teams[..], &case.setup.roles[..]),
        (&[0, 1, 1, 0][..], &["player".to_owned()][..])
    );
    assert_eq!(case.given.as_ref().map(|given| &given.position), Some(&position));
}

/// The texts in quotation marks of a file, as places in it.
fn quoted(text: &str) -> Vec<std::ops::Range<usize>> {
    let marks: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    marks.chunks_exact(2).map(|two| two[0] + 1..two[1]).collect()
}

#[test]
fn tests_that_nobody_would_write_are_told_and_never_panic() {
    let files: Vec<(String, String)> = games()
        .into_iter()
        .map(|(name, path)| {
            let text = std::fs::read_to_string(path.join("tests/rules.json5")).expect("a text");
            (name, text)
        })
        .collect();
    let words: Vec<&str> = files
        .iter()
        .flat_map(|(_, text)| quoted(text).into_iter().map(|at| &text[at]))
        .collect();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut below = |n: usize| rng.next_u32() as usize % n.max(1);
    let (mut unread, mut failed) = (0, 0);
    for (name, text) in &files {
        let ruleset = load(name);
        for _ in 0..8 {
            // Mostly words that are as long, and so are likely to be of one kind: those are read, and set up what makes no sense.
            let mut changed = text.clone();
            for _ in 0..1 + below(2) {
                let places = quoted(&changed);
                let at = places[below(places.len())].clone();
                let alike: Vec<_> = places.iter().filter(|place| place.len() == at.len()).collect();
                let new = match below(8) {
                    0 => words[below(words.len())].to_owned(),
                    _ => changed[alike[below(alike.len())].clone()].to_owned(),
                };
                changed.replace_range(at, &new);
            }
            let (ran, _) = ran(&ruleset, &changed);
            unread += usize::from(ran.unread.has_errors());
            failed += ran.failed();
        }
    }
    assert!(
        unread > 10 && failed > 10,
        "{unread} files are not read, {failed} tests fail"
    );
}

/// What is wrong with an option of a test is told where the option stands.
#[test]
fn options_of_tests_are_told_at_their_place() {
    let hearts = cardable_rulesets::game("hearts").unwrap().load().unwrap();
    for (option, wanted) in [
        (
            "\n\"pas\": \"left\"",
            "2: there is no option `pas`: did you mean `pass`? (write the `key` of an option of the game, or leave it out)",
        ),
        (
            "\"pass\":\n\"right\"",
            "2: option `pass` cannot be `right`: it can be one of cycle, never, left (write a value that it can be, or \
             leave the option out)",
        ),
        (
            "\"pass\":\nnull",
            "2: an option is true or false, a number or a text, not null (leave it out, and it is what it is when nobody \
             chooses)",
        ),
        (
            "\"pass\":\n[\"left\"]",
            "2: an option is true or false, a number or a text, not a list (write one value that the option can be)",
        ),
    ] {
        for more in ["", ", \"zones\": { \"hand:0\": [\"QS\"] }"] {
            let test = format!("{{ tests: [{{ name: 'x', given: {{ options: {{ {option} }}{more} }} }}] }}");
            let (_, told) = ran(&hearts, &test);
            assert!(told.iter().any(|line| line == wanted), "{test}: {told:#?}");
        }
    }
}
