//! Stored editions: everything needed to restore a room, whatever happened to the original files.

use super::edition::{self, Edition, Scripts};
use crate::room::{from_hex, hex};
use crate::store::{ContentHash, RoomLog, StoreError};
use cardable_core::content::{ContentPath, Files, MemoryFiles};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Domain separation for the keys of lists, so that no content has the same key.
const PURPOSE: &str = "cardable 2026 list of the files of a ruleset";

/// Why a room's edition is not available.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum PinError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It was never stored, or parts are missing.
    #[error("the store does not hold all of the ruleset")]
    Missing,
    /// This host reads the stored files differently.
    #[error("this host reads the ruleset as another one: {0}")]
    Different(String),
}

/// The files of an edition.
#[derive(Serialize, Deserialize)]
struct List {
    name: String,
    /// Its folder or file. `None` in lists of older hosts, which only had folders with the ruleset's name.
    #[serde(default)]
    path: Option<String>,
    roots: Vec<Vec<(String, String)>>,
}

fn key(hash: &[u8; 32]) -> ContentHash {
    blake3::derive_key(PURPOSE, hash)
}

pub(super) async fn write(edition: &Edition, log: &dyn RoomLog) -> Result<(), StoreError> {
    let key = key(edition.ruleset.edition().as_bytes());
    if log.content(key).await?.is_some() {
        return Ok(());
    }
    let roots = edition.roots.iter().map(|files| {
        let files = files.iter().map(|f| (f.path.clone(), hex(&f.hash)));
        files.collect()
    });
    let list = List {
        name: edition.name.clone(),
        path: Some(edition.path.clone()),
        roots: roots.collect(),
    };
    let list = serde_json::to_vec(&list).map_err(|e| StoreError::Failed(e.to_string()))?;
    let files = edition.roots.iter().flatten();
    let mut blobs: Vec<(ContentHash, Vec<u8>)> = files.map(|f| (f.hash, f.bytes.to_vec())).collect();
    blobs.push((key, list));
    log.keep_content(blobs).await
}

pub(super) async fn read(hash: &[u8; 32], log: &dyn RoomLog, scripts: Scripts) -> Result<Edition, PinError> {
    let list = log.content(key(hash)).await?.ok_or(PinError::Missing)?;
    let list: List = serde_json::from_slice(&list).map_err(|_| PinError::Missing)?;
    let mut roots = Vec::new();
    for files in &list.roots {
        let mut root = MemoryFiles::new();
        for (path, file) in files {
            let file = from_hex(file).ok_or(PinError::Missing)?;
            let bytes = log.content(file).await?.ok_or(PinError::Missing)?;
            root.add(path, bytes).map_err(|_| PinError::Missing)?;
        }
        roots.push(root);
    }
    let roots: Vec<&dyn Files> = roots.iter().map(|r| r as &dyn Files).collect();
    let path = list.path.as_deref().unwrap_or(&list.name);
    let path = ContentPath::new(path).map_err(|_| PinError::Missing)?;
    let edition = edition::read(&list.name, &path, &roots, scripts).map_err(|reports| {
        let told: Vec<String> = reports.iter().map(ToString::to_string).collect();
        PinError::Different(told.join("; "))
    })?;
    if edition.ruleset.edition().as_bytes() == hash {
        Ok(edition)
    } else {
        Err(PinError::Different("its hash is another one".to_owned()))
    }
}
