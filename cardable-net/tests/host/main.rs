//! The host with real sockets on the loopback.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests"
)]

#[path = "../common/clients.rs"]
mod clients;
#[path = "../common/replayed.rs"]
mod replayed;
#[path = "../common/seeded.rs"]
mod seeded;
mod support;
#[path = "../common/tables.rs"]
mod tables;

mod bounds;
mod branches;
mod crowd;
mod debug;
mod docs;
mod drain;
mod formats;
mod frames;
mod gate;
mod interact;
mod languages;
mod limits;
mod many;
mod matching;
mod pages;
mod record;
mod replay;
mod scripts;
mod seats;
mod secrecy;
mod store;
mod tls;
