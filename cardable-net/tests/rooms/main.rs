//! Rooms as hosts run them, on real files, without sockets.

#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout
)]

#[path = "../common/kept.rs"]
mod kept;
#[path = "../common/shared.rs"]
mod shared;
#[path = "../common/seeded.rs"]
mod seeded;

mod aborts;
mod apart;
mod away;
mod beginning;
mod bots;
mod damaged;
mod fair;
mod games;
mod learned;
mod lobby;
mod owner;
mod quotas;
mod returning;
mod sharing;
mod short;
mod stopping;
mod store;
mod support;
mod trouble;
mod unsure;
