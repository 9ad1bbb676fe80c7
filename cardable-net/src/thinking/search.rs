//! A bot's search as a job.

use super::job::{Effort, Job, Ran};
use super::truth::Truth;
use cardable_bots::{Budget, Habits, Level, Search, Thought};
use tokio::sync::oneshot;

/// What a search has come to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answer {
    /// What the bot thinks. `None` if it did not get to think: any choice is as good.
    pub(crate) thought: Option<Thought>,
    /// What it has learnt of the seat's choices, for when it does not get to think.
    pub(crate) habits: Option<Habits>,
    pub(crate) effort: Effort,
}

/// A search for what a seat should choose.
pub(crate) struct SearchJob {
    stage: Stage,
    /// What the level may spend. Of the iterations the terms may allow fewer.
    budget: Budget,
    temperature: f64,
    back: oneshot::Sender<Answer>,
}

enum Stage {
    /// Handed in, and nothing more: a search needs memory, and many may wait.
    Waiting(Box<Truth>),
    Begun(Box<Search>),
    /// There was nothing to begin with.
    Empty,
}

impl SearchJob {
    /// A search from what a seat knows, and where its answer will be.
    pub(crate) fn new(truth: Box<Truth>, level: Level) -> (SearchJob, oneshot::Receiver<Answer>) {
        let (back, answer) = oneshot::channel();
        let job = SearchJob {
            stage: Stage::Waiting(truth),
            budget: level.budget(),
            temperature: level.bot().temperature,
            back,
        };
        (job, answer)
    }
}

impl Job for SearchJob {
    fn run(&mut self, iterations: u32) -> Ran {
        match std::mem::replace(&mut self.stage, Stage::Empty) {
            Stage::Waiting(truth) => {
                let Some(seen) = truth.into_seen() else {
                    return Ran::Last;
                };
                self.stage = Stage::Begun(Box::new(Search::new(seen)));
                Ran::Prepared
            }
            Stage::Begun(mut search) => {
                let goes_on = search.run_for(iterations, &mut self.budget);
                self.stage = Stage::Begun(search);
                match goes_on {
                    true => Ran::Iterations(iterations),
                    false => Ran::Last,
                }
            }
            Stage::Empty => Ran::Last,
        }
    }

    fn finish(mut self: Box<Self>, effort: Effort) {
        let (thought, habits) = match &mut self.stage {
            Stage::Begun(search) if effort.is_thought() => {
                let choice = search.choose(self.temperature);
                let thought = search.thought();
                let thought = thought
                    .zip(choice)
                    .map(|(thought, choice)| Thought { choice, ..thought });
                (thought, Some(search.habits().of(search.seat())))
            }
            Stage::Waiting(_) | Stage::Begun(_) | Stage::Empty => (None, None),
        };
        // The room may have gone on without it.
        let _ = self.back.send(Answer {
            thought,
            habits,
            effort,
        });
    }

    fn is_wanted(&self) -> bool {
        !self.back.is_closed()
    }
}

#[cfg(test)]
mod tests {
    use super::super::governor::IterationTime;
    use super::super::job::{Ending, Priority, Terms};
    use super::super::pool::Pool;
    use super::*;
    use cardable_bots::{Bot as _, Seen};
    use cardable_core::search::History;
    use cardable_core::{Game, Seat, Seed, Setup};
    use std::sync::Arc;
    use std::time::Duration;

    fn goofspiel() -> Game {
        let library = crate::library::Library::shipped();
        let ruleset = &library.edition("goofspiel").unwrap().ruleset;
        Game::new(ruleset, &Setup::seats(2), Seed::from(7)).unwrap()
    }

    /// Thinking in slices, on whatever thread, comes to what thinking at once comes to.
    #[test]
    fn a_search_in_slices_is_the_search_at_once() {
        let mut game = goofspiel();
        let mut history = History::new(&game);
        for seat in [Seat(0), Seat(1)] {
            let choice = game.decision(seat).unwrap().nth(3).unwrap();
            game.submit(seat, &choice).unwrap();
            history.chosen(seat, &choice);
        }
        for (threads, level) in [
            (0, Level::Easy),
            (0, Level::Search(200)),
            (2, Level::Medium),
            (2, Level::Search(200)),
        ] {
            let truth = Truth::new(&game, Seat(0), Seed::from(1));
            let mut seen = Seen::new(&game, Seat(0), Seed::from(1)).unwrap();
            let (truth, shorter) = match level.remembers() {
                true => {
                    seen = seen.remembering(&mut history.clone(), &game);
                    let (truth, shorter) = truth.remembering(&history);
                    (truth, Some(shorter))
                }
                false => (truth, None),
            };
            let pool = Pool::start(threads);
            let (job, answer) = SearchJob::new(Box::new(truth), level);
            let terms = Terms {
                priority: Priority::Hint,
                within: Duration::from_secs(3_600),
                iterations: level.iterations(),
                time: Arc::new(IterationTime::default()),
            };
            pool.submit(terms, Box::new(job));
            let answer = answer.blocking_recv().unwrap();
            let whole = level.bot().think(&seen, &mut level.budget());
            assert_eq!(answer.thought, Some(whole), "{level}");
            assert!(answer.habits.is_some_and(|habits| !habits.is_empty()), "{level}");
            let effort = Effort {
                iterations: level.iterations(),
                ending: Ending::Whole,
            };
            assert_eq!(answer.effort, effort, "{level}");
            let comes_back = shorter.map(|shorter| shorter.blocking_recv().is_ok());
            assert!(comes_back.unwrap_or(true), "the room gets its history back");
        }
    }

    /// The true game is gone before a bot thinks at all.
    #[test]
    fn the_true_game_is_gone_when_thinking_begins() {
        let mut game = goofspiel();
        let truth = Truth::new(&game, Seat(0), Seed::from(1));
        let (mut job, _answer) = SearchJob::new(Box::new(truth), Level::Medium);
        assert_eq!(job.run(1), Ran::Prepared);
        assert!(matches!(job.stage, Stage::Begun(_)));
        assert_eq!(job.run(3), Ran::Iterations(3));
        // A seat that has nothing to decide has nothing to think about.
        let choice = game.decision(Seat(1)).unwrap().nth(0).unwrap();
        game.submit(Seat(1), &choice).unwrap();
        let truth = Truth::new(&game, Seat(1), Seed::from(1));
        let (mut job, _answer) = SearchJob::new(Box::new(truth), Level::Medium);
        assert_eq!(job.run(1), Ran::Last);
    }
}
