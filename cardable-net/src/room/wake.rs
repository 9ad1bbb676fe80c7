//! Creates a room, or wakes it from the store.

use super::bots::Bots;
use super::last_sent::LastSent;
use super::load::NoLoad;
use super::play::NoPlay;
use super::state::{RoomState, Stage};
use super::task::{Presence, Room};
use super::viewer::Allowances;
use crate::library::PinError;
use crate::lobby::Context;
use crate::room::{bots, from_hex, turns};
use crate::store::{RoomId, StoreError};
use cardable_core::{FaultReport, Seed};
use slotmap::SlotMap;
use std::sync::Arc;
use thiserror::Error;

/// Why a game is suspended that could not be played again from its log.
const NOT_BACK: &str = "the game could not be brought back";

/// Why a room does not wake.
#[derive(Debug, Error)]
pub(crate) enum NoWake {
    /// The store failed, or what it keeps of the room is damaged.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// This host does not read the room's ruleset as the one that made it, and no other host may.
    #[error("{0}")]
    Unreadable(String),
    /// This host has given the room back to those that may be able to bring it back.
    #[error("other hosts may bring the room back")]
    GivenBack,
}

impl Room {
    /// Wakes a room from its stored state.
    pub(crate) async fn wake(ctx: Arc<Context>, id: RoomId, state: RoomState) -> Result<Room, NoWake> {
        let pinned = match from_hex(&state.hash) {
            Some(hash) => ctx.library.pinned(&hash, &*ctx.log).await,
            None => Err(PinError::Missing),
        };
        let edition = match pinned {
            Ok(edition) => edition,
            Err(PinError::Store(error)) => return Err(error.into()),
            Err(error @ (PinError::Missing | PinError::Different(_))) => {
                let why = error.to_string();
                return Err(match ctx.give_back(id, &why).await? {
                    true => NoWake::GivenBack,
                    false => NoWake::Unreadable(why),
                });
            }
        };
        let now = ctx.clock.now();
        let entropy = ctx.entropy_of(id);
        let away = Presence {
            here: None,
            away: now,
            stand_in: false,
            allowances: Allowances::default(),
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

    async fn bring_back(&mut self, first: u64, now: u64) -> Result<(), NoWake> {
        match self.load_now(first).await {
            Ok(mut play) => {
                match self.state.clocks.take() {
                    Some(kept) if kept.seq == play.seq => play.clocks = kept.clocks,
                    Some(_) | None => play.clocks.come_back(now),
                }
                // No viewer is attached yet.
                play.clocks.stand_from(now);
                self.next = play.next();
                // Another host could not play it again, and this one can.
                self.state
                    .fault
                    .take_if(|fault| *fault == FaultReport::of_no_place(NOT_BACK));
                // The stored state can be older than the log.
                if play.is_over() {
                    self.state.stage = Stage::Over { first };
                } else if self.state.stage == (Stage::Over { first }) {
                    let damage = "its game is over, and the log does not come to the end".to_owned();
                    return Err(StoreError::Damaged(damage).into());
                }
                self.play = Some(Box::new(play));
            }
            // Either the stored log is damaged, so no game may continue from it, or the store can work again next time.
            Err(NoLoad::Store(error)) => return Err(error.into()),
            Err(NoLoad::Play(error @ (NoPlay::NoBegin | NoPlay::Unreadable(_) | NoPlay::Promise))) => {
                return Err(StoreError::Damaged(error.to_string()).into());
            }
            Err(error) => {
                if self.ctx.give_back(self.id, &error.to_string()).await? {
                    return Err(NoWake::GivenBack);
                }
                tracing::error!(room = %self.id, %error, "a game did not come back");
                turns::diagnose(self, "replay", &error.to_string());
                self.next = self.ctx.log.read(self.id, 0).await?.len() as u64;
                self.state.fault = Some(FaultReport::of_no_place(NOT_BACK));
            }
        }
        Ok(())
    }

    /// Publishes the room's state to the lobby.
    pub(super) fn publish(&self) {
        self.ctx.remember(self.id, &self.state);
    }
}
