//! Bots on seats, and for persons who stay away.

use super::record::Record;
use super::state::{Occupant, seat_at};
use super::task::Room;
use crate::room::turns;
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

/// The seats that bots play.
fn bot_seats(room: &Room) -> SeatSet {
    let seats = room.state.seats.iter().zip(&room.seats).enumerate();
    seats
        .filter(|(_, (kept, there))| match kept.occupant {
            Occupant::Empty | Occupant::Bot => true,
            Occupant::Person { .. } => there.stand_in,
        })
        .map(|(at, _)| seat_at(at))
        .collect()
}

/// The next seat that a bot is to choose for. While no person is there, bots wait too.
fn next_bot(room: &Room) -> Option<Seat> {
    let play = room.running()?;
    if !room.anybody_here() {
        return None;
    }
    play.game.to_decide().and(bot_seats(room)).into_iter().next()
}

/// Lets a bot choose a little later, if one is to.
pub(super) fn rouse_bots(room: &mut Room) {
    room.bots.due = match (next_bot(room), room.bots.due) {
        (None, _) => None,
        (Some(_), Some(due)) => Some(due),
        (Some(_), None) => Some(room.ctx.clock.now() + room.ctx.limits.bot_pause),
    };
}

/// A bot's turn has come.
pub(super) async fn let_bot_choose(room: &mut Room) {
    room.bots.due = None;
    let now = room.ctx.clock.now();
    let Some(seat) = next_bot(room) else { return };
    let Some(play) = room.play.as_deref() else { return };
    let used = play.clocks.used(seat, now);
    let record = match room.edition.pace.watch(|| room.bots.choose(&play.game, seat)) {
        Some(choice) => Record::Choice {
            seat,
            choice,
            t: now,
            used,
        },
        None => return,
    };
    if let Err(error) = turns::step(room, record, None).await {
        // It is suspended, or the store failed: the bot tries again when that has changed.
        tracing::debug!(room = %room.id, %error, "a bot's choice was not made");
        room.bots.due = next_bot(room).map(|_| now + super::task::AGAIN);
        return;
    }
    rouse_bots(room);
}
