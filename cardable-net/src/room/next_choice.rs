//! A choice that a bot is to make.

use crate::thinking::{Answer, Effort};
use cardable_core::search::History;
use cardable_core::{Choice, Seat};
use tokio::sync::oneshot;

/// A position of a room: the number of the game and that of its records.
pub(super) type Position = (u32, u64);

/// A choice that a bot is to make.
#[derive(Debug)]
pub(super) struct NextChoice {
    pub(super) seat: Seat,
    /// For which position it is. Elsewhere it is stale.
    pub(super) position: Position,
    /// When it is made. This follows from what everybody at the table sees, never from how much the bot thought or
    /// whether it had a choice at all, because people could tell that from the pause.
    pub(super) due: u64,
    pub(super) thought: Pending,
    _waiting: Waiting,
}

impl NextChoice {
    pub(super) fn new(seat: Seat, position: Position, due: u64, thought: Pending) -> NextChoice {
        NextChoice {
            seat,
            position,
            due,
            thought,
            _waiting: Waiting::new(),
        }
    }
}

/// What a bot comes to.
#[derive(Debug)]
pub(super) enum Pending {
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
    pub(super) fn history(&mut self) -> Option<Box<History>> {
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
