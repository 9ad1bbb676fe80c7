//! The reference host: rooms that lose nothing, a protocol over websockets, and
//! a table for the browser that plays any ruleset.
//!
//! A [`lobby`] holds rooms. Each [`room`] is one task that owns one game and is
//! its only writer. It makes every choice durable in the [`store`] before it
//! tells anybody about it.

// In the order in which the data flows.
pub mod protocol;

pub mod entropy;
pub mod environment;
mod thinking;

pub mod fairness;
pub mod library;
pub mod lobby;
pub mod room;
pub mod store;
pub mod wire;

pub mod config;
pub mod server;

mod places;
mod sheet;
mod transfer;

pub mod client;
pub mod manual;
pub mod open_files;
pub mod program;

pub use config::Config;
pub use entropy::Entropy;
pub use environment::Environment;
pub use server::{ServeError, serve, serve_from};
pub use sheet::sheet;
