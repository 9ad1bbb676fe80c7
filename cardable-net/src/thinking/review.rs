//! A look back at a finished game as a job.

use super::governor::{FLOOR, IterationTime};
use super::job::{Effort, Ending, Job, Ran};
use cardable_bots::Budget;
use cardable_bots::review::{Reached, Review, Reviewed};
use cardable_core::log::ReplayError;
use cardable_core::{Log, Ruleset, Seat};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// Maximum number of iterations for a decision: between `medium` and `hard`, because there are many decisions. In a small
/// game the first 64 only show whether it can be worked out, so far fewer would say nothing.
const ITERATIONS: u32 = 200;

/// Maximum number of decisions that are reviewed.
const DECISIONS: usize = 300;

/// Number of log entries that are played again in one slice.
const ENTRIES: usize = 32;

/// What a look back at a finished game has come to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct LookBack {
    /// The decisions of the seat that were reviewed, in the order of the game.
    pub(crate) reviewed: Vec<Reviewed>,
    /// Whether it did not come to the seat's last choices.
    pub(crate) partial: bool,
}

/// Goes through a seat's decisions in a finished game.
pub(crate) struct ReviewJob {
    stage: Stage,
    reviewed: Vec<Reviewed>,
    /// Number of decisions that it may review.
    most: usize,
    /// The time that a decision gets, in microseconds.
    share: u64,
    /// Number of iterations left for the current decision. `None` between decisions.
    left: Option<u32>,
    time: Arc<IterationTime>,
    back: oneshot::Sender<LookBack>,
}

enum Stage {
    Waiting(Ruleset, Box<Log>, Seat),
    Begun(Box<Review>),
    Ended,
}

impl ReviewJob {
    /// A review of the decisions of a seat, and where it will be. If iterations take long, each decision gets fewer, so
    /// that all of them together take half the time at most.
    pub(crate) fn new(
        ruleset: Ruleset,
        log: Log,
        seat: Seat,
        within: Duration,
        time: Arc<IterationTime>,
    ) -> (ReviewJob, oneshot::Receiver<LookBack>) {
        let (back, answer) = oneshot::channel();
        let job = ReviewJob {
            stage: Stage::Waiting(ruleset, Box::new(log), seat),
            reviewed: Vec::new(),
            most: DECISIONS,
            share: u64::try_from(within.as_micros() / 2).unwrap_or(u64::MAX),
            left: None,
            time,
            back,
        };
        (job, answer)
    }

    fn begin(&mut self) -> Result<Ran, ReplayError> {
        let Stage::Waiting(ruleset, log, seat) = &self.stage else {
            return Ok(Ran::Last);
        };
        let review = Review::new(ruleset, log, *seat)?;
        self.share /= review.left().clamp(1, self.most) as u64;
        self.stage = Stage::Begun(Box::new(review));
        Ok(Ran::Prepared)
    }

    fn look_back(&mut self) -> LookBack {
        let partial = match &self.stage {
            Stage::Begun(review) => review.left() > 0,
            Stage::Waiting(..) | Stage::Ended => true,
        };
        LookBack {
            reviewed: std::mem::take(&mut self.reviewed),
            partial,
        }
    }

    fn go_on(&mut self, iterations: u32) -> Result<Ran, ReplayError> {
        let Stage::Begun(review) = &mut self.stage else {
            return self.begin();
        };
        let Some(left) = &mut self.left else {
            return Ok(match review.advance(ENTRIES)? {
                Reached::Between => Ran::Prepared,
                Reached::Decision if self.reviewed.len() < self.most => {
                    self.left = Some(self.time.fitting(self.share).clamp(FLOOR, ITERATIONS));
                    Ran::Prepared
                }
                Reached::Decision | Reached::End => Ran::Last,
            });
        };
        let mut budget = Budget::iterations(iterations.min(*left));
        review.think(&mut budget);
        *left -= budget.spent();
        // A search that leaves some has nothing more to think.
        if *left == 0 || budget.left() > 0 {
            self.left = None;
            self.reviewed.extend(review.judge()?);
        }
        Ok(Ran::Iterations(budget.spent()))
    }
}

impl Job for ReviewJob {
    fn run(&mut self, iterations: u32) -> Ran {
        self.go_on(iterations).unwrap_or_else(|error| {
            tracing::warn!(%error, "a finished game cannot be looked back at");
            self.stage = Stage::Ended;
            Ran::Last
        })
    }

    fn finish(mut self: Box<Self>, effort: Effort) {
        if effort.ending != Ending::Panic {
            // Whoever asked may be gone.
            let look_back = self.look_back();
            let _ = self.back.send(look_back);
        }
    }

    fn is_wanted(&self) -> bool {
        !self.back.is_closed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardable_core::{Match, Seed, Setup};

    /// A job for the choices of seat 0, who takes what is offered first.
    fn job(name: &str, choices: usize, time: &Arc<IterationTime>) -> (ReviewJob, usize) {
        let library = crate::library::Library::shipped();
        let ruleset = library.edition(name).unwrap().ruleset.clone();
        let mut table = Match::new(&ruleset, &Setup::seats(2), Seed::from(7)).unwrap();
        let mut open = 0;
        for _ in 0..choices {
            let Some(decision) = table.game().next_decision() else {
                break;
            };
            let (seat, choice) = (decision.seat(), decision.nth(0).unwrap());
            open += usize::from(seat == Seat(0) && decision.keys().len() > 1);
            table.submit(seat, &choice).unwrap();
        }
        let log = table.log().clone();
        let within = Duration::from_secs(10);
        let (job, answer) = ReviewJob::new(ruleset, log, Seat(0), within, Arc::clone(time));
        // These tests look at the job itself.
        drop(answer);
        (job, open)
    }

    /// Runs a job to its end in slices of so many iterations. Returns the most that one took, and their sum.
    fn work(job: &mut ReviewJob, slice: u32) -> (u32, u32) {
        let (mut most, mut sum) = (0, 0);
        loop {
            match job.run(slice) {
                Ran::Prepared => {}
                Ran::Iterations(iterations) => {
                    most = most.max(iterations);
                    sum += iterations;
                }
                Ran::Last => return (most, sum),
            }
        }
    }

    #[test]
    fn a_slice_takes_no_more_iterations_than_it_may() {
        let time = Arc::default();
        for (name, choices) in [("goofspiel", 1_000), ("crazy-eights", 60)] {
            let mut whole = None;
            for slice in [1, 16, u32::MAX] {
                let (mut job, open) = job(name, choices, &time);
                let (most, sum) = work(&mut job, slice);
                assert!(most <= slice, "{name}");
                assert_eq!(
                    (job.reviewed.len(), sum),
                    (open, open as u32 * ITERATIONS),
                    "{name}"
                );
                let whole = whole.get_or_insert(job.reviewed.clone());
                assert_eq!(*whole, job.reviewed, "slices change nothing");
            }
        }
    }

    /// Whoever reads it is told when it is not the whole.
    #[test]
    fn a_look_back_says_whether_it_came_to_the_end() {
        let time = Arc::default();
        let looked_back = |most, slices| {
            let (mut job, open) = job("goofspiel", 1_000, &time);
            job.most = most;
            for _ in 0..slices {
                if job.run(u32::MAX) == Ran::Last {
                    break;
                }
            }
            let LookBack { reviewed, partial } = job.look_back();
            (reviewed.len(), reviewed.len() < open, partial)
        };
        let (all, ..) = looked_back(DECISIONS, usize::MAX);
        for (most, slices, reviewed) in [
            (DECISIONS, usize::MAX, all),
            (all, usize::MAX, all),
            (5, usize::MAX, 5),
            // It is due before it has begun, and in the middle of it.
            (DECISIONS, 0, 0),
            (DECISIONS, 10, looked_back(DECISIONS, 10).0),
        ] {
            let left_out = reviewed < all;
            assert_eq!(
                looked_back(most, slices),
                (reviewed, left_out, left_out),
                "{most} {slices}"
            );
        }
    }

    #[test]
    fn where_iterations_take_long_every_decision_gets_fewer() {
        // Half of 10 s is enough for 38 iterations in each of the 13 decisions, of which the last is left out.
        for (micros, each) in [(1, ITERATIONS), (10_000, 38), (1_000_000, FLOOR)] {
            let time: Arc<IterationTime> = Arc::default();
            time.add(1, micros);
            let (mut job, open) = job("goofspiel", 1_000, &time);
            let (_, sum) = work(&mut job, 16);
            assert_eq!(job.reviewed.len(), open, "none is left out");
            assert_eq!(sum / open as u32, each, "{micros} µs");
        }
    }
}
