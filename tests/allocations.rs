//! What a choice takes of the allocator, once a game has played for a while: nothing, where no question is
//! asked and no list is made.

mod support;

use cardable_core::{Game, Seed, Setup};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// How many choices of a second game in the same memory there are, how many of them allocate, and how many
/// allocations a fork makes in its middle.
fn second_game(name: &str, seats: usize) -> (u64, u64, u64) {
    let ruleset = support::load(name);
    let mut game = Game::new(&ruleset, &Setup::seats(seats), Seed::from(1)).expect("it begins");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    game.playout(&mut rng, 100_000).expect("it ends");
    game.restart(Seed::from(2)).expect("it begins again");
    let (mut choices, mut allocate, mut fork) = (0, 0, 0);
    while let Some(decision) = game.next_decision() {
        let seat = decision.seat();
        let choice = decision.sample(&mut rng).expect("something is offered");
        let taken = allocation_counter::measure(|| {
            game.submit(seat, &choice).expect("it is legal");
        });
        choices += 1;
        allocate += u64::from(taken.count_total > 0);
        if choices == 30 {
            fork = allocation_counter::measure(|| drop(game.fork())).count_total;
        }
    }
    (choices, allocate, fork)
}

#[test]
fn choices_hardly_allocate() {
    // Game, seats, and of a hundred choices how many may allocate: those that ask, make lists, or end it.
    let cases = [("crazy-eights", 4, 4), ("skullable", 6, 10), ("hearts", 4, 12)];
    for (name, seats, most) in cases {
        let (choices, allocate, fork) = second_game(name, seats);
        assert!(choices > 50, "{name}: {choices} choices");
        assert!(
            allocate * 100 <= most * choices,
            "{name}: {allocate} of {choices} choices allocate"
        );
        // A fork is a few flat blocks.
        assert!((1..=4).contains(&fork), "{name}: a fork allocates {fork} times");
    }
}
