//! Limits for existing rooms per address and per person.

use super::Maker;
use super::context::Context;
use crate::entropy::Entropy;
use crate::room::{Refused, hex};
use crate::store::{AddressMark, ContentHash, Creation, MadeBy, RoomId, RoomLog, StoreError};
use std::sync::Arc;

/// The store keeps the key under the hash of this text.
const KEY: &str = "cardable 2026 where the key of a store for addresses lies";

/// The key for hashing addresses, so that readers of the store cannot tell where rooms were made.
#[derive(Clone)]
pub(crate) struct AddressKey([u8; 32]);

/// The key is left out.
impl std::fmt::Debug for AddressKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AddressKey(..)")
    }
}

impl AddressKey {
    /// Reads the store's key, or creates one.
    pub(super) async fn of(log: &dyn RoomLog, entropy: &Entropy) -> Result<AddressKey, StoreError> {
        let place: ContentHash = blake3::derive_key(KEY, &[]);
        if let Some(key) = log.content(place).await?.and_then(|key| key.try_into().ok()) {
            return Ok(AddressKey(key));
        }
        let key = entropy.bytes();
        // If the store cannot save the key, existing rooms count for nobody after a restart.
        if let Err(error) = log.keep_content(vec![(place, key.to_vec())]).await {
            tracing::warn!(%error, "the key for addresses could not be kept");
            return Ok(AddressKey(key));
        }
        // Another host may have kept its own a moment before.
        let kept = log.content(place).await?.and_then(|key| key.try_into().ok());
        Ok(AddressKey(kept.unwrap_or(key)))
    }

    /// The hash of an address.
    pub(crate) fn hash(&self, address: &str) -> AddressMark {
        let hash = blake3::keyed_hash(&self.0, address.as_bytes());
        *hash.as_bytes().first_chunk().unwrap_or(&[0; 16])
    }

    /// The hash of an address, as rooms keep it.
    pub(super) fn mark(&self, address: &str) -> String {
        hex(&self.hash(address))
    }

    #[cfg(test)]
    pub(crate) fn seeded(seed: u8) -> AddressKey {
        AddressKey([seed; 32])
    }
}

/// A room being created, which already counts.
pub(super) struct Making {
    ctx: Arc<Context>,
    pub(super) maker: Maker,
    pub(super) mark: String,
}

impl Making {
    /// Starts creating a room, if the maker's limits allow it as far as this host knows.
    pub(super) async fn begin(ctx: &Arc<Context>, maker: &Maker) -> Result<Making, Refused> {
        let begun = Making::counted(ctx, maker);
        if begun.is_ok() || !ctx.is_shared() {
            return begun;
        }
        // Another host may have removed a room a moment ago.
        if let Err(error) = ctx.read_changes().await {
            tracing::warn!(%error, "what other hosts have changed cannot be read");
        }
        Making::counted(ctx, maker)
    }

    fn counted(ctx: &Arc<Context>, maker: &Maker) -> Result<Making, Refused> {
        let mark = ctx.mark(&maker.address);
        let (by_address, by_person) = ctx.begins_to_make(maker, &mark);
        // From here on, dropping this releases the count.
        let making = Making {
            ctx: Arc::clone(ctx),
            maker: maker.clone(),
            mark,
        };
        let limits = &ctx.limits;
        if by_person >= limits.rooms_per_person {
            return Err(too_many(by_person));
        }
        if by_address >= limits.rooms_per_address {
            return Err(Refused::limit(format!(
                "{by_address} rooms were made from your address and are still there, as many as may be: some \
                 must end before there can be others"
            )));
        }
        Ok(making)
    }
}

impl Making {
    /// Keeps the room, unless the maker has made too many at other hosts.
    pub(super) async fn keep(
        &self,
        room: RoomId,
        epoch: u64,
        about: Vec<u8>,
    ) -> Result<Creation, StoreError> {
        let Some(shared) = self.ctx.log.shared() else {
            return self
                .ctx
                .log
                .create(room, epoch, about)
                .await
                .map(|()| Creation::Made);
        };
        let by = MadeBy {
            person: self.maker.person,
            most: self.ctx.limits.rooms_per_person,
        };
        shared.create_by(room, epoch, about, by).await
    }
}

/// Why a person makes no further room.
pub(super) fn too_many(made: usize) -> Refused {
    Refused::limit(format!(
        "you have made {made} rooms that are still there, as many as one may: leave one for good, and make another"
    ))
}

impl Drop for Making {
    fn drop(&mut self) {
        self.ctx.ends_making(&self.maker, &self.mark);
    }
}
