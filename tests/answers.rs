//! Answers to questions that have parts: cards that have to go together.

use crate::support::numbers::{begin, numbers};
use cardable_core::decision::{Count, Offered};
use cardable_core::diag::Sources;
use cardable_core::{Choice, Game, Loader, Pick, Ruleset, Seat, cases};

const ANSWERS: &str = include_str!("fixtures/answers.json5");

fn parsed(text: &str) -> Ruleset {
    cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn what_is_asked_and_answered() {
    let mut sources = Sources::new();
    let file = sources.add(
        "answers.tests.json5",
        include_str!("fixtures/answers.tests.json5"),
    );
    let ran = cases::run(&parsed(ANSWERS), file, &sources);
    assert!(!ran.unread.has_errors(), "{:#?}", ran.unread);
    for case in &ran.cases {
        let problems: Vec<&str> = case
            .problems
            .iter()
            .map(|problem| problem.message.as_str())
            .collect();
        assert!(problems.is_empty(), "{}: {problems:#?}", case.name);
    }
    assert!(ran.passed() >= 5);
}

/// What the checker warns of in the game, with another label of its action `draw`.
fn warned(label: &str) -> Vec<String> {
    let text = ANSWERS.replace("Draw a card ({left} left, {$player.held} held)", label);
    let checked = Loader::new().check_text("ruleset.json", &text);
    let told = checked.diagnostics.sorted();
    told.iter().map(|told| told.code.as_str().to_owned()).collect()
}

#[test]
fn values_in_the_braces_of_a_label_are_read_and_others_are_warned_of() {
    assert_eq!(warned("Draw a card ({left} left, {$player.held} held)"), [""; 0]);
    assert_eq!(warned("Draw a card ({left} left, $player.held held)"), ["W312"]);
}

/// A game of numbered cards whose seat is asked something as its only action, with a default for who runs out of time.
fn asking(cards: usize, bounds: &str, default: &str, valid: &str) -> Game {
    let action = format!(
        r#"{{
            action_name: "take", type: "button", action_data: {{ key: "those", type: "cards" }},
            primitives: [
                "prompt_cards($action.those, deck, {bounds}, 'Which?', {default}, picked => {valid})",
                "set($globals.picked, sum($action.those, value))",
            ],
        }}, {{ action_name: "pass", type: "button" }}"#
    );
    begin(&parsed(&numbers(cards, &action)), 1, 3)
}

fn begin_asking(game: &mut Game) {
    let take = game.ruleset().action("play", "take").expect("an action");
    assert_eq!(game.submit(Seat(0), &Choice::act(take)), Ok(()));
}

#[test]
fn only_answers_that_go_together_are_listed() {
    // 1 + 4, 2 + 3, 5.
    let mut game = asking(6, "1, 6", "nothing", "sum(picked, value) == 5");
    begin_asking(&mut game);
    let decision = game.next_decision().expect("the question");
    assert_eq!(decision.count(), Count::Exactly(3));
    let choices: Vec<Choice> = decision.choices().collect();
    assert_eq!(choices.len(), 3);
    for (number, choice) in (0..).zip(&choices) {
        assert_eq!(decision.nth(number).as_ref(), Some(choice));
        assert_eq!(decision.index_of(choice), Some(number));
        assert_eq!(decision.key_of(choice), decision.key_of_nth(number));
        let mut after = game.clone();
        assert_eq!(after.submit(Seat(0), choice), Ok(()));
    }
    assert_eq!(decision.keys().len(), 3);
    let [
        Offered::Items {
            items, ruled: true, ..
        },
    ] = &decision.offers()[..]
    else {
        panic!("a question for entries");
    };
    // Whatever is picked, only what can still go with it is offered next.
    let place = |name: &str| items.iter().position(|item| item == name).expect("it is shown") as u16;
    let next = |picked: &[&str]| {
        let choice = Choice::items(picked.iter().map(|name| place(name)));
        let more = decision.extend(&choice).expect("entries of the list");
        let name = |pick: &Pick| match pick {
            Pick::Option(at) => items[usize::from(*at)].clone(),
            other => panic!("{other:?}"),
        };
        let mut names: Vec<String> = more.next.iter().map(name).collect();
        names.sort();
        (names.join(" "), more.complete)
    };
    assert_eq!(next(&[]), ("1 2 3 4 5".to_owned(), false));
    assert_eq!(next(&["4"]), ("1".to_owned(), false));
    assert_eq!(next(&["4", "1"]), (String::new(), true));
    let wrong = Choice::items([place("1"), place("2")]);
    let refused = game.submit(Seat(0), &wrong).expect_err("they do not go together");
    assert!(
        refused.to_string().contains("these do not go together"),
        "{refused}"
    );
}

#[test]
fn a_default_counts_only_where_it_goes_together() {
    for (default, sum) in [
        ("filter(deck, card => card.value in [2, 3])", Some(5)),
        ("deck", None),
    ] {
        let mut game = asking(6, "1, 6", default, "sum(picked, value) == 5");
        begin_asking(&mut game);
        assert_eq!(game.timeout(Seat(0)), Ok(()));
        // Whatever else is drawn goes together as well.
        let picked = crate::support::played::global(&game, "picked");
        assert_eq!(picked, "5", "{default} {sum:?}");
    }
}

#[test]
fn where_nothing_goes_together_there_is_no_question() {
    let game = asking(3, "1, 3", "nothing", "sum(picked, value) == 9");
    let decision = game.next_decision().expect("somebody decides");
    assert_eq!(
        decision.actions().count(),
        1,
        "the action that asks is not offered"
    );
    // Later in an action it is a fault.
    let action = r#"{
        action_name: "take", type: "button", action_data: { key: "those", type: "cards" },
        primitives: [
            "set($globals.picked, 1)",
            "prompt_cards($action.those, deck, 1, 3, picked => sum(picked, value) == 9)",
        ],
    }"#;
    let mut game = begin(&parsed(&numbers(3, action)), 1, 3);
    let take = game.ruleset().action("play", "take").expect("an action");
    let fault = game.submit(Seat(0), &Choice::act(take)).expect_err("no answer");
    assert!(fault.to_string().contains("no possible answer"), "{fault}");
}

#[test]
fn a_search_that_ends_early_still_takes_every_right_answer() {
    // More ways than are looked at, of which the smallest cards are the only right one.
    let mut game = asking(
        30,
        "0, 6",
        "nothing",
        "count(picked) == 0 || sum(picked, value) == 21",
    );
    begin_asking(&mut game);
    let decision = game.next_decision().expect("the question");
    assert!(matches!(decision.count(), Count::AtLeast(_)));
    let [Offered::Items { items, .. }] = &decision.offers()[..] else {
        panic!("a question for entries");
    };
    let small = |(at, item): (usize, &String)| (item.parse::<usize>().ok()? <= 6).then_some(at as u16);
    let choice = Choice::items(items.iter().enumerate().filter_map(small));
    assert_eq!(game.submit(Seat(0), &choice), Ok(()));
}

#[test]
fn orders_are_counted_and_numbered_however_many_there_are() {
    for (cards, bounds, count) in [
        (4, "2, 3", 12 + 24),
        (10, "10, 10", 3_628_800),
        (30, "30, 30", u64::MAX),
    ] {
        let action = format!(
            r#"{{
                action_name: "take", type: "button", action_data: {{ key: "those", type: "cards" }},
                primitives: [
                    "prompt_cards($action.those, deck, {bounds}, 'Which?', nothing, true)",
                    "set($globals.picked, $action.those[0].value)",
                ],
            }}"#
        );
        let mut game = begin(&parsed(&numbers(cards, &action)), 1, 3);
        begin_asking(&mut game);
        let decision = game.next_decision().expect("the question");
        assert_eq!(decision.count(), Count::Exactly(count));
        for number in [0, 1, count / 3, count - 1] {
            let choice = decision.nth(number).expect("a choice");
            if count < u64::MAX {
                assert_eq!(decision.index_of(&choice), Some(number));
                assert_eq!(decision.key_of(&choice), decision.key_of_nth(number));
            }
            let mut after = game.clone();
            assert_eq!(after.submit(Seat(0), &choice), Ok(()));
        }
        // Bots look at orders that begin with any card.
        let keys = decision.keys();
        assert!(keys.len() <= 4_096, "{}", keys.len());
        let first = |number: u64| match decision.nth(number) {
            Some(Choice::Items(places)) => places[0],
            other => panic!("{other:?}"),
        };
        if count < u64::MAX {
            let begun: std::collections::BTreeSet<u16> =
                keys.iter().map(|keyed| first(keyed.number)).collect();
            assert_eq!(begun.len(), cards);
        }
        let [
            Offered::Items {
                items, ordered: true, ..
            },
        ] = &decision.offers()[..]
        else {
            panic!("a question for entries in order");
        };
        let second: String = items[1].clone();
        let least = bounds
            .split_once(',')
            .expect("two")
            .0
            .parse::<u16>()
            .expect("a number");
        let choice = Choice::items([1, 0].into_iter().chain(2..least));
        assert_eq!(game.submit(Seat(0), &choice), Ok(()));
        assert_eq!(crate::support::played::global(&game, "picked"), second);
    }
}

#[test]
fn a_number_is_split_within_the_bounds_of_each_part() {
    let ways = |call: &str| {
        let action = format!(
            r#"{{
                action_name: "split", type: "button", action_data: {{ key: "parts", type: "list" }},
                primitives: ["{call}", "set($globals.picked, $action.parts[0])"],
            }}, {{ action_name: "pass", type: "button" }}"#
        );
        let mut game = begin(&parsed(&numbers(4, &action)), 1, 3);
        let split = game.ruleset().action("play", "split").expect("an action");
        let offered = game
            .next_decision()
            .is_some_and(|decision| decision.actions().count() == 2);
        if !offered {
            return (Vec::new(), game);
        }
        game.submit(Seat(0), &Choice::act(split))
            .unwrap_or_else(|e| panic!("{call}: {e}"));
        let decision = game.next_decision().expect("the question");
        let [
            Offered::Items {
                items,
                min: 1,
                max: 1,
                ..
            },
        ] = &decision.offers()[..]
        else {
            panic!("a question for one of the ways");
        };
        (items.clone(), game)
    };
    let cases: [(&str, &[&str]); 6] = [
        (
            "prompt_split($action.parts, 2, ['a', 'b'])",
            &["a: 2, b: 0", "a: 1, b: 1", "a: 0, b: 2"],
        ),
        (
            "prompt_split($action.parts, 3, ['a', 'b'], 1)",
            &["a: 2, b: 1", "a: 1, b: 2"],
        ),
        (
            "prompt_split($action.parts, 3, ['a', 'b', 'c'], [0, 2], [3, 2, 0])",
            &["a: 1, b: 2, c: 0"],
        ),
        ("prompt_split($action.parts, 0, ['a', 'b'])", &["a: 0, b: 0"]),
        ("prompt_split($action.parts, 5, ['a', 'b'], 0, 2)", &[]),
        ("prompt_split($action.parts, 1, [])", &[]),
    ];
    for (call, expected) in cases {
        let (found, _) = ways(call);
        assert_eq!(found, expected, "{call}");
    }
    // The answer of who runs out of time, and one that is given.
    let (_, mut game) = ways("prompt_split($action.parts, 9, ['a', 'b'], 0, 9, 'How?', [4, 5])");
    let mut other = game.clone();
    assert_eq!(game.timeout(Seat(0)), Ok(()));
    assert_eq!(crate::support::played::global(&game, "picked"), "4");
    assert_eq!(other.submit(Seat(0), &Choice::items([2])), Ok(()));
    assert_eq!(crate::support::played::global(&other, "picked"), "7");
    // More ways than anybody would look through are a fault.
    let action = r#"{
        action_name: "split", type: "button", action_data: { key: "parts", type: "list" },
        primitives: ["set($globals.picked, 1)", "prompt_split($action.parts, 400, [1, 2, 3, 4, 5, 6, 7, 8])"],
    }"#;
    let mut game = begin(&parsed(&numbers(4, action)), 1, 3);
    let split = game.ruleset().action("play", "split").expect("an action");
    let fault = game
        .submit(Seat(0), &Choice::act(split))
        .expect_err("too many ways");
    assert!(fault.to_string().contains("ways to split a number"), "{fault}");
}

fn labels(game: &Game) -> Vec<String> {
    let decision = game.next_decision().expect("somebody decides");
    let offers = decision.offers();
    let labels = offers.iter().filter_map(|offer| offer.label());
    labels.map(str::to_owned).collect()
}

#[test]
fn labels_hold_values_as_the_seat_sees_them() {
    let ruleset = parsed(ANSWERS);
    let mut game = begin(&ruleset, 2, 1);
    let info = ruleset.info();
    let words: Vec<&str> = info.actions.iter().map(|action| action.label.as_str()).collect();
    assert!(words.contains(&"Draw a card ( left, held)"), "{words:?}");
    assert!(
        labels(&game).contains(&"Draw a card (4 left, 2 held)".to_owned()),
        "{:?}",
        labels(&game)
    );
    let draw = ruleset.action("play", "draw").expect("an action");
    let text = |game: &Game| {
        let decision = game.next_decision().expect("somebody decides");
        decision.choice_text(&Choice::act(draw)).expect("it is offered")
    };
    assert_eq!(text(&game), "Draw a card (4 left, 2 held)");
    for seat in [0, 1] {
        assert_eq!(game.submit(Seat(seat), &Choice::act(draw)), Ok(()));
    }
    assert_eq!(text(&game), "Draw a card (2 left, 3 held)");
}

#[test]
fn entries_of_a_question_have_labels_of_their_own() {
    let action = r#"{
        action_name: "bet", type: "button", action_data: { key: "what", type: "string" },
        primitives: [
            { endpoint: "prompt_option", params: [
                "$action.what", ["fold", "call"], "{count(deck)} to come: well?", null, ["Fold", "Call {count(deck) * 5}"],
            ] },
            "if($action.what == 'call', set($globals.picked, 1))",
            "prompt_option($action.what, ['a', 'b'], 'Or {$globals.picked}?', nothing, ['{1 + 1} a', 'b'])",
        ],
    }"#;
    let mut game = begin(&parsed(&numbers(4, action)), 1, 3);
    let bet = game.ruleset().action("play", "bet").expect("an action");
    assert_eq!(game.submit(Seat(0), &Choice::act(bet)), Ok(()));
    let asked = |game: &Game| {
        let decision = game.next_decision().expect("the question");
        let [Offered::Items { label, items, .. }] = &decision.offers()[..] else {
            panic!("a question for entries");
        };
        format!("{} {}", label.clone().unwrap_or_default(), items.join(", "))
    };
    assert_eq!(asked(&game), "4 to come: well? Fold, Call 20");
    assert_eq!(game.submit(Seat(0), &Choice::items([1])), Ok(()));
    assert_eq!(asked(&game), "Or 1? 2 a, b");
}

#[test]
fn what_is_wrong_with_a_label() {
    let cases = [
        (
            "{next_player().hand[0].value} there",
            "a label depends on the faces in `hand`",
        ),
        ("{count(deck) left", "a place of this text is not closed"),
        ("{count(nothing at all)}", "E316"),
        ("{1}{2}{3}{4}{5}", "a label shows at most 4 values"),
        ("{$globals.none}", "E301"),
    ];
    for (label, expected) in cases {
        let action = format!(
            r#"{{ action_name: "take", type: "button", label: "{label}", primitives: "end_game([])" }}"#
        );
        let text = numbers(3, &action).replace(
            r#"shared_zones: ["#,
            r#"player_zones: [{ name: "hand", zone_visibility: "owner" }], shared_zones: ["#,
        );
        let checked = Loader::new().check_text("ruleset.json", &text);
        let found: Vec<String> = checked
            .reports()
            .into_iter()
            .map(|report| format!("{} {}", report.code.as_str(), report.message))
            .collect();
        assert!(
            found.iter().any(|found| found.contains(expected)),
            "{label} {found:#?}"
        );
    }
}

/// The first problem of a ruleset whose only action has this step, with its help.
fn problem(step: &str) -> String {
    let action = format!(
        r#"{{ action_name: "take", type: "button", action_data: {{ key: "those", type: "cards" }}, primitives: [{step}, "end_game([])"] }}"#
    );
    let text = numbers(3, &action).replace(
        r#"shared_zones: ["#,
        r#"player_zones: [{ name: "hand", zone_visibility: "owner" }], shared_zones: ["#,
    );
    let checked = Loader::new().check_text("ruleset.json", &text);
    let mut reports = checked.reports().into_iter();
    let first = reports
        .next()
        .unwrap_or_else(|| panic!("nothing is wrong with {step}"));
    format!(
        "{} {} | {}",
        first.code.as_str(),
        first.message,
        first.help.unwrap_or_default()
    )
}

#[test]
fn what_is_wrong_with_what_goes_together() {
    let cases = [
        (
            r#"{ endpoint: "prompt_card", params: ["$action.those", "deck"], valid: "true" }"#,
            "`prompt_card` lets nobody pick what has to go together | `valid` stands beside `prompt_cards`",
        ),
        (
            r#"{ endpoint: "prompt_cards", params: ["$action.those", "deck", 1, 2], valid_message: "No." }"#,
            "`valid_message` needs `valid`",
        ),
        (
            r#""prompt_cards($action.those, deck, 1, 2, picked => sum(picked, value))""#,
            "what goes together is a condition, found a number",
        ),
        (
            r#""prompt_cards($action.those, deck, 1, 2, picked => random_number(1, 2) == 1)""#,
            "`random_number` acts or asks, and this is only looked at",
        ),
        (
            r#""prompt_cards($action.those, deck, 1, 2, (a, b) => true)""#,
            "`prompt_cards` asks a function of one item, not of 2",
        ),
        (
            r#""ask(next_player(), prompt_cards(next_player().hand, 1, 2, picked => sum(picked, value) == sum($game.deck, value) && any(all, seat => seat != $player && count(seat.hand, card => card.value > 2) > 0)))""#,
            "depends on the faces in `hand`, which the seat may not see",
        ),
    ];
    for (step, expected) in cases {
        let found = problem(step);
        assert!(found.contains(expected), "{step}\n{found}\n{expected}");
    }
}
