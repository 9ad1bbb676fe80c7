//! Plays a local game in the terminal.

mod debug;
mod playing;
pub(crate) mod result;
pub(crate) mod save;
mod telling;
pub(crate) mod watch;

pub(crate) use debug::names::numbered_or_named;
pub(crate) use debug::{Debugger, value_for_people};
pub(crate) use watch::Watch;

use crate::ask::{Also, Answer, Terminal, Typed, ask, is_yes, reason};
use crate::bots::{self, Bots};
use crate::end::{End, Failure};
use crate::look_back::look_back;
use crate::outputs;
use crate::paint::{self, BAD, FAINT, NOTE, STRONG, styled};
use crate::say::say;
use crate::table::TableView;
use cardable_core::view::Status;
use cardable_core::{Choice, FaultReport, Match, NotApplied, Seat, SeatSet, Viewer, cases};
use playing::Playing;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Consecutive choices of bots after which the game counts as endless.
const MOST_BY_BOTS: u32 = 10_000;

/// A match with the people who follow it.
pub(crate) struct Session<'a> {
    table: Playing,
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
    /// Answers what the author of the rules asks, with `--debug`.
    debugger: Option<Debugger>,
    /// Whether the author has gone back, and nothing was chosen since: the file has the game as it was.
    has_gone_back: bool,
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
            table: Playing::new(table),
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
            debugger: None,
            has_gone_back: false,
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

    /// Lets the author of the rules ask and edit.
    pub(crate) fn debugged_by(mut self, debugger: Option<Debugger>) -> Session<'a> {
        self.debugger = debugger;
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
        if self.debugger.is_some() {
            self.terminal.say(&styled(NOTE, debug::GREETING))?;
        }
        if self.humans.len() == 1 {
            self.at_screen = self.humans.lowest();
        }
        loop {
            if let Next::Quit = self.play_on()? {
                return self.leave();
            }
            self.show_end()?;
            if self.debugger.is_none() || !self.debug_at_end()? {
                return self.finish();
            }
        }
    }

    /// Plays until the game is over or somebody quits.
    fn play_on(&mut self) -> Result<Next, Failure> {
        let mut waits = false;
        let mut by_bots = 0;
        while !self.table.game().is_over() {
            let Some(seat) = self.who(waits) else { break };
            waits = false;
            let next = if self.humans.contains(seat) {
                by_bots = 0;
                self.person(seat, &mut waits)?
            } else {
                if by_bots == MOST_BY_BOTS {
                    return Err(self.endless());
                }
                by_bots += 1;
                match self.debugger.as_ref().is_some_and(Debugger::halts_bots) {
                    true => self.halted(seat)?,
                    false => self.bot(seat)?,
                }
            };
            if let Next::Quit = next {
                return Ok(Next::Quit);
            }
        }
        Ok(Next::Go)
    }

    /// Whose decision is next. If several seats can act, the person at the screen is preferred.
    fn who(&self, waits: bool) -> Option<Seat> {
        let all = self.table.game().to_decide();
        let others = all.minus(self.humans);
        let from = if waits && !others.is_empty() { others } else { all };
        let n = bots::who(from.len(), self.table.begun().seed, self.table.game().seq());
        let drawn = from.into_iter().nth(n)?;
        let here = self
            .at_screen
            .filter(|seat| self.humans.contains(drawn) && from.contains(*seat));
        Some(here.unwrap_or(drawn))
    }

    fn greet(&mut self, is_resumed: bool) -> Result<(), Failure> {
        let rules = self.table.game().ruleset();
        if is_resumed {
            let choices = self.table.begun().entries.len();
            let greeting = say!(
                "{0}, going on after {1} {1|choice|choices}",
                rules.name(),
                choices
            );
            return self.terminal.say(&styled(FAINT, greeting));
        }
        let description = crate::table::words(rules.description().unwrap_or_default());
        for line in paint::wrapped("", &description, " ", self.columns) {
            self.terminal.say(&styled(FAINT, line))?;
        }
        let [a, b, c, d, e, f, g, h, ..] = self.table.begun().seed.0;
        let seed = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        let again = say!("To play the same cards again: --seed {0}", seed);
        self.terminal.say(&styled(FAINT, again))
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
                debug: self.debugger.is_some(),
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
                    let (game, log) = (self.table.game(), self.table.log());
                    let lines = self
                        .bots
                        .hint(game, log, seat, &mut self.terminal, self.columns)?;
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
                Answer::Debug(line) => {
                    if self.debug(seat, &line)? {
                        return Ok(Next::Go);
                    }
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
        match watch::carried_over(&ruleset, self.table.begun()) {
            Ok((table, mut word)) => {
                let edited = match self.table.log() {
                    Some(_) => None,
                    None => Some(watch::edits_carried_over(
                        &ruleset,
                        self.table.game(),
                        self.table.begun(),
                    )),
                };
                self.table = Playing::new(table);
                match edited {
                    None => {}
                    Some(Ok(game)) => {
                        self.table.edit(game);
                        word = "The ruleset has changed; the game that you have edited goes on by it as it stands.".to_owned();
                    }
                    Some(Err(why)) => word.push_str(&format!(" What you have edited is lost: {why}.")),
                }
                if let Some(debugger) = &mut self.debugger {
                    debugger.reopen()?;
                }
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
        let prompt = format!(
            "{} ",
            say!(
                "It is for {0} to decide. Come to the screen and press Enter.",
                name
            )
        );
        loop {
            let Some(line) = self.terminal.read(&prompt)? else {
                return Ok(false);
            };
            match Typed::read(&line) {
                _ if line.is_empty() => return Ok(true),
                Some(Typed::Quit) => return Ok(false),
                // Another person may answer.
                _ => self
                    .terminal
                    .say(&say!("Enter alone shows the cards; q leaves the game."))?,
            }
        }
    }

    fn can_undo(&self, seat: Seat) -> bool {
        self.table.choices().any(|entry| playing::by(entry) == seat)
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
            if undone.by == Some(seat) {
                break;
            }
        }
        self.untold.clear();
        self.look();
        let mut told = say!("Your last choice is taken back.");
        if seen > 0 {
            told.push(' ');
        }
        told += &match seen {
            0 => String::new(),
            1 => say!("You have seen a card that you had not seen then."),
            n => say!("You have seen {0} {0|card|cards} that you had not seen then.", n),
        };
        self.terminal.say(&styled(NOTE, told))?;
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
                    .say(&styled(NOTE, say!("That is not possible: {0}", reason(&refusal))))?;
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
        let choice = self.choice_of_bot(seat)?;
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

    fn choice_of_bot(&mut self, seat: Seat) -> Result<Choice, Failure> {
        let (game, log) = (self.table.game(), self.table.log());
        let choice = self.bots.choose(game, log, seat, &mut self.terminal)?;
        choice.ok_or_else(|| Failure::problem("a bot finds nothing to do"))
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

    // --- ends

    /// Saves the match to its file.
    fn keep(&mut self) -> Result<(), Failure> {
        self.has_gone_back = false;
        let levels = self.bots.levels(self.table.game());
        // No log leads to an edited game: the file has the game before.
        match (&self.save, self.table.log()) {
            (Some(path), Some(log)) => save::write(path, log, &levels),
            _ => Ok(()),
        }
    }

    /// Writes the game as a test, where that was asked for.
    fn write_test(&mut self) -> Result<(), Failure> {
        let Some(path) = &self.record else {
            return Ok(());
        };
        let Some(log) = self.table.log() else {
            let message = "No test is written: no choices lead to a game that was edited.";
            return self.terminal.say(message);
        };
        if log.entries.is_empty() {
            return self.terminal.say("No test is written: nothing was chosen.");
        }
        let text = cases::record(&self.table.game().ruleset(), log).map_err(Failure::problem)?;
        outputs::write(path, &text)?;
        let message = format!("A test that makes the same choices is in {}.", path.display());
        self.terminal.say(&message)
    }

    fn leave(mut self) -> Result<End, Failure> {
        match &self.save {
            Some(path) => {
                let path = path.display();
                let message = match self.table.log() {
                    None => say!("The game is kept in {0}, as it was before it was edited.", path),
                    Some(_) if self.has_gone_back => {
                        say!("The game is kept in {0}, as it was before you went back.", path)
                    }
                    Some(_) => say!("The game is kept in {0}.", path),
                };
                self.terminal.say(&message)?;
            }
            None => self
                .terminal
                .say(&say!("The game is left. (With --save FILE it would be kept.)"))?,
        }
        self.write_test()?;
        Ok(End::Fine)
    }

    /// Shows how the game has ended.
    fn show_end(&mut self) -> Result<(), Failure> {
        let seat = self.at_screen;
        self.tell(seat)?;
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        let table = TableView::new(self.table.game(), viewer, self.columns);
        writeln!(self.terminal.out)?;
        table.draw(self.terminal.out)?;
        Ok(result::draw(&table, self.terminal.out)?)
    }

    fn finish(mut self) -> Result<End, Failure> {
        self.review()?;
        self.write_test()?;
        Ok(End::Fine)
    }

    /// Looks back at people's choices, if they want to.
    fn review(&mut self) -> Result<(), Failure> {
        let rules = self.table.game().ruleset();
        let Some(log) = self.table.log().cloned() else {
            return Ok(());
        };
        if self.humans.is_empty() || rules.is_endless() {
            return Ok(());
        }
        if !self.is_reviewed {
            if !self.terminal.is_interactive() {
                return Ok(());
            }
            let question = format!("\n{} ", say!("Look back at your choices? [y/N]"));
            let answer = self.terminal.read(&question)?;
            if !answer.is_some_and(|answer| is_yes(&answer)) {
                return Ok(());
            }
        }
        for seat in self.humans {
            self.terminal.say("")?;
            look_back(&mut self.terminal, &rules, &log, seat, self.columns)?;
        }
        Ok(())
    }
}
