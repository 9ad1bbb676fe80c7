//! Write conditions shared by all stores: epoch and log position.

use super::StoreError;

/// State of a room that writes are checked against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fence {
    /// The epoch that owns the room.
    pub(super) epoch: u64,
    /// Number of records in its log.
    pub(super) next: u64,
}

impl Fence {
    /// Fails unless the epoch is current.
    pub(super) fn admits(&self, epoch: u64) -> Result<(), StoreError> {
        if self.epoch == epoch {
            Ok(())
        } else {
            Err(StoreError::Fenced)
        }
    }

    /// Fails unless the epoch is current and the log ends at this position.
    pub(super) fn admits_at(&self, epoch: u64, at: u64) -> Result<(), StoreError> {
        self.admits(epoch)?;
        if self.next == at {
            Ok(())
        } else {
            Err(StoreError::Sequence {
                expected: at,
                found: self.next,
            })
        }
    }
}
