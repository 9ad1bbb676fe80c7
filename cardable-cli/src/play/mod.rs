//! Plays a local game in the terminal.

pub(crate) mod result;
pub(crate) mod save;
pub(crate) mod watch;

pub(crate) use watch::Watch;

use crate::ask::{Also, Answer, Terminal, ask};
use crate::bots::{self, Bots};
use crate::end::{End, Failure};
use crate::look_back::look_back;
use crate::narrate::narrate;
use crate::outputs;
use crate::paint::{self, BAD, FAINT, NOTE, STRONG, styled};
use crate::table::TableView;
use cardable_core::view::Status;
use cardable_core::{Choice, FaultReport, Match, NotApplied, Seat, SeatSet, Viewer, cases};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Maximum number of story lines kept for `l`.
const REMEMBERED: usize = 2_000;

/// Maximum number of story lines shown at once.
const LATEST: usize = 40;

/// Consecutive choices of bots after which the game counts as endless.
const MOST_BY_BOTS: u32 = 10_000;

/// A match with the people who follow it.
pub(crate) struct Session<'a> {
    table: Match,
    humans: SeatSet,
    bots: Bots,
    save: Option<PathBuf>,
    terminal: Terminal<'a>,
    /// The seat whose person is at the screen.
    at_screen: Option<Seat>,
    /// Story lines that each follower has not seen yet.
    untold: BTreeMap<Follower, Vec<String>>,
    /// Story lines that each follower has seen.
    told: BTreeMap<Follower, Vec<String>>,
    /// The status when each follower was last updated.
    stood: BTreeMap<Follower, Status>,
    columns: usize,
    /// Watches the ruleset's files, with `--watch`.
    watch: Option<Watch>,
    /// Warnings already shown, each about a condition that counted as false.
    warned: BTreeSet<String>,
    /// The rules of the game for players.
    rules: Option<String>,
    /// Whether to look back at people's choices at the end without asking.
    is_reviewed: bool,
    /// Where a test of the game is written at the end.
    record: Option<PathBuf>,
}

/// A seat's index, or `None` for a spectator.
type Follower = Option<u8>;

/// How a session continues.
enum Next {
    Go,
    Quit,
}

impl<'a> Session<'a> {
    pub(crate) fn new(
        table: Match,
        humans: SeatSet,
        bots: Bots,
        save: Option<PathBuf>,
        terminal: Terminal<'a>,
    ) -> Session<'a> {
        Session {
            table,
            humans,
            bots,
            save,
            terminal,
            at_screen: None,
            untold: BTreeMap::new(),
            told: BTreeMap::new(),
            stood: BTreeMap::new(),
            columns: paint::columns(),
            watch: None,
            warned: BTreeSet::new(),
            rules: None,
            is_reviewed: false,
            record: None,
        }
    }

    /// Looks back at people's choices at the end, or asks whether to.
    pub(crate) fn reviewed(mut self, is_reviewed: bool) -> Session<'a> {
        self.is_reviewed = is_reviewed;
        self
    }

    /// Writes a test that makes the same choices, once the game is over or left.
    pub(crate) fn recorded_in(mut self, record: Option<PathBuf>) -> Session<'a> {
        self.record = record;
        self
    }

    /// Sets the rules text for players.
    pub(crate) fn explained_by(mut self, rules: Option<String>) -> Session<'a> {
        self.rules = rules;
        self
    }

    /// Watches the ruleset's files for changes.
    pub(crate) fn watching(mut self, watch: Option<Watch>) -> Session<'a> {
        self.watch = watch;
        self
    }

    /// Plays until the game is over or somebody quits.
    pub(crate) fn play(mut self, is_resumed: bool) -> Result<End, Failure> {
        self.look();
        self.greet(is_resumed)?;
        self.show_trace()?;
        self.keep()?;
        if self.humans.len() == 1 {
            self.at_screen = self.humans.lowest();
        }
        let mut waits = false;
        let mut by_bots = 0;
        while !self.table.game().is_over() {
            let Some(seat) = self.who(waits) else { break };
            waits = false;
            if self.humans.contains(seat) {
                by_bots = 0;
                match self.person(seat, &mut waits)? {
                    Next::Go => {}
                    Next::Quit => return self.leave(),
                }
            } else {
                if by_bots == MOST_BY_BOTS {
                    return Err(self.endless());
                }
                by_bots += 1;
                if let Next::Quit = self.bot(seat)? {
                    return self.leave();
                }
            }
        }
        self.finish()
    }

    /// Whose decision is next. If several seats can act, the person at the screen is preferred.
    fn who(&self, waits: bool) -> Option<Seat> {
        let all = self.table.game().to_decide();
        let others = all.minus(self.humans);
        let from = if waits && !others.is_empty() { others } else { all };
        let n = bots::who(from.len(), self.table.log().seed, self.table.game().seq());
        let drawn = from.into_iter().nth(n)?;
        let here = self
            .at_screen
            .filter(|seat| self.humans.contains(drawn) && from.contains(*seat));
        Some(here.unwrap_or(drawn))
    }

    fn greet(&mut self, is_resumed: bool) -> Result<(), Failure> {
        let rules = self.table.game().ruleset();
        if is_resumed {
            let choices = self.table.log().entries.len();
            return self.terminal.say(&styled(
                FAINT,
                format!("{}, going on after {choices} choices", rules.name()),
            ));
        }
        let description = crate::table::words(rules.description().unwrap_or_default());
        for line in paint::wrapped("", &description, " ", self.columns) {
            self.terminal.say(&styled(FAINT, line))?;
        }
        let [a, b, c, d, e, f, g, h, ..] = self.table.log().seed.0;
        let seed = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        self.terminal.say(&styled(
            FAINT,
            format!("To play the same cards again: --seed {seed}"),
        ))
    }

    // --- people

    /// Asks a person until something has been done.
    fn person(&mut self, seat: Seat, waits: &mut bool) -> Result<Next, Failure> {
        if !self.hand_over(seat)? {
            return Ok(Next::Quit);
        }
        self.tell(Some(seat))?;
        self.terminal.say("")?;
        TableView::new(self.table.game(), Viewer::Seat(seat), self.columns).draw(self.terminal.out)?;
        loop {
            let game = self.table.game();
            let Some(decision) = game.decision(seat) else {
                return Ok(Next::Go);
            };
            let also = Also {
                undo: self.can_undo(seat),
                wait: !game.to_decide().minus(self.humans).is_empty(),
            };
            let table = TableView::new(game, Viewer::Seat(seat), self.columns);
            let answer = ask(&mut self.terminal, &table, &decision, also)?;
            if !matches!(answer, Answer::Quit) && self.reload()? {
                return Ok(Next::Go);
            }
            let game = self.table.game();
            let table = TableView::new(game, Viewer::Seat(seat), self.columns);
            match answer {
                Answer::Quit => return Ok(Next::Quit),
                Answer::Log => self.log(Some(seat))?,
                Answer::Table => table.draw(self.terminal.out)?,
                Answer::Rules => {
                    let lines = crate::rules::lines(self.rules.as_deref(), &table.rules, self.columns);
                    lines.iter().try_for_each(|line| self.terminal.say(line))?;
                }
                Answer::Hint => {
                    let lines = self
                        .bots
                        .hint(&self.table, seat, &mut self.terminal, self.columns)?;
                    lines.iter().try_for_each(|line| self.terminal.say(line))?;
                }
                Answer::Wait => {
                    *waits = true;
                    return Ok(Next::Go);
                }
                Answer::Undo => {
                    self.undo(seat)?;
                    return Ok(Next::Go);
                }
                Answer::Choice(choice) => {
                    if self.submit(seat, &choice)? {
                        return Ok(Next::Go);
                    }
                }
            }
        }
    }

    /// Shows script output to the author of the rules, and warnings.
    fn show_trace(&mut self) -> Result<(), Failure> {
        if self.watch.is_some() {
            let trace = self.table.game().inspect(Viewer::Omniscient).printed();
            let mut lines = trace.iter().map(|line| styled(FAINT, format!("  | {line}")));
            lines.try_for_each(|line| self.terminal.say(&line))?;
        }
        self.show_warnings()
    }

    /// Shows conditions that could not be evaluated: each once, or every time to the author of the rules.
    fn show_warnings(&mut self) -> Result<(), Failure> {
        let game = self.table.game();
        let is_watched = self.watch.is_some();
        let mut lines: Vec<String> = Vec::new();
        for warning in game.inspect(Viewer::Omniscient).warnings() {
            let line = format!("a condition was taken for false: {warning}");
            if self.warned.insert(line.clone()) || is_watched {
                lines.push(line);
            }
        }
        let mut lines = lines.iter().map(|line| styled(FAINT, format!("  | {line}")));
        lines.try_for_each(|line| self.terminal.say(&line))
    }

    /// Continues with the changed ruleset if its files have changed. Returns whether they have.
    fn reload(&mut self) -> Result<bool, Failure> {
        let Some(ruleset) = self.watch.as_mut().and_then(Watch::changed) else {
            return Ok(false);
        };
        match watch::carried_over(&ruleset, self.table.log()) {
            Ok((table, word)) => {
                self.table = table;
                self.untold.clear();
                self.warned.clear();
                self.look();
                self.terminal.say(&styled(NOTE, word))?;
                // The output of scripts before this point has already been shown.
                self.show_warnings()?;
                self.keep()?;
                Ok(true)
            }
            Err(why) => {
                let word = format!("The ruleset has changed, but no game of it begins: {why}");
                self.terminal.say(&styled(BAD, word))?;
                Ok(false)
            }
        }
    }

    /// Hands the screen to another person. Returns false if nobody takes it.
    fn hand_over(&mut self, seat: Seat) -> Result<bool, Failure> {
        if self.at_screen.replace(seat) == Some(seat) {
            return Ok(true);
        }
        self.terminal.clear()?;
        let name = styled(STRONG, self.table.game().seating().name(seat).unwrap_or_default());
        let prompt = format!("It is for {name} to decide. Come to the screen and press Enter. ");
        loop {
            match self.terminal.read(&prompt)?.as_deref() {
                Some("") => return Ok(true),
                None | Some("q" | "quit") => return Ok(false),
                // Another person may answer.
                Some(_) => self
                    .terminal
                    .say("Enter alone shows the cards; q leaves the game.")?,
            }
        }
    }

    fn can_undo(&self, seat: Seat) -> bool {
        let by = |entry: &cardable_core::log::Entry| match entry {
            cardable_core::log::Entry::Choice { seat, .. } | cardable_core::log::Entry::Timeout { seat } => {
                *seat
            }
        };
        self.table.log().entries.iter().any(|entry| by(entry) == seat)
    }

    /// Takes back this seat's last choice.
    fn undo(&mut self, seat: Seat) -> Result<(), Failure> {
        let mut seen = 0;
        while let Some(undone) = self.table.undo() {
            seen += undone
                .learned
                .iter()
                .filter(|(learner, _)| *learner == seat)
                .map(|(_, n)| n)
                .sum::<usize>();
            let (cardable_core::log::Entry::Choice { seat: by, .. }
            | cardable_core::log::Entry::Timeout { seat: by }) = undone.entry;
            if by == seat {
                break;
            }
        }
        self.untold.clear();
        self.look();
        let also = match seen {
            0 => String::new(),
            1 => " You have seen a card that you had not seen then.".to_owned(),
            n => format!(" You have seen {n} cards that you had not seen then."),
        };
        self.terminal
            .say(&styled(NOTE, format!("Your last choice is taken back.{also}")))?;
        self.keep()
    }

    /// Submits a choice. If it is refused, prints why and returns false.
    fn submit(&mut self, seat: Seat, choice: &Choice) -> Result<bool, Failure> {
        match self.table.submit(seat, choice) {
            Ok(()) => {
                self.follow();
                self.show_trace()?;
                self.keep()?;
                Ok(true)
            }
            Err(NotApplied::Refused(refusal)) => {
                self.terminal
                    .say(&styled(NOTE, format!("That is not possible: {refusal}")))?;
                Ok(false)
            }
            Err(NotApplied::Faulted(fault)) => {
                self.terminal.say(&styled(BAD, &fault))?;
                self.show_trace()?;
                Ok(false)
            }
        }
    }

    // --- bots

    /// The error for a game that bots play without end.
    fn endless(&self) -> Failure {
        let state = self.table.game().view(Viewer::Spectator).status;
        let rules = self.table.game().ruleset();
        let states: Vec<&str> = state
            .scenes
            .iter()
            .map(|s| rules.state_name(s.state).unwrap_or_default())
            .collect();
        Failure::problem(format!(
            "bots have made {MOST_BY_BOTS} choices in a row, and the game has not ended: it is in state `{}`. \
             `cardable simulate` tells how often each action is offered and taken",
            states.join("`, `")
        ))
    }

    fn bot(&mut self, seat: Seat) -> Result<Next, Failure> {
        let choice = self.bots.choose(&self.table, seat, &mut self.terminal)?;
        let Some(choice) = choice else {
            return Err(Failure::problem("a bot finds nothing to do"));
        };
        match self.table.submit(seat, &choice) {
            Ok(()) => {}
            Err(NotApplied::Faulted(fault)) if self.watch.is_some() => return self.wait_for_mending(&fault),
            Err(why) => return Err(Failure::problem(why)),
        }
        self.follow();
        self.show_trace()?;
        if self.humans.is_empty() {
            self.tell(None)?;
        }
        self.keep()?;
        Ok(Next::Go)
    }

    /// Prints a fault that blocks the game and waits until the rules are fixed.
    fn wait_for_mending(&mut self, fault: &FaultReport) -> Result<Next, Failure> {
        if self.humans.is_empty() {
            self.tell(None)?;
        }
        self.terminal.say(&styled(BAD, fault))?;
        self.show_trace()?;
        while watch::wait(&mut self.terminal)? {
            if self.reload()? {
                return Ok(Next::Go);
            }
        }
        Ok(Next::Quit)
    }

    // --- telling

    /// Everybody who follows the game.
    fn followers(&self) -> Vec<(Follower, Viewer)> {
        if self.humans.is_empty() {
            return vec![(None, Viewer::Spectator)];
        }
        self.humans
            .into_iter()
            .map(|seat| (Some(seat.0), Viewer::Seat(seat)))
            .collect()
    }

    /// Records the current status for every follower.
    fn look(&mut self) {
        for (key, viewer) in self.followers() {
            self.stood.insert(key, self.table.game().view(viewer).status);
        }
    }

    /// Records the latest events for every follower.
    fn follow(&mut self) {
        let last = self.table.log().entries.last();
        for (key, viewer) in self.followers() {
            let table = TableView::new(self.table.game(), viewer, self.columns);
            let lines = narrate(&table, self.stood.get(&key), &self.table.events(viewer), last);
            self.untold.entry(key).or_default().extend(lines);
        }
        self.look();
    }

    /// Shows a person the events since their last turn.
    fn tell(&mut self, seat: Option<Seat>) -> Result<(), Failure> {
        let key = seat.map(|seat| seat.0);
        let lines = self.untold.remove(&key).unwrap_or_default();
        if !lines.is_empty() && seat.is_some() {
            self.terminal.say("")?;
        }
        // After a long absence show only the latest events.
        let skipped = lines.len().saturating_sub(LATEST);
        if skipped > 0 && seat.is_some() {
            self.terminal
                .say(&styled(FAINT, format!("  … {skipped} lines before")))?;
        }
        let first = if seat.is_some() { skipped } else { 0 };
        for line in lines.iter().skip(first) {
            self.terminal.say(line)?;
        }
        let told = self.told.entry(key).or_default();
        told.extend(lines);
        let old = told.len().saturating_sub(REMEMBERED);
        told.drain(..old);
        Ok(())
    }

    fn log(&mut self, seat: Option<Seat>) -> Result<(), Failure> {
        let lines = self
            .told
            .get(&seat.map(|seat| seat.0))
            .cloned()
            .unwrap_or_default();
        if lines.is_empty() {
            return self.terminal.say("Nothing has happened yet.");
        }
        lines.iter().try_for_each(|line| self.terminal.say(line))
    }

    // --- ends

    /// Saves the match to its file.
    fn keep(&self) -> Result<(), Failure> {
        let levels = self.bots.levels(self.table.game());
        self.save
            .as_deref()
            .map_or(Ok(()), |path| save::write(path, self.table.log(), &levels))
    }

    /// Writes the game as a test, where that was asked for.
    fn write_test(&mut self) -> Result<(), Failure> {
        let Some(path) = &self.record else {
            return Ok(());
        };
        let text = cases::record(&self.table.game().ruleset(), self.table.log()).map_err(Failure::problem)?;
        outputs::write(path, &text)?;
        let message = format!("A test that makes the same choices is in {}.", path.display());
        self.terminal.say(&message)
    }

    fn leave(mut self) -> Result<End, Failure> {
        match &self.save {
            Some(path) => {
                let message = format!("The game is kept in {}.", path.display());
                self.terminal.say(&message)?;
            }
            None => self
                .terminal
                .say("The game is left. (With --save FILE it would be kept.)")?,
        }
        self.write_test()?;
        Ok(End::Fine)
    }

    fn finish(mut self) -> Result<End, Failure> {
        let seat = self.at_screen;
        self.tell(seat)?;
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        let table = TableView::new(self.table.game(), viewer, self.columns);
        writeln!(self.terminal.out)?;
        table.draw(self.terminal.out)?;
        result::draw(&table, self.terminal.out)?;
        self.review()?;
        self.write_test()?;
        Ok(End::Fine)
    }

    /// Looks back at people's choices, if they want to.
    fn review(&mut self) -> Result<(), Failure> {
        let rules = self.table.game().ruleset();
        if self.humans.is_empty() || rules.is_endless() {
            return Ok(());
        }
        if !self.is_reviewed {
            if !self.terminal.is_interactive() {
                return Ok(());
            }
            let answer = self.terminal.read("\nLook back at your choices? [y/N] ")?;
            let answer = answer.unwrap_or_default().to_lowercase();
            if !matches!(&*answer, "y" | "yes") {
                return Ok(());
            }
        }
        for seat in self.humans {
            self.terminal.say("")?;
            look_back(&mut self.terminal, &rules, self.table.log(), seat, self.columns)?;
        }
        Ok(())
    }
}
