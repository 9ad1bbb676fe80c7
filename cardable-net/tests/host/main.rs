//! The host with real sockets on the loopback.

mod support;

mod crowd;
mod docs;
mod drain;
mod frames;
mod limits;
mod pages;
mod record;
mod seats;
mod secrecy;
mod tls;
