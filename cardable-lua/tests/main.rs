//! The tests of scripts, in one program: linking is most of what a test program costs. `processes` is apart: it starts
//! its own program again.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]
#![allow(unreachable_pub, reason = "modules of a program")]

mod attacks;
mod cards;
mod defined;
mod gin_rummy;
mod library_errors;
mod long_values;
mod mutated;
mod own_primitives;
mod prompts;
mod routines;
mod same_game;
mod skullable;
mod lints;
mod sources;
mod support;
mod types;
