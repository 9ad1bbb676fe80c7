//! Picking several things, step by step.

use super::keys::{keys, numbered};
use super::menu::{as_shown, candidates, meant, pick_zones, plain};
use super::terminal::Terminal;
use crate::end::Failure;
use crate::paint::{FAINT, KEY, NOTE, STRONG, styled, wrapped};
use crate::table::Table;
use cardable_core::ids::ActionId;
use cardable_core::{Choice, Decision, NotApplied, Offered, Pick, Refusal};

/// Lets a person pick until the pick is complete; nothing when he goes back.
pub(super) fn steps(
    terminal: &mut Terminal<'_>,
    table: &Table<'_>,
    decision: &Decision<'_>,
    action: ActionId,
) -> Result<Option<Choice>, Failure> {
    let texts = texts(decision, action);
    let mut picked: Vec<Pick> = Vec::new();
    loop {
        let choice = Choice::Act {
            action,
            picks: picked.iter().copied().collect(),
        };
        let Some(mut more) = decision.extend(&choice) else {
            return Ok(None);
        };
        let zones = pick_zones(&more.next);
        more.next.sort_by_key(|pick| as_shown(table, &zones, *pick));
        if more.complete && more.next.is_empty() {
            return Ok(Some(choice));
        }
        let name = |all: &[Pick]| candidates(table, all, &texts_of(all, &texts));
        let chosen = if picked.is_empty() {
            "nothing yet".to_owned()
        } else {
            name(&picked).join(", ")
        };
        terminal.say(&format!("  {} {chosen}", styled(STRONG, "Picked:")))?;
        let next = name(&more.next);
        let keys = keys(next.iter().map(String::as_str));
        let listed = keys.iter().zip(&next).map(|(key, text)| numbered(*key, text));
        let listed: Vec<String> = listed.collect();
        for line in wrapped("  ", &listed, "   ", table.columns) {
            terminal.say(&line)?;
        }
        let Some(line) = terminal.read(&prompt(more.complete, "one or several numbers"))? else {
            return Ok(None);
        };
        match line.as_str() {
            "" if more.complete => return Ok(Some(choice)),
            "" => terminal.say("That is not enough yet.")?,
            "b" if picked.pop().is_none() => return Ok(None),
            "b" => {}
            typed => {
                let wanted = places(typed, &next, &keys);
                let wanted: Option<Vec<Pick>> =
                    wanted.and_then(|all| all.into_iter().map(|at| more.next.get(at).copied()).collect());
                match wanted {
                    Some(wanted) => add(table, decision, action, &mut picked, &wanted, terminal)?,
                    None => terminal.say("Type some of the numbers shown.")?,
                }
            }
        }
    }
}

/// Adds what can be added.
fn add(
    table: &Table<'_>,
    decision: &Decision<'_>,
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
        // Of cards that nobody can tell apart any will do.
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

/// What was picked, and one more.
fn so_far_and(action: ActionId, picked: &[Pick], one: Pick) -> Choice {
    Choice::Act {
        action,
        picks: picked.iter().copied().chain([one]).collect(),
    }
}

/// Why things cannot be picked together, in the ruleset's words where it has some.
fn why_not(table: &Table<'_>, decision: &Decision<'_>, choice: &Choice) -> String {
    match table.game.fork().submit(decision.seat(), choice) {
        Err(NotApplied::Refused(Refusal::NotValid { reason })) => reason,
        Ok(()) | Err(NotApplied::Refused(_) | NotApplied::Faulted(_)) => {
            "Not all of these go together.".to_owned()
        }
    }
}

/// Lets a person choose several entries of a list.
pub(super) fn items(
    terminal: &mut Terminal<'_>,
    table: &Table<'_>,
    items: &[String],
    min: u16,
    max: u16,
) -> Result<Option<Choice>, Failure> {
    let keys = keys(items.iter().map(String::as_str));
    let listed: Vec<String> = keys
        .iter()
        .zip(items)
        .map(|(key, text)| numbered(*key, text))
        .collect();
    loop {
        for line in wrapped("  ", &listed, "   ", table.columns) {
            terminal.say(&line)?;
        }
        let amount = if min == max {
            format!("{min} numbers")
        } else {
            format!("{min} to {max} numbers")
        };
        let Some(line) = terminal.read(&prompt(min == 0, &amount))? else {
            return Ok(None);
        };
        if line == "b" {
            return Ok(None);
        }
        let chosen: Option<Vec<u16>> =
            places(&line, items, &keys).map(|all| all.into_iter().map(|at| at as u16).collect());
        match chosen {
            Some(chosen) if (usize::from(min)..=usize::from(max)).contains(&chosen.len()) => {
                return Ok(Some(Choice::Items(chosen.into_iter().collect())));
            }
            _ => terminal.say(&format!("Type {amount} of those shown."))?,
        }
    }
}

/// Which places of a list were typed: numbers, or names with commas between them; nothing when one of
/// them is none or may be several.
fn places(typed: &str, listed: &[String], keys: &[i64]) -> Option<Vec<usize>> {
    let numbers: Option<Vec<i64>> = typed
        .split([' ', ','])
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().ok())
        .collect();
    if let Some(numbers) = numbers {
        let place = |number| keys.iter().position(|key| *key == number);
        return numbers.into_iter().map(place).collect();
    }
    let names: Vec<Vec<String>> = listed.iter().map(|name| vec![plain(name)]).collect();
    let words = typed.split(',').map(str::trim).filter(|word| !word.is_empty());
    let only = |word| match meant(word, &names)[..] {
        [at] => Some(at),
        _ => None,
    };
    words.map(only).collect()
}

fn prompt(complete: bool, what: &str) -> String {
    let done = if complete {
        format!("{}{}  ", styled(KEY, "Enter"), styled(FAINT, " done"))
    } else {
        String::new()
    };
    let back = format!("{}{}", styled(KEY, "b"), styled(FAINT, " back"));
    format!("{}  {done}{back}  {} ", styled(FAINT, what), styled(KEY, "›"))
}

/// The entries of a list as texts, where such are picked.
fn texts(decision: &Decision<'_>, wanted: ActionId) -> Vec<(Pick, String)> {
    let offers = decision.offers().into_iter();
    let found = offers.filter_map(|offered| match offered {
        Offered::Action {
            action,
            pick: Some(pick),
            ..
        } if action == wanted => Some(pick),
        _ => None,
    });
    found
        .flat_map(|pick| pick.candidates.into_iter().zip(pick.texts))
        .collect()
}

fn texts_of(picks: &[Pick], texts: &[(Pick, String)]) -> Vec<String> {
    let text = |pick: &Pick| {
        texts
            .iter()
            .find(|(known, _)| known == pick)
            .map(|(_, text)| text.clone())
    };
    picks.iter().map(|pick| text(pick).unwrap_or_default()).collect()
}
