//! A bot's search as a job.

use super::job::{Ending, Job};
use cardable_bots::{Budget, Level, Search, Seen, Thought};
use tokio::sync::oneshot;

/// What a search has come to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answer {
    /// What the bot thinks. `None` if it did not get to think: any choice is as good.
    pub(crate) thought: Option<Thought>,
    /// Why it ended.
    pub(crate) ending: Ending,
}

/// A search for what a seat should choose.
pub(crate) struct SearchJob {
    stage: Stage,
    temperature: f64,
    back: oneshot::Sender<Answer>,
}

enum Stage {
    /// Handed in, and nothing more: a search needs memory, and many may wait.
    Seen(Option<Box<Seen>>),
    Begun(Box<Search>),
}

impl SearchJob {
    /// A search from what a seat knows, and where its answer will be.
    pub(crate) fn new(seen: Box<Seen>, level: Level) -> (SearchJob, oneshot::Receiver<Answer>) {
        let (back, answer) = oneshot::channel();
        let job = SearchJob {
            stage: Stage::Seen(Some(seen)),
            temperature: level.bot().temperature,
            back,
        };
        (job, answer)
    }
}

impl Job for SearchJob {
    fn run(&mut self, iterations: u32) -> bool {
        if let Stage::Seen(seen) = &mut self.stage {
            let Some(seen) = seen.take() else { return false };
            self.stage = Stage::Begun(Box::new(Search::new(*seen)));
        }
        let Stage::Begun(search) = &mut self.stage else {
            return false;
        };
        let mut budget = Budget::iterations(iterations);
        search.run(&mut budget);
        // A search that leaves some has nothing more to think.
        budget.left() == 0
    }

    fn finish(mut self: Box<Self>, spent: u32, ending: Ending) {
        let thought = match &mut self.stage {
            Stage::Begun(search) if spent > 0 && ending != Ending::Panic => {
                let choice = search.choose(self.temperature);
                let thought = search.thought();
                thought
                    .zip(choice)
                    .map(|(thought, choice)| Thought { choice, ..thought })
            }
            Stage::Begun(_) | Stage::Seen(_) => None,
        };
        // The room may have gone on without it.
        let _ = self.back.send(Answer { thought, ending });
    }

    fn is_wanted(&self) -> bool {
        !self.back.is_closed()
    }
}

#[cfg(test)]
mod tests {
    use super::super::governor::IterationTime;
    use super::super::job::{Priority, Terms};
    use super::super::pool::Pool;
    use super::*;
    use cardable_bots::Bot as _;
    use cardable_core::{Game, Seat, Seed, Setup};
    use std::sync::Arc;
    use std::time::Duration;

    /// Thinking in slices, on whatever thread, comes to what thinking at once comes to.
    #[test]
    fn a_search_in_slices_is_the_search_at_once() {
        let ruleset = crate::library::Library::shipped()
            .edition("goofspiel")
            .unwrap()
            .ruleset
            .clone();
        let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7)).unwrap();
        let seen = Seen::new(&game, Seat(0), Seed::from(1)).unwrap();
        for threads in [0, 2] {
            let pool = Pool::start(threads);
            for level in [Level::Easy, Level::Medium] {
                let (job, answer) = SearchJob::new(Box::new(seen.clone()), level);
                let terms = Terms {
                    priority: Priority::Hint,
                    within: Duration::from_secs(3_600),
                    iterations: level.iterations(),
                    time: Arc::new(IterationTime::default()),
                    level: "hint",
                };
                pool.submit(terms, Box::new(job));
                while pool.is_by_hand() && pool.step() {}
                let answer = answer.blocking_recv().unwrap();
                let whole = level.bot().think(&seen, &mut level.budget());
                assert_eq!((answer.thought, answer.ending), (Some(whole), Ending::Whole));
            }
        }
    }
}
