//! The tests of the commands, in one program.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod analyse;
mod cards;
mod check;
mod debug;
mod elsewhere;
mod eval;
mod languages;
mod online;
mod others;
mod pack;
mod play;
mod rules;
mod simulate;
mod support;
mod texts;
