//! Bots: on their own seats, and as stand-ins for absent people.

use super::command::Refused;
use super::load::panic_text;
use super::record::Record;
use super::state::{Occupant, RoomState, SeatKept, seat_at};
use super::task::Room;
use crate::protocol::BotLevel;
use crate::room::turns;
use crate::thinking::{Answer, Effort, Ending, IterationTime, Priority, SearchJob, Terms, Truth};
use cardable_bots::{Habits, Level};
use cardable_core::search::History;
use cardable_core::{Bot as _, Choice, Game, RandomBot, Seat, SeatSet, Seed, Viewer};
use std::collections::BTreeMap;
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

/// Maximum number of a seat's choices of which a room remembers what they have brought.
const MOST_HABITS: usize = 256;

/// Of 256 choices by habit so many are made by chance all the same. Otherwise a bot could do the same thing again and again
/// without end.
const BY_CHANCE: u8 = 32;

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
    /// What each seat's bot has learnt in this game about the seat's choices, if it has thought at all. A seat's own
    /// thoughts alone go into it: another seat may know more.
    habits: BTreeMap<Seat, Habits>,
}

/// What makes a bot's choice if it does not get to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fallback {
    /// What it has learnt when it got to think.
    Habit,
    Chance,
}

impl Fallback {
    /// The label of the metric.
    fn by(self) -> &'static str {
        match self {
            Fallback::Habit => "habit",
            Fallback::Chance => "chance",
        }
    }
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
        /// What the bot remembered, which takes less time to go through than before.
        history: Option<oneshot::Receiver<Box<History>>>,
    },
    /// It has come to a choice. `None` stands for one at random.
    Known {
        choice: Option<Choice>,
        /// What it counts as in the metrics. `None` if nobody was to think about it.
        effort: Option<Effort>,
    },
}

impl Pending {
    /// What the bot remembered, if it has gone through it.
    fn history(&mut self) -> Option<Box<History>> {
        match self {
            Pending::Thinks { history, .. } => history.as_mut()?.try_recv().ok(),
            Pending::Known { .. } => None,
        }
    }
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
            random: RandomBot::new(seed),
            seed,
            thoughts: 0,
            next: None,
            failed: None,
            habits: BTreeMap::new(),
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
                    self.learn(seat, None);
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
                    self.learn(seat, Some(&habits));
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

    /// Notes that a seat's bot has thought, and what it has learnt.
    fn learn(&mut self, seat: Seat, habits: Option<&Habits>) {
        let new = || Habits::at_most(MOST_HABITS);
        let known = self.habits.entry(seat).or_insert_with(new);
        if let Some(habits) = habits {
            known.learn_from(habits);
        }
    }

    /// What makes a choice of a seat without thought. It does not depend on what there is to choose, because metrics count
    /// it. `None` if the bot has thought.
    fn fallback(&self, seat: Seat, effort: Effort) -> Option<Fallback> {
        if effort.is_thought() {
            return None;
        }
        Some(match effort.ending {
            // The engine may fail at the same question again.
            Ending::Panic => Fallback::Chance,
            _ if self.habits.contains_key(&seat) => Fallback::Habit,
            _ => Fallback::Chance,
        })
    }

    /// The choice that has brought most when the seat's bot thought of it, and now and then any: what a person on the seat
    /// would know.
    fn choose_by_habit(&mut self, game: &Game, seat: Seat) -> Option<Choice> {
        let [lot, ..] = self.new_seed().0;
        let by_habit = || {
            let decision = game.decision(seat)?;
            let best = self.habits.get(&seat)?.best(seat, &decision.keys())?;
            decision.nth(best.number)
        };
        match lot < BY_CHANCE {
            true => None,
            false => by_habit(),
        }
        .or_else(|| self.choose_at_random(game, seat))
    }

    /// Forgets what bots thought, and what they have learnt: after an undo it may come from what was taken back.
    pub(super) fn forget(&mut self) {
        self.next = None;
        self.habits.clear();
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

/// Whether a bot of this level remembers now what was chosen, and what its iterations take. Where many have to move, or rules
/// are so slow that it would hardly get to think, it rather thinks more.
pub(super) fn may_remember(room: &Room, level: Level) -> (bool, Arc<IterationTime>) {
    let edition = &room.edition;
    let may = level.remembers() && !room.ctx.thinking.is_busy();
    match may && edition.remembering_time.is_quick() {
        true => (true, Arc::clone(&edition.remembering_time)),
        false => (false, Arc::clone(&edition.iteration_time)),
    }
}

/// Adds what was chosen before to the true game, if a bot is to remember it. Also returns where the history comes back.
pub(super) fn remind(
    room: &Room,
    truth: Box<Truth>,
    remembers: bool,
) -> (Box<Truth>, Option<oneshot::Receiver<Box<History>>>) {
    let memory = room.play.as_deref().and_then(|play| play.memory.as_ref());
    match memory.filter(|_| remembers) {
        Some(memory) => {
            let (truth, shorter) = memory.remind(*truth);
            (Box::new(truth), Some(shorter))
        }
        None => (truth, None),
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
    let fallback = effort.and_then(|effort| room.bots.fallback(seat, effort));
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
        None => room.edition.pace.watch(|| match fallback {
            Some(Fallback::Habit) => room.bots.choose_by_habit(&play.game, seat),
            Some(Fallback::Chance) | None => room.bots.choose_at_random(&play.game, seat),
        }),
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
    use crate::thinking::Pool;
    use cardable_core::Setup;

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
        assert_eq!(bots.fallback(seat, effort), None);
        game.submit(seat, &choice).unwrap();
        let mut by_habit = 0;
        while let Some(decision) = game.next_decision() {
            let mover = decision.seat();
            let (_, effort) = bots.outcome(mover, unanswered().1);
            let fallback = bots.fallback(mover, effort.unwrap());
            if mover != seat {
                // What one seat has learnt says nothing to another, which may know less.
                assert_eq!(fallback, Some(Fallback::Chance));
                assert!(!bots.habits.contains_key(&mover));
                let any = bots.choose_at_random(&game, mover).unwrap();
                game.submit(mover, &any).unwrap();
                continue;
            }
            assert_eq!(fallback, Some(Fallback::Habit));
            let known = bots.habits[&seat].best(seat, &decision.keys());
            if let Some(best) = known {
                let best = decision.nth(best.number).unwrap();
                let times = (0..64).filter(|_| bots.choose_by_habit(&game, seat) == Some(best.clone()));
                assert!(times.count() >= 48, "{best:?}");
                by_habit += 1;
            }
            let choice = bots.choose_by_habit(&game, seat).unwrap();
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
                then.push(bots.fallback(seat, effort.unwrap()));
            }
            assert_eq!(
                then,
                [Some(Fallback::Chance), None, Some(Fallback::Habit)],
                "{is_only}"
            );
        }
    }

    /// A room with many bots stays small.
    #[test]
    fn habits_are_bounded() {
        let mut bots = Bots::new(Seed::from(1));
        let mut habits = Habits::default();
        (0..1_000).for_each(|key| habits.learn(Seat(1), cardable_core::search::ChoiceKey(key), 0.5));
        (0..3).for_each(|_| bots.learn(Seat(1), Some(&habits)));
        assert_eq!(bots.habits[&Seat(1)].len(), MOST_HABITS);
    }
}
