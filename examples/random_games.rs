//! Plays random games of everything that comes along: each game with its usual options, and with each value of each of them.
//!
//! `cargo run --release -p cardable-examples --example random_games -- --games 100000 --each 10000`, with names of games to play
//! only these. With 0, none of that kind are played. It ends with 1 if a game met a fault.

#![allow(clippy::print_stdout, reason = "it shows what came of it")]

mod many;

use cardable_core::info::OptionInfo;
use cardable_core::rand_chacha::ChaCha8Rng;
use cardable_core::rand_chacha::rand_core::SeedableRng;
use cardable_core::setup::OptionValue;
use cardable_core::{Game, Loader, Ruleset, Seed, Setup};
use cardable_lua::Luau;
use many::{AnySeat, CHOICES, Outcome, exit_code, on_all_processors, usual_seats};
use std::process::ExitCode;

/// Of a number between two, at most so many values are played, spread evenly over them.
const VALUES: i64 = 12;

fn main() -> Outcome<ExitCode> {
    let asked = Asked::read(std::env::args().skip(1))?;
    let luau = Luau::new();
    let mut met_fault = false;
    for shipped in cardable_rulesets::games() {
        if !asked.names.is_empty() && !asked.names.iter().any(|name| name == shipped.name()) {
            continue;
        }
        let ruleset = shipped.load_with(&Loader::new().scripts(&luau))?;
        if ruleset.is_endless() {
            println!(
                "{}: ends when its players say so, and is left out",
                shipped.name()
            );
            continue;
        }
        for (what, setup) in setups(&ruleset) {
            let games = match what.is_empty() {
                true => asked.games,
                false => asked.each,
            };
            if games == 0 {
                continue;
            }
            let played = play(&ruleset, &setup, games)?;
            println!("{}{what}: {}", shipped.name(), played.in_words());
            met_fault |= played.first_fault.is_some();
        }
    }
    Ok(exit_code(met_fault))
}

/// What is to be played.
struct Asked {
    /// Games with the usual options.
    games: u64,
    /// Games with each other number of seats, and with each value of each option.
    each: u64,
    /// The games' names; all where there are none.
    names: Vec<String>,
}

impl Asked {
    fn read(mut arguments: impl Iterator<Item = String>) -> Outcome<Asked> {
        let mut asked = Asked {
            games: 200,
            each: 20,
            names: Vec::new(),
        };
        while let Some(argument) = arguments.next() {
            let number = |value: Option<String>| -> Outcome<u64> {
                let value = value.ok_or(format!("{argument} needs a number"))?;
                value.parse().map_err(|_| format!("{value} is no number").into())
            };
            match argument.as_str() {
                "--games" => asked.games = number(arguments.next())?,
                "--each" => asked.each = number(arguments.next())?,
                name => {
                    cardable_rulesets::game(name)?;
                    asked.names.push(name.to_owned());
                }
            }
        }
        Ok(asked)
    }
}

/// The usual setup, then each other number of seats, and each value of each option.
fn setups(ruleset: &Ruleset) -> Vec<(String, Setup)> {
    let usual = usual_seats(ruleset);
    let mut all = vec![(String::new(), Setup::seats(usual))];
    for other in ruleset.seats().filter(|other| *other != usual) {
        let word = if other == 1 { "seat" } else { "seats" };
        all.push((format!(", {other} {word}"), Setup::seats(other)));
    }
    for option in ruleset.options() {
        for value in values(&option) {
            let what = format!(", {} {value}", option.key);
            all.push((what, Setup::seats(usual).option(&option.key, value)));
        }
    }
    all
}

/// What an option can be.
fn values(option: &OptionInfo) -> Vec<OptionValue> {
    match option.range {
        Some((least, most)) if most - least < VALUES => (least..=most).map(OptionValue::from).collect(),
        Some((least, most)) => {
            let spread = |at| least + (most - least) * at / (VALUES - 1);
            (0..VALUES).map(|at| OptionValue::from(spread(at))).collect()
        }
        None => option.choices.clone(),
    }
}

/// What became of some games.
#[derive(Default)]
struct Played {
    games: u64,
    choices: u64,
    cut: u64,
    /// The lowest number of a game with a fault, and what it met.
    first_fault: Option<(u64, String)>,
    faults: u64,
}

impl Played {
    fn add(&mut self, other: Played) {
        self.games += other.games;
        self.choices += other.choices;
        self.cut += other.cut;
        self.faults += other.faults;
        let faults = [self.first_fault.take(), other.first_fault];
        self.first_fault = faults.into_iter().flatten().min();
    }

    fn in_words(&self) -> String {
        let mean = self.choices as f64 / self.games.max(1) as f64;
        let mut words = format!("{} games, {mean:.1} choices in the mean", self.games);
        if self.cut > 0 {
            words += &format!(", {} cut at {CHOICES} choices", self.cut);
        }
        if let Some((seed, fault)) = &self.first_fault {
            words += &format!(", {} FAULTS, the first with seed {seed}: {fault}", self.faults);
        }
        words
    }
}

/// Plays games with the seeds from 0 on, on all processors.
fn play(ruleset: &Ruleset, setup: &Setup, games: u64) -> Outcome<Played> {
    let one = |number, played: &mut Played| played.add(play_one(ruleset, setup, number));
    on_all_processors(games, one, Played::add)
}

fn play_one(ruleset: &Ruleset, setup: &Setup, seed: u64) -> Played {
    let mut played = Played {
        games: 1,
        ..Played::default()
    };
    let chance = &mut ChaCha8Rng::seed_from_u64(seed);
    let ended = Game::new(ruleset, setup, Seed::from(seed))
        .map_err(|error| error.to_string())
        .and_then(|mut game| {
            game.playout_with(chance, CHOICES, &mut AnySeat)
                .map_err(|error| error.to_string())
        });
    match ended {
        Ok(ended) => {
            played.choices = ended.choices;
            played.cut = u64::from(!ended.finished);
        }
        Err(fault) => {
            played.faults = 1;
            played.first_fault = Some((seed, fault));
        }
    }
    played
}
