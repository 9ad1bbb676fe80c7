//! Bounds how much one run can examine, so that no unnoticed work takes long.

use super::engine::Reader;
use crate::fault::{FaultKind, Run};

/// Maximum number of cards and items that the primitives of one run can examine.
pub(crate) const MAX_LOOKED_AT: usize = 8_000_000;

/// Counts work that grows with the number of cards or items. Faults beyond the limit.
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
