//! Cardable: a card-game engine in which a game is data.
//!
//! A [`Ruleset`] is read from JSON and checked; a [`Game`] is played by
//! submitting the choices of its [`Decision`]s, and shows every viewer just
//! what that viewer may know.

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
mod choice;
mod decision;
mod error;
mod game;
pub mod graph;
mod imagine;
mod interact;
mod loader;
mod log;
mod replica;
mod ruleset;
mod save;
pub mod schema;
mod seating;
mod setup;
mod sheet;
pub mod testing;
pub mod text;

pub use bot::{Bot, RandomBot};
pub use choice::{Choice, Count, Extensions, Pick, Picks};
pub use decision::{Decision, Offered, PickOffered, Unavailable};
pub use dialects::native;
pub use engine::GameResult;
pub use engine::chance::Chance;
pub use error::{FaultReport, NotApplied, Refusal, SetupError, Traceback};
pub use game::{Game, MAX_CARDS, Playout};
pub use ids::{Seat, SeatSet, Viewer};
pub use interact::{Interaction, LegalInteraction, Touch};
pub use loader::Loader;
pub use log::{Entry, LOG_FORMAT, Log, MAX_LOG, Match, ReplayError, Undone};
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
#[doc = include_str!("../../README.md")]
pub struct Readme;
