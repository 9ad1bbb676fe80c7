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
//! | read a ruleset | [`load`], [`parse`]; [`Loader`] for content roots, scripts and primitives; [`Checked`] with errors *and* warnings; [`content::Files`] where rulesets are not on a disk |
//! | keep compiled rules | [`Ruleset::to_bytes`] and [`Ruleset::from_bytes`]: a program that only plays needs no compiler, and stands on `cardable-engine` alone |
//! | begin a game | [`Setup`] (seats, teams, roles, options), [`Seed`], [`Game::new`] |
//! | play | [`Game::decisions`], [`Game::decision`]; [`DecisionRef::nth`], [`DecisionRef::labelled`], [`DecisionRef::extend`] and [`DecisionRef::offers`] for what may be chosen; [`Decision`] is one to keep and send; [`Choice`]; [`Game::submit`], [`Game::submit_seen`] for races, [`Game::timeout`] |
//! | play by touch | [`Game::interact`] and [`Game::legal_interactions`], for rulesets with action templates |
//! | show the table | [`Game::view`] gives a [`View`]; [`RulesetInfo`] and the names of [`Ruleset`] say what its numbers mean, [`Ruleset::datum_text`] and [`Ruleset::message_text`] what players read |
//! | show what happens | [`Game::with_events`] or [`Game::begin_with_events`], then [`Game::events`]; a client keeps a [`Replica`], which applies them and says what moved; [`Game::opening_view`] is the table before the first deal |
//! | save, log, undo | [`Game::save`] and [`Game::restore`]; [`Match`] is a game with its [`Log`], undo and replay; [`Game::take_back`] for the last choice |
//! | search | [`Game::fork`], [`Game::imagine`] for what a seat cannot know, [`Game::playout`] (with a [`PlayoutObserver`] for statistics), [`Game::submit_nth`]; [`Game::submit_with`] with a [`Chance`] of your own; [`Bot`] |
//! | add primitives | [`primitives::Primitive`] and [`Loader::primitive`] |
//! | write rules in Rust | [`dsl`], with `use cardable_core::dsl::*` |
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
//! - `fs`, on by default: [`load`], [`Loader::check_path`] and [`content::Directory`] read from the
//!   disk. Without it the crate does no I/O, and builds for `wasm32-unknown-unknown`.
//! - `phases` and `tables`, on by default: read games in phases (`.cardgame.json`) and tables without rules
//!   (`.game.json`). Without them such a file is an error that names the feature.
//! - `dsl`, on by default: rulesets written in Rust.
//! - `schema`, on by default: JSON Schemas of the files, for editors.
//! - `testing`, on by default: the laws of the engine and recorded playthroughs.
//! - `schemars`, off by default: JSON Schemas (`schemars::JsonSchema`) of views, events, choices and the
//!   like, for programs that send them.
//!
//! Views, events, choices, setups and logs are `serde` types. Where a generator is asked for
//! ([`DecisionRef::sample`], [`Game::playout`]) it is any [`rand::Rng`] of rand 0.10, which is re-exported with
//! [`rand_chacha`] so that versions cannot differ.

#[cfg(feature = "testing")]
pub mod testing;

#[cfg(feature = "dsl")]
pub use cardable_compiler::dsl;
#[cfg(feature = "fs")]
pub use cardable_compiler::load;
#[cfg(feature = "schema")]
pub use cardable_compiler::schema;
pub use cardable_compiler::{Checked, LoadError, Loader, Packed, parse};
pub use cardable_engine::{
    ActionInfo, Bot, BytesError, CardInfo, CardKey, CardMoved, CardPlace, CardTurned, Chance, Changes,
    Choice, Count, DataInfo, Decision, DecisionRef, Entry, Extensions, FaultReport, Game, GameOptions,
    GameResult, Generator, Interaction, LOG_FORMAT, Labelled, LegalInteraction, Links, Log, MAX_CARDS,
    MAX_LOG, MAX_RULES, MAX_SAVE, Match, Misfit, Named, NotApplied, NotPortable, Offered, OptionInfo,
    OptionValue, OutOfStep, Pick, PickOffered, Picks, Playout, PlayoutObserver, RULES_FORMAT, RandomBot,
    Refusal, ReplayError, Replica, RestoreError, RoleInfo, Ruleset, RulesetInfo, SAVE_FORMAT, Seat, SeatSet,
    Seed, SetInfo, Setup, SetupError, StateInfo, Touch, Traceback, Unavailable, Undone, View, ViewEvent,
    Viewer, ZoneInfo,
};
pub use cardable_engine::{graph, ids, story, text, value, view};
pub use rand;
pub use rand_chacha;

/// From where rulesets are read: folders, memory, or what a program supplies itself.
pub mod content {
    #[cfg(feature = "fs")]
    pub use cardable_compiler::content::Directory;
    pub use cardable_compiler::content::{
        Collection, ContentPath, Dialect, Entry, Files, FilesError, Kind, MemoryFiles, PathError, Roots,
    };
}

/// What is wrong with a text, where, and what to write instead.
pub mod diag {
    pub use cardable_compiler::diag::*;
    pub use cardable_compiler::report::Report;
    pub use cardable_compiler::text::source::{FileId, Sources, Span};
}

/// Primitives of the embedding program: how they are declared, and what they reach of a game.
pub mod primitives {
    pub use cardable_engine::engine::{Engine, Fault, FaultKind, Reader, Run};
    pub use cardable_engine::primitives::{
        Arity, Family, Moves, Param, ParamType, Primitive, Question, Reads, Requirement, Signature, all,
        find, manual, manual_of,
    };
}

/// What `RulesetInfo` says of zones, data, states and actions.
pub mod info {
    pub use cardable_engine::program::{ActionKind, MessagePlace, Order, PickWhat, Shown, StateType};
}

/// Scripts: which language reads them, and what they may use. A crate that brings a language stands on
/// `cardable-engine`, which has all that crosses between the two.
pub mod script {
    pub use cardable_engine::script::{ScriptEngine, ScriptLimits};
}

/// The compiler and the engine, for the tools of this workspace. All of it may change with any version.
#[doc(hidden)]
pub mod internal {
    pub use cardable_compiler as compiler;
    pub use cardable_engine as engine;
}

/// The README's program compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
