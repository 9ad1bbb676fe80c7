//! Bots: on their own seats, and as stand-ins for absent people.

use super::record::Record;
use super::state::{Occupant, seat_at};
use super::task::Room;
use crate::room::turns;
use cardable_core::{Bot as _, Game, RandomBot, Seat, SeatSet, Seed, Viewer};

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

    /// When the next bot chooses.
    pub(super) fn due(&self) -> Option<u64> {
        self.due
    }

    /// A bot's choice. It knows what a person on the seat would know.
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

/// The next seat for which a bot must choose. Bots pause while no person is present.
fn next_bot(room: &Room) -> Option<Seat> {
    let play = room.running()?;
    if !room.anybody_here() {
        return None;
    }
    play.game.to_decide().and(bot_seats(room)).into_iter().next()
}

/// Schedules a bot's choice after a short delay, if one is due.
pub(super) fn rouse_bots(room: &mut Room) {
    room.bots.due = match (next_bot(room), room.bots.due) {
        (None, _) => None,
        (Some(_), Some(due)) => Some(due),
        (Some(_), None) => Some(room.ctx.clock.now() + room.ctx.limits.bot_pause),
    };
}

/// Makes the scheduled choice of a bot.
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
        // The game is suspended or the store has failed. The bot tries again once that changes.
        tracing::debug!(room = %room.id, %error, "a bot's choice was not made");
        room.bots.due = next_bot(room).map(|_| now + super::task::AGAIN);
        return;
    }
    rouse_bots(room);
}
