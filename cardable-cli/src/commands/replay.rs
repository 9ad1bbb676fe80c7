//! `cardable replay`

use crate::ask::{Terminal, attempt};
use crate::end::{End, Failure};
use crate::load;
use crate::look_back::look_back;
use crate::narrate::narrate;
use crate::outputs;
use crate::paint::{self, FAINT, NOTE, styled};
use crate::play::{result, save};
use crate::say::{say, speak, spoken};
use crate::seats;
use crate::table::TableView;
use cardable_core::log::Entry;
use cardable_core::{Log, Match, NotApplied, Ruleset, Seat, Viewer, cases};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Tell what happened in a saved game
#[derive(Args)]
#[command(after_help = "Examples:
  cardable replay evening.json
  cardable replay evening.json --view 2 --step
  cardable replay evening.json --view all --at 12
  cardable replay evening.json --review 1
  cardable replay evening.json --record my-game/tests/evening.json5")]
pub(crate) struct Replay {
    /// A file that `play --save` or `simulate --save` has written
    #[arg(value_name = "LOG")]
    log: PathBuf,
    /// The ruleset, where it is not at hand by itself
    #[arg(long, value_name = "R")]
    ruleset: Option<String>,
    #[command(flatten)]
    told: load::Told,
    /// Tell it although the rules have changed since, as far as its choices still can be made
    #[arg(long)]
    anyway: bool,
    /// With whose eyes: a seat from 1, spectator, or all for everything
    #[arg(long, value_name = "WHO", default_value = "spectator")]
    view: String,
    /// Show the table after every choice, and wait
    #[arg(long)]
    step: bool,
    /// Show the table after so many choices instead
    #[arg(long, value_name = "N", conflicts_with_all = ["step", "verify", "review", "record"])]
    at: Option<usize>,
    /// Look back at a seat's choices instead: what a bot would have done, and which cost most
    #[arg(long, value_name = "SEAT", value_parser = seats::seat, conflicts_with_all = ["view", "step", "verify"])]
    review: Option<usize>,
    /// Write a test of the rules that makes the same choices into this file instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["view", "step", "verify", "review"])]
    record: Option<PathBuf>,
    /// Confirm that a game downloaded from a host was dealt by the seed the host had promised before
    #[arg(long)]
    verify: bool,
    /// The promise that the host showed when the game began
    #[arg(long, value_name = "COMMITMENT", requires = "verify")]
    promised: Option<String>,
}

impl Replay {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        if self.verify {
            return self.confirm(out);
        }
        let log = save::read(&self.log)?.log;
        let viewer = self.viewer(log.setup.seats.len())?;
        let mut log = log;
        let ruleset = save::ruleset(&log, self.ruleset.as_deref(), self.anyway)?;
        speak(self.told.language(&ruleset));
        let ruleset = ruleset.in_language(spoken());
        if self.anyway {
            let (again, misfits) = Match::replay_anyway(&ruleset, &log)
                .map_err(|error| save::not_replayed(&self.log, &ruleset, &log, error))?;
            for misfit in &misfits {
                writeln!(out, "{}", styled(NOTE, misfit))?;
            }
            log = again.log().clone();
        }
        if let Some(at) = self.at {
            save::keep_first(&mut log, at)?;
            return tell_last(&self.log, &ruleset, &log, viewer, out);
        }
        if let Some(seat) = self.review {
            let seats = log.setup.seats.len();
            let seat = numbered(seat, seats)
                .ok_or_else(|| Failure::usage(format!("there is no seat {seat}: the game has {seats}")))?;
            look_back(&mut Terminal::new(out), &ruleset, &log, seat, paint::columns())?;
            return Ok(End::Fine);
        }
        if let Some(path) = &self.record {
            outputs::try_new_file(path)?;
            let text = cases::record(&ruleset, &log).map_err(Failure::problem)?;
            outputs::write(path, &text)?;
            writeln!(
                out,
                "A test that makes the same choices is in {}.",
                path.display()
            )?;
            return Ok(End::Fine);
        }
        // `replay_to` reports logs of another ruleset or of a later version.
        let mut game = Match::replay_to(&ruleset, &log, 0)
            .map_err(|error| save::not_replayed(&self.log, &ruleset, &log, error))?;
        let columns = paint::columns();
        let mut terminal = Terminal::new(out);
        TableView::new(game.game(), viewer, columns).draw(terminal.out)?;
        let mut stood = game.game().view(viewer).status;
        for (at, entry) in log.entries.iter().enumerate() {
            let tried = attempt(&TableView::new(game.game(), viewer, columns), entry);
            apply(&mut game, entry).map_err(|why| save::not_possible(&self.log, at, &tried, &why, viewer))?;
            let table = TableView::new(game.game(), viewer, columns);
            let number = styled(FAINT, format!("{:>4}", at + 1));
            let mut lines = narrate(&table, Some(&stood), &game.events(viewer), Some(entry));
            stood = table.view.status.clone();
            if lines.is_empty() {
                lines.push("  –".to_owned());
            }
            for (n, line) in lines.iter().enumerate() {
                let before = if n == 0 { number.as_str() } else { "    " };
                terminal.say(&format!("{before}{line}"))?;
            }
            if self.step {
                table.draw(terminal.out)?;
                match terminal
                    .read(&styled(FAINT, format!("{} › ", say!("Enter goes on, q leaves"))))?
                    .as_deref()
                {
                    None | Some("q") => return Ok(End::Fine),
                    Some(_) => {}
                }
            }
        }
        let table = TableView::new(game.game(), viewer, columns);
        terminal.say("")?;
        table.draw(terminal.out)?;
        if game.game().is_over() {
            result::draw(&table, terminal.out)?;
        }
        Ok(End::Fine)
    }

    /// Verifies the host's promise.
    #[cfg(feature = "net")]
    fn confirm(&self, out: &mut dyn Write) -> Result<End, Failure> {
        use cardable_net::fairness::{GameFile, MAX_FILE};
        let unreadable = |why: &dyn std::fmt::Display| {
            Failure::problem(format!("`{}` cannot be read: {why}", self.log.display()))
        };
        let about = std::fs::metadata(&self.log).map_err(|why| unreadable(&why))?;
        if !about.is_file() {
            return Err(unreadable(&"it is no regular file"));
        }
        if about.len() > MAX_FILE as u64 {
            return Err(unreadable(&format!("it has more than {MAX_FILE} bytes")));
        }
        let bytes = std::fs::read(&self.log).map_err(|why| unreadable(&why))?;
        let file = GameFile::read(&bytes).map_err(Failure::problem)?;
        let ruleset = save::ruleset(&file.log, self.ruleset.as_deref(), false)?;
        let found = file.verify(&ruleset, self.promised.as_deref());
        let found = found.map_err(|why| Failure::problem(format!("not confirmed: {why}")))?;
        writeln!(
            out,
            "confirmed: {} choices of {} follow from a seed of {} parts, of which the host's was promised by {}",
            found.choices,
            file.log.ruleset,
            found.parts + 1,
            found.commitment
        )?;
        if self.promised.is_none() {
            let hint = "compare that with what the host showed when the game began, or give it by --promised";
            writeln!(out, "{}", styled(FAINT, hint))?;
        }
        Ok(End::Fine)
    }

    #[cfg(not(feature = "net"))]
    fn confirm(&self, _: &mut dyn Write) -> Result<End, Failure> {
        Err(Failure::without_net("`--verify`"))
    }

    fn viewer(&self, seats: usize) -> Result<Viewer, Failure> {
        match self.view.as_str() {
            "spectator" => Ok(Viewer::Spectator),
            "all" => Ok(Viewer::Omniscient),
            seat => match seat.parse().ok().and_then(|seat| numbered(seat, seats)) {
                Some(seat) => Ok(Viewer::Seat(seat)),
                None => Err(Failure::usage(format!(
                    "`{seat}` sees nothing: name a seat from 1 to {seats}, spectator or all"
                ))),
            },
        }
    }
}

fn apply(game: &mut Match, entry: &Entry) -> Result<(), NotApplied> {
    match entry {
        Entry::Choice { seat, choice } => game.submit(*seat, choice),
        Entry::Timeout { seat } => game.timeout(*seat),
    }
}

/// Shows the table after all choices of a log, which stands in this file, and what the last of them did.
fn tell_last(
    path: &Path,
    ruleset: &Ruleset,
    log: &Log,
    viewer: Viewer,
    out: &mut dyn Write,
) -> Result<End, Failure> {
    let last = log.entries.last();
    let before = log.entries.len().saturating_sub(1);
    let mut game = Match::replay_to(ruleset, log, before)
        .map_err(|error| save::not_replayed(path, ruleset, log, error))?;
    let stood = game.game().view(viewer).status;
    if let Some(entry) = last {
        let tried = attempt(&TableView::new(game.game(), viewer, paint::columns()), entry);
        apply(&mut game, entry).map_err(|why| save::not_possible(path, before, &tried, &why, viewer))?;
    }
    let table = TableView::new(game.game(), viewer, paint::columns());
    let mut terminal = Terminal::new(out);
    if last.is_some() {
        for line in narrate(&table, Some(&stood), &game.events(viewer), last) {
            terminal.say(&line)?;
        }
        terminal.say("")?;
    }
    table.draw(terminal.out)?;
    if game.game().is_over() {
        result::draw(&table, terminal.out)?;
    }
    Ok(End::Fine)
}

/// The seat of a number from 1.
fn numbered(seat: usize, seats: usize) -> Option<Seat> {
    (1..=seats).contains(&seat).then(|| Seat((seat - 1) as u8))
}
