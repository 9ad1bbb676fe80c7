//! Step-by-step picking.

use super::listed::{Listed, Several};
use super::names::{Names, sort_as_shown};
use super::terminal::Terminal;
use crate::end::Failure;
use crate::paint::{FAINT, KEY, NOTE, STRONG, styled};
use crate::say::say;
use crate::table::TableView;
use cardable_core::ids::ActionId;
use cardable_core::{Choice, DecisionRef, NotApplied, Pick, Refusal};

/// Lets a person pick until the pick is complete. `None` if they go back.
pub(super) fn steps(
    terminal: &mut Terminal<'_>,
    table: &TableView<'_>,
    decision: &DecisionRef<'_>,
    action: ActionId,
    texts: &[(Pick, String)],
) -> Result<Option<Choice>, Failure> {
    let mut picked: Vec<Pick> = Vec::new();
    loop {
        let choice = Choice::Act {
            action,
            picks: picked.iter().copied().collect(),
        };
        let Some(mut more) = decision.extend(&choice) else {
            return Ok(None);
        };
        sort_as_shown(table, &mut more.next, |pick| *pick);
        if more.complete && more.next.is_empty() {
            return Ok(Some(choice));
        }
        terminal.say(&so_far(table, &picked, texts))?;
        let listed = Listed::new(table.candidates(&more.next, &texts_of(&more.next, texts)));
        for line in listed.lines(table.columns) {
            terminal.say(&line)?;
        }
        let Some(line) = terminal.read(&prompt(more.complete, &say!("one or several numbers")))? else {
            return Ok(None);
        };
        match line.as_str() {
            "" if more.complete => return Ok(Some(choice)),
            "" => terminal.say(&say!("That is not enough yet."))?,
            "b" if picked.pop().is_none() => return Ok(None),
            "b" => {}
            typed => {
                let wanted = listed.places(typed);
                let wanted: Option<Vec<Pick>> =
                    wanted.and_then(|all| all.into_iter().map(|at| more.next.get(at).copied()).collect());
                match wanted {
                    Some(wanted) => add(table, decision, action, &mut picked, &wanted, terminal)?,
                    None => terminal.say(&say!("Type some of the numbers shown."))?,
                }
            }
        }
    }
}

/// Adds a candidate.
fn add(
    table: &TableView<'_>,
    decision: &DecisionRef<'_>,
    action: ActionId,
    picked: &mut Vec<Pick>,
    wanted: &[Pick],
    terminal: &mut Terminal<'_>,
) -> Result<(), Failure> {
    for pick in wanted {
        let so_far = Choice::Act {
            action,
            picks: picked.iter().copied().collect(),
        };
        let next = decision.extend(&so_far).map(|more| more.next).unwrap_or_default();
        // Cards that look the same are interchangeable.
        let alike = |other: &&Pick| match (other, pick) {
            (Pick::Card { zone: a, .. }, Pick::Card { zone: b, .. }) => a == b && picked.contains(pick),
            _ => false,
        };
        match next
            .iter()
            .find(|other| *other == pick)
            .or_else(|| next.iter().find(alike))
        {
            Some(found) => picked.push(*found),
            None => {
                let with_it = so_far_and(action, picked, *pick);
                return terminal.say(&styled(NOTE, why_not(table, decision, &with_it)));
            }
        }
    }
    Ok(())
}

/// The choice with one more pick.
fn so_far_and(action: ActionId, picked: &[Pick], one: Pick) -> Choice {
    Choice::Act {
        action,
        picks: picked.iter().copied().chain([one]).collect(),
    }
}

/// Why candidates cannot be picked together, in the ruleset's words if it has any.
fn why_not(table: &TableView<'_>, decision: &DecisionRef<'_>, choice: &Choice) -> String {
    match table.game.fork().submit(decision.seat(), choice) {
        Err(NotApplied::Refused(Refusal::NotValid { reason })) => reason,
        Ok(()) | Err(NotApplied::Refused(_) | NotApplied::Faulted(_)) => {
            say!("Not all of these go together.")
        }
    }
}

/// Lets a person choose several entries of a list.
pub(super) fn items(
    terminal: &mut Terminal<'_>,
    columns: usize,
    several: &Several,
    decision: &DecisionRef<'_>,
) -> Result<Option<Choice>, Failure> {
    if several.in_steps {
        return items_in_steps(terminal, columns, several, decision);
    }
    let listed = Listed::new(several.items.clone());
    loop {
        for line in listed.lines(columns) {
            terminal.say(&line)?;
        }
        let Some(line) = terminal.read(&prompt(several.min == 0, &several.amount()))? else {
            return Ok(None);
        };
        if line == "b" {
            return Ok(None);
        }
        match several.chosen(&listed, &line) {
            Ok(choice) => return Ok(Some(choice)),
            Err(why) => terminal.say(&why)?,
        }
    }
}

/// The same one after the other: only those are listed that can still be picked.
fn items_in_steps(
    terminal: &mut Terminal<'_>,
    columns: usize,
    several: &Several,
    decision: &DecisionRef<'_>,
) -> Result<Option<Choice>, Failure> {
    let mut taken: Vec<u16> = Vec::new();
    loop {
        let choice = Choice::items(taken.iter().copied());
        let Some(more) = decision.extend(&choice) else {
            return Ok(None);
        };
        let (next, listed) = several.next(&more);
        if more.complete && next.is_empty() {
            return Ok(Some(choice));
        }
        terminal.say(&several.so_far(&taken))?;
        for line in listed.lines(columns) {
            terminal.say(&line)?;
        }
        let Some(line) = terminal.read(&prompt(more.complete, &say!("one or several numbers")))? else {
            return Ok(None);
        };
        match line.as_str() {
            "" if more.complete => return Ok(Some(choice)),
            "" => terminal.say(&say!("That is not enough yet."))?,
            "b" if taken.pop().is_none() => return Ok(None),
            "b" => {}
            typed => match listed.places(typed) {
                Some(places) => {
                    for at in places.into_iter().filter_map(|at| next.get(at)) {
                        let so_far = Choice::items(taken.iter().copied());
                        let more = decision.extend(&so_far).map(|more| more.next);
                        if !more.is_some_and(|next| next.contains(&Pick::Option(*at))) {
                            terminal.say(&styled(NOTE, say!("Not all of these go together.")))?;
                            break;
                        }
                        taken.push(*at);
                    }
                }
                None => terminal.say(&say!("Type some of the numbers shown."))?,
            },
        }
    }
}

/// The picks so far as text.
pub(crate) fn so_far(names: &dyn Names, picked: &[Pick], texts: &[(Pick, String)]) -> String {
    let chosen = match picked {
        [] => say!("nothing yet"),
        picked => names.candidates(picked, &texts_of(picked, texts)).join(", "),
    };
    format!("  {} {chosen}", styled(STRONG, say!("Picked:")))
}

/// The prompt while picking.
pub(crate) fn prompt(complete: bool, what: &str) -> String {
    let done = if complete {
        format!(
            "{}{}  ",
            styled(KEY, say!("Enter")),
            styled(FAINT, format!(" {}", say!("done")))
        )
    } else {
        String::new()
    };
    let back = format!(
        "{}{}",
        styled(KEY, "b"),
        styled(FAINT, format!(" {}", say!("back")))
    );
    format!("{}  {done}{back}  {} ", styled(FAINT, what), styled(KEY, "›"))
}

/// The texts of the picks, if they are entries of a list.
pub(crate) fn texts_of(picks: &[Pick], texts: &[(Pick, String)]) -> Vec<String> {
    let text = |pick: &Pick| {
        texts
            .iter()
            .find(|(known, _)| known == pick)
            .map(|(_, text)| text.clone())
    };
    picks.iter().map(|pick| text(pick).unwrap_or_default()).collect()
}
