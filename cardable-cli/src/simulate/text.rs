//! Prints the statistics for people.

use super::tally::FoundTally;
use super::{Plan, Tally};
use crate::paint::{self, FAINT, NOTE, STRONG, padded, styled};
use cardable_core::info::ActionKind;
use std::collections::BTreeMap;
use std::io::{Result, Write};

pub(crate) fn tell(out: &mut dyn Write, plan: &Plan<'_>, tally: &Tally, seconds: f64) -> Result<()> {
    let speed = grouped(tally.games as f64 / seconds.max(1e-9));
    let threads = if plan.threads == 1 {
        "1 thread".to_owned()
    } else {
        format!("{} threads", plan.threads)
    };
    writeln!(
        out,
        "{}: {} game{} with {} seat{}, seed {}",
        styled(STRONG, plan.ruleset.name()),
        grouped(tally.games as f64),
        if tally.games == 1 { "" } else { "s" },
        plan.setup.seats.len(),
        if plan.setup.seats.len() == 1 { "" } else { "s" },
        plan.seed
    )?;
    writeln!(
        out,
        "{}",
        styled(FAINT, format!("{seconds:.2} s, {speed} games/s on {threads}"))
    )?;
    if let Some(early) = plan.ended_early(tally) {
        writeln!(out, "{}", styled(NOTE, early))?;
    }
    bots(out, plan, tally)?;
    seats(out, tally)?;
    writeln!(
        out,
        "\n{}  mean {:.1}, median {}, 95 % up to {}",
        styled(STRONG, "choices a game"),
        tally.choices_mean(),
        tally.choices_at(0.5),
        tally.choices_at(0.95)
    )?;
    writeln!(out, "\n{}", styled(STRONG, "how they ended"))?;
    for (outcome, games) in &tally.outcomes {
        let share = *games as f64 / tally.games.max(1) as f64;
        let outcome = match outcome.as_str() {
            "unfinished" => &format!("not at all within {} choices", grouped(plan.choices as f64)),
            outcome => outcome,
        };
        writeln!(
            out,
            "  {:>7}  {:>8}  {outcome}",
            percent(share),
            grouped(*games as f64)
        )?;
    }
    actions(out, plan, tally)?;
    unexhausted(out, plan, tally)?;
    unfinished(out, plan, tally)?;
    faults(out, plan, styled(paint::BAD, "faults"), &tally.faults)?;
    let heading = "conditions that could not be worked out, and were taken for false";
    faults(out, plan, styled(NOTE, heading), &tally.warnings)
}

/// How the bots did, whatever seat they had.
fn bots(out: &mut dyn Write, plan: &Plan<'_>, tally: &Tally) -> Result<()> {
    if plan.bots.is_empty() {
        return Ok(());
    }
    let unfinished = tally.contest.unfinished;
    if unfinished > 0 {
        let note = match unfinished {
            1 => "1 deal was not played to its end from every seat, and counts for no bot".to_owned(),
            n => format!(
                "{} deals were not played to their end from every seat, and count for no bot",
                grouped(n as f64)
            ),
        };
        writeln!(out, "\n{}", styled(NOTE, note))?;
    }
    let Some(shares) = tally.contest.shares() else {
        return Ok(());
    };
    let heading = "bot               share    95 % between";
    writeln!(out, "\n{}", styled(STRONG, heading))?;
    for (bot, (share, low, high)) in plan.bots.iter().zip(shares) {
        let between = format!("{:>5.1} –{:>5.1} %", low * 100.0, high * 100.0);
        writeln!(
            out,
            "{}  {}   {between}",
            padded(&bot.to_string(), 14),
            percent(share)
        )?;
    }
    Ok(())
}

fn seats(out: &mut dyn Write, tally: &Tally) -> Result<()> {
    if tally.ended == 0 {
        return Ok(());
    }
    writeln!(
        out,
        "\n{}",
        styled(STRONG, "seat      wins    share    95 % between   mean score")
    )?;
    for (at, seat) in tally.seats.iter().enumerate() {
        let (low, high) = tally.win_interval(seat);
        let between = format!("{:>5.1} –{:>5.1} %", low * 100.0, high * 100.0);
        let score = seat
            .mean_score()
            .map_or("–".to_owned(), |score| format!("{score:.2}"));
        let share = percent(tally.win_share(seat));
        writeln!(
            out,
            "{:>4}  {:>8}  {share:>7}   {between}   {score:>10}",
            at + 1,
            grouped(seat.wins as f64)
        )?;
    }
    Ok(())
}

fn actions(out: &mut dyn Write, plan: &Plan<'_>, tally: &Tally) -> Result<()> {
    let rules = plan.ruleset;
    let listed: Vec<_> = rules
        .actions()
        .zip(&tally.actions)
        .filter(|((_, _, _, kind), _)| *kind != ActionKind::Auto)
        .collect();
    let names = listed.iter().map(|((_, _, name, _), _)| paint::width(name));
    let widest = names.max().unwrap_or(0).clamp(6, 34);
    let heading = format!("{}   offered     taken", padded("actions", widest + 2));
    writeln!(out, "\n{}", styled(STRONG, heading))?;
    let mut last = None;
    for ((_, state, name, _), counts) in listed {
        if last != Some(state) {
            writeln!(out, "{}", rules.state_name(state).unwrap_or_default())?;
            last = Some(state);
        }
        let share = match counts.offered {
            0 if plan.until == Some(state) => "–".to_owned(),
            0 => styled(NOTE, "never offered"),
            offered => percent(counts.taken as f64 / offered as f64),
        };
        let (offered, taken) = (grouped(counts.offered as f64), grouped(counts.taken as f64));
        let name = padded(&paint::cut(name, widest), widest);
        writeln!(out, "  {name} {offered:>9} {taken:>9}  {share:>7}")?;
    }
    Ok(())
}

/// Actions with more candidates or combinations than the search examines.
fn unexhausted(out: &mut dyn Write, plan: &Plan<'_>, tally: &Tally) -> Result<()> {
    let searched = plan.ruleset.actions().zip(&tally.actions);
    let mut searched = searched.filter(|(_, counts)| counts.unexhausted > 0).peekable();
    if searched.peek().is_none() {
        return Ok(());
    }
    let heading = "more picks than a listing looks at: some right ones were never taken here";
    writeln!(out, "\n{}", styled(NOTE, heading))?;
    for ((_, state, name, _), counts) in searched {
        let (times, of) = (grouped(counts.unexhausted as f64), grouped(counts.offered as f64));
        let state = plan.ruleset.state_name(state).unwrap_or_default();
        writeln!(
            out,
            "  `{name}` in `{state}`: {times} of the {of} times it was offered"
        )?;
    }
    Ok(())
}

/// Games that did not end although they should.
fn unfinished(out: &mut dyn Write, plan: &Plan<'_>, tally: &Tally) -> Result<()> {
    if tally.unfinished.is_empty() || plan.ruleset.is_endless() {
        return Ok(());
    }
    let heading = format!("not ended after {} choices", grouped(plan.choices as f64));
    writeln!(out, "\n{}", styled(NOTE, heading))?;
    for (states, found) in &tally.unfinished {
        let games = grouped(found.count as f64);
        writeln!(out, "  {games} × standing in `{states}`")?;
        alone(out, plan, found.game)?;
    }
    Ok(())
}

/// The commands that repeat a single game.
fn alone(out: &mut dyn Write, plan: &Plan<'_>, game: u64) -> Result<()> {
    let (named, table, seed) = (quoted(plan.named), &plan.table, plan.seed_of(game));
    for line in [
        format!("  to see it: cardable simulate {named} --games 1 --seed {seed}{table} --save game.json"),
        format!("             cardable replay game.json --ruleset {named} --view all --step"),
    ] {
        writeln!(out, "{}", styled(FAINT, line))?;
    }
    Ok(())
}

/// Quotes a word for the command line.
pub(crate) fn quoted(word: &str) -> String {
    match word.contains(|c: char| c.is_whitespace() || "\"'`$&|;<>()*?!#~".contains(c)) {
        true => format!("'{}'", word.replace('\'', "'\\''")),
        false => word.to_owned(),
    }
}

fn faults(
    out: &mut dyn Write,
    plan: &Plan<'_>,
    heading: String,
    faults: &BTreeMap<(String, String), FoundTally>,
) -> Result<()> {
    if faults.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{heading}")?;
    for ((state, message), fault) in faults {
        writeln!(out, "  {} × in `{state}`: {message}", grouped(fault.count as f64))?;
        for line in fault.said.iter().flat_map(|said| said.lines()) {
            writeln!(out, "      it said: {line}")?;
        }
        alone(out, plan, fault.game)?;
    }
    Ok(())
}

fn percent(share: f64) -> String {
    format!("{:>5.1} %", share * 100.0)
}

/// An integer with grouped thousands.
pub(crate) fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(
            [0.0, 12.4, 999.0, 1234.0, 1e6].map(grouped),
            ["0", "12", "999", "1,234", "1,000,000"]
        );
    }
}
