//! The host with real sockets on the loopback.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod support;

mod branches;
mod crowd;
mod docs;
mod drain;
mod frames;
mod limits;
mod pages;
mod record;
mod replay;
mod seats;
mod secrecy;
mod tls;
