//! The part of a host among those that share a store: its session, and the others.

use crate::library::Edition;
use crate::store::{Announced, Joined, Neighbour};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// A host among others.
#[derive(Debug)]
pub(crate) struct Membership {
    /// What it tells the others of itself.
    announced: Announced,
    /// The key by which hosts know each other.
    key: [u8; 32],
    /// The time by the store's clock when the first session began.
    began: u64,
    lease: Duration,
    /// Until when the rooms belong to this host, by [`awake_time`].
    until: AtomicU64,
    neighbours: Mutex<Arc<[Neighbour]>>,
    /// When the lease was renewed last, or tried to be. Whoever renews it holds it.
    pub(super) renewed: tokio::sync::Mutex<Option<Instant>>,
    /// How far what has changed in the store has been read. Whoever reads holds it.
    pub(super) read: tokio::sync::Mutex<Read>,
    /// Editions of rooms that other hosts have.
    pub(super) editions: tokio::sync::Mutex<HashMap<[u8; 32], Arc<Edition>>>,
}

/// How far changes have been read.
#[derive(Debug, Default)]
pub(super) struct Read {
    /// Where to go on.
    pub(super) until: u64,
    /// When they were asked for last.
    pub(super) asked: Option<Instant>,
}

impl Membership {
    /// Begins with a session that was asked for at a time, by [`awake_time`].
    pub(super) fn new(announced: Announced, joined: &Joined, asked: u64) -> Membership {
        let membership = Membership {
            announced,
            key: joined.key,
            began: joined.now,
            lease: joined.lease,
            until: AtomicU64::new(0),
            neighbours: Mutex::new(Arc::default()),
            renewed: tokio::sync::Mutex::default(),
            read: tokio::sync::Mutex::default(),
            editions: tokio::sync::Mutex::default(),
        };
        membership.is_renewed(asked);
        membership
    }

    pub(super) fn announced(&self) -> &Announced {
        &self.announced
    }

    pub(crate) fn key(&self) -> &[u8; 32] {
        &self.key
    }

    pub(super) fn began(&self) -> u64 {
        self.began
    }

    pub(super) fn lease(&self) -> Duration {
        self.lease
    }

    /// The lease was renewed at some time after it was asked for.
    pub(super) fn is_renewed(&self, asked: u64) {
        let lease = u64::try_from(self.lease.as_millis()).unwrap_or(0);
        self.until.store(asked + lease, Ordering::Release);
    }

    /// Whether the lease has run out. This is known without the store, also after the machine has slept.
    pub(super) fn has_lapsed(&self) -> bool {
        awake_time() >= self.until.load(Ordering::Acquire)
    }

    pub(super) fn meet(&self, neighbours: Vec<Neighbour>) {
        metrics::gauge!("cardable_hosts").set(neighbours.len() as f64);
        *self.lock() = neighbours.into();
    }

    /// All hosts that had a lease a moment ago, this one too.
    pub(crate) fn neighbours(&self) -> Arc<[Neighbour]> {
        Arc::clone(&self.lock())
    }

    /// The host with this session, if it had a lease a moment ago.
    pub(super) fn neighbour(&self, session: u64) -> Option<Neighbour> {
        let neighbours = self.neighbours();
        neighbours.iter().find(|host| host.session == session).cloned()
    }

    /// The sessions of these hosts.
    pub(super) fn sessions(&self) -> Vec<u64> {
        self.neighbours().iter().map(|host| host.session).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Arc<[Neighbour]>> {
        // No code panics while it holds this lock.
        self.neighbours.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Milliseconds since the machine started, those included in which it or the program slept.
#[cfg(target_os = "linux")]
pub(super) fn awake_time() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    now.tv_sec as u64 * 1000 + now.tv_nsec as u64 / 1_000_000
}

/// Milliseconds since the program started. Where the machine slept, the store still refuses what came too late.
#[cfg(not(target_os = "linux"))]
pub(super) fn awake_time() -> u64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGAN.elapsed().as_millis() as u64
}
