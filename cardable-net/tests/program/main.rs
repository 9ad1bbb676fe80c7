//! The program `cardable-host` itself: killed, stopped, on a disk that fails, and told nonsense.

#![cfg(unix)]
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
#[path = "../common/replayed.rs"]
mod replayed;
#[path = "../common/quick.rs"]
mod quick;
#[path = "../common/seeded.rs"]
mod seeded;
#[path = "../common/tables.rs"]
mod tables;

mod support;

mod checked;
#[cfg(target_os = "linux")]
mod disk;
mod killed;
mod slow;
mod stopped;
mod stores;
mod suspected;
mod taken_over;
