//! The store in a real PostgreSQL, which runs in a folder of its own.
//!
//! Where there is none, the tests are left out, and say so; with `CARDABLE_POSTGRES=required` they fail instead.

#![cfg(all(unix, feature = "postgres"))]
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout
)]

#[path = "../common/clients.rs"]
mod clients;
#[path = "../common/kept.rs"]
mod kept;
#[path = "../common/replayed.rs"]
mod replayed;
#[path = "../common/seeded.rs"]
mod seeded;
#[path = "../common/tables.rs"]
mod tables;

mod cluster;
mod faults;
mod programs;
mod store;
