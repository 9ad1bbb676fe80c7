//! Watches files for changes.

use super::{Library, matters};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::sync::Weak;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How long files must be unchanged before they are read: editors and copies write in several steps.
const QUIET: Duration = Duration::from_millis(200);

/// Watches the folders of a library until the result is dropped. `None` if there are no folders.
pub(super) fn start(library: &Library) -> Result<Option<RecommendedWatcher>, notify::Error> {
    if library.folders().is_empty() {
        return Ok(None);
    }
    let (changed, changes) = channel::<()>();
    let mut watcher = notify::recommended_watcher(move |event: Result<Event, notify::Error>| match event {
        Ok(event) => {
            let kind = event.kind;
            let written = kind.is_create() || kind.is_modify() || kind.is_remove();
            if written && event.paths.iter().any(|p| matters(p)) {
                // The receiver is gone once the library is.
                let _ = changed.send(());
            }
        }
        Err(error) => tracing::warn!(%error, "changes of rulesets may go unnoticed"),
    })?;
    for folder in library.folders() {
        watcher.watch(folder, RecursiveMode::Recursive)?;
    }
    let shelf = std::sync::Arc::downgrade(&library.inner);
    let refresh = move || {
        while changes.recv().is_ok() {
            loop {
                match changes.recv_timeout(QUIET) {
                    Ok(()) => {}
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
            match Weak::upgrade(&shelf) {
                Some(inner) => Library { inner }.refresh(),
                None => return,
            }
        }
    };
    std::thread::Builder::new()
        .name("cardable-rulesets".to_owned())
        .spawn(refresh)
        .map_err(notify::Error::io)?;
    Ok(Some(watcher))
}
