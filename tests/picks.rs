//! Picks of which there are more than can be looked at, and what narrows the search for right ones.

use crate::support::numbers::{begin, numbers, of_three_values};
use cardable_core::decision::Count;
use cardable_core::view::CardSeen;
use cardable_core::{Choice, Loader, Pick, Ruleset, Seat, Viewer};

/// An action that takes some cards whose values add up to a number.
fn adding_up(least: usize, most: usize, sum: u32) -> String {
    format!(
        r#"{{
            action_name: "take", type: "world_pick",
            pick: {{ from: "deck", min: {least}, max: {most} }},
            valid: "sum($picked, value) == {sum}",
            primitives: {{ endpoint: "end_game", params: [[]] }},
        }}, {{ action_name: "pass", type: "button" }}"#
    )
}

#[test]
fn a_right_pick_is_taken_however_many_there_are() {
    // Cards, how many are picked, and what they add up to: the only right pick is the smallest ones.
    let cases = [(30, 5, 5, 15), (26, 3, 6, 6), (18, 7, 7, 28), (24, 10, 12, 55)];
    for (cards, least, most, sum) in cases {
        let rules = numbers(cards, &adding_up(least, most, sum));
        let ruleset = cardable_core::parse(rules).unwrap_or_else(|e| panic!("{e}"));
        for seed in 0..2 {
            let mut game = begin(&ruleset, 1, seed);
            let decision = game.next_decision().expect("somebody decides");
            let take = ruleset.action("play", "take").expect("an action");
            assert!(
                decision.actions().any(|a| a == take),
                "{cards} {seed}: it is offered"
            );
            let view = game.view(Viewer::Seat(Seat(0)));
            let deck = ruleset.zone("deck").expect("a zone");
            let place = |value: usize| {
                let shown = |card: &CardSeen| match card {
                    CardSeen::Face(face) => {
                        ruleset.words().card_name(*face).unwrap_or_default() == value.to_string()
                    }
                    CardSeen::Back(_) => false,
                };
                let at = view.zones[deck.index()]
                    .cards
                    .iter()
                    .position(shown)
                    .expect("it lies there");
                Pick::Card {
                    zone: deck,
                    index: at as u16,
                }
            };
            let choice = Choice::Act {
                action: take,
                picks: (1..=least).map(place).collect(),
            };
            // What is counted is there, and every number means another choice.
            let count = decision.count();
            let numbered: Vec<Choice> = decision.choices().collect();
            assert_eq!(numbered.len() as u64, count.get());
            for (n, choice) in numbered.iter().enumerate().take(1) {
                assert_eq!(decision.index_of(choice), Some(n as u64));
                assert_eq!(decision.nth(n as u64).as_ref(), Some(choice));
            }
            if !numbered.contains(&choice) {
                assert!(
                    matches!(count, Count::AtLeast(_)),
                    "{cards} {seed}: not all are counted"
                );
            }
            let Choice::Act { picks, .. } = &choice else {
                unreachable!()
            };
            let mut begun = Choice::act(take);
            for pick in picks {
                let open = decision.extend(&begun).expect("it may be begun");
                assert!(open.next.contains(pick), "{cards} {seed}: {pick:?} may be picked");
                if let Choice::Act { picks, .. } = &mut begun {
                    picks.push(*pick);
                }
            }
            assert!(decision.extend(&begun).is_some_and(|open| open.complete));
            assert_eq!(game.submit(Seat(0), &choice), Ok(()), "{cards} {seed}");
        }
    }
}

#[test]
fn small_picks_are_all_found_among_many_cards() {
    let rules = numbers(40, &adding_up(2, 12, 5));
    let ruleset = cardable_core::parse(rules).unwrap_or_else(|e| panic!("{e}"));
    for seed in 0..4 {
        let game = begin(&ruleset, 1, seed);
        let decision = game.next_decision().expect("somebody decides");
        // 1 and 4, 2 and 3, and to pass.
        assert_eq!(decision.count(), Count::AtLeast(3));
    }
}

#[test]
fn what_holds_of_all_parts_of_a_right_pick_narrows_the_search() {
    // Cards, how many are taken at most, when it is right, and how many ways there are.
    let cases = [
        // Of four cards each: all fifteen ways of zeros, ones but for pairs, and twos but for single ones.
        (
            12,
            4,
            "same_attribute($picked, 'value') && sum($picked, value) != 2",
            15 + 9 + 11,
        ),
        (
            12,
            4,
            "sum($picked, value) != 2 && same_attribute($picked, 'value')",
            15 + 9 + 11,
        ),
        (
            12,
            2,
            "same_attribute($picked, 'value') || same_attribute($picked, 'name')",
            12 + 3 * 6,
        ),
        // The second part holds of no part of a pair: nothing may be left out.
        (
            12,
            2,
            "same_attribute($picked, 'value') || sum($picked, value) == 3",
            12 + 3 * 6 + 16,
        ),
        // There are 26,289 ways to pick; to look at each would be too much.
        (54, 3, "same_attribute($picked, 'value')", 3 * (18 + 153 + 816)),
    ];
    for (cards, most, valid, ways) in cases {
        let game = begin(&of_three_values(cards, most, valid), 1, 5);
        let decision = game.next_decision().expect("somebody decides");
        assert_eq!(decision.count(), Count::Exactly(ways), "{valid}");
        assert_eq!(decision.choices().count() as u64, ways, "{valid}");
    }
}

#[test]
fn picks_that_are_generated_are_those_that_are_right_when_they_are_tried() {
    let rules = [
        "same_attribute($picked, 'value')",
        "count($picked) == 2 || same_attribute($picked, 'value') && count($picked) < 4",
        "sum($picked, value) == 3",
        "sum($picked, value) == 3 && (count($picked) == 3 || !any(deck, c => c.value == 4))",
        "is_run($picked, 'value')",
        "is_run($picked, 'value', 2) || count($picked) == 4 && list_count(unique(attribute_values($picked, 'value'))) == 2",
        "list_count(unique(attribute_values($picked, 'value'))) <= 1 && $globals.picked == 0",
        "$globals.picked == 1 || 3 <= count($picked) && sum($picked, value) > 3 && same_attribute($picked, 'value')",
        "count($picked) > 1 && max_card($picked, 'value').value == 1 && is_run($picked, 'value')",
        "if(count($picked) == 1, sum($picked, value) == 2, same_attribute($picked, 'value'))",
    ];
    for (n, valid) in rules.into_iter().enumerate() {
        let game = begin(&of_three_values(9, 4, valid), 1, n as u64);
        let deck = game.ruleset().zone("deck").expect("a zone");
        let take = game.ruleset().action("play", "take").expect("an action");
        let decision = game.next_decision();
        let found: Vec<Choice> = decision.iter().flat_map(|decision| decision.choices()).collect();
        let mut right = Vec::new();
        for cards in 1u16..1 << 9 {
            let places = (0..9).filter(|at| cards >> at & 1 == 1);
            let picks = places.map(|index| Pick::Card { zone: deck, index }).collect();
            let choice = Choice::Act { action: take, picks };
            if decision.is_some() && game.fork().submit(Seat(0), &choice).is_ok() {
                right.push(choice);
            }
        }
        assert_eq!(found.len(), right.len(), "{valid}");
        assert!(found.iter().all(|choice| right.contains(choice)), "{valid}");
    }
}

/// So many actions that take up to twenty cards which can never be right, and a way out.
fn never_right(actions: usize) -> String {
    let action = |n: usize| {
        format!(
            r#"{{
                action_name: "take{n}", type: "world_pick", pick: {{ from: "deck", min: 1, max: 20 }},
                valid: "sum($picked, value) == {}",
                primitives: {{ endpoint: "end_game", params: [[]] }},
            }}"#,
            100_000 + n
        )
    };
    let actions: Vec<String> = (0..actions).map(action).collect();
    format!(
        r#"{}, {{ action_name: "stop", type: "button", primitives: "end_game()" }}"#,
        actions.join(",")
    )
}

/// How many candidates a listing tries.
fn tried_in_one_choice(ruleset: &Ruleset) -> usize {
    let mut game = begin(ruleset, 1, 3);
    let decision = game.next_decision().expect("somebody decides");
    let count = decision.count();
    assert!(matches!(count, Count::AtLeast(_)), "{count:?}");
    cardable_engine::list_again(&mut game)
}

#[test]
fn all_actions_of_a_listing_share_one_budget() {
    for actions in [1, 7, 60, 400] {
        let ruleset =
            cardable_core::parse(numbers(60, &never_right(actions))).unwrap_or_else(|e| panic!("{e}"));
        let tried = tried_in_one_choice(&ruleset);
        let budget = cardable_engine::program::SEARCH_BUDGET as usize;
        assert!(tried <= budget, "{actions}: {tried}");
        // All of them are offered: nobody knows that they can never be right.
        let game = begin(&ruleset, 1, 3);
        let decision = game.next_decision().expect("somebody decides");
        assert_eq!(decision.actions().count(), actions + 1);
    }
}

/// Takes up to twenty cards for which a costly condition holds: it goes over all cards again and again.
fn costly(actions: usize, valid: &str) -> String {
    never_right(actions).replace("sum($picked, value) == ", &format!("{valid} && 0 < "))
}

#[test]
fn a_listing_is_bounded_also_where_its_conditions_are_costly() {
    let three = "any(deck, a => any(deck, b => any(deck, c => a.value + b.value + c.value > 1000)))";
    for actions in [1, 20, 400] {
        let ruleset =
            cardable_core::parse(numbers(26, &costly(actions, three))).unwrap_or_else(|e| panic!("{e}"));
        // Each question costs some 18,000 instructions, so the fuel lasts for some hundred picks.
        let tried = tried_in_one_choice(&ruleset);
        assert!(tried < 20_000, "{actions}: {tried}");
        let game = begin(&ruleset, 1, 3);
        let decision = game.next_decision().expect("somebody decides");
        assert_eq!(decision.actions().count(), actions + 1, "all are offered");
    }
}

#[test]
fn what_fuel_did_not_last_for_is_checked_when_it_is_made() {
    // Right is what has card 7, whatever the costly part finds; among the first ones that are tried it is not.
    let three = "any(deck, a => any(deck, b => any(deck, c => a.value + b.value + c.value > 1000)))";
    let valid = format!("({three} || list_count($picked) == 5 && any($picked, x => x.value == 7))");
    let ruleset = cardable_core::parse(numbers(26, &costly(1, &valid))).unwrap_or_else(|e| panic!("{e}"));
    let take = ruleset.action("play", "take0").expect("an action");
    let deck = ruleset.zone("deck").expect("a zone");
    for (values, right) in [([20, 21, 22, 23, 7], true), ([20, 21, 22, 23, 8], false)] {
        let mut game = begin(&ruleset, 1, 3);
        let decision = game.next_decision().expect("somebody decides");
        assert!(matches!(decision.count(), Count::AtLeast(_)));
        assert!(decision.actions().any(|action| action == take), "it is offered");
        let view = game.view(Viewer::Seat(Seat(0)));
        let place = |value: usize| {
            let shown = |card: &CardSeen| match card {
                CardSeen::Face(face) => {
                    ruleset.words().card_name(*face).unwrap_or_default() == value.to_string()
                }
                CardSeen::Back(_) => false,
            };
            let at = view.zones[deck.index()].cards.iter().position(shown);
            Pick::Card {
                zone: deck,
                index: at.expect("it lies there") as u16,
            }
        };
        let choice = Choice::Act {
            action: take,
            picks: values.into_iter().map(place).collect(),
        };
        assert_eq!(game.submit(Seat(0), &choice).is_ok(), right, "{values:?}");
    }
}

#[test]
fn seats_that_act_at_once_share_the_budget() {
    let text = numbers(60, &never_right(5)).replace("round_robin", "concurrent");
    let ruleset = cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"));
    for seats in 1..=3 {
        let mut game = begin(&ruleset, seats, 3);
        assert_eq!(game.to_decide().len(), seats);
        let tried = cardable_engine::list_again(&mut game);
        assert!(
            tried <= cardable_engine::program::SEARCH_BUDGET as usize,
            "{seats}: {tried}"
        );
    }
}

#[test]
fn what_is_offered_does_not_depend_on_the_order_of_the_cards() {
    // The first part holds of every part of a right pick and narrows the search, so that how many are tried
    // depends on the values of the cards. Of so many cards the budget lasts for some and not for others.
    let valid = "same_attribute($picked, 'value') && sum($picked, value) == 1000";
    let mut given_up = 0;
    for cards in (12..=40).step_by(4) {
        let action = format!(
            r#"{{
                action_name: "take", type: "world_pick", pick: {{ from: "deck", min: 1, max: 12 }},
                valid: "{valid}", primitives: {{ endpoint: "end_game", params: [[]] }},
            }}, {{ action_name: "pass", type: "button" }}"#
        );
        let card = |n: usize| {
            format!(
                r#"{{ card_name: "{n}", card_id: {n}, card_value: {} }}"#,
                n * n % 3
            )
        };
        let cards_of: Vec<String> = (0..cards).map(card).collect();
        let text = numbers(1, &action);
        let (before, after) = text.split_once("cards: [").expect("there are cards");
        let (_, after) = after.split_once(']').expect("the list ends");
        let text = format!("{before}cards: [{}]{after}", cards_of.join(","));
        let ruleset = cardable_core::parse(text).unwrap_or_else(|e| panic!("{e}"));
        let offered = |seed| {
            let game = begin(&ruleset, 1, seed);
            let decision = game.next_decision().expect("somebody decides");
            decision.actions().count()
        };
        let first = offered(0);
        for seed in 1..6 {
            assert_eq!(offered(seed), first, "{cards} cards, seed {seed}");
        }
        given_up += usize::from(first == 2);
    }
    assert!((1..8).contains(&given_up), "both happen: {given_up}");
}

#[test]
fn picks_beyond_the_budget_are_told_of_when_the_ruleset_is_checked() {
    let told = |cards, actions: &str| {
        let checked = Loader::new().check_text("numbers.json", &numbers(cards, actions));
        let reports = checked.reports();
        let report = reports.into_iter().find(|report| report.code.as_str() == "W335");
        report.map(|report| (report.message, report.help))
    };
    let (message, help) = told(60, &never_right(400)).expect("a warning");
    assert!(
        message.contains("`take0` in `play`") && message.contains("60 cards"),
        "{message}"
    );
    assert!(help.is_some_and(|help| help.contains("`max`")));
    assert_eq!(told(13, &adding_up(1, 5, 20)), None);
    assert!(told(60, &adding_up(1, 5, 20)).is_some());
    // What holds of all parts narrows the search: nobody can say beforehand how far.
    let narrowed = adding_up(1, 5, 20).replace("sum(", "same_attribute($picked, 'value') && sum(");
    assert_eq!(told(60, &narrowed), None);
}

#[test]
fn rulesets_that_may_take_long_say_so() {
    let takes_long = |actions: &str| {
        let ruleset = cardable_core::parse(numbers(20, actions)).unwrap_or_else(|e| panic!("{e}"));
        ruleset.may_take_long()
    };
    let with =
        |primitives: &str| format!(r#"{{ action_name: "go", type: "button", primitives: [{primitives}] }}"#);
    assert!(!takes_long(&with(r#""end_game()""#)));
    assert!(!takes_long(&with(
        r#"{ for_each: "= cards_of(deck)", as: "c", primitives: ["turn_face_up($action.c)"] }"#
    )));
    assert!(takes_long(&adding_up(1, 2, 3)));
    assert!(takes_long(&with(
        r#"{ for_each: "= cards_of(deck)", as: "c", primitives: [
            { for_each: "= cards_of(deck)", as: "d", primitives: ["turn_face_up($action.d)"] } ] }"#
    )));
    assert!(takes_long(&with(
        r#"{ while: "count(deck) > 3", primitives: ["turn_face_up(top_card(deck))"] }"#
    )));
}
