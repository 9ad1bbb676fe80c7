//! All tests that cross the crates, in one program: linking is most of what a test program costs.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod answers;
mod backs;
mod bad_input;
mod beside;
mod bite;
mod cardgame;
mod cases;
mod clients;
mod compiled;
mod damaged;
mod debug;
mod docs;
mod draft;
mod editions;
mod elsewhere;
mod embedding;
mod empty_entries;
mod custom_primitives;
mod defined;
mod face;
mod fragments;
mod helps;
mod imagined;
mod keys;
mod languages;
mod laws;
mod learning;
mod library;
mod lists;
mod manifests;
mod mechanisms;
mod melds_and_tricks;
mod mends;
mod messages;
mod mistakes;
mod moments;
mod dsl;
mod dsl_cards;
mod dsl_questions;
mod nested_lists;
mod options;
mod packs;
mod partners;
mod phases;
mod picks;
mod playouts;
mod readme;
mod refills;
mod room;
mod rulesets;
mod scripts;
mod sealed;
mod seats;
mod secrets;
mod shape;
mod shipped;
mod shipped_decks;
mod speed;
mod states;
mod story;
mod support;
mod tables;
mod templates;
mod texts;
mod triggers;
mod valid;
mod values;
mod zones;
