//! When a long run ends early: its time is up, or Ctrl-C was pressed.

use crate::end::Failure;
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The exit code of programs that Ctrl-C has ended, as shells tell it: 128 and the number of the signal.
const ENDED: i32 = 128 + SIGINT;

/// How long what is in hand may still take after Ctrl-C.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long it may take after the time is up, as a part of that time.
const OVERTIME: u32 = 4;

/// What ends a run before all its work is done.
#[derive(Clone, Default, Debug)]
pub(crate) struct Stop {
    interrupt: Interrupt,
    /// When the time is up, and when what is in hand then has taken too long.
    end: Option<(Instant, Instant)>,
}

/// Whether Ctrl-C has been pressed.
#[derive(Clone, Default, Debug)]
struct Interrupt {
    flag: Arc<AtomicBool>,
    /// When somebody noticed.
    noticed: Arc<OnceLock<Instant>>,
}

impl Stop {
    /// From now on, the first Ctrl-C only asks to end, and the second one ends the program.
    pub(crate) fn on_interrupt() -> Result<Stop, Failure> {
        let stop = Stop::default();
        let flag = || Arc::clone(&stop.interrupt.flag);
        // Handlers run in this order, so the first Ctrl-C does not find the flag set.
        flag::register_conditional_shutdown(SIGINT, ENDED, flag())
            .and_then(|_| flag::register(SIGINT, flag()))
            .map_err(|error| Failure::problem(format!("the system gives no notice of Ctrl-C: {error}")))?;
        Ok(stop)
    }

    /// The same, which also ends after some time from now.
    pub(crate) fn after(&self, time: Option<Duration>) -> Stop {
        let now = Instant::now();
        let end = time.and_then(|time| {
            let end = now.checked_add(time)?;
            Some((end, end.checked_add(time / OVERTIME)?))
        });
        Stop {
            interrupt: self.interrupt.clone(),
            end,
        }
    }

    /// The same without its time.
    pub(crate) fn at_any_time(&self) -> Stop {
        self.after(None)
    }

    /// Whether Ctrl-C has been pressed.
    pub(crate) fn is_interrupted(&self) -> bool {
        let has_come = self.interrupt.flag.load(Ordering::Relaxed);
        if has_come {
            self.interrupt.noticed.get_or_init(Instant::now);
        }
        has_come
    }

    /// Whether nothing new is to begin.
    pub(crate) fn is_due(&self) -> bool {
        self.is_interrupted() || self.end.is_some_and(|(end, _)| Instant::now() >= end)
    }

    /// Whether what is in hand is to be given up, too.
    pub(crate) fn is_overdue(&self) -> bool {
        let has_waited = || {
            let noticed = self.interrupt.noticed.get();
            noticed.is_some_and(|noticed| noticed.elapsed() >= PATIENCE)
        };
        (self.is_interrupted() && has_waited()) || self.end.is_some_and(|(_, last)| Instant::now() >= last)
    }
}
