//! What a pool works on.

use super::governor::IterationTime;
use std::sync::Arc;
use std::time::Duration;

/// What comes first, whatever is due earlier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Priority {
    /// A bot must choose.
    Move,
    /// A person asks what a bot would do.
    Hint,
    /// A person looks back at a finished game.
    Review,
}

/// How a pool works on a job.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) priority: Priority,
    /// How long the answer has time.
    pub(crate) within: Duration,
    /// Maximum number of iterations.
    pub(crate) iterations: u32,
    /// What an iteration takes, for all jobs of a ruleset.
    pub(crate) time: Arc<IterationTime>,
}

/// Why a job has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// It got all iterations that it wanted.
    Whole,
    /// Too much waited: it got fewer iterations, or none.
    Load,
    /// It was due before it got all iterations.
    Due,
    /// It panicked.
    Panic,
    /// The threads did not get to it in time.
    Unanswered,
}

impl Ending {
    /// The label of the metric for what ended early.
    pub(crate) fn why(self) -> Option<&'static str> {
        match self {
            Ending::Whole => None,
            Ending::Load => Some("load"),
            Ending::Due => Some("due"),
            Ending::Panic => Some("panic"),
            Ending::Unanswered => Some("unanswered"),
        }
    }
}

/// How much was thought about a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effort {
    pub(crate) iterations: u32,
    /// Why it ended.
    pub(crate) ending: Ending,
}

impl Effort {
    /// Whether a bot has come to anything.
    pub(crate) fn is_thought(self) -> bool {
        self.iterations > 0 && self.ending != Ending::Panic
    }
}

/// What a job has done in a slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ran {
    /// What must be done before or between iterations. How long that took says nothing of iterations.
    Prepared,
    /// So many iterations.
    Iterations(u32),
    /// Its last iterations: going on further would change nothing.
    Last,
}

/// Work that can be interrupted between its iterations.
pub(crate) trait Job: Send {
    /// Goes on for so many iterations at most, or prepares for them.
    fn run(&mut self, iterations: u32) -> Ran;

    /// Gives the answer.
    fn finish(self: Box<Self>, effort: Effort);

    /// Whether anybody still waits for the answer.
    fn is_wanted(&self) -> bool;
}
