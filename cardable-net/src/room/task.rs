//! A room's task: it handles messages and timers one at a time.

use super::bots::Bots;
use super::command::{Command, Refused};
use super::delayed::Delayed;
use super::drawing::Drawing;
use super::last_sent::LastSent;
use super::mail::{Mail, Posted};
use super::outbox::CloseReason;
use super::play::Play;
use super::state::{ClocksKept, RoomState, Stage};
use super::undo::Asking;
use super::viewer::{Allowances, Viewer, ViewerKey};
use crate::entropy::Entropy;
use crate::library::Edition;
use crate::lobby::Context;
use crate::room::{bots, broadcast, debugging, drawing, hints, review, seats, turns};
use crate::store::{Append, RoomId, StoreError, Working};
use cardable_core::Seat;
use slotmap::SlotMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::mpsc;

/// Maximum number of stored chat lines.
pub(super) const TALK: usize = 30;

/// Interval for checking slow viewers, in milliseconds.
const LOOK: u64 = 250;

/// Delay before retrying after a failure, in milliseconds.
pub(super) const AGAIN: u64 = 1000;

/// Connection state of one seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Presence {
    pub(super) here: Option<ViewerKey>,
    /// When the last connection ended.
    pub(super) away: u64,
    /// Whether a bot stands in.
    pub(super) stand_in: bool,
    /// What the person may still say and ask, while there is no connection.
    pub(super) allowances: Allowances,
}

/// What a room does after a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    GoOn,
    /// The room sleeps until somebody comes.
    Sleep,
    /// The room is removed.
    Close,
}

/// Why a room's task stops.
pub(crate) enum Life {
    /// The room sleeps until somebody comes.
    Asleep,
    /// The room was removed.
    Over,
    /// The room moves to the other thread pool, for fast or for slow rooms, with what it has been asked and has not done.
    Moves(Option<Posted>),
}

/// A room that is awake.
pub(crate) struct Room {
    pub(super) ctx: Arc<Context>,
    pub(super) id: RoomId,
    pub(super) state: RoomState,
    pub(super) edition: Arc<Edition>,
    /// The position where its log ends.
    pub(super) next: u64,
    pub(super) play: Option<Box<Play>>,
    /// The game as delayed watchers see it.
    pub(super) delayed: Option<Box<Delayed>>,
    pub(super) viewers: SlotMap<ViewerKey, Viewer>,
    pub(super) seats: Vec<Presence>,
    pub(super) last_sent: LastSent,
    pub(super) bots: Bots,
    pub(super) entropy: Entropy,
    pub(super) asking: Option<Asking>,
    /// The game about to begin.
    pub(super) drawing: Option<Box<Drawing>>,
    pub(super) watchers: u32,
    /// Whether the room's state must be sent to its viewers and the lobby.
    pub(super) changed: bool,
    /// When the last viewer left.
    pub(super) quiet: u64,
    /// Whether the store has records unknown to this task.
    pub(super) out_of_sync: bool,
    /// Whether the room belongs to another host.
    pub(super) is_lost: bool,
    /// Marks the room as being worked on, while it is.
    pub(super) working: Option<Working>,
}

impl Room {
    /// Runs until the room sleeps, is removed, or belongs in the other thread pool than the one for rooms as
    /// slow as `slow` says. It begins with what it was asked before. Unread mail stays in the mailbox.
    pub(crate) async fn run(
        &mut self,
        mut asked: Option<Posted>,
        mail: &mut mpsc::Receiver<Posted>,
        slow: bool,
    ) -> Life {
        while self.edition.pace.is_slow() == slow {
            let now = self.ctx.clock.now();
            let wake = self.next_time(now).map(|t| self.ctx.clock.instant(t));
            let received = match asked.take() {
                Some(asked) => Some(Some(asked)),
                None => tokio::select! {
                    biased;
                    received = mail.recv() => Some(received),
                    () = until(wake) => None,
                },
            };
            // Other rooms of the ruleset may have become slow while this one waited.
            if !slow && self.is_slow() {
                asked = received.flatten();
                break;
            }
            self.begin_work();
            let flow = match received {
                // Boxed, because a waiting room should not reserve memory for this future.
                Some(Some(received)) => Box::pin(self.receive(*received)).await,
                Some(None) => Flow::Sleep,
                None => Box::pin(self.pass_time()).await,
            };
            self.working = None;
            self.tell_changes();
            if self.is_lost || self.out_of_sync {
                // Waking up again, here or elsewhere, reads the store's records.
                for viewer in self.viewers.values() {
                    viewer.close(CloseReason::RoomSleeps);
                }
                return Life::Asleep;
            }
            match flow {
                Flow::GoOn => {}
                Flow::Sleep => return Life::Asleep,
                Flow::Close => return Life::Over,
            }
        }
        Life::Moves(asked)
    }

    /// Tells everybody what has changed of the room.
    pub(super) fn tell_changes(&mut self) {
        if self.changed {
            self.changed = false;
            broadcast::tell_room(self);
            self.publish();
        }
    }

    /// Whether its work can take long.
    pub(crate) fn is_slow(&self) -> bool {
        self.edition.pace.is_slow()
    }

    /// Marks the work of this room, so that it is known if the process crashes. Every room does that: the first
    /// crash already counts.
    fn begin_work(&mut self) {
        self.working = self.ctx.log.work_on(self.id, self.next);
    }

    /// When the room falls asleep, if nobody comes.
    fn sleeps_at(&self) -> u64 {
        self.quiet
            .saturating_add(self.ctx.limits.sleep.saturating_mul(1000))
    }

    /// When the room must act next without a message.
    fn next_time(&self, now: u64) -> Option<u64> {
        let limits = &self.ctx.limits;
        let grace = limits.grace.saturating_mul(1000);
        let behind = self.viewers.values().any(Viewer::is_behind).then_some(now + LOOK);
        let away = self
            .waiting_for_persons()
            .map(|seat| seat.away.saturating_add(grace))
            .min();
        let owner = seats::owner_is_given_up(self);
        let clock = self.running().and_then(|play| play.clocks.next()).map(|(t, _)| t);
        let drawing = self.drawing.as_ref().map(|drawing| drawing.until);
        let bot = self.bots.due();
        let sleep = self.may_sleep().then_some(self.sleeps_at());
        [behind, away, owner, clock, drawing, bot, sleep]
            .into_iter()
            .flatten()
            .min()
    }

    /// The seats of absent people for whom a timeout is pending.
    fn waiting_for_persons(&self) -> impl Iterator<Item = &Presence> {
        let matters = match self.state.stage {
            Stage::Gathering => true,
            Stage::Playing { .. } => self.state.new.stand_ins && self.anybody_here(),
            Stage::Over { .. } => false,
        };
        let kept = self.state.seats.iter().zip(&self.seats);
        kept.filter(move |(kept, seat)| matters && kept.is_person() && seat.here.is_none() && !seat.stand_in)
            .map(|(_, seat)| seat)
    }

    /// The game, if it is in progress and not suspended.
    pub(super) fn running(&self) -> Option<&Play> {
        let playing = matches!(self.state.stage, Stage::Playing { .. }) && self.state.fault.is_none();
        self.play.as_deref().filter(|_| playing)
    }

    /// Whether any person is present.
    pub(super) fn anybody_here(&self) -> bool {
        self.seats.iter().any(|seat| seat.here.is_some())
    }

    /// Whether the room is idle: no clock runs while no person is present.
    fn may_sleep(&self) -> bool {
        self.viewers.is_empty() && self.state.stage != Stage::Gathering
    }

    /// Clocks run while a person is at the table, the game is not suspended, and bots need not wait. Sends them if that has changed.
    pub(super) fn run_or_stop_clocks(&mut self) {
        let now = self.ctx.clock.now();
        let runs = self.state.fault.is_none() && self.anybody_here() && !self.bots.wait;
        let changed = self.play.as_mut().is_some_and(|play| {
            let stood = play.clocks.stand();
            if runs {
                play.clocks.go_on(now);
            } else {
                play.clocks.stop(now);
            }
            stood == runs
        });
        if changed && self.running().is_some() {
            broadcast::tell_clocks(self);
        }
    }

    async fn pass_time(&mut self) -> Flow {
        let now = self.ctx.clock.now();
        broadcast::look_after_slow_viewers(self, now);
        if self.state.stage == Stage::Gathering {
            seats::give_up_absent(self, now).await;
            if self.state.persons().next().is_none() {
                return self.close().await;
            }
        } else {
            self.stand_in_for_absent(now);
        }
        seats::replace_absent_owner(self, now).await;
        if let Some((t, seat)) = self.running().and_then(|play| play.clocks.next())
            && t <= now
        {
            turns::time_is_up(self, seat).await;
        }
        if self.drawing.as_ref().is_some_and(|drawing| drawing.until <= now) {
            Box::pin(drawing::finish_drawing(self)).await;
        }
        if self.bots.due().is_some_and(|due| due <= now) {
            bots::let_bot_choose(self).await;
        }
        if self.may_sleep() && self.sleeps_at() <= now {
            return self.go_to_sleep().await;
        }
        Flow::GoOn
    }

    async fn go_to_sleep(&mut self) -> Flow {
        let now = self.ctx.clock.now();
        self.state.touched = now;
        if let Some(play) = self
            .play
            .as_mut()
            .filter(|play| play.clocks.run() && !play.is_over())
        {
            play.clocks.stop(now);
            self.state.clocks = Some(ClocksKept {
                seq: play.seq,
                clocks: play.clocks.clone(),
            });
        }
        // Changes that matter have been stored already, so a failure loses nothing.
        if self.keep(self.state.clone()).await.is_ok() {
            Box::pin(turns::keep_last_snapshot(self)).await;
        }
        Flow::Sleep
    }

    /// Lets bots stand in for people who stay away.
    fn stand_in_for_absent(&mut self, now: u64) {
        let grace = self.ctx.limits.grace.saturating_mul(1000);
        if !matches!(self.state.stage, Stage::Playing { .. })
            || !self.state.new.stand_ins
            || !self.anybody_here()
        {
            return;
        }
        for (kept, seat) in self.state.seats.iter().zip(&mut self.seats) {
            let absent = kept.is_person() && seat.here.is_none();
            if absent && !seat.stand_in && seat.away.saturating_add(grace) <= now {
                seat.stand_in = true;
                self.changed = true;
            }
        }
        bots::rouse_bots(self);
    }

    async fn receive(&mut self, mail: Mail) -> Flow {
        match mail {
            Mail::Detach(key) => self.detach(key),
            // It is answered when a bot has thought about it.
            Mail::Command {
                from,
                command: Command::Hint,
                back,
            } => hints::hint(self, from, back),
            Mail::Command {
                from,
                command: Command::Review,
                back,
            } => Box::pin(review::review(self, from, back)).await,
            Mail::Command {
                from,
                command: Command::Debug(call),
                back,
            } => Box::pin(debugging::debug(self, from, call, back)).await,
            Mail::Command { from, command, back } => {
                let done = seats::command(self, from, command).await;
                let over = self.state.persons().next().is_none();
                // Send what the command changed before its answer.
                if !over {
                    self.tell_changes();
                }
                let _ = back.send(done);
                if over {
                    return Box::pin(self.close()).await;
                }
            }
            // A waiting room reserves memory for its largest future, so rare ones are boxed.
            rare => return Box::pin(self.receive_rare(rare)).await,
        }
        Flow::GoOn
    }

    async fn receive_rare(&mut self, mail: Mail) -> Flow {
        match mail {
            // These are handled above.
            Mail::Detach(_) | Mail::Command { .. } => {}
            Mail::Join {
                name,
                invite,
                seat,
                back,
            } => {
                let done = seats::join(self, &name, invite.as_deref(), seat).await;
                let _ = back.send(done);
            }
            Mail::Attach { who, outbox, back } => {
                let done = self.attach(who, outbox).await;
                if let Err(Ok(unheard)) = back.send(done) {
                    self.detach(unheard.key);
                }
            }
            Mail::File(back) => {
                let done = self.file().await;
                let _ = back.send(done);
            }
            Mail::Begin(back) => {
                // They are about to connect.
                let done = drawing::begin(self, broadcast::persons(self)).await;
                let _ = back.send(done);
            }
            Mail::End(back) => {
                let flow = self.close().await;
                let _ = back.send(match flow {
                    Flow::Close => Ok(()),
                    // It is there still, perhaps at another host.
                    Flow::GoOn | Flow::Sleep => Err(Refused::Store),
                });
                return flow;
            }
            Mail::Sleep(back) => {
                let why = if self.ctx.is_draining() {
                    CloseReason::HostStops
                } else {
                    CloseReason::RoomSleeps
                };
                for viewer in self.viewers.values() {
                    viewer.close(why);
                }
                let flow = self.go_to_sleep().await;
                let _ = back.send(Ok(()));
                return flow;
            }
        }
        Flow::GoOn
    }

    /// Deletes the room and notifies everybody in it.
    async fn close(&mut self) -> Flow {
        let removed = self.ctx.log.remove(self.id, self.ctx.epoch()).await;
        if let Err(error) = &removed
            && self.ctx.not_written(error)
        {
            tracing::warn!(room = %self.id, %error, "a room that is over could not be removed");
        }
        let is_gone = match &removed {
            Ok(()) | Err(StoreError::NoRoom) => true,
            Err(error) => {
                if *error == StoreError::Fenced && self.ctx.is_shared() {
                    self.ctx.lose(self.id);
                    self.is_lost = true;
                }
                // Others know it still, and whoever has it removes it when nobody has come for long.
                !self.ctx.is_shared()
            }
        };
        let (why, flow) = match is_gone {
            true => (CloseReason::RoomClosed, Flow::Close),
            false => (CloseReason::RoomSleeps, Flow::Sleep),
        };
        for viewer in self.viewers.values() {
            viewer.close(why);
        }
        flow
    }

    /// Stores the room's new state. It takes effect only once it is durable.
    pub(super) async fn keep(&mut self, state: RoomState) -> Result<(), Refused> {
        self.append(Vec::new(), Some(state)).await
    }

    /// Stores records together with the room's new state.
    pub(super) async fn append(
        &mut self,
        records: Vec<Vec<u8>>,
        state: Option<RoomState>,
    ) -> Result<(), Refused> {
        let written = records.len() as u64;
        let append = Append {
            room: self.id,
            epoch: self.ctx.epoch(),
            at: self.next,
            records,
            about: state.as_ref().map(RoomState::to_bytes),
        };
        // A crash while waiting for the disk is not the room's fault.
        let worked = self.working.take().is_some();
        let appended = self.ctx.log.append(append).await;
        if worked {
            self.begin_work();
        }
        match appended {
            Ok(()) => {
                self.ctx.store_fails.store(false, Ordering::Relaxed);
                self.next += written;
                if let Some(state) = state {
                    self.state = state;
                    self.ctx.remember(self.id, &self.state);
                }
                Ok(())
            }
            Err(error) => {
                let is_fenced = error == StoreError::Fenced;
                // A write that was reported as failed has succeeded.
                let is_behind = matches!(error, StoreError::Sequence { .. });
                if (is_fenced || is_behind) && self.ctx.is_shared() {
                    // Whoever takes the room next is told what it is like now.
                    self.ctx.lose(self.id);
                    self.is_lost = true;
                }
                self.out_of_sync |= is_behind;
                if self.ctx.not_written(&error) {
                    tracing::error!(room = %self.id, %error, "the room's log could not be written");
                }
                metrics::counter!("cardable_refused_by_store").increment(1);
                Err(Refused::Store)
            }
        }
    }

    /// The presence of a seat.
    pub(super) fn presence(&mut self, seat: Seat) -> Option<&mut Presence> {
        self.seats.get_mut(seat.index())
    }
}

/// Waits until a time, or forever.
async fn until(wake: Option<tokio::time::Instant>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake).await,
        None => std::future::pending().await,
    }
}
