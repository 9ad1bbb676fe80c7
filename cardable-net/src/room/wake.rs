//! Creates a room, or wakes it from the store.

use super::bots::Bots;
use super::last_sent::LastSent;
use super::load::NoLoad;
use super::play::NoPlay;
use super::state::{RoomState, Stage};
use super::task::{Presence, Room};
use crate::library::PinError;
use crate::lobby::Context;
use crate::room::{bots, from_hex, turns};
use crate::store::{RoomId, StoreError};
use cardable_core::{FaultReport, Seed};
use slotmap::SlotMap;
use std::sync::Arc;

impl Room {
    /// Wakes a room from its stored state.
    pub(crate) async fn wake(ctx: Arc<Context>, id: RoomId, state: RoomState) -> Result<Room, PinError> {
        let hash = from_hex(&state.hash).ok_or(PinError::Missing)?;
        let edition = ctx.library.pinned(&hash, &*ctx.log).await?;
        let now = ctx.clock.now();
        let entropy = ctx.entropy_of(id);
        let away = Presence {
            here: None,
            away: now,
            stand_in: false,
        };
        let mut room = Room {
            seats: vec![away; state.seats.len()],
            last_sent: LastSent::new(state.seats.len()),
            next: 0,
            play: None,
            delayed: None,
            viewers: SlotMap::with_key(),
            bots: Bots::new(Seed(entropy.bytes())),
            entropy,
            asking: None,
            drawing: None,
            watchers: 0,
            changed: false,
            quiet: now,
            out_of_sync: false,
            is_lost: false,
            working: None,
            ctx,
            id,
            state,
            edition,
        };
        if let Some(first) = room.state.first() {
            // A replay that crashes the process must be noticed, because nobody can close the room before it is
            // awake.
            let _working = room.ctx.log.work_on(id, u64::MAX);
            room.bring_back(first, now).await?;
        }
        bots::rouse_bots(&mut room);
        Ok(room)
    }

    async fn bring_back(&mut self, first: u64, now: u64) -> Result<(), PinError> {
        match self.load_now(first).await {
            Ok(mut play) => {
                match self.state.clocks.take() {
                    Some(kept) if kept.seq == play.seq => play.clocks = kept.clocks,
                    Some(_) | None => play.clocks.come_back(now),
                }
                // No viewer is attached yet.
                play.clocks.stand_from(now);
                self.next = play.next();
                // The stored state can be older than the log.
                if play.is_over() {
                    self.state.stage = Stage::Over { first };
                } else if self.state.stage == (Stage::Over { first }) {
                    let damage = "its game is over, and the log does not come to the end".to_owned();
                    return Err(StoreError::Damaged(damage).into());
                }
                self.play = Some(Box::new(play));
            }
            // The stored log is damaged, so no game may continue from it.
            Err(NoLoad::Store(damage @ StoreError::Damaged(_))) => return Err(damage.into()),
            Err(NoLoad::Play(error @ (NoPlay::NoBegin | NoPlay::Unreadable(_) | NoPlay::Promise))) => {
                return Err(StoreError::Damaged(error.to_string()).into());
            }
            Err(error) => {
                tracing::error!(room = %self.id, %error, "a game did not come back");
                turns::diagnose(self, "replay", &error.to_string());
                self.next = self.ctx.log.read(self.id, 0).await?.len() as u64;
                self.state.fault = Some(FaultReport::of_no_place("the game could not be brought back"));
            }
        }
        Ok(())
    }

    /// Publishes the room's state to the lobby.
    pub(super) fn publish(&self) {
        self.ctx.remember(self.id, &self.state);
    }
}
