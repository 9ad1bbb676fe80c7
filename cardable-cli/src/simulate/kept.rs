//! Saves one of the simulated games as a log for inspection.

use super::players::{Move, Players};
use super::{Plan, Tally};
use crate::end::Failure;
use crate::seats::refused;
use cardable_core::log::Entry;
use cardable_core::{Log, Match, NotApplied, Seed, SetupError, Viewer};

/// Why a game is saved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// It met a fault.
    Fault,
    /// It did not end.
    Unfinished,
    /// All games ended without a fault; this is the first one.
    First,
}

/// The game to save: the first with a fault, otherwise the first that did not end, otherwise the first.
pub(crate) fn worth(tally: &Tally) -> (u64, Why) {
    let first = |of: Option<u64>, why| of.map(|game| (game, why));
    let faulty = tally.faults.values().map(|at| at.game).min();
    let unfinished = tally.unfinished.values().map(|at| at.game).min();
    first(faulty, Why::Fault)
        .or(first(unfinished, Why::Unfinished))
        .unwrap_or((0, Why::First))
}

/// The log of a game of the plan. A choice that faults is its last entry, so that a replay shows the fault.
pub(crate) fn log(plan: &Plan<'_>, number: u64) -> Result<Log, Failure> {
    let seed = plan.seed_of(number);
    let mut table = match Match::new(plan.ruleset, plan.setup, Seed::from(seed)) {
        Ok(table) => table,
        Err(SetupError::Faulted(_)) => {
            return Ok(Log::new(plan.ruleset, plan.setup, Seed::from(seed)));
        }
        Err(error) => return Err(refused(error)),
    };
    let mut players = Players::new(plan.bots, seed, plan.moved(number), table.game());
    for _ in 0..plan.choices {
        if plan
            .until
            .is_some_and(|state| table.game().inspect(Viewer::Omniscient).has_reached(state))
        {
            break;
        }
        let Some(Move { seat, choice, .. }) = players.next(table.game()) else {
            break;
        };
        match table.submit(seat, &choice) {
            Ok(()) => {}
            Err(NotApplied::Faulted(_) | NotApplied::Refused(_)) => {
                let mut log = table.log().clone();
                log.entries.push(Entry::Choice { seat, choice });
                return Ok(log);
            }
        }
    }
    Ok(table.log().clone())
}
