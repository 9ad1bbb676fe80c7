//! Runs compiled rules.
//!
//! A [`Ruleset`] is what `cardable-compiler` makes of texts. A [`Game`] of it is played by submitting the
//! choices of its [`Decision`]s, and shows every viewer just what that viewer may know. People use the crate
//! `cardable-core`, which has both.

// No module imports one that stands after it.
pub mod ids;
pub mod value;
mod digest;
mod mix;
#[doc(hidden)]
pub mod suggest;
#[doc(hidden)]
pub mod limits;
mod choice;
mod setup;
#[doc(hidden)]
pub mod signature;
mod language;
pub mod script;
#[doc(hidden)]
pub mod program;
#[doc(hidden)]
pub mod text;
mod translated;
pub mod event;
#[doc(hidden)]
pub mod fault;
#[doc(hidden)]
pub mod world;
#[doc(hidden)]
pub mod vm;
#[doc(hidden)]
pub mod play;
mod hosts;
mod ruleset;
pub mod primitives;
mod compiled;
mod error;
pub mod view;
mod words;
mod decision;
mod checked_setup;
mod game;
mod interact;
mod owned;
#[doc(hidden)]
pub mod imagine;
mod named;
mod log;
mod save;
mod bot;
mod replica;
mod shown_data;
mod info;
mod learning;
pub mod graph;
pub mod story;

pub use bot::{Bot, RandomBot};
pub use choice::{Choice, Count, Extensions, Pick, Picks};
pub use compiled::{BytesError, Links, MAX_RULES, NotPortable, RULES_FORMAT};
pub use decision::{ChoiceKey, DecisionRef, KeyedChoice, Labelled, Offered, PickOffered, Unavailable};
pub use digest::Digest;
pub use error::{NotApplied, PositionError, Refusal, SetupError};
pub use fault::{FaultReport, Traceback};
pub use game::work_of;
pub use game::{
    Game, Given, InZone, Inspection, Item, Knowledge, Known, Laid, Moment, NoPosition, Playout,
    PlayoutObserver, Position, Scoring, Seating, Standings, UntilScored, WorkedOut,
};
#[doc(hidden)]
pub use game::{Handed, LaterCode, ToldToAuthor, events_with_rules, events_with_shown, list_again};
pub use ids::{Seat, SeatSet, Viewer};
pub use imagine::{History, PastChoice, SeenHistory, Walk};
pub use info::{
    ActionInfo, BackInfo, CardInfo, CornerInfo, DataInfo, OptionInfo, RoleInfo, RulesetInfo, SetInfo,
    StateInfo, TeamsInfo, ZoneInfo,
};
pub use interact::{Interaction, LegalInteraction, Touch};
pub use language::{Language, PluralForm};
pub use learning::{ActionSpace, LegalNumber, Observation, returns};
pub use limits::{MAX_CARDS, MAX_LOG, MAX_SAVE};
pub use log::{Entry, LOG_FORMAT, Log, Match, Misfit, ReplayError, Undone};
pub use named::Named;
pub use owned::Decision;
pub use program::Best;
pub use replica::{CardKey, CardMoved, CardPlace, CardTurned, Changes, Replica};
pub use ruleset::{Revealing, Ruleset};
pub use save::{RestoreError, SAVE_FORMAT};
pub use setup::{GameOptions, Generator, OptionValue, Seed, Setup};
pub use view::{OutOfStep, View, ViewEvent};
pub use words::Words;
pub use world::GameResult;
pub use world::chance::Chance;
