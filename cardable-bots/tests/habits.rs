//! Habits: what a search remembers of choices.

use crate::contest::share;
use crate::{positions, shipped};
use cardable_bots::{Budget, Habits, Playouts, Search, Seen};
use cardable_core::search::{ChoiceKey, KeyedChoice};
use cardable_core::{Game, Seat, Seed, Setup, Viewer};

/// Habits from what keys have brought seat 0.
fn learnt(most: usize, made: &[(u64, f64)]) -> Habits {
    let mut habits = Habits::at_most(most);
    for (key, reward) in made {
        habits.learn(Seat(0), ChoiceKey(*key), *reward);
    }
    habits
}

/// What seat 0 made, among which choices, and which is best.
type Case<'c> = (&'c [(u64, f64)], &'c [u64], Option<u64>);

/// The key that is best of some, where it is known.
fn best(habits: &Habits, seat: u8, keys: &[u64]) -> Option<u64> {
    let choices = keys.iter().zip(0..).map(|(key, number)| KeyedChoice {
        key: ChoiceKey(*key),
        number,
        ways: 1,
    });
    let choices: Vec<KeyedChoice> = choices.collect();
    habits.best(Seat(seat), &choices).map(|best| best.key.0)
}

#[test]
fn the_best_is_what_has_brought_most_as_far_as_one_knows() {
    let often: Vec<(u64, f64)> = [(1, 0.2), (2, 0.8)].repeat(10);
    let lucky = [&often[..], &[(3, 1.0)]].concat();
    let cases: [Case<'_>; 7] = [
        (&often, &[1, 2], Some(2)),
        (&often, &[2, 1], Some(2)),
        // One that nobody knows is as good as usual: better than a bad one, not as good as a good one.
        (&often, &[1, 9], Some(9)),
        (&often, &[9, 2], Some(2)),
        // One lucky try is no habit.
        (&lucky, &[3, 2], Some(2)),
        (&often, &[8, 9], None),
        (&[], &[1, 2], None),
    ];
    for (made, among, expected) in cases {
        let habits = learnt(100, made);
        assert_eq!(best(&habits, 0, among), expected, "{made:?} {among:?}");
        assert_eq!(best(&habits, 1, among), None, "another seat has other habits");
    }
}

#[test]
fn a_full_table_knows_what_was_made_first_or_most_often() {
    let mut habits = learnt(2, &[(1, 1.0), (2, 0.0), (3, 1.0), (2, 1.0)]);
    assert_eq!(habits.len(), 2);
    assert_eq!(habits.mean(Seat(0), ChoiceKey(2)), Some(0.5));
    assert_eq!(habits.mean(Seat(0), ChoiceKey(3)), None);
    // Key 1 was made once, and counts half.
    habits.learn_from(&learnt(9, &[(4, 0.0), (2, 1.0)]));
    assert_eq!(habits.len(), 2);
    assert_eq!(habits.mean(Seat(0), ChoiceKey(1)), None);
    assert_eq!(habits.mean(Seat(0), ChoiceKey(2)), Some(0.75));
    assert_eq!(habits.mean(Seat(0), ChoiceKey(4)), Some(0.0));
}

#[test]
fn what_was_learnt_later_counts_more() {
    let mut habits = learnt(9, &[(1, 1.0)]);
    for times in 0..4 {
        let later = learnt(9, &[(1, 0.0)]);
        habits.learn_from(&later);
        let mean = habits.mean(Seat(0), ChoiceKey(1));
        assert!(mean < Some(0.5), "{times}: {mean:?}");
    }
}

fn search(game: &Game, seat: Seat, playouts: Playouts) -> Option<Search> {
    let mut search = Search::new(Seen::new(game, seat, Seed::from(9))?).with_playouts(playouts);
    search.run(&mut Budget::iterations(12));
    Some(search)
}

/// The law of honest bots holds for what they learn, and for what they think where they play on by it.
#[test]
fn habits_are_learnt_from_what_the_seat_knows() {
    let (mut looked, mut learnt) = (0, 0);
    positions(|name, game| {
        for seat in game.to_decide() {
            for playouts in [Playouts::Uniform, Playouts::Habits] {
                let here = search(game, seat, playouts).expect("it decides");
                let other = game.imagine(Viewer::Seat(seat), Seed::from(100));
                let there = search(&other, seat, playouts).expect("it decides there, too");
                assert_eq!(here.habits(), there.habits(), "{name}");
                assert_eq!(here.thought(), there.thought(), "{name}");
                let own = here.habits().of(seat);
                assert!(own.len() <= here.habits().len(), "{name}");
                looked += 1;
                let keys = game.decision(seat).map(|decision| decision.keys());
                let best = own.best(seat, &keys.unwrap_or_default());
                learnt += usize::from(best.is_some());
            }
        }
    });
    assert!(looked > 60 && learnt * 2 > looked, "{learnt} of {looked}");
}

/// How a bot chooses that gets to think only now and then.
#[derive(Clone, Copy, Debug)]
enum Otherwise {
    Habit,
    Chance,
}

/// How often a bot wins against chance that thinks about one decision in four, each deal played from every seat.
fn wins(name: &str, seats: usize, deals: u64, otherwise: Otherwise) -> f64 {
    let mut line = vec![false; seats];
    line[0] = true;
    share(
        &shipped(name),
        &Setup::seats(seats),
        &line,
        deals,
        |game, is_bot, rng| {
            let mut habits = Habits::at_most(256);
            let mut decisions = 0;
            while let Some(decision) = game.next_decision() {
                let seat = decision.seat();
                let mut choice = decision.sample(rng).expect("there is a choice");
                let keys = decision.keys();
                if is_bot[seat.index()] && keys.len() > 1 {
                    decisions += 1;
                    let known = habits
                        .best(seat, &keys)
                        .filter(|_| matches!(otherwise, Otherwise::Habit));
                    if decisions % 4 == 1 {
                        let seen = Seen::new(game, seat, Seed::from(game.seq())).expect("it decides");
                        let mut search = Search::new(seen);
                        search.run(&mut Budget::iterations(100));
                        choice = search.thought().expect("it decides").choice;
                        habits.learn_from(&search.habits().of(seat));
                    } else if let Some(best) = known {
                        choice = decision.nth(best.number).expect("it has that number");
                    }
                }
                game.submit(seat, &choice).expect("nothing faults");
            }
        },
    )
}

/// What habits are worth to a bot that does not get to think.
#[test]
fn habits_are_better_than_chance() {
    for (name, seats, deals) in [("crazy-eights", 2, 20), ("hearts", 4, 2)] {
        let habit = wins(name, seats, deals, Otherwise::Habit);
        let chance = wins(name, seats, deals, Otherwise::Chance);
        assert!(habit > chance + 0.05, "{name}: {habit} {chance}");
    }
}

/// The same over many games, for the figures of `docs/bots.md`.
#[test]
#[ignore = "it takes minutes"]
fn what_habits_are_worth() {
    for (name, seats, deals) in [
        ("crazy-eights", 2, 60),
        ("crazy-eights", 4, 40),
        ("goofspiel", 2, 100),
        ("thirty-one", 4, 40),
        ("skullable", 4, 30),
        ("colours-and-numbers", 4, 15),
        ("hearts", 4, 5),
        ("go-fish", 4, 8),
    ] {
        let habit = wins(name, seats, deals, Otherwise::Habit);
        let chance = wins(name, seats, deals, Otherwise::Chance);
        let games = deals * seats as u64;
        println!("{name}, {seats} seats, {games} games: by habit {habit:.2}, by chance {chance:.2}");
    }
}
