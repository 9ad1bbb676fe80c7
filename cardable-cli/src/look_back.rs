//! Looks back at a person's choices: how often a bot would have done the same, and which cost most.

use crate::ask::{Terminal, described};
use crate::bots::percent;
use crate::end::Failure;
use crate::paint::{STRONG, styled, wrapped};
use crate::say::say;
use crate::table::{TableView, words};
use cardable_bots::Budget;
use cardable_bots::review::{Review, Reviewed};
use cardable_core::{Log, Match, Ruleset, Seat, Viewer};

/// How many iterations a bot thinks about each choice: less than `hard`, since there are many.
const ITERATIONS: u32 = 400;

/// How many of the choices that cost most are told.
const MOST: usize = 3;

/// The least cost that is told: smaller ones are chance.
const LEAST_COST: f64 = 0.02;

/// Looks back at the choices of a seat.
pub(crate) fn look_back(
    terminal: &mut Terminal<'_>,
    ruleset: &Ruleset,
    log: &Log,
    seat: Seat,
    columns: usize,
) -> Result<(), Failure> {
    let mut review = Review::new(ruleset, log, seat).map_err(Failure::problem)?;
    let mut reviewed = Vec::new();
    let all = log.entries.len();
    let next = |review: &mut Review| {
        let budget = &mut Budget::iterations(ITERATIONS);
        review.next(budget).map_err(Failure::problem)
    };
    while let Some(one) = next(&mut review)? {
        reviewed.push(one);
        terminal.show_status(&say!("Looking back … {0} of {1}", review.done(), all))?;
    }
    terminal.clear_status()?;
    let name = log.setup.seats.get(seat.index()).cloned().unwrap_or_default();
    for line in wrapped("", &words(&summary(&name, &reviewed)), " ", columns) {
        terminal.say(&styled(STRONG, line))?;
    }
    for one in Reviewed::costliest(&reviewed, MOST) {
        let Some(cost) = one.cost.filter(|cost| *cost >= LEAST_COST) else {
            continue;
        };
        let then = Match::replay_to(ruleset, log, one.entry).map_err(Failure::problem)?;
        let table = TableView::new(then.game(), Viewer::Seat(seat), columns);
        let line = say!(
            "“{0}”; “{1}” looked better by {2}",
            described(&table, seat, &one.made),
            described(&table, seat, &one.thought.choice),
            percent(cost)
        );
        let first = format!("  {} ", say!("step {0}:", one.entry + 1));
        for line in wrapped(&first, &words(&line), " ", columns) {
            terminal.say(&line)?;
        }
    }
    Ok(())
}

fn summary(name: &str, reviewed: &[Reviewed]) -> String {
    let all = reviewed.len();
    let agreed = reviewed.iter().filter(|one| one.is_agreed()).count();
    let costs = Reviewed::costliest(reviewed, 1);
    let worst = costs.first().and_then(|one| one.cost).unwrap_or(0.0);
    let same = match agreed {
        _ if all == 0 => return say!("{0} never had a choice.", name),
        0 => say!("in none of them would a bot have done the same"),
        agreed if agreed == all => say!("a bot would have done the same in all of them"),
        agreed => say!("a bot would have done the same in {0}", agreed),
    };
    match worst >= LEAST_COST {
        true => say!(
            "{0} made {1} {1|choice|choices}; {2}. What cost most:",
            name,
            all,
            same
        ),
        false => say!(
            "{0} made {1} {1|choice|choices}; {2}. None cost much.",
            name,
            all,
            same
        ),
    }
}
