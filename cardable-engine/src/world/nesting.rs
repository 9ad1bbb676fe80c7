//! Lists in lists: how deep they lie, and how many items they have together.
//!
//! Both are bounded where a list is made, kept or read back, so that whatever goes through a list and its lists
//! comes to an end soon.

use crate::fault::{FaultKind, Run};
use crate::ids::ListId;
use crate::value::{LIST_DEPTH, NESTED_ITEMS, Value};

/// How many items the lists that a game keeps may have, those that several things share counted for each.
pub(crate) const KEPT_ITEMS: usize = 1 << 18;

/// What lies in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Nesting {
    /// How many lists lie inside one another, itself counted.
    depth: u32,
    /// How many items its lists have, and the lists in those.
    items: usize,
}

impl Nesting {
    /// The nesting of a list that holds no lists.
    pub(crate) const FLAT: Nesting = Nesting { depth: 1, items: 0 };

    /// With one more list in it, which has `len` items of its own.
    pub(crate) fn with(self, inner: Nesting, len: usize) -> Run<Nesting> {
        let depth = self.depth.max(inner.depth + 1);
        let items = self.items.saturating_add(inner.items).saturating_add(len);
        if depth > LIST_DEPTH {
            return Err(FaultKind::TooMany {
                what: "lists inside one another",
                limit: LIST_DEPTH as usize,
            }
            .into());
        }
        if items > NESTED_ITEMS {
            return Err(FaultKind::TooMany {
                what: "items in the lists of a list",
                limit: NESTED_ITEMS,
            }
            .into());
        }
        Ok(Nesting { depth, items })
    }

    /// What lies in a list of these items, by what lies in each list among them and how long that is.
    pub(crate) fn of(
        items: &[Value],
        mut inner: impl FnMut(ListId) -> Run<(Nesting, usize)>,
    ) -> Run<Nesting> {
        let mut whole = Nesting::FLAT;
        for item in items {
            if let Value::List(id) = item {
                let (inner, len) = inner(*id)?;
                whole = whole.with(inner, len)?;
            }
        }
        Ok(whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_bounds_are_exact() {
        let mut nesting = Nesting::FLAT;
        for _ in 1..LIST_DEPTH {
            nesting = Nesting::FLAT.with(nesting, 1).unwrap();
        }
        assert!(Nesting::FLAT.with(nesting, 1).is_err());
        let full = Nesting::FLAT.with(Nesting::FLAT, NESTED_ITEMS).unwrap();
        assert!(full.with(Nesting::FLAT, 0).is_ok());
        assert!(full.with(Nesting::FLAT, 1).is_err());
    }
}
