//! Cardable: a card-game engine in which a game is data.
//!
//! A [`Ruleset`] is read from JSON, or written in Rust, and checked; a [`Game`] is played by
//! submitting the choices of its [`Decision`]s, and shows every viewer just what that viewer may know.
//! There is no I/O beyond the feature `fs`, no clock, no thread and no outside randomness inside.
//!
//! ```
//! use cardable_core::{Game, Ruleset, Seed, Setup, Viewer};
//!
//! # let text = cardable_core::testing::TINY;
//! let ruleset: Ruleset = text.parse()?; // or `Ruleset::load("rulesets/crazy-eights")?`
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
//! | read a ruleset | [`Ruleset::load`], `text.parse::<Ruleset>()`; [`Loader`] for content roots, scripts and primitives; [`Checked`] with errors *and* warnings; [`content::Files`] where rulesets are not on a disk |
//! | begin a game | [`Setup`] (seats, teams, roles, options), [`Seed`], [`Game::new`] |
//! | play | [`Game::decisions`], [`Game::decision`]; [`Decision::nth`], [`Decision::extend`] and [`Decision::offers`] for what may be chosen; [`Choice`]; [`Game::submit`], [`Game::submit_seen`] for races, [`Game::timeout`] |
//! | play by touch | [`Game::interact`] and [`Game::legal_interactions`], for rulesets with action templates |
//! | show the table | [`Game::view`] gives a [`View`]; [`Sheet`] and the names of [`Ruleset`] say what its numbers mean, [`Ruleset::datum_text`] and [`Ruleset::message_text`] what players read |
//! | show what happens | [`Game::with_events`] or [`Game::begin_with_events`], then [`Game::events`]; a client keeps a [`Replica`], which applies them |
//! | save, log, undo | [`Game::save`] and [`Game::restore`]; [`Match`] is a game with its [`Log`], undo and replay; [`Game::take_back`] for the last choice |
//! | search | [`Game::fork`], [`Game::imagine`] for what a seat cannot know, [`Game::playout`] (with a [`PlayoutObserver`] for statistics), [`Game::submit_nth`]; [`Game::submit_with`] with a [`Chance`] of your own; [`Bot`] |
//! | add primitives | [`primitives::Primitive`] and [`Loader::primitive`] |
//! | write rules in Rust | [`native`], with `use cardable_core::native::*` |
//! | read scripts | [`Loader::scripts`] with `cardable_lua::Luau`, of the crate `cardable-lua` |
//! | draw the states | [`graph`]; the JSON Schema for editors is in [`schema`] |
//! | test a ruleset | [`testing`]: the laws, a bench for single steps, recorded playthroughs |
//!
//! Errors say whose mistake it is: [`LoadError`] and [`SetupError`] come before a game;
//! [`NotApplied::Refused`] is the player's, with a [`Refusal`] to show, [`NotApplied::Faulted`] the
//! ruleset's, with a [`FaultReport`]. After both the game is as it was. Enums of errors may grow; those of
//! events, views and choices do not grow without a new version, so that clients can handle all of them.
//!
//! # Features
//!
//! - `fs`, on by default: [`Ruleset::load`], [`Loader::check_path`] and [`content::Directory`] read from the
//!   disk. Without it the crate does no I/O, and builds for `wasm32-unknown-unknown`.
//! - `schemars`, off by default: JSON Schemas (`schemars::JsonSchema`) of views, events, choices and the
//!   like, for programs that send them.
//!
//! Views, events, choices, setups and logs are `serde` types. Where a generator is asked for
//! ([`Decision::sample`], [`Game::playout`]) it is any [`rand::Rng`] of rand 0.10, which is re-exported with
//! [`rand_chacha`] so that versions cannot differ.
//!
//! # What is not for embedding programs
//!
//! [`program`], [`document`], [`dialects`], [`source`], [`json`] and most of [`engine`] are the compiler and what it
//! makes. They are open to the tools of this workspace, and may change with any version.

// In the order in which the data flows.
pub mod ids;
pub mod value;

pub mod content;
pub mod diag;
pub mod dialects;
pub mod document;
pub mod engine;
pub mod event;
pub mod json;
pub mod primitives;
pub mod program;
pub mod script;
pub mod source;
pub mod view;

mod bot;
mod canonical;
mod choice;
mod decision;
mod error;
mod game;
pub mod graph;
mod imagine;
mod interact;
mod loader;
mod log;
mod named;
mod replica;
mod ruleset;
mod save;
pub mod schema;
mod seating;
mod setup;
mod sheet;
pub mod story;
pub mod testing;
pub mod text;

pub use rand;
pub use rand_chacha;

pub use bot::{Bot, RandomBot};
pub use choice::{Choice, Count, Extensions, Pick, Picks};
pub use decision::{Decision, Offered, PickOffered, Unavailable};
pub use dialects::native;
pub use engine::GameResult;
pub use engine::chance::Chance;
pub use error::{FaultReport, NotApplied, Refusal, SetupError, Traceback};
pub use game::{Game, MAX_CARDS, Playout, PlayoutObserver};
pub use ids::{Seat, SeatSet, Viewer};
pub use interact::{Interaction, LegalInteraction, Touch};
pub use loader::{Loader, Packed};
pub use log::{Entry, LOG_FORMAT, Log, MAX_LOG, Match, Misfit, ReplayError, Undone};
pub use named::Named;
pub use replica::{CardKey, Replica};
pub use ruleset::{Checked, LoadError, Ruleset};
pub use save::{MAX_SAVE, RestoreError, SAVE_FORMAT};
pub use setup::{GameOptions, Generator, OptionValue, Seed, Setup};
pub use sheet::{
    ActionSheet, CardSheet, DataSheet, OptionSheet, RoleSheet, SetSheet, Sheet, StateSheet, ZoneSheet,
};
pub use view::{View, ViewEvent};

/// The README's program compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
