//! Asks a person for a choice.

mod attempt;
mod keys;
mod listed;
mod menu;
mod names;
mod pick;
mod reason;
mod terminal;
mod typed;

pub(crate) use attempt::{attempt, described};
#[cfg(feature = "net")]
pub(crate) use listed::{Listed, Several};
pub(crate) use menu::{Menu, Way};
#[cfg(feature = "net")]
pub(crate) use names::{Names, among, card_there, sort_as_shown};
#[cfg(feature = "net")]
pub(crate) use pick::{prompt as prompt_for_picks, so_far, texts_of};
pub(crate) use reason::reason;
pub(crate) use terminal::Terminal;
pub(crate) use typed::{Typed, is_yes};

use crate::end::Failure;
use crate::paint::{FAINT, KEY, NOTE, styled, wrapped};
use crate::say::say;
use crate::table::{TableView, words};
use cardable_core::decision::Unavailable;
use cardable_core::{Choice, DecisionRef};

/// A person's answer.
pub(crate) enum Answer {
    Choice(Choice),
    /// Take back the last choice.
    Undo,
    /// Show the log.
    Log,
    /// Show the table again.
    Table,
    /// Show the rules of the game.
    Rules,
    Hint,
    /// Let other seats act first.
    Wait,
    /// What the author of the rules asks, with `--debug`.
    Debug(String),
    Quit,
}

/// The first words of what the author of the rules asks.
pub(crate) const DEBUG_WORDS: [&str; 9] = [
    "why", "eval", "state", "zones", "step", "back", "set", "move", "given",
];

/// Whether a line asks something of the debugger.
pub(crate) fn is_for_debugger(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    DEBUG_WORDS.contains(&word)
}

/// Answers available besides choices.
#[derive(Clone, Copy)]
pub(crate) struct Also {
    /// A choice can be taken back.
    pub(crate) undo: bool,
    /// Other seats can act too.
    pub(crate) wait: bool,
    /// The author of the rules can ask and edit.
    pub(crate) debug: bool,
}

/// Shows the menu and waits for an answer.
pub(crate) fn ask(
    terminal: &mut Terminal<'_>,
    table: &TableView<'_>,
    decision: &DecisionRef<'_>,
    also: Also,
) -> Result<Answer, Failure> {
    let menu = Menu::new(table, decision.offers());
    let show = |terminal: &mut Terminal<'_>| -> Result<(), Failure> {
        for line in menu.lines(table.columns) {
            terminal.say(&line)?;
        }
        Ok(())
    };
    show(terminal)?;
    let is_only_way = menu.has_one_way() && !decision.unavailable().is_empty();
    loop {
        let Some(line) = terminal.read(&prompt(also, is_only_way))? else {
            return Ok(Answer::Quit);
        };
        match Typed::read(&line) {
            Some(Typed::Quit) => return Ok(Answer::Quit),
            Some(Typed::Log) => return Ok(Answer::Log),
            Some(Typed::Table) => return Ok(Answer::Table),
            Some(Typed::Rules) => return Ok(Answer::Rules),
            Some(Typed::Cards) => {
                for line in table.printed() {
                    terminal.say(&line)?;
                }
            }
            Some(Typed::Hint) => return Ok(Answer::Hint),
            Some(Typed::Undo) if also.undo => return Ok(Answer::Undo),
            Some(Typed::Undo) => terminal.say(&say!("There is nothing to take back."))?,
            Some(Typed::Wait) if also.wait => return Ok(Answer::Wait),
            Some(Typed::Wait) => terminal.say(&say!("Nobody else has anything to do before you."))?,
            Some(Typed::Help) if also.debug => {
                explain(terminal, decision, also, table.columns)?;
                return Ok(Answer::Debug("?".to_owned()));
            }
            Some(Typed::Help) => explain(terminal, decision, also, table.columns)?,
            None if also.debug && is_for_debugger(&line) => return Ok(Answer::Debug(line)),
            None => match menu.way(&line) {
                Err(why) => terminal.say(&why)?,
                Ok(Way::Choice(choice)) => return Ok(Answer::Choice(choice)),
                Ok(Way::Pick { action, texts }) => {
                    if let Some(choice) = pick::steps(terminal, table, decision, action, &texts)? {
                        return Ok(Answer::Choice(choice));
                    }
                    show(terminal)?;
                }
                Ok(Way::Items(several)) => {
                    if let Some(choice) = pick::items(terminal, table.columns, &several, decision)? {
                        return Ok(Answer::Choice(choice));
                    }
                    show(terminal)?;
                }
            },
        }
    }
}

fn prompt(also: Also, is_only_way: bool) -> String {
    // With only one way, the reason why is the most useful help.
    let help = match is_only_way {
        true => say!("why only this"),
        false => Typed::Help.word(),
    };
    let letter =
        |key: &str, what: String| format!("{}{}", styled(KEY, key), styled(FAINT, format!(" {what}")));
    let word = |typed: Typed| styled(KEY, typed.word());
    let mut keys = vec![letter("?", help)];
    if also.undo {
        keys.push(letter("u", Typed::Undo.word()));
    }
    if also.wait {
        keys.push(letter("w", Typed::Wait.word()));
    }
    keys.extend([
        letter("l", Typed::Log.word()),
        word(Typed::Rules),
        word(Typed::Hint),
        letter("q", Typed::Quit.word()),
    ]);
    format!("{}  {} ", keys.join(" · "), styled(KEY, "›"))
}

/// Why other actions are not allowed.
pub(crate) fn reasons(unavailable: &[Unavailable], columns: usize) -> Vec<String> {
    if unavailable.is_empty() {
        return vec![say!("Nothing is kept from you: all there is to do is listed.")];
    }
    let told = unavailable.iter().flat_map(|missing| {
        let first = format!("  {} ", styled(NOTE, format!("{}:", missing.label)));
        wrapped(&first, &words(&missing.reason), " ", columns)
    });
    told.collect()
}

/// Explains why other actions are not allowed, and what else can be typed.
fn explain(
    terminal: &mut Terminal<'_>,
    decision: &DecisionRef<'_>,
    also: Also,
    columns: usize,
) -> Result<(), Failure> {
    for line in reasons(&decision.unavailable(), columns) {
        terminal.say(&line)?;
    }
    let mut keys = vec![
        say!("Type the number of what you do, or its first letters."),
        say!(
            "Enter or t shows the table again, l what has happened, rules how the game is played, cards what is printed on those that you see;"
        ),
        say!("hint tells what a bot would do, and how well you would do from 0 to 100 %;"),
    ];
    if also.undo {
        keys.push(say!("u takes your last choice back;"));
    }
    if also.wait {
        keys.push(say!("w lets others go first;"));
    }
    keys.push(say!("q leaves the game."));
    for line in wrapped("", &words(&keys.join(" ")), " ", columns) {
        terminal.say(&styled(FAINT, line))?;
    }
    Ok(())
}
