//! What a choice takes of the allocator, once a game has played for a while: nothing, or next to nothing.

mod support;

use cardable_core::{Game, Seed, Setup};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// How many choices there were after some games in the same memory, and how many of them allocated,
/// those that ended a game left out: they write the result down.
#[derive(Default)]
struct Counted {
    choices: u64,
    allocate: u64,
    /// How often a fork in the middle of a game allocated.
    fork: u64,
}

fn later_games(name: &str, seats: usize) -> Counted {
    const WARM_UP: u64 = 8;
    const GAMES: u64 = 4;
    const MOST_CHOICES: u64 = 400;
    let ruleset = support::load(name);
    let mut game = Game::new(&ruleset, &Setup::seats(seats), Seed::from(1)).expect("it begins");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut counted = Counted::default();
    for seed in 0..WARM_UP + GAMES {
        game.restart(Seed::from(seed)).expect("it begins again");
        for n in 0..MOST_CHOICES {
            let Some(decision) = game.next_decision() else {
                break;
            };
            let seat = decision.seat();
            let choice = decision.sample(&mut rng).expect("something is offered");
            let taken = allocation_counter::measure(|| {
                game.submit(seat, &choice).expect("it is legal");
            });
            if seed < WARM_UP || game.is_over() {
                continue;
            }
            counted.choices += 1;
            counted.allocate += u64::from(taken.count_total > 0);
            if n == 10 {
                counted.fork = allocation_counter::measure(|| drop(game.fork())).count_total;
            }
        }
    }
    counted
}

#[test]
fn choices_do_not_allocate() {
    // Every kind of thing a ruleset may have: questions, sealed choices, several scenes, pushed states, lists,
    // picks with rules of their own, zone copies, votes; hidden cards that come into sight.
    // Of a hundred choices so many may allocate: now and then a list is longer than any that there was
    // before, a pick of more than eight cards has no room in place, and one with a rule for all of it is
    // tried out beside the game before anything is done.
    let games = [
        ("crazy-eights", 4, 2),
        ("skullable", 6, 2),
        ("goofspiel", 3, 2),
        ("speed", 2, 2),
        ("hearts", 4, 2),
        ("colours-and-numbers", 4, 2),
        ("go-fish", 4, 2),
        ("rummy", 4, 2),
        ("euchre", 4, 2),
        ("durak", 4, 30),
        ("kitchen-rummy", 4, 2),
        ("scramble", 3, 20),
    ];
    for (name, seats, most) in games {
        let counted = later_games(name, seats);
        assert!(counted.choices > 50, "{name}: {} choices", counted.choices);
        assert!(
            counted.allocate * 100 <= most * counted.choices,
            "{name}: {} of {} choices allocate",
            counted.allocate,
            counted.choices
        );
    }
}

#[test]
fn a_fork_is_a_few_flat_blocks() {
    for (name, seats) in [("crazy-eights", 4), ("skullable", 6), ("hearts", 4)] {
        let allocations = later_games(name, seats).fork;
        assert!(
            (1..=4).contains(&allocations),
            "{name}: a fork allocates {allocations} times"
        );
    }
}

/// A game that waits for a choice, beside its rules.
#[test]
fn a_game_that_waits_takes_little_memory() {
    for (name, seats) in [("crazy-eights", 4), ("skullable", 6), ("hearts", 4)] {
        let ruleset = support::load(name);
        let mut kept = None;
        let held = allocation_counter::measure(|| {
            kept = Game::new(&ruleset, &Setup::seats(seats), Seed::from(1)).ok();
        });
        let taken = held.bytes_current + size_of::<Game>() as i64;
        assert!(
            kept.is_some() && taken <= 4_500,
            "{name}: a game takes {taken} bytes, {} of them inline",
            size_of::<Game>()
        );
    }
}
