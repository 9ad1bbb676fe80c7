//! Runs compiled rules.
//!
//! A [`Ruleset`] is what `cardable-compiler` makes of texts. A [`Game`] of it is played by submitting the
//! choices of its [`Decision`]s, and shows every viewer just what that viewer may know. People use the crate
//! `cardable-core`, which has both.

// In the order in which the data flows.
pub mod ids;
#[doc(hidden)]
pub mod suggest;
pub mod value;

#[doc(hidden)]
pub mod engine;
pub mod event;
pub mod primitives;
#[doc(hidden)]
pub mod program;
pub mod script;
#[doc(hidden)]
pub mod signature;
pub mod view;

mod bot;
mod choice;
mod decision;
mod error;
mod game;
pub mod graph;
#[doc(hidden)]
pub mod imagine;
mod interact;
mod limits;
mod log;
mod named;
mod replica;
mod ruleset;
mod save;
mod seating;
mod setup;
mod sheet;
pub mod story;
#[doc(hidden)]
pub mod text;

pub use bot::{Bot, RandomBot};
pub use choice::{Choice, Count, Extensions, Pick, Picks};
pub use decision::{Decision, Offered, PickOffered, Unavailable};
pub use engine::GameResult;
pub use engine::chance::Chance;
pub use engine::{FaultReport, Traceback};
pub use error::{NotApplied, Refusal, SetupError};
pub use game::{Game, Playout, PlayoutObserver};
pub use ids::{Seat, SeatSet, Viewer};
pub use interact::{Interaction, LegalInteraction, Touch};
pub use limits::{MAX_CARDS, MAX_LOG, MAX_SAVE};
pub use log::{Entry, LOG_FORMAT, Log, Match, Misfit, ReplayError, Undone};
pub use named::Named;
pub use replica::{CardKey, Replica};
pub use ruleset::Ruleset;
pub use save::{RestoreError, SAVE_FORMAT};
pub use setup::{GameOptions, Generator, OptionValue, Seed, Setup};
pub use sheet::{
    ActionSheet, CardSheet, DataSheet, OptionSheet, RoleSheet, SetSheet, Sheet, StateSheet, ZoneSheet,
};
pub use view::{View, ViewEvent};
