//! Whether everything in the rules is used.

use super::dominated::Dominated;
use crate::analyse::finding::{Findings, LEAST_GAMES};
use crate::analyse::games::{GameRow, PARTS};
use crate::analyse::lineup::Lineup;
use crate::analyse::measure::Measures;
use crate::analyse::stats::wilson;
use crate::analyse::words::{Unit, counted, grouped, listed};
use cardable_core::info::ActionKind;

/// What is expected so often and does not come is no accident: e to the power of −8 is 0.0003.
const EXPECTED: f64 = 8.0;

/// So many games must have been repeated with other values of an option to say that it makes no difference.
const LEAST_REPEATED: u64 = 30;

pub(super) fn measure(measures: &mut Measures<'_>) {
    for (at, option) in measures.study.info.options.iter().enumerate() {
        let (values, all) = measures.tables.house_rules.of_option(at);
        if all.games < LEAST_GAMES as u64 * values.len() as u64 || values.is_empty() {
            continue;
        }
        let (share, games) = (all.differing() as f64 / all.games as f64, all.games as f64);
        let sentence = format!(
            "With another value of the option `{}` ({}), {} of {} go another way or end with another result.",
            option.key,
            values.join(", "),
            grouped(all.differing()),
            counted(all.games, "game"),
        );
        let (key, name) = (
            format!("option.{}", option.key),
            format!("Games that the option {} changes", option.key),
        );
        let found = (share, Some(wilson(all.differing() as f64, games)));
        measures.add(&key, &name, Unit::Share, found, sentence);
    }
}

pub(super) fn find(findings: &mut Findings<'_>) {
    actions(findings);
    states(findings);
    cards(findings);
    house_rules(findings);
}

/// Actions that are not used. Of those that are dominated, that is told already.
fn actions(findings: &mut Findings<'_>) {
    let dominated = Dominated::all(findings);
    let (info, uses) = (findings.study.info, &findings.tables.uses);
    let games = findings.tables.games.len() as u64;
    let (mut never, mut untaken, mut forced) = (Vec::new(), Vec::new(), Vec::new());
    for (at, action) in info.actions.iter().enumerate() {
        if action.kind == ActionKind::Auto {
            continue;
        }
        let state = info.states.get(action.state.index());
        let name = format!("`{}` in `{}`", action.name, state.map_or("", |state| &state.name));
        let all = uses.of_action(at, |_| true);
        let strong = uses.of_action(at, |lineup| lineup == Lineup::Strong);
        let is_expected = strong.by_chance as f64 / PARTS as f64 >= EXPECTED;
        if all.offered == 0 {
            if !findings.tables.house_rules.actions.contains(&(at as u16)) {
                never.push(name);
            }
        } else if !is_expected || dominated.iter().any(|pair| usize::from(pair.worse) == at) {
            continue;
        } else if strong.taken == 0 {
            untaken.push(name);
        } else if strong.taken <= strong.forced {
            forced.push(name);
        }
    }
    if !never.is_empty() && games >= LEAST_GAMES as u64 {
        let text = format!("Never offered in {}: {}.", counted(games, "game"), listed(&never));
        let advice = "Look at the conditions: perhaps they can never hold, or hold only with more players or other options.";
        findings.add(55.0, text, advice);
    }
    // In a few games bots may have their ways, and where no game ends they want nothing.
    let is_strong = |game: &&GameRow| game.lineup == Lineup::Strong;
    let by_strong = findings.tables.games.iter().filter(is_strong).count();
    if by_strong < LEAST_GAMES || findings.study.ruleset.is_endless() {
        return;
    }
    if !untaken.is_empty() {
        let text = format!("Offered, and never taken by strong bots: {}.", listed(&untaken));
        let advice = "Is it ever worth its price? Make it better, cheaper, or leave it out.";
        findings.add(38.0, text, advice);
    }
    if !forced.is_empty() {
        let text = format!(
            "Taken by strong bots only where nothing else could be done: {}.",
            listed(&forced)
        );
        let advice = "That may be meant. If not, make it worth something.";
        findings.add(20.0, text, advice);
    }
}

fn states(findings: &mut Findings<'_>) {
    let games = findings.tables.games.len() as u64;
    let states = findings.study.info.states.iter().enumerate();
    let never: Vec<String> = states
        .filter(|(at, _)| findings.tables.uses.of_state(*at) == 0)
        .filter(|(at, _)| !findings.tables.house_rules.states.contains(&(*at as u16)))
        .map(|(_, state)| format!("`{}`", state.name))
        .collect();
    if !never.is_empty() && games >= LEAST_GAMES as u64 {
        let text = format!("Never entered in {}: {}.", counted(games, "game"), listed(&never));
        findings.add(52.0, text, "Look at the transitions that lead there.");
    }
}

fn cards(findings: &mut Findings<'_>) {
    let cards = || {
        let cards = findings.study.info.cards.iter().enumerate();
        cards.filter(|(_, card)| !card.unused)
    };
    let uses: Vec<u64> = cards()
        .map(|(at, _)| findings.tables.uses.of_card(at).moved)
        .collect();
    let usual = uses.iter().sum::<u64>() as f64 / uses.len().max(1) as f64;
    // A suit that does not move at all is left out on purpose, as with fewer seats.
    let suit_moves = |suit: &Option<String>, set: u16| {
        let mut all = cards().zip(&uses);
        all.any(|((_, card), moved)| card.suit == *suit && card.set == set && *moved > 0)
    };
    let never: Vec<String> = cards()
        .zip(&uses)
        .filter(|((_, card), moved)| **moved == 0 && suit_moves(&card.suit, card.set))
        .map(|((_, card), _)| card.label.clone())
        .collect();
    // Where cards move seldom, or only some of them do, one that does not is no wonder.
    if usual >= 4.0 * EXPECTED && !never.is_empty() && never.len() * 4 <= uses.len() {
        let text = format!(
            "Cards that never moved, while others did {} times in the mean: {}.",
            Unit::Count.number(usual),
            listed(&never)
        );
        findings.add(40.0, text, "Are they in the deck for something?");
    }
}

/// Options that make no difference.
fn house_rules(findings: &mut Findings<'_>) {
    // Chance may never get to where an option matters.
    if findings.tables.ended(Lineup::Strong).count() < LEAST_GAMES {
        return;
    }
    let (mut idle, mut games) = (Vec::new(), u64::MAX);
    for (at, option) in findings.study.info.options.iter().enumerate() {
        let (values, all) = findings.tables.house_rules.of_option(at);
        if all.games >= LEAST_REPEATED && all.differing() == 0 {
            idle.push(format!("`{}` ({})", option.key, values.join(", ")));
            games = games.min(all.games / values.len() as u64);
        }
    }
    if !idle.is_empty() {
        let text = format!(
            "Options that made no difference: {}. {} were repeated with each of these values, and in none was anything else \
             offered, or another result.",
            listed(&idle),
            counted(games, "game"),
        );
        let advice = "Look at where the rules read them. Perhaps they need another option, more players, or more deals.";
        findings.add(36.0, text, advice);
    }
}
