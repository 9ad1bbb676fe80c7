//! `cardable simulate`

use crate::end::{End, Failure};
use crate::load;
use crate::seats::Seats;
use crate::simulate::{Plan, json, run, text};
use clap::Args;
use std::io::Write;
use std::num::NonZero;
use std::time::Instant;

/// Play games at random and tell how they went
///
/// The same seed gives the same games, whatever the number of threads. The first game has the seed
/// itself, so that a fault can be looked at alone: --games 1 --seed N.
#[derive(Args)]
#[command(after_help = "Examples:
  cardable simulate skullable --games 10000 --players 6
  cardable simulate my-game --until-state finale --json")]
pub(crate) struct Simulate {
    /// A file, a folder, or the name of a game that comes with the program
    ruleset: String,
    /// How many games
    #[arg(long, short = 'n', value_name = "N", default_value = "1000")]
    games: u64,
    #[command(flatten)]
    seats: Seats,
    /// Where all chance comes from
    #[arg(long, value_name = "S", default_value = "0")]
    seed: u64,
    /// How many threads; as many as there are processors when left out
    #[arg(long, short, value_name = "T")]
    threads: Option<NonZero<usize>>,
    /// Break a game off where it reaches this state
    #[arg(long, value_name = "NAME")]
    until_state: Option<String>,
    /// Break a game off after so many choices; 100,000 when left out, 500 where a game never ends
    #[arg(long, value_name = "N")]
    choices: Option<u64>,
    /// One object for other programs
    #[arg(long)]
    json: bool,
}

impl Simulate {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        let ruleset = load::ruleset(&self.ruleset)?;
        let setup = self.seats.setup(&ruleset)?;
        let until = match &self.until_state {
            None => None,
            Some(name) => Some(ruleset.state(name).ok_or_else(|| {
                let names: Vec<&str> = ruleset.states().map(|(_, name, _)| name).collect();
                Failure::usage(format!(
                    "there is no state `{name}`; there are: {}",
                    names.join(", ")
                ))
            })?),
        };
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok());
        let plan = Plan {
            ruleset: &ruleset,
            setup: &setup,
            games: self.games,
            seed: self.seed,
            threads: threads.map_or(1, NonZero::get),
            until,
            choices: self
                .choices
                .unwrap_or(if ruleset.is_endless() { 500 } else { 100_000 }),
        };
        let begun = Instant::now();
        let tally = run(&plan);
        let seconds = begun.elapsed().as_secs_f64();
        if let Some(error) = &tally.impossible {
            return Err(Failure::problem(error));
        }
        if self.json {
            writeln!(out, "{:#}", json::object(&plan, &tally, seconds))?;
        } else {
            text::tell(out, &plan, &tally, seconds)?;
        }
        Ok(if tally.faults.is_empty() {
            End::Fine
        } else {
            End::Found
        })
    }
}
