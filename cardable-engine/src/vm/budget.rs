//! What one run may look at, so that nothing runs for long unnoticed.

use super::engine::Reader;
use crate::fault::{FaultKind, Run};

/// How many cards and items the primitives of one run may look at.
pub(crate) const MAX_LOOKED_AT: usize = 8_000_000;

/// Counts work that grows with the number of cards or items.
pub(crate) fn look_at(r: &Reader<'_>, amount: usize) -> Run<()> {
    let sum = r.temp.looked_at.get().saturating_add(amount);
    r.temp.looked_at.set(sum);
    if sum > MAX_LOOKED_AT {
        return Err(FaultKind::TooMany {
            what: "cards and items looked at",
            limit: MAX_LOOKED_AT,
        }
        .into());
    }
    Ok(())
}
