//! For tests of rulesets and of the engine: a table to try primitives on, the
//! laws that every ruleset must keep, and recorded playthroughs.

mod bench;

pub use bench::{Bench, TINY, tiny_ruleset};
