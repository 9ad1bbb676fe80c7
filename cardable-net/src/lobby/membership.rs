//! The part of a host among those that share a store: its session, and the others.

use super::clock_watch::ClockWatch;
use crate::environment::WallClock;
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
    lease: Duration,
    /// Until when the rooms belong to this host, by [`awake_time`].
    until: AtomicU64,
    neighbours: Mutex<Arc<[Neighbour]>>,
    namesake: Mutex<Namesake>,
    /// The clock of this machine.
    pub(super) clock_watch: ClockWatch,
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

/// Another session under the name of this host. Where a host starts again after it was killed, its old session goes on for a
/// lease, so only what is there for longer is another host.
#[derive(Debug, Default)]
struct Namesake {
    /// Its session, and since when it is known.
    known: Option<(u64, Instant)>,
    /// The session that was told of.
    told: Option<u64>,
}

impl Namesake {
    /// Notes the session that is there now. True where it must be told of: once for each session.
    fn is_news(&mut self, session: Option<u64>, lease: Duration, now: Instant) -> bool {
        let Some(session) = session else {
            self.known = None;
            return false;
        };
        let since = match self.known {
            Some((known, since)) if known == session => since,
            _ => now,
        };
        self.known = Some((session, since));
        let is_news = now.duration_since(since) > lease && self.told != Some(session);
        if is_news {
            self.told = Some(session);
        }
        is_news
    }
}

impl Membership {
    /// Begins with a session that was asked for at a time, by [`awake_time`].
    pub(super) fn new(announced: Announced, joined: &Joined, asked: u64, clock: WallClock) -> Membership {
        let membership = Membership {
            announced,
            key: joined.key,
            lease: joined.lease,
            until: AtomicU64::new(0),
            neighbours: Mutex::new(Arc::default()),
            namesake: Mutex::default(),
            clock_watch: ClockWatch::new(clock),
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

    /// All hosts that have a lease, this one with its session too.
    pub(super) fn meet(&self, own: u64, neighbours: Vec<Neighbour>) {
        metrics::gauge!("cardable_hosts").set(neighbours.len() as f64);
        let mut others = neighbours.iter().filter(|host| host.session != own);
        let same = others
            .find(|host| host.host.name == self.announced.name)
            .map(|host| host.session);
        let mut namesake = self.namesake.lock().unwrap_or_else(PoisonError::into_inner);
        if namesake.is_news(same, self.lease, Instant::now()) {
            tracing::warn!(
                name = self.announced.name,
                session = same,
                "another host has the name of this one: rooms are safe, but logs and metrics cannot tell them apart; give each \
                 its own with `name`"
            );
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_two_hosts_have_is_told_once() {
        let lease = Duration::from_secs(10);
        let begun = Instant::now();
        let mut namesake = Namesake::default();
        let mut looks = |session: Option<u64>, seconds: u64| {
            namesake.is_news(session, lease, begun + Duration::from_secs(seconds))
        };
        // The session of the run before ends with its lease.
        assert!(!looks(Some(1), 0) && !looks(Some(1), 9) && !looks(None, 12));
        // Another host stays.
        assert!(!looks(Some(3), 20) && !looks(Some(3), 30));
        assert!(looks(Some(3), 31) && !looks(Some(3), 40));
        // It starts again under the same name.
        assert!(!looks(Some(5), 50) && looks(Some(5), 61));
    }
}
