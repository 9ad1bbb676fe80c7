//! Checks the folders and files that a configuration names.

use crate::config::{Config, ConfigError};
use crate::server::check_certificate;
use crate::store::{Archive, Restore, RoomLog as _, SqliteArchive, SqliteLog, StoreError, is_served};
#[cfg(feature = "postgres")]
use crate::store::{PostgresAddress, PostgresLog};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name of the store's file in the data folder.
pub(crate) const STORE: &str = "rooms.sqlite";

/// Checks that all folders of rulesets can be read.
pub(crate) fn rulesets(config: &Config) -> Result<(), ConfigError> {
    for folder in &config.rulesets {
        if let Err(why) = std::fs::read_dir(folder) {
            let why = format!(
                "names the folder `{}`, which cannot be read: {why}; create it, or leave it out",
                folder.display()
            );
            return Err(ConfigError::Value { key: "rulesets", why });
        }
    }
    Ok(())
}

/// Finds everything that would keep the host from starting. Changes nothing.
pub(crate) fn problems(config: &Config) -> Vec<String> {
    let mut problems = Vec::new();
    problems.extend(rulesets(config).err().map(|error| error.to_string()));
    if let Some(tls) = &config.tls {
        problems.extend(check_certificate(tls).err().map(|error| error.to_string()));
    }
    #[cfg(feature = "postgres")]
    if let Some(address) = database(config) {
        problems.extend(can_be_opened(&address).err());
        return problems;
    }
    if let Some(folder) = config.data_folder() {
        problems.extend(data(&folder).err());
    }
    problems
}

/// The database that the rooms are stored in, if it is one.
#[cfg(feature = "postgres")]
pub(crate) fn database(config: &Config) -> Option<PostgresAddress> {
    Some(PostgresAddress {
        url: config.store.clone()?,
        certificates: config.store_certificates.clone(),
        lease: Some(std::time::Duration::from_secs(config.lease)),
    })
}

/// Where a configuration keeps the rooms.
#[derive(Debug)]
pub(crate) enum Place {
    /// Nowhere, once the host stops.
    Memory,
    /// In a file of this folder.
    Folder(PathBuf),
    /// In a database.
    #[cfg(feature = "postgres")]
    Database(PostgresAddress),
}

impl Place {
    pub(crate) fn of(config: &Config) -> Place {
        #[cfg(feature = "postgres")]
        if let Some(address) = database(config) {
            return Place::Database(address);
        }
        config.data_folder().map_or(Place::Memory, Place::Folder)
    }

    /// Opens the store that is there, to read it alone.
    pub(crate) async fn to_read(&self) -> Result<Box<dyn Archive>, String> {
        let unread = |why: StoreError| format!("the rooms cannot be read: {why}");
        match self {
            Place::Memory => Err("there is no store in memory".to_owned()),
            Place::Folder(folder) => {
                let archive = SqliteArchive::open(&folder.join(STORE)).map_err(unread)?;
                Ok(Box::new(archive))
            }
            #[cfg(feature = "postgres")]
            Place::Database(address) => {
                let log = PostgresLog::open_to_read(address).await.map_err(unread)?;
                Ok(Box::new(log))
            }
        }
    }

    /// Opens or creates the store as a host does, to add rooms to it. Fails where a host runs that would not get to know them.
    pub(crate) async fn to_fill(&self) -> Result<Arc<dyn Restore>, String> {
        let unread = |why: StoreError| format!("the rooms cannot be written: {why}");
        match self {
            Place::Memory => Err("there is no store in memory".to_owned()),
            Place::Folder(folder) => {
                let path = folder.join(STORE);
                if is_served(&path) {
                    return Err(format!("a host runs on {self}: stop it first"));
                }
                make_folder(folder).map_err(|why| format!("`{}` cannot be made: {why}", folder.display()))?;
                let log = SqliteLog::open(path).map_err(unread)?;
                // Whoever owns the rooms leaves the file as one that was closed in order.
                log.claim().await.map_err(unread)?;
                Ok(Arc::new(log))
            }
            #[cfg(feature = "postgres")]
            Place::Database(address) => {
                let log = PostgresLog::open(address).await.map_err(unread)?;
                Ok(Arc::new(log))
            }
        }
    }
}

/// Without what is secret.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Memory => f.write_str("memory"),
            Place::Folder(folder) => write!(f, "`{}`", folder.join(STORE).display()),
            #[cfg(feature = "postgres")]
            Place::Database(address) => write!(f, "the database at {}", address.shown()),
        }
    }
}

/// Checks that a database can be used as the store.
#[cfg(feature = "postgres")]
fn can_be_opened(address: &PostgresAddress) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|why| why.to_string())?;
    runtime
        .block_on(PostgresLog::look_at(address))
        .map_err(|why| format!("`store`: {why}"))
}

/// Makes a folder for a store, and those above it, where they are missing. Nobody else on the machine may look into it.
pub(crate) fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut made = std::fs::DirBuilder::new();
    made.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut made, 0o700);
    made.create(folder)
}

/// Checks that rooms can be stored in a folder. The folder need not exist yet.
fn data(folder: &Path) -> Result<(), String> {
    let shown = folder.display();
    let otherwise = "write another folder for `data`, or `:memory:`";
    let there = folder.ancestors().find(|path| path.exists());
    // The parent of a bare name is the empty path, which stands for the working directory.
    let there = there
        .filter(|path| *path != Path::new(""))
        .unwrap_or(Path::new("."));
    if !there.is_dir() {
        return Err(format!(
            "`data` is `{shown}`, but `{}` is not a folder; {otherwise}",
            there.display()
        ));
    }
    if !may_write(there) {
        return Err(format!(
            "`data` is `{shown}`, but the host may not write to `{}`; let it write there, or {otherwise}",
            there.display()
        ));
    }
    let store = folder.join(STORE);
    if !store.exists() {
        return Ok(());
    }
    if !may_write(&store) {
        return Err(format!(
            "the host may not write to `{}`; make its user the owner of the files in that folder, or {otherwise}",
            store.display()
        ));
    }
    SqliteLog::look_at(&store).map_err(|why| {
        format!(
            "the rooms in `{}` cannot be read: {why}; restore a backup, or {otherwise}",
            store.display()
        )
    })
}

/// Whether the host may write to a folder or a file.
#[cfg(unix)]
fn may_write(path: &Path) -> bool {
    use rustix::fs::{Access, access};
    let also = if path.is_dir() {
        Access::EXEC_OK
    } else {
        Access::READ_OK
    };
    access(path, Access::WRITE_OK | also).is_ok()
}

/// Checks the read-only flag. Other permissions only show when the host writes.
#[cfg(not(unix))]
fn may_write(path: &Path) -> bool {
    path.metadata().is_ok_and(|about| !about.permissions().readonly())
}
