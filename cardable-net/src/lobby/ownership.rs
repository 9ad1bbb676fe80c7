//! Whose rooms are whose, where several hosts share a store.
//!
//! ```text
//! every 2 s   renew the lease ── it has run out ──► all rooms sleep, and a new session begins
//! every 1 s   read what has changed ──► the list, and rooms that others have taken
//! every 3 s   take the restless rooms of hosts that are gone
//! on demand   own a room: take it, or learn who has it
//! ```

use super::Rooms;
use super::context::Context;
use super::entry::Found;
use super::membership::{Membership, Read, awake_time};
use crate::library::Edition;
use crate::room::{Mail, Posted, Refused};
use crate::store::{AddressMark, Claimed, Neighbour, RoomId, Spent, StoreError, Taken};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

/// How often a lease is renewed during its length.
const RENEWALS: u32 = 3;

/// Interval for reading what other hosts have changed.
const READ: Duration = Duration::from_secs(1);

/// How old what is known of the other hosts may be where one of them cannot be reached.
const SOON: Duration = Duration::from_millis(200);

/// Interval for looking after the rooms of hosts that are gone.
const LOOK: Duration = Duration::from_secs(3);

/// How long to wait for a session to begin, or for a room to fall asleep that belonged to this host before, and for how many
/// times.
const PAUSE: Duration = Duration::from_millis(50);
const PAUSES: usize = 200;

/// To whom a room belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    Own,
    /// The session of another host, which may be over.
    Other(u64),
    Unknown,
}

impl Context {
    /// To whom a room belongs, as far as is known.
    pub(super) fn whose(&self, room: RoomId) -> Whose {
        let entries = self.entries();
        match entries.rooms.get(&room).map(|entry| entry.epoch) {
            Some(epoch) if epoch == entries.epoch => Whose::Own,
            Some(0) | None => Whose::Unknown,
            Some(session) => Whose::Other(session),
        }
    }

    /// Whether a room is awake here.
    pub(super) fn is_awake(&self, room: RoomId) -> bool {
        let entries = self.entries();
        entries.rooms.get(&room).is_some_and(|entry| entry.mail.is_some())
    }

    /// Registers a room that this host has taken in an epoch. False if that epoch is over.
    pub(super) fn has_taken(&self, claimed: Claimed, epoch: u64) -> bool {
        let room = claimed.room;
        self.take_over(claimed, epoch);
        if let Some(entry) = self.entries().rooms.get_mut(&room) {
            entry.is_given_back = false;
        }
        self.whose(room) == Whose::Own
    }

    /// Registers what has become of a room, as it was asked for at a time. Gives the mailbox of a room that is awake here and
    /// belongs to another host now.
    pub(super) fn has_changed(
        &self,
        claimed: Claimed,
        epoch: u64,
        asked: Instant,
    ) -> Option<mpsc::Sender<Posted>> {
        let mut mail = None;
        let own = {
            let mut entries = self.entries();
            let own = entries.epoch;
            if let Some(entry) = entries.rooms.get_mut(&claimed.room)
                && entry.epoch == own
            {
                // An answer to a question from before the room was taken is old.
                if epoch == own || entry.since >= asked {
                    return None;
                }
                entry.epoch = 0;
                mail = entry.mail.clone();
            }
            own
        };
        // What this host may have of a room it learns only by taking it.
        let epoch = if epoch == own { 0 } else { epoch };
        self.register(Found::from(claimed), epoch);
        mail
    }

    /// Another host has taken a room, or may have.
    pub(crate) fn lose(&self, room: RoomId) {
        if let Some(entry) = self.entries().rooms.get_mut(&room) {
            entry.epoch = 0;
        }
    }

    /// Gives back a room that this host cannot bring back, if another one may. False where that is not so.
    pub(crate) async fn give_back(&self, room: RoomId, why: &str) -> Result<bool, StoreError> {
        let Some(shared) = self.log.shared() else {
            return Ok(false);
        };
        let given = shared.give_back(room, self.epoch()).await.inspect_err(|_| {
            // It may be given back all the same.
            self.lose(room);
        })?;
        if given {
            tracing::warn!(%room, why, "this host cannot bring a room back, and leaves it to another one");
            metrics::counter!("cardable_rooms_given_back").increment(1);
            let mut entries = self.entries();
            let own = entries.epoch;
            if let Some(entry) = entries.rooms.get_mut(&room) {
                entry.is_given_back = true;
                // Another host may have taken it already.
                if entry.epoch == own {
                    entry.belong_to(0);
                }
            }
        }
        Ok(given)
    }

    /// No room belongs to this host any more; those that it takes from now on are of another epoch.
    pub(super) fn lose_all(&self, next_epoch: u64) {
        let mut entries = self.entries();
        entries.epoch = next_epoch;
        entries.rooms.values_mut().for_each(|entry| entry.epoch = 0);
    }

    /// Rooms of hosts that are gone in which time passes without a visitor.
    pub(super) fn orphans(&self, hosts: &[u64]) -> Vec<RoomId> {
        let entries = self.entries();
        let gone = entries
            .rooms
            .iter()
            .filter(|(_, entry)| !hosts.contains(&entry.epoch));
        let restless = gone.filter(|(_, entry)| entry.is_restless());
        restless.map(|(room, _)| *room).collect()
    }

    /// Whether several hosts share the store.
    pub(crate) fn is_shared(&self) -> bool {
        self.membership.is_some()
    }

    /// Makes sure that a room belongs to this host, or tells to whom it belongs.
    pub(super) async fn own(self: &Arc<Context>, room: RoomId) -> Result<(), Refused> {
        let (Some(membership), Some(shared)) = (&self.membership, self.log.shared()) else {
            return Ok(());
        };
        for _ in 0..PAUSES {
            // This host was away for too long, and joins the others again.
            if membership.has_lapsed() {
                sleep(PAUSE).await;
                continue;
            }
            let whose = self.whose(room);
            if whose == Whose::Own {
                return Ok(());
            }
            // A room that this host had before may still be falling asleep.
            if self.is_awake(room) {
                sleep(PAUSE).await;
                continue;
            }
            // A host that has a lease keeps its rooms. If this one has moved all the same, that host knows.
            if let Whose::Other(session) = whose
                && let Some(owner) = membership.neighbour(session)
            {
                return Err(elsewhere(owner));
            }
            let epoch = self.epoch();
            match shared.take(room, epoch).await {
                Ok(Taken::Yours(claimed)) => {
                    if self.has_taken(claimed, epoch) {
                        metrics::counter!("cardable_rooms_taken").increment(1);
                        return Ok(());
                    }
                }
                // Another session begins.
                Err(StoreError::Fenced) => sleep(PAUSE).await,
                Ok(Taken::Elsewhere(owner)) => return Err(elsewhere(owner)),
                Err(StoreError::NoRoom) => {
                    self.forget(room);
                    return Err(Refused::NoRoom);
                }
                Err(error) => {
                    if self.not_written(&error) {
                        tracing::error!(%room, %error, "a room could not be taken");
                    }
                    return Err(Refused::Store);
                }
            }
        }
        Err(Refused::Store)
    }

    /// Reads what other hosts have changed.
    pub(super) async fn read_changes(&self) -> Result<(), StoreError> {
        let (Some(membership), Some(shared)) = (&self.membership, self.log.shared()) else {
            return Ok(());
        };
        let wanted = Instant::now();
        let mut read = membership.read.lock().await;
        if read.asked.is_some_and(|asked| asked >= wanted) {
            // Somebody else has read it while this one waited.
            return Ok(());
        }
        let asked = Instant::now();
        let changes = shared.changes(read.until).await?;
        for (claimed, epoch) in changes.rooms {
            if let Some(mailbox) = self.has_changed(claimed, epoch, asked) {
                let (back, _) = oneshot::channel();
                tokio::spawn(async move { mailbox.send(Box::new(Mail::Sleep(back))).await });
            }
        }
        for room in changes.gone {
            if self.whose(room) != Whose::Own {
                self.forget(room);
            }
        }
        *read = Read {
            until: changes.until,
            asked: Some(asked),
        };
        metrics::gauge!("cardable_lobby_seconds").set(asked.elapsed().as_secs_f64());
        Ok(())
    }
}

impl Rooms {
    /// Makes sure that a room belongs to this host, or tells to whom it belongs.
    pub(super) async fn own(&self, room: RoomId) -> Result<(), Refused> {
        self.ctx().own(room).await
    }

    /// The session of this host among those that share the store, and the key by which they know each other. `None` where
    /// this host has the store alone.
    pub(crate) fn session(&self) -> Option<(u64, [u8; 32])> {
        let membership = self.ctx().membership.as_ref()?;
        Some((self.ctx().epoch(), *membership.key()))
    }

    /// The sessions of all hosts that share the store. Empty where this host has it alone.
    pub fn sessions(&self) -> Vec<u64> {
        self.ctx()
            .membership
            .as_ref()
            .map_or_else(Vec::new, Membership::sessions)
    }

    /// Tells the other hosts what addresses have spent here in a session, and gives what they say, with their sessions.
    pub(crate) async fn share_spending(
        &self,
        session: u64,
        told: Vec<Spent>,
        gone: Vec<AddressMark>,
    ) -> Result<Vec<(u64, Spent)>, StoreError> {
        match self.ctx().log.shared() {
            Some(shared) => shared.share_spending(session, told, gone).await,
            None => Ok(Vec::new()),
        }
    }

    /// Asks the store which hosts have a lease, because one of them cannot be reached: as soon as it has none, its rooms can be
    /// taken. Many may ask at once.
    pub async fn look_at_hosts(&self) {
        let Some(membership) = &self.ctx().membership else {
            return;
        };
        let wanted = Instant::now();
        let mut renewed = membership.renewed.lock().await;
        if renewed.is_some_and(|renewed| renewed + SOON > wanted) {
            return;
        }
        if let Err(error) = renew_lease(self.ctx(), membership).await {
            tracing::debug!(%error, "the other hosts are not known");
        }
        *renewed = Some(Instant::now());
    }

    /// The host, other than this one, on which people wait for a game, so that all who want the same come together.
    pub(crate) fn matching_host(&self, ruleset: &str, seats: u8) -> Option<Neighbour> {
        let membership = self.ctx().membership.as_ref()?;
        let own = self.ctx().epoch();
        let neighbours = membership.neighbours();
        let reached = neighbours
            .iter()
            .filter(|host| !host.draining && (host.session == own || host.host.link.is_some()));
        // Rendezvous hashing: where a host comes or goes, few games move.
        let weight = |host: &&Neighbour| {
            let mut hash = blake3::Hasher::new();
            hash.update(&host.session.to_le_bytes())
                .update(&[seats])
                .update(ruleset.as_bytes());
            *hash.finalize().as_bytes()
        };
        reached
            .max_by_key(weight)
            .filter(|host| host.session != own)
            .cloned()
    }

    /// The editions that rooms of other hosts are made with and this host does not offer.
    pub(crate) async fn editions_of_others(&self) -> Vec<Arc<Edition>> {
        let ctx = self.ctx();
        let Some(membership) = &ctx.membership else {
            return Vec::new();
        };
        let mut editions = membership.editions.lock().await;
        let wanted = ctx.editions();
        editions.retain(|hash, _| wanted.contains(hash));
        for hash in wanted {
            if !editions.contains_key(&hash) && ctx.library.by_hash(&hash).is_none() {
                match ctx.library.pinned(&hash, &*ctx.log).await {
                    Ok(edition) => drop(editions.insert(hash, edition)),
                    Err(error) => {
                        tracing::debug!(%error, "the ruleset of another host's room cannot be read")
                    }
                }
            }
        }
        editions.values().cloned().collect()
    }

    /// The room with this invite code, also if another host has made it just now.
    pub async fn invited(&self, code: &str) -> Option<RoomId> {
        let found = self.ctx().invited(code);
        if found.is_some() || !self.ctx().is_shared() {
            return found;
        }
        if let Err(error) = self.ctx().read_changes().await {
            tracing::warn!(%error, "what other hosts have changed cannot be read");
        }
        self.ctx().invited(code)
    }
}

fn elsewhere(owner: Neighbour) -> Refused {
    Refused::Elsewhere {
        link: owner.host.link.unwrap_or_default(),
        session: owner.session,
    }
}

/// Puts all rooms to sleep, because others may have taken them. What this host takes from now on is of an epoch.
fn lose_all_now(ctx: &Context, next_epoch: u64) {
    ctx.lose_all(next_epoch);
    for mailbox in ctx.mailboxes() {
        let (back, _) = oneshot::channel();
        tokio::spawn(async move { mailbox.send(Box::new(Mail::Sleep(back))).await });
    }
}

/// Renews the lease. Where it has run out, all rooms are given up, and another session begins.
async fn renew_lease(ctx: &Context, membership: &Membership) -> Result<(), StoreError> {
    let Some(shared) = ctx.log.shared() else {
        return Ok(());
    };
    let (asked, before) = (awake_time(), membership.clock_watch.now());
    match timeout(membership.lease(), shared.renew(ctx.epoch(), ctx.is_draining())).await {
        Ok(Ok(renewed)) => {
            membership.is_renewed(asked);
            membership.clock_watch.compare(before, renewed.now);
            membership.meet(ctx.epoch(), renewed.hosts);
            ctx.store_fails.store(false, Ordering::Relaxed);
            return Ok(());
        }
        Ok(Err(StoreError::Fenced)) => {}
        Ok(Err(error)) => return Err(error),
        Err(_) => return Err(StoreError::Failed("the store does not answer in time".to_owned())),
    }
    if ctx.is_draining() {
        // The session was left, or nobody needs another one: others would wait for its lease.
        lose_all_now(ctx, ctx.epoch());
        return Ok(());
    }
    metrics::counter!("cardable_leases_lost").increment(1);
    tracing::warn!(
        "this host was away for too long: its rooms are given up, and it takes those that are needed anew"
    );
    let asked = awake_time();
    let joined = shared.join(membership.announced().clone()).await?;
    // The machine may have slept, or the store's clock may have jumped.
    ctx.clock.set(joined.now);
    lose_all_now(ctx, joined.session);
    membership.is_renewed(asked);
    Ok(())
}

/// Keeps the session alive, and takes the rooms of hosts that are gone, as long as the rooms are there.
pub(super) async fn tend(ctx: Weak<Context>) {
    let Some(lease) = ctx
        .upgrade()
        .and_then(|ctx| ctx.membership.as_ref().map(Membership::lease))
    else {
        return;
    };
    let every = |pause: Duration| {
        let mut ticks = interval(pause);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks
    };
    let (mut renew, mut look) = (every(lease / RENEWALS), every(LOOK));
    let mut fails = false;
    let mut adopting: Option<JoinHandle<()>> = None;
    loop {
        let renews = tokio::select! {
            _ = renew.tick() => true,
            _ = look.tick() => false,
        };
        let Some(ctx) = ctx.upgrade() else { return };
        let Some(membership) = &ctx.membership else { return };
        if !renews {
            let hosts = membership.sessions();
            let is_idle = adopting.as_ref().is_none_or(JoinHandle::is_finished);
            if is_idle && !hosts.is_empty() && !ctx.is_draining() {
                let orphans = ctx.orphans(&hosts);
                adopting = Some(tokio::spawn(adopt(Arc::clone(&ctx), orphans)));
            }
            continue;
        }
        let mut renewed = membership.renewed.lock().await;
        let result = renew_lease(&ctx, membership).await;
        *renewed = Some(Instant::now());
        drop(renewed);
        match result {
            Ok(()) => {
                if std::mem::take(&mut fails) {
                    tracing::info!("the store works again");
                }
            }
            Err(error) => {
                if !std::mem::replace(&mut fails, true) {
                    tracing::error!(%error, "the store cannot be reached; what belongs to this host is given up when its lease runs out");
                }
                ctx.store_fails.store(true, Ordering::Relaxed);
                if membership.has_lapsed() {
                    lose_all_now(&ctx, ctx.epoch());
                }
            }
        }
    }
}

/// Keeps the list up to date, as long as the rooms are there. The lease does not wait for it.
pub(super) async fn keep_listening(ctx: Weak<Context>) {
    let mut fails = false;
    loop {
        sleep(READ).await;
        let Some(ctx) = ctx.upgrade() else { return };
        match ctx.read_changes().await {
            Ok(()) => fails = false,
            Err(error) => {
                if !std::mem::replace(&mut fails, true) {
                    tracing::warn!(%error, "what other hosts have changed cannot be read");
                }
            }
        }
    }
}

/// Takes rooms of hosts that are gone, and wakes them.
async fn adopt(ctx: Arc<Context>, rooms: Vec<RoomId>) {
    for room in rooms {
        if ctx.own(room).await.is_ok() {
            // What keeps it from waking is told elsewhere.
            let _ = ctx.mailbox(room);
        }
    }
}
