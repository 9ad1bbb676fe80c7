//! Bots: on their own seats, and as stand-ins for absent people.

use super::command::Refused;
use super::load::panic_text;
use super::record::Record;
use super::state::{Occupant, SeatKept, seat_at};
use super::task::Room;
use crate::protocol::BotLevel;
use crate::room::turns;
use crate::thinking::{Answer, Effort, Ending, IterationTime, Priority, SearchJob, Terms, Truth};
use cardable_bots::Level;
use cardable_core::search::History;
use cardable_core::{Bot as _, Choice, Game, RandomBot, Seat, SeatSet, Seed, Viewer};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// The least pause in which bots think, in milliseconds, where people expect none.
const LEAST: u64 = 50;

/// How long before the end of a pause a thought is to be there, in milliseconds, so that it hardly ever comes too late.
const EARLY: u64 = 50;

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
    /// When it is made. This follows from what everybody at the table sees, never from how much the bot thought or
    /// whether it had a choice at all, because people could tell that from the pause.
    due: u64,
    thought: Pending,
    _waiting: Waiting,
}

/// What a bot comes to.
#[derive(Debug)]
enum Pending {
    Thinks {
        answer: oneshot::Receiver<Answer>,
        /// The room's history, which takes less time to go through than before.
        history: Option<oneshot::Receiver<Box<History>>>,
    },
    /// It has come to a choice. `None` stands for one at random.
    Known {
        choice: Option<Choice>,
        /// What it counts as in the metrics. `None` if nobody was to think about it.
        effort: Option<Effort>,
    },
}

/// Counts a choice that a bot is to make as long as it exists.
#[derive(Debug)]
struct Waiting;

impl Waiting {
    fn new() -> Waiting {
        metrics::gauge!("cardable_bots_waiting").increment(1.0);
        Waiting
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        metrics::gauge!("cardable_bots_waiting").decrement(1.0);
    }
}

/// Counts how much was thought about a choice. The metrics tell nobody whether it was the only one: all choices are
/// counted, when they are made, and the only one like any other.
fn count(level: BotLevel, effort: Effort) {
    let level = match level {
        BotLevel::Easy => "easy",
        BotLevel::Medium => "medium",
        BotLevel::Hard => "hard",
    };
    metrics::counter!("cardable_bot_decisions_total", "level" => level).increment(1);
    metrics::counter!("cardable_bot_iterations_total").increment(u64::from(effort.iterations));
    if let Some(why) = effort.ending.why() {
        metrics::counter!("cardable_bot_degraded_total", "why" => why).increment(1);
    }
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
        self.next.as_ref().map(|next| next.due)
    }

    /// What a bot has come to at the end of its pause, and how much it has thought. What is not there now is not waited
    /// for.
    fn outcome(&mut self, thought: Pending) -> (Option<Choice>, Option<Effort>) {
        let (mut answer, history) = match thought {
            Pending::Known { choice, effort } => return (choice, effort),
            Pending::Thinks { answer, history } => (answer, history),
        };
        // Nothing was chosen since, so it is the history of this position.
        if let Some(history) = history.and_then(|mut history| history.try_recv().ok()) {
            self.history = Some(history);
        }
        match answer.try_recv() {
            Ok(Answer { thought, effort }) => (thought.map(|thought| thought.choice), Some(effort)),
            Err(_) => {
                let effort = Effort {
                    iterations: 0,
                    ending: Ending::Unanswered,
                };
                (None, Some(effort))
            }
        }
    }

    /// Adds what was chosen before to a true game, if the bot is to remember it. Also returns where the history comes
    /// back.
    pub(super) fn remind(
        &self,
        truth: Box<Truth>,
        remembers: bool,
    ) -> (Box<Truth>, Option<oneshot::Receiver<Box<History>>>) {
        match self.history.as_deref().filter(|_| remembers) {
            Some(history) => {
                let (truth, shorter) = truth.remembering(history);
                (Box::new(truth), Some(shorter))
            }
            None => (truth, None),
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
    fn new_seed(&mut self) -> Seed {
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
    let limits = &room.ctx.limits;
    let least = if limits.bot_iterations > 0 { LEAST } else { 0 };
    let due = match &room.bots.next {
        Some(next) if (next.seat, next.position) == (seat, position) => return,
        Some(next) => next.due.max(now + least),
        None => now + limits.bot_pause.max(least),
    };
    let thought = match room.bots.failed == Some(position) {
        true => Pending::Known {
            choice: None,
            effort: None,
        },
        false => begin_thinking(room, seat, due - now),
    };
    room.bots.next = Some(NextChoice {
        seat,
        position,
        due,
        thought,
        _waiting: Waiting::new(),
    });
}

/// Lets a bot think about its choice, which is made after so many milliseconds.
fn begin_thinking(room: &mut Room, seat: Seat, pause: u64) -> Pending {
    let known = |choice, effort| Pending::Known { choice, effort };
    let level = level(level_of(room, seat));
    let iterations = level.iterations().min(room.ctx.limits.bot_iterations);
    if iterations == 0 {
        return known(None, None);
    }
    let (remembers, time) = memory(room, level);
    let terms = Terms {
        priority: Priority::Move,
        within: Duration::from_millis(pause - EARLY.min(pause / 4)),
        iterations,
        time,
    };
    let truth = match question(room, seat) {
        Question::Broken => {
            let effort = Effort {
                iterations: 0,
                ending: Ending::Panic,
            };
            return known(None, Some(effort));
        }
        Question::OneChoice(choice) => {
            let effort = room.ctx.thinking.expected(&terms);
            return known(Some(choice), Some(effort));
        }
        Question::Choices(truth) => truth,
    };
    let (truth, history) = room.bots.remind(truth, remembers);
    let (job, answer) = SearchJob::new(truth, level);
    room.ctx.thinking.submit(terms, Box::new(job));
    Pending::Thinks { answer, history }
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

/// What a seat has to decide.
pub(super) enum Question {
    /// The engine failed.
    Broken,
    /// There is nothing to choose.
    OneChoice(Choice),
    /// Choices that differ, and the game as it is, for the pool alone.
    Choices(Box<Truth>),
}

/// What a seat has to decide now.
pub(super) fn question(room: &mut Room, seat: Seat) -> Question {
    let seed = room.bots.new_seed();
    let Some(play) = room.play.as_deref() else {
        return Question::Broken;
    };
    let pace = Arc::clone(&room.edition.pace);
    let look = || {
        let decision = play.game.decision(seat)?;
        Some(match decision.keys().len() {
            0 => Question::Broken,
            1 => Question::OneChoice(decision.nth(0)?),
            _ => Question::Choices(Box::new(Truth::new(&play.game, seat, seed))),
        })
    };
    match pace.watch(|| catch_unwind(AssertUnwindSafe(look))) {
        Ok(question) => question.unwrap_or(Question::Broken),
        Err(panic) => {
            let detail = format!("{}\nat what a bot has to decide", panic_text(panic.as_ref()));
            turns::diagnose(room, "panic", &detail);
            Question::Broken
        }
    }
}

/// Makes the scheduled choice of a bot.
pub(super) async fn let_bot_choose(room: &mut Room) {
    let now = room.ctx.clock.now();
    let (seat, here) = (next_bot(room), position(room));
    let is_here = |next: &NextChoice| (Some(next.seat), Some(next.position)) == (seat, here);
    let Some(NextChoice {
        seat, due, thought, ..
    }) = room.bots.next.take_if(|next| is_here(next))
    else {
        return rouse_bots(room);
    };
    let (choice, effort) = room.bots.outcome(thought);
    if let Some(effort) = effort {
        count(level_of(room, seat), effort);
        if effort.ending == Ending::Panic {
            turns::diagnose(
                room,
                "panic",
                "a bot's thought was given up: the host's log tells where",
            );
        }
    }
    let Some(play) = room.play.as_deref() else { return };
    let used = play.clocks.used(seat, now);
    let choice = match choice {
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
            let choice = match error {
                Refused::Rules(_) | Refused::Fault(_) => {
                    room.bots.failed = here;
                    None
                }
                _ => Some(choice),
            };
            room.bots.next = next_bot(room).zip(here).map(|(_, position)| NextChoice {
                seat,
                position,
                due: now + super::task::AGAIN,
                thought: Pending::Known { choice, effort: None },
                _waiting: Waiting::new(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pause is over for every bot at the same time: nobody waits for a thought that is not there.
    #[test]
    fn a_thought_that_comes_too_late_is_not_waited_for() {
        let mut bots = Bots::new(Seed::from(1));
        let (job, answer) = oneshot::channel();
        let thought = Pending::Thinks {
            answer,
            history: None,
        };
        let (choice, effort) = bots.outcome(thought);
        assert_eq!(choice, None);
        assert_eq!(effort.map(|effort| effort.ending), Some(Ending::Unanswered));
        assert!(job.is_closed(), "the bot stops");
    }
}
