//! Compares the clock of the machine with the store's, for the operator.

use crate::environment::WallClock;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many milliseconds the clocks may differ before that is told.
const BOUND: u64 = 5_000;

/// The machine's clock, and whether the operator knows that it is off.
#[derive(Debug)]
pub(super) struct ClockWatch {
    clock: WallClock,
    is_off: AtomicBool,
}

/// What the operator does not know yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum News {
    /// The machine's clock is off.
    Off,
    /// It is right again.
    Right,
}

/// By how many milliseconds the machine's clock is at least ahead of the store's, or behind it where negative. The store showed
/// its time between both times of the machine.
fn difference(before: u64, store: u64, after: u64) -> i64 {
    let signed = |milliseconds: u64| i64::try_from(milliseconds).unwrap_or(i64::MAX);
    if store < before {
        signed(before - store)
    } else {
        -signed(store.saturating_sub(after))
    }
}

impl ClockWatch {
    pub(super) fn new(clock: WallClock) -> ClockWatch {
        ClockWatch {
            clock,
            is_off: AtomicBool::new(false),
        }
    }

    pub(super) fn now(&self) -> u64 {
        self.clock.now()
    }

    /// Compares the store's time with the machine's, which was looked at before the store was asked.
    pub(super) fn compare(&self, before: u64, store: u64) {
        let ahead = difference(before, store, self.now());
        let seconds = ahead.unsigned_abs() as f64 / 1000.0;
        metrics::gauge!("cardable_clock_off_seconds").set(ahead as f64 / 1000.0);
        match self.news(ahead) {
            Some(News::Off) => tracing::warn!(
                "the clock of this machine is {seconds:.0} s {} the database's: rooms and leases go by the database's, but the \
                 times in this log are wrong, and certificates may seem to be of another time; set the clock",
                if ahead > 0 { "ahead of" } else { "behind" }
            ),
            Some(News::Right) => {
                tracing::info!("the clock of this machine agrees with the database's again");
            }
            None => {}
        }
    }

    fn news(&self, ahead: i64) -> Option<News> {
        let is_off = ahead.unsigned_abs() > BOUND;
        match (self.is_off.swap(is_off, Ordering::Relaxed), is_off) {
            (false, true) => Some(News::Off),
            (true, false) => Some(News::Right),
            (true, true) | (false, false) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_answer_is_no_wrong_clock() {
        assert_eq!(difference(1_000, 1_000, 1_000), 0);
        assert_eq!(difference(1_000, 9_000, 20_000), 0);
        assert_eq!(difference(9_000, 1_000, 9_500), 8_000);
        assert_eq!(difference(1_000, 9_000, 1_500), -7_500);
    }

    #[test]
    fn a_clock_that_is_off_is_told_once() {
        let watch = ClockWatch::new(WallClock::system());
        assert_eq!([0, 4_000, -5_000].map(|ahead| watch.news(ahead)), [None; 3]);
        assert_eq!(watch.news(3_600_000), Some(News::Off));
        assert_eq!(watch.news(3_600_001), None);
        assert_eq!(watch.news(-3_600_000), None);
        assert_eq!(watch.news(100), Some(News::Right));
        assert_eq!(watch.news(-5_001), Some(News::Off));
    }
}
