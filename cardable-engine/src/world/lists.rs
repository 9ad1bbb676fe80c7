//! Lists that a game keeps from one choice to the next.
//!
//! A list never changes, and a game counts the lists it keeps: each has the next number, so that a number never
//! comes to mean another list. A list is made after the lists in it, and so has a higher number than they have.

use super::unused::Unused;
use crate::ids::ListId;
use crate::program::Constants;
use crate::value::Value;
use serde::{Deserialize, Serialize};

/// The most lists that a game keeps in all its life. What one choice makes beyond them has numbers, too.
pub(crate) const MOST_LISTS: u32 = 1 << 30;

/// A list of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct List {
    pub(crate) id: ListId,
    pub(crate) items: Vec<Value>,
}

/// Lists that a game keeps, by their numbers.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Lists {
    all: Vec<List>,
    /// Not cloned.
    #[serde(skip)]
    memory: Memory,
}

/// Memory for further lists, and for the search for those that are dropped.
#[derive(Debug, Default)]
struct Memory {
    unused: Unused,
    /// How often each list is referred to.
    references: Vec<usize>,
}

impl Clone for Lists {
    fn clone(&self) -> Lists {
        Lists {
            all: self.all.clone(),
            memory: Memory::default(),
        }
    }
}

impl PartialEq for Lists {
    fn eq(&self, other: &Lists) -> bool {
        self.all == other.all
    }
}

/// The number of the list that is kept after so many.
pub(crate) fn number(kept: u32) -> ListId {
    ListId(Constants::DYNAMIC + kept)
}

/// Where a list stands in a row of them.
pub(crate) fn place(lists: &[List], id: ListId) -> Option<usize> {
    lists.binary_search_by_key(&id.0, |list| list.id.0).ok()
}

impl Lists {
    pub(crate) fn all(&self) -> &[List] {
        &self.all
    }

    /// Looks at every item.
    pub(crate) fn each_value(&mut self, see: impl FnMut(&mut Value)) {
        self.all.iter_mut().flat_map(|list| &mut list.items).for_each(see);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The items of a list.
    #[inline]
    pub(crate) fn get(&self, id: ListId) -> Option<&[Value]> {
        Some(&self.all.get(place(&self.all, id)?)?.items)
    }

    pub(crate) fn clear(&mut self) {
        self.shorten(0);
    }

    /// Becomes a copy of others, in the memory that is there.
    pub(crate) fn copy_from(&mut self, other: &Lists) {
        self.shorten(other.all.len());
        for (mine, theirs) in self.all.iter_mut().zip(&other.all) {
            mine.id = theirs.id;
            mine.items.clone_from(&theirs.items);
        }
        for theirs in other.all.iter().skip(self.all.len()) {
            let mut items = self.memory.unused.take();
            items.extend_from_slice(&theirs.items);
            self.all.push(List { id: theirs.id, items });
        }
    }

    fn shorten(&mut self, len: usize) {
        if self.all.len() > len {
            let unused = &mut self.memory.unused;
            self.all.drain(len..).for_each(|list| unused.give(list.items));
        }
    }

    /// An empty list, for [`Lists::add`].
    pub(crate) fn begin(&mut self) -> Vec<Value> {
        self.memory.unused.take()
    }

    /// Adds a list, whose number is higher than all that are there.
    pub(crate) fn add(&mut self, id: ListId, items: Vec<Value>) {
        self.all.push(List { id, items });
    }

    /// Uses the memory of a list again.
    pub(crate) fn give_memory(&mut self, list: List) {
        self.memory.unused.give(list.items);
    }

    /// Begins to count how often each list is referred to.
    pub(crate) fn begin_count(&mut self) {
        self.memory.references.clear();
        self.memory.references.resize(self.all.len(), 0);
    }

    /// Counts a value that refers to a list.
    #[inline]
    pub(crate) fn count(&mut self, value: Value) {
        if let Value::List(id) = value
            && let Some(at) = place(&self.all, id)
            && let Some(count) = self.memory.references.get_mut(at)
        {
            *count = count.saturating_add(1);
        }
    }

    /// Counts the references within lists, too. Tells how many items all lists have that are referred to, in lists
    /// that several things share as often.
    pub(crate) fn end_count(&mut self) -> usize {
        let mut items = 0usize;
        // Lists come after those in them: all references to a list are counted when it is its turn.
        for (at, list) in self.all.iter().enumerate().rev() {
            let (before, from_here) = self.memory.references.split_at_mut(at);
            let count = from_here.first().copied().unwrap_or(0);
            if count == 0 {
                continue;
            }
            items = items.saturating_add(count.saturating_mul(list.items.len()));
            for item in &list.items {
                if let Value::List(id) = item
                    && let Some(inner) = place(&self.all, *id)
                    && let Some(inner) = before.get_mut(inner)
                {
                    *inner = inner.saturating_add(count);
                }
            }
        }
        items
    }

    /// Drops the lists that nothing was counted to refer to: into `dropped` where there is such a row, in order.
    pub(crate) fn drop_unreferenced(&mut self, mut dropped: Option<&mut Vec<List>>) {
        let Memory { unused, references } = &mut self.memory;
        let mut counts = references.drain(..);
        self.all.retain_mut(|list| {
            let stays = counts.next() != Some(0);
            if !stays {
                let items = std::mem::take(&mut list.items);
                match &mut dropped {
                    Some(dropped) => dropped.push(List { id: list.id, items }),
                    None => unused.give(items),
                }
            }
            stays
        });
    }
}
