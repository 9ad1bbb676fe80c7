//! An in-memory store for tests and for hosts without persistence. It can simulate disk failures.

mod sessions;

use super::archive::{Archive, Found, Restore, RoomCopy};
use super::fence::Fence;
use super::{
    Append, Claimed, ContentHash, Diagnosis, Quarantine, Reply, RoomId, RoomLog, SharedLog, Snapshot,
    StoreError,
};
use sessions::Sessions;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Simulated failure of the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Breakage {
    /// No failure.
    #[default]
    None,
    /// Writes fail because the disk is full.
    Full,
    /// Writes do not become durable and fail.
    NoSync,
    /// Writes are stored but reported as failed, as with a lost answer or a disk that reports an error too
    /// early.
    Unsure,
    /// Logs cannot be read, as when a connection to the store breaks.
    NoReads,
}

#[derive(Debug, Default)]
struct Kept {
    epoch: u64,
    quarantine: Option<Quarantine>,
    about: Vec<u8>,
    log: Vec<Vec<u8>>,
    snapshots: Vec<Snapshot>,
}

#[derive(Debug, Default)]
struct Inner {
    epoch: u64,
    rooms: BTreeMap<RoomId, Kept>,
    content: HashMap<ContentHash, Vec<u8>>,
    diagnoses: Vec<Diagnosis>,
    breakage: Breakage,
    /// None where one host owns all rooms.
    sessions: Option<Sessions>,
}

/// An in-memory store. Clones share the same data.
#[derive(Clone, Debug, Default)]
pub struct MemoryLog {
    inner: Arc<Mutex<Inner>>,
}

impl MemoryLog {
    /// Creates an empty store.
    pub fn new() -> MemoryLog {
        MemoryLog::default()
    }

    /// Creates an empty store that the hosts of a process share: each has a clone of it. A host owns its rooms for the time of
    /// the lease after each renewal; hosts know each other by the key.
    ///
    /// ```
    /// use cardable_net::store::{MemoryLog, RoomLog as _};
    /// use std::time::Duration;
    ///
    /// let log = MemoryLog::of_hosts(Duration::from_secs(6), [7; 32]);
    /// assert!(log.shared().is_some() && MemoryLog::new().shared().is_none());
    /// ```
    pub fn of_hosts(lease: Duration, key: [u8; 32]) -> MemoryLog {
        let log = MemoryLog::new();
        log.lock().sessions = Some(Sessions::new(lease, key));
        log
    }

    /// Sets the failure to simulate from now on.
    pub fn break_with(&self, breakage: Breakage) {
        self.lock().breakage = breakage;
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // No code panics while holding the lock.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut Inner) -> Result<T, StoreError>,
    ) -> Reply<T> {
        let mut inner = self.lock();
        let done = match inner.breakage {
            Breakage::None | Breakage::NoReads => change(&mut inner),
            Breakage::Full => Err(StoreError::Full),
            Breakage::NoSync => Err(StoreError::Failed("it could not be made durable".to_owned())),
            Breakage::Unsure => change(&mut inner).and_then(|_| {
                Err(StoreError::Failed(
                    "whether it was written is not known".to_owned(),
                ))
            }),
        };
        Box::pin(std::future::ready(done))
    }
}

impl Inner {
    fn create(&mut self, room: RoomId, epoch: u64, about: Vec<u8>) -> Result<(), StoreError> {
        let may_create = match &self.sessions {
            None => self.epoch == epoch,
            Some(sessions) => sessions.lives(epoch),
        };
        if !may_create {
            return Err(StoreError::Fenced);
        }
        if self.rooms.contains_key(&room) {
            return Err(StoreError::NoRoom);
        }
        let kept = Kept {
            epoch,
            about,
            ..Kept::default()
        };
        self.rooms.insert(room, kept);
        self.has_changed(room);
        Ok(())
    }

    /// Tells other hosts of a change.
    fn has_changed(&mut self, room: RoomId) {
        if let Some(sessions) = &mut self.sessions {
            sessions.has_changed(room);
        }
    }

    fn room(&mut self, room: RoomId) -> Result<&mut Kept, StoreError> {
        self.rooms.get_mut(&room).ok_or(StoreError::NoRoom)
    }
}

impl Kept {
    fn fence(&self) -> Fence {
        Fence {
            epoch: self.epoch,
            next: self.log.len() as u64,
        }
    }
}

fn ready<T: Send + 'static>(value: T) -> Reply<T> {
    Box::pin(std::future::ready(Ok(value)))
}

impl RoomLog for MemoryLog {
    fn shared(&self) -> Option<&dyn SharedLog> {
        let is_shared = self.lock().sessions.is_some();
        is_shared.then_some(self as &dyn SharedLog)
    }

    fn claim(&self) -> Reply<(u64, Vec<Claimed>)> {
        self.change(|inner| {
            inner.epoch += 1;
            let epoch = inner.epoch;
            if let Some(sessions) = &mut inner.sessions {
                sessions.claim(epoch);
            }
            let claimed = inner.rooms.iter_mut().map(|(room, kept)| {
                kept.epoch = epoch;
                Claimed {
                    room: *room,
                    about: kept.about.clone(),
                    quarantine: kept.quarantine.clone(),
                }
            });
            Ok((epoch, claimed.collect()))
        })
    }

    fn create(&self, room: RoomId, epoch: u64, about: Vec<u8>) -> Reply<()> {
        self.change(|inner| inner.create(room, epoch, about))
    }

    fn append(&self, append: Append) -> Reply<()> {
        self.change(|inner| {
            let kept = inner.room(append.room)?;
            kept.fence().admits_at(append.epoch, append.at)?;
            kept.log.extend(append.records);
            if let Some(about) = append.about {
                kept.about = about;
                inner.has_changed(append.room);
            }
            Ok(())
        })
    }

    fn read(&self, room: RoomId, from: u64) -> Reply<Vec<Vec<u8>>> {
        let mut inner = self.lock();
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        if matches!(inner.breakage, Breakage::NoReads) {
            let failed = StoreError::Failed("the log cannot be read".to_owned());
            return Box::pin(std::future::ready(Err(failed)));
        }
        let read = inner
            .room(room)
            .map(|kept| kept.log.iter().skip(from).cloned().collect());
        Box::pin(std::future::ready(read))
    }

    fn keep_snapshot(&self, room: RoomId, epoch: u64, snapshot: Snapshot) -> Reply<()> {
        self.change(|inner| {
            let kept = inner.room(room)?;
            kept.fence().admits(epoch)?;
            kept.snapshots.retain(|s| s.at < snapshot.at);
            kept.snapshots.push(snapshot);
            let surplus = kept.snapshots.len().saturating_sub(2);
            kept.snapshots.drain(..surplus);
            Ok(())
        })
    }

    fn snapshot(&self, room: RoomId, up_to: u64) -> Reply<Option<Snapshot>> {
        let mut inner = self.lock();
        let found = inner
            .room(room)
            .map(|kept| kept.snapshots.iter().rfind(|s| s.at <= up_to).cloned());
        Box::pin(std::future::ready(found))
    }

    fn remove(&self, room: RoomId, epoch: u64) -> Reply<()> {
        self.change(|inner| {
            inner.room(room)?.fence().admits(epoch)?;
            inner.rooms.remove(&room);
            if let Some(sessions) = &mut inner.sessions {
                sessions.is_gone(room);
            }
            Ok(())
        })
    }

    fn keep_content(&self, blobs: Vec<(ContentHash, Vec<u8>)>) -> Reply<()> {
        self.change(|inner| {
            inner.content.extend(blobs);
            Ok(())
        })
    }

    fn content(&self, hash: ContentHash) -> Reply<Option<Vec<u8>>> {
        ready(self.lock().content.get(&hash).cloned())
    }

    fn quarantine(&self, room: RoomId, epoch: u64, why: String) -> Reply<()> {
        self.change(|inner| {
            let kept = inner.room(room)?;
            kept.fence().admits(epoch)?;
            kept.quarantine = Some(Quarantine::Sure(why));
            inner.has_changed(room);
            Ok(())
        })
    }

    fn release(&self, room: RoomId, epoch: u64) -> Reply<()> {
        self.change(|inner| {
            let kept = inner.room(room)?;
            kept.fence().admits(epoch)?;
            kept.quarantine = None;
            inner.has_changed(room);
            Ok(())
        })
    }

    fn diagnose(&self, diagnosis: Diagnosis) -> Reply<()> {
        self.change(|inner| {
            inner.diagnoses.push(diagnosis);
            Ok(())
        })
    }

    fn diagnoses(&self, most: usize) -> Reply<Vec<Diagnosis>> {
        ready(self.lock().diagnoses.iter().rev().take(most).cloned().collect())
    }
}

impl Archive for MemoryLog {
    fn rooms(&self) -> Reply<Vec<RoomId>> {
        ready(self.lock().rooms.keys().copied().collect())
    }

    fn find(&self, room: RoomId) -> Reply<Found> {
        let mut inner = self.lock();
        let found = inner.room(room).map(|kept| Found {
            copy: RoomCopy {
                room,
                about: kept.about.clone(),
                quarantine: kept.quarantine.clone(),
                records: kept.log.clone(),
                snapshots: kept.snapshots.clone(),
            },
            flaws: Vec::new(),
        });
        Box::pin(std::future::ready(found))
    }

    fn hashes(&self) -> Reply<Vec<ContentHash>> {
        let mut hashes: Vec<ContentHash> = self.lock().content.keys().copied().collect();
        hashes.sort_unstable();
        ready(hashes)
    }

    fn blob(&self, hash: ContentHash) -> Reply<Option<Vec<u8>>> {
        self.content(hash)
    }

    fn all_diagnoses(&self) -> Reply<Vec<Diagnosis>> {
        ready(self.lock().diagnoses.clone())
    }

    fn losses(&self) -> Reply<Vec<String>> {
        ready(Vec::new())
    }

    fn is_served(&self) -> Reply<bool> {
        ready(false)
    }
}

impl Restore for MemoryLog {
    fn restore(&self, copy: RoomCopy) -> Reply<()> {
        self.change(|inner| {
            if inner.rooms.contains_key(&copy.room) {
                return Err(StoreError::NoRoom);
            }
            let kept = Kept {
                // Nobody's, until somebody claims the rooms.
                epoch: 0,
                about: copy.about,
                quarantine: copy.quarantine,
                log: copy.records,
                snapshots: copy.snapshots,
            };
            inner.rooms.insert(copy.room, kept);
            Ok(())
        })
    }
}
