//! `cardable analyse`

use crate::analyse::{Report, Study, file_names, json, page, text};
use crate::commands::check::objects;
use crate::end::{End, Failure};
use crate::load;
use crate::outputs::{try_file, try_folder, write};
use crate::paint::{FAINT, styled};
use crate::seats::{self, Seats, from_one, refused, threads};
use crate::simulate::text::quoted;
use crate::stop::Stop;
use cardable_bots::Level;
use cardable_core::{Game, Ruleset, RulesetInfo, Seed, Setup, SetupError};
use clap::Args;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Deals played without --deals, unless the time is up before.
const DEALS: u64 = 400;

/// Minutes without --deals and --budget.
const MINUTES: f64 = 2.0;

/// What is told once Ctrl-C does no more than that.
const HINT: &str = "Ctrl-C ends it early, and reports what was measured until then.";

/// Play many games with bots and at random, and tell a designer how the game plays
///
/// Is it fair, does it end, do choices matter, does thinking help, what is never used: with
/// intervals, and with what to look at first. Every deal is played by bots in several line-ups, and
/// ten random games with it. The same seed and number of deals give the same report, whatever the
/// number of threads; a budget of time only decides how many deals are played. Ctrl-C ends it after the
/// games in hand, and reports what was measured until then.
/// Exit code 1 tells of rules that fault in every game.
#[derive(Args)]
#[command(after_help = "Examples:
  cardable analyse crazy-eights --out report.html
  cardable analyse my-game --players 3 --deals 200 --csv tables
  cardable analyse my-game --compare my-game-2 --budget 10 --out both.html")]
pub(crate) struct Analyse {
    /// A file, a folder, or the name of a game that comes with the program
    ruleset: String,
    #[command(flatten)]
    seats: Seats,
    /// How many deals; as many as two minutes allow, but no more than 400, when left out
    #[arg(long, short = 'n', value_name = "N", value_parser = from_one)]
    deals: Option<u64>,
    /// Begin no new deal after so many minutes; break those off that take a quarter of it more
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    budget: Option<Duration>,
    /// How well the stronger bots play: easy, medium, hard or search:ITERATIONS. The weaker ones think half as much.
    /// Left out, it is as much as the length of the game allows
    #[arg(long, value_name = "BOT", value_parser = level)]
    level: Option<Level>,
    /// Where all chance comes from
    #[arg(long, value_name = "S", default_value = "0", value_parser = seats::seed)]
    seed: u64,
    /// How many threads; as many as there are processors when left out
    #[arg(long, short, value_name = "T", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// Break a random game off after so many choices; 10,000 when left out, 500 where a game never
    /// ends. Games of bots are broken off sooner
    #[arg(long, value_name = "N", value_parser = from_one)]
    choices: Option<u64>,
    /// Write the report as a page: one file that needs no network
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the tables into this folder, for statistics of your own
    #[arg(long, value_name = "FOLDER")]
    csv: Option<PathBuf>,
    /// One object for other programs, with all tables; of a ruleset with errors the array of
    /// `check --format json`
    #[arg(long)]
    json: bool,
    /// Analyse another ruleset too, with the same options, and tell how it differs
    #[arg(long, value_name = "RULESET")]
    compare: Option<String>,
}

/// A ruleset that can be analysed.
struct Subject<'n> {
    /// As given on the command line.
    name: &'n str,
    ruleset: Ruleset,
    info: RulesetInfo,
    setup: Setup,
}

/// Where the tables of the other ruleset are, within the folder of the first one's.
const COMPARED: &str = "compared";

impl Analyse {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        let budget = match (self.budget, self.deals) {
            (None, None) => Some(Duration::from_secs_f64(MINUTES * 60.0)),
            (budget, _) => budget,
        };
        // Two rulesets share the time.
        let budget = budget.map(|budget| {
            if self.compare.is_some() {
                budget / 2
            } else {
                budget
            }
        });
        // What is wrong with the command line is told before the minutes that measuring takes.
        let Some(subject) = self.subject(&self.ruleset, out)? else {
            return Ok(End::Found);
        };
        let compared = match &self.compare {
            None => None,
            Some(name) => match self.subject(name, out)? {
                Some(compared) => Some(compared),
                None => return Ok(End::Found),
            },
        };
        self.try_outputs(&subject, compared.as_ref())?;
        let stop = Stop::on_interrupt()?;
        let report = self.report(&subject, budget, &stop)?;
        let other = match compared {
            None => None,
            Some(compared) if stop.is_interrupted() => {
                writeln!(
                    anstream::stderr(),
                    "`{}` was not analysed, for it was ended early",
                    compared.name
                )?;
                None
            }
            Some(compared) => Some(self.report(&compared, budget, &stop)?),
        };
        if let Some(folder) = &self.csv {
            write_tables(folder, &report)?;
            if let Some(other) = &other {
                write_tables(&folder.join(COMPARED), other)?;
            }
        }
        if let Some(path) = &self.out {
            write(path, &page::html(&report, other.as_ref()))?;
        }
        let differences = other.as_ref().map(|other| report.differences(other));
        if self.json {
            let mut object = json::object(&report);
            if let (Some(other), Some(differences)) = (&other, &differences) {
                object["compared"] = json::object(other);
                object["differences"] = json::differences(differences);
            }
            // Indented, the tables would have a line for each number.
            writeln!(out, "{object}")?;
        } else {
            text::tell(out, &report)?;
            if let (Some(other), Some(differences)) = (&other, &differences) {
                writeln!(out)?;
                text::tell(out, other)?;
                text::compare(out, &report, other, differences)?;
            }
            if let Some(path) = &self.out {
                writeln!(
                    out,
                    "{}",
                    styled(FAINT, format!("{} has the whole report", path.display()))
                )?;
            }
        }
        let all_fault = [Some(&report), other.as_ref()]
            .into_iter()
            .flatten()
            .any(Report::always_faults);
        Ok(if all_fault { End::Found } else { End::Fine })
    }

    /// Loads a ruleset; None if it has errors that were told as JSON.
    fn subject<'n>(&self, name: &'n str, out: &mut dyn Write) -> Result<Option<Subject<'n>>, Failure> {
        let checked = load::check(&load::find(name)?);
        if checked.ruleset.is_none() && self.json {
            writeln!(out, "{:#}", serde_json::Value::Array(objects(&checked)))?;
            return Ok(None);
        }
        let ruleset = load::usable(checked)?;
        let setup = self.seats.setup(&ruleset)?;
        match Game::new(&ruleset, &setup, Seed::from(self.seed)) {
            Ok(_) | Err(SetupError::Faulted(_)) => {}
            Err(error) => return Err(refused(error)),
        }
        let info = ruleset.info();
        Ok(Some(Subject {
            name,
            ruleset,
            info,
            setup,
        }))
    }

    /// Fails if what is measured could not be written.
    fn try_outputs(&self, subject: &Subject<'_>, compared: Option<&Subject<'_>>) -> Result<(), Failure> {
        // The folder first, since the page may be meant to be in it.
        if let Some(folder) = &self.csv {
            let names = file_names(&subject.info);
            try_folder(folder, names.iter().map(String::as_str))?;
            if let Some(compared) = compared {
                let names = file_names(&compared.info);
                try_folder(&folder.join(COMPARED), names.iter().map(String::as_str))?;
            }
        }
        self.out.as_deref().map_or(Ok(()), try_file)
    }

    /// Analyses a ruleset.
    fn report(
        &self,
        subject: &Subject<'_>,
        budget: Option<Duration>,
        stop: &Stop,
    ) -> Result<Report, Failure> {
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok());
        let study = Study {
            ruleset: &subject.ruleset,
            info: &subject.info,
            setup: &subject.setup,
            seed: self.seed,
            deals: self.deals.unwrap_or(DEALS),
            stop: stop.after(budget),
            threads: threads.map_or(1, NonZero::get),
            choices: self
                .choices
                .unwrap_or(if subject.ruleset.is_endless() { 500 } else { 10_000 }),
            iterations: self.level.map(Level::iterations),
            command: self.typed(subject.name),
        };
        writeln!(anstream::stderr(), "{HINT}")?;
        Ok(study.run())
    }

    /// The command that analyses a ruleset so, without what a report knows itself.
    fn typed(&self, name: &str) -> String {
        let choices = self.choices.map(|choices| format!(" --choices {choices}"));
        format!(
            "cardable analyse {}{}{}",
            quoted(name),
            self.seats.as_arguments(),
            choices.unwrap_or_default()
        )
    }
}

/// Parses minutes.
fn minutes(text: &str) -> Result<Duration, String> {
    let minutes = text.parse::<f64>().ok().filter(|minutes| *minutes > 0.0);
    minutes
        .and_then(|minutes| Duration::try_from_secs_f64(minutes * 60.0).ok())
        .ok_or_else(|| "write how many minutes it may take, such as 5 or 0.5".to_owned())
}

/// Parses a level that thinks.
fn level(word: &str) -> Result<Level, String> {
    match word.parse::<Level>() {
        Ok(level) if level.iterations() >= 2 => Ok(level),
        Ok(level) => Err(format!(
            "`{level}` does not think enough to be halved: write easy, medium, hard or search:ITERATIONS"
        )),
        Err(error) => Err(error.to_string()),
    }
}

fn write_tables(folder: &Path, report: &Report) -> Result<(), Failure> {
    for table in &report.tidy {
        write(&folder.join(table.file_name()), &table.csv())?;
    }
    Ok(())
}
