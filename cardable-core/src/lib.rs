//! Cardable: a card-game engine in which a game is data.
//!
//! A [`Ruleset`] is read from JSON, or written in Rust, and checked; a [`Game`] is played by
//! submitting the choices of its [`Decision`]s, and shows every viewer just what that viewer may know.
//! There is no I/O beyond the feature `fs`, no clock, no thread and no outside randomness inside.
//!
//! ```
//! use cardable_core::{Game, Seed, Setup, Viewer};
//!
//! # let text = cardable_core::testing::TINY;
//! let ruleset = cardable_core::parse(text)?; // or `cardable_core::load("rulesets/crazy-eights")?`
//! let mut game = Game::new(&ruleset, &Setup::named(["Ada", "Grace"]), Seed::from(7))?;
//! while let Some(decision) = game.next_decision() {
//!     let seat = decision.seat();
//!     let _view = game.view(Viewer::Seat(seat)); // all that this seat may know
//!     let choice = decision.nth(0).ok_or("a decision has a choice")?;
//!     game.submit(seat, &choice)?; // applied, refused with a reason, or the ruleset's fault
//! }
//! assert!(game.result().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where things are
//!
//! | to … | there is |
//! |---|---|
//! | read a ruleset | [`load`], [`parse`]; [`Loader`] for content roots, scripts and primitives; [`Checked`] with errors *and* warnings; [`content`] where rulesets are not on a disk; [`diag`] for what is wrong with one |
//! | keep compiled rules | [`Ruleset::to_bytes`] and [`Ruleset::from_bytes`]: a program that only plays needs no compiler, and stands on `cardable-engine` alone; [`compiled`] |
//! | begin a game | [`Setup`] (seats, teams, roles, options; [`setup`]), [`Seed`], [`Game::new`] |
//! | play | [`Game::decisions`], [`Game::decision`]; [`DecisionRef::nth`], [`DecisionRef::labelled`], [`DecisionRef::extend`] and [`DecisionRef::offers`] for what may be chosen; [`Decision`] is one to keep and send; [`Choice`]; [`decision`] for the parts of what is offered; [`Game::submit`], [`Game::submit_seen`] for races, [`Game::timeout`] |
//! | play by touch | [`Game::interact`] and [`DecisionRef::touches`], for rulesets with action templates; [`interact`] |
//! | show the table | [`Game::view`] gives a [`View`]; [`RulesetInfo`] and the names of [`Ruleset`] say what its numbers ([`ids`]) mean, [`Game::words`] and [`Ruleset::words`] what players read ([`Words`](info::Words)); [`Game::seating`] who sits where; the parts are in [`view`] and [`info`] |
//! | show what happens | [`Game::with_events`] or [`Game::begin_with_events`], then [`Game::events`]; a client keeps a [`Replica`], which applies them and says what moved ([`replica`]); [`story`] tells them in words; [`Game::opening_view`] is the table before the first deal |
//! | save, log, undo | [`Game::save`] and [`Game::restore`]; [`Match`] is a game with its [`Log`], undo and replay; [`Game::take_back`] for the last choice; [`mod@log`], [`save`] |
//! | search | [`Game::fork`], [`Game::imagine`] for what a seat cannot know, [`History`](search::History) and [`Walk`](search::Walk) for games in which what was chosen before was possible, [`Game::playout`] (with a [`PlayoutObserver`](search::PlayoutObserver) for statistics), [`Game::submit_nth`]; [`Game::submit_with`] with a [`Chance`](search::Chance) of your own; [`Bot`] |
//! | learn | [`learning::ActionSpace`] and [`learning::Observation`]: fixed numbers for choices and for what a seat knows; [`learning::returns`] for what a game has brought |
//! | add primitives | [`primitives`] and [`Loader::primitive`]; a primitive works on a [`value`] |
//! | write rules in Rust | [`dsl`], with `use cardable_core::dsl::*` |
//! | read scripts | [`Loader::scripts`] with `cardable_lua::Luau`, of the crate `cardable-lua`; [`script`] |
//! | draw the states | [`graph`]; the JSON Schema for editors is in [`schema`] |
//! | test a ruleset | [`cases`]: tests of its rules from files; [`testing`]: the laws, a bench for single steps, recorded playthroughs; [`Game::inspect`] for what scripts print and what could not be worked out |
//! | debug a ruleset | [`debug`]: expressions that are worked out in a game, and why an action is not offered, part by part |
//!
//! Errors say whose mistake it is: [`LoadError`] and [`SetupError`] come before a game;
//! [`NotApplied::Refused`] is the player's, with a [`Refusal`] to show, [`NotApplied::Faulted`] the
//! ruleset's, with a [`FaultReport`]. After both the game is as it was. Enums of errors may grow; those of
//! events, views and choices do not grow without a new version, so that clients can handle all of them.
//!
//! # Features
//!
//! - `fs`, on by default: [`load`], [`Loader::check_path`] and [`content::Directory`] read from the
//!   disk. Without it the crate does no I/O, and builds for `wasm32-unknown-unknown`.
//! - `phases` and `tables`, on by default: read games in phases (`.cardgame.json`) and tables without rules
//!   (`.game.json`). Without them such a file is an error that names the feature.
//! - `dsl`, on by default: rulesets written in Rust.
//! - `schema`, on by default: JSON Schemas of the files, for editors.
//! - `cases`, on by default: tests of rules from files.
//! - `debug`, on by default: expressions and parts of conditions that are worked out in a game.
//! - `testing`, on by default: the laws of the engine and recorded playthroughs.
//! - `schemars`, off by default: JSON Schemas (`schemars::JsonSchema`) of views, events, choices and the
//!   like, for programs that send them.
//!
//! Views, events, choices, setups and logs are `serde` types. Where a generator is asked for
//! ([`DecisionRef::sample`], [`Game::playout`]) it is any [`rand::Rng`] of rand 0.10, which is re-exported with
//! [`rand_chacha`] so that versions cannot differ.

#[cfg(feature = "cases")]
pub mod cases;
pub mod compiled;
pub mod content;
#[cfg(feature = "debug")]
pub mod debug;
pub mod decision;
pub mod diag;
pub mod ids;
pub mod info;
pub mod interact;
pub mod learning;
pub mod log;
#[cfg(any(feature = "cases", feature = "debug"))]
mod place_names;
pub mod primitives;
pub mod replica;
pub mod save;
pub mod script;
pub mod search;
pub mod setup;
#[cfg(feature = "testing")]
pub mod testing;
pub mod view;

#[cfg(feature = "dsl")]
#[doc(inline)]
pub use cardable_compiler::dsl;
#[cfg(feature = "fs")]
#[doc(inline)]
pub use cardable_compiler::load;
#[cfg(feature = "schema")]
#[doc(inline)]
pub use cardable_compiler::schema;
#[doc(inline)]
pub use cardable_compiler::{Checked, LoadError, Loader, parse};
#[doc(inline)]
pub use cardable_engine::{
    Bot, Choice, Decision, DecisionRef, FaultReport, Game, GameResult, Language, Log, Match, NotApplied,
    Pick, Picks, PluralForm, RandomBot, Refusal, Replica, Ruleset, RulesetInfo, Seat, SeatSet, Seed, Setup,
    SetupError, View, ViewEvent, Viewer,
};
#[doc(inline)]
pub use cardable_engine::{graph, story, value};
pub use rand;
pub use rand_chacha;

/// Compiles the README's example as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
