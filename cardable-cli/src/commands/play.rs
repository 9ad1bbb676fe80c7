//! `cardable play`

use crate::ask::Terminal;
use crate::bots::Bots;
use crate::end::{End, Failure};
use crate::load::{self, USUAL};
use crate::outputs;
use crate::paint::{NOTE, styled};
use crate::play::{Debugger, Session, Watch, save, watch};
use crate::say::{say, speak, spoken};
use crate::seats::{self, Seats};
use cardable_bots::Level;
use cardable_core::setup::Generator;
use cardable_core::{Log, Match, Ruleset, Seat, SeatSet, Seed};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Play a game in the terminal, against bots or with others at the same keyboard
///
/// Bots think, and know only what their seat may know. Whoever sits at the screen sees what the seat may
/// see and no more; with several people the screen is cleared in between.
#[derive(Args)]
#[command(after_help = "Examples:
  cardable play
  cardable play crazy-eights --players 3 --seed 7
  cardable play hearts --bots hard --review
  cardable play my-game --watch
  cardable play my-game --debug
  cardable play my-game --human 1 --human 2 --save evening.json")]
pub(crate) struct Play {
    /// A file, a folder, or the name of a game that comes with the program [default: skullable]
    ruleset: Option<String>,
    #[command(flatten)]
    told: load::Told,
    #[command(flatten)]
    seats: Seats,
    /// Seats of people, from 1; bots have the others. With 0 nobody plays, and one watches
    #[arg(long, value_name = "SEAT", num_args = 1.., default_value = "1")]
    human: Vec<usize>,
    /// How well the bots play: random, easy, medium, hard or search:ITERATIONS; one level for all, or one
    /// for each bot in the order of the seats [default: medium, or as in the kept game]
    #[arg(long, value_name = "LEVEL,…", value_delimiter = ',', value_parser = seats::bot::<Level>)]
    bots: Vec<Level>,
    /// Look back at people's choices at the end: what a bot would have done, and which cost most
    #[arg(long)]
    review: bool,
    /// Where all chance comes from
    #[arg(long, value_name = "S", value_parser = seats::seed)]
    seed: Option<u64>,
    /// Where chance comes from: chacha8, or mulberry32 to shuffle as other programs do
    #[arg(long, value_name = "NAME", value_parser = seats::generator)]
    rng: Option<Generator>,
    /// Keep the game in this file; go on with it where there is one
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Write a test of the rules that makes the same choices into this file, once the game is over or left
    #[arg(long, value_name = "FILE", conflicts_with = "rng")]
    record: Option<PathBuf>,
    /// Go on with a kept game although its rules have changed, as far as its choices still can be made
    #[arg(long, requires = "save")]
    anyway: bool,
    /// Read the ruleset and its scripts anew when their files change, and go on as far as the choices
    /// that were made still can be
    #[arg(long)]
    watch: bool,
    /// See everything: ask why an action is not offered, work expressions out, go back, and edit the game; ? tells how
    #[arg(long)]
    debug: bool,
    /// Play at a host elsewhere, such as https://play.example.org
    #[arg(long, value_name = "URL", conflicts_with_all = ["human", "bots", "review", "seed", "rng", "save", "record", "debug"])]
    connect: Option<String>,
    /// The room to join there, or its invite code; without it a new one is made
    #[arg(long, value_name = "ROOM", requires = "connect")]
    room: Option<String>,
    /// What to be called there
    #[arg(long, value_name = "NAME", requires = "connect")]
    name: Option<String>,
}

impl Play {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        if let Some(language) = self.told.asked() {
            speak(language);
        }
        if let Some(url) = &self.connect {
            return self.play_at(url, out);
        }
        self.record.as_deref().map_or(Ok(()), outputs::try_new_file)?;
        let saved = self
            .save
            .as_deref()
            .filter(|path| path.exists())
            .map(save::read)
            .transpose()?;
        let is_resumed = saved.is_some();
        let mut watch = match self.watch {
            true => Some(Watch::new(load::find(self.ruleset.as_deref().unwrap_or(USUAL))?)?),
            false => None,
        };
        let mut terminal = Terminal::new(out);
        let mut levels = Vec::new();
        let table = match saved {
            Some(save::Saved { log, levels: kept }) => {
                levels = kept;
                let (table, misfits) = save::resume(
                    self.save.as_deref().unwrap_or(Path::new("")),
                    &log,
                    self.ruleset.as_deref(),
                    self.anyway,
                )?;
                self.goes_with(&log, &table.game().ruleset())?;
                for misfit in misfits {
                    terminal.say(&styled(NOTE, misfit))?;
                }
                table
            }
            None => match &mut watch {
                Some(watch) => match self.begin_when_mended(watch, &mut terminal)? {
                    Some(table) => table,
                    None => return Ok(End::Found),
                },
                None => self.begin()?,
            },
        };
        // Who asks for no language reads the game in its own.
        speak(table.game().ruleset().language());
        let mut humans = SeatSet::EMPTY;
        for seat in self.human.iter().filter(|seat| **seat > 0) {
            if *seat > table.game().seating().persons() {
                let seats = table.game().seating().persons();
                return Err(Failure::usage(format!(
                    "there is no seat {seat}: the game has {seats}"
                )));
            }
            humans.insert(Seat((seat - 1) as u8));
        }
        let found = load::find(self.ruleset.as_deref().unwrap_or(USUAL)).ok();
        let rules = found.and_then(|found| load::rules_for_players(&found, spoken()));
        let bots = Bots::new(table.game(), table.log().seed, humans, &self.bots)?;
        let bots = match self.bots.is_empty() {
            true => bots.with_levels(&levels),
            false => bots,
        };
        let debugger = match self.debug {
            true => Some(self.debugger(&table)?),
            false => None,
        };
        let session = Session::new(table, humans, bots, self.save.clone(), terminal);
        let session = session.watching(watch).explained_by(rules);
        session
            .reviewed(self.review)
            .recorded_in(self.record.clone())
            .debugged_by(debugger)
            .play(is_resumed)
    }

    fn debugger(&self, table: &Match) -> Result<Debugger, Failure> {
        let name = self.ruleset.as_deref().unwrap_or(USUAL);
        let debugger = Debugger::new(load::find(name)?)?;
        match debugger.plays(table.game()) {
            true => Ok(debugger),
            false => Err(Failure::usage(format!(
                "the kept game is not one of `{name}` as it is now: name its ruleset, as in `cardable play GAME --debug`"
            ))),
        }
    }

    /// Checks that options for a new game match those of a saved one.
    fn goes_with(&self, log: &Log, ruleset: &Ruleset) -> Result<(), Failure> {
        let rng = self.rng.is_some_and(|rng| rng != log.setup.game.rng);
        let seed = self.seed.is_some_and(|seed| Seed::from(seed) != log.seed);
        let other = match self.seats.differs(ruleset, &log.setup)? {
            Some(other) => Some(other),
            None if seed => Some("--seed"),
            None if rng => Some("--rng"),
            None => None,
        };
        let (Some(other), Some(path)) = (other, &self.save) else {
            return Ok(());
        };
        Err(Failure::usage(format!(
            "`{}` has a game that was begun otherwise: leave `{other}` out to go on with it, or name another file \
             for a new game",
            path.display()
        )))
    }

    /// Waits until a ruleset under development can be played. `None` if the person gives up.
    fn begin_when_mended(
        &self,
        watch: &mut Watch,
        terminal: &mut Terminal<'_>,
    ) -> Result<Option<Match>, Failure> {
        loop {
            match self.begin() {
                Ok(table) => return Ok(Some(table)),
                Err(why @ (Failure::Problem(_) | Failure::Reported)) => why.tell(),
                Err(why @ (Failure::Output(_) | Failure::Usage(_))) => return Err(why),
            };
            loop {
                if !watch::wait(terminal)? {
                    return Ok(None);
                }
                // Repeating the same errors would scroll the screen away from the author.
                if watch.is_changed() || watch.is_mended_elsewhere() {
                    break;
                }
                terminal.say(&say!("Nothing has been changed in the files yet."))?;
            }
        }
    }

    #[cfg(feature = "net")]
    fn play_at(&self, url: &str, out: &mut dyn Write) -> Result<End, Failure> {
        let user = || std::env::var("USER").unwrap_or_default();
        let online = crate::online::Online {
            url: url.to_owned(),
            name: self.name.clone().unwrap_or_else(user),
            room: self.room.clone(),
            ruleset: self.ruleset.clone().unwrap_or_else(|| USUAL.to_owned()),
            seats: self.seats.count(),
        };
        online.play(out)
    }

    #[cfg(not(feature = "net"))]
    fn play_at(&self, _: &str, _: &mut dyn Write) -> Result<End, Failure> {
        Err(Failure::without_net("`--connect`"))
    }

    fn begin(&self) -> Result<Match, Failure> {
        let ruleset = load::ruleset(self.ruleset.as_deref().unwrap_or(USUAL))?;
        let setup = self.seats.setup(&ruleset)?.rng(self.rng.unwrap_or_default());
        let seed = Seed::from(self.seed.unwrap_or_else(seats::any_seed));
        Match::new(&ruleset, &setup, seed).map_err(seats::refused)
    }
}
