//! The host with real sockets on the loopback.

mod support;

mod docs;
mod drain;
mod frames;
mod limits;
mod pages;
mod record;
mod seats;
mod secrecy;
