//! The host's configuration. Every setting has a default that is safe on the open network;
//! `docs/cardable-host.toml` lists them all.

use crate::lobby::RoomLimits;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use thiserror::Error;

mod bounds;
mod database;

pub(crate) use database::wrong_password;

/// All settings of a host.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The host's display name.
    pub name: String,
    /// The address to listen at.
    pub listen: SocketAddr,
    /// The folder for its rooms. `:memory:` keeps them until the host stops, and None stands for the
    /// system's usual data folder.
    pub data: Option<PathBuf>,
    /// The address of a PostgreSQL database for its rooms, such as `postgres://user:password@host/database`, instead of a
    /// folder: `data` is not used then.
    pub store: Option<String>,
    /// A file of certificates, as PEM, that the database's certificate must come from. With None those that browsers trust.
    pub store_certificates: Option<PathBuf>,
    /// Seconds after which other hosts take the rooms of one that is gone.
    pub lease: u64,
    /// The address to listen at for other hosts on the same database. Only hosts should be able to reach it. With port 0 the
    /// system chooses one.
    pub link: SocketAddr,
    /// The address and port at which other hosts reach this one, if it is not `link`.
    pub link_address: Option<String>,
    /// Folders of rulesets, with one folder each, in addition to the built-in ones.
    pub rulesets: Vec<PathBuf>,
    /// Whether clients can download the source files of rulesets.
    pub show_sources: bool,
    /// Origins of other sites whose pages may open a socket, such as `https://play.example.org`. The
    /// host's own pages always may. Clients that connect to a loopback address must use a loopback name or
    /// one of these, unless they come through a trusted proxy.
    pub origins: Vec<String>,
    /// Proxies in front of the host. Only their `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpAddr>,
    /// The password for `/admin`. With None there is no `/admin`.
    pub admin_token: Option<String>,
    /// The log filter, such as `info` or `cardable_net=debug`.
    pub log: String,
    /// The format of log lines.
    pub log_format: LogFormat,
    /// The certificate to serve `https` and `wss` without a proxy.
    pub tls: Option<Tls>,
    /// Limits for connections.
    pub limits: Limits,
    /// Limits for rooms.
    pub rooms: RoomLimits,
}

/// The format of log lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// Plain text.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// A certificate and its key, as PEM files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tls {
    /// The certificate, followed by its chain.
    pub cert: PathBuf,
    /// The certificate's private key.
    pub key: PathBuf,
}

/// Limits for connections.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Maximum number of connections.
    pub sockets: usize,
    /// Maximum number of connections from one address. An IPv6 address counts as its /64 network.
    pub sockets_per_address: usize,
    /// Maximum size of a client's message in bytes.
    pub message_bytes: usize,
    /// Messages a second from one connection, sustained.
    pub messages_per_second: u32,
    /// Messages that one connection may send at once.
    pub messages_burst: u32,
    /// Messages a second from one address, sustained.
    pub address_messages_per_second: u32,
    /// Messages that one address may send at once.
    pub address_messages_burst: u32,
    /// Requests and connections a second from one address, sustained.
    pub address_requests_per_second: u32,
    /// Requests and connections that one address may make at once.
    pub address_requests_burst: u32,
    /// Maximum number of messages that may wait for a client.
    pub queue: usize,
    /// Seconds that a connection has to finish its TLS handshake, to send its request's head and, on a
    /// websocket, to say hello.
    pub handshake: u64,
    /// Seconds to read and answer a request.
    pub request: u64,
    /// Maximum size of a request's body in bytes.
    pub body_bytes: usize,
    /// Seconds of silence from a client before its socket is closed. The host pings it first.
    pub idle: u64,
    /// Seconds that a message may wait to be sent.
    pub send: u64,
    /// Seconds that the host waits for its rooms and clients when it stops.
    pub grace: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            name: "Cardable".to_owned(),
            listen: SocketAddr::from(([127, 0, 0, 1], 7777)),
            data: None,
            store: None,
            store_certificates: None,
            lease: 6,
            link: SocketAddr::from(([127, 0, 0, 1], 0)),
            link_address: None,
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

/// Why a configuration is invalid.
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
    /// The file's text is not a valid configuration.
    #[error("`{file}` is not a valid configuration: {why}")]
    Malformed {
        /// The file.
        file: String,
        /// Where and why.
        why: toml::de::Error,
    },
    /// A setting has an invalid value.
    #[error("`{key}` {why}")]
    Value {
        /// The setting.
        key: &'static str,
        /// What is wrong with it, and what to write.
        why: String,
    },
}

impl Config {
    /// Reads a configuration file. [`Config::check`] it once all is set: what is wrong in the file alone may be right with
    /// what comes from elsewhere.
    pub fn read(file: &Path) -> Result<Config, ConfigError> {
        let shown = file.display().to_string();
        let text = std::fs::read_to_string(file).map_err(|why| ConfigError::Unreadable {
            file: shown.clone(),
            why,
        })?;
        toml::from_str(&text).map_err(|why| ConfigError::Malformed { file: shown, why })
    }

    /// Checks the values of all settings.
    pub fn check(&self) -> Result<(), ConfigError> {
        self.check_store()?;
        self.check_beside_store()
    }

    /// Checks all settings but those that say where rooms are kept, for a host that is handed its store.
    pub(crate) fn check_beside_store(&self) -> Result<(), ConfigError> {
        self.check_bounds()?;
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

    /// Checks where the rooms are to be stored.
    fn check_store(&self) -> Result<(), ConfigError> {
        let wrong = |key, why: &str| {
            Err(ConfigError::Value {
                key,
                why: why.to_owned(),
            })
        };
        if let Some(why) = self.data.as_deref().and_then(unexpanded) {
            return Err(ConfigError::Value { key: "data", why });
        }
        if self.store.is_none() && self.data.is_none() && usual_data_folder().is_none() {
            return wrong(
                "data",
                "is left out, and neither XDG_DATA_HOME nor HOME says where programs keep their data; write a folder, \
                 or `:memory:`",
            );
        }
        let Some(store) = &self.store else {
            return self.check_no_store();
        };
        if !store.starts_with("postgres://") && !store.starts_with("postgresql://") {
            return wrong(
                "store",
                "is no address of a database; write `postgres://user:password@host/database`, or leave it out and \
                 write a folder for `data`",
            );
        }
        if let Some(why) = wrong_password(store) {
            return wrong("store", why);
        }
        if !(1..=60).contains(&self.lease) {
            return Err(ConfigError::Value {
                key: "lease",
                why: format!("is {}; write 1 to 60 seconds", self.lease),
            });
        }
        if self.link.ip().is_unspecified() && self.link_address.is_none() {
            return Err(ConfigError::Value {
                key: "link_address",
                why: format!(
                    "is left out, but `link` is {}, at which nobody reaches this host; write the address and port at which \
                     other hosts do",
                    self.link
                ),
            });
        }
        if cfg!(not(feature = "postgres")) {
            return wrong(
                "store",
                "is a PostgreSQL database, but this host was built without the feature `postgres`",
            );
        }
        Ok(())
    }

    /// Refuses what only hosts that share a database use.
    fn check_no_store(&self) -> Result<(), ConfigError> {
        let usual = Config::default();
        if self.store_certificates.is_some() {
            return Err(ConfigError::Value {
                key: "store",
                why: "is left out, but `store_certificates` is for a database; leave that out, too"
                    .to_owned(),
            });
        }
        let unused = [
            ("lease", self.lease != usual.lease),
            ("link", self.link != usual.link),
            ("link_address", self.link_address.is_some()),
        ];
        match unused.into_iter().find(|(_, is_set)| *is_set) {
            Some((key, _)) => Err(ConfigError::Value {
                key,
                why: "is for hosts that share a database, and `store` is left out; write the database's address for \
                      `store`, or leave it out, too"
                    .to_owned(),
            }),
            None => Ok(()),
        }
    }

    /// Keeps the rooms in a folder, whatever was said of a database.
    pub(crate) fn set_folder(&mut self, folder: &Path) {
        let usual = Config::default();
        (self.store, self.store_certificates) = (None, None);
        (self.lease, self.link, self.link_address) = (usual.lease, usual.link, None);
        self.data = Some(folder.to_owned());
    }

    /// The folder in which the rooms are stored; None if they are kept in memory.
    pub fn data_folder(&self) -> Option<PathBuf> {
        match &self.data {
            Some(data) if data == Path::new(":memory:") => None,
            Some(data) => Some(data.clone()),
            // Without a home the configuration is refused.
            None => Some(usual_data_folder().unwrap_or_else(|| PathBuf::from("cardable"))),
        }
    }
}

/// Whether a browser could send this as an `Origin`: a scheme and a host, with no path.
fn is_origin(origin: &str) -> bool {
    let name = ["https://", "http://"]
        .iter()
        .find_map(|scheme| origin.strip_prefix(scheme));
    let name = name.map(|name| name.strip_suffix('/').unwrap_or(name));
    name.is_some_and(|name| !name.is_empty() && !name.contains('/'))
}

/// Why a folder is not what its author means, if it begins as only shells understand it.
fn unexpanded(folder: &Path) -> Option<String> {
    let first = folder.components().next()?.as_os_str().to_str()?;
    if !first.starts_with(['~', '$']) {
        return None;
    }
    let rest: PathBuf = folder.components().skip(1).collect();
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let meant = match home.filter(|_| matches!(first, "~" | "$HOME" | "${HOME}")) {
        Some(home) => home.join(rest),
        None => Path::new("/var/lib").join(rest),
    };
    Some(format!(
        "is `{}`, and only shells replace `{first}`; write the whole path, such as `{}`",
        folder.display(),
        meant.display()
    ))
}

/// The system's usual folder for a program's data. None where the environment does not name it.
fn usual_data_folder() -> Option<PathBuf> {
    let from = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|p| p.is_absolute())
    };
    from("XDG_DATA_HOME")
        .or_else(|| from("HOME").map(|home| home.join(".local/share")))
        .or_else(|| from("LOCALAPPDATA"))
        .map(|folder| folder.join("cardable"))
}
