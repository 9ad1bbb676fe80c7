//! State shared by all connections of a host.

use super::address::Addresses;
use super::links::Links;
use super::metrics::Metrics;
use crate::config::Config;
use crate::environment::Versions;
use crate::library::Library;
use crate::lobby::Rooms;
use crate::protocol::{Refused, Seated, Welcome, WireLimits};
use cardable_core::Language;
use std::sync::Arc;
use tokio::sync::watch;

#[derive(Debug)]
pub(crate) struct Host {
    pub(crate) config: Config,
    /// Which versions it speaks.
    pub(crate) versions: Versions,
    pub(crate) rooms: Rooms,
    pub(crate) library: Library,
    pub(crate) addresses: Arc<Addresses>,
    /// Links to other hosts.
    pub(super) links: Links,
    pub(crate) metrics: Metrics,
    /// Current stage of shutdown.
    pub(crate) stage: watch::Receiver<Stage>,
    /// Set to true to stop the host.
    pub(crate) stop: watch::Sender<bool>,
}

/// Stage of a host's shutdown, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    Serving,
    /// Starts nothing new. Rooms finish and flush.
    Draining,
    /// Closes all sockets.
    Stopping,
}

impl Host {
    /// Whether the host starts nothing new.
    pub(crate) fn drains(&self) -> bool {
        *self.stage.borrow() > Stage::Serving
    }

    /// The first message to a client, with which it speaks a version of the protocol.
    pub(crate) fn welcome(
        &self,
        version: u32,
        language: Language,
        seated: Option<Seated>,
        not_resumed: Option<Refused>,
    ) -> Welcome {
        let limits = &self.config.limits;
        Welcome {
            protocol: version,
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
            rulesets: super::content::rulesets(&self.library, language),
            content: super::content::manifest(&self.library, language, self.config.show_sources),
            seated,
            not_resumed,
            debug: self.config.rooms.debug,
        }
    }
}
