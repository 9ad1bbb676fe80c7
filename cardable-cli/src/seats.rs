//! Command-line options for the table: seats, teams, roles and house rules.

use crate::end::Failure;
use crate::simulate::text::quoted;
use cardable_core::setup::{Generator, OptionValue};
use cardable_core::{Ruleset, Setup, SetupError};
use std::fmt::Display;
use std::num::NonZero;
use std::str::FromStr;

/// Default names of seats in order.
const NAMES: &[&str] = &[
    "Ada", "Grace", "Edsger", "Barbara", "Alan", "Radia", "Donald", "Frances", "Dennis", "Margaret",
    "Niklaus", "Karen", "John", "Shafi", "Ken", "Adele",
];

/// Default number of seats.
const USUAL: usize = 4;

/// What is told of an empty entry of `--bots`.
const NO_BOT: &str =
    "`--bots` names no bot: write random, easy, medium, hard or search:ITERATIONS, with a comma between two";

/// Options for the table.
#[derive(clap::Args, Debug)]
pub(crate) struct Seats {
    /// How many seats; four when left out, or as near as the rules allow
    #[arg(long, short, value_name = "N")]
    players: Option<usize>,
    /// A house rule
    #[arg(long = "option", short, value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// The team of every seat in turn, by name or by number from 1
    #[arg(long, value_name = "TEAM,TEAM,…", value_delimiter = ',')]
    teams: Vec<String>,
    /// The role of every seat in turn
    #[arg(long, value_name = "ROLE,ROLE,…", value_delimiter = ',')]
    roles: Vec<String>,
}

impl Seats {
    /// The requested number of seats.
    #[cfg(feature = "net")]
    pub(crate) fn count(&self) -> Option<u8> {
        self.players.and_then(|n| u8::try_from(n).ok())
    }

    /// These options as command-line arguments.
    pub(crate) fn as_arguments(&self) -> String {
        let mut typed = String::new();
        if let Some(players) = self.players {
            typed.push_str(&format!(" --players {players}"));
        }
        for option in &self.options {
            typed.push_str(&format!(" --option {}", quoted(option)));
        }
        for (name, list) in [("teams", &self.teams), ("roles", &self.roles)] {
            if !list.is_empty() {
                typed.push_str(&format!(" --{name} {}", quoted(&list.join(","))));
            }
        }
        typed
    }

    /// The name of an option that differs from those of a game in progress. `None` if all match.
    pub(crate) fn differs(&self, ruleset: &Ruleset, begun: &Setup) -> Result<Option<&'static str>, Failure> {
        let asked = [
            ("--players", self.players.is_some()),
            ("--option", !self.options.is_empty()),
            ("--teams", !self.teams.is_empty()),
            ("--roles", !self.roles.is_empty()),
        ];
        if asked.iter().all(|(_, given)| !given) {
            return Ok(None);
        }
        if self.players.is_some_and(|players| players != begun.seats.len()) {
            return Ok(Some("--players"));
        }
        let players = Some(begun.seats.len());
        let wanted = with_options(ruleset, players, &self.options)?;
        let usual = ruleset.info().options;
        let usual = |key: &str| usual.iter().find(|option| option.key == key)?.value.clone();
        let as_begun = |(key, value): (&String, &OptionValue)| match begun.options.get(key) {
            Some(was) => was == value,
            None => usual(key).as_ref() == Some(value),
        };
        if !wanted.options.iter().all(as_begun) {
            return Ok(Some("--option"));
        }
        let teams: Result<Vec<u8>, Failure> = self.teams.iter().map(|name| team(ruleset, name)).collect();
        let teams = teams?;
        if !teams.is_empty() && teams != begun.teams {
            return Ok(Some("--teams"));
        }
        Ok((!self.roles.is_empty() && self.roles != begun.roles).then_some("--roles"))
    }

    /// The setup of a game with these options.
    pub(crate) fn setup(&self, ruleset: &Ruleset) -> Result<Setup, Failure> {
        self.setup_for(ruleset, 0)
    }

    /// The same for a list of bots, one for every seat; without one they say nothing of the seats.
    pub(crate) fn setup_for(&self, ruleset: &Ruleset, bots: usize) -> Result<Setup, Failure> {
        // A list with a bot, team or role for each seat implies the number of seats.
        let lists = [
            ("--bots", bots),
            ("--teams", self.teams.len()),
            ("--roles", self.roles.len()),
        ];
        let named = lists.into_iter().max_by_key(|(_, n)| *n).filter(|(_, n)| *n > 0);
        for (list, n) in lists.into_iter().filter(|(_, n)| *n > 0) {
            if let Some((other, most)) = named.filter(|(_, most)| *most != n) {
                return Err(Failure::usage(format!(
                    "`{list}` and `{other}` have one entry for every seat: {n} and {most} do not fit together"
                )));
            }
            if let Some(players) = self.players.filter(|players| n > 0 && n != *players) {
                return Err(Failure::usage(format!(
                    "`{list}` has one entry for every seat: {n} do not fit `--players {players}`"
                )));
            }
        }
        let players = self.players.or(named.map(|(_, n)| n));
        let setup =
            with_options(ruleset, players, &self.options).map_err(|failure| match (failure, named) {
                (Failure::Usage(message), Some((list, n)))
                    if self.players.is_none() && !ruleset.seats().contains(&n) =>
                {
                    Failure::Usage(format!("{message}; `{list}` has one entry for every seat"))
                }
                (failure, _) => failure,
            })?;
        let teams: Result<Vec<u8>, Failure> = self.teams.iter().map(|name| team(ruleset, name)).collect();
        Ok(setup.teams(teams?).roles(&self.roles))
    }
}

/// The error for a setup that is refused. Usually the command line is at fault.
pub(crate) fn refused(error: SetupError) -> Failure {
    match error {
        SetupError::Faulted(fault) => Failure::problem(fault),
        SetupError::Seats { .. }
        | SetupError::FixedTeams { .. }
        | SetupError::NotEverySeat { .. }
        | SetupError::NoSuchTeam { .. }
        | SetupError::UnknownRole { .. }
        | SetupError::SeatsOfRole { .. }
        | SetupError::UnknownOption { .. }
        | SetupError::OptionValue { .. }
        | SetupError::TooManyCards { .. }
        | _ => Failure::usage(error),
    }
}

/// A team's index, from its name or its number from 1.
fn team(ruleset: &Ruleset, name: &str) -> Result<u8, Failure> {
    let names = ruleset.info().teams.names;
    let numbered = || name.parse::<u8>().ok()?.checked_sub(1);
    let named = names.iter().position(|known| known.eq_ignore_ascii_case(name));
    named
        .and_then(|at| u8::try_from(at).ok())
        .or_else(numbered)
        .ok_or_else(|| {
            let known = match names.as_slice() {
                [] => "number the teams from 1".to_owned(),
                names => format!("there are: {}", names.join(", ")),
            };
            Failure::usage(format!("there is no team `{name}`; {known}"))
        })
}

/// The setup with this number of players and with options in the form `key=value`.
fn with_options(ruleset: &Ruleset, players: Option<usize>, options: &[String]) -> Result<Setup, Failure> {
    let seats = ruleset.seats();
    let n = players.unwrap_or_else(|| USUAL.clamp(*seats.start(), *seats.end()));
    if !seats.contains(&n) {
        let few = match (seats.start(), seats.end()) {
            (1, 1) => "one player".to_owned(),
            (min, max) if min == max => format!("{min} players"),
            (min, max) => format!("{min} to {max} players"),
        };
        return Err(Failure::usage(format!(
            "{} is for {few}, not {n}",
            ruleset.name()
        )));
    }
    let mut setup = Setup::named((0..n).map(name));
    let declared = ruleset.info().options;
    for option in options {
        let Some((key, value)) = option.split_once('=') else {
            return Err(Failure::usage(format!(
                "`{option}` is no option: write KEY=VALUE"
            )));
        };
        let known: Vec<&str> = declared.iter().map(|option| option.key.as_str()).collect();
        let Some(declared) = declared.iter().find(|option| option.key == key) else {
            let game = ruleset.name();
            return Err(Failure::usage(match known.as_slice() {
                [] => format!("{game} has no options: leave `--option {option}` out"),
                known => format!("{game} has no option `{key}`; there are: {}", known.join(", ")),
            }));
        };
        // A text option takes any text, even one that looks like a number.
        let value = match declared.value {
            Some(OptionValue::Text(_)) => OptionValue::Text(value.to_owned()),
            _ => parsed(value),
        };
        setup = setup.option(key, value);
    }
    Ok(setup)
}

fn name(seat: usize) -> String {
    NAMES
        .get(seat)
        .map_or_else(|| format!("Seat {}", seat + 1), |name| (*name).to_owned())
}

fn parsed(value: &str) -> OptionValue {
    if let Ok(flag) = value.parse() {
        OptionValue::Bool(flag)
    } else if let Ok(whole) = value.parse() {
        OptionValue::Int(whole)
    } else {
        value
            .parse()
            .map_or_else(|_| OptionValue::Text(value.to_owned()), OptionValue::Float)
    }
}

/// Parses the name of a generator.
pub(crate) fn generator(name: &str) -> Result<Generator, String> {
    match name {
        "chacha8" => Ok(Generator::ChaCha8),
        "mulberry32" => Ok(Generator::Mulberry32),
        _ => Err("the generators are chacha8 and mulberry32".to_owned()),
    }
}

/// Parses a seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

/// Parses a number of at least 1.
pub(crate) fn from_one(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|n| *n > 0);
    number.ok_or_else(|| "write a whole number from 1 on".to_owned())
}

/// Parses a number of threads.
pub(crate) fn threads(text: &str) -> Result<NonZero<usize>, String> {
    text.parse()
        .map_err(|_| "write a whole number from 1 on".to_owned())
}

/// Parses a seat's number from 1.
pub(crate) fn seat(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n| *n > 0);
    number.ok_or_else(|| "write a seat's number, from 1 on".to_owned())
}

/// Parses a bot of `--bots`.
pub(crate) fn bot<B: FromStr<Err: Display>>(word: &str) -> Result<B, String> {
    match word {
        "" => Err(NO_BOT.to_owned()),
        word => word.parse().map_err(|error: B::Err| error.to_string()),
    }
}

/// Draws a random seed.
pub(crate) fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    // The standard library draws random hash keys for every process. Few digits suffice and are easy to type.
    RandomState::new().hash_one("seed") % 1_000_000
}
