//! Shares work out to threads, and shows how far it is.

use crate::stop::Stop;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::Write as _;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// What is told after the first Ctrl-C.
const ENDING: &str =
    "Ending as soon as what is in hand is done, in a minute at the latest. Ctrl-C again ends at once.";

/// Update interval of the bar.
const TICK: Duration = Duration::from_millis(100);

/// Numbered pieces of work that threads take in order. What was taken is always done, so the pieces that are done
/// have the numbers from 0 on without a gap.
pub(crate) struct WorkQueue {
    taken: AtomicU64,
    all: u64,
    /// When nothing is taken any more.
    stop: Stop,
}

impl WorkQueue {
    pub(crate) fn new(all: u64) -> WorkQueue {
        WorkQueue {
            taken: AtomicU64::new(0),
            all,
            stop: Stop::default(),
        }
    }

    /// Ends it early.
    pub(crate) fn until(self, stop: Stop) -> WorkQueue {
        WorkQueue { stop, ..self }
    }

    /// The next pieces, up to so many; None if none is left, or the work is to end early.
    pub(crate) fn take(&self, pieces: u64) -> Option<Range<u64>> {
        // The first pieces are done in any case, or there would be nothing to tell.
        if self.stop.is_due() && self.taken.load(Ordering::Relaxed) > 0 {
            return None;
        }
        let first = self.taken.fetch_add(pieces, Ordering::Relaxed);
        (first < self.all).then(|| first..first.saturating_add(pieces).min(self.all))
    }

    /// How many have been taken.
    pub(crate) fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed).min(self.all)
    }
}

/// Lets threads work on a queue, and collects what each of them has in the end. A bar on the error stream, if that is
/// a terminal, shows how many of the pieces have been taken.
pub(crate) fn share_out<T: Send>(
    threads: usize,
    queue: &WorkQueue,
    pieces: &str,
    work: impl Fn() -> T + Sync,
    mut collect: impl FnMut(T),
) {
    let bar = bar(queue.all, pieces);
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..threads.clamp(1, 1024) {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || {
                // Sending fails only if the program is ending.
                let _ = sender.send(work());
            });
        }
        drop(sender);
        let mut is_told = false;
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(done) => collect(done),
                Err(RecvTimeoutError::Timeout) => bar.set_position(queue.taken()),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if queue.stop.is_interrupted() && !is_told {
                is_told = true;
                // Without an error stream nobody waits for this.
                bar.suspend(|| _ = writeln!(anstream::stderr(), "{ENDING}"));
            }
        }
    });
    bar.finish_and_clear();
}

fn bar(all: u64, pieces: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr());
    let template = format!("{{wide_bar}} {{human_pos}} of {{human_len}} {pieces}, {{eta}} left");
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
