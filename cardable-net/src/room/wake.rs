//! A room comes to life: new, or back from the store.

use super::about::{About, Stage};
use super::bots::Bots;
use super::task::{Presence, Room};
use crate::library::PinError;
use crate::lobby::Context;
use crate::room::from_hex;
use crate::store::RoomId;
use cardable_core::FaultReport;
use slotmap::SlotMap;
use std::sync::Arc;

impl Room {
    /// Brings a room to life.
    pub(crate) async fn wake(ctx: Arc<Context>, id: RoomId, about: About) -> Result<Room, PinError> {
        let hash = from_hex(&about.hash).ok_or(PinError::Missing)?;
        let edition = ctx.library.pinned(&hash, &*ctx.log).await?;
        let now = ctx.clock.now();
        let away = Presence {
            here: None,
            away: now,
            stand_in: false,
        };
        let mut room = Room {
            seats: vec![away; about.seats.len()],
            pens: about.seats.iter().map(|_| None).collect(),
            next: 0,
            play: None,
            late: None,
            viewers: SlotMap::with_key(),
            watcher_pen: None,
            bots: Bots::new(),
            asking: None,
            watchers: 0,
            changed: false,
            quiet: now,
            astray: false,
            ctx,
            id,
            about,
            edition,
        };
        if let Some(first) = room.about.first() {
            room.bring_back(first, now).await?;
        }
        room.rouse_bots();
        Ok(room)
    }

    async fn bring_back(&mut self, first: u64, now: u64) -> Result<(), PinError> {
        match self.load(first, None).await {
            Ok((mut play, _)) => {
                match self.about.clocks.take() {
                    Some(kept) if kept.seq == play.seq => play.clocks = kept.clocks,
                    Some(_) | None => play.clocks.come_back(now),
                }
                // Nobody is there yet.
                play.clocks.stand_from(now);
                self.next = play.next();
                // The room's own word may be older than its log.
                if play.is_over() {
                    self.about.stage = Stage::Over { first };
                }
                self.play = Some(Box::new(play));
            }
            Err(error) => {
                tracing::error!(room = %self.id, %error, "a game did not come back");
                self.diagnose("replay", &error.to_string());
                self.next = self.ctx.log.read(self.id, 0).await?.len() as u64;
                self.about.fault = Some(FaultReport::of_no_place("the game could not be brought back"));
            }
        }
        Ok(())
    }

    /// Tells the lobby how the room is.
    pub(super) fn publish(&self) {
        self.ctx.remember(self.id, &self.about);
    }
}
