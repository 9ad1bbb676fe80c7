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
    /// The level, for the metrics.
    pub(crate) level: &'static str,
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
}

impl Ending {
    /// The label of the metric for what ended early.
    pub(super) fn why(self) -> Option<&'static str> {
        match self {
            Ending::Whole => None,
            Ending::Load => Some("load"),
            Ending::Due => Some("due"),
            Ending::Panic => Some("panic"),
        }
    }
}

/// Work that can be interrupted between its iterations.
pub(crate) trait Job: Send {
    /// Goes on for some iterations. False if going on further would change nothing.
    fn run(&mut self, iterations: u32) -> bool;

    /// Gives the answer after `spent` iterations.
    fn finish(self: Box<Self>, spent: u32, ending: Ending);

    /// Whether anybody still waits for the answer.
    fn is_wanted(&self) -> bool;
}
