//! How long the choices of a ruleset take, judged by its rules and by measurement.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

/// Nothing longer than this may occupy a thread of the network.
const LONG: Duration = Duration::from_millis(5);

/// Number of short pieces of work after which a ruleset counts as fast.
const PROOF: u32 = 64;

/// Measured duration of a ruleset's work. A ruleset counts as slow until it has proved fast, and stays slow if
/// it was slow once. If its rules do not bound a choice to a few milliseconds, it always counts as slow,
/// because its first slow choice would block a thread of the network.
#[derive(Debug)]
pub(crate) struct Pace {
    may_take_long: bool,
    seen: AtomicU32,
    long: AtomicBool,
}

impl Pace {
    pub(super) fn new(may_take_long: bool) -> Pace {
        Pace {
            may_take_long,
            seen: AtomicU32::new(0),
            long: AtomicBool::new(false),
        }
    }

    /// Whether its work can take long.
    pub(crate) fn is_slow(&self) -> bool {
        self.may_take_long || self.long.load(Ordering::Relaxed) || self.seen.load(Ordering::Relaxed) < PROOF
    }

    /// Runs work and measures its processor time. Other load on the machine does not count.
    pub(crate) fn watch<T>(&self, work: impl FnOnce() -> T) -> T {
        let began = processor_time();
        let done = work();
        self.took(processor_time().saturating_sub(began));
        done
    }

    fn took(&self, time: Duration) {
        if time >= LONG {
            self.long.store(true, Ordering::Relaxed);
        }
        if self.seen.load(Ordering::Relaxed) < PROOF {
            self.seen.fetch_add(1, Ordering::Relaxed);
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
    fn quick_is_what_was_seen_to_be_quick() {
        let pace = Pace::new(false);
        for _ in 0..PROOF {
            assert!(pace.is_slow(), "nobody knows yet");
            pace.took(LONG / 2);
        }
        assert!(!pace.is_slow());
        pace.took(LONG);
        assert!(pace.is_slow());
        pace.took(Duration::ZERO);
        assert!(pace.is_slow(), "for good");
        let unbounded = Pace::new(true);
        (0..=PROOF).for_each(|_| unbounded.took(Duration::ZERO));
        assert!(unbounded.is_slow());
        // Waiting uses no processor time.
        let pace = Pace::new(false);
        pace.watch(|| std::thread::sleep(LONG * 4));
        assert!(cfg!(not(unix)) || !pace.long.load(Ordering::Relaxed));
    }
}
