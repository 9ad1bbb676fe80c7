//! Picks of which there are more than can be looked at, and what narrows the search for right ones.

mod support;

use cardable_core::view::CardSeen;
use cardable_core::{Choice, Count, Pick, Ruleset, Seat, Viewer};
use support::numbers::{begin, numbers};

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
        let ruleset: Ruleset = rules.parse().unwrap_or_else(|e| panic!("{e}"));
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
                    CardSeen::Face(face) => ruleset.card_name(*face) == value.to_string(),
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
    let ruleset: Ruleset = rules.parse().unwrap_or_else(|e| panic!("{e}"));
    for seed in 0..4 {
        let game = begin(&ruleset, 1, seed);
        let decision = game.next_decision().expect("somebody decides");
        // 1 and 4, 2 and 3, and to pass.
        assert_eq!(decision.count(), Count::AtLeast(3));
    }
}

/// A ruleset of so many cards with values 0, 1, 2, 0, 1 …, of which one to some may be taken together.
fn of_three_values(cards: usize, most: usize, valid: &str) -> Ruleset {
    let card = |n: usize| format!(r#"{{ card_name: "{n}", card_id: {n}, card_value: {} }}"#, n % 3);
    let cards: Vec<String> = (0..cards).map(card).collect();
    let action = format!(
        r#"{{
            action_name: "take", type: "world_pick", pick: {{ from: "deck", min: 1, max: {most} }},
            valid: "{valid}", primitives: {{ endpoint: "end_game", params: [[]] }},
        }}"#
    );
    let text = numbers(1, &action);
    let (before, after) = text.split_once("cards: [").expect("there are cards");
    let (_, after) = after.split_once(']').expect("the list ends");
    let text = format!("{before}cards: [{}]{after}", cards.join(","));
    text.parse().unwrap_or_else(|e| panic!("{e}"))
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
        // There are 36,051 ways to pick; to look at each would be too much.
        (60, 3, "same_attribute($picked, 'value')", 3 * (20 + 190 + 1140)),
    ];
    for (cards, most, valid, ways) in cases {
        let game = begin(&of_three_values(cards, most, valid), 1, 5);
        let decision = game.next_decision().expect("somebody decides");
        assert_eq!(decision.count(), Count::Exactly(ways), "{valid}");
        assert_eq!(decision.choices().count() as u64, ways, "{valid}");
    }
}
