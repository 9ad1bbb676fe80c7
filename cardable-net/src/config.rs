//! What an operator can set. Everything has a default that is safe on the open network; the file
//! `cardable-host.toml` in `docs/` shows all of it.

use crate::lobby::RoomLimits;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Everything that can be set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// What the host is called.
    pub name: String,
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where it keeps its rooms; `:memory:` keeps them until it stops. Nothing for the usual place of
    /// the system.
    pub data: Option<PathBuf>,
    /// Folders with rulesets, each a folder a ruleset, beside those that come with the host.
    pub rulesets: Vec<PathBuf>,
    /// Whether the texts of rulesets can be fetched.
    pub show_sources: bool,
    /// Pages of other hosts that may open a socket, such as `https://play.example.org`. Pages of this
    /// host always may. On a loopback address, only loopback names are the host's own, unless a trusted
    /// proxy says another.
    pub origins: Vec<String>,
    /// Proxies before the host, whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// What opens `/admin`; without it there is none.
    pub admin_token: Option<String>,
    /// What is logged, such as `info` or `cardable_net=debug`.
    pub log: String,
    /// How it is logged.
    pub log_format: LogFormat,
    /// A certificate, for `https` and `wss` without a proxy.
    pub tls: Option<Tls>,
    /// What connections may do.
    pub limits: Limits,
    /// What rooms may do.
    pub rooms: RoomLimits,
}

/// How things are logged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// Lines of JSON.
    Json,
}

/// A certificate and its key, as PEM files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tls {
    /// The certificate, with those that it stands on.
    pub cert: PathBuf,
    /// Its key.
    pub key: PathBuf,
}

/// What connections may do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Connections in all.
    pub sockets: usize,
    /// Connections from one address. An IPv6 address stands for its /64 network.
    pub sockets_per_address: usize,
    /// Bytes of a message from a client.
    pub message_bytes: usize,
    /// Messages a second from one connection, over a longer time.
    pub messages_per_second: u32,
    /// How many of them may come at once.
    pub messages_burst: u32,
    /// Messages a second from one address, over a longer time.
    pub address_messages_per_second: u32,
    /// How many of them may come at once.
    pub address_messages_burst: u32,
    /// Requests and connections a second from one address, over a longer time.
    pub address_requests_per_second: u32,
    /// How many of them may come at once.
    pub address_requests_burst: u32,
    /// Messages that wait for a client.
    pub queue: usize,
    /// Seconds within which a connection must have sent its request's head, finished its TLS handshake
    /// and, on a websocket, said hello.
    pub handshake: u64,
    /// Seconds within which a request must be read and answered.
    pub request: u64,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Seconds without a word from a client, after which its socket is closed. It is pinged before.
    pub idle: u64,
    /// Seconds for which a message may wait to be sent.
    pub send: u64,
    /// Seconds for which the host waits for its rooms and clients when it stops.
    pub grace: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            name: "Cardable".to_owned(),
            listen: SocketAddr::from(([127, 0, 0, 1], 7777)),
            data: None,
            rulesets: Vec::new(),
            show_sources: false,
            origins: Vec::new(),
            trusted_proxies: Vec::new(),
            admin_token: None,
            log: "info".to_owned(),
            log_format: LogFormat::Text,
            tls: None,
            limits: Limits::default(),
            rooms: RoomLimits::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            sockets: 20_000,
            sockets_per_address: 500,
            message_bytes: 16 * 1024,
            messages_per_second: 20,
            messages_burst: 60,
            address_messages_per_second: 200,
            address_messages_burst: 1000,
            address_requests_per_second: 200,
            address_requests_burst: 2_000,
            queue: 64,
            handshake: 10,
            request: 15,
            body_bytes: 4 * 1024,
            idle: 60,
            send: 10,
            grace: 10,
        }
    }
}

/// Why a configuration cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("`{file}` cannot be read: {why}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        why: std::io::Error,
    },
    /// The file is no configuration.
    #[error("`{file}` is no configuration: {why}")]
    Malformed {
        /// The file.
        file: String,
        /// Where and why.
        why: toml::de::Error,
    },
    /// A value cannot be used.
    #[error("`{key}` {why}")]
    Value {
        /// Which.
        key: &'static str,
        /// What is wrong with it, and what to write.
        why: String,
    },
}

impl Config {
    /// Reads a file.
    pub fn read(file: &Path) -> Result<Config, ConfigError> {
        let shown = file.display().to_string();
        let text = std::fs::read_to_string(file).map_err(|why| ConfigError::Unreadable {
            file: shown.clone(),
            why,
        })?;
        let config: Config =
            toml::from_str(&text).map_err(|why| ConfigError::Malformed { file: shown, why })?;
        config.check()?;
        Ok(config)
    }

    /// Whether its values can be used.
    pub fn check(&self) -> Result<(), ConfigError> {
        let limits = &self.limits;
        let positive: [(&'static str, u64); 17] = [
            ("limits.sockets", limits.sockets as u64),
            ("limits.sockets_per_address", limits.sockets_per_address as u64),
            ("limits.messages_per_second", limits.messages_per_second.into()),
            ("limits.messages_burst", limits.messages_burst.into()),
            (
                "limits.address_messages_per_second",
                limits.address_messages_per_second.into(),
            ),
            (
                "limits.address_messages_burst",
                limits.address_messages_burst.into(),
            ),
            (
                "limits.address_requests_per_second",
                limits.address_requests_per_second.into(),
            ),
            (
                "limits.address_requests_burst",
                limits.address_requests_burst.into(),
            ),
            ("limits.queue", limits.queue as u64),
            ("limits.handshake", limits.handshake),
            ("limits.request", limits.request),
            ("limits.idle", limits.idle),
            ("limits.send", limits.send),
            ("rooms.rooms", self.rooms.rooms as u64),
            ("rooms.rooms_per_address", self.rooms.rooms_per_address as u64),
            ("rooms.rooms_per_person", self.rooms.rooms_per_person as u64),
            ("rooms.records", self.rooms.records as u64),
        ];
        if let Some((key, _)) = positive.iter().find(|(_, value)| *value == 0) {
            let why = "is 0, so nothing would work; write 1 or more".to_owned();
            return Err(ConfigError::Value { key, why });
        }
        if !(1024..=1 << 20).contains(&limits.message_bytes) {
            let why = format!("is {}; write 1024 to 1048576", limits.message_bytes);
            return Err(ConfigError::Value {
                key: "limits.message_bytes",
                why,
            });
        }
        if self.rooms.seed_parts > 60_000 {
            let why = format!("is {}; write 0 to 60000 milliseconds", self.rooms.seed_parts);
            return Err(ConfigError::Value {
                key: "rooms.seed_parts",
                why,
            });
        }
        if self.name.trim().is_empty() {
            let why = "is empty; write what the host is to be called".to_owned();
            return Err(ConfigError::Value { key: "name", why });
        }
        if let Some(origin) = self.origins.iter().find(|origin| !is_origin(origin)) {
            let host = origin.split_once("://").map_or(&**origin, |(_, rest)| rest);
            let host = host.split('/').next().filter(|host| !host.is_empty());
            let host = host.unwrap_or("play.example.org");
            let why = format!(
                "has `{origin}`, which no browser says of a page; write the scheme and the name alone, such \
                 as `https://{host}`"
            );
            return Err(ConfigError::Value { key: "origins", why });
        }
        match &self.admin_token {
            Some(token) if token.len() < 16 => Err(ConfigError::Value {
                key: "admin_token",
                why: "has fewer than 16 letters and could be guessed; write a longer one".to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// Where the rooms are kept; nothing for in memory.
    pub fn data_folder(&self) -> Option<PathBuf> {
        match &self.data {
            Some(data) if data == Path::new(":memory:") => None,
            Some(data) => Some(data.clone()),
            None => Some(usual_data_folder()),
        }
    }
}

/// Whether a browser may say this of where a page comes from: a scheme and a name, with no path.
fn is_origin(origin: &str) -> bool {
    let name = ["https://", "http://"]
        .iter()
        .find_map(|scheme| origin.strip_prefix(scheme));
    let name = name.map(|name| name.strip_suffix('/').unwrap_or(name));
    name.is_some_and(|name| !name.is_empty() && !name.contains('/'))
}

/// The usual place of the system for data of a program.
fn usual_data_folder() -> PathBuf {
    let from = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|p| p.is_absolute())
    };
    from("XDG_DATA_HOME")
        .or_else(|| from("HOME").map(|home| home.join(".local/share")))
        .or_else(|| from("LOCALAPPDATA"))
        .unwrap_or_else(std::env::temp_dir)
        .join("cardable")
}
