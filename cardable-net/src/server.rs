//! The HTTP and websocket server.
//!
//! ```text
//! listener ─► accept ─► TLS ─► HTTP ─┬─► web client, content, health, metrics, admin
//!                 (limits)           └─► socket ─► session ◄─► lobby and rooms
//! ```

mod accept;
mod address;
mod admin;
mod calls;
mod content;
mod errands;
mod frames;
mod host;
mod links;
mod metrics;
mod names;
mod rate;
mod router;
mod session;
mod socket;
mod web;

pub(crate) use web::joined;

use crate::config::{Config, ConfigError};
use crate::environment::Environment;
use crate::library::Library;
use crate::lobby::Rooms;
use crate::places::{self, Place};
#[cfg(feature = "postgres")]
use crate::store::PostgresLog;
use crate::store::{Announced, MemoryLog, RoomLog, SqliteLog, StoreError};
use host::{Host, Stage};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, timeout};
use tokio_util::task::TaskTracker;

/// Why the server does not start or stopped early.
#[derive(Debug, Error)]
pub enum ServeError {
    /// A configuration value is not usable.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The store cannot be opened, or failed while serving.
    #[error("the rooms cannot be read: {0}")]
    Store(#[from] StoreError),
    /// Another host has claimed the rooms, so this one stopped.
    #[error("the rooms are another host's now: only one at a time may run on a store")]
    TakenOver,
    /// The store's folder cannot be created.
    #[error("`{folder}` cannot be made: {why}")]
    Folder {
        /// Path of the folder.
        folder: String,
        /// The error of the file system.
        why: std::io::Error,
    },
    /// Nothing can listen for other hosts.
    #[error(
        "other hosts cannot be listened to at `{address}`: {why}; set `link` to an address of this machine"
    )]
    Link {
        /// The address.
        address: String,
        /// The error of the system.
        why: std::io::Error,
    },
    /// The certificate or its key is not usable.
    #[error("the certificate cannot be used: {0}")]
    Tls(String),
}

/// Checks that a certificate and its key can be used.
pub(crate) fn check_certificate(tls: &crate::config::Tls) -> Result<(), ServeError> {
    accept::Certificate::open(tls).map(drop)
}

/// Serves until `shutdown` completes, then shuts down rooms and connections gracefully.
///
/// Returns when all acknowledged data is on disk and every socket is closed, or when the grace time is over. If
/// another host claims the same store, this one stops with [`ServeError::TakenOver`].
pub async fn serve(
    listener: TcpListener,
    config: Config,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), ServeError> {
    serve_in(listener, config, Environment::default(), shutdown).await
}

/// Like [`serve`], with what the host takes from outside.
pub(crate) async fn serve_in(
    listener: TcpListener,
    config: Config,
    environment: Environment,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), ServeError> {
    config.check()?;
    let log = open_store(&config).await?;
    serve_from(listener, config, log, environment, shutdown).await
}

/// Opens the store that the configuration names.
async fn open_store(config: &Config) -> Result<Arc<dyn RoomLog>, ServeError> {
    let folder = match Place::of(config) {
        #[cfg(feature = "postgres")]
        Place::Database(address) => return Ok(Arc::new(PostgresLog::open(&address).await?)),
        Place::Memory => return Ok(Arc::new(MemoryLog::new())),
        Place::Folder(folder) => folder,
    };
    places::make_folder(&folder).map_err(|why| ServeError::Folder {
        folder: folder.display().to_string(),
        why,
    })?;
    let file = folder.join(places::STORE);
    let log = SqliteLog::open(&file)?;
    tracing::info!("the rooms are in `{}`", file.display());
    Ok(Arc::new(log))
}

/// Like [`serve`], with an open store and what the host takes from outside, such as its randomness.
pub async fn serve_from(
    listener: TcpListener,
    config: Config,
    log: Arc<dyn RoomLog>,
    environment: impl Into<Environment> + Send,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), ServeError> {
    let environment: Environment = environment.into();
    let versions = environment.versions.clone();
    config.check_beside_store()?;
    places::rulesets(&config)?;
    let certificate = config.tls.as_ref().map(accept::Certificate::open).transpose()?;
    let library = Library::with_folders(config.rulesets.clone());
    if let Err(error) = library.watch() {
        tracing::warn!(%error, "folders of rulesets are not watched; changes are seen after a restart");
    }
    let link_listener = match log.shared() {
        Some(_) => Some(listen_for_links(&config).await?),
        None => None,
    };
    let announced = Announced {
        name: config.name.clone(),
        link: link_listener.as_ref().map(|(_, address)| address.clone()),
    };
    let rooms = Rooms::open_as(announced, log, library.clone(), config.rooms.clone(), environment).await?;
    let scheme = if config.tls.is_some() { "https" } else { "http" };
    let address = listener.local_addr().unwrap_or(config.listen);
    let (stages, stage) = watch::channel(Stage::Serving);
    let (stop, mut stopped) = watch::channel(false);
    let host = Arc::new(Host {
        addresses: Arc::new(address::Addresses::new(&config.limits, rooms.address_key())),
        links: links::Links::default(),
        metrics: metrics::Metrics::new(),
        rooms,
        library,
        stage,
        stop,
        config,
        versions,
    });
    let tracker = TaskTracker::new();
    let mut accepting = std::pin::pin!(accept::accept(
        listener,
        Arc::clone(&host),
        certificate,
        tracker.clone()
    ));
    let linking = link_listener.map(|(listener, address)| {
        tracing::info!(address, "other hosts reach this one here");
        let linking = links::accept(listener, Arc::clone(&host), tracker.clone());
        tokio_util::task::AbortOnDropHandle::new(tokio::spawn(linking))
    });
    let housekeeping = async { tokio::join!(keep_house(&host), share_spending(&host)) };
    // Log this only now: everything that can prevent the start has been reported before.
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        rulesets = host.library.names().len(),
        "the host serves: open {scheme}://{address} in a browser"
    );
    let taken_over = tokio::select! {
        () = &mut accepting => false,
        _ = housekeeping => false,
        () = shutdown => false,
        _ = stopped.wait_for(|stop| *stop) => false,
        () = host.rooms.taken_over() => true,
    };
    // From here on new connections are refused with an explanation. Rooms end first, so that their last
    // messages still reach the sockets.
    tracing::info!("the host stops");
    let _ = stages.send(Stage::Draining);
    let grace = Duration::from_secs(host.config.limits.grace);
    let begun = tokio::time::Instant::now();
    tokio::select! {
        () = &mut accepting => {}
        _ = host.rooms.drain(grace) => {}
    }
    let _ = stages.send(Stage::Stopping);
    tracker.close();
    let left = grace.saturating_sub(begun.elapsed()).max(Duration::from_secs(2));
    if timeout(left, tracker.wait()).await.is_err() {
        tracing::warn!(
            connections = tracker.len(),
            "connections were still open in the end"
        );
    }
    drop(linking);
    tracing::info!("the host has stopped");
    if taken_over {
        return Err(ServeError::TakenOver);
    }
    Ok(())
}

/// Listens for links of other hosts. Gives the address that they are told.
async fn listen_for_links(config: &Config) -> Result<(TcpListener, String), ServeError> {
    let listener = TcpListener::bind(config.link)
        .await
        .map_err(|why| ServeError::Link {
            address: config.link.to_string(),
            why,
        })?;
    let bound = listener.local_addr().unwrap_or(config.link);
    let told = config.link_address.clone().unwrap_or_else(|| bound.to_string());
    Ok((listener, told))
}

/// Tells the other hosts what addresses spend here, and hears what they spend there.
async fn share_spending(host: &Host) {
    let mut ticks = tokio::time::interval(address::TALLY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut fails = false;
    loop {
        ticks.tick().await;
        let Some((session, _)) = host.rooms.session() else {
            break;
        };
        let tally = host.addresses.tally(session, host.rooms.sessions().len());
        let (told, gone) = (tally.told.clone(), tally.gone.clone());
        match host.rooms.share_spending(session, told, gone).await {
            Ok(others) => {
                fails = false;
                host.addresses.is_told(&tally);
                host.addresses.charge(others);
            }
            Err(error) => {
                if !std::mem::replace(&mut fails, true) {
                    tracing::warn!(%error, "what addresses spend at other hosts cannot be read");
                }
            }
        }
    }
    std::future::pending().await
}

/// Periodic maintenance.
async fn keep_house(host: &Host) {
    let mut addresses = tokio::time::interval(Duration::from_secs(30));
    let mut metrics = tokio::time::interval(Duration::from_secs(2));
    loop {
        tokio::select! {
            _ = addresses.tick() => host.addresses.forget_old(),
            _ = metrics.tick() => host.metrics.settle(),
        }
    }
}
