//! The program `cardable-host`. `cardable serve` runs the same code.

mod store;

pub use store::StoreCommand;

use crate::config::{Config, ConfigError, LogFormat};
use crate::entropy::Entropy;
use crate::environment::Environment;
use crate::server::{ServeError, serve_in};
use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use std::io::{IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

/// The command-line options. They override the configuration file.
#[derive(Args, Clone, Debug, Default)]
pub struct Options {
    /// A configuration file
    #[arg(long, value_name = "FILE", env = "CARDABLE_CONFIG", value_parser = any_path())]
    pub config: Option<PathBuf>,
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub listen: Option<SocketAddr>,
    /// Where to keep the rooms; `:memory:` keeps them until the host stops
    #[arg(long, value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// A PostgreSQL database to keep the rooms in, instead of a folder
    #[arg(
        long,
        value_name = "postgres://…",
        env = "CARDABLE_STORE",
        hide_env_values = true
    )]
    pub store: Option<String>,
    /// A folder of rulesets, one folder each, in addition to the built-in ones
    #[arg(long = "rulesets", value_name = "FOLDER")]
    pub rulesets: Vec<PathBuf>,
    /// What to log, such as `debug` or `cardable_net=debug,warn`
    #[arg(long, value_name = "FILTER")]
    pub log: Option<String>,
    /// Allow rooms that are debugged: their owners see all that is hidden, and change the game
    #[arg(long)]
    pub debug: bool,
    /// Log as lines of JSON
    #[arg(long)]
    pub log_json: bool,
    /// Check the configuration and the rulesets, then exit
    #[arg(long)]
    pub check: bool,
    /// Deal the same cards after each start: for tests. Whoever knows the number knows every card and every token, so
    /// programs that are built for use do not take it
    #[cfg(debug_assertions)]
    #[arg(long, value_name = "NUMBER", hide = true)]
    pub seed: Option<u64>,
}

/// Why the program failed.
#[derive(Debug, Error)]
pub enum ProgramError {
    /// The configuration is invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The host failed to start or to keep serving.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// The program cannot listen at the address.
    #[error("cannot listen at {address}: {why}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        why: std::io::Error,
    },
    /// The system provides no threads, no signal handlers or no log.
    #[error("the system does not allow the host to run: {0}")]
    System(String),
    /// A command about a store failed, or found what should not be.
    #[error("{0}")]
    Store(String),
    /// The problems that `--check` found, one a line.
    #[error("{0}")]
    Problems(String),
}

impl Options {
    /// Reads the configuration file, if there is one, and applies the options to it.
    pub fn config(&self) -> Result<Config, ConfigError> {
        let mut config = read_config(self.config.as_deref())?;
        if let Some(listen) = self.listen {
            config.listen = listen;
        }
        if let Some(data) = &self.data {
            config.data = Some(data.clone());
        }
        // An empty variable of the environment is none.
        if let Some(store) = self.store.as_ref().filter(|store| !store.is_empty()) {
            config.store = Some(store.clone());
        }
        config.rulesets.extend(self.rulesets.iter().cloned());
        if let Some(log) = &self.log {
            config.log.clone_from(log);
        }
        config.rooms.debug |= self.debug;
        if self.log_json {
            config.log_format = LogFormat::Json;
        }
        config.check()?;
        Ok(config)
    }

    /// Serves until the program is told to stop.
    pub fn run(&self) -> Result<(), ProgramError> {
        let config = self.config()?;
        let filter = filter(&config)?;
        if self.check {
            return check(&config);
        }
        log(&config, filter)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| ProgramError::System(error.to_string()))?;
        runtime.block_on(run(config, self.entropy().into()))
    }

    /// Where the host's randomness comes from.
    fn entropy(&self) -> Entropy {
        #[cfg(debug_assertions)]
        if let Some(seed) = self.seed {
            return Entropy::seeded(seed);
        }
        Entropy::system()
    }
}

/// Any path, also an empty one, as an environment variable that is set to nothing gives it.
fn any_path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// Reads the configuration file, if one is named. An empty variable of the environment names none.
fn read_config(file: Option<&Path>) -> Result<Config, ConfigError> {
    match file.filter(|file| !file.as_os_str().is_empty()) {
        Some(file) => Config::read(file),
        None => Ok(Config::default()),
    }
}

/// What logs in this program, by the beginnings of its names.
const LOGS: [&str; 11] = [
    "cardable",
    "axum",
    "deadpool",
    "h2",
    "hyper",
    "postgres",
    "rustls",
    "tokio",
    "tower",
    "tracing",
    "tungstenite",
];

/// Parses the log filter.
fn filter(config: &Config) -> Result<EnvFilter, ConfigError> {
    let refused = |what: String| ConfigError::Value {
        key: "log",
        why: format!("is no filter: {what}; write `info` or `cardable_net=debug,warn`"),
    };
    let filter = EnvFilter::try_new(&config.log).map_err(|error| refused(error.to_string()))?;
    // Any word is the name of something that could log.
    let parts = || {
        config
            .log
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
    };
    if parts().any(may_log) {
        return Ok(filter);
    }
    match parts().next() {
        Some(part) => Err(refused(format!(
            "`{part}` is neither a level (`error`, `warn`, `info`, `debug`, `trace`, `off`) nor anything that logs"
        ))),
        None => Ok(filter),
    }
}

/// Whether one part of a filter is a level, or lets something of this program log.
fn may_log(part: &str) -> bool {
    let name = part.split(['=', '[']).next().unwrap_or_default();
    let is_level = !part.contains('=') && part.parse::<LevelFilter>().is_ok();
    is_level || name.is_empty() || LOGS.iter().any(|known| name.starts_with(known))
}

/// Installs the subscriber that writes the log to stderr.
fn log(config: &Config, filter: EnvFilter) -> Result<(), ProgramError> {
    // Colours only on a terminal, and not where NO_COLOR is set (https://no-color.org).
    let plain = std::env::var_os("NO_COLOR").is_some_and(|said| !said.is_empty());
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(!plain && std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    let begun = match config.log_format {
        LogFormat::Text => log.with_target(false).try_init(),
        LogFormat::Json => log.json().try_init(),
    };
    begun.map_err(|error| ProgramError::System(error.to_string()))
}

/// Checks everything that the host needs to start.
fn check(config: &Config) -> Result<(), ProgramError> {
    let library = crate::library::Library::with_folders(config.rulesets.clone());
    let mut problems = crate::places::problems(config);
    for (name, reports) in library.problems() {
        problems.extend(reports.iter().map(|report| format!("{name}: {report}")));
    }
    if !problems.is_empty() {
        return Err(ProgramError::Problems(problems.join("\n")));
    }
    let many = library.names().len();
    let rulesets = if many == 1 { "ruleset" } else { "rulesets" };
    writeln!(std::io::stdout(), "{many} {rulesets}, no problems")
        .map_err(|error| ProgramError::System(error.to_string()))
}

/// Open files that the host needs besides its sockets.
const OTHER_FILES: u64 = 100;

async fn run(config: Config, environment: Environment) -> Result<(), ProgramError> {
    let wanted = config.limits.sockets as u64 + OTHER_FILES;
    if let Some(files) = crate::open_files::raise().filter(|files| *files < wanted) {
        let sockets = files.saturating_sub(OTHER_FILES);
        tracing::warn!(
            "the system allows {files} open files, enough for {sockets} sockets and not for {}: raise it \
             (`ulimit -n {wanted}`, or LimitNOFILE under systemd), or set limits.sockets",
            config.limits.sockets
        );
    }
    let told = stop_signal().map_err(|error| ProgramError::System(error.to_string()))?;
    let address = config.listen;
    let listener = listen(address).map_err(|why| ProgramError::Listen { address, why })?;
    serve_in(listener, config, environment, told).await?;
    Ok(())
}

/// Connections that may wait to be accepted: after a restart of the host, all clients reconnect at once.
const BACKLOG: u32 = 4096;

/// Listens at an address, with a backlog for many simultaneous connections.
pub fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // On Windows this would let another program listen at the same address.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Whether the program was started to go on when its terminal is closed, as by `nohup`. Where that cannot be found out, the
/// system's own answer to the signal stays.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The first bit is that of the first signal, which is this one.
    ignored.is_none_or(|mask| mask & 1 != 0)
}

/// Completes when the program is told to stop.
#[cfg(unix)]
fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hangup = if ignores_hangup() {
        None
    } else {
        Some(signal(SignalKind::hangup())?)
    };
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            // A terminal that is closed sends it, and tools that turn logs over.
            _ = async { hangup.as_mut()?.recv().await }, if hangup.is_some() => {}
        }
    })
}

/// Completes when the program is told to stop.
#[cfg(not(unix))]
fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
