//! A table that learns by playing against itself: `cargo run --release -p cardable-examples --example self_play
//! [ITERATIONS]`.
//!
//! It learns Leduc hold'em, a small game of poker, by counterfactual regret minimisation with sampled deals, and then plays
//! against a bot and against chance. It knows no rule: what a seat knows is an [`Observation`], and what it may do the
//! numbers of an [`ActionSpace`]. Of another game only the file and the names change, as long as a table can hold it.

#![allow(clippy::print_stdout, reason = "it shows what came of it")]

use cardable_bots::{Bot, Level, Seen};
use cardable_core::learning::{self, ActionSpace, Observation};
use cardable_core::{Choice, DecisionRef, Game, Ruleset, Seat, Seed, Setup, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::HashMap;
use std::error::Error;

const LEDUC: &str = include_str!("../cardable-bots/tests/fixtures/leduc.json");

/// How many deals it plays against each opponent, from both seats.
const DEALS: u64 = 4_000;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let iterations: u64 = std::env::args().nth(1).map_or(Ok(40_000), |arg| arg.parse())?;
    let ruleset = cardable_core::parse(LEDUC)?;
    let mut learner = Learner::trained(&ruleset, iterations)?;
    println!(
        "after {iterations} games the table knows {} situations",
        learner.table.len()
    );
    for level in [Level::Random, Level::Easy] {
        let (mean, margin) = learner.play_against(&ruleset, level, DEALS)?;
        println!("against {level} it wins {mean:.3} (± {margin:.3}) antes a hand");
    }
    Ok(())
}

/// What is done in one situation.
#[derive(Default)]
struct Row {
    /// The numbers of the choices.
    numbers: Vec<usize>,
    /// How much better each would have been, in sum.
    regrets: Vec<f64>,
    /// How often each was chosen: the mean of all strategies is what the table plays in the end.
    chosen: Vec<f64>,
}

impl Row {
    /// Each choice is as likely as it is regretted.
    fn likely(&self) -> Vec<f64> {
        parts(&self.regrets)
    }
}

/// Some sums as parts of one; equal parts where there is nothing.
fn parts(sums: &[f64]) -> Vec<f64> {
    let all: f64 = sums.iter().sum();
    let part = |sum: &f64| {
        if all > 0.0 {
            sum / all
        } else {
            1.0 / sums.len() as f64
        }
    };
    sums.iter().map(part).collect()
}

struct Learner {
    space: ActionSpace,
    /// What is done by what the seat knows.
    table: HashMap<Vec<u32>, Row>,
    rng: ChaCha8Rng,
}

impl Learner {
    fn new(ruleset: &Ruleset) -> Learner {
        Learner {
            space: ActionSpace::of(ruleset),
            table: HashMap::new(),
            rng: ChaCha8Rng::seed_from_u64(1),
        }
    }

    /// One that has played so many games against itself.
    fn trained(ruleset: &Ruleset, games: u64) -> Outcome<Learner> {
        let mut learner = Learner::new(ruleset);
        for number in 0..games {
            let game = Game::new(ruleset, &Setup::seats(2), Seed::from(number))?;
            learner.learn(&game, Seat((number % 2) as u8))?;
        }
        Ok(learner)
    }

    /// What a seat knows, as a key.
    fn key(game: &Game, seat: Seat) -> Vec<u32> {
        let seen = Observation::of(game, Viewer::Seat(seat));
        seen.values.into_iter().map(f32::to_bits).collect()
    }

    /// Plays a game on: all choices of the learning seat are tried, and of the other one each time. It gives what the game
    /// brings to the learning seat.
    fn learn(&mut self, game: &Game, learning: Seat) -> Outcome<f64> {
        let Some(decision) = game.next_decision() else {
            return Ok(won(game, learning));
        };
        let seat = decision.seat();
        let legal = self.space.legal(&decision);
        let key = Learner::key(game, seat);
        let row = self.table.entry(key.clone()).or_insert_with(|| Row {
            numbers: legal.iter().map(|legal| legal.number).collect(),
            regrets: vec![0.0; legal.len()],
            chosen: vec![0.0; legal.len()],
        });
        let likely = row.likely();
        if seat != learning {
            row.chosen
                .iter_mut()
                .zip(&likely)
                .for_each(|(chosen, likely)| *chosen += likely);
            let chosen = legal.get(self.drawn(&likely)).ok_or("a decision has a choice")?;
            let mut next = game.fork();
            next.submit_nth(seat, chosen.nth)?;
            return self.learn(&next, learning);
        }
        let mut values = Vec::with_capacity(legal.len());
        for choice in &legal {
            let mut next = game.fork();
            next.submit_nth(seat, choice.nth)?;
            values.push(self.learn(&next, learning)?);
        }
        let mean: f64 = values
            .iter()
            .zip(&likely)
            .map(|(value, likely)| value * likely)
            .sum();
        if let Some(row) = self.table.get_mut(&key) {
            for (regret, value) in row.regrets.iter_mut().zip(values) {
                *regret = (*regret + value - mean).max(0.0);
            }
        }
        Ok(mean)
    }

    /// One of some things, each as likely as it says.
    fn drawn(&mut self, likely: &[f64]) -> usize {
        let mut left = f64::from(self.rng.next_u32()) / 2f64.powi(32);
        for (at, part) in likely.iter().enumerate() {
            left -= part;
            if left < 0.0 {
                return at;
            }
        }
        likely.len().saturating_sub(1)
    }

    /// What the table does: by chance where it has never been.
    fn choose(&mut self, game: &Game, decision: &DecisionRef<'_>) -> Option<Choice> {
        let row = self.table.get(&Learner::key(game, decision.seat()));
        let Some((numbers, likely)) = row.map(|row| (row.numbers.clone(), parts(&row.chosen))) else {
            return decision.sample(&mut self.rng);
        };
        let number = numbers.get(self.drawn(&likely))?;
        self.space.choice(decision, *number)
    }

    /// How much it wins a hand of so many deals, and the margin of 95 %: every deal from both seats.
    fn play_against(&mut self, ruleset: &Ruleset, level: Level, deals: u64) -> Outcome<(f64, f64)> {
        let mut wins = Vec::new();
        for deal in 0..deals {
            let mut sum = 0.0;
            for own in [Seat(0), Seat(1)] {
                let mut game = Game::new(ruleset, &Setup::seats(2), Seed::from(1_000_000 + deal))?;
                while let Some(decision) = game.next_decision() {
                    let seat = decision.seat();
                    let choice = if seat == own {
                        self.choose(&game, &decision)
                    } else if level == Level::Random {
                        decision.sample(&mut self.rng)
                    } else {
                        let seen = Seen::new(&game, seat, Seed::from(deal << 8 | game.seq()));
                        seen.map(|seen| level.bot().think(&seen, &mut level.budget()).choice)
                    };
                    game.submit(seat, &choice.ok_or("a decision has a choice")?)?;
                }
                sum += won(&game, own);
            }
            wins.push(sum / 2.0);
        }
        let n = wins.len() as f64;
        let mean = wins.iter().sum::<f64>() / n;
        let spread = wins.iter().map(|won| (won - mean).powi(2)).sum::<f64>() / (n - 1.0);
        Ok((mean, 1.96 * (spread / n).sqrt()))
    }
}

/// What a seat has won, in antes.
fn won(game: &Game, seat: Seat) -> f64 {
    learning::returns(game).get(seat.index()).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table that has learnt nothing plays by chance and loses; after a few of its games it wins one ante a hand.
    #[test]
    fn it_learns_to_beat_a_bot() -> Outcome<()> {
        let ruleset = cardable_core::parse(LEDUC)?;
        let wins = |games| Learner::trained(&ruleset, games)?.play_against(&ruleset, Level::Easy, 400);
        let (before, margin) = wins(0)?;
        assert!(before < -0.4, "it wins {before:.3} (± {margin:.3}) antes a hand");
        let (after, margin) = wins(3_000)?;
        assert!(after > 0.4, "it wins {after:.3} (± {margin:.3}) antes a hand");
        Ok(())
    }
}
