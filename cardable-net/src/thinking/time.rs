//! The time of a pool.

#[cfg(test)]
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};
use std::time::Instant;

/// The clock of a pool, in microseconds since it started.
#[derive(Clone, Debug)]
pub(super) enum PoolClock {
    System(Instant),
    /// Stands still until a test moves it.
    #[cfg(test)]
    Manual(Arc<AtomicU64>),
}

impl PoolClock {
    pub(super) fn system() -> PoolClock {
        PoolClock::System(Instant::now())
    }

    pub(super) fn now(&self) -> u64 {
        match self {
            PoolClock::System(began) => u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX),
            #[cfg(test)]
            PoolClock::Manual(now) => now.load(Ordering::Relaxed),
        }
    }
}
