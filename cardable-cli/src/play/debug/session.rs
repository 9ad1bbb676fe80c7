//! What the author of the rules does to a session.

use super::{Obeyed, help, show};
use crate::ask::{described, is_for_debugger};
use crate::end::Failure;
use crate::paint::{BAD, FAINT, KEY, NOTE, STRONG, styled};
use crate::play::{Next, Session};
use crate::table::TableView;
use cardable_core::debug::step_lines;
use cardable_core::{Seat, Viewer};

impl Session<'_> {
    /// Does what a line asks at a decision of a seat. Returns whether the game has changed.
    pub(in crate::play) fn debug(&mut self, seat: Seat, line: &str) -> Result<bool, Failure> {
        let Some(debugger) = &mut self.debugger else {
            return Ok(false);
        };
        debugger.lets_bots = false;
        let (game, begun) = (self.table.game(), self.table.begun());
        match debugger.obey(line, game, begun, seat, self.columns) {
            Obeyed::Told(lines) => {
                lines.iter().try_for_each(|line| self.terminal.say(line))?;
                Ok(false)
            }
            Obeyed::Step => self.step(seat),
            Obeyed::Back(n) => self.back(n),
            Obeyed::Edited(game, message) => {
                self.table.edit(*game);
                self.untold.clear();
                self.look();
                let more = "No log leads here: from now on the game is not kept. `back` undoes it.";
                self.terminal.say(&styled(NOTE, format!("{message} {more}")))?;
                Ok(true)
            }
        }
    }

    /// Waits before the choice of a bot until the author lets it.
    pub(in crate::play) fn halted(&mut self, seat: Seat) -> Result<Next, Failure> {
        let name = self.table.game().seating().name(seat).unwrap_or_default();
        let prompt = format!(
            "{} is to choose: {} {} · {} {} · {} {}  {} ",
            styled(STRONG, format!("{name} (a bot)")),
            styled(KEY, "Enter"),
            styled(FAINT, "step"),
            styled(KEY, "go"),
            styled(FAINT, "on"),
            styled(KEY, "?"),
            styled(FAINT, "help"),
            styled(KEY, "›"),
        );
        loop {
            let Some(line) = self.terminal.read(&prompt)? else {
                return Ok(Next::Quit);
            };
            match line.as_str() {
                "q" | "quit" => return Ok(Next::Quit),
                "" => {
                    self.step(seat)?;
                    return Ok(Next::Go);
                }
                "go" => {
                    if let Some(debugger) = &mut self.debugger {
                        debugger.lets_bots = true;
                    }
                    return self.bot(seat);
                }
                line if is_for_debugger(line) => {
                    if self.debug(seat, line)? {
                        return Ok(Next::Go);
                    }
                }
                _ => {
                    let lines = help();
                    lines.iter().try_for_each(|line| self.terminal.say(line))?;
                }
            }
        }
    }

    /// Asks what to look at once the game is over. Returns whether it goes on from an earlier choice.
    pub(in crate::play) fn debug_at_end(&mut self) -> Result<bool, Failure> {
        let prompt = format!(
            "The game is over: {} {} · {} {} · {} {}  {} ",
            styled(KEY, "back [N]"),
            styled(FAINT, "from the end"),
            styled(KEY, "?"),
            styled(FAINT, "help"),
            styled(KEY, "q"),
            styled(FAINT, "leave"),
            styled(KEY, "›"),
        );
        let seat = self.at_screen.unwrap_or(Seat(0));
        loop {
            match self.terminal.read(&prompt)?.as_deref() {
                None | Some("q" | "quit") => return Ok(false),
                Some("step" | "go") => self
                    .terminal
                    .say("Nobody has anything to choose: `back` leads to where somebody had.")?,
                Some(line) if is_for_debugger(line) => {
                    if self.debug(seat, line)? && !self.table.game().is_over() {
                        return Ok(true);
                    }
                }
                Some(_) => {
                    let lines = help();
                    lines.iter().try_for_each(|line| self.terminal.say(line))?;
                }
            }
        }
    }

    /// Lets a bot make the next choice and shows what happens. Where nobody else can act, it chooses for this seat.
    fn step(&mut self, seat: Seat) -> Result<bool, Failure> {
        let others = self.table.game().to_decide().minus(self.humans);
        let seat = match self.humans.contains(seat) {
            true => others.lowest().unwrap_or(seat),
            false => seat,
        };
        let choice = self.choice_of_bot(seat)?;
        let game = self.table.game();
        let name = game.seating().name(seat).unwrap_or_default();
        let said = described(
            &TableView::new(game, Viewer::Seat(seat), self.columns),
            seat,
            &choice,
        );
        let line = format!("{} chooses: {said}", styled(STRONG, name));
        let before = show::data(game);
        self.terminal.say(&line)?;
        if let Err(why) = self.table.submit(seat, &choice) {
            self.terminal.say(&styled(BAD, why))?;
            return Ok(false);
        }
        let game = self.table.game();
        let mut lines = step_lines(game, &game.ruleset().info());
        // Events do not tell of the data of states.
        for (name, value) in show::data(game) {
            let is_new = !before.contains(&(name.clone(), value.clone()));
            if name.starts_with("$state.") && is_new {
                lines.push(format!("{name} = {value}"));
            }
        }
        for line in &lines {
            self.terminal.say(&format!("  {} {line}", styled(FAINT, "·")))?;
        }
        self.follow();
        self.show_trace()?;
        self.keep()?;
        Ok(true)
    }

    /// Takes so many choices and edits back. Returns whether there was one.
    fn back(&mut self, n: usize) -> Result<bool, Failure> {
        let taken = (0..n).take_while(|_| self.table.undo().is_some()).count();
        if taken == 0 {
            self.terminal.say("There is nothing to take back.")?;
            return Ok(false);
        }
        self.untold.clear();
        self.look();
        self.has_gone_back = true;
        let word = if taken == 1 { "choice" } else { "choices" };
        let line = format!("The last {taken} {word} or edits are taken back.");
        let line = if taken == 1 {
            "The last choice or edit is taken back.".to_owned()
        } else {
            line
        };
        self.terminal.say(&styled(NOTE, line))?;
        Ok(true)
    }
}
