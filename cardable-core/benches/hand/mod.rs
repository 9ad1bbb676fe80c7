//! Games written by hand in Rust, on flat arrays: the yardsticks for the rulesets of the same games.

#![allow(dead_code, reason = "the benchmark and the tests use different parts")]

pub(crate) mod crazy_eights;
pub(crate) mod rng;
pub(crate) mod skull;
