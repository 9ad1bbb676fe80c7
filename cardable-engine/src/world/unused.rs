//! Memory of lists that are gone, for new ones.

use crate::value::Value;

/// Memory of lists that are gone, for new ones.
#[derive(Debug, Default)]
pub(crate) struct Unused(Vec<Vec<Value>>);

impl Unused {
    /// More lists than this, or longer ones, are not kept in memory.
    const MOST_LISTS: usize = 64;
    const MOST_ITEMS: usize = 256;
    /// How many items a list has room for from the beginning.
    const FIRST_ITEMS: usize = 16;

    #[inline]
    pub(crate) fn take(&mut self) -> Vec<Value> {
        self.0
            .pop()
            .unwrap_or_else(|| Vec::with_capacity(Unused::FIRST_ITEMS))
    }

    /// Keeps the memory of a list.
    #[inline]
    pub(crate) fn give(&mut self, mut list: Vec<Value>) {
        if list.capacity() > 0 && list.capacity() <= Unused::MOST_ITEMS && self.0.len() < Unused::MOST_LISTS {
            list.clear();
            self.0.push(list);
        }
    }
}
