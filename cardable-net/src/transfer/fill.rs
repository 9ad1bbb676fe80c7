//! Fills a store with rooms of another one.

use super::{Item, Sink, TransferError, settle};
use crate::room::hex;
use crate::store::{ContentHash, Diagnosis, Restore, RoomCopy, RoomId, StoreError};
use std::collections::{BTreeMap, BTreeSet};

/// A store that is being filled. What it has already stays as it is.
pub(crate) struct Filling<'a> {
    target: &'a dyn Restore,
    /// What it has.
    rooms: BTreeSet<RoomId>,
    contents: BTreeSet<ContentHash>,
    diagnoses: BTreeMap<(RoomId, u64, String, String), u64>,
    /// Gets a line for everything that was refused.
    say: &'a dyn Fn(&str),
    /// Rooms that are new.
    pub(crate) written: u64,
    /// Rooms that were there, and are the same.
    pub(crate) same: u64,
    /// Rooms and content that were there, and are others.
    pub(crate) refused: u64,
}

impl<'a> Filling<'a> {
    /// Finds out what the store has.
    pub(crate) async fn of(
        target: &'a dyn Restore,
        say: &'a dyn Fn(&str),
    ) -> Result<Filling<'a>, TransferError> {
        let rooms = target.rooms().await.map_err(TransferError::Target)?;
        let contents = target.hashes().await.map_err(TransferError::Target)?;
        let all = target.all_diagnoses().await.map_err(TransferError::Target)?;
        let mut diagnoses = BTreeMap::new();
        for diagnosis in all {
            *diagnoses.entry(key(&diagnosis)).or_default() += 1;
        }
        Ok(Filling {
            target,
            rooms: rooms.into_iter().collect(),
            contents: contents.into_iter().collect(),
            diagnoses,
            say,
            written: 0,
            same: 0,
            refused: 0,
        })
    }

    async fn content(&mut self, hash: ContentHash, bytes: Vec<u8>) -> Result<(), StoreError> {
        if self.contents.insert(hash) {
            return self.target.keep_content(vec![(hash, bytes)]).await;
        }
        match self.target.blob(hash).await {
            Ok(Some(there)) if there == bytes => Ok(()),
            // What does not have its name from its bytes: hosts made their own, and each goes on with that.
            Ok(_) => {
                (self.say)(&format!(
                    "the content {} is there with other bytes, and stays as it is",
                    hex(&hash)
                ));
                Ok(())
            }
            Err(StoreError::Damaged(why)) => {
                self.refused += 1;
                (self.say)(&format!(
                    "the content {} is there and damaged, and stays as it is: {why}",
                    hex(&hash)
                ));
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    async fn room(&mut self, copy: RoomCopy) -> Result<(), StoreError> {
        let room = copy.room;
        if self.rooms.insert(room) {
            self.target.restore(copy).await?;
            self.written += 1;
            return Ok(());
        }
        let why = match self.target.find(room).await {
            Ok(mut found) => {
                settle(&mut found.copy);
                match difference(&found.copy, &copy) {
                    None => {
                        self.same += 1;
                        return Ok(());
                    }
                    Some(why) => why,
                }
            }
            Err(StoreError::Damaged(why)) => format!("it is damaged there: {why}"),
            Err(error) => return Err(error),
        };
        self.refused += 1;
        (self.say)(&format!(
            "room {room} is there already, and stays as it is: {why}"
        ));
        Ok(())
    }

    async fn diagnosis(&mut self, diagnosis: Diagnosis) -> Result<(), StoreError> {
        match self.diagnoses.get_mut(&key(&diagnosis)) {
            Some(there) if *there > 0 => {
                *there -= 1;
                Ok(())
            }
            Some(_) | None => self.target.diagnose(diagnosis).await,
        }
    }
}

/// What tells a diagnosis from others.
fn key(diagnosis: &Diagnosis) -> (RoomId, u64, String, String) {
    (
        diagnosis.room,
        diagnosis.when,
        diagnosis.kind.clone(),
        diagnosis.detail.clone(),
    )
}

/// How a room that is there differs from one that comes. None if they are the same.
fn difference(there: &RoomCopy, new: &RoomCopy) -> Option<String> {
    if there == new {
        return None;
    }
    let (has, comes) = (there.records.len(), new.records.len());
    let same = there.records.iter().zip(&new.records);
    let same = same.take_while(|(there, new)| there == new).count();
    Some(match () {
        () if same < has.min(comes) => format!("they differ from record {same} on"),
        () if has != comes => format!("it has {has} records there, and {comes} here"),
        () if there.about != new.about => "what it keeps of itself differs".to_owned(),
        () if there.quarantine != new.quarantine => "one of them is set aside for another reason".to_owned(),
        () => "its snapshots differ".to_owned(),
    })
}

impl Sink for Filling<'_> {
    async fn take(&mut self, item: Item) -> Result<(), TransferError> {
        let taken = match item {
            Item::Content(hash, bytes) => self.content(hash, bytes).await,
            Item::Room(copy) => self.room(copy).await,
            Item::Diagnosis(diagnosis) => self.diagnosis(diagnosis).await,
        };
        taken.map_err(TransferError::Target)
    }
}
