//! Worker threads and the progress bar.

use super::playout::{GameSlot, play};
use super::{Plan, Tally};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Games per batch that a thread takes.
const BATCH: u64 = 16;

/// Update interval of the bar.
const TICK: Duration = Duration::from_millis(100);

/// Simulates all games of a plan.
pub(crate) fn run(plan: &Plan<'_>) -> Tally {
    let taken = AtomicU64::new(0);
    let bar = bar(plan.games);
    let mut all = Tally::new(plan);
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..plan.threads.clamp(1, 1024) {
            let (sender, taken) = (sender.clone(), &taken);
            scope.spawn(move || {
                // Sending fails only if the program is ending.
                let _ = sender.send(work(plan, taken));
            });
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(tally) => all.add(tally),
                Err(RecvTimeoutError::Timeout) => {
                    bar.set_position(taken.load(Ordering::Relaxed).min(plan.games))
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    bar.finish_and_clear();
    all
}

/// Plays batches until none is left. The benchmark finds it by name (`benches/simulate.rs`), so it is not
/// inlined.
#[inline(never)]
fn work(plan: &Plan<'_>, taken: &AtomicU64) -> Tally {
    let mut tally = Tally::new(plan);
    let mut table = GameSlot::default();
    // A thread plays all games of a deal.
    let batch = match plan.bots {
        [] => BATCH,
        _ => plan.games_of_a_deal(),
    };
    loop {
        let first = taken.fetch_add(batch, Ordering::Relaxed);
        if first >= plan.games {
            return tally;
        }
        for game in first..first.saturating_add(batch).min(plan.games) {
            play(plan, &mut table, game, &mut tally);
            if tally.impossible.is_some() {
                return tally;
            }
        }
        tally.contest.end_deal();
    }
}

/// A progress bar on the error stream, if that is a terminal.
fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    match ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
