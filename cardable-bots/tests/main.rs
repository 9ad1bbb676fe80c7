//! Bots: that they are honest, that they play the same wherever they run, and that they play well. Strength is measured
//! with fixed seeds and iterations, so each figure is a constant of the code, far from its threshold.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test says what is wrong by failing"
)]

mod blackjack;
mod contest;
mod habits;
mod histories;
mod honest;
mod poker;
mod review;
mod right_choices;
mod search;
mod strength;
mod tally;
mod twins;
mod work;

use cardable_core::rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use cardable_core::{Game, Loader, Ruleset, Seed, Setup};
use cardable_lua::Luau;

fn shipped(name: &str) -> Ruleset {
    static LUAU: Luau = Luau::new();
    let game = cardable_rulesets::game(name).unwrap_or_else(|error| panic!("{error}"));
    let loaded = game.load_with(&Loader::new().scripts(&LUAU));
    loaded.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The games that come along.
fn all_shipped() -> impl Iterator<Item = (&'static str, Ruleset)> {
    cardable_rulesets::games().map(|game| (game.name(), shipped(game.name())))
}

/// A small game of these tests.
fn fixture(name: &str) -> Ruleset {
    let path = format!("{}/tests/fixtures/{name}.json", env!("CARGO_MANIFEST_DIR"));
    cardable_core::load(path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn begun(ruleset: &Ruleset, seats: usize, seed: u64) -> Game {
    let seats = seats.clamp(*ruleset.seats().start(), *ruleset.seats().end());
    Game::new(ruleset, &Setup::seats(seats), Seed::from(seed)).expect("it begins")
}

/// Games of every ruleset, some choices on.
fn positions(mut look: impl FnMut(&str, &Game)) {
    for (name, ruleset) in all_shipped() {
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
