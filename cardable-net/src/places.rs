//! What a configuration names outside of itself: folders and files that must be there.

use crate::config::{Config, ConfigError};
use crate::server::check_certificate;
use crate::store::SqliteLog;
use std::path::Path;

/// What the store's file is called in its folder.
pub(crate) const STORE: &str = "rooms.sqlite";

/// The folders of rulesets, each of which must be there.
pub(crate) fn rulesets(config: &Config) -> Result<(), ConfigError> {
    for folder in &config.rulesets {
        if let Err(why) = std::fs::read_dir(folder) {
            let why = format!(
                "names the folder `{}`, which cannot be read: {why}; make it, or leave it out",
                folder.display()
            );
            return Err(ConfigError::Value { key: "rulesets", why });
        }
    }
    Ok(())
}

/// Looks at everything that is named, and begins nothing: what would keep the host from starting.
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

/// Whether rooms can be kept in a folder, which need not be there yet.
fn data(folder: &Path) -> Result<(), String> {
    let shown = folder.display();
    let otherwise = "write another folder for `data`, or `:memory:`";
    let there = folder.ancestors().find(|path| path.exists());
    // A name without a folder before it is made where the program runs.
    let there = there
        .filter(|path| *path != Path::new(""))
        .unwrap_or(Path::new("."));
    if !there.is_dir() {
        return Err(format!(
            "`data` is `{shown}`, and `{}` is no folder; {otherwise}",
            there.display()
        ));
    }
    if !may_write(there) {
        return Err(format!(
            "`data` is `{shown}`, and nothing may be written into `{}`; let the host write there, or {otherwise}",
            there.display()
        ));
    }
    let store = folder.join(STORE);
    if !store.exists() {
        return Ok(());
    }
    SqliteLog::look_at(&store).map_err(|why| {
        format!(
            "the rooms in `{}` cannot be read: {why}; put back a backup, or {otherwise}",
            store.display()
        )
    })
}

#[cfg(unix)]
fn may_write(folder: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(folder, Access::WRITE_OK | Access::EXEC_OK).is_ok()
}

/// Whether it may be written shows only when it is.
#[cfg(not(unix))]
fn may_write(folder: &Path) -> bool {
    folder
        .metadata()
        .is_ok_and(|about| !about.permissions().readonly())
}
