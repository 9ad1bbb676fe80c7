//! Measures how long a choice takes in every included ruleset, with everything that a room does for it: the choice,
//! the list of the next choices, the views of all seats and of spectators, and the bots' choices.
//!
//! `cargo run --release -p cardable-net --example pace`. Choices that take more than 5 ms of processor time run
//! outside of the network threads.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use cardable_core::{Bot as _, Game, RandomBot, Seat, Seed, Setup, Viewer};
use cardable_net::library::Library;
use std::time::{Duration, Instant};

const GAMES: u64 = 20;

/// Maximum number of choices measured in a game.
const CHOICES: usize = 500;

fn main() {
    let mut all: Vec<(Duration, String)> = Vec::new();
    for edition in Library::shipped().editions() {
        let mut times = Vec::new();
        for game in 0..GAMES {
            let most = *edition.ruleset.seats().end();
            play(
                &edition.ruleset,
                most.min(4).max(*edition.ruleset.seats().start()),
                game,
                &mut times,
            );
        }
        times.sort_unstable();
        let at = |part: usize| times[(times.len() - 1) * part / 1000];
        let line = format!(
            "{:<16} {:>7} choices  half {:>9.1?}  99 of 100 {:>9.1?}  all {:>9.1?}",
            edition.name,
            times.len(),
            at(500),
            at(990),
            at(1000)
        );
        all.push((at(1000), line));
    }
    all.sort_by(|one, other| other.cmp(one));
    for (_, line) in all {
        println!("{line}");
    }
}

fn play(ruleset: &cardable_core::Ruleset, seats: usize, seed: u64, times: &mut Vec<Duration>) {
    let mut game = Game::new(ruleset, &Setup::seats(seats), Seed::from(seed))
        .unwrap()
        .with_events();
    let mut bot = RandomBot::new(Seed::from(seed + 1));
    for _ in 0..CHOICES {
        let Some(decision) = game.next_decision() else {
            return;
        };
        let seat = decision.seat();
        let began = Instant::now();
        let choice = bot.choose(&game.view(Viewer::Seat(seat)), &decision);
        game.submit(seat, &choice).unwrap();
        for at in 0..seats {
            let seat = Seat(u8::try_from(at).unwrap());
            std::hint::black_box(game.events(Viewer::Seat(seat)));
            std::hint::black_box(game.decision(seat).map(|decision| decision.offers()));
        }
        std::hint::black_box(game.events(Viewer::Spectator));
        times.push(began.elapsed());
    }
}
