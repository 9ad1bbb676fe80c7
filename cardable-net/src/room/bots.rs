//! Bots: on their own seats, and as stand-ins for absent people.

use super::command::Refused;
use super::debugging::Stepping;
use super::instinct::{Fallback, Instinct};
use super::next_choice::{NextChoice, Pending, Position};
use super::question::{Question, may_remember, question, remind};
use super::record::Record;
use super::state::{Occupant, RoomState, SeatKept, seat_at};
use super::task::Room;
use crate::protocol::BotLevel;
use crate::room::{debugging, turns};
use crate::thinking::{Answer, Effort, Ending, Priority, SearchJob, Terms};
use cardable_bots::Level;
use cardable_core::{Choice, Game, Seat, SeatSet, Seed};
use std::sync::Arc;
use std::time::Duration;

/// The least pause in which bots think, in milliseconds, where people expect none.
const LEAST: u64 = 50;

/// The longest pause before a choice that somebody has asked for, in milliseconds.
const STEP: u64 = 300;

/// How long before the end of a pause a thought is to be there, in milliseconds, so that it hardly ever comes too late.
const EARLY: u64 = 50;

/// How long after its time a choice may come without being late, in milliseconds.
const GRACE: u64 = 100;

/// Makes the choices of a room's bots.
#[derive(Debug)]
pub(super) struct Bots {
    /// What bots draw follows from this seed and the number of their thoughts.
    seed: Seed,
    thoughts: u64,
    /// The choice that a bot is to make.
    next: Option<NextChoice>,
    /// The position at which the choice of a bot failed: its next one there is made at random.
    failed: Option<Position>,
    /// What they choose by when they do not get to think.
    instinct: Instinct,
    /// Whether they wait until whoever debugs the game lets them choose.
    pub(super) wait: bool,
    /// Who waits for one of them to choose once.
    pub(super) stepping: Option<Box<Stepping>>,
}

/// Counts how much was thought about a choice. The metrics tell nobody whether it was the only one: all choices are
/// counted, when they are made, and the only one like any other.
fn count(level: BotLevel, effort: Effort, fallback: Option<Fallback>) {
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
    if let Some(fallback) = fallback {
        metrics::counter!("cardable_bot_fallback_total", "by" => fallback.by()).increment(1);
    }
}

impl Bots {
    pub(super) fn new(seed: Seed) -> Bots {
        Bots {
            seed,
            thoughts: 0,
            next: None,
            failed: None,
            instinct: Instinct::new(seed),
            wait: false,
            stepping: None,
        }
    }

    /// When the room must act for its bots.
    pub(super) fn due(&self) -> Option<u64> {
        self.next.as_ref().map(|next| next.due)
    }

    /// What a bot has come to at the end of its pause, and how much it has thought. What is not there now is not waited
    /// for.
    fn outcome(&mut self, seat: Seat, thought: Pending) -> (Option<Choice>, Option<Effort>) {
        let mut answer = match thought {
            Pending::Known { choice, effort } => {
                // From an only choice there is nothing to learn. But nobody may learn from the metrics that it was one.
                if effort.is_some_and(Effort::is_thought) {
                    self.instinct.learn(seat, None);
                }
                return (choice, effort);
            }
            Pending::Thinks { answer, .. } => answer,
        };
        match answer.try_recv() {
            Ok(Answer {
                thought,
                habits,
                effort,
            }) => {
                if let Some(habits) = habits {
                    self.instinct.learn(seat, Some(&habits));
                }
                (thought.map(|thought| thought.choice), Some(effort))
            }
            Err(_) => {
                let effort = Effort {
                    iterations: 0,
                    ending: Ending::Unanswered,
                };
                (None, Some(effort))
            }
        }
    }

    /// Forgets what bots thought, and what they have learnt: after an undo it may come from what was taken back.
    pub(super) fn forget(&mut self) {
        self.next = None;
        self.instinct.forget();
    }

    /// A choice of a seat whose bot does not get to think.
    fn choose_without_thought(&mut self, fallback: Fallback, game: &Game, seat: Seat) -> Option<Choice> {
        match fallback {
            Fallback::Habit => {
                let [lot, ..] = self.new_seed().0;
                self.instinct.choose_by_habit(game, seat, lot)
            }
            Fallback::Chance => self.instinct.choose_at_random(game, seat),
        }
    }

    /// A seed that was not used before.
    pub(super) fn new_seed(&mut self) -> Seed {
        self.thoughts += 1;
        Seed(*blake3::keyed_hash(&self.seed.0, &self.thoughts.to_le_bytes()).as_bytes())
    }
}

/// Whether a bot plays in the room that makes use of what was chosen.
pub(super) fn remembers(state: &RoomState) -> bool {
    let makes_use = |kept: &SeatKept| kept.occupant == Occupant::Bot && level(kept.level).remembers();
    state.seats.iter().any(makes_use)
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
    if !room.anybody_here() || (room.bots.wait && room.bots.stepping.is_none()) {
        return None;
    }
    let to_decide = play.game.to_decide();
    let bot = to_decide.and(bot_seats(room)).into_iter().next();
    // Where no bot is to decide, one chooses for whoever asked for a step.
    let asker = room.bots.stepping.as_ref().map(|stepping| stepping.seat);
    bot.or_else(|| asker.filter(|seat| to_decide.contains(*seat)))
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
        debugging::not_stepped(room, || Refused::not_now("no bot is to choose, and nor are you"));
        return;
    };
    let now = room.ctx.clock.now();
    let limits = &room.ctx.limits;
    let least = if limits.bot_iterations > 0 { LEAST } else { 0 };
    let due = match &room.bots.next {
        Some(next) if (next.seat, next.position) == (seat, position) => return,
        Some(next) => next.due.max(now + least),
        None if room.bots.stepping.is_some() => now + limits.bot_pause.min(STEP).max(least),
        None => now.saturating_add(limits.bot_pause.max(least)),
    };
    let thought = match room.bots.failed == Some(position) {
        true => Pending::Known {
            choice: None,
            effort: None,
        },
        false => begin_thinking(room, seat, due - now),
    };
    room.bots.next = Some(NextChoice::new(seat, position, due, thought));
}

/// Lets a bot think about its choice, which is made after so many milliseconds.
fn begin_thinking(room: &mut Room, seat: Seat, pause: u64) -> Pending {
    let known = |choice, effort| Pending::Known { choice, effort };
    let level = level(level_of(room, seat));
    let iterations = level.iterations().min(room.ctx.limits.bot_iterations);
    if iterations == 0 {
        return known(None, None);
    }
    let (remembers, time) = may_remember(room, level);
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
    let (truth, history) = remind(room, truth, remembers);
    let (job, answer) = SearchJob::new(truth, level);
    room.ctx.thinking.submit(terms, Box::new(job));
    Pending::Thinks { answer, history }
}

/// Makes the scheduled choice of a bot.
pub(super) async fn let_bot_choose(room: &mut Room) {
    let now = room.ctx.clock.now();
    let (seat, here) = (next_bot(room), position(room));
    let is_here = |next: &NextChoice| (Some(next.seat), Some(next.position)) == (seat, here);
    let Some(NextChoice {
        seat,
        due,
        mut thought,
        ..
    }) = room.bots.next.take_if(|next| is_here(next))
    else {
        return rouse_bots(room);
    };
    // Nothing was chosen since, so it is the history of this position.
    if let Some(history) = thought.history()
        && let Some(memory) = room.play.as_mut().and_then(|play| play.memory.as_mut())
    {
        memory.shorten(history);
    }
    let (choice, effort) = room.bots.outcome(seat, thought);
    let fallback = effort.and_then(|effort| room.bots.instinct.fallback(seat, effort));
    if let Some(effort) = effort {
        count(level_of(room, seat), effort, fallback);
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
        None => {
            let fallback = fallback.unwrap_or(Fallback::Chance);
            let pace = Arc::clone(&room.edition.pace);
            pace.watch(|| room.bots.choose_without_thought(fallback, &play.game, seat))
        }
    };
    let Some(choice) = choice else {
        return debugging::not_stepped(room, || Refused::not_now("the bot has found no choice"));
    };
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
        Ok(_) => {
            debugging::stepped(room, seat);
            rouse_bots(room);
        }
        Err(error) => {
            debugging::not_stepped(room, || error.clone());
            tracing::debug!(room = %room.id, %error, "a bot's choice was not made");
            // The game is suspended or the store has failed. The bot tries again once that changes.
            let choice = match error {
                Refused::Rules(_) | Refused::Fault(_) => {
                    room.bots.failed = here;
                    None
                }
                _ => Some(choice),
            };
            room.bots.next = next_bot(room).zip(here).map(|(_, position)| {
                let thought = Pending::Known { choice, effort: None };
                NextChoice::new(seat, position, now + super::task::AGAIN, thought)
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thinking::{IterationTime, Pool, Truth};
    use cardable_core::Setup;
    use tokio::sync::oneshot;

    /// The pause is over for every bot at the same time: nobody waits for a thought that is not there.
    #[test]
    fn a_thought_that_comes_too_late_is_not_waited_for() {
        let mut bots = Bots::new(Seed::from(1));
        let (job, thought) = unanswered();
        let (choice, effort) = bots.outcome(Seat(0), thought);
        assert_eq!(choice, None);
        assert_eq!(effort.map(|effort| effort.ending), Some(Ending::Unanswered));
        assert!(job.is_closed(), "the bot stops");
    }

    /// What a pool does not get to.
    fn unanswered() -> (oneshot::Sender<Answer>, Pending) {
        let (job, answer) = oneshot::channel();
        let thought = Pending::Thinks {
            answer,
            history: None,
        };
        (job, thought)
    }

    /// What a pool has thought about.
    fn thought(game: &Game, seat: Seat) -> Pending {
        let truth = Truth::new(game, seat, Seed::from(3));
        let (job, answer) = SearchJob::new(Box::new(truth), Level::Medium);
        let terms = Terms {
            priority: Priority::Move,
            within: Duration::from_secs(3_600),
            iterations: 100,
            time: Arc::new(IterationTime::default()),
        };
        Pool::start(0).submit(terms, Box::new(job));
        Pending::Thinks {
            answer,
            history: None,
        }
    }

    fn crazy_eights() -> Game {
        let library = crate::library::Library::shipped();
        let ruleset = &library.edition("crazy-eights").unwrap().ruleset;
        Game::new(ruleset, &Setup::seats(2), Seed::from(7)).unwrap()
    }

    /// A bot that has thought before does what was good then, if it does not get to think. One that has not does anything.
    #[test]
    fn without_thought_habits_choose_and_else_chance() {
        let mut game = crazy_eights();
        let seat = game.next_decision().unwrap().seat();
        let mut bots = Bots::new(Seed::from(1));
        let in_time = bots.outcome(seat, thought(&game, seat));
        let (Some(choice), Some(effort)) = in_time else {
            panic!("{in_time:?} is no thought");
        };
        assert_eq!(bots.instinct.fallback(seat, effort), None);
        game.submit(seat, &choice).unwrap();
        let mut by_habit = 0;
        while let Some(decision) = game.next_decision() {
            let mover = decision.seat();
            let (_, effort) = bots.outcome(mover, unanswered().1);
            let fallback = bots.instinct.fallback(mover, effort.unwrap());
            if mover != seat {
                // What one seat has learnt says nothing to another, which may know less.
                assert_eq!(fallback, Some(Fallback::Chance));
                assert!(!bots.instinct.knows(mover));
                let any = bots
                    .choose_without_thought(Fallback::Chance, &game, mover)
                    .unwrap();
                game.submit(mover, &any).unwrap();
                continue;
            }
            assert_eq!(fallback, Some(Fallback::Habit));
            let known = bots.instinct.best(seat, &decision);
            if let Some(best) = known {
                let times = (0..64).filter(|_| {
                    bots.choose_without_thought(Fallback::Habit, &game, seat) == Some(best.clone())
                });
                assert!(times.count() >= 48, "{best:?}");
                by_habit += 1;
            }
            let choice = bots.choose_without_thought(Fallback::Habit, &game, seat).unwrap();
            game.submit(seat, &choice).unwrap();
        }
        assert!(by_habit > 3, "{by_habit}");
    }

    /// What counts as made by habit does not tell whether there was a choice, nor whether there was one before.
    #[test]
    fn what_an_only_choice_counts_as_does_not_tell_that_it_was_one() {
        let game = crazy_eights();
        let seat = game.next_decision().unwrap().seat();
        let effort = |iterations, ending| Effort { iterations, ending };
        let only = |effort| Pending::Known {
            choice: Some(Choice::Pass),
            effort: Some(effort),
        };
        let (whole, load) = (effort(100, Ending::Whole), effort(0, Ending::Load));
        for is_only in [false, true] {
            let mut bots = Bots::new(Seed::from(1));
            let mut then = Vec::new();
            for thought in [
                only(load),
                if is_only {
                    only(whole)
                } else {
                    thought(&game, seat)
                },
                only(load),
            ] {
                let (_, effort) = bots.outcome(seat, thought);
                then.push(bots.instinct.fallback(seat, effort.unwrap()));
            }
            assert_eq!(
                then,
                [Some(Fallback::Chance), None, Some(Fallback::Habit)],
                "{is_only}"
            );
        }
    }
}
