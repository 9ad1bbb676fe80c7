//! Logs: seed, setup and every choice in order, from which a game can be replayed.
//!
//! You need it when you read or repair a log yourself; [`Match`](crate::Match) keeps a [`Log`](crate::Log) and replays
//! one. A log of other rules is tried with [`Match::replay_anyway`](crate::Match::replay_anyway), which tells each
//! [`Misfit`].

#[doc(inline)]
pub use cardable_engine::{Entry, LOG_FORMAT, MAX_LOG, Misfit, Named, ReplayError, Undone};
