//! State shared by all rooms: the store, the library, and the list of rooms.

use super::lanes::Lanes;
use super::life::live;
use super::quota::AddressKey;
use super::{LobbyChange, Maker, RoomLimits, RoomReport, RoomSummary};
use crate::entropy::Entropy;
use crate::library::Library;
use crate::protocol::Phase;
use crate::room::{HostClock, NewRoom, Occupant, Posted, Refused, RoomState, Stage};
use crate::store::{Claimed, Diagnosis, Quarantine, RoomId, RoomLog, StoreError};
use crate::thinking::Pool;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{broadcast, mpsc, watch};
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
    addresses: AddressKey,
    pub(crate) epoch: u64,
    entries: Mutex<Entries>,
    changes: broadcast::Sender<LobbyChange>,
    draining: AtomicBool,
    tasks: TaskTracker,
    pub(super) lanes: Lanes,
    /// Where bots think.
    pub(crate) thinking: Pool,
}

#[derive(Default)]
struct Entries {
    rooms: HashMap<RoomId, Entry>,
    invites: HashMap<String, RoomId>,
    /// Rooms being created: the hash of the maker's address, and the maker's connection.
    making: Vec<(String, u64)>,
}

/// The lobby's record of a room.
struct Entry {
    about: Arc<RoomState>,
    summary: Arc<RoomSummary>,
    /// The mailbox of a room that is awake.
    mail: Option<mpsc::Sender<Posted>>,
    /// The source of its randomness whenever it is awake.
    entropy: Entropy,
    /// Why it must not be woken.
    quarantine: Option<Arc<str>>,
    /// The connection that made it, if that was during this run of the host.
    person: Option<u64>,
}

impl Entry {
    /// Whether the lobby lists it. Private rooms are not listed, nor finished games without viewers.
    fn is_listed(&self) -> bool {
        let is_left = self.summary.phase == Phase::Over && self.mail.is_none();
        !self.about.new.private && !is_left && self.quarantine.is_none()
    }
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context")
            .field("epoch", &self.epoch)
            .field("rooms", &self.entries().rooms.len())
            .finish_non_exhaustive()
    }
}

fn summary(room: RoomId, about: &RoomState) -> RoomSummary {
    let count = |is: fn(&Occupant) -> bool| about.seats.iter().filter(|kept| is(&kept.occupant)).count();
    let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    RoomSummary {
        room,
        title: about.title.clone(),
        ruleset: about.new.ruleset.clone(),
        seats: small(about.seats.len()),
        free: small(count(|occupant| *occupant == Occupant::Empty)),
        persons: small(count(|occupant| matches!(occupant, Occupant::Person { .. }))),
        phase: match (about.stage, &about.fault) {
            (Stage::Gathering, _) => Phase::Open,
            (Stage::Playing { .. }, None) => Phase::Playing,
            (Stage::Playing { .. }, Some(_)) => Phase::Suspended,
            (Stage::Over { .. }, _) => Phase::Over,
        },
        watchable: about.new.watching != crate::room::Watching::None,
    }
}

impl Context {
    pub(super) fn new(
        log: Arc<dyn RoomLog>,
        library: Library,
        limits: RoomLimits,
        entropy: Entropy,
        epoch: u64,
        addresses: AddressKey,
    ) -> Context {
        let clock = HostClock::start();
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
            epoch,
            entries: Mutex::default(),
            changes: broadcast::channel(CHANGES).0,
            draining: AtomicBool::new(false),
            tasks: TaskTracker::new(),
            lanes,
        }
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        // No code panics while it holds this lock.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    // --- the list

    /// Adds or updates a room in the list.
    pub(crate) fn remember(&self, room: RoomId, about: &RoomState) {
        let now = summary(room, about);
        let mut entries = self.entries();
        if let Some(code) = &about.invite {
            entries.invites.insert(code.clone(), room);
        }
        let many = entries.rooms.len();
        match entries.rooms.get_mut(&room) {
            Some(entry) => {
                if *entry.about != *about {
                    entry.about = Arc::new(about.clone());
                }
                if *entry.summary != now {
                    entry.summary = Arc::new(now);
                    let told = Arc::clone(&entry.summary);
                    self.tell(about, LobbyChange::Room(told));
                }
            }
            None => {
                let entry = Entry {
                    about: Arc::new(about.clone()),
                    summary: Arc::new(now),
                    mail: None,
                    entropy: self.entropy.stream([room.0]),
                    quarantine: None,
                    person: None,
                };
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

    /// Sleeping rooms that have been unvisited for longer than they are kept. Time before this host started
    /// does not count, because nobody could have returned then.
    pub(super) fn forgotten(&self) -> Vec<RoomId> {
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
                && entry.quarantine.is_none()
                && since.saturating_add(hours.saturating_mul(3_600_000)) < now
        });
        old.map(|(room, _)| *room).collect()
    }

    /// Rooms that must be awake without a visitor, because absent people lose their seats. In a game no time
    /// passes until a person is present.
    pub(super) fn restless(&self) -> Vec<RoomId> {
        let entries = self.entries();
        let gathering = |entry: &Entry| entry.about.stage == Stage::Gathering && entry.quarantine.is_none();
        let restless = entries.rooms.iter().filter(|(_, entry)| gathering(entry));
        restless.map(|(room, _)| *room).collect()
    }

    // --- waking and sleeping

    /// The mailbox of a room. Wakes the room if it sleeps.
    pub(super) fn mailbox(self: &Arc<Context>, room: RoomId) -> Result<mpsc::Sender<Posted>, Refused> {
        let mut entries = self.entries();
        let entry = entries.rooms.get_mut(&room).ok_or(Refused::NoRoom)?;
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

    pub(super) fn drain(&self) -> &TaskTracker {
        self.draining.store(true, Ordering::Release);
        self.tasks.close();
        &self.tasks
    }

    /// Deletes a sleeping room. Returns whether that succeeded.
    pub(super) async fn remove(&self, room: RoomId) -> bool {
        match self.log.remove(room, self.epoch).await {
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

    /// Registers a room as found in the store.
    pub(super) fn take_over(&self, claimed: Claimed) {
        let room = claimed.room;
        let about = serde_json::from_slice::<RoomState>(&claimed.about);
        let why = match (&about, claimed.quarantine) {
            (_, Some(Quarantine::Sure(why))) => Some(why),
            (Ok(about), Some(Quarantine::IfPlayed(why))) if matches!(about.stage, Stage::Playing { .. }) => {
                Some(why)
            }
            (Err(error), _) => Some(format!("what it keeps of itself cannot be read: {error}")),
            (Ok(_), None | Some(Quarantine::IfPlayed(_))) => None,
        };
        if let Some(why) = &why {
            tracing::error!(%room, why, "a room is set aside; `/admin` ends or releases it");
            self.diagnose(room, "quarantine", why);
        }
        self.remember(room, &about.unwrap_or_else(|_| RoomState::lost()));
        if let Some(entry) = self.entries().rooms.get_mut(&room) {
            entry.quarantine = why.map(Arc::from);
        }
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
        if let Err(error) = self.log.quarantine(room, self.epoch, why).await
            && self.not_written(&error)
        {
            tracing::warn!(%room, %error, "that a room is set aside could not be kept");
        }
    }

    /// Whether a room is quarantined.
    pub(super) fn is_quarantined(&self, room: RoomId) -> bool {
        let entries = self.entries();
        entries
            .rooms
            .get(&room)
            .is_some_and(|entry| entry.quarantine.is_some())
    }

    /// Releases a room from quarantine.
    pub(super) async fn release(&self, room: RoomId) -> Result<(), Refused> {
        let kept = self.log.release(room, self.epoch).await;
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
