//! The program `cardable-host`, which `cardable serve` is too.

use crate::config::{Config, ConfigError, LogFormat};
use crate::server::{ServeError, serve};
use clap::Args;
use std::io::{IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket};
use tracing_subscriber::EnvFilter;

/// What can be said on the command line. It goes before what stands in the file.
#[derive(Args, Clone, Debug, Default)]
pub struct Options {
    /// A configuration file
    #[arg(long, value_name = "FILE", env = "CARDABLE_CONFIG")]
    pub config: Option<PathBuf>,
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub listen: Option<SocketAddr>,
    /// Where to keep the rooms; `:memory:` keeps them until the host stops
    #[arg(long, value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// A folder with rulesets, each a folder a ruleset, beside those that come with the host
    #[arg(long = "rulesets", value_name = "FOLDER")]
    pub rulesets: Vec<PathBuf>,
    /// What to log, such as `debug` or `cardable_net=debug,warn`
    #[arg(long, value_name = "FILTER")]
    pub log: Option<String>,
    /// Log lines of JSON
    #[arg(long)]
    pub log_json: bool,
    /// Look at the configuration and at the rulesets, and stop
    #[arg(long)]
    pub check: bool,
}

/// Why the program ends badly.
#[derive(Debug, Error)]
pub enum ProgramError {
    /// The configuration cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The host does not serve.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// The address cannot be listened at.
    #[error("nothing can listen at {address}: {why}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        why: std::io::Error,
    },
    /// The system gives no threads, signals or log.
    #[error("the system does not let the host run: {0}")]
    System(String),
    /// What the check has found.
    #[error("{0}")]
    Problems(String),
}

impl Options {
    /// The configuration that follows.
    pub fn config(&self) -> Result<Config, ConfigError> {
        let mut config = match &self.config {
            Some(file) => Config::read(file)?,
            None => Config::default(),
        };
        if let Some(listen) = self.listen {
            config.listen = listen;
        }
        if let Some(data) = &self.data {
            config.data = Some(data.clone());
        }
        config.rulesets.extend(self.rulesets.iter().cloned());
        if let Some(log) = &self.log {
            config.log.clone_from(log);
        }
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
        runtime.block_on(run(config))
    }
}

/// What is logged.
fn filter(config: &Config) -> Result<EnvFilter, ConfigError> {
    EnvFilter::try_new(&config.log).map_err(|error| ConfigError::Value {
        key: "log",
        why: format!("is no filter: {error}; write `info` or `cardable_net=debug,warn`"),
    })
}

/// Begins to log.
fn log(config: &Config, filter: EnvFilter) -> Result<(), ProgramError> {
    // Colours are for people who look at a terminal, and want them.
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

/// Looks at everything the host would need, and says what it found.
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

/// Open files that a host needs beside its sockets.
const OTHER_FILES: u64 = 100;

async fn run(config: Config) -> Result<(), ProgramError> {
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
    serve(listener, config, told).await?;
    Ok(())
}

/// How many connections the system keeps until they are taken: a whole crowd may come back at once
/// when a host was started again.
const BACKLOG: u32 = 4096;

/// Listens at an address, for many who come at once.
pub fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // On Windows that would let another program listen there too.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// When somebody wants the program to stop.
#[cfg(unix)]
fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// When somebody wants the program to stop.
#[cfg(not(unix))]
fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
