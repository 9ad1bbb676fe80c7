//! The threads on which bots think.
//!
//! ```text
//! room ─► what a seat knows, a level, a due time ─► queue, earliest due first ─► few threads, in slices
//!   ▲                                                                              │
//!   └────────────────────────────── the answer, once ◄─────────────────────────────┘
//! ```
//!
//! A room hands in what a seat knows (`Seen`, a game that was imagined), never the game itself. The more decisions wait,
//! the less each of them gets ([`governor`]), so that answers come in time however many rooms have a bot to move.

mod time;
mod governor;
mod job;
mod pool;
mod review;
mod search;

pub(crate) use governor::IterationTime;
pub(crate) use job::{Priority, Terms};
pub(crate) use pool::Pool;
pub(crate) use review::ReviewJob;
pub(crate) use search::{Answer, SearchJob};
