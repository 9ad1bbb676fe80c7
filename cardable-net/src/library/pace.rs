//! How long the choices of a ruleset take, judged by its rules and by measurement.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

/// Nothing longer than this may occupy a thread of the network.
const LONG: Duration = Duration::from_millis(5);

/// Number of short pieces of work after which a ruleset counts as fast.
const PROOF: u32 = 64;

/// What a piece of work adds to [`Pace::delay`] for each [`LONG`] that it takes. A short one takes one off.
const WEIGHT: u32 = 100;

/// The delay from which a ruleset is slow, and below which it is fast again. A single long piece of work is not enough: on a
/// machine that others share, time that was given to them counts, too.
const SLOW: u32 = 2 * WEIGHT;
const FAST: u32 = WEIGHT / 2;

/// The most that delay can become, which so many short pieces of work make up for.
const MOST: u32 = 50 * WEIGHT;

/// Measured duration of a ruleset's work. A ruleset counts as slow until it has proved fast, and as long as long pieces of work
/// come often. If its rules do not bound a choice to a few milliseconds, it always counts as slow, because its first slow choice
/// would block a thread of the network.
#[derive(Debug)]
pub(crate) struct Pace {
    may_take_long: bool,
    seen: AtomicU32,
    delay: AtomicU32,
    is_delayed: AtomicBool,
}

impl Pace {
    pub(super) fn new(may_take_long: bool) -> Pace {
        Pace {
            may_take_long,
            seen: AtomicU32::new(0),
            delay: AtomicU32::new(0),
            is_delayed: AtomicBool::new(false),
        }
    }

    /// Whether its work can take long.
    pub(crate) fn is_slow(&self) -> bool {
        self.may_take_long
            || self.is_delayed.load(Ordering::Relaxed)
            || self.seen.load(Ordering::Relaxed) < PROOF
    }

    /// Runs work and measures its processor time. Other load on the machine does not count, as far as the machine knows of it.
    pub(crate) fn watch<T>(&self, work: impl FnOnce() -> T) -> T {
        let began = processor_time();
        let done = work();
        self.took(processor_time().saturating_sub(began));
        done
    }

    fn took(&self, time: Duration) {
        if self.seen.load(Ordering::Relaxed) < PROOF {
            self.seen.fetch_add(1, Ordering::Relaxed);
        }
        let long = u32::try_from(time.as_micros() / LONG.as_micros()).unwrap_or(u32::MAX);
        if long == 0 && self.delay.load(Ordering::Relaxed) == 0 {
            return;
        }
        let after = |delay: u32| match long {
            0 => delay.saturating_sub(1),
            long => delay.saturating_add(long.saturating_mul(WEIGHT)).min(MOST),
        };
        let change = |delay| Some(after(delay));
        let before = self
            .delay
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, change);
        match after(before.unwrap_or_else(|delay| delay)) {
            SLOW.. => self.is_delayed.store(true, Ordering::Relaxed),
            0..FAST => self.is_delayed.store(false, Ordering::Relaxed),
            FAST..SLOW => {}
        }
    }
}

/// Processor time of this thread.
#[cfg(unix)]
fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let nanos = u64::try_from(time.tv_nsec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_nanos(nanos)
}

/// Running time of this thread, waiting included.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    static BEGAN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGAN.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_is_what_is_seen_to_be_quick() {
        let pace = Pace::new(false);
        for _ in 0..PROOF {
            assert!(pace.is_slow(), "nobody knows yet");
            pace.took(LONG / 2);
        }
        assert!(!pace.is_slow());
        pace.took(LONG);
        assert!(!pace.is_slow(), "once may be the machine's fault");
        pace.took(LONG);
        assert!(pace.is_slow());
        let again = SLOW - FAST;
        (0..again).for_each(|_| pace.took(LONG / 2));
        assert!(pace.is_slow());
        pace.took(LONG / 2);
        assert!(!pace.is_slow(), "so many short ones make up for it");
        pace.took(LONG * 2);
        assert!(pace.is_slow(), "as long as two");
        let unbounded = Pace::new(true);
        (0..=PROOF).for_each(|_| unbounded.took(Duration::ZERO));
        assert!(unbounded.is_slow());
        // Waiting uses no processor time.
        let pace = Pace::new(false);
        pace.watch(|| std::thread::sleep(LONG * 4));
        assert!(cfg!(not(unix)) || pace.delay.load(Ordering::Relaxed) == 0);
    }
}
