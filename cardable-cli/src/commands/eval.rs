//! `cardable eval`

use crate::end::{End, Failure};
use crate::load;
use crate::play::{numbered_or_named, save, value_for_people};
use crate::seats::{self, Seats};
use cardable_core::debug::{Expression, NoValue, OpenRules, WorkedOut, value_text};
use cardable_core::setup::Given;
use cardable_core::{Game, Match, Seed};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Work out an expression of the rules in a game
///
/// It is worked out in a kept game, or in one that has just been dealt, and changes nothing. It may tell what is hidden from
/// those who play; with --as SEAT it is read as that seat reads it.
#[derive(Args)]
#[command(after_help = "Examples:
  cardable eval my-game 'count_cards(deck)'
  cardable eval my-game '$player.score + count_cards($player.hand)' --as Ada --save evening.json --at 12
  cardable eval crazy-eights 'top_card(discard)' --seed 7 --players 3 --json")]
pub(crate) struct Eval {
    /// A file, a folder, or the name of a game that comes with the program
    #[arg(value_name = "GAME")]
    ruleset: String,
    /// What to work out, as in conditions of the rules; data of the state that runs is $state.NAME
    #[arg(allow_hyphen_values = true)]
    expression: String,
    /// A file that `play --save` or `simulate --save` has written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "players", "options", "teams", "roles"])]
    save: Option<PathBuf>,
    /// In the kept game after so many of its choices
    #[arg(long, value_name = "N", requires = "save")]
    at: Option<usize>,
    /// Read the kept game although its rules have changed, as far as its choices still can be made
    #[arg(long, requires = "save")]
    anyway: bool,
    /// Read it as a seat does, by its number from 1 or its name: `$player` is that seat, and what it may not see is unknown. Another
    /// seat is `seat_at(N)`, from 0
    #[arg(long = "as", value_name = "SEAT")]
    seat: Option<String>,
    /// Where all chance of a new game comes from
    #[arg(long, value_name = "S", value_parser = seats::seed, default_value = "0")]
    seed: u64,
    #[command(flatten)]
    seats: Seats,
    /// One object for other programs
    #[arg(long)]
    json: bool,
}

impl Eval {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        let rules = load::open(&load::find(&self.ruleset)?)?;
        let table = self.table(&rules)?;
        let game = table.game();
        let named =
            |seat| numbered_or_named(game, seat).map_err(|why| Failure::usage(format!("there is {why}")));
        let seat = self.seat.as_deref().map(named).transpose()?;
        let expression = Expression::compile(&rules, game, seat, &self.expression).map_err(|why| {
            load::tell_all(&why.diagnostics, &why.sources);
            Failure::Reported
        })?;
        let found = expression.value(game).map_err(|why| match why {
            NoValue::Faulted(fault) => Failure::problem(format!("it has no value: {}", fault.message)),
            why => Failure::problem(why),
        })?;
        match self.json {
            true => writeln!(out, "{:#}", object(game, &found))?,
            false => writeln!(out, "{}", value_for_people(game, &found))?,
        }
        Ok(End::Fine)
    }

    fn table(&self, rules: &OpenRules<'_>) -> Result<Match, Failure> {
        if let Some(path) = &self.save {
            let mut log = save::read(path)?.log;
            if let Some(at) = self.at {
                save::keep_first(&mut log, at)?;
            }
            return Ok(save::resume(path, &log, Some(&self.ruleset), self.anyway)?.0);
        }
        let setup = self.seats.setup(rules.ruleset())?;
        Match::new(rules.ruleset(), &setup, Seed::from(self.seed)).map_err(seats::refused)
    }
}

fn object(game: &Game, found: &WorkedOut) -> serde_json::Value {
    let value = match found.is_unseen {
        true => serde_json::Value::Null,
        false => json(game, &found.value),
    };
    serde_json::json!({
        "value": value,
        "text": value_for_people(game, found),
        "unknown": found.is_unseen,
    })
}

/// A value for programs: cards, seats and zones are their names.
fn json(game: &Game, value: &Given) -> serde_json::Value {
    match value {
        Given::Nothing => serde_json::Value::Null,
        Given::Bool(truth) => (*truth).into(),
        Given::Int(n) => (*n).into(),
        Given::Float(n) => (*n).into(),
        Given::Text(text) => text.as_str().into(),
        Given::Seat(_) | Given::Card(..) | Given::Zone(_) => value_text(game, value).into(),
        Given::List(items) => items.iter().map(|item| json(game, item)).collect(),
    }
}
