//! The life of a choice: what may be chosen, what it does, and what follows from it.

// No module imports one that stands after it.
pub(crate) mod chance;
pub mod by_name;
pub(crate) mod origins;
pub mod visibility;
pub(crate) mod in_play;
pub mod cards;
pub mod moves;
pub(crate) mod together;
pub mod arrange;
pub(crate) mod marks;
pub mod legal_set;
pub mod control;
pub(crate) mod ways;
pub mod valid;
pub(crate) mod search;
pub(crate) mod combine;
pub(crate) mod choose;
pub(crate) mod room;
pub mod legal;
pub(crate) mod obstacles;
pub(crate) mod entry;
pub(crate) mod members;
pub mod exec;
pub(crate) mod messages;
pub(crate) mod computed;
pub(crate) mod turns;
pub(crate) mod rounds;
pub(crate) mod idle;
pub(crate) mod onward;
pub(crate) mod prompts;
pub mod run;
pub(crate) mod scenes;
pub(crate) mod apply;
pub(crate) mod setup;
