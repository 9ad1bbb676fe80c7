//! All rooms of a host, and how to get to them.

use super::context::Context;
use super::matching::Waiting;
use super::quota::AddressKey;
use super::{LobbyChange, RoomLimits, RoomReport, RoomSummary, Seated, Who};
use crate::entropy::Entropy;
use crate::fairness::GameFile;
use crate::library::Library;
use crate::room::{Answer, Attached, Back, Command, Mail, NewRoom, Outbox, Posted, Refused, ViewerKey};
use crate::store::{Diagnosis, RoomId, RoomLog, StoreError};
use cardable_core::{Seat, Viewer};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, oneshot};

/// How often a room is tried again that fell asleep just then.
const TRIES: usize = 3;

/// How often rooms are looked for that nobody needs any more.
const SWEEP: Duration = Duration::from_secs(600);

/// How long a trial of the store may take.
const TRIAL: Duration = Duration::from_secs(5);

/// How much is written on trial: more than what may fit still into a file that cannot grow.
const TRIAL_BYTES: usize = 16 << 10;

/// All rooms of a host. Clones share them.
#[derive(Clone, Debug)]
pub struct Rooms {
    ctx: Arc<Context>,
    waiting: Arc<Waiting>,
}

impl Rooms {
    /// Claims the rooms of a store; they come back as somebody asks for them, or
    /// when time passes in them.
    pub async fn open(
        log: Arc<dyn RoomLog>,
        library: Library,
        limits: RoomLimits,
        entropy: Entropy,
    ) -> Result<Rooms, StoreError> {
        let (epoch, claimed) = log.claim().await?;
        let addresses = AddressKey::of(&*log, &entropy).await?;
        // Each host on a store draws something else.
        let entropy = entropy.stream([epoch]);
        let ctx = Arc::new(Context::new(log, library, limits, entropy, epoch, addresses));
        for claimed in claimed {
            ctx.take_over(claimed);
        }
        for room in ctx.restless() {
            // Rooms are there: they cannot be refused.
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

    pub(super) fn waiting(&self) -> &Waiting {
        &self.waiting
    }

    /// The rulesets that rooms can be made of.
    pub fn library(&self) -> &Library {
        &self.ctx.library
    }

    /// How much it takes on.
    pub fn limits(&self) -> &RoomLimits {
        &self.ctx.limits
    }

    /// The rooms that anybody may enter or watch; those first that have not begun.
    pub fn list(&self) -> Vec<Arc<RoomSummary>> {
        self.ctx.listed()
    }

    /// How the list changes from now on.
    pub fn changes(&self) -> broadcast::Receiver<LobbyChange> {
        self.ctx.changes()
    }

    /// The room that an invite code is of.
    pub fn invited(&self, code: &str) -> Option<RoomId> {
        self.ctx.invited(code)
    }

    /// What a room was made with.
    pub fn made_with(&self, room: RoomId) -> Option<NewRoom> {
        self.ctx.made_with(room)
    }

    /// Asks a room for something, and wakes it for that.
    pub(super) async fn ask<T>(
        &self,
        room: RoomId,
        mail: impl FnOnce(Back<T>) -> Mail,
    ) -> Result<T, Refused> {
        let (back, answer) = oneshot::channel();
        let mut mail = Box::new(mail(back));
        for _ in 0..TRIES {
            match self.ctx.mailbox(room)?.send(mail).await {
                Ok(()) => return answer.await.unwrap_or(Err(Refused::NoRoom)),
                // It fell asleep just then.
                Err(mpsc::error::SendError(unread)) => mail = unread,
            }
            tokio::task::yield_now().await;
        }
        Err(Refused::not_now("the room is busy; try again"))
    }

    /// Takes a seat of a room: this one, or any.
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

    /// Lets a viewer be told of a room. How the room is, and the table, come through the
    /// outbox before anything else.
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

    /// Whether choices can be made durable. After a failure the store is written on trial, so that it
    /// counts as working again as soon as it does. It never does where another host has taken over.
    pub async fn store_works(&self) -> bool {
        if *self.ctx.taken_over().borrow() {
            return false;
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

    /// Waits until another host has claimed the rooms of the store, which the next write here finds out.
    /// From then on nothing more is begun, and nothing can be kept: what is left is to [drain](Self::drain).
    pub async fn taken_over(&self) {
        // The sender is there as long as the rooms are.
        let _ = self.ctx.taken_over().wait_for(|so| *so).await;
    }

    /// The log of a room's last game, once it is over, whoever may watch the room: for the operator.
    /// Who is in the room asks for it with [`Command::Record`].
    pub async fn game_file(&self, room: RoomId) -> Result<GameFile, Refused> {
        self.ask(room, Mail::File).await
    }

    // --- for the operator

    /// All rooms, for the operator.
    pub fn report(&self) -> Vec<RoomReport> {
        self.ctx.report()
    }

    /// What went wrong last, for the operator.
    pub async fn diagnoses(&self, most: usize) -> Result<Vec<Diagnosis>, StoreError> {
        self.ctx.log.diagnoses(most).await
    }

    /// Ends a room: everybody in it is told.
    pub async fn end(&self, room: RoomId) -> Result<(), Refused> {
        if self.ctx.is_quarantined(room) {
            return if self.ctx.remove(room).await {
                Ok(())
            } else {
                Err(Refused::Store)
            };
        }
        self.ask(room, Mail::End).await
    }

    /// Lets a room that was set aside wake again, for whoever comes to it.
    pub async fn release(&self, room: RoomId) -> Result<(), Refused> {
        if !self.ctx.is_quarantined(room) {
            return Err(Refused::not_now("that room is not set aside"));
        }
        self.ctx.release(room).await
    }

    /// Lets a room sleep, whoever is in it: they can come back to it at once.
    pub async fn put_to_sleep(&self, room: RoomId) -> Result<(), Refused> {
        self.ask(room, Mail::Sleep).await
    }

    /// Takes no new rooms any more, tells everybody that the host stops, and waits until all
    /// rooms have written what they have to. False when that took too long.
    pub async fn drain(&self, longest: Duration) -> bool {
        let tasks = self.ctx.drain();
        for mailbox in self.ctx.mailboxes() {
            let (back, _) = oneshot::channel();
            // A full mailbox is waited for, but not for each room in turn.
            tokio::spawn(async move { mailbox.send(Box::new(Mail::Sleep(back))).await });
        }
        tokio::time::timeout(longest, tasks.wait()).await.is_ok()
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
    /// The room.
    pub fn room(&self) -> RoomId {
        self.room
    }

    /// As whom.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Whether the owner had to let this viewer in first, when it came.
    pub fn waits(&self) -> bool {
        self.waits
    }

    /// All rooms of the host.
    pub fn rooms(&self) -> &Rooms {
        &self.rooms
    }

    /// Asks for something. What it changed is in the outbox before this answers.
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

/// Forgets rooms that nobody has entered for long.
async fn sweep(ctx: std::sync::Weak<Context>) {
    loop {
        tokio::time::sleep(SWEEP).await;
        let Some(ctx) = ctx.upgrade() else { return };
        for room in ctx.forgotten() {
            ctx.remove(room).await;
        }
    }
}
