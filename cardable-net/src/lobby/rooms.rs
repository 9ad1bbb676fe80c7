//! All rooms of a host and access to them.

use super::context::{Begun, Context};
use super::matching::Waiting;
use super::membership::{Membership, awake_time};
use super::ownership::{keep_listening, tend};
use super::quota::AddressKey;
use super::{LobbyChange, RoomLimits, RoomReport, RoomSummary, Seated, Who};
use crate::entropy::Entropy;
use crate::environment::Environment;
use crate::fairness::GameFile;
use crate::library::Library;
use crate::room::{
    Answer, Attached, Back, Command, HostClock, Mail, NewRoom, Outbox, Posted, Refused, ViewerKey,
};
use crate::store::{Announced, Diagnosis, RoomId, RoomLog, StoreError};
use cardable_core::{Seat, Viewer};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, oneshot};

/// Number of attempts to reach a room that is just falling asleep.
const TRIES: usize = 3;

/// Interval for deleting rooms that nobody needs any more.
const SWEEP: Duration = Duration::from_secs(600);

/// Timeout for a trial write to the store.
const TRIAL: Duration = Duration::from_secs(5);

/// Size of a trial write: more than could still fit into a file that cannot grow.
const TRIAL_BYTES: usize = 16 << 10;

/// How long a host that stops waits to give its rooms to others.
const LEAVING: Duration = Duration::from_secs(2);

/// All rooms of a host. Clones share them.
#[derive(Clone, Debug)]
pub struct Rooms {
    ctx: Arc<Context>,
    waiting: Arc<Waiting>,
}

impl Rooms {
    /// Opens the rooms of a store. They wake when somebody needs them or when time passes in them.
    ///
    /// A store that several hosts can share ([`RoomLog::shared`]) is joined, without a link for the others; of any other store
    /// all rooms are claimed.
    pub async fn open(
        log: Arc<dyn RoomLog>,
        library: Library,
        limits: RoomLimits,
        entropy: Entropy,
    ) -> Result<Rooms, StoreError> {
        Rooms::open_as(Announced::default(), log, library, limits, entropy.into()).await
    }

    /// Like [`Rooms::open`], with what the host tells others of itself.
    pub async fn open_as(
        host: Announced,
        log: Arc<dyn RoomLog>,
        library: Library,
        limits: RoomLimits,
        environment: Environment,
    ) -> Result<Rooms, StoreError> {
        let Environment {
            entropy, wall_clock, ..
        } = environment;
        let asked = awake_time();
        let (begun, claimed) = match log.shared() {
            Some(shared) => {
                let joined = shared.join(host.clone()).await?;
                // Hosts whose clocks differ would not agree on how long somebody has thought.
                let clock = HostClock::start_at(joined.now);
                let membership = Membership::new(host, &joined, asked, wall_clock);
                let begun = Begun {
                    epoch: joined.session,
                    clock,
                    membership: Some(membership),
                };
                (begun, Vec::new())
            }
            None => {
                let (epoch, claimed) = log.claim().await?;
                let begun = Begun {
                    epoch,
                    clock: HostClock::start_at(wall_clock.now()),
                    membership: None,
                };
                (begun, claimed)
            }
        };
        let epoch = begun.epoch;
        let addresses = AddressKey::of(&*log, &entropy).await?;
        // Each host that opens a store draws other numbers.
        let entropy = entropy.stream([epoch]);
        let ctx = Arc::new(Context::new(log, library, limits, entropy, begun, addresses));
        for claimed in claimed {
            ctx.take_over(claimed, epoch);
        }
        if ctx.is_shared() {
            ctx.read_changes().await?;
            tokio::spawn(tend(Arc::downgrade(&ctx)));
            tokio::spawn(keep_listening(Arc::downgrade(&ctx)));
        }
        for room in ctx.restless() {
            // Existing rooms cannot be refused.
            let _ = ctx.mailbox(room);
        }
        let rooms = Rooms {
            ctx,
            waiting: Arc::default(),
        };
        tokio::spawn(sweep(Arc::downgrade(&rooms.ctx)));
        Ok(rooms)
    }

    pub(super) fn ctx(&self) -> &Arc<Context> {
        &self.ctx
    }

    /// The key for hashing addresses, which all hosts of a store share.
    pub(crate) fn address_key(&self) -> AddressKey {
        self.ctx.addresses.clone()
    }

    pub(super) fn waiting(&self) -> &Waiting {
        &self.waiting
    }

    /// The rulesets for new rooms.
    pub fn library(&self) -> &Library {
        &self.ctx.library
    }

    /// The limits for rooms.
    pub fn limits(&self) -> &RoomLimits {
        &self.ctx.limits
    }

    /// The rooms open for joining or watching. Those that have not begun come first.
    pub fn list(&self) -> Vec<Arc<RoomSummary>> {
        self.ctx.listed()
    }

    /// Subscribes to changes of the list.
    pub fn changes(&self) -> broadcast::Receiver<LobbyChange> {
        self.ctx.changes()
    }

    /// The settings a room was made with.
    pub fn made_with(&self, room: RoomId) -> Option<NewRoom> {
        self.ctx.made_with(room)
    }

    /// Sends a request to a room and wakes it if necessary.
    pub(super) async fn ask<T>(
        &self,
        room: RoomId,
        mail: impl FnOnce(Back<T>) -> Mail,
    ) -> Result<T, Refused> {
        let (back, answer) = oneshot::channel();
        let mut mail = Box::new(mail(back));
        for _ in 0..TRIES {
            self.own(room).await?;
            match self.ctx.mailbox(room)?.send(mail).await {
                Ok(()) => {
                    return match answer.await {
                        Ok(answer) => answer,
                        Err(_) => Err(self.unanswered(room).await),
                    };
                }
                // It has just fallen asleep.
                Err(mpsc::error::SendError(unread)) => mail = unread,
            }
            tokio::task::yield_now().await;
        }
        Err(Refused::not_now("the room is busy; try again"))
    }

    /// Why a room has answered nothing. One that could not be woken, or falls asleep, is there still.
    async fn unanswered(&self, room: RoomId) -> Refused {
        let is_given_back = self.ctx.entries().is_given_back(room);
        if is_given_back && let Err(elsewhere) = self.own(room).await {
            return elsewhere;
        }
        match self.ctx.is_draining() {
            true => Refused::Draining,
            false if self.ctx.entries().is_quarantined(room) => Refused::Quarantined,
            false if self.ctx.is_shared() && self.ctx.made_with(room).is_some() => Refused::Store,
            false => Refused::NoRoom,
        }
    }

    /// Takes a seat in a room: the given one, or any.
    pub async fn join(
        &self,
        room: RoomId,
        name: &str,
        invite: Option<&str>,
        seat: Option<Seat>,
    ) -> Result<Seated, Refused> {
        let (name, invite) = (name.to_owned(), invite.map(str::to_owned));
        let (seat, token) = self
            .ask(room, |back| Mail::Join {
                name,
                invite,
                seat,
                back,
            })
            .await?;
        Ok(Seated { room, seat, token })
    }

    /// Attaches a viewer to a room. The state of the room and the table are sent to the outbox first.
    pub async fn attach(&self, room: RoomId, who: Who, outbox: Outbox) -> Result<Attachment, Refused> {
        let attached: Attached = self.ask(room, |back| Mail::Attach { who, outbox, back }).await?;
        Ok(Attachment {
            rooms: self.clone(),
            mail: self.ctx.mailbox(room)?,
            room,
            key: attached.key,
            viewer: attached.viewer,
            waits: attached.waits,
        })
    }

    /// Whether choices can be stored. After a failure this makes a trial write, so the store counts as working
    /// again as soon as it does. After a takeover by another host it never does.
    pub async fn store_works(&self) -> bool {
        if *self.ctx.taken_over().borrow() {
            return false;
        }
        if let Some(membership) = &self.ctx.membership {
            // The lease is renewed by a write every two seconds.
            return !membership.has_lapsed() && !self.ctx.store_fails.load(Ordering::Relaxed);
        }
        let fails = &self.ctx.store_fails;
        if !fails.load(Ordering::Relaxed) {
            return true;
        }
        let mut bytes = format!("a trial at {}", self.ctx.clock.now()).into_bytes();
        bytes.resize(TRIAL_BYTES, 0);
        let hash = *blake3::hash(&bytes).as_bytes();
        let tried = tokio::time::timeout(TRIAL, self.ctx.log.keep_content(vec![(hash, bytes)])).await;
        let works = matches!(tried, Ok(Ok(())));
        fails.store(!works, Ordering::Relaxed);
        works
    }

    /// Waits until another host has claimed the rooms of the store. The next failing write here detects that.
    /// From then on nothing new starts and nothing can be stored, so call [drain](Self::drain).
    pub async fn taken_over(&self) {
        // The sender exists as long as the rooms do.
        let _ = self.ctx.taken_over().wait_for(|so| *so).await;
    }

    /// The log of a room's last finished game, for the operator, whoever may watch the room. People in the room
    /// use [`Command::Record`].
    pub async fn game_file(&self, room: RoomId) -> Result<GameFile, Refused> {
        self.ask(room, Mail::File).await
    }

    // --- for the operator

    /// All rooms, for the operator.
    pub fn report(&self) -> Vec<RoomReport> {
        self.ctx.report()
    }

    /// The latest diagnoses, for the operator.
    pub async fn diagnoses(&self, most: usize) -> Result<Vec<Diagnosis>, StoreError> {
        self.ctx.log.diagnoses(most).await
    }

    /// Closes a room and notifies everybody in it.
    pub async fn end(&self, room: RoomId) -> Result<(), Refused> {
        self.own(room).await?;
        if self.ctx.entries().is_quarantined(room) {
            return if self.ctx.remove(room).await {
                Ok(())
            } else {
                Err(Refused::Store)
            };
        }
        self.ask(room, Mail::End).await
    }

    /// Releases a room from quarantine. It wakes when somebody comes.
    pub async fn release(&self, room: RoomId) -> Result<(), Refused> {
        self.own(room).await?;
        if !self.ctx.entries().is_quarantined(room) {
            return Err(Refused::not_now("that room is not set aside"));
        }
        self.ctx.release(room).await
    }

    /// Puts a room to sleep. People in it can return immediately.
    pub async fn put_to_sleep(&self, room: RoomId) -> Result<(), Refused> {
        self.ask(room, Mail::Sleep).await
    }

    /// Accepts no new rooms, notifies everybody that the host stops, and waits until all rooms have stored
    /// their data. Returns false after `longest`.
    pub async fn drain(&self, longest: Duration) -> bool {
        let tasks = self.ctx.drain(longest);
        for mailbox in self.ctx.mailboxes() {
            let (back, _) = oneshot::channel();
            // Wait for full mailboxes, but for all of them at once.
            tokio::spawn(async move { mailbox.send(Box::new(Mail::Sleep(back))).await });
        }
        let done = tokio::time::timeout(longest, tasks.wait()).await.is_ok();
        if let Some(shared) = self.ctx.log.shared() {
            let left = tokio::time::timeout(LEAVING, shared.leave(self.ctx.epoch())).await;
            if !matches!(left, Ok(Ok(()))) {
                tracing::warn!("others take the rooms only when the lease of this host has run out");
            }
        }
        done
    }
}

/// A connection to a room. Dropping it detaches the viewer.
#[derive(Debug)]
pub struct Attachment {
    rooms: Rooms,
    mail: mpsc::Sender<Posted>,
    room: RoomId,
    key: ViewerKey,
    viewer: Viewer,
    waits: bool,
}

impl Attachment {
    /// The room that it is connected to.
    pub fn room(&self) -> RoomId {
        self.room
    }

    /// The viewer as which it is connected.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Whether the viewer had to wait for the owner's approval when it attached.
    pub fn waits(&self) -> bool {
        self.waits
    }

    /// All rooms of the host.
    pub fn rooms(&self) -> &Rooms {
        &self.rooms
    }

    /// Sends a command. Its effects are in the outbox before this returns.
    pub async fn send(&self, command: Command) -> Result<Answer, Refused> {
        let (back, answer) = oneshot::channel();
        let mail = Mail::Command {
            from: self.key,
            command,
            back,
        };
        if self.mail.send(Box::new(mail)).await.is_err() {
            return Err(Refused::NoRoom);
        }
        answer.await.unwrap_or(Err(Refused::NoRoom))
    }
}

impl Drop for Attachment {
    fn drop(&mut self) {
        let gone = Box::new(Mail::Detach(self.key));
        if let Err(mpsc::error::TrySendError::Full(gone)) = self.mail.try_send(gone)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let mail = self.mail.clone();
            runtime.spawn(async move { mail.send(gone).await });
        }
    }
}

/// Periodically deletes rooms that have been unvisited for long.
async fn sweep(ctx: std::sync::Weak<Context>) {
    loop {
        tokio::time::sleep(SWEEP).await;
        let Some(ctx) = ctx.upgrade() else { return };
        let own = ctx.epoch();
        for room in ctx.forgotten(|epoch| epoch == own) {
            ctx.remove(room).await;
        }
        // Somebody must take what nobody visits of hosts that are gone. It is removed the next time, if nobody has come then.
        if let Some(membership) = &ctx.membership {
            let hosts = membership.sessions();
            for room in ctx.forgotten(|epoch| !hosts.is_empty() && !hosts.contains(&epoch)) {
                let _ = ctx.own(room).await;
            }
        }
    }
}
