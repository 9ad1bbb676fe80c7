//! Bots: that they are honest, that they play the same wherever they run, and that they play well. Strength is measured
//! with fixed seeds and iterations, so each figure is a constant of the code, far from its threshold.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test says what is wrong by failing"
)]

mod blackjack;
mod habits;
mod histories;
mod honest;
mod poker;
mod review;
mod right_choices;
mod search;
mod strength;

use cardable_core::rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use cardable_core::{Game, Ruleset, Seed, Setup};
use std::path::PathBuf;

/// The games that come along.
const GAMES: [&str; 12] = [
    "blackjack",
    "crazy-eights",
    "durak",
    "euchre",
    "go-fish",
    "goofspiel",
    "hearts",
    "rummy",
    "skullable",
    "speed",
    "thirty-one",
    "uno-like",
];

fn shipped(name: &str) -> Ruleset {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../rulesets")
        .join(name);
    cardable_core::load(folder).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn begun(ruleset: &Ruleset, seats: usize, seed: u64) -> Game {
    let seats = seats.clamp(*ruleset.seats().start(), *ruleset.seats().end());
    Game::new(ruleset, &Setup::seats(seats), Seed::from(seed)).expect("it begins")
}

/// Games of every ruleset, some choices on.
fn positions(mut look: impl FnMut(&str, &Game)) {
    for name in GAMES {
        let ruleset = shipped(name);
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for seed in 0..2 {
            let mut game = begun(&ruleset, 4, seed);
            for _ in 0..3 {
                look(name, &game);
                game.playout(&mut rng, 11).expect("nothing faults");
            }
        }
    }
}
