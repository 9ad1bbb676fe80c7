//! A bot knows what its seat may know, and nothing else.
//!
//! The law of honest bots: in two games that the seat cannot tell apart the same seed gives the same thought, to the bit.
//! Here it is held for bots of all levels, for games that are worked out, and for reviews. `histories.rs` holds it for
//! hands that were imagined from what was chosen before, `habits.rs` for what is learnt.

use crate::tally::Tally;
use crate::twins::{Other, Twin, Twins};
use crate::{all_shipped, begun, fixture, positions, shipped};
use cardable_bots::review::{Review, Reviewed};
use cardable_bots::testing::cheat;
use cardable_bots::{Bot, Budget, Level, Search, Seen, Thought};
use cardable_core::search::History;
use cardable_core::{Game, Log, Ruleset, Seat, Seed, Viewer};

/// Of games whose rules take long there are few.
const SLOW: [&str; 3] = ["gin-rummy", "scramble", "skullable-luau"];

/// The levels that think, in turn.
fn level(number: usize) -> Level {
    [Level::Easy, Level::Medium, Level::Hard][number % 3]
}

/// What a bot of a level would do after so many iterations. It remembers what its level does.
pub(crate) fn thought(
    level: Level,
    game: &Game,
    history: Option<&mut History>,
    seat: Seat,
    iterations: u32,
) -> Option<Thought> {
    let mut seen = Seen::new(game, seat, Seed::from(9))?;
    if let Some(history) = history.filter(|_| level.remembers()) {
        seen = seen.remembering(history, game);
    }
    // In games whose rules take long the work ends before the iterations.
    let mut budget = Budget::iterations(iterations).with_work(3_000 * u64::from(iterations));
    Some(level.bot().think(&seen, &mut budget))
}

#[test]
fn games_that_a_seat_cannot_tell_apart_give_the_same_thought() {
    let (mut looked, mut tally) = (0, Tally::default());
    positions(|name, game| {
        for seat in game.to_decide() {
            let level = level(looked);
            let here = thought(level, game, None, seat, 12);
            assert!(here.is_some(), "{name}");
            for other in 0..2 {
                let there = game.imagine(Viewer::Seat(seat), Seed::from(100 + other));
                assert_eq!(here, thought(level, &there, None, seat, 12), "{name}, {level}");
            }
            looked += 1;
            tally.add(name, 1);
        }
    });
    tally.assert_all_but(&[]);
}

/// Twins of all games, for some seats.
fn each_twins(other: Other, deals: u64, mut look: impl FnMut(&str, Twins)) {
    let fixtures = ["favourite", "gems", "kuhn", "leduc"];
    let fixtures = fixtures.map(|name| (name, fixture(name), 20));
    let shipped = all_shipped().map(|(name, ruleset)| {
        let deals = if SLOW.contains(&name) { 1 } else { deals };
        (name, ruleset, deals)
    });
    for (name, ruleset, deals) in shipped.chain(fixtures) {
        for deal in 0..deals {
            look(name, twins(&ruleset, deal, other));
        }
    }
}

fn twins(ruleset: &Ruleset, deal: u64, other: Other) -> Twins {
    let seats = 3.clamp(*ruleset.seats().start(), *ruleset.seats().end());
    let seat = match other {
        Other::Dealt => Seat((deal % 2) as u8),
        // In many games nobody else can play the same from other hands, so it is the first seat to decide.
        Other::Imagined => {
            let first = begun(ruleset, seats, deal).to_decide().lowest();
            first.expect("somebody decides")
        }
    };
    Twins::new(ruleset, seats, seat, deal, other)
}

#[test]
fn games_that_looked_the_same_from_their_beginning_give_the_same_thought() {
    let (mut compared, mut tally) = (0, Tally::default());
    let mut compare = |name: &str, mut twins: Twins| {
        let seat = twins.seat;
        for _ in 0..24 {
            if twins.decides() && twins.differ() {
                let level = level(compared);
                let [one, other] = twins.map(|twin| {
                    let (game, history) = (&twin.game, Some(&mut twin.history));
                    thought(level, game, history, seat, 8)
                });
                assert!(one.is_some(), "{name}, {level}");
                assert_eq!(one, other, "{name}, {level}");
                compared += 1;
                tally.add(name, 1);
            }
            if !twins.go_on() {
                break;
            }
        }
    };
    each_twins(Other::Dealt, 6, &mut compare);
    each_twins(Other::Imagined, 2, compare);
    tally.assert_all_but(&[]);
}

/// With so many iterations, a bot that remembers lays games again that it has kept.
#[test]
fn games_that_were_kept_give_the_same_thought() {
    let mut tally = Tally::default();
    for name in ["skullable", "scarto", "cribbage", "duel"] {
        let ruleset = shipped(name);
        for deal in 0..6 {
            let mut twins = twins(&ruleset, deal, Other::Dealt);
            // At first nobody has chosen anything.
            while tally.of(name) < 3 && twins.go_on() {
                if twins.decides() && twins.differ() {
                    let seat = twins.seat;
                    let [one, other] = twins.map(|twin| {
                        let seen = Seen::new(&twin.game, seat, Seed::from(9)).expect("it decides");
                        let mut search = Search::new(seen.remembering(&mut twin.history, &twin.game));
                        search.run(&mut Budget::iterations(300));
                        search.thought()
                    });
                    assert_eq!(one, other, "{name}");
                    tally.add(name, 1);
                }
            }
        }
        assert!(tally.of(name) > 0, "{name}: nothing was compared");
    }
    println!("{tally:?}");
}

/// The poker that is worked out instead of searched: whatever the other holds, the seat plays the same.
#[test]
fn what_is_worked_out_depends_on_what_the_seat_knows_alone() {
    for (name, deals, iterations) in [("kuhn", 40, 100), ("leduc", 12, 30)] {
        let ruleset = fixture(name);
        let mut compared = 0;
        for deal in 0..deals {
            let mut twins = Twins::new(&ruleset, 2, Seat((deal % 2) as u8), deal, Other::Dealt);
            loop {
                if twins.decides() && twins.differ() {
                    let seat = twins.seat;
                    let [one, other] = twins.map(|twin| worked_out(twin, seat, iterations));
                    assert_eq!(one, other, "{name}, deal {deal}");
                    compared += 1;
                }
                if !twins.go_on() {
                    break;
                }
            }
        }
        println!("{name}: {compared} decisions were compared");
        assert!(compared > deals / 2, "{name}: only {compared} were compared");
    }
}

/// What is worked out, and what is drawn by it.
fn worked_out(twin: &mut Twin, seat: Seat, iterations: u32) -> (Option<Thought>, Option<Thought>) {
    let game = &twin.game;
    let seen = Seen::new(game, seat, Seed::from(9)).expect("it decides");
    let mut search = Search::new(seen.remembering(&mut twin.history, game));
    search.run(&mut Budget::iterations(iterations));
    assert!(search.habits().is_empty(), "it was searched");
    let drawn = thought(Level::Hard, game, Some(&mut twin.history), seat, iterations);
    (search.thought(), drawn)
}

/// What is found when a seat looks back at so many entries.
fn reviewed(ruleset: &Ruleset, log: &Log, seat: Seat, entries: usize) -> Vec<Reviewed> {
    let mut review = Review::new(ruleset, log, seat).expect("the log is of the ruleset");
    let mut all = Vec::new();
    while let Some(one) = review.next(&mut Budget::iterations(4)).expect("it was possible") {
        if one.entry >= entries {
            break;
        }
        all.push(one);
    }
    all
}

/// A review knows no more than the seat knew then: neither what others had, nor what came later.
#[test]
fn a_review_depends_on_what_the_seat_knew_alone() {
    let mut tally = Tally::default();
    each_twins(Other::Dealt, 6, |name, mut twins| {
        let together = (0..16).take_while(|_| twins.go_on()).count();
        if !twins.differ() {
            return;
        }
        twins.part(3);
        let (ruleset, seat) = (twins.ruleset(), twins.seat);
        let [one, other] = twins.logs().map(|log| reviewed(&ruleset, &log, seat, together));
        assert_eq!(one, other, "{name}");
        tally.add(name, one.len());
    });
    tally.assert_all_of(&[
        "backwater",
        "cribbage",
        "duel",
        "euchre",
        "go-fish",
        "goofspiel",
        "scarto",
        "schwimmen",
        "skullable",
    ]);
}

/// The law bites: a bot that sees every card does not keep it.
#[test]
fn a_bot_that_cheats_does_not_keep_the_law() {
    let mut noticed = 0;
    each_twins(Other::Dealt, 6, |_, mut twins| {
        let seat = twins.seat;
        for _ in 0..16 {
            if twins.decides() && twins.differ() {
                let budget = || Budget::iterations(8);
                let cheat = |twin: &mut Twin| cheat(&twin.game, seat, Seed::from(9), &mut budget());
                let [one, other] = twins.map(cheat);
                noticed += u32::from(one != other);
            }
            if !twins.go_on() {
                break;
            }
        }
    });
    assert!(noticed > 20, "only {noticed} positions show it");
}

#[test]
fn what_a_bot_would_do_is_legal_in_the_true_game() {
    positions(|name, game| {
        for seat in game.to_decide() {
            let thought = thought(Level::Medium, game, None, seat, 12).expect("it decides");
            let decision = game.decision(seat).expect("it decides");
            for ranked in &thought.ranked {
                assert!(decision.index_of(&ranked.choice).is_some(), "{name}: {ranked:?}");
            }
            let mut copy = game.fork();
            copy.submit(seat, &thought.choice)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    });
}
