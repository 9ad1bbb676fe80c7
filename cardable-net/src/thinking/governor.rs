//! How much a job may think, by how much else waits.

use super::job::{Effort, Ending, Priority};
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of iterations in a slice, after which other jobs get their turn.
pub(super) const SLICE: u32 = 16;

/// Number of iterations below which a search says nothing.
pub(super) const FLOOR: u32 = 8;

/// A slice that took longer than this is followed by a shorter one, in microseconds.
const LONG: u64 = 2_000;

/// What the first iterations of a search that remembers may take, in microseconds: a third of the usual pause.
const LONGEST_FLOOR: u64 = 250_000;

/// What an iteration takes, over all games of a ruleset: a moving average.
#[derive(Debug, Default)]
pub(crate) struct IterationTime {
    /// In nanoseconds; 0 before the first was measured.
    nanos: AtomicU64,
}

impl IterationTime {
    fn micros(&self, iterations: u32) -> u64 {
        self.nanos
            .load(Ordering::Relaxed)
            .saturating_mul(u64::from(iterations))
            / 1_000
    }

    /// Number of iterations that take so many microseconds.
    pub(super) fn fitting(&self, micros: u64) -> u32 {
        let nanos = self.nanos.load(Ordering::Relaxed);
        let fitting = micros.saturating_mul(1_000).checked_div(nanos);
        fitting.map_or(u32::MAX, |fitting| u32::try_from(fitting).unwrap_or(u32::MAX))
    }

    /// Whether what a search needs at least does not hold a thread up for long. Where it does, that is tried again now and
    /// then.
    pub(crate) fn is_quick(&self) -> bool {
        let is_quick = self.micros(FLOOR) <= LONGEST_FLOOR;
        if !is_quick {
            self.fade();
        }
        is_quick
    }

    /// Adds a measurement. Threads that do so at the same time may lose one, which does not matter.
    pub(super) fn add(&self, iterations: u32, micros: u64) {
        let Some(one) = micros.saturating_mul(1_000).checked_div(u64::from(iterations)) else {
            return;
        };
        let before = self.nanos.load(Ordering::Relaxed);
        let after = match before {
            0 => one,
            _ => before - before / 8 + one / 8,
        };
        self.nanos.store(after.max(1), Ordering::Relaxed);
    }

    /// Forgets a little, so that rules that were slow once are tried again.
    fn fade(&self) {
        let before = self.nanos.load(Ordering::Relaxed);
        self.nanos.store(before - before / 16, Ordering::Relaxed);
    }
}

/// What a job has used so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Used {
    pub(super) iterations: u32,
    pub(super) micros: u64,
    /// The next slice, if nothing else matters.
    pub(super) slice: u32,
}

impl Used {
    pub(super) fn nothing() -> Used {
        // Begin with one iteration, because nobody knows yet how long it takes.
        Used {
            iterations: 0,
            micros: 0,
            slice: 1,
        }
    }

    /// Adds the time of what is no iteration.
    pub(super) fn prepare(&mut self, micros: u64) {
        self.micros += micros;
    }

    pub(super) fn add(&mut self, iterations: u32, micros: u64) {
        self.iterations = self.iterations.saturating_add(iterations);
        self.micros += micros;
        self.slice = match micros > LONG {
            true => (self.slice / 2).max(1),
            false => (self.slice * 2).min(SLICE),
        };
    }
}

/// What else a pool has to do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    pub(super) now: u64,
    /// Number of bots' decisions that wait, the current job included.
    pub(super) waiting: u64,
    /// When the last of them is due.
    pub(super) last_due: u64,
    pub(super) threads: u64,
}

impl Load {
    /// The time that a waiting decision gets, in microseconds, if it has used so much already. A single one gets all there
    /// is; with many each gets half of their even share, so that the queue never grows as long as its last decision has
    /// time.
    fn share(&self, used: u64) -> u64 {
        let window = self.last_due.saturating_sub(self.now).saturating_add(used);
        window.saturating_mul(self.threads) / (2 * self.waiting.max(1) - 1)
    }
}

/// What to do with a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    Run(u32),
    End(Ending),
}

/// What to do next with a job that wants `wanted` iterations and is due at `due`.
pub(super) fn turn(
    priority: Priority,
    wanted: u32,
    due: u64,
    used: Used,
    time: &IterationTime,
    load: Load,
) -> Turn {
    let left = wanted.saturating_sub(used.iterations);
    if left == 0 {
        return Turn::End(Ending::Whole);
    }
    if load.now >= due {
        return Turn::End(Ending::Due);
    }
    if priority == Priority::Move {
        let share = load.share(used.micros);
        let too_little = used.iterations == 0 && time.micros(FLOOR.min(wanted)) > share;
        if too_little {
            time.fade();
        }
        if too_little || (used.iterations >= FLOOR && used.micros >= share) {
            return Turn::End(Ending::Load);
        }
    }
    // Up to the floor a slice ends exactly there, to look again.
    let until = match FLOOR.checked_sub(used.iterations) {
        Some(below) if below > 0 => below,
        Some(_) | None => SLICE,
    };
    Turn::Run(used.slice.min(left).min(until))
}

/// How much would be thought about a bot's decision, as far as one can tell beforehand.
pub(super) fn expected(wanted: u32, due: u64, time: &IterationTime, load: Load) -> Effort {
    let mut used = Used::nothing();
    loop {
        let now = load.now.saturating_add(used.micros);
        match turn(Priority::Move, wanted, due, used, time, Load { now, ..load }) {
            Turn::Run(slice) => used.add(slice, time.micros(slice)),
            Turn::End(ending) => {
                let iterations = used.iterations;
                return Effort { iterations, ending };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_are_slow_are_tried_again_later() {
        let time = IterationTime::default();
        assert!(time.is_quick(), "nothing is known yet");
        time.add(1, 1_000);
        assert!(time.is_quick());
        (0..30).for_each(|_| time.add(1, 60_000));
        assert!(!time.is_quick());
        assert!((0..30).any(|_| time.is_quick()));
    }

    fn used(iterations: u32, micros: u64) -> Used {
        Used {
            iterations,
            micros,
            slice: SLICE,
        }
    }

    #[test]
    fn the_more_wait_the_less_each_gets() {
        let time = IterationTime::default();
        time.add(1, 100);
        let one = |waiting, used| {
            let load = Load {
                now: 0,
                waiting,
                last_due: 700_000,
                threads: 1,
            };
            turn(Priority::Move, 100, 700_000, used, &time, load)
        };
        let load = Turn::End(Ending::Load);
        for (waiting, used, next) in [
            (1, used(0, 0), Turn::Run(8)),
            (1, used(8, 800), Turn::Run(16)),
            (1, used(88, 650_000), Turn::Run(12)),
            (1, used(100, 10_000), Turn::End(Ending::Whole)),
            (36, used(40, 9_000), Turn::Run(16)),
            (36, used(40, 10_000), load),
            // 700 ms for 351 are about a millisecond each: the floor, and nothing more.
            (351, used(0, 0), Turn::Run(8)),
            (351, used(8, 1_000), load),
            // Where even the floor takes longer, the choice is made at random.
            (1_000, used(0, 0), load),
        ] {
            assert_eq!(one(waiting, used), next, "{waiting} {used:?}");
        }
    }

    #[test]
    fn what_is_due_ends_and_only_moves_make_way() {
        let time = IterationTime::default();
        let load = Load {
            now: 1_000,
            waiting: 5_000,
            last_due: 2_000,
            threads: 2,
        };
        let next = |priority, due| turn(priority, 100, due, used(8, 900), &time, load);
        assert_eq!(next(Priority::Move, 1_000), Turn::End(Ending::Due));
        assert_eq!(next(Priority::Hint, 1_000), Turn::End(Ending::Due));
        assert_eq!(next(Priority::Move, 2_000), Turn::End(Ending::Load));
        assert_eq!(next(Priority::Hint, 2_000), Turn::Run(SLICE));
    }

    #[test]
    fn slices_are_short_while_iterations_are_slow() {
        let mut used = Used::nothing();
        let mut slices = Vec::new();
        for micros in [100, 100, 100, 100, 100, 9_000, 9_000, 100] {
            slices.push(used.slice);
            used.add(used.slice, micros);
        }
        assert_eq!(slices, [1, 2, 4, 8, 16, 16, 8, 4]);
        assert_eq!(used.iterations, 59);
    }

    #[test]
    fn rules_that_were_slow_once_are_tried_again() {
        let time = IterationTime::default();
        time.add(1, 1_000_000);
        let load = Load {
            now: 0,
            waiting: 1,
            last_due: 700_000,
            threads: 1,
        };
        let tries = (0..1_000).position(|_| {
            turn(Priority::Move, 100, 700_000, Used::nothing(), &time, load) != Turn::End(Ending::Load)
        });
        assert!(tries.is_some_and(|tries| tries > 10), "{tries:?}");
    }
}
