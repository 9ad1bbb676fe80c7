//! Who may write to a room, and where its log ends: the same for every store.

use super::StoreError;

/// What must hold before something is written to a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fence {
    /// The epoch the room is held by.
    pub(super) epoch: u64,
    /// How many records it has.
    pub(super) next: u64,
}

impl Fence {
    /// Whether a holder may write.
    pub(super) fn admits(&self, epoch: u64) -> Result<(), StoreError> {
        if self.epoch == epoch {
            Ok(())
        } else {
            Err(StoreError::Fenced)
        }
    }

    /// Whether a holder may append at a place.
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
