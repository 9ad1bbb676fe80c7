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
#[allow(dead_code, reason = "other tests need more of it")]
mod clients;
#[path = "../common/kept.rs"]
mod kept;
#[path = "../common/quick.rs"]
mod quick;
#[path = "../common/seeded.rs"]
mod seeded;

mod cluster;
mod faults;
mod hosts;
mod programs;
mod readings;
mod sessions;
mod store;
mod storm;
mod storms;
mod transfer;
