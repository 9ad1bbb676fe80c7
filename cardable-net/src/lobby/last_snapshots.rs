//! Snapshots that rooms keep when they fall asleep, so that whoever wakes them next has little to replay.
//!
//! They are a convenience, and others may be waiting for the rooms: few are kept at a time, so that the store has connections for
//! everything else, and after a short while rooms go without.

use crate::store::{Reply, StoreError};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

/// How many snapshots are kept at a time.
const AT_ONCE: usize = 4;

/// How long a room that falls asleep waits for its snapshot; all rooms together, when the host stops.
const LONGEST: Duration = Duration::from_millis(500);

pub(crate) struct LastSnapshots {
    turns: Arc<Semaphore>,
    /// When the last one must be kept, once the host stops.
    until: OnceLock<Instant>,
}

impl LastSnapshots {
    pub(super) fn new() -> LastSnapshots {
        LastSnapshots {
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            until: OnceLock::new(),
        }
    }

    /// The host stops, and has this much time for all that it does before.
    pub(super) fn host_stops(&self, longest: Duration) {
        self.until
            .get_or_init(|| Instant::now() + LONGEST.min(longest / 2));
    }

    /// Keeps a snapshot, which is made only when there is time for it. `None` where there was none.
    pub(crate) async fn keep(&self, snapshot: impl FnOnce() -> Reply<()>) -> Option<Result<(), StoreError>> {
        let until = self.until.get().copied();
        let until = until.unwrap_or_else(|| Instant::now() + LONGEST);
        let turn = Arc::clone(&self.turns).acquire_owned();
        let turn = timeout_at(until, turn).await.ok()?.ok()?;
        let kept = snapshot();
        // What was begun is not broken off: the store refuses it by itself once the room belongs to somebody else.
        let kept = tokio::spawn(async move {
            let _turn = turn;
            kept.await
        });
        timeout_at(until, kept).await.ok()?.ok()
    }
}
