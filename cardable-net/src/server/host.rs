//! What all connections of a host share.

use super::address::Addresses;
use super::metrics::Metrics;
use crate::config::Config;
use crate::library::Library;
use crate::lobby::Rooms;
use crate::protocol::{PROTOCOL, Refused, Seated, Welcome, WireLimits};
use std::sync::Arc;
use tokio::sync::watch;

/// What all connections share.
#[derive(Debug)]
pub(crate) struct Host {
    pub(crate) config: Config,
    pub(crate) rooms: Rooms,
    pub(crate) library: Library,
    pub(crate) addresses: Arc<Addresses>,
    pub(crate) metrics: Metrics,
    /// How far the host is with stopping.
    pub(crate) stage: watch::Receiver<Stage>,
    /// To ask the host to stop.
    pub(crate) stop: watch::Sender<bool>,
}

/// How far a host is with stopping.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    Serving,
    /// It begins nothing new, and its rooms put down their pens.
    Draining,
    /// All sockets are closed.
    Stopping,
}

impl Host {
    /// Whether the host begins nothing new.
    pub(crate) fn drains(&self) -> bool {
        *self.stage.borrow() > Stage::Serving
    }

    /// What a client is told first.
    pub(crate) fn welcome(&self, seated: Option<Seated>, not_resumed: Option<Refused>) -> Welcome {
        let limits = &self.config.limits;
        Welcome {
            protocol: PROTOCOL,
            server: self.config.name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            limits: WireLimits {
                message_bytes: limits.message_bytes as u32,
                messages_per_second: limits.messages_per_second,
                messages_burst: limits.messages_burst,
                chat_chars: self.config.rooms.chat_letters as u32,
                name_chars: self.config.rooms.name_letters as u32,
                idle_seconds: limits.idle as u32,
                grace_seconds: self.config.rooms.grace as u32,
            },
            rulesets: super::content::rulesets(&self.library),
            content: super::content::manifest(&self.library, self.config.show_sources),
            seated,
            not_resumed,
        }
    }
}
