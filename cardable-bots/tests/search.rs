//! The search itself.

use crate::{begun, positions, shipped};
use cardable_bots::{Bot, Budget, Level, Search, Seen};
use cardable_core::{Seat, Seed};

#[test]
fn a_search_in_parts_is_the_search_at_once() {
    positions(|name, game| {
        let Some(seat) = game.to_decide().lowest() else {
            return;
        };
        let seen = Seen::new(game, seat, Seed::from(4)).expect("it decides");
        let (mut whole, mut parts) = (Search::new(seen.clone()), Search::new(seen));
        whole.run(&mut Budget::iterations(20));
        for n in [1, 0, 7, 12] {
            parts.run(&mut Budget::iterations(n));
        }
        assert_eq!(whole.thought(), parts.thought(), "{name}");
    });
}

#[test]
fn values_and_shares_are_parts_of_one() {
    positions(|name, game| {
        let Some(seat) = game.to_decide().lowest() else {
            return;
        };
        let mut budget = Budget::iterations(16);
        let seen = Seen::new(game, seat, Seed::from(4)).expect("it decides");
        let thought = Level::Medium.bot().think(&seen, &mut budget);
        assert_eq!(thought.spent, budget.spent(), "{name}");
        let shares: f64 = thought.ranked.iter().map(|ranked| ranked.share).sum();
        assert!(
            thought.spent == 0 || (shares - 1.0).abs() < 1e-9,
            "{name}: {shares}"
        );
        let mut values = thought.ranked.iter().filter_map(|ranked| ranked.value);
        assert!(
            values.all(|value| (0.0..=1.0).contains(&value)),
            "{name}: {thought:?}"
        );
        assert!(
            thought.values.iter().all(|value| (0.0..=1.0).contains(value)),
            "{name}: {thought:?}"
        );
        assert_eq!(
            thought.ranked.first().map(|ranked| &ranked.choice),
            Some(&thought.choice),
            "{name}"
        );
    });
}

#[test]
fn a_single_choice_needs_no_thought() {
    let ruleset = cardable_core::testing::tiny_ruleset();
    let game = begun(&ruleset, 2, 1);
    let decision = game.next_decision().expect("somebody decides");
    assert_eq!(decision.keys().len(), 1);
    let mut budget = Budget::iterations(50);
    let seen = Seen::new(&game, decision.seat(), Seed::from(1)).expect("it decides");
    let thought = Level::Hard.bot().think(&seen, &mut budget);
    assert_eq!((thought.spent, budget.left()), (0, 50));
    assert_eq!(Some(thought.choice), decision.nth(0));
}

#[test]
fn who_has_nothing_to_decide_has_nothing_to_think_of() {
    let game = begun(&shipped("crazy-eights"), 2, 1);
    let waits = [0, 1, 9]
        .map(Seat)
        .into_iter()
        .find(|seat| game.decision(*seat).is_none());
    assert!(Seen::new(&game, waits.expect("one waits"), Seed::from(1)).is_none());
}

/// A budget of nothing is a choice all the same.
#[test]
fn without_a_budget_there_is_a_choice() {
    let game = begun(&shipped("hearts"), 4, 1);
    let seat = game.to_decide().lowest().expect("somebody decides");
    let seen = Seen::new(&game, seat, Seed::from(1)).expect("it decides");
    let thought = Level::Hard.bot().think(&seen, &mut Budget::iterations(0));
    assert!(
        game.decision(seat)
            .is_some_and(|decision| decision.index_of(&thought.choice).is_some())
    );
}
