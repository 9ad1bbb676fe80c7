//! Looking back at a game.

use crate::{fixture, shipped};
use cardable_bots::Budget;
use cardable_bots::review::{Reached, Review, Reviewed};
use cardable_core::log::ReplayError;
use cardable_core::{Log, Match, Ruleset, Seat, Seed, Setup};

/// A game in which everybody keeps each gem, but seat 0 gives one away in these of its turns.
fn played(ruleset: &Ruleset, given_away: &[usize]) -> Log {
    let mut table = Match::new(ruleset, &Setup::seats(2), Seed::from(3)).expect("it begins");
    let mut turn = 0;
    while let Some(decision) = table.game().next_decision() {
        let seat = decision.seat();
        let is_bad = seat == Seat(0) && given_away.contains(&turn);
        turn += usize::from(seat == Seat(0));
        let choice = decision.nth(u64::from(is_bad)).expect("there are two choices");
        table.submit(seat, &choice).expect("it is legal");
    }
    table.log().clone()
}

fn reviewed(ruleset: &Ruleset, log: &Log, seat: Seat, iterations: u32) -> Vec<Reviewed> {
    let mut review = Review::new(ruleset, log, seat).expect("the log is of the ruleset");
    let mut all = Vec::new();
    let mut next = || {
        let budget = &mut Budget::iterations(iterations);
        review.next(budget).expect("the log is of the ruleset")
    };
    while let Some(one) = next() {
        all.push(one);
    }
    assert_eq!(review.done(), log.entries.len());
    all
}

#[test]
fn an_obviously_bad_choice_costs_most() {
    let ruleset = fixture("gems");
    for bad in 0..4 {
        let log = played(&ruleset, &[bad]);
        let all = reviewed(&ruleset, &log, Seat(0), 200);
        let entries: Vec<usize> = all.iter().map(|one| one.entry).collect();
        assert_eq!(entries, [0, 2, 4, 6]);
        let worst = Reviewed::costliest(&all, 3);
        let costs: Vec<_> = all.iter().map(|one| one.cost).collect();
        assert_eq!(worst.first().map(|one| one.entry), Some(2 * bad), "{costs:?}");
        assert!(costs[bad] > Some(0.1), "{costs:?}");
        for (turn, one) in all.iter().enumerate() {
            assert_eq!(one.is_agreed(), turn != bad, "turn {turn}: {one:?}");
        }
    }
}

#[test]
fn what_was_right_costs_nothing() {
    let ruleset = fixture("gems");
    let log = played(&ruleset, &[]);
    for seat in [Seat(0), Seat(1)] {
        let all = reviewed(&ruleset, &log, seat, 200);
        assert!(all.iter().all(Reviewed::is_agreed), "{all:?}");
        assert!(Reviewed::costliest(&all, 3).is_empty());
    }
    assert!(reviewed(&ruleset, &log, Seat(9), 1).is_empty());
}

#[test]
fn a_review_of_the_same_log_is_the_same() {
    for name in ["hearts", "skullable", "crazy-eights"] {
        let ruleset = shipped(name);
        let mut table = Match::new(&ruleset, &Setup::seats(4), Seed::from(5)).expect("it begins");
        for _ in 0..60 {
            let Some(decision) = table.game().next_decision() else {
                break;
            };
            let (seat, choice) = (decision.seat(), decision.nth(0).expect("there is a choice"));
            table.submit(seat, &choice).expect("it is legal");
        }
        let once = reviewed(&ruleset, table.log(), Seat(1), 10);
        assert_eq!(once, reviewed(&ruleset, table.log(), Seat(1), 10), "{name}");
        assert!(!once.is_empty(), "{name}");
        for one in &once {
            assert!(one.rank.is_some(), "{name}: {one:?}");
            assert!(one.thought.ranked.len() > 1, "{name}: {one:?}");
            assert!(
                one.cost.is_none_or(|cost| (0.0..=1.0).contains(&cost)),
                "{name}: {one:?}"
            );
        }
    }
}

/// Of a choice that was never tried nothing is known.
#[test]
fn without_a_budget_no_cost_is_known() {
    let ruleset = fixture("gems");
    let all = reviewed(&ruleset, &played(&ruleset, &[1]), Seat(0), 0);
    assert!(all.iter().all(|one| one.cost.is_none()), "{all:?}");
    assert!(Reviewed::costliest(&all, 3).is_empty());
}

#[test]
fn timeouts_are_left_out() {
    let ruleset = fixture("gems");
    let mut table = Match::new(&ruleset, &Setup::seats(2), Seed::from(3)).expect("it begins");
    table.timeout(Seat(0)).expect("it may be late");
    let log = table.log().clone();
    assert!(reviewed(&ruleset, &log, Seat(0), 5).is_empty());
}

#[test]
fn a_log_of_another_ruleset_cannot_be_reviewed() {
    let log = played(&fixture("gems"), &[]);
    let error = Review::new(&shipped("hearts"), &log, Seat(0)).expect_err("it is another ruleset");
    assert!(matches!(error, ReplayError::OtherRuleset { .. }), "{error}");
}

/// In small steps it comes to what it comes to at once.
#[test]
fn a_review_in_small_steps_is_the_same() {
    let ruleset = fixture("gems");
    let log = played(&ruleset, &[1]);
    let mut review = Review::new(&ruleset, &log, Seat(0)).expect("the log is of the ruleset");
    let (mut all, mut steps) = (Vec::new(), 0);
    loop {
        steps += 1;
        match review.advance(1).expect("every entry is possible") {
            Reached::Between => {}
            Reached::Decision => {
                assert_eq!(review.left(), 4 - all.len());
                for iterations in [1, 15, 24] {
                    review.think(&mut Budget::iterations(iterations));
                }
                all.extend(review.judge().expect("every entry is possible"));
            }
            Reached::End => break,
        }
    }
    assert_eq!(all, reviewed(&ruleset, &log, Seat(0), 40));
    // An advance passes or finds one entry, and the last one finds the end.
    assert_eq!(steps, log.entries.len() + 1);
}

#[test]
fn an_entry_that_is_not_possible_is_an_error_where_it_stands() {
    let ruleset = fixture("gems");
    let mut log = played(&ruleset, &[]);
    let again = log.entries[1].clone();
    log.entries.insert(2, again);
    let mut review = Review::new(&ruleset, &log, Seat(0)).expect("its beginning is possible");
    let budget = || Budget::iterations(5);
    let first = review.next(&mut budget()).expect("the first entry is possible");
    assert_eq!(first.map(|one| one.entry), Some(0));
    let error = review
        .next(&mut budget())
        .expect_err("seat 1 may not choose twice");
    assert!(matches!(error, ReplayError::Entry { at: 2, .. }), "{error}");
}
