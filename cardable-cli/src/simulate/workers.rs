//! Worker threads of a simulation.

use super::playout::{GameSlot, play};
use super::{Plan, Tally};
use crate::threads::{WorkQueue, share_out};

/// Games per batch that a thread takes.
const BATCH: u64 = 16;

/// Simulates the games of a plan: all of them, unless it is stopped.
pub(crate) fn run(plan: &Plan<'_>) -> Tally {
    let queue = WorkQueue::new(plan.games).until(plan.stop.clone());
    let mut all = Tally::new(plan);
    share_out(
        plan.threads,
        &queue,
        "games",
        || work(plan, &queue),
        |tally| all.add(tally),
    );
    all
}

/// Plays batches until none is left. The benchmark finds it by name (`benches/simulate.rs`), so it is not
/// inlined.
#[inline(never)]
fn work(plan: &Plan<'_>, queue: &WorkQueue) -> Tally {
    let mut tally = Tally::new(plan);
    let mut table = GameSlot::default();
    // A thread plays all games of a deal.
    let batch = match plan.bots {
        [] => BATCH,
        _ => plan.games_of_a_deal(),
    };
    while let Some(games) = queue.take(batch) {
        for game in games {
            play(plan, &mut table, game, &mut tally);
            if tally.impossible.is_some() {
                return tally;
            }
            if plan.stop.is_interrupted() {
                break;
            }
        }
        tally.contest.end_deal();
    }
    tally
}
