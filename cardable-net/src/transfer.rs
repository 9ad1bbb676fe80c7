//! Whole rooms on their way: from a store or a file, to a store or a file.
//!
//! ```text
//! store ─► tell ──┐                  ┌─► Filling ──► store
//!                 ├─► item by item ──┤
//! file ─► Export ─┘                  └─► ExportFile ──► file
//! ```

mod export;
mod fill;
mod format;
mod import;
#[cfg(test)]
mod tests;

pub(crate) use export::ExportFile;
pub(crate) use fill::Filling;
pub(crate) use import::{Export, ExportError};

use crate::room::{RoomState, Stage, hex};
use crate::store::{Archive, ContentHash, Diagnosis, Quarantine, RoomCopy, RoomId, StoreError};
use std::collections::BTreeSet;
use thiserror::Error;

/// Something that is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// Content under its hash.
    Content(ContentHash, Vec<u8>),
    /// A room.
    Room(RoomCopy),
    /// A diagnosis.
    Diagnosis(Diagnosis),
}

/// Where things that are stored go.
pub(crate) trait Sink {
    /// Takes one, whole or not at all.
    fn take(&mut self, item: Item) -> impl Future<Output = Result<(), TransferError>>;
}

/// Why not everything arrived.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum TransferError {
    /// The store that is read fails.
    #[error("the rooms cannot be read: {0}")]
    Source(StoreError),
    /// The store that is written to fails.
    #[error("the rooms cannot be written: {0}")]
    Target(StoreError),
    /// The file that is read is not one.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The file cannot be written.
    #[error("`{file}` cannot be written: {why}")]
    File {
        /// The file.
        file: String,
        /// The error of the system.
        why: String,
    },
    /// A room was asked for that is not there.
    #[error("the store has no room {0}")]
    NoRoom(RoomId),
}

/// How many things were told, and how many could not be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Told {
    pub(crate) rooms: u64,
    pub(crate) records: u64,
    pub(crate) snapshots: u64,
    pub(crate) contents: u64,
    pub(crate) diagnoses: u64,
    /// What is damaged: rooms, content, and losses of the store.
    pub(crate) damaged: u64,
}

/// A store, and what is to be told of it.
pub(crate) struct Telling<'a> {
    /// The store.
    pub(crate) archive: &'a dyn Archive,
    /// The rooms; all if there are none here.
    pub(crate) rooms: &'a [RoomId],
    /// Gets a line for everything that is damaged or otherwise to be known.
    pub(crate) say: &'a dyn Fn(&str),
}

impl Telling<'_> {
    /// Tells everything that is whole. What is damaged is left out and said.
    pub(crate) async fn tell(mut self, sink: &mut impl Sink) -> Result<Told, TransferError> {
        let mut told = Told::default();
        let rooms = self.named_or_all().await?;
        if self.rooms.is_empty() {
            for loss in self.archive.losses().await.map_err(TransferError::Source)? {
                told.damaged += 1;
                (self.say)(&loss);
            }
        }
        let mut known = BTreeSet::new();
        self.tell_content(&mut known, &mut told, sink).await?;
        for room in rooms {
            self.tell_room(room, &mut told, sink).await?;
        }
        // Rooms that were played meanwhile may need more.
        self.tell_content(&mut known, &mut told, sink).await?;
        let diagnoses = self.archive.all_diagnoses().await;
        for diagnosis in diagnoses.map_err(TransferError::Source)? {
            if self.rooms.is_empty() || self.rooms.contains(&diagnosis.room) {
                told.diagnoses += 1;
                sink.take(Item::Diagnosis(diagnosis)).await?;
            }
        }
        Ok(told)
    }

    async fn named_or_all(&self) -> Result<Vec<RoomId>, TransferError> {
        let all = self.archive.rooms().await.map_err(TransferError::Source)?;
        if self.rooms.is_empty() {
            return Ok(all);
        }
        let named: BTreeSet<RoomId> = self.rooms.iter().copied().collect();
        match named.iter().find(|room| all.binary_search(room).is_err()) {
            Some(missing) => Err(TransferError::NoRoom(*missing)),
            None => Ok(named.into_iter().collect()),
        }
    }

    /// Tells content that is not known yet.
    async fn tell_content(
        &mut self,
        known: &mut BTreeSet<ContentHash>,
        told: &mut Told,
        sink: &mut impl Sink,
    ) -> Result<(), TransferError> {
        let hashes = self.archive.hashes().await.map_err(TransferError::Source)?;
        for hash in hashes {
            if !known.insert(hash) {
                continue;
            }
            match self.archive.blob(hash).await {
                Ok(Some(bytes)) => {
                    told.contents += 1;
                    sink.take(Item::Content(hash, bytes)).await?;
                }
                Ok(None) => {}
                Err(StoreError::Damaged(why)) => {
                    told.damaged += 1;
                    (self.say)(&format!("the content {} is damaged: {why}", hex(&hash)));
                }
                Err(error) => return Err(TransferError::Source(error)),
            }
        }
        Ok(())
    }

    async fn tell_room(
        &mut self,
        room: RoomId,
        told: &mut Told,
        sink: &mut impl Sink,
    ) -> Result<(), TransferError> {
        let mut found = match self.archive.find(room).await {
            Ok(found) => found,
            // It was removed meanwhile.
            Err(StoreError::NoRoom) => return Ok(()),
            Err(StoreError::Damaged(why)) => {
                told.damaged += 1;
                (self.say)(&format!("room {room} is damaged: {why}"));
                return Ok(());
            }
            Err(error) => return Err(TransferError::Source(error)),
        };
        told.damaged += u64::from(!found.flaws.is_empty());
        for flaw in &found.flaws {
            (self.say)(&format!(
                "room {room} is damaged, but goes on without that: {flaw}"
            ));
        }
        settle(&mut found.copy);
        if let Some(Quarantine::Sure(why)) = &found.copy.quarantine {
            (self.say)(&format!("room {room} is whole, but set aside: {why}"));
        }
        told.rooms += 1;
        told.records += found.copy.records.len() as u64;
        told.snapshots += found.copy.snapshots.len() as u64;
        sink.take(Item::Room(found.copy)).await
    }
}

/// Decides whether a room is set aside that is so only if a game is in progress, as a host does that wakes it.
fn settle(copy: &mut RoomCopy) {
    let Some(Quarantine::IfPlayed(why)) = &copy.quarantine else {
        return;
    };
    let state = serde_json::from_slice::<RoomState>(&copy.about);
    let is_idle = state.is_ok_and(|state| !matches!(state.stage, Stage::Playing { .. }));
    copy.quarantine = (!is_idle).then(|| Quarantine::Sure(why.clone()));
}

/// Takes everything and keeps nothing.
pub(crate) struct Nowhere;

impl Sink for Nowhere {
    async fn take(&mut self, _: Item) -> Result<(), TransferError> {
        Ok(())
    }
}
