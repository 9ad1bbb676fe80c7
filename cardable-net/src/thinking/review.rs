//! A look back at a finished game as a job.

use super::governor::IterationTime;
use super::job::{Ending, Job};
use cardable_bots::Budget;
use cardable_bots::review::{Review, Reviewed};
use cardable_core::{Log, Ruleset, Seat};
use std::sync::Arc;
use tokio::sync::oneshot;

/// Maximum number of iterations for a decision.
const ITERATIONS: u32 = 64;

/// The time that a decision may take, in microseconds. Other jobs wait for it.
const LONGEST: u64 = 20_000;

/// Goes through a seat's decisions in a finished game. An iteration of this job is a decision.
pub(crate) struct ReviewJob {
    stage: Stage,
    reviewed: Vec<Reviewed>,
    /// What an iteration takes in games of the ruleset.
    time: Arc<IterationTime>,
    back: oneshot::Sender<Vec<Reviewed>>,
}

enum Stage {
    Waiting(Ruleset, Box<Log>, Seat),
    Begun(Box<Review>),
    Ended,
}

impl ReviewJob {
    /// A review of the decisions of a seat, and where it will be.
    pub(crate) fn new(
        ruleset: Ruleset,
        log: Log,
        seat: Seat,
        time: Arc<IterationTime>,
    ) -> (ReviewJob, oneshot::Receiver<Vec<Reviewed>>) {
        let (back, answer) = oneshot::channel();
        let job = ReviewJob {
            stage: Stage::Waiting(ruleset, Box::new(log), seat),
            reviewed: Vec::new(),
            time,
            back,
        };
        (job, answer)
    }
}

impl Job for ReviewJob {
    fn run(&mut self, decisions: u32) -> bool {
        if let Stage::Waiting(ruleset, log, seat) = &self.stage {
            self.stage = match Review::new(ruleset, log, *seat) {
                Ok(review) => Stage::Begun(Box::new(review)),
                Err(error) => {
                    tracing::warn!(%error, "a finished game cannot be looked back at");
                    Stage::Ended
                }
            };
        }
        let Stage::Begun(review) = &mut self.stage else {
            return false;
        };
        for _ in 0..decisions {
            let iterations = self.time.fitting(LONGEST).clamp(1, ITERATIONS);
            match review.next(&mut Budget::iterations(iterations)) {
                Some(reviewed) => self.reviewed.push(reviewed),
                None => {
                    self.stage = Stage::Ended;
                    return false;
                }
            }
        }
        true
    }

    fn finish(self: Box<Self>, _: u32, ending: Ending) {
        if ending != Ending::Panic {
            // The room may be gone.
            let _ = self.back.send(self.reviewed);
        }
    }

    fn is_wanted(&self) -> bool {
        !self.back.is_closed()
    }
}
