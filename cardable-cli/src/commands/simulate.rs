//! `cardable simulate`

use crate::commands::check::objects;
use crate::end::{End, Failure};
use crate::load;
use crate::paint::{FAINT, styled};
use crate::play::save;
use crate::seats::{self, Seats, from_one, refused, threads};
use crate::simulate::kept::{self, Why};
use crate::simulate::{LONGEST, LONGEST_OF_ENDLESS, Plan, Player, Tally, json, run, text};
use crate::stop::Stop;
use clap::Args;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Play games at random, or with bots, and tell how they went
///
/// The same seed gives the same games, whatever the number of threads. The first game has the seed
/// itself, so that a fault can be looked at alone: --games 1 --seed N --save FILE, then replay FILE.
/// Ctrl-C ends it after the games in hand, and tells how those went that were played until then.
/// Exit code 1 tells of faults, and of a ruleset of which no game ends where --choices does not say
/// when to break it off.
#[derive(Args)]
#[command(after_help = "Examples:
  cardable simulate skullable --games 10000 --players 6
  cardable simulate hearts --bots hard,random,random,random --games 200
  cardable simulate my-game --until-state finale --json
  cardable simulate my-game --games 1 --seed 42 --save game.json")]
pub(crate) struct Simulate {
    /// A file, a folder, or the name of a game that comes with the program
    ruleset: String,
    /// How many games
    #[arg(long, short = 'n', value_name = "N", default_value = "1000", value_parser = from_one)]
    games: u64,
    #[command(flatten)]
    seats: Seats,
    /// Who plays, seat by seat: random, easy, medium, hard or search:ITERATIONS. Every deal is played once from every
    /// seat, so the games are as many as fill the last deal. Left out, all choices are random
    #[arg(long, value_name = "BOT,BOT,…", value_delimiter = ',', value_parser = seats::bot::<Player>)]
    bots: Vec<Player>,
    /// Where all chance comes from
    #[arg(long, value_name = "S", default_value = "0", value_parser = seats::seed)]
    seed: u64,
    /// How many threads; as many as there are processors when left out
    #[arg(long, short, value_name = "T", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// Break a game off where it reaches this state
    #[arg(long, value_name = "NAME")]
    until_state: Option<String>,
    /// Break a game off after so many choices; when left out 10,000, 500 where a game never ends, and with bots four
    /// times as many as long random games have
    #[arg(long, value_name = "N")]
    choices: Option<u64>,
    /// Keep one game in this file, to be looked at by `replay`: the first with a fault, else the
    /// first that did not end, else the first
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// One object for other programs; of a ruleset with errors the array of `check --format json`
    #[arg(long)]
    json: bool,
}

impl Simulate {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        let checked = load::check(&load::find(&self.ruleset)?);
        if checked.ruleset.is_none() && self.json {
            writeln!(out, "{:#}", serde_json::Value::Array(objects(&checked)))?;
            return Ok(End::Found);
        }
        let ruleset = load::usable(checked)?;
        let setup = self.seats.setup_for(&ruleset, self.bots.len())?;
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
        let mut plan = Plan {
            ruleset: &ruleset,
            setup: &setup,
            bots: &self.bots,
            games: self
                .games
                .checked_next_multiple_of(self.bots.len().max(1) as u64)
                .ok_or_else(|| Failure::usage(format!("{} games are too many", self.games)))?,
            seed: self.seed,
            threads: threads.map_or(1, NonZero::get),
            stop: Stop::on_interrupt()?,
            until,
            choices: self.choices.unwrap_or(match ruleset.is_endless() {
                true => LONGEST_OF_ENDLESS,
                false => LONGEST,
            }),
            table: String::new(),
            named: &self.ruleset,
        };
        if self.choices.is_none() && !self.bots.is_empty() && !ruleset.is_endless() {
            plan.choices = plan.longest_of_bots();
        }
        plan.table = self.arguments(plan.choices);
        let begun = Instant::now();
        let tally = run(&plan);
        let seconds = begun.elapsed().as_secs_f64();
        if let Some(error) = tally.impossible {
            return Err(refused(error));
        }
        if self.json {
            writeln!(out, "{:#}", json::object(&plan, &tally, seconds))?;
        } else {
            text::tell(out, &plan, &tally, seconds)?;
        }
        if let Some(path) = &self.save {
            self.keep(path, &plan, &tally, out)?;
        }
        let ends = self.choices.is_some() || ruleset.is_endless() || tally.some_ended();
        Ok(match tally.faults.is_empty() && ends {
            true => End::Fine,
            false => End::Found,
        })
    }

    /// All of the command line that a single game hangs on.
    fn arguments(&self, choices: u64) -> String {
        let mut typed = self.seats.as_arguments();
        if !self.bots.is_empty() {
            let bots: Vec<String> = self.bots.iter().map(ToString::to_string).collect();
            typed.push_str(&format!(" --bots {}", bots.join(",")));
        }
        // What bots have time for hangs on other games of the same seed.
        if self.choices.is_some() || !self.bots.is_empty() {
            typed.push_str(&format!(" --choices {choices}"));
        }
        if let Some(state) = &self.until_state {
            typed.push_str(&format!(" --until-state {}", text::quoted(state)));
        }
        typed
    }

    /// Keeps the game that is worth looking at.
    fn keep(&self, path: &Path, plan: &Plan<'_>, tally: &Tally, out: &mut dyn Write) -> Result<(), Failure> {
        let (number, why) = kept::worth(tally);
        save::write(path, &kept::log(plan, number)?, &[])?;
        if self.json {
            return Ok(());
        }
        let what = match why {
            Why::Fault => "a game up to its fault",
            Why::Unfinished => "a game that did not end",
            Why::First => "the first game",
        };
        let (named, path) = (
            text::quoted(&self.ruleset),
            text::quoted(&path.display().to_string()),
        );
        let command = format!("cardable replay {path} --ruleset {named} --view all --step");
        writeln!(out, "\n{path} has {what}: {}", styled(FAINT, command))?;
        Ok(())
    }
}
