//! A player that searches ahead: `cargo run --release -p cardable-examples --example search [GAMES]`.
//!
//! It plays Crazy Eights against three random players. Before each choice it imagines tables that are
//! consistent with everything it has seen. On each, it makes each of its choices, lets the game play out at
//! random, and takes the choice that wins most often. It knows no rules: the same code plays every ruleset.

#![allow(clippy::print_stdout, reason = "it shows what came of it")]

use cardable_core::{Choice, Game, NotApplied, Seat, Seed, Setup, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::error::Error;

/// Number of tables imagined for a decision.
const IMAGINED: usize = 16;
/// Maximum number of choices tried for a decision.
const TRIED: u64 = 64;

/// Maximum number of choices in a playout.
const LONGEST: u64 = 10_000;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let games: u64 = std::env::args().nth(1).map_or(Ok(100), |arg| arg.parse())?;
    let ruleset = cardable_rulesets::game("crazy-eights")?.load()?;
    let setup = Setup::named(["Searcher", "Random 1", "Random 2", "Random 3"]);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut won = 0.0;
    for number in 0..games {
        let mut game = Game::new(&ruleset, &setup, Seed::from(number))?;
        // The searcher sits in every seat equally often, to cancel out the advantage of the first turn.
        let searcher = Seat((number % 4) as u8);
        while let Some(decision) = game.next_decision() {
            let seat = decision.seat();
            let choice = if seat == searcher {
                search(&game, seat, &mut rng)?
            } else {
                decision.sample(&mut rng).ok_or("a decision has a choice")?
            };
            game.submit(seat, &choice)?;
        }
        won += share(&game, searcher);
    }
    let n = games as f64;
    let mean = won / n;
    let margin = 1.96 * (mean * (1.0 - mean) / n).sqrt();
    println!(
        "the searcher won {:.1} % (± {:.1}) of {games} games; by chance it would be 25 %",
        100.0 * mean,
        100.0 * margin
    );
    Ok(())
}

/// The choice that wins most often on imagined tables.
fn search(game: &Game, seat: Seat, rng: &mut ChaCha8Rng) -> Outcome<Choice> {
    let decision = game.decision(seat).ok_or("the seat is to decide")?;
    let choices: Vec<Choice> = (0..decision.count().get().min(TRIED))
        .filter_map(|at| decision.nth(at))
        .collect();
    let mut won = vec![0.0; choices.len()];
    if let [only] = choices.as_slice() {
        return Ok(only.clone());
    }
    let mut copy = game.fork();
    for _ in 0..IMAGINED {
        let imagined = game.imagine(Viewer::Seat(seat), Seed::from(rng.next_u64()));
        for (choice, won) in choices.iter().zip(&mut won) {
            copy.clone_from(&imagined);
            let played = copy
                .submit(seat, choice)
                .and_then(|()| copy.playout(rng, LONGEST));
            match played {
                Ok(_) => *won += share(&copy, seat),
                // Play might never have reached an imagined table, so the rules can fault on
                // it. Ignore such a playout.
                Err(NotApplied::Faulted(_)) => {}
                Err(refused) => return Err(refused.into()),
            }
        }
    }
    let best = choices
        .into_iter()
        .zip(won)
        .max_by(|(_, a), (_, b)| a.total_cmp(b));
    Ok(best.ok_or("a decision has a choice")?.0)
}

/// A seat's share of a win.
fn share(game: &Game, seat: Seat) -> f64 {
    match game.result() {
        Some(result) if result.winners.contains(&seat) => 1.0 / result.winners.len() as f64,
        _ => 0.0,
    }
}
