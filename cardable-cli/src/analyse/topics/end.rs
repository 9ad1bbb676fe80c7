//! Whether and how the game ends.

use crate::analyse::finding::Findings;
use crate::analyse::games::{GameEnd, GameRow};
use crate::analyse::lineup::Lineup;
use crate::analyse::measure::Measures;
use crate::analyse::stats::wilson;
use crate::analyse::words::{Unit, counted, grouped, listed};

/// More games without a winner than this disappoint.
const DRAWN: f64 = 0.5;

/// A way to end: its key, its name, the games that ended so, and what they did.
type Way = (&'static str, &'static str, fn(&GameRow) -> bool, &'static str);

const WAYS: [Way; 4] = [
    ("over", "Games that ended", GameRow::is_over, "ended by the rules"),
    (
        "drawn",
        "Games without a winner",
        |game| game.is_over() && game.winners.is_empty(),
        "ended without a winner",
    ),
    (
        "cut",
        "Games cut off",
        |game| matches!(game.end, GameEnd::CutOff(_)),
        "were cut off because they had too many choices",
    ),
    (
        "faulted",
        "Games with a fault",
        |game| matches!(game.end, GameEnd::Faulted(_)),
        "met a fault of the rules",
    ),
];

/// The games of bots, or those of chance.
fn games(games: &[GameRow], by_bots: bool) -> Vec<&GameRow> {
    let games = games.iter();
    games
        .filter(|game| (game.lineup != Lineup::Random) == by_bots)
        .collect()
}

pub(super) fn measure(measures: &mut Measures<'_>) {
    for (who, by_bots) in [("bots", true), ("random", false)] {
        let of = games(&measures.tables.games, by_bots);
        let all = of.len() as u64;
        if all == 0 {
            continue;
        }
        let deals = of.chunk_by(|a, b| a.deal == b.deal).count() as u64;
        // Games of bots are alike within a deal: only deals are independent.
        let independent = if by_bots { deals } else { all } as f64;
        let players = if by_bots { "of bots" } else { "of chance" };
        for (key, name, ended_so, how) in WAYS {
            let n = of.iter().filter(|game| ended_so(game)).count() as u64;
            let share = n as f64 / all as f64;
            let interval = wilson(share * independent, independent);
            // That something bad did not happen goes without saying.
            let sentence = match n == 0 && key != "over" {
                true => String::new(),
                false => format!(
                    "{} of {} games {players} {how}. If many more were played, it would be {} of them.",
                    grouped(n),
                    grouped(all),
                    Unit::Share.between(interval.0, interval.1)
                ),
            };
            let (key, name) = (format!("{key}.{who}"), format!("{name}, {who}"));
            measures.add(&key, &name, Unit::Share, (share, Some(interval)), sentence);
        }
    }
    let again = |game: &GameRow| f64::from(u8::from(game.repeats.is_some_and(|n| n > 0)));
    let estimate = measures
        .tables
        .mean_by_deal(|game| game.repeats.is_some(), again, 1.0);
    let never = estimate.is_some_and(|estimate| estimate.mean == 0.0);
    let name = "Games with a position that comes again";
    measures.estimate("repeats", name, Unit::Share, estimate, |share| match never {
        true => String::new(),
        false => format!("{share} of the games came back to a position in which they had been."),
    });
}

pub(super) fn find(findings: &mut Findings<'_>) {
    faults(findings);
    imagined_faults(findings);
    if findings.study.ruleset.is_endless() {
        return;
    }
    cut_off(findings);
    if findings.is_above("drawn.bots", DRAWN) {
        let advice = "Let something break ties.";
        findings.add_measure(40.0, "Most games have no winner", "drawn.bots", advice);
    }
}

fn faults(findings: &mut Findings<'_>) {
    let games = &findings.tables.games;
    let faulted = games.iter().filter_map(|game| match &game.end {
        GameEnd::Faulted(message) => Some((game, message)),
        GameEnd::Over(_) | GameEnd::CutOff(_) => None,
    });
    let count = faulted.clone().count() as u64;
    let Some((first, message)) = faulted.into_iter().next() else {
        return;
    };
    let text = format!(
        "{} of {} met a fault of the rules, the first one: {message}",
        grouped(count),
        counted(games.len() as u64, "game")
    );
    let advice = format!(
        "`cardable simulate` lists all faults, and `--save` keeps a game up to its fault. The first is in a game with the \
         seed {}.",
        first.seed
    );
    findings.add(100.0, text, &advice);
}

/// Faults on tables that are not the true one: bots cannot think there.
fn imagined_faults(findings: &mut Findings<'_>) {
    let games = || findings.tables.games.iter();
    let Some(message) = games().find_map(|game| game.imagined_fault.as_ref()) else {
        return;
    };
    let text = format!(
        "Of {} of strong bots that were played on as a seat imagines the table, {} met a fault of the rules, the first \
         one: {message}",
        counted(games().map(|game| game.imagined).sum(), "game"),
        grouped(games().map(|game| game.imagined_faults).sum()),
    );
    let advice = "If games themselves never fault, the rules rely on something that a seat cannot know: where a hidden card \
                  lies, or in which order. Bots think badly there.";
    findings.add(90.0, text, advice);
}

/// Games that had to be cut off, although the rules have an end.
fn cut_off(findings: &mut Findings<'_>) {
    let (mut told, mut places): (Vec<String>, Vec<String>) = Default::default();
    let (mut weight, mut again): (f64, bool) = (0.0, false);
    for (players, by_bots) in [("of bots", true), ("of chance", false)] {
        let all = games(&findings.tables.games, by_bots);
        let (mut count, mut limit) = (0, 0);
        for game in &all {
            if let GameEnd::CutOff(states) = &game.end {
                (count, limit) = (count + 1, game.choices);
                again |= game.repeats.is_some_and(|n| n > 0);
                places.push(format!("`{states}`"));
            }
        }
        if count > 0 {
            told.push(format!(
                "{} of {} {players} within {} choices",
                counted(count, "game"),
                grouped(all.len() as u64),
                grouped(limit)
            ));
            weight = weight.max(60.0 + 30.0 * count as f64 / all.len() as f64);
        }
    }
    if told.is_empty() {
        return;
    }
    places.sort();
    places.dedup();
    let came = match again {
        true => ", and came back to positions in which they had been",
        false => "",
    };
    let text = format!(
        "It may not end: {} did not. They were cut off in {}{came}.",
        told.join(" and "),
        listed(&places)
    );
    let advice = "Give every state a way to the end, and make sure that what players may do for ever uses something up. \
                  `cardable simulate --save` keeps such a game to be looked at.";
    findings.add(weight, text, advice);
}
