//! Asking a person for a choice.

mod attempt;
mod keys;
mod menu;
mod pick;
mod terminal;

pub(crate) use attempt::attempt;
pub(crate) use terminal::Terminal;

use crate::end::Failure;
use crate::paint::{FAINT, KEY, NOTE, styled, wrapped};
use crate::table::{Table, words};
use cardable_core::{Choice, Decision};
use menu::{Menu, Way};

/// What a person answers.
pub(crate) enum Answer {
    /// A choice.
    Choice(Choice),
    /// To take the last choice back.
    Undo,
    /// To see what has happened.
    Log,
    /// To see the table again.
    Table,
    /// To let others act first.
    Wait,
    /// To leave.
    Quit,
}

/// What can be asked for beside choices.
#[derive(Clone, Copy)]
pub(crate) struct Also {
    /// There is something to take back.
    pub(crate) undo: bool,
    /// Others may act too.
    pub(crate) wait: bool,
}

/// Shows what may be done and waits for an answer.
pub(crate) fn ask(
    terminal: &mut Terminal<'_>,
    table: &Table<'_>,
    decision: &Decision<'_>,
    also: Also,
) -> Result<Answer, Failure> {
    let menu = Menu::new(table, decision);
    menu.show(terminal, table.columns)?;
    let is_only_way = menu.has_one_way() && !decision.unavailable().is_empty();
    loop {
        let Some(line) = terminal.read(&prompt(also, is_only_way))? else {
            return Ok(Answer::Quit);
        };
        match line.as_str() {
            "" => return Ok(Answer::Table),
            "q" | "quit" => return Ok(Answer::Quit),
            "l" | "log" => return Ok(Answer::Log),
            "t" | "table" => return Ok(Answer::Table),
            "u" | "undo" if also.undo => return Ok(Answer::Undo),
            "u" | "undo" => terminal.say("There is nothing to take back.")?,
            "w" | "wait" if also.wait => return Ok(Answer::Wait),
            "w" | "wait" => terminal.say("Nobody else has anything to do before you.")?,
            "?" | "h" | "help" => explain(terminal, decision, also, table.columns)?,
            typed => match menu.way(typed) {
                Err(why) => terminal.say(&why)?,
                Ok(Way::Choice(choice)) => return Ok(Answer::Choice(choice)),
                Ok(Way::Pick(action)) => {
                    if let Some(choice) = pick::steps(terminal, table, decision, action)? {
                        return Ok(Answer::Choice(choice));
                    }
                    menu.show(terminal, table.columns)?;
                }
                Ok(Way::Items { items, min, max }) => {
                    if let Some(choice) = pick::items(terminal, table, &items, min, max)? {
                        return Ok(Answer::Choice(choice));
                    }
                    menu.show(terminal, table.columns)?;
                }
            },
        }
    }
}

fn prompt(also: Also, is_only_way: bool) -> String {
    // Whoever finds a single thing to do wonders why.
    let help = if is_only_way { "why only this" } else { "help" };
    let mut keys = vec![("?", help)];
    if also.undo {
        keys.push(("u", "undo"));
    }
    if also.wait {
        keys.push(("w", "wait"));
    }
    keys.extend([("l", "log"), ("q", "quit")]);
    let keys: Vec<String> = keys
        .iter()
        .map(|(key, what)| format!("{}{}", styled(KEY, key), styled(FAINT, format!(" {what}"))))
        .collect();
    format!("{}  {} ", keys.join("  "), styled(KEY, "›"))
}

/// Says why the rest is not allowed, and what else can be typed.
fn explain(
    terminal: &mut Terminal<'_>,
    decision: &Decision<'_>,
    also: Also,
    columns: usize,
) -> Result<(), Failure> {
    let unavailable = decision.unavailable();
    if unavailable.is_empty() {
        terminal.say("Nothing is kept from you: all there is to do is listed.")?;
    }
    for missing in unavailable {
        let first = format!("  {} ", styled(NOTE, format!("{}:", missing.label)));
        for line in wrapped(&first, &words(&missing.reason), " ", columns) {
            terminal.say(&line)?;
        }
    }
    let mut keys = vec!["Type the number of what you do, or its first letters."];
    keys.push("Enter or t shows the table again, l what has happened;");
    if also.undo {
        keys.push("u takes your last choice back;");
    }
    if also.wait {
        keys.push("w lets others go first;");
    }
    keys.push("q leaves the game.");
    for line in wrapped("", &words(&keys.join(" ")), " ", columns) {
        terminal.say(&styled(FAINT, line))?;
    }
    Ok(())
}
