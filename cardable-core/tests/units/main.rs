//! Parts of the library by themselves, on the table that the examples of the manual play on.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

mod arrange;
mod expressions;
mod graph;
mod log;
mod primitives;
mod queries;
mod texts;
