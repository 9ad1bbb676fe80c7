//! Bots: on their own seats, and as stand-ins for absent people.

use super::command::Refused;
use super::load::panic_text;
use super::record::Record;
use super::state::{Occupant, SeatKept, seat_at};
use super::task::Room;
use crate::protocol::BotLevel;
use crate::room::turns;
use crate::thinking::{Answer, IterationTime, Priority, SearchJob, Terms};
use cardable_bots::{Level, Seen};
use cardable_core::search::History;
use cardable_core::{Bot as _, Choice, Game, RandomBot, Seat, SeatSet, Seed, Viewer};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// The least time to think, in milliseconds, where people expect no pause.
const LEAST: u64 = 100;

/// How long after its time a choice may come without being late, in milliseconds.
const GRACE: u64 = 100;

/// Makes the choices of a room's bots.
#[derive(Debug)]
pub(super) struct Bots {
    random: RandomBot,
    /// What bots draw follows from this seed and the number of their thoughts.
    seed: Seed,
    thoughts: u64,
    /// The choice that a bot is to make.
    next: Option<NextChoice>,
    /// The position at which the choice of a bot failed: its next one there is made at random.
    failed: Option<Position>,
    /// What was chosen in the game, if a bot plays that makes use of it.
    history: Option<Box<History>>,
}

/// A position of a room: the number of the game and that of its records.
type Position = (u32, u64);

/// A choice that a bot is to make.
#[derive(Debug)]
struct NextChoice {
    seat: Seat,
    /// For which position it is. Elsewhere it is stale.
    position: Position,
    /// The earliest time, so that people can follow.
    pause: u64,
    /// The time at which it is due.
    due: u64,
    thought: Pending,
}

/// What a bot comes to.
#[derive(Debug)]
enum Pending {
    /// It thinks.
    Thinks(oneshot::Receiver<Answer>),
    /// Like [`Pending::Thinks`], after the pause: whatever it has come to is wanted at once.
    Awaited(oneshot::Receiver<Answer>),
    /// It has come to a choice. `None` stands for one at random.
    Known(Option<Choice>),
}

impl NextChoice {
    /// When the room must act.
    fn time(&self) -> u64 {
        match self.thought {
            Pending::Thinks(_) | Pending::Known(_) => self.pause,
            Pending::Awaited(_) => self.due + GRACE / 2,
        }
    }

    /// Takes what the bot has come to by now. False if it is worth waiting for.
    fn take_thought(&mut self, now: u64) -> bool {
        let thought = std::mem::replace(&mut self.thought, Pending::Known(None));
        self.thought = match thought {
            Pending::Known(choice) => Pending::Known(choice),
            Pending::Thinks(mut answer) | Pending::Awaited(mut answer) => match answer.try_recv() {
                Ok(answer) => known(Some(answer)),
                Err(oneshot::error::TryRecvError::Empty) if now < self.due + GRACE / 2 => {
                    Pending::Awaited(answer)
                }
                Err(_) => {
                    degraded("unanswered");
                    Pending::Known(None)
                }
            },
        };
        matches!(self.thought, Pending::Known(_))
    }
}

fn known(answer: Option<Answer>) -> Pending {
    Pending::Known(
        answer
            .and_then(|answer| answer.thought)
            .map(|thought| thought.choice),
    )
}

/// Counts a choice for which a bot thought less than its level asks for.
fn degraded(why: &'static str) {
    metrics::counter!("cardable_bot_degraded_total", "why" => why).increment(1);
}

impl Bots {
    pub(super) fn new(seed: Seed) -> Bots {
        Bots {
            random: RandomBot::new(seed),
            seed,
            thoughts: 0,
            next: None,
            failed: None,
            history: None,
        }
    }

    /// When the room must act for its bots.
    pub(super) fn due(&self) -> Option<u64> {
        self.next.as_ref().map(NextChoice::time)
    }

    /// Whether a bot's choice can be made.
    pub(super) fn is_due(&self, now: u64) -> bool {
        let known = |next: &NextChoice| matches!(next.thought, Pending::Known(_)) && next.pause <= now;
        self.next
            .as_ref()
            .is_some_and(|next| known(next) || next.time() <= now)
    }

    /// Waits for the thought of a bot whose pause is over.
    pub(super) async fn answered(&mut self) {
        match &mut self.next {
            Some(next) => match &mut next.thought {
                Pending::Awaited(answer) => {
                    let answer = answer.await;
                    next.thought = known(answer.ok());
                }
                Pending::Thinks(_) | Pending::Known(_) => std::future::pending().await,
            },
            None => std::future::pending().await,
        }
    }

    /// Adds to what was chosen in the game.
    pub(super) fn remember(&mut self, record: &Record) {
        let Some(history) = &mut self.history else { return };
        match record {
            Record::Choice { seat, choice, .. } => history.chosen(*seat, choice),
            Record::Timeout { seat, .. } => history.timed_out(*seat),
            Record::Begin { .. } | Record::Undo { .. } | Record::End { .. } => self.history = None,
        }
    }

    /// A seed that was not used before.
    pub(super) fn new_seed(&mut self) -> Seed {
        self.thoughts += 1;
        Seed(*blake3::keyed_hash(&self.seed.0, &self.thoughts.to_le_bytes()).as_bytes())
    }

    /// A choice at random. It knows what a person on the seat would know.
    fn choose_at_random(&mut self, game: &Game, seat: Seat) -> Option<Choice> {
        let decision = game.decision(seat)?;
        Some(self.random.choose(&game.view(Viewer::Seat(seat)), &decision))
    }
}

/// Remembers what is chosen from here on, if a bot plays that makes use of it. What a bot thought before is stale.
pub(super) fn begin_to_remember(room: &mut Room) {
    room.bots.next = None;
    let makes_use = |kept: &SeatKept| kept.occupant == Occupant::Bot && level(kept.level).remembers();
    let wanted = room.state.seats.iter().any(makes_use);
    let play = room.play.as_deref().filter(|play| wanted && !play.is_over());
    room.bots.history = play.map(|play| Box::new(History::new(&play.game)));
}

fn level(level: BotLevel) -> Level {
    match level {
        BotLevel::Easy => Level::Easy,
        BotLevel::Medium => Level::Medium,
        BotLevel::Hard => Level::Hard,
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

/// The level at which a seat's bot plays.
fn level_of(room: &Room, seat: Seat) -> BotLevel {
    match room.state.seat(seat) {
        Some(kept) if kept.occupant == Occupant::Bot => kept.level,
        Some(_) | None => BotLevel::Medium,
    }
}

/// The next seat for which a bot must choose. Bots pause while no person is present.
fn next_bot(room: &Room) -> Option<Seat> {
    let play = room.running()?;
    if !room.anybody_here() {
        return None;
    }
    play.game.to_decide().and(bot_seats(room)).into_iter().next()
}

fn position(room: &Room) -> Option<Position> {
    let play = room.play.as_deref()?;
    Some((play.number, play.seq))
}

/// Lets the next bot think, and schedules its choice after a short pause.
pub(super) fn rouse_bots(room: &mut Room) {
    let (Some(seat), Some(position)) = (next_bot(room), position(room)) else {
        // Whatever a bot thinks about is not wanted any more.
        room.bots.next = None;
        return;
    };
    let now = room.ctx.clock.now();
    let pause = match &room.bots.next {
        Some(next) if (next.seat, next.position) == (seat, position) => return,
        Some(next) => next.pause,
        None => now + room.ctx.limits.bot_pause,
    };
    let due = pause.max(now + LEAST);
    let thought = if room.bots.failed == Some(position) {
        Pending::Known(None)
    } else {
        begin_thinking(room, seat, due - now)
    };
    room.bots.next = Some(NextChoice {
        seat,
        position,
        pause,
        due,
        thought,
    });
}

/// Hands what a seat knows to the pool, for a time in milliseconds.
fn begin_thinking(room: &mut Room, seat: Seat, within: u64) -> Pending {
    let shown = match level_of(room, seat) {
        BotLevel::Easy => "easy",
        BotLevel::Medium => "medium",
        BotLevel::Hard => "hard",
    };
    let level = level(level_of(room, seat));
    let iterations = level.iterations().min(room.ctx.limits.bot_iterations);
    if iterations == 0 {
        return Pending::Known(None);
    }
    let (remembers, time) = memory(room, level);
    let seen = match seen(room, seat, remembers) {
        Sees::Nothing => {
            degraded("panic");
            return Pending::Known(None);
        }
        Sees::OneChoice(choice) => return Pending::Known(Some(choice)),
        Sees::Choices(seen) => seen,
    };
    let (job, answer) = SearchJob::new(seen, level);
    let terms = Terms {
        priority: Priority::Move,
        within: Duration::from_millis(within),
        iterations,
        time,
        level: shown,
    };
    room.ctx.thinking.submit(terms, Box::new(job));
    Pending::Thinks(answer)
}

/// Whether a bot of this level remembers now what was chosen, and what its iterations take. Where many have to move, it
/// rather thinks more.
pub(super) fn memory(room: &Room, level: Level) -> (bool, Arc<IterationTime>) {
    let edition = &room.edition;
    match level.remembers() && !room.ctx.thinking.is_busy() {
        true => (true, Arc::clone(&edition.remembering_time)),
        false => (false, Arc::clone(&edition.iteration_time)),
    }
}

/// What a seat can think about.
pub(super) enum Sees {
    /// The engine failed.
    Nothing,
    /// There is nothing to choose.
    OneChoice(Choice),
    Choices(Box<Seen>),
}

/// What a seat knows of the game, with what was chosen before if it is to remember that. The game itself never leaves the
/// room.
pub(super) fn seen(room: &mut Room, seat: Seat, remembers: bool) -> Sees {
    let seed = room.bots.new_seed();
    let history = room.bots.history.as_deref_mut().filter(|_| remembers);
    let Some(play) = room.play.as_deref() else {
        return Sees::Nothing;
    };
    let pace = Arc::clone(&room.edition.pace);
    let look = || {
        let decision = play.game.decision(seat)?;
        if decision.keys().len() < 2 {
            return decision.nth(0).map(Sees::OneChoice);
        }
        let seen = Seen::new(&play.game, seat, seed)?;
        let seen = match history {
            Some(history) => seen.remembering(history, &play.game),
            None => seen,
        };
        Some(Sees::Choices(Box::new(seen)))
    };
    match pace.watch(|| catch_unwind(AssertUnwindSafe(look))) {
        Ok(sees) => sees.unwrap_or(Sees::Nothing),
        Err(panic) => {
            let detail = format!("{}\nat what a bot imagines", panic_text(panic.as_ref()));
            turns::diagnose(room, "panic", &detail);
            Sees::Nothing
        }
    }
}

/// Makes the scheduled choice of a bot, if it has come to one.
pub(super) async fn let_bot_choose(room: &mut Room) {
    let now = room.ctx.clock.now();
    // A pool without threads works here and now.
    while room.ctx.thinking.is_by_hand() && room.ctx.thinking.step() {}
    let (seat, here) = (next_bot(room), position(room));
    let Some(next) = &mut room.bots.next else { return };
    if (Some(next.seat), Some(next.position)) != (seat, here) {
        return rouse_bots(room);
    }
    if !next.take_thought(now) {
        return;
    }
    let Some(next) = room.bots.next.take() else { return };
    let NextChoice { seat, due, .. } = next;
    let Pending::Known(thought) = next.thought else {
        return;
    };
    let Some(play) = room.play.as_deref() else { return };
    let used = play.clocks.used(seat, now);
    let choice = match thought {
        Some(choice) => Some(choice),
        None => room
            .edition
            .pace
            .watch(|| room.bots.choose_at_random(&play.game, seat)),
    };
    let Some(choice) = choice else { return };
    if now > due + GRACE {
        metrics::counter!("cardable_bot_late_total").increment(1);
    }
    let record = Record::Choice {
        seat,
        choice: choice.clone(),
        t: now,
        used,
    };
    match turns::step(room, record, None).await {
        Ok(_) => rouse_bots(room),
        Err(error) => {
            tracing::debug!(room = %room.id, %error, "a bot's choice was not made");
            // The game is suspended or the store has failed. The bot tries again once that changes.
            let again = now + super::task::AGAIN;
            let thought = match error {
                Refused::Rules(_) | Refused::Fault(_) => {
                    room.bots.failed = here;
                    None
                }
                _ => Some(choice),
            };
            room.bots.next = next_bot(room).zip(here).map(|(_, position)| NextChoice {
                seat,
                position,
                pause: again,
                due: again,
                thought: Pending::Known(thought),
            });
        }
    }
}
