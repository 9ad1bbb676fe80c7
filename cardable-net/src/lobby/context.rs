//! State shared by all rooms: the store, the library, and the list of rooms.

use super::entry::{Entry, Found, summary};
use super::lanes::Lanes;
use super::last_snapshots::LastSnapshots;
use super::life::live;
use super::membership::Membership;
use super::quota::AddressKey;
use super::{LobbyChange, Maker, RoomLimits, RoomReport, RoomSummary};
use crate::entropy::Entropy;
use crate::library::Library;
use crate::room::{HostClock, NewRoom, Posted, Refused, RoomState, Stage, from_hex};
use crate::store::{Claimed, Diagnosis, RoomId, RoomLog, StoreError};
use crate::thinking::Pool;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, watch};
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

/// Capacity of a room's mailbox.
const MAILBOX: usize = 64;

/// Capacity of the channel with changes of the list.
const CHANGES: usize = 1024;

pub(crate) struct Context {
    pub(crate) log: Arc<dyn RoomLog>,
    /// Whether the last write to the store failed.
    pub(crate) store_fails: AtomicBool,
    /// Whether another host has claimed the rooms. This is permanent.
    taken_over: watch::Sender<bool>,
    pub(crate) library: Library,
    pub(crate) limits: RoomLimits,
    pub(crate) clock: HostClock,
    pub(crate) entropy: Entropy,
    /// When this host started.
    began: u64,
    pub(super) addresses: AddressKey,
    /// The part of this host among those that share the store; None where it has the store alone.
    pub(super) membership: Option<Membership>,
    entries: Mutex<Entries>,
    changes: broadcast::Sender<LobbyChange>,
    draining: AtomicBool,
    tasks: TaskTracker,
    pub(super) lanes: Lanes,
    pub(crate) last_snapshots: LastSnapshots,
    /// Where bots think.
    pub(crate) thinking: Pool,
}

#[derive(Default)]
pub(super) struct Entries {
    /// The epoch of the rooms that belong to this host.
    pub(super) epoch: u64,
    pub(super) rooms: HashMap<RoomId, Entry>,
    invites: HashMap<String, RoomId>,
    /// Rooms being created: the hash of the maker's address, and the maker's connection.
    making: Vec<(String, u64)>,
}

impl Entries {
    fn is_own(&self, room: RoomId) -> bool {
        let entry = self.rooms.get(&room);
        entry.is_some_and(|entry| entry.epoch == self.epoch)
    }

    /// Whether a room is quarantined.
    pub(super) fn is_quarantined(&self, room: RoomId) -> bool {
        let entry = self.rooms.get(&room);
        entry.is_some_and(|entry| entry.quarantine.is_some())
    }

    /// Whether this host has given a room back and has not taken it again.
    pub(super) fn is_given_back(&self, room: RoomId) -> bool {
        let entry = self.rooms.get(&room);
        entry.is_some_and(|entry| entry.is_given_back)
    }
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context")
            .field("epoch", &self.epoch())
            .field("rooms", &self.entries().rooms.len())
            .finish_non_exhaustive()
    }
}

/// How a host has come to its rooms.
pub(super) struct Begun {
    /// The epoch of the rooms that belong to it.
    pub(super) epoch: u64,
    pub(super) clock: HostClock,
    pub(super) membership: Option<Membership>,
}

impl Context {
    pub(super) fn new(
        log: Arc<dyn RoomLog>,
        library: Library,
        limits: RoomLimits,
        entropy: Entropy,
        begun: Begun,
        addresses: AddressKey,
    ) -> Context {
        let Begun {
            epoch,
            clock,
            membership,
        } = begun;
        let lanes = Lanes::new();
        Context {
            thinking: Pool::start(lanes.threads_for_bots(limits.bot_threads)),
            addresses,
            began: clock.now(),
            log,
            store_fails: AtomicBool::new(false),
            taken_over: watch::Sender::new(false),
            library,
            limits,
            clock,
            entropy,
            membership,
            entries: Mutex::new(Entries {
                epoch,
                ..Entries::default()
            }),
            changes: broadcast::channel(CHANGES).0,
            draining: AtomicBool::new(false),
            tasks: TaskTracker::new(),
            lanes,
            last_snapshots: LastSnapshots::new(),
        }
    }

    pub(super) fn entries(&self) -> MutexGuard<'_, Entries> {
        // No code panics while it holds this lock.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The epoch of the rooms that belong to this host.
    pub(crate) fn epoch(&self) -> u64 {
        self.entries().epoch
    }

    // --- the list

    /// Adds or updates a room in the list. A new one belongs to this host.
    pub(crate) fn remember(&self, room: RoomId, about: &RoomState) {
        self.note(room, about, false, |_| {});
    }

    /// Adds or updates a room in the list, and changes its entry further; `unless_own`, if it does not belong to this host.
    pub(super) fn note(
        &self,
        room: RoomId,
        about: &RoomState,
        unless_own: bool,
        change: impl FnOnce(&mut Entry),
    ) {
        let now = summary(room, about);
        let mut entries = self.entries();
        if unless_own && entries.is_own(room) {
            return;
        }
        if let Some(code) = &about.invite {
            entries.invites.insert(code.clone(), room);
        }
        let (many, epoch) = (entries.rooms.len(), entries.epoch);
        match entries.rooms.get_mut(&room) {
            Some(entry) => {
                if *entry.about != *about {
                    entry.about = Arc::new(about.clone());
                }
                change(entry);
                if *entry.summary != now {
                    entry.summary = Arc::new(now);
                    let told = Arc::clone(&entry.summary);
                    self.tell(about, LobbyChange::Room(told));
                }
            }
            None => {
                let mut entry = Entry {
                    about: Arc::new(about.clone()),
                    summary: Arc::new(now),
                    mail: None,
                    epoch,
                    since: Instant::now(),
                    entropy: self.entropy.stream([room.0]),
                    quarantine: None,
                    is_given_back: false,
                    person: None,
                };
                change(&mut entry);
                let told = Arc::clone(&entry.summary);
                entries.rooms.insert(room, entry);
                metrics::gauge!("cardable_rooms").set(many as f64 + 1.0);
                self.tell(about, LobbyChange::Room(told));
            }
        }
    }

    pub(super) fn forget(&self, room: RoomId) {
        let mut entries = self.entries();
        if let Some(entry) = entries.rooms.remove(&room) {
            if let Some(code) = &entry.about.invite {
                entries.invites.remove(code);
            }
            metrics::gauge!("cardable_rooms").set(entries.rooms.len() as f64);
            self.tell(&entry.about, LobbyChange::Gone(room));
        }
    }

    fn tell(&self, about: &RoomState, change: LobbyChange) {
        if !about.new.private {
            // Sending fails if nobody listens.
            let _ = self.changes.send(change);
        }
    }

    pub(super) fn changes(&self) -> broadcast::Receiver<LobbyChange> {
        self.changes.subscribe()
    }

    pub(super) fn listed(&self) -> Vec<Arc<RoomSummary>> {
        let entries = self.entries();
        let open = entries.rooms.values().filter(|entry| entry.is_listed());
        let mut listed: Vec<Arc<RoomSummary>> = open.map(|entry| Arc::clone(&entry.summary)).collect();
        listed.sort_by_key(|summary| (summary.phase, summary.room));
        listed
    }

    pub(super) fn report(&self) -> Vec<RoomReport> {
        let entries = self.entries();
        let report = |entry: &Entry| RoomReport {
            room: (*entry.summary).clone(),
            private: entry.about.new.private,
            awake: entry.mail.is_some(),
            quarantine: entry.quarantine.as_deref().map(str::to_owned),
        };
        let mut reports: Vec<RoomReport> = entries.rooms.values().map(report).collect();
        reports.sort_by_key(|report| report.room.room);
        reports
    }

    // --- who makes rooms

    pub(super) fn mark(&self, address: &str) -> String {
        self.addresses.mark(address)
    }

    /// Counts the rooms of an address and of a person, and reserves one more for both.
    pub(super) fn begins_to_make(&self, maker: &Maker, mark: &str) -> (usize, usize) {
        let mut entries = self.entries();
        let rooms = entries.rooms.values();
        let (mut by_address, mut by_person) = (0, 0);
        for entry in rooms {
            by_address += usize::from(entry.about.maker.as_deref() == Some(mark));
            by_person += usize::from(entry.person == Some(maker.person));
        }
        for (other, person) in &entries.making {
            by_address += usize::from(other == mark);
            by_person += usize::from(*person == maker.person);
        }
        entries.making.push((mark.to_owned(), maker.person));
        (by_address, by_person)
    }

    pub(super) fn ends_making(&self, maker: &Maker, mark: &str) {
        let mut entries = self.entries();
        let found = |(other, person): &(String, u64)| other == mark && *person == maker.person;
        if let Some(at) = entries.making.iter().position(found) {
            entries.making.swap_remove(at);
        }
    }

    /// Records which connection made a room.
    pub(super) fn made_by(&self, room: RoomId, person: u64) {
        if let Some(entry) = self.entries().rooms.get_mut(&room) {
            entry.person = Some(person);
        }
    }

    /// The source of a room's randomness.
    pub(crate) fn entropy_of(&self, room: RoomId) -> Entropy {
        let entries = self.entries();
        let entry = entries.rooms.get(&room);
        entry.map_or_else(|| self.entropy.stream([room.0]), |entry| entry.entropy.clone())
    }

    /// The hashes of the editions that rooms are made with.
    pub(super) fn editions(&self) -> HashSet<[u8; 32]> {
        let entries = self.entries();
        let rooms = entries.rooms.values();
        rooms.filter_map(|entry| from_hex(&entry.about.hash)).collect()
    }

    pub(super) fn count(&self) -> usize {
        self.entries().rooms.len()
    }

    pub(super) fn invited(&self, code: &str) -> Option<RoomId> {
        self.entries().invites.get(code).copied()
    }

    pub(super) fn made_with(&self, room: RoomId) -> Option<NewRoom> {
        self.entries()
            .rooms
            .get(&room)
            .map(|entry| entry.about.new.clone())
    }

    /// Sleeping rooms that have been unvisited for longer than they are kept, and belong to a host that does. Time before this
    /// host started does not count, because nobody could have returned then.
    pub(super) fn forgotten(&self, is_wanted: impl Fn(u64) -> bool) -> Vec<RoomId> {
        let now = self.clock.now();
        let entries = self.entries();
        let old = entries.rooms.iter().filter(|(_, entry)| {
            let about = &entry.about;
            let played = about.played && matches!(about.stage, Stage::Playing { .. });
            let hours = if played {
                self.limits.forget
            } else {
                self.limits.forget_unplayed
            };
            let since = about.touched.max(self.began);
            // Quarantined rooms wait for the operator.
            entry.mail.is_none()
                && is_wanted(entry.epoch)
                && entry.quarantine.is_none()
                && since.saturating_add(hours.saturating_mul(3_600_000)) < now
        });
        old.map(|(room, _)| *room).collect()
    }

    /// Rooms that must be awake without a visitor, because absent people lose their seats. In a game no time
    /// passes until a person is present.
    pub(super) fn restless(&self) -> Vec<RoomId> {
        let entries = self.entries();
        let own = entries
            .rooms
            .iter()
            .filter(|(_, entry)| entry.epoch == entries.epoch);
        let restless = own.filter(|(_, entry)| entry.is_restless());
        restless.map(|(room, _)| *room).collect()
    }

    // --- waking and sleeping

    /// The mailbox of a room. Wakes the room if it sleeps.
    pub(super) fn mailbox(self: &Arc<Context>, room: RoomId) -> Result<mpsc::Sender<Posted>, Refused> {
        let mut entries = self.entries();
        let epoch = entries.epoch;
        let entry = entries.rooms.get_mut(&room).ok_or(Refused::NoRoom)?;
        if entry.epoch != epoch {
            return Err(Refused::Moving);
        }
        if entry.quarantine.is_some() {
            return Err(Refused::Quarantined);
        }
        if let Some(mail) = &entry.mail {
            return Ok(mail.clone());
        }
        if self.is_draining() {
            return Err(Refused::Draining);
        }
        let (mail, received) = mpsc::channel(MAILBOX);
        let was_listed = entry.is_listed();
        entry.mail = Some(mail.clone());
        if !was_listed {
            self.tell(&entry.about, LobbyChange::Room(Arc::clone(&entry.summary)));
        }
        let about = RoomState::clone(&entry.about);
        drop(entries);
        metrics::gauge!("cardable_rooms_awake").increment(1.0);
        let life = live(Arc::clone(self), room, about, received);
        self.tasks.spawn_on(life, self.lanes.network());
        Ok(mail)
    }

    /// The mailboxes of all rooms that are awake.
    pub(super) fn mailboxes(&self) -> Vec<mpsc::Sender<Posted>> {
        let entries = self.entries();
        entries
            .rooms
            .values()
            .filter_map(|entry| entry.mail.clone())
            .collect()
    }

    pub(super) fn falls_asleep(&self, room: RoomId) {
        if let Some(entry) = self.entries().rooms.get_mut(&room) {
            entry.mail = None;
            if !entry.is_listed() {
                self.tell(&entry.about, LobbyChange::Gone(room));
            }
        }
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Acquire)
    }

    /// Nothing new starts any more, and all rooms have to fall asleep before this much time has passed.
    pub(super) fn drain(&self, longest: Duration) -> &TaskTracker {
        self.draining.store(true, Ordering::Release);
        self.last_snapshots.host_stops(longest);
        self.tasks.close();
        &self.tasks
    }

    /// Deletes a sleeping room. Returns whether that succeeded.
    pub(super) async fn remove(&self, room: RoomId) -> bool {
        match self.log.remove(room, self.epoch()).await {
            Ok(()) => {
                self.forget(room);
                true
            }
            Err(error) => {
                if self.not_written(&error) {
                    tracing::warn!(%room, %error, "a room could not be removed");
                }
                false
            }
        }
    }

    // --- rooms that are set aside

    /// Registers a room that belongs to this host in an epoch, as found in the store.
    pub(super) fn take_over(&self, claimed: Claimed, epoch: u64) {
        let found = Found::from(claimed);
        if let Some(why) = &found.quarantine {
            let room = found.room;
            tracing::error!(%room, why, "a room is set aside; `/admin` ends or releases it");
            self.diagnose(room, "quarantine", why);
        }
        self.register(found, epoch);
    }

    /// Registers a room as found in the store. What is known of an own room is newer.
    pub(super) fn register(&self, found: Found, epoch: u64) {
        self.note(found.room, &found.about, true, |entry| {
            entry.quarantine = found.quarantine.map(Arc::from);
            entry.belong_to(epoch);
        });
    }

    /// Quarantines a room.
    pub(crate) async fn set_aside(&self, room: RoomId, why: String) {
        tracing::error!(%room, why, "a room is set aside; `/admin` ends or releases it");
        self.diagnose(room, "quarantine", &why);
        let listed = self.entries().rooms.get_mut(&room).map(|entry| {
            entry.quarantine = Some(Arc::from(why.as_str()));
            Arc::clone(&entry.about)
        });
        if let Some(about) = listed {
            self.tell(&about, LobbyChange::Gone(room));
        }
        if let Err(error) = self.log.quarantine(room, self.epoch(), why).await
            && self.not_written(&error)
        {
            tracing::warn!(%room, %error, "that a room is set aside could not be kept");
        }
    }

    /// Releases a room from quarantine.
    pub(super) async fn release(&self, room: RoomId) -> Result<(), Refused> {
        let kept = self.log.release(room, self.epoch()).await;
        kept.map_err(|error| {
            self.not_written(&error);
            Refused::Store
        })?;
        if let Some(entry) = self.entries().rooms.get_mut(&room) {
            entry.quarantine = None;
            if entry.is_listed() {
                self.tell(&entry.about, LobbyChange::Room(Arc::clone(&entry.summary)));
            }
        }
        Ok(())
    }

    // --- what went wrong

    /// Records why a write to the store failed. Returns whether to log it: a takeover by another host is logged
    /// once, whatever fails after it.
    pub(crate) fn not_written(&self, error: &StoreError) -> bool {
        match error {
            // Only that room belongs to another host, or this one has to join the others again.
            StoreError::Fenced if self.membership.is_some() => false,
            StoreError::Fenced => {
                // From here on this host starts nothing that it could not store.
                self.draining.store(true, Ordering::Release);
                if self
                    .taken_over
                    .send_if_modified(|so| !std::mem::replace(so, true))
                {
                    tracing::error!(
                        "another host has taken over the rooms: this one can keep nothing more, and stops; \
                         only one at a time may run on it"
                    );
                }
                false
            }
            StoreError::Full | StoreError::Failed(_) | StoreError::Damaged(_) => {
                self.store_fails.store(true, Ordering::Relaxed);
                true
            }
            StoreError::Sequence { .. } | StoreError::NoRoom | StoreError::Closed => true,
        }
    }

    pub(super) fn taken_over(&self) -> watch::Receiver<bool> {
        self.taken_over.subscribe()
    }

    /// Stores a diagnosis of a room.
    pub(crate) fn diagnose(&self, room: RoomId, kind: &str, detail: &str) {
        metrics::counter!("cardable_room_faults", "kind" => kind.to_owned()).increment(1);
        tracing::warn!(%room, kind, "something went wrong in a room; the operator's list has more");
        let kept = self.log.diagnose(Diagnosis {
            room,
            when: self.clock.now(),
            kind: kind.to_owned(),
            detail: detail.to_owned(),
        });
        tokio::spawn(async move {
            if let Err(error) = kept.await {
                tracing::error!(%room, %error, "what went wrong could not be written down");
            }
        });
    }
}
