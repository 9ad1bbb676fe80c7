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
#[path = "../common/shared.rs"]
mod shared;
#[path = "../common/quick.rs"]
mod quick;
#[path = "../common/replayed.rs"]
#[allow(dead_code, reason = "other tests need more of it")]
mod replayed;
#[path = "../common/seeded.rs"]
mod seeded;

mod bad;
mod clocks;
mod cluster;
mod faults;
mod hosts;
mod operator;
mod programs;
mod quotas;
mod rates;
mod readings;
mod restore;
mod script;
mod sessions;
mod store;
mod storm;
mod storms;
mod transfer;
mod versions;
mod within;
