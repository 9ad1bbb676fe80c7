//! The host on the network.
//!
//! ```text
//! listener ─► accept ─► TLS ─► HTTP ─┬─► the table, content, health, metrics, admin
//!                 (limits)           └─► socket ─► session ◄─► lobby and rooms
//! ```

mod accept;
mod address;
mod admin;
mod calls;
mod content;
mod frames;
mod host;
mod metrics;
mod names;
mod router;
mod session;
mod socket;
mod web;

use crate::config::{Config, ConfigError};
use crate::entropy::Entropy;
use crate::library::Library;
use crate::lobby::Rooms;
use crate::places;
use crate::store::{MemoryLog, RoomLog, SqliteLog, StoreError};
use host::{Host, Stage};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;

/// Why a host does not serve.
#[derive(Debug, Error)]
pub enum ServeError {
    /// A value of the configuration cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The store cannot be opened, or failed.
    #[error("the rooms cannot be read: {0}")]
    Store(#[from] StoreError),
    /// Another host has claimed the rooms since; this one has stopped.
    #[error("the rooms are another host's now: only one at a time may run on a folder")]
    TakenOver,
    /// The folder for the store cannot be made.
    #[error("`{folder}` cannot be made: {why}")]
    Folder {
        /// The folder.
        folder: String,
        /// Why.
        why: std::io::Error,
    },
    /// The certificate or its key cannot be used.
    #[error("the certificate cannot be used: {0}")]
    Tls(String),
}

/// Whether a certificate and its key can be used.
pub(crate) fn check_certificate(tls: &crate::config::Tls) -> Result<(), ServeError> {
    accept::Certificate::open(tls).map(drop)
}

/// Serves until `shutdown` is done, then lets rooms and clients come to their ends.
///
/// It returns when everything that was promised is on the disk and every socket is closed, or when the
/// grace time is over. When another host takes the same folder, it stops by itself, with
/// [`ServeError::TakenOver`].
pub async fn serve(
    listener: TcpListener,
    config: Config,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), ServeError> {
    let log: Arc<dyn RoomLog> = match config.data_folder() {
        None => Arc::new(MemoryLog::new()),
        Some(folder) => {
            std::fs::create_dir_all(&folder).map_err(|why| ServeError::Folder {
                folder: folder.display().to_string(),
                why,
            })?;
            Arc::new(SqliteLog::open(folder.join(places::STORE))?)
        }
    };
    serve_from(listener, config, log, Entropy::system(), shutdown).await
}

/// The same, from a store that is open already, and with randomness from anywhere.
pub async fn serve_from(
    listener: TcpListener,
    config: Config,
    log: Arc<dyn RoomLog>,
    entropy: Entropy,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), ServeError> {
    config.check()?;
    places::rulesets(&config)?;
    let certificate = config.tls.as_ref().map(accept::Certificate::open).transpose()?;
    let library = Library::with_folders(config.rulesets.clone());
    if let Err(error) = library.watch() {
        tracing::warn!(%error, "folders of rulesets are not watched; changes are seen after a restart");
    }
    let rooms = Rooms::open(log, library.clone(), config.rooms.clone(), entropy).await?;
    let scheme = if config.tls.is_some() { "https" } else { "http" };
    let address = listener.local_addr().unwrap_or(config.listen);
    let (stages, stage) = watch::channel(Stage::Serving);
    let (stop, mut stopped) = watch::channel(false);
    let host = Arc::new(Host {
        addresses: Arc::new(address::Addresses::new(&config.limits)),
        metrics: metrics::Metrics::new(),
        rooms,
        library,
        stage,
        stop,
        config,
    });
    let tracker = TaskTracker::new();
    let mut accepting = std::pin::pin!(accept::accept(
        listener,
        Arc::clone(&host),
        certificate,
        tracker.clone()
    ));
    let housekeeping = keep_house(&host);
    // Only now: before it, whatever keeps the host from serving was said.
    tracing::info!(
        rulesets = host.library.names().len(),
        "the host serves: open {scheme}://{address} in a browser"
    );
    let taken_over = tokio::select! {
        () = &mut accepting => false,
        () = housekeeping => false,
        () = shutdown => false,
        _ = stopped.wait_for(|stop| *stop) => false,
        () = host.rooms.taken_over() => true,
    };
    // From here on nobody gets in, and whoever asks is told so. Rooms end first, so that their last words
    // still reach the sockets.
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
    tracing::info!("the host has stopped");
    if taken_over {
        return Err(ServeError::TakenOver);
    }
    Ok(())
}

/// What is to be done from time to time.
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
