//! Checks the folders and files that a configuration names.

use crate::config::{Config, ConfigError};
use crate::server::check_certificate;
use crate::store::SqliteLog;
use std::path::Path;

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
    if let Some(folder) = config.data_folder() {
        problems.extend(data(&folder).err());
    }
    problems
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
    SqliteLog::look_at(&store).map_err(|why| {
        format!(
            "the rooms in `{}` cannot be read: {why}; restore a backup, or {otherwise}",
            store.display()
        )
    })
}

#[cfg(unix)]
fn may_write(folder: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(folder, Access::WRITE_OK | Access::EXEC_OK).is_ok()
}

/// Checks the read-only flag. Other permissions only show when the host writes.
#[cfg(not(unix))]
fn may_write(folder: &Path) -> bool {
    folder
        .metadata()
        .is_ok_and(|about| !about.permissions().readonly())
}
