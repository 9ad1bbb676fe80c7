//! Bots on seats, and for persons who stay away.

use super::record::Record;
use super::state::{Occupant, seat_at};
use super::task::Room;
use cardable_core::{Bot as _, Game, RandomBot, Seat, SeatSet, Seed, Viewer};

/// The bots of a room.
#[derive(Debug)]
pub(super) struct Bots {
    bot: RandomBot,
    due: Option<u64>,
}

impl Bots {
    pub(super) fn new(seed: Seed) -> Bots {
        Bots {
            bot: RandomBot::new(seed),
            due: None,
        }
    }

    /// When one of them chooses next.
    pub(super) fn due(&self) -> Option<u64> {
        self.due
    }

    /// What a bot on a seat chooses: it knows what a person there would know.
    fn choose(&mut self, game: &Game, seat: Seat) -> Option<cardable_core::Choice> {
        let decision = game.decision(seat)?;
        Some(self.bot.choose(&game.view(Viewer::Seat(seat)), &decision))
    }
}

impl Room {
    /// The seats that bots play.
    fn bot_seats(&self) -> SeatSet {
        let seats = self.state.seats.iter().zip(&self.seats).enumerate();
        seats
            .filter(|(_, (kept, there))| match kept.occupant {
                Occupant::Empty | Occupant::Bot => true,
                Occupant::Person { .. } => there.stand_in,
            })
            .map(|(at, _)| seat_at(at))
            .collect()
    }

    /// The next seat that a bot is to choose for. While no person is there, bots wait too.
    fn next_bot(&self) -> Option<Seat> {
        let play = self.running()?;
        if !self.anybody_here() {
            return None;
        }
        play.game.to_decide().and(self.bot_seats()).into_iter().next()
    }

    /// Lets a bot choose a little later, if one is to.
    pub(super) fn rouse_bots(&mut self) {
        self.bots.due = match (self.next_bot(), self.bots.due) {
            (None, _) => None,
            (Some(_), Some(due)) => Some(due),
            (Some(_), None) => Some(self.ctx.clock.now() + self.ctx.limits.bot_pause),
        };
    }

    /// A bot's turn has come.
    pub(super) async fn let_bot_choose(&mut self) {
        self.bots.due = None;
        let now = self.ctx.clock.now();
        let Some(seat) = self.next_bot() else { return };
        let Some(play) = self.play.as_deref() else { return };
        let used = play.clocks.used(seat, now);
        let record = match self.edition.pace.watch(|| self.bots.choose(&play.game, seat)) {
            Some(choice) => Record::Choice {
                seat,
                choice,
                t: now,
                used,
            },
            None => return,
        };
        if let Err(error) = self.step(record, None).await {
            // It is suspended, or the store failed: the bot tries again when that has changed.
            tracing::debug!(room = %self.id, %error, "a bot's choice was not made");
            self.bots.due = self.next_bot().map(|_| now + super::task::AGAIN);
            return;
        }
        self.rouse_bots();
    }
}
