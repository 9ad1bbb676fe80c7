//! The threads on which bots think.
//!
//! ```text
//! room ─► `Truth`, a level, a due time ─► queue, earliest due first ─► few threads, in slices: `Seen`, then a search
//!   ▲                                                                     │
//!   └───────────────────────── the answer, once ◄────────────────────────┘
//! ```
//!
//! The first slice of a search turns the true game into what the seat knows ([`truth`]), and no search begins otherwise.
//! The more decisions wait, the less each of them gets ([`governor`]), so that answers come in time however many rooms
//! have a bot to move.

mod time;
mod governor;
mod job;
mod pool;
mod review;
mod truth;
mod search;

pub(crate) use governor::IterationTime;
pub(crate) use job::{Effort, Ending, Priority, Terms};
pub(crate) use pool::Pool;
pub(crate) use review::{LookBack, ReviewJob};
pub(crate) use search::{Answer, SearchJob};
pub(crate) use truth::Truth;
